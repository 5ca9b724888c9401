// SPDX-License-Identifier: MIT
// MaltParser 1's specifications: a small part of XML around features in functional notation.
//
// Of XML we read the declaration, comments, and the tags featuremodels, featuremodel and feature with their
// attributes. Anything else is refused: submodels, entities, document types, character data.
#include "transition/features_malt.h"

#include "common/base/error.h"
#include "common/treebank/sentence.h"

#include <stdio.h>
#include <string.h>

typedef struct tag {
    copse_str name, model; // model: the value of the attribute name, if any
    bool end, empty;       // </name>, <name/>
} tag;

// Is the text here?
static bool at(const malt_input *in, const char *s)
{
    const size_t len = strlen(s);
    return (size_t)(in->end - in->p) >= len && memcmp(in->p, s, len) == 0;
}

// Moves behind the next occurrence of s.
static int skip_to(malt_input *in, const char *s)
{
    const char *begin = in->p;
    while (in->p < in->end && !at(in, s))
        in->p++;
    if (in->p < in->end) {
        in->p += strlen(s);
        return 0;
    }
    in->p = begin;
    return malt_expected(in, "an end to what begins here");
}

// Blanks and comments.
static int skip_blank(malt_input *in)
{
    int code = 0;
    for (malt_spaces(in); !code && at(in, "<!--"); malt_spaces(in))
        code = skip_to(in, "-->");
    return code;
}

static int read_attribute(malt_input *in, tag *t)
{
    const copse_str name = malt_word(in);
    in->p += name.len;
    if (!malt_accept(in, '='))
        return malt_expected(in, "'='");
    malt_spaces(in);
    const char *begin = in->p + 1;
    const char quote = in->p < in->end ? *in->p : 0;
    if (quote != '"' && quote != '\'')
        return malt_expected(in, "a value in quotes");
    const char *stop = memchr(begin, quote, (size_t)(in->end - begin));
    if (!stop)
        return malt_expected(in, "an end to what begins here");
    if (str_is(name, "name"))
        t->model = (copse_str){begin, (size_t)(stop - begin)};
    in->p = stop + 1;
    return 0;
}

static int read_tag(malt_input *in, tag *t)
{
    int code = skip_blank(in);
    *t = (tag){.model = {"", 0}};
    if (code)
        return code;
    if (!malt_accept(in, '<'))
        return malt_expected(in, "a tag");
    t->end = in->p < in->end && *in->p == '/';
    in->p += t->end;
    t->name = malt_word(in);
    if (!t->name.len)
        return malt_expected(in, "featuremodels, featuremodel or feature");
    in->p += t->name.len;
    for (malt_spaces(in); !code && !t->end && malt_word(in).len; malt_spaces(in))
        code = read_attribute(in, t);
    t->empty = !code && !t->end && malt_accept(in, '/');
    return code || (code = malt_expect(in, '>')) ? code : 0;
}

// Reads a tag that must be <name> or, with end, </name>.
static int read_this(malt_input *in, tag *t, const char *name, bool end)
{
    char what[32];
    int code = skip_blank(in);
    const char *begin = in->p;
    if (code || (code = read_tag(in, t)))
        return code;
    if (str_is(t->name, name) && t->end == end && !t->empty)
        return 0;
    in->p = begin;
    snprintf(what, sizeof what, "<%s%s>", end ? "/" : "", name);
    return malt_expected(in, what);
}

// The text between <feature> and </feature>. After a feature that is left out, the rest of it is skipped.
static int read_content(malt_input *in)
{
    const char *file_end = in->end, *stop = memchr(in->p, '<', (size_t)(in->end - in->p));
    if (!stop)
        return malt_expected(in, "an end to what begins here");
    in->end = stop;
    in->merged = 0;
    const size_t begin = malt_begin(in);
    int code = malt_read_feature(in);
    malt_spaces(in);
    if (!code && in->p < in->end)
        code = malt_expected(in, "</feature>");
    code = malt_end(in, begin, code);
    in->p = stop;
    in->end = file_end;
    return code;
}

static int read_model(malt_input *in)
{
    tag t;
    int code;
    for (;;) {
        if ((code = skip_blank(in)))
            return code;
        const char *begin = in->p;
        if ((code = read_tag(in, &t)))
            return code;
        if (str_is(t.name, "featuremodel") && t.end)
            return 0;
        if (str_is(t.name, "feature") && !t.end && !t.empty) {
            if ((code = read_content(in)) || (code = read_this(in, &t, "feature", true)))
                return code;
            continue;
        }
        in->p = begin;
        return malt_expected(in, str_is(t.name, "submodel") ? "one model for all decisions, no submodel"
                                                            : "<feature> or </featuremodel>");
    }
}

int malt_read_xml(malt_input *in)
{
    tag t;
    char name[ERR_QUOTE];
    int code = 0;
    malt_spaces(in);
    if (at(in, "<?xml"))
        code = skip_to(in, "?>");
    if (code || (code = read_this(in, &t, "featuremodels", false)) ||
        (code = read_this(in, &t, "featuremodel", false)))
        return code;
    if (t.model.len) {
        text_cat(in->out, "# The model ");
        text_cat(in->out, err_quote(name, t.model));
        text_cat(in->out, ".\n");
    }
    if ((code = read_model(in)) || (code = read_this(in, &t, "featuremodels", true)) ||
        (code = skip_blank(in)))
        return code;
    return in->p < in->end ? malt_expected(in, "nothing after </featuremodels>") : 0;
}
