// SPDX-License-Identifier: MIT
// Noun phrases, prepositional phrases, and the spelling of inflected words.
#include "tests/generate/grammar.h"

#include <stdio.h>

static const char *const case_name[] = {"", "Nom", "Acc", "Gen", "Dat"};
static const char *const gender_name[] = {"Masc", "Fem", "Neut"};
static const char *const number_name[] = {"Sing", "Plur"};

bool gr_chance(grammar *g, int percent)
{
    return rng_below(&g->rng, 100) < (uint64_t)percent;
}

int gr_new(grammar *g, const char *upos, const char *xpos, const char *lemma, const char *form)
{
    g->room--;
    return w_new(&g->words, upos, xpos, lemma, form);
}

int gr_small(grammar *g, const char *upos, const char *xpos, const char *form, int head, const char *label)
{
    int w = gr_new(g, upos, xpos, form, form);
    w_hang(&g->words, w, head, label);
    return w;
}

int gr_comma(grammar *g, int head)
{
    int w = gr_small(g, "PUNCT", ",", ",", head, "punct");
    g->words.at[w].glued = true;
    return w;
}

void gr_inflect(grammar *g, int verb, const char *stem, const char *infinitive, int subject)
{
    word *w = &g->words.at[verb];
    int person = g->words.at[subject].person, number = g->words.at[subject].number;
    int tense = gr_chance(g, 45) ? TENSE_PAST : TENSE_PRES;
    snprintf(w->form, sizeof w->form, "%s%s", stem, lex_verb_ending(tense, person, number));
    snprintf(w->lemma, sizeof w->lemma, "%s", infinitive);
    snprintf(w->feats, sizeof w->feats, "Number=%s|Person=%d|Tense=%s|VerbForm=Fin", number_name[number],
             person, tense == TENSE_PAST ? "Past" : "Pres");
    w->xpos = tense == TENSE_PAST ? "VBD" : "VBZ";
}

int gr_agreeing(grammar *g, const char *upos, const char *xpos, const char *stem, int noun,
                int grammatical_case, const char *more)
{
    const word *n = &g->words.at[noun];
    int gender = n->gender, number = n->number;
    char form[FORM_SIZE], lemma[FORM_SIZE];
    snprintf(form, sizeof form, "%s%s", stem, lex_ending(gender, number, grammatical_case));
    snprintf(lemma, sizeof lemma, "%s%s", stem, lex_ending(GENDER_MASC, NUMBER_SING, CASE_NOM));
    int w = gr_new(g, upos, xpos, lemma, form);
    snprintf(g->words.at[w].feats, FEATS_SIZE, "Case=%s|Gender=%s|Number=%s%s", case_name[grammatical_case],
             gender_name[gender], number_name[number], more);
    return w;
}

int gr_adverb(grammar *g)
{
    const lexeme *x = lex_pick(&g->lexicon, LEX_ADVERB, &g->rng);
    return gr_new(g, "ADV", "RB", x->lemma, x->lemma);
}

int gr_pronoun(grammar *g, int grammatical_case)
{
    static const char *const stem[2][3] = {{"m", "t", "ol"}, {"n", "v", "el"}};
    static const char *const ending[] = {"", "i", "in", "is", "im"};
    int person = gr_chance(g, 50) ? 3 : 1 + (int)rng_below(&g->rng, 2);
    int number = gr_chance(g, 30);
    char form[FORM_SIZE], lemma[FORM_SIZE];
    snprintf(form, sizeof form, "%s%s", stem[number][person - 1], ending[grammatical_case]);
    snprintf(lemma, sizeof lemma, "%si", stem[number][person - 1]);
    int w = gr_new(g, "PRON", "PRP", lemma, form);
    word *p = &g->words.at[w];
    snprintf(p->feats, sizeof p->feats, "Case=%s|Number=%s|Person=%d|PronType=Prs",
             case_name[grammatical_case], number_name[number], person);
    p->person = person;
    p->number = number;
    return w;
}

static int name(grammar *g, int grammatical_case)
{
    const lexeme *x = lex_pick(&g->lexicon, LEX_NAME, &g->rng);
    char form[FORM_SIZE];
    snprintf(form, sizeof form, "%s%s", x->stem, lex_name_ending(grammatical_case));
    int w = gr_new(g, "PROPN", "NNP", x->lemma, form);
    g->words.at[w].gender = x->gender;
    snprintf(g->words.at[w].feats, FEATS_SIZE, "Case=%s|Number=Sing", case_name[grammatical_case]);
    return w;
}

static void article(grammar *g, int noun, int grammatical_case)
{
    static const char *const stem[] = {"l", "un", "d"};
    static const char *const more[] = {"|PronType=Art", "|PronType=Ind", "|PronType=Dem"};
    uint64_t k = rng_below(&g->rng, 10);
    k = k < 5 ? 0 : k < 8 ? 1 : 2;
    int w = gr_agreeing(g, "DET", "DT", stem[k], noun, grammatical_case, more[k]);
    g->words.at[w].definite = k == 0;
    w_hang(&g->words, w, noun, "det");
    w_before(&g->words, w, noun);
}

