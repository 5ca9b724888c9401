// SPDX-License-Identifier: MIT
// Clauses, and sentences made of them.
//
// Order is subject, auxiliary, verb, indirect object, object, modifiers. Three constructions are
// non-projective, each with its cue:
// - a relative clause after an adverb instead of after its noun, as in "saw a dog yesterday which barked";
// - the object of an infinitive in front of the clause, accusative and with the particle "ya";
// - a phrase about the subject after the verb, as in "a hearing is scheduled on the issue"; it is genitive,
// and
//   genitives never modify verbs.
#include "tests/generate/grammar.h"

#include <stdio.h>
#include <stdlib.h>

typedef enum twist { PLAIN, EXTRAPOSED, FRONTED, SPLIT } twist;

typedef struct opening { // what a clause begins with
    bool comma;
    const char *word, *upos, *xpos, *label; // word NULL: nothing
} opening;

typedef enum frame { INTRANSITIVE, TRANSITIVE, DITRANSITIVE, CLAUSAL, CONTROL, PASSIVE, COPULA } frame;

static int clause(grammar *g, const opening *open, twist kind, bool *transitive);

static frame choose_frame(grammar *g, twist kind)
{
    uint64_t k = rng_below(&g->rng, 100);
    if (kind == EXTRAPOSED)
        return TRANSITIVE;
    if (kind == FRONTED)
        return CONTROL;
    if (kind == SPLIT)
        return k < 50 ? INTRANSITIVE : PASSIVE;
    if (k < 8 && g->room > 7 && g->depth < 3)
        return CLAUSAL;
    if (k < 15 && g->room > 4)
        return CONTROL;
    return k < 30 ? INTRANSITIVE : k < 75 ? TRANSITIVE : k < 82 ? DITRANSITIVE : k < 90 ? PASSIVE : COPULA;
}

static void put_after(grammar *g, int w, int head, const char *label)
{
    w_hang(&g->words, w, head, label);
    w_after(&g->words, w, head);
}

static void put_before(grammar *g, int w, int head, const char *label)
{
    w_hang(&g->words, w, head, label);
    w_before(&g->words, w, head);
}

// An infinitive; its lemma is its form.
static int infinitive(grammar *g, const lexeme *x)
{
    int w = gr_new(g, "VERB", "VB", x->lemma, x->lemma);
    snprintf(g->words.at[w].feats, FEATS_SIZE, "VerbForm=Inf");
    return w;
}

// The finite verb of a clause whose subject is known: a form of x, or an auxiliary and the infinitive.
// *auxiliary is NOWHERE without one.
static int finite(grammar *g, const lexeme *x, int subject, int *auxiliary)
{
    *auxiliary = NOWHERE;
    if (g->room < 2 || !gr_chance(g, 18)) {
        int verb = gr_new(g, "VERB", "VBZ", x->lemma, x->lemma);
        gr_inflect(g, verb, x->stem, x->lemma, subject);
        return verb;
    }
    int verb = infinitive(g, x);
    bool future = gr_chance(g, 60);
    *auxiliary = gr_small(g, "AUX", "VBZ", future ? "vol" : "pot", verb, "aux");
    gr_inflect(g, *auxiliary, future ? "vol" : "pot", future ? "volir" : "potir", subject);
    return verb;
}

// The head of a passive or copular clause, with a form of "to be".
static int predicate(grammar *g, frame f, int subject, int *auxiliary)
{
    int head;
    if (f == PASSIVE) {
        const lexeme *x = lex_pick(&g->lexicon, LEX_TRANSITIVE, &g->rng);
        char stem[FORM_SIZE];
        snprintf(stem, sizeof stem, "%sut", x->stem);
        head = gr_agreeing(g, "VERB", "VBN", stem, subject, CASE_NOM, "|VerbForm=Part|Voice=Pass");
        snprintf(g->words.at[head].lemma, FORM_SIZE, "%s", x->lemma);
    } else if (gr_chance(g, 60)) {
        const lexeme *x = lex_pick(&g->lexicon, LEX_ADJECTIVE, &g->rng);
        head = gr_agreeing(g, "ADJ", "JJ", x->stem, subject, CASE_NOM, "");
    } else {
        head = gr_noun_phrase(g, CASE_NOM, 0);
    }
    *auxiliary = gr_small(g, "AUX", "VBZ", "es", head, f == PASSIVE ? "aux:pass" : "cop");
    gr_inflect(g, *auxiliary, "es", "esir", subject);
    return head;
}

