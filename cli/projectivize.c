// SPDX-License-Identifier: MIT
// Two verbs with one implementation: projectivize and deprojectivize.
#include "cli/cli.h"
#include "common/base/error.h"
#include "common/treebank/pseudo_projective.h"

#include <stdio.h>
#include <string.h>

typedef struct pproj_options {
    cli_common common;
    int mode; // a copse_pproj, which has the order of the choices below
} pproj_options;

static const opt_row rows[] = {
    {.long_name = "mode",
     .type = OPT_CHOICE,
     .offset = offsetof(pproj_options, mode),
     .def = "head+path",
     .allowed = "head|path|head+path",
     .help = "what the marks on labels encode: the label of the former head, the path of the lifted arc, "
             "or both"},
    {.long_name = NULL},
};

// Adds file and line to an error: a tree does not know where its words were read.
static void add_place(copse_error *err, const char *file, const copse_sentence *sentence,
                      const copse_tree *tree)
{
    int n = copse_tree_length(tree), w = 1;
    snprintf(err->file, sizeof err->file, "%s", file && strcmp(file, "-") != 0 ? file : "<stdin>");
    for (; w < n; w++)
        if (pproj_bare(copse_tree_label(tree, w)) < copse_tree_label(tree, w).len)
            break;
    err->line = copse_sentence_line(sentence, err->code == COPSE_EINPUT ? w : 0);
}

// Transforms one sentence and writes it.
static int put(copse_writer *writer, const copse_sentence *sentence, copse_tree *tree, bool back,
               copse_pproj mode, const char *file, copse_error *err)
{
    int code = copse_tree_read(tree, sentence, err);
    if (code < 0)
        return code;
    if (back) {
        if (copse_tree_deprojectivize(tree, mode) < 0)
            return err_set(err, COPSE_EMEMORY, file, 0, "out of memory");
        return copse_writer_put(writer, sentence, tree, err);
    }
    int lifts = copse_tree_projectivize(tree, mode, err);
    if (lifts < 0) {
        add_place(err, file, sentence, tree);
        return lifts;
    }
    return copse_writer_put(writer, sentence, lifts ? tree : NULL, err);
}

static int run(const pproj_options *o, const char *file, bool back)
{
    copse_error err;
    copse_sentence *sentence = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    copse_writer *writer = NULL;
    int code = -1;
    copse_reader *reader = copse_reader_open(file, &err);
    if (!reader || !(writer = copse_writer_open(o->common.output, &err)))
        goto done;
    while ((code = copse_reader_next(reader, sentence, &err)) > 0)
        if ((code = put(writer, sentence, tree, back, (copse_pproj)o->mode, file, &err)) < 0)
            break;
    if (code == 0)
        code = copse_writer_commit(writer, &err);
done:
    copse_writer_free(writer);
    copse_reader_close(reader);
    copse_tree_free(tree);
    copse_sentence_free(sentence);
    return code < 0 ? cli_fail(&err) : CLI_DONE;
}

static int run_there(void *options, const char **operand, int operand_n)
{
    return run(options, operand_n ? operand[0] : NULL, false);
}

static int run_back(void *options, const char **operand, int operand_n)
{
    return run(options, operand_n ? operand[0] : NULL, true);
}

const cli_verb verb_projectivize = {
    .name = "projectivize",
    .operands = "[FILE]",
    .least = 0,
    .most = 1,
    .summary = "lift non-projective arcs and mark them on the labels",
    .details =
        "Non-projective arcs are lifted to the head of their head, the shortest first, until the tree is "
        "projective (Nivre & Nilsson 2005). With --mode head the label d of a lifted word becomes "
        "d" PPROJ_UP "h, where h is the label of its former head. With path d becomes d" PPROJ_UP ", and the "
        "label p of an arc on the way becomes p" PPROJ_DOWN ". With head+path there are both marks. 'copse "
        "deprojectivize' with the same mode moves the arcs back.\n\n"
        "Every sentence must be a tree, and no label may have these arrows already.",
    .rows = rows,
    .size = sizeof(pproj_options),
    .run = run_there,
    .common = CLI_OUTPUT,
};

const cli_verb verb_deprojectivize = {
    .name = "deprojectivize",
    .operands = "[FILE]",
    .least = 0,
    .most = 1,
    .summary = "move lifted arcs back as their marks say",
    .details =
        "The marks that 'copse projectivize' with the same --mode writes on labels say which words were "
        "lifted. Their heads are searched from the top of each tree. Words whose head is not found stay "
        "where they are, and all marks are removed. Any tree is accepted, such as the output of a parser "
        "trained on projectivized trees.",
    .rows = rows,
    .size = sizeof(pproj_options),
    .run = run_back,
    .common = CLI_OUTPUT,
};
