// SPDX-License-Identifier: MIT
#include "cli/study_score.h"

#include "common/base/error.h"
#include "common/base/mem.h"
#include "common/base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct study_options {
    cli_common common;
    opt_list treebanks;
    const char *cache;
    int keep_models; // 0 yes, 1 no
    bool dry_run;
    long limit, eval_limit;
} study_options;

static const opt_row rows[] = {
    {.long_name = "treebank",
     .type = OPT_LIST,
     .offset = offsetof(study_options, treebanks),
     .arg = "NAME=TRAIN,DEV[,TEST]",
     .help = "a treebank under the name that tables give it; systems are trained on TRAIN and compared on "
             "TEST, or on DEV where there is no TEST"},
    {.short_name = 'o',
     .long_name = "output",
     .type = OPT_STRING,
     .offset = offsetof(cli_common, output),
     .arg = "DIR",
     .help = "the folder for tables, figures and the page, created if missing"},
    {.long_name = "cache",
     .type = OPT_STRING,
     .offset = offsetof(study_options, cache),
     .arg = "DIR",
     .help = "the folder for models and parsed files, which several studies may share; by default 'cache' "
             "in the folder of -o"},
    {.long_name = "keep-models",
     .type = OPT_CHOICE,
     .offset = offsetof(study_options, keep_models),
     .def = "yes",
     .allowed = "yes|no",
     .help = "no: remove the models at the end; parsed files stay"},
    {.long_name = "limit",
     .type = OPT_INT,
     .offset = offsetof(study_options, limit),
     .allowed = "1..100000000",
     .arg = "N",
     .help = "train on the first N sentences of TRAIN only, whatever the study says"},
    {.long_name = "eval-limit",
     .type = OPT_INT,
     .offset = offsetof(study_options, eval_limit),
     .allowed = "1..100000000",
     .arg = "N",
     .help = "evaluate on the first N sentences of TEST or DEV only"},
    {.long_name = "dry-run",
     .type = OPT_FLAG,
     .offset = offsetof(study_options, dry_run),
     .help = "list what would be run, and run nothing"},
    {.long_name = NULL},
};

static char *joined(const char *folder, const char *name)
{
    text t = {0};
    text_cat(&t, folder);
    text_cat(&t, "/");
    text_cat(&t, name);
    text_add(&t, "", 1);
    return t.s;
}

static int make_folder(const char *path, copse_error *err)
{
    struct stat st;
    if (mkdir(path, 0777) == 0)
        return 0;
    if (errno != EEXIST)
        return err_system(err, path, "cannot make the folder");
    return stat(path, &st) == 0 && !S_ISDIR(st.st_mode) ? err_set(err, COPSE_EIO, path, 0, "not a folder")
                                                        : 0;
}

// ---------------------------------------------------------------------------------------------------
// Output

static int write_text(cli_text *made, const char *folder, char *name)
{
    char *path = joined(folder, name);
    const int status = cli_text_close(made, path);
    mem_free(path);
    mem_free(name);
    return status;
}

static int write_sheet(const study_results *r, const char *folder, const char *name, size_t bank, sheet *t)
{
    static const struct {
        const char *end;
        sheet_format format;
    } formats[] = {{".md", SHEET_MARKDOWN}, {".tex", SHEET_LATEX}, {".tsv", SHEET_TSV}};
    int status = CLI_DONE;
    for (size_t i = 0; t && i < sizeof formats / sizeof formats[0] && status == CLI_DONE; i++) {
        cli_text made;
        cli_text_open(&made);
        sheet_print(made.stream, t, formats[i].format);
        status = write_text(&made, folder, study_file_name(r, name, bank, formats[i].end));
    }
    sheet_free(t);
    return status;
}

static int write_tables(const study_results *r, const char *folder)
{
    int status = CLI_DONE;
    for (size_t i = 0; i < r->s->tables && status == CLI_DONE; i++) {
        const study_table *t = &r->s->table[i];
        const bool one = study_sheet_is_one(t);
        char *name = study_table_name(t);
        for (size_t b = 0; b < (one ? 1 : r->p->banks) && status == CLI_DONE; b++)
            status = write_sheet(r, folder, name, one ? STUDY_NONE : b, study_sheet(r, t, b));
        mem_free(name);
    }
    if (status == CLI_DONE)
        status = write_sheet(r, folder, "claims", STUDY_NONE, study_claims(r));
    return status;
}

static int write_figures(const study_results *r, const char *folder)
{
    int status = CLI_DONE;
    for (size_t i = 0; i < r->s->figures && status == CLI_DONE; i++) {
        const study_figure *f = &r->s->figure[i];
        for (size_t b = 0; b < (f->pooled ? 1 : r->p->banks) && status == CLI_DONE; b++) {
            cli_text made;
            cli_text_open(&made);
            study_draw(made.stream, r, f, b);
            status =
                write_text(&made, folder, study_file_name(r, f->name, f->pooled ? STUDY_NONE : b, ".svg"));
        }
    }
    return status;
}

static int write_pages(const study_results *r, const char *folder)
{
    cli_text made;
    cli_text_open(&made);
    study_print_markdown(made.stream, r);
    int status = write_text(&made, folder, study_file_name(r, "index", STUDY_NONE, ".md"));
    if (status != CLI_DONE)
        return status;
    cli_text_open(&made);
    study_print_html(made.stream, r);
    return write_text(&made, folder, study_file_name(r, "index", STUDY_NONE, ".html")); // the last file
}

