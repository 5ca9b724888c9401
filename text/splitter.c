// SPDX-License-Identifier: MIT
// From bytes to sentences. Characters are decoded as far as decisions need them: at a run of characters its
// end, or SG_BLOCK of them; at the end of a token SE_AHEAD characters after it, and the white space up to
// SP_MOST_SPACES. So a decision depends on the text alone, and memory is bounded.
#include "text/splitter.h"

#include "common/base/mem.h"
#include "text/tokeniser.h"

#include <string.h>

enum { STEP = 256 };

static void add_char(sp_state *s, ch_char c)
{
    s->c = mem_grow(s->c, &s->cap, s->n + 1, sizeof *s->c);
    s->c[s->n++] = c;
}

// Decodes up to a step of characters more. False if there are none left.
static bool decode(sp_state *s, copse_str bytes, bool last)
{
    const size_t enough = s->n + STEP;
    ch_char c;
    while (s->n < enough && s->seen < bytes.len &&
           ch_decode(s->table, (copse_str){bytes.s + s->seen, bytes.len - s->seen}, last, &c)) {
        s->seen += c.size;
        add_char(s, c);
    }
    return s->n >= enough;
}

// Are there characters up to n? After the last one of the text there are line ends and spaces. False: more
// bytes are needed.
static bool need(sp_state *s, size_t n, copse_str bytes, bool last)
{
    while (s->n < n && !s->ended && decode(s, bytes, last))
        ;
    if (s->n >= n)
        return true;
    if (!last)
        return false;
    if (!s->ended) {
        s->end = s->n;
        add_char(s, ch_of(s->table, '\n'));
        add_char(s, ch_of(s->table, '\n'));
    }
    s->ended = true;
    while (s->n < n)
        add_char(s, ch_of(s->table, ' '));
    return true;
}

static void add_token(sp_state *s, size_t from, size_t to)
{
    s->token = mem_grow(s->token, &s->token_cap, s->tokens + 1, sizeof *s->token);
    s->token[s->tokens++] = (sp_token){from, to};
    s->cut = to;
}

// Cuts the run that begins at from and is n characters long, or longer.
static void cut_run(sp_state *s, size_t from, size_t n)
{
    const size_t sure = n < SG_BLOCK ? n : SP_MOST_TOKEN;
    size_t begin = 0;
    if (!s->model || s->options.form == COPSE_TEXT_TOKENS) {
        add_token(s, from, from + sure);
        return;
    }
    sg_cut(&s->model->segment, &s->work, s->c + from, n);
    for (size_t j = 1; j <= sure; j++)
        if (s->work.ends[j]) {
            add_token(s, from + begin, from + j);
            begin = j;
        }
    if (begin == 0)
        add_token(s, from, from + sure);
}

// Finds the tokens of the next run. False: more bytes are needed, or the text has no more.
static bool tokenise(sp_state *s, copse_str bytes, bool last)
{
    size_t i = s->cut, n = 0;
    while (need(s, i + 1, bytes, last) && ch_is_space(&s->c[i]) && !(s->ended && i >= s->end))
        i++;
    if (i >= s->n || ch_is_space(&s->c[i]))
        return false;
    while (n < SG_BLOCK) {
        if (!need(s, i + n + 1, bytes, last))
            return false;
        if (ch_is_space(&s->c[i + n]))
            break;
        n++;
    }
    if (!need(s, i + n + SG_AROUND, bytes, last))
        return false;
    cut_run(s, i, n);
    return true;
}

// The white space from i on.
typedef struct gap {
    size_t end; // after it
    int lines;
    bool closes; // it ends a paragraph, or is longer than allowed
    bool text_ends;
} gap;

// False: more bytes are needed.
static bool look_at_gap(sp_state *s, size_t i, copse_str bytes, bool last, gap *g)
{
    *g = (gap){.end = i};
    for (;; g->end++) {
        if (!need(s, g->end + 2, bytes, last))
            return false;
        const ch_char *c = &s->c[g->end];
        g->text_ends = s->ended && g->end == s->end;
        if (g->text_ends || !ch_is_space(c) || g->end - i >= SP_MOST_SPACES)
            break;
        g->lines += ch_is_newline(c) + (c->point == 0x2029);
    }
    g->closes = g->lines > 1 || g->text_ends || g->end - i >= SP_MOST_SPACES;
    return true;
}

