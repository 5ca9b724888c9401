// SPDX-License-Identifier: MIT
#include "eval/groups.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/source.h"

#include <stdlib.h>
#include <string.h>

// Made by the Makefile from models/groups.
extern const struct grp_file {
    const char *name, *text;
} grp_files[];

// Cuts the next word off a line. False if there is none.
static bool next_word(copse_str *line, copse_str *word)
{
    size_t i = 0, end;
    while (i < line->len && strchr(" \t\r", line->s[i]) && line->s[i])
        i++;
    for (end = i; end < line->len && (!strchr(" \t\r", line->s[end]) || !line->s[end]);)
        end++;
    *word = (copse_str){line->s + i, end - i};
    *line = (copse_str){line->s + end, line->len - end};
    return word->len > 0;
}

static int add_label(groups *g, const char *name, long at, unsigned group, copse_str word, copse_error *err)
{
    char quoted[ERR_QUOTE];
    const char *star = memchr(word.s, '*', word.len);
    if (star && star != word.s + word.len - 1)
        return err_set(err, COPSE_EINPUT, name, at, "label %s has a star that is not at its end",
                       err_quote(quoted, word));
    const size_t len = word.len - (star != NULL);
    g->label = mem_grow(g->label, &g->cap, g->labels + 1, sizeof *g->label);
    g->label[g->labels++] = (struct grp_label){mem_string(word.s, len), len, star != NULL, group};
    return 0;
}

static int parse_line(groups *g, const char *name, long at, copse_str line, copse_error *err)
{
    char quoted[ERR_QUOTE];
    copse_str group, word;
    const char *comment = memchr(line.s, '#', line.len);
    if (comment)
        line.len = (size_t)(comment - line.s);
    if (!next_word(&line, &group))
        return 0;
    const size_t known = g->names.n, i = tab_add(&g->names, group);
    if (i < known)
        return err_set(err, COPSE_EINPUT, name, at, "group %s is there already", err_quote(quoted, group));
    if (i >= GRP_MOST)
        return err_set(err, COPSE_ELIMIT, name, at, "group %s is one too many: %d at most",
                       err_quote(quoted, group), GRP_MOST);
    const size_t before = g->labels;
    int code = 0;
    while (code == 0 && next_word(&line, &word))
        code = add_label(g, name, at, (unsigned)i, word, err);
    if (code == 0 && g->labels == before)
        code = err_set(err, COPSE_EINPUT, name, at, "group %s has no label", err_quote(quoted, group));
    return code;
}

int grp_parse(groups *g, const char *name, copse_str text, copse_error *err)
{
    int code = 0;
    *g = (groups){0};
    for (long at = 1; text.len > 0 && code == 0; at++) {
        const char *end = memchr(text.s, '\n', text.len);
        const size_t len = end ? (size_t)(end - text.s) : text.len, step = len + (end != NULL);
        code = parse_line(g, name, at, (copse_str){text.s, len}, err);
        text = (copse_str){text.s + step, text.len - step};
    }
    if (code < 0)
        grp_done(g);
    return code;
}

int grp_read(groups *g, const char *path, copse_error *err)
{
    enum { MOST = 1 << 20 };
    *g = (groups){0};
    for (const struct grp_file *f = grp_files; f->name; f++)
        if (strcmp(f->name, path) == 0)
            return grp_parse(g, f->name, (copse_str){f->text, strlen(f->text)}, err);
    size_t size;
    char *bytes = src_whole(path, MOST, "a file of groups", &size, err);
    if (!bytes)
        return err->code;
    const int code = grp_parse(g, strcmp(path, "-") == 0 ? "<stdin>" : path, (copse_str){bytes, size}, err);
    mem_free(bytes);
    return code;
}

void grp_done(groups *g)
{
    for (size_t i = 0; i < g->labels; i++)
        mem_free(g->label[i].text);
    mem_free(g->label);
    tab_done(&g->names);
    *g = (groups){0};
}

uint64_t grp_of(const groups *g, copse_str label)
{
    uint64_t set = 0;
    for (size_t i = 0; i < g->labels; i++) {
        const struct grp_label *l = &g->label[i];
        const bool fits = l->prefix ? label.len >= l->len : label.len == l->len;
        if (fits && memcmp(label.s, l->text, l->len) == 0)
            set |= UINT64_C(1) << l->group;
    }
    return set;
}