static void modifiers(grammar *g, int verb)
{
    if (g->room > 0 && gr_chance(g, 15))
        put_after(g, gr_adverb(g), verb, "advmod");
    for (int chance = 40; g->room > 2 && gr_chance(g, chance); chance /= 3)
        put_after(g, gr_verb_phrase_modifier(g), verb, "obl");
}

// A relative clause that has gone to the end of the clause, past an adverb or a phrase whose noun the
// relative pronoun does not agree with.
static void extraposed(grammar *g, int verb)
{
    int object = gr_noun_phrase(g, CASE_ACC, 0);
    put_after(g, object, verb, "obj");
    bool clear = gr_chance(g, 75);
    if (!clear) {
        int noun = gr_verb_phrase_modifier(g);
        put_after(g, noun, verb, "obl");
        const word *a = &g->words.at[noun], *b = &g->words.at[object];
        clear = a->after != NOWHERE || (a->gender == b->gender && a->number == b->number);
    }
    if (clear)
        put_after(g, gr_adverb(g), verb, "advmod");
    w_after(&g->words, gr_relative(g, object), verb);
}

static void complement_clause(grammar *g, int verb)
{
    const opening che = {true, "che", "SCONJ", "SC", "mark"};
    put_after(g, clause(g, &che, PLAIN, NULL), verb, "ccomp");
}

// The infinitive after a control verb. topic is its object if that stands elsewhere, else NOWHERE.
static void infinitive_clause(grammar *g, int verb, int topic)
{
    bool object = topic != NOWHERE || gr_chance(g, 65);
    int w = infinitive(g, lex_pick(&g->lexicon, object ? LEX_TRANSITIVE : LEX_INTRANSITIVE, &g->rng));
    put_before(g, gr_small(g, "PART", "TO", "te", w, "mark"), w, "mark");
    if (topic != NOWHERE)
        w_hang(&g->words, topic, w, "obj");
    else if (object)
        put_after(g, gr_noun_phrase(g, CASE_ACC, NP_ANY), w, "obj");
    modifiers(g, w);
    put_after(g, w, verb, "xcomp");
}

// What follows the verb.
static void complements(grammar *g, int verb, frame f, twist kind, int topic)
{
    switch (f) {
    case TRANSITIVE:
        if (kind == EXTRAPOSED) {
            extraposed(g, verb);
            return;
        }
        if (topic != NOWHERE)
            w_hang(&g->words, topic, verb, "obj");
        else
            put_after(g, gr_noun_phrase(g, CASE_ACC, NP_ANY), verb, "obj");
        break;
    case DITRANSITIVE:
        put_after(g, gr_noun_phrase(g, CASE_DAT, NP_PRONOUN | NP_NAME), verb, "iobj");
        put_after(g, gr_noun_phrase(g, CASE_ACC, NP_ANY & ~(unsigned)NP_PRONOUN), verb, "obj");
        break;
    case CLAUSAL:
        complement_clause(g, verb);
        return;
    case CONTROL:
        infinitive_clause(g, verb, topic);
        return;
    case INTRANSITIVE:
    case PASSIVE:
    case COPULA:
        break;
    }
    modifiers(g, verb);
}

static int new_subject(grammar *g, frame f, twist kind, bool may_drop)
{
    if (kind == SPLIT)
        return gr_noun_phrase(g, CASE_NOM, 0);
    if (may_drop && f != PASSIVE && f != COPULA && gr_chance(g, 4)) {
        int w = gr_pronoun(g, CASE_NOM);
        g->words.at[w].empty = true;
        g->room++;
        return w;
    }
    return gr_noun_phrase(g, CASE_NOM, NP_ANY);
}