// ---------------------------------------------------------------------------------------------------
// Running

static void list_jobs(const study_plan *p)
{
    for (size_t i = 0; i < p->jobs; i++) {
        const study_job *j = &p->job[i];
        if (!j->wanted)
            continue;
        printf("%s\t%s\tcopse", j->bank, j->system);
        for (size_t k = 0; k < j->args; k++)
            printf(" %s", j->arg[k]);
        printf(" -o %s\n", j->output);
    }
}

static void list_failures(const study_plan *p)
{
    for (size_t i = 0; i < p->jobs; i++)
        if (p->job[i].state == STUDY_FAILED && p->job[i].final)
            cli_note("%s on %s: %s", p->job[i].system, p->job[i].bank, p->job[i].failure);
}

static void drop_models(const study_plan *p)
{
    for (size_t i = 0; i < p->jobs; i++)
        if (p->job[i].verb == STUDY_TRAIN)
            unlink(p->job[i].output);
}

static int run_plan(const study_options *o, study_plan *p, const punct *skipped)
{
    copse_error err;
    study_results r;
    const char *folder = o->common.output;
    const int failed = study_plan_run(p, (int)o->common.threads, o->common.quiet, &err);
    if (failed < 0)
        return cli_fail(&err);
    list_failures(p);
    study_plan_sweep(p);
    study_results_open(&r, p, skipped);
    int status = write_tables(&r, folder);
    if (status == CLI_DONE)
        status = write_figures(&r, folder);
    if (status == CLI_DONE)
        status = write_pages(&r, folder);
    study_results_close(&r);
    if (status == CLI_DONE && o->keep_models == 1)
        drop_models(p);
    return status == CLI_DONE && failed ? CLI_BAD : status;
}

static int run_with(const study_options *o, const study *s, const char *cache, const punct *skipped)
{
    copse_error err;
    study_plan p;
    int status = CLI_DONE;
    if (study_plan_make(&p, s, o->treebanks.item, o->treebanks.n, cache, &err) < 0)
        return err.code == COPSE_EINPUT && !err.file[0] ? cli_usage(&verb_study, "%s", err.message)
                                                        : cli_fail(&err);
    if (o->dry_run) {
        study_plan_look(&p);
        list_jobs(&p);
    } else if (make_folder(o->common.output, &err) < 0 || make_folder(cache, &err) < 0) {
        status = cli_fail(&err);
    } else {
        status = run_plan(o, &p, skipped);
    }
    study_plan_done(&p);
    return status;
}

static int run_study(const study_options *o, const study *s)
{
    copse_error err;
    punct *skipped = punct_class.make(s->punct ? s->punct : "all", &err);
    if (!skipped) {
        snprintf(err.file, sizeof err.file, "%s", s->name);
        err.line = s->punct_line;
        return cli_fail(&err);
    }
    char *cache = o->cache ? mem_string(o->cache, strlen(o->cache))
                           : joined(o->common.output ? o->common.output : ".", "cache");
    const int status = run_with(o, s, cache, skipped);
    mem_free(cache);
    punct_class.free(skipped);
    return status;
}

static void list_studies(void)
{
    copse_error err;
    for (const study_file *f = study_files; f->name; f++) {
        study s;
        const bool ok = study_parse(&s, f->name, (copse_str){f->text, strlen(f->text)}, &err) == 0;
        printf("%-24s %s\n", f->name, ok ? s.title : err.message);
        if (ok)
            study_done(&s);
    }
}

// A file, or the name of a study that ships.
static int open_study(study *s, const char *name, copse_error *err)
{
    for (const study_file *f = study_files; f->name; f++)
        if (strcmp(f->name, name) == 0)
            return study_parse(s, name, (copse_str){f->text, strlen(f->text)}, err);
    return study_read(s, name, err);
}

static int run(void *options, const char **operand, int operand_n)
{
    const study_options *o = options;
    copse_error err;
    study s;
    if (operand_n == 0) {
        list_studies();
        return CLI_DONE;
    }
    if (!o->common.output && !o->dry_run)
        return cli_usage(&verb_study, "-o DIR is needed");
    if (open_study(&s, operand[0], &err) < 0)
        return cli_fail(&err);
    s.limit = o->limit ? o->limit : s.limit;
    s.eval_limit = o->eval_limit ? o->eval_limit : s.eval_limit;
    const int status = run_study(o, &s);
    study_done(&s);
    return status;
}

const cli_verb verb_study = {
    .name = "study",
    .operands = "[FILE|NAME]",
    .least = 0,
    .most = 1,
    .summary = "run a study: train systems, compare them, write tables and figures",
    .details =
        "A study is a text that declares systems as commands of copse, and the tables, figures and claims "
        "that are wanted (docs/study.md). What has not been trained and parsed yet is done now, as many jobs "
        "side by side as --threads says. Then DIR gets a page (index.html, index.md), each table as "
        "Markdown, "
        "LaTeX and tab-separated values, and each figure as SVG.\n"
        "\n"
        "A study that was interrupted goes on where it was. Models and parsed files are known by the bytes "
        "of "
        "the treebanks, all options and the program: whatever changes is done again. The output is the same, "
        "byte for byte, however often it was interrupted; only the tables of costs, costs-*, have times.\n"
        "\n"
        "Without an operand the studies that ship are listed.",
    .rows = rows,
    .size = sizeof(study_options),
    .run = run,
    .common = CLI_THREADS,
};
