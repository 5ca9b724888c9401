// SPDX-License-Identifier: MIT
#include "cli/punct.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <string.h>

static char *copy(const char *s)
{
    return s ? mem_string(s, strlen(s)) : NULL;
}

static punct *new_punct(const char *name, bool skip, const char *tags)
{
    punct *p = mem_alloc(1, sizeof *p);
    *p = (punct){copy(name), skip, copy(tags)};
    return p;
}

// The list after "tags=" or "tags ", or NULL.
static const char *tags_in(const char *text)
{
    return strncmp(text, "tags", 4) == 0 && (text[4] == '=' || text[4] == ' ') ? text + 5 : NULL;
}

static void *make(const char *text, copse_error *err)
{
    char quoted[ERR_QUOTE];
    const char *tags = tags_in(text);
    if (tags && tags[strspn(tags, " \t")])
        return new_punct(text, false, tags);
    if (strcmp(text, "all") == 0 || strcmp(text, "none") == 0)
        return new_punct(text, strcmp(text, "none") == 0, NULL);
    if (strcmp(text, "english") == 0)
        return new_punct(text, false, COPSE_ENGLISH_PUNCTUATION);
    if (tags || strcmp(text, "tags") == 0)
        err_set(err, COPSE_EINPUT, NULL, 0, "the list of tags is empty");
    else
        err_set(err, COPSE_EINPUT, NULL, 0, "%s is none of all|none|english|tags=LIST",
                err_quote(quoted, (copse_str){text, strlen(text)}));
    return NULL;
}

static void *duplicate(const void *made)
{
    const punct *p = made;
    return new_punct(p->name, p->skip, p->tags);
}

static void release(void *made)
{
    punct *p = made;
    if (!p)
        return;
    mem_free(p->name);
    mem_free(p->tags);
    mem_free(p);
}

const opt_class punct_class = {make, duplicate, release, NULL};

const punct *punct_of(const opt_object *option)
{
    return option->made;
}

const char *punct_convention(const punct *p, long skipped, char buf[PUNCT_TEXT])
{
    const char *plural = skipped == 1 ? "" : "s";
    if (p->skip)
        snprintf(buf, PUNCT_TEXT, "without %ld token%s made only of Unicode punctuation (CoNLL-X convention)",
                 skipped, plural);
    else if (p->tags && !tags_in(p->name))
        snprintf(buf, PUNCT_TEXT, "without %ld token%s tagged %s (Yamada and Matsumoto's convention)",
                 skipped, plural, p->tags);
    else if (p->tags)
        snprintf(buf, PUNCT_TEXT, "without %ld token%s tagged %.*s", skipped, plural, PUNCT_TEXT / 2,
                 p->tags);
    else
        snprintf(buf, PUNCT_TEXT, "over all tokens, punctuation included");
    return buf;
}