static int new_topic(grammar *g, frame f, twist kind)
{
    if (kind != FRONTED && (f != TRANSITIVE || kind != PLAIN || g->room < 3 || !gr_chance(g, 7)))
        return NOWHERE;
    int w = gr_noun_phrase(g, CASE_ACC, NP_NAME);
    put_after(g, gr_small(g, "PART", "RP", "ya", w, "discourse"), w, "discourse");
    return w;
}

static void begin(grammar *g, int head, const opening *open)
{
    if (open->comma)
        put_before(g, gr_comma(g, head), head, "punct");
    if (open->word)
        put_before(g, gr_small(g, open->upos, open->xpos, open->word, head, open->label), head, open->label);
}

static const lexeme *verb_of(grammar *g, frame f)
{
    static const lex_list list[] = {LEX_INTRANSITIVE, LEX_TRANSITIVE, LEX_DITRANSITIVE, LEX_CLAUSAL,
                                    LEX_CONTROL};
    return lex_pick(&g->lexicon, list[f], &g->rng);
}

static const char *subordinator(grammar *g)
{
    static const char *const choice[] = {"sa", "dum", "fo"};
    return choice[rng_below(&g->rng, 3)];
}

// An adverbial clause or phrase before everything else.
static void front(grammar *g, int head)
{
    if (g->room > 9 && g->depth == 1 && gr_chance(g, 12)) {
        const opening open = {false, subordinator(g), "SCONJ", "SC", "mark"};
        int w = clause(g, &open, PLAIN, NULL);
        int comma = gr_comma(g, w);
        w_after(&g->words, comma, w);
        put_before(g, w, head, "advcl");
    } else if (g->room > 3 && gr_chance(g, 8)) {
        put_before(g, gr_verb_phrase_modifier(g), head, "obl");
    } else if (g->room > 1 && gr_chance(g, 8)) {
        put_before(g, gr_adverb(g), head, "advmod");
    }
}

// A clause that hangs and stands nowhere yet; tells, if asked, whether its verb has an object right after it.
static int clause(grammar *g, const opening *open, twist kind, bool *transitive)
{
    g->depth++;
    frame f = choose_frame(g, kind);
    int auxiliary, subject = new_subject(g, f, kind, g->depth == 1);
    int topic = new_topic(g, f, kind);
    int head = f == PASSIVE || f == COPULA ? predicate(g, f, subject, &auxiliary)
                                           : finite(g, verb_of(g, f), subject, &auxiliary);
    const w_list own =
        w_take_before(&g->words, head); // the articles of a nominal predicate follow the copula
    begin(g, head, open);
    if (topic == NOWHERE && kind != SPLIT)
        front(g, head);
    if (topic != NOWHERE)
        w_before(&g->words, topic, head);
    put_before(g, subject, head, f == PASSIVE ? "nsubj:pass" : "nsubj");
    if (auxiliary != NOWHERE)
        w_before(&g->words, auxiliary, head);
    if (g->room > 0 && gr_chance(g, 8)) {
        int not = gr_small(g, "PART", "RB", "ni", head, "advmod");
        snprintf(g->words.at[not ].feats, FEATS_SIZE, "Polarity=Neg");
        w_before(&g->words, not, head);
    }
    w_give_before(&g->words, head, own);
    if (kind == SPLIT) {
        int phrase = gr_noun_modifier(g);
        w_hang(&g->words, phrase, subject, "nmod");
        w_after(&g->words, phrase, head);
    }
    complements(g, head, f, kind, topic);
    if (transitive)
        *transitive = f == TRANSITIVE && topic == NOWHERE && kind == PLAIN;
    g->depth--;
    return head;
}

