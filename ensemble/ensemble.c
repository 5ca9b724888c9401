// SPDX-License-Identifier: MIT
// The ensemble as a structure and as sections of a model file: ENSM (nodes, and how they vote), a MEMB for
// each node with its model, WGTS (the weights of the votes as text; missing if all count the same).
#include "ensemble/ensemble.h"

#include "common/base/error.h"
#include "common/base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

en_node *en_add(ensemble *e, const char *name)
{
    e->node = mem_resize(e->node, e->n + 1, sizeof *e->node);
    e->node[e->n] = (en_node){.name = mem_string(name, strlen(name))};
    return &e->node[e->n++];
}

void en_settle(ensemble *e)
{
    e->voters = 0;
    for (size_t k = 0; k < e->n; k++) {
        e->node[k].needed = e->node[k].votes > 0;
        e->voters += e->node[k].votes > 0;
    }
    for (size_t k = e->n; k-- > 0;)
        for (size_t a = 0; e->node[k].needed && a < e->node[k].guides; a++)
            e->node[e->node[k].guide[a]].needed = true;
}

void en_voters(const ensemble *e, const char **names)
{
    for (size_t k = 0; k < e->n; k++)
        if (e->node[k].votes)
            names[e->node[k].votes - 1] = e->node[k].name;
}

int en_choose(ensemble *e, const char *name, const char *file, copse_error *err)
{
    char known[512] = "", quoted[ERR_QUOTE];
    size_t at = e->n, len = 0;
    for (size_t k = 0; k < e->n; k++) {
        const char *here = e->node[k].name;
        if (strcmp(here, name) == 0)
            at = k;
        if (len + strlen(here) + 3 < sizeof known)
            len += (size_t)snprintf(known + len, sizeof known - len, "%s%s", len ? ", " : "", here);
    }
    if (at == e->n)
        return err_set(err, COPSE_EINPUT, file, 0, "has no member %s, only %s",
                       err_quote(quoted, (copse_str){name, strlen(name)}), known);
    for (size_t k = 0; k < e->n; k++)
        e->node[k].votes = k == at;
    en_settle(e);
    return 0;
}

void en_done(ensemble *e)
{
    for (size_t k = 0; k < e->n; k++) {
        en_node *node = &e->node[k];
        if (node->whole)
            copse_model_free(node->whole);
        else if (node->model)
            node->kind->free(node->model);
        box_close(node->inside);
        mem_free(node->name);
        mem_free(node->guide);
    }
    mem_free(e->node);
    wt_free(e->weights);
    memset(e, 0, sizeof *e);
}

// ---------------------------------------------------------------------------------------------------
// The file

void en_save(const ensemble *e, box_writer *w)
{
    box_begin(w, "ENSM");
    box_u32(w, e->vote.decoder->id);
    box_u32(w, e->vote.single_root);
    box_u32(w, e->vote.confidence);
    box_u32(w, (uint32_t)e->n);
    for (size_t k = 0; k < e->n; k++) {
        const en_node *node = &e->node[k];
        box_str(w, (copse_str){node->name, strlen(node->name)});
        box_u32(w, node->reverse);
        box_u32(w, (uint32_t)node->votes);
        box_u32(w, (uint32_t)node->guides);
        for (size_t a = 0; a < node->guides; a++)
            box_u32(w, (uint32_t)node->guide[a]);
    }
}

static int damaged(const box *b, copse_error *err)
{
    return err_set(err, COPSE_EMODEL, box_path(b), 0, "damaged description of the ensemble");
}

// Does a node before have the name?
static bool is_taken(const ensemble *e, copse_str name)
{
    for (size_t k = 0; k < e->n; k++)
        if (strlen(e->node[k].name) == name.len && memcmp(e->node[k].name, name.s, name.len) == 0)
            return true;
    return false;
}