static void adjective(grammar *g, int noun, int grammatical_case)
{
    const lexeme *x = lex_pick(&g->lexicon, LEX_ADJECTIVE, &g->rng);
    int w = gr_agreeing(g, "ADJ", "JJ", x->stem, noun, grammatical_case, "");
    w_hang(&g->words, w, noun, "amod");
    w_before(&g->words, w, noun);
    if (g->room > 1 && gr_chance(g, 12)) {
        int very = gr_adverb(g);
        w_hang(&g->words, very, w, "advmod");
        w_before(&g->words, very, w);
    }
}

static void numeral(grammar *g, int noun)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%d", 2 + (int)rng_below(&g->rng, gr_chance(g, 60) ? 10 : 2000));
    int w = gr_small(g, "NUM", "CD", digits, noun, "nummod");
    snprintf(g->words.at[w].feats, FEATS_SIZE, "NumType=Card");
    w_before(&g->words, w, noun);
}

static int noun_with_articles(grammar *g, lex_list list, int grammatical_case)
{
    const lexeme *x = lex_pick(&g->lexicon, list, &g->rng);
    int number = gr_chance(g, 35);
    char form[FORM_SIZE];
    snprintf(form, sizeof form, "%s%s", x->stem, lex_ending(x->gender, number, grammatical_case));
    int w = gr_new(g, "NOUN", number ? "NNS" : "NN", x->lemma, form);
    word *n = &g->words.at[w];
    n->gender = x->gender;
    n->number = number;
    snprintf(n->feats, sizeof n->feats, "Case=%s|Gender=%s|Number=%s", case_name[grammatical_case],
             gender_name[x->gender], number_name[number]);
    if (g->room > 0 && gr_chance(g, 72))
        article(g, w, grammatical_case);
    if (number && g->room > 0 && gr_chance(g, 15))
        numeral(g, w);
    for (int chance = 32; g->room > 0 && gr_chance(g, chance); chance /= 3)
        adjective(g, w, grammatical_case);
    return w;
}

// The preposition and its noun. Nouns in such phrases may go on with phrases of their own.
static int prepositional(grammar *g, const char *preposition, lex_list list, int grammatical_case)
{
    bool named = list == LEX_THING && gr_chance(g, 15);
    int p = gr_small(g, "ADP", "IN", preposition, NOWHERE, "case");
    int noun = named ? name(g, grammatical_case) : noun_with_articles(g, list, grammatical_case);
    w_hang(&g->words, p, noun, "case");
    w_front(&g->words, p, noun);
    g->words.at[p].fuses = gr_chance(g, 60);
    if (!named && g->room > 3 && gr_chance(g, 12)) {
        int inner = gr_noun_modifier(g);
        w_hang(&g->words, inner, noun, "nmod");
        w_after(&g->words, inner, noun);
    }
    return noun;
}

static const char *place(grammar *g) // prepositions that go with both
{
    static const char *const choice[] = {"in", "sor", "tra"};
    return choice[rng_below(&g->rng, 3)];
}

int gr_verb_phrase_modifier(grammar *g)
{
    uint64_t k = rng_below(&g->rng, 100);
    if (k < 35)
        return prepositional(g, k < 18 ? "per" : "al", LEX_THING, CASE_DAT);
    if (k < 82)
        return prepositional(g, place(g), LEX_THING, CASE_DAT);
    return prepositional(g, "mid", gr_chance(g, 94) ? LEX_TOOL : LEX_PART, CASE_DAT);
}

int gr_noun_modifier(grammar *g)
{
    uint64_t k = rng_below(&g->rng, 100);
    if (k < 50)
        return prepositional(g, "vun", LEX_THING, CASE_GEN);
    if (k < 85)
        return prepositional(g, place(g), LEX_THING, CASE_GEN);
    return prepositional(g, "mid", gr_chance(g, 94) ? LEX_PART : LEX_TOOL, CASE_DAT);
}

static void conjunct(grammar *g, int first, int grammatical_case)
{
    const char *and = gr_chance(g, 80) ? "ed" : "or";
    int second = gr_noun_phrase(g, grammatical_case, NP_NAME);
    int w = gr_small(g, "CCONJ", "CC", and, second, "cc");
    w_front(&g->words, w, second);
    w_hang(&g->words, second, first, "conj");
    w_after(&g->words, second, first);
    g->words.at[first].number = NUMBER_PLUR;
}

int gr_noun_phrase(grammar *g, int grammatical_case, unsigned kinds)
{
    uint64_t k = rng_below(&g->rng, 100);
    if (kinds & NP_PRONOUN && k < 28)
        return gr_pronoun(g, grammatical_case);
    bool named = kinds & NP_NAME && k < 45;
    int noun = named ? name(g, grammatical_case) : noun_with_articles(g, LEX_THING, grammatical_case);
    bool relative = false;
    if (!named && kinds & NP_PHRASE && g->room > 3 && gr_chance(g, 22)) {
        int phrase = gr_noun_modifier(g);
        w_hang(&g->words, phrase, noun, "nmod");
        w_after(&g->words, phrase, noun);
    } else if (kinds & NP_RELATIVE && g->room > 6 && g->depth < 3 && gr_chance(g, 16)) {
        int clause = gr_relative(g, noun);
        w_after(&g->words, clause, noun);
        relative = true;
    }
    if (!relative && kinds & NP_CONJUNCT && g->room > 3 && gr_chance(g, 10))
        conjunct(g, noun, grammatical_case);
    return noun;
}