int gr_relative(grammar *g, int noun)
{
    g->depth++;
    bool object = gr_chance(g, 30), transitive = object || gr_chance(g, 50);
    int relative = gr_agreeing(g, "PRON", "WP", "k", noun, object ? CASE_ACC : CASE_NOM, "|PronType=Rel");
    g->words.at[relative].gender = g->words.at[noun].gender;
    g->words.at[relative].number = g->words.at[noun].number;
    int subject = object ? gr_noun_phrase(g, CASE_NOM, NP_PRONOUN | NP_NAME) : relative;
    int auxiliary, verb = finite(g, verb_of(g, transitive ? TRANSITIVE : INTRANSITIVE), subject, &auxiliary);
    put_before(g, gr_comma(g, verb), verb, "punct");
    put_before(g, relative, verb, object ? "obj" : "nsubj");
    if (object)
        put_before(g, subject, verb, "nsubj");
    if (auxiliary != NOWHERE)
        w_before(&g->words, auxiliary, verb);
    if (transitive && !object)
        put_after(g, gr_noun_phrase(g, CASE_ACC, NP_PRONOUN | NP_NAME | NP_PHRASE), verb, "obj");
    modifiers(g, verb);
    int close = gr_comma(g, verb);
    g->words.at[close].closing = true;
    g->room++; // it may go away again
    w_after(&g->words, close, verb);
    w_hang(&g->words, verb, noun, "acl:relcl");
    g->depth--;
    return verb;
}

// ", ed SUBJECT OBJECT" with the verb left out: the subject stands for the clause, an empty node for the
// verb.
static void gapped(grammar *g, int root)
{
    int subject = gr_noun_phrase(g, CASE_NOM, NP_NAME), object = gr_noun_phrase(g, CASE_ACC, NP_NAME);
    int and = gr_small(g, "CCONJ", "CC", "ed", subject, "cc");
    w_front(&g->words, and, subject);
    w_front(&g->words, gr_comma(g, subject), subject);
    const word verb = g->words.at[root];
    int gap = w_new(&g->words, "VERB", verb.xpos, verb.lemma, verb.form);
    snprintf(g->words.at[gap].feats, FEATS_SIZE, "%s", verb.feats);
    g->words.at[gap].empty = true;
    put_after(g, gap, subject, "conj");
    g->words.at[gap].head = root;
    put_after(g, object, subject, "orphan");
    put_after(g, subject, root, "conj");
}

// More clauses until the room is used up; all hang from the root, as every clause after a comma does.
static void go_on(grammar *g, int root, bool transitive)
{
    while (g->room > 5) {
        g->depth = 0;
        if (transitive && gr_chance(g, 8)) {
            gapped(g, root);
        } else if (gr_chance(g, 65)) {
            static const char *const choice[] = {"ed", "ed", "or", "ma"};
            const opening open = {true, choice[rng_below(&g->rng, 4)], "CCONJ", "CC", "cc"};
            g->depth = 1; // no pro-drop, no clause before it
            put_after(g, clause(g, &open, PLAIN, NULL), root, "conj");
        } else {
            const opening open = {true, subordinator(g), "SCONJ", "SC", "mark"};
            g->depth = 1;
            put_after(g, clause(g, &open, PLAIN, NULL), root, "advcl");
        }
        transitive = false;
    }
}

static int attempt(grammar *g, twist kind, int target)
{
    words *s = &g->words;
    w_clear(s);
    g->room = target - 1;
    g->depth = 0;
    bool transitive, question = kind == PLAIN && gr_chance(g, 5);
    const opening open = {false, question ? "chu" : NULL, "PART", "RP", "discourse"};
    s->root = clause(g, &open, kind, &transitive);
    s->at[s->root].label = "root";
    go_on(g, s->root, transitive);
    const char *mark = question ? "?" : gr_chance(g, 95) ? "." : "!";
    int stop = gr_small(g, "PUNCT", ".", mark, s->root, "punct");
    s->at[stop].glued = true;
    w_after(s, stop, s->root);
    return w_order(s);
}

int gr_sentence(grammar *g, bool nonprojective, int least)
{
    twist kind = nonprojective ? (twist)(EXTRAPOSED + (int)rng_below(&g->rng, 3)) : PLAIN;
    for (;;) {
        int target = 3 + (int)(rng_below(&g->rng, 9) + rng_below(&g->rng, 9) + rng_below(&g->rng, 9));
        if (gr_chance(g, 7))
            target += (int)rng_below(&g->rng, 40);
        if (target < least)
            target = least + 8; // the last few words of room may stay unused
        int n = attempt(g, kind, target);
        if (n < SHORTEST || n < least || (n > LONGEST && least <= LONGEST))
            continue;
        if (n <= LONGEST && w_nonprojective(&g->words) != nonprojective)
            abort(); // the grammar breaks its word
        return n;
    }
}