// Does the sentence end after token i? 1, 0, or -1: more bytes are needed.
static int judge(sp_state *s, size_t i, copse_str bytes, bool last, gap *g)
{
    const sp_token *t = &s->token[i];
    if (!look_at_gap(s, t->to, bytes, last, g) || !need(s, t->to + SE_AHEAD + 1, bytes, last))
        return -1;
    if (s->model)
        se_push(&s->state, s->c + t->from, t->to - t->from, i > 0 && t->from > t[-1].to);
    if (g->closes || t->to - s->begin > SP_MOST_CHARS)
        return 1;
    if (s->options.form != COPSE_TEXT_PLAIN)
        return g->lines > 0;
    return i + 1 >= SP_MOST_TOKENS || se_ends(&s->model->ends, &s->state, s->c + t->to);
}

// The characters up to end were handed out: forgets all but a few of them. Returns their bytes.
static size_t drop(sp_state *s, size_t end, size_t tokens)
{
    size_t bytes = 0;
    for (size_t i = s->begin; i < end; i++)
        bytes += s->c[i].size;
    s->before += end - s->begin;
    s->seen -= bytes;
    s->begin = end;
    if (s->tokens > tokens)
        memmove(s->token, s->token + tokens, (s->tokens - tokens) * sizeof *s->token);
    s->tokens -= tokens;
    s->judged = 0;
    s->state = (se_state){0};
    if (s->cut < end)
        s->cut = end;
    const size_t gone = end - SP_PAD;
    if (gone < STEP || gone < s->n / 2)
        return bytes;
    memmove(s->c, s->c + gone, (s->n - gone) * sizeof *s->c);
    s->n -= gone;
    s->end -= s->ended ? gone : 0;
    s->begin -= gone;
    s->cut -= gone;
    for (size_t i = 0; i < s->tokens; i++) {
        s->token[i].from -= gone;
        s->token[i].to -= gone;
    }
    return bytes;
}

// Takes white space before a sentence that is too long to be kept, or ends the text.
static size_t skip_space(sp_state *s, copse_str bytes, bool last)
{
    gap g;
    if (!look_at_gap(s, s->begin, bytes, last, &g) || !g.closes)
        return 0;
    if (!g.text_ends && g.end - s->begin < SP_MOST_SPACES)
        return 0;
    s->paragraph = true;
    return drop(s, g.end, 0);
}

static size_t sp_next(void *self, copse_str bytes, bool last, text *out)
{
    sp_state *s = self;
    gap g;
    if (!s->tokens) {
        const size_t taken = skip_space(s, bytes, last);
        if (taken || (last && !bytes.len))
            return taken;
    }
    for (;;) {
        while (s->judged < s->tokens) {
            const int ends = judge(s, s->judged, bytes, last, &g);
            if (ends < 0)
                return 0;
            s->judged++;
            if (!ends)
                continue;
            const size_t n = s->judged;
            sp_write(s, n, g.end, out);
            s->paragraph = g.closes;
            return drop(s, g.end, n);
        }
        if (!tokenise(s, bytes, last))
            return 0;
    }
}

static void sp_free(void *self)
{
    sp_state *s = self;
    mem_free(s->own);
    mem_free(s->c);
    mem_free(s->token);
    mem_free(s->decided);
    rc_worker_free(s->recheck);
    text_done(&s->words);
    mem_free(s);
}

static splitter begin(const tok_model *model, const copse_text_options *options)
{
    sp_state *s = mem_zero(1, sizeof *s);
    s->model = model;
    s->options = *options;
    if (!model) {
        s->own = mem_alloc(1, sizeof *s->own);
        ch_table_init(s->own);
    }
    s->table = model ? &model->table : s->own;
    s->recheck = model && model->recheck ? rc_worker_new(model->recheck) : NULL;
    for (int i = 0; i < SP_PAD; i++)
        add_char(s, ch_of(s->table, '\n'));
    s->begin = s->cut = SP_PAD;
    s->paragraph = true;
    return (splitter){sp_next, sp_free, s};
}

splitter tok_by_space(const copse_text_options *options)
{
    return sp_by_line(begin(NULL, options));
}

splitter sp_with_model(const void *model, const copse_text_options *options)
{
    const splitter made = begin(model, options);
    return options->form == COPSE_TEXT_PLAIN ? made : sp_by_line(made);
}