// Reads one node. Its guides must come before it, so that there are no cycles.
static bool load_node(ensemble *e, cursor *c)
{
    copse_str name = cur_name(c);
    uint32_t reverse = cur_u32(c), votes = cur_u32(c), guides = cur_count(c, 4);
    if (c->failed || is_taken(e, name) || reverse > 1 || votes > EN_MOST || guides > e->n)
        return false;
    char *terminated = mem_string(name.s, name.len);
    const size_t here = e->n;
    en_node *node = en_add(e, terminated);
    mem_free(terminated);
    node->reverse = reverse;
    node->votes = votes;
    node->guide = mem_alloc(guides + (size_t)1, sizeof *node->guide);
    for (; node->guides < guides; node->guides++) {
        const size_t guide = cur_u32(c);
        if (guide >= here)
            return false;
        for (size_t a = 0; a < node->guides; a++)
            if (node->guide[a] == guide)
                return false;
        node->guide[node->guides] = guide;
    }
    return true;
}

// There are voters, and they are numbered 1, 2, 3, ...
static bool sound_voters(const ensemble *e)
{
    bool seen[EN_MOST + 1] = {false};
    for (size_t k = 0; k < e->n; k++) {
        const size_t place = e->node[k].votes;
        if (place > e->voters || (place && seen[place]))
            return false;
        seen[place] = true;
    }
    return e->voters > 0;
}

static int load_nodes(ensemble *e, const box *b, copse_error *err)
{
    cursor c;
    int code = box_find(b, "ENSM", 0, &c, err);
    if (code)
        return code;
    uint32_t id = cur_u32(&c), single_root = cur_u32(&c), confidence = cur_u32(&c), n = cur_count(&c, 16);
    const graph_decoder *decoder = dec_by_id(id);
    if (!c.failed && !decoder)
        return err_set(err, COPSE_EMODEL, box_path(b), 0, "unknown decoder %u", (unsigned)id);
    bool sound = !c.failed && single_root <= 1 && confidence <= 1 && n <= EN_MOST;
    for (uint32_t k = 0; k < n && sound; k++)
        sound = load_node(e, &c);
    en_settle(e);
    if (!sound || c.failed || !sound_voters(e))
        return damaged(b, err);
    e->vote = (vote_options){.decoder = decoder, .single_root = single_root, .confidence = confidence};
    return cur_end(&c, err);
}

static int load_model(ensemble *e, size_t k, const box *b, copse_error *err)
{
    en_node *node = &e->node[k];
    if (!(node->inside = box_inside(b, "MEMB", k, err)))
        return err->code;
    node->kind = stage_of(node->inside);
    if (!node->kind || !node->kind->parse || node->kind == &en_stage)
        return err_set(err, COPSE_EMODEL, box_path(b), 0,
                       "member %s is no parser of a kind that this version knows", node->name);
    if (!(node->model = node->kind->load(node->inside, err)))
        return err->code;
    const size_t wants = (size_t)stage_guides(node->kind, node->model);
    if (wants != node->guides)
        return err_set(err, COPSE_EMODEL, box_path(b), 0,
                       "member %s wants the trees of %zu others, and has %zu", node->name, wants,
                       node->guides);
    return 0;
}

static int load_weights(ensemble *e, const box *b, copse_error *err)
{
    if (!box_count(b, "WGTS")) {
        e->weights = wt_uniform(e->voters);
        return 0;
    }
    cursor c;
    int code = box_find(b, "WGTS", 0, &c, err);
    if (code)
        return code;
    const char **names = mem_alloc(e->voters, sizeof *names);
    en_voters(e, names);
    copse_str lines = {(const char *)c.at, (size_t)(c.end - c.at)};
    e->weights = wt_parse(box_path(b), lines, names, e->voters, err);
    mem_free(names);
    if (!e->weights)
        err->code = COPSE_EMODEL; // malformed text is damage here, not bad input
    return e->weights ? 0 : err->code;
}

int en_load(ensemble *e, const box *b, copse_error *err)
{
    memset(e, 0, sizeof *e);
    int code = load_nodes(e, b, err);
    if (!code && box_count(b, "MEMB") != e->n)
        code = damaged(b, err);
    for (size_t k = 0; k < e->n && !code; k++)
        code = load_model(e, k, b, err);
    if (!code)
        code = load_weights(e, b, err);
    if (code)
        en_done(e);
    return code;
}
