// SPDX-License-Identifier: MIT
//
// Copse: dependency parsing. This is the one public header.
//
// Conventions
// - A function that can fail returns 0 (or a count) on success and a negative copse_code on failure. On
//   failure it fills the caller's copse_error, which must not be NULL. A constructor that can fail returns
//   NULL. The library never prints, exits or aborts on bad input.
// - When memory runs out, a function with a copse_error fails with COPSE_EMEMORY, and everything that it had
//   allocated is freed. Functions without one say what they do, or allocate only small objects (`_new`): they
//   abort if even that fails.
// - Words are numbered 1..n in a sentence; 0 is the artificial root.
// - A copse_str is a slice: not terminated, owned by the object it was taken from, valid until that object
//   is changed or freed.
// - `_free(NULL)`, `_close(NULL)` and `_done(NULL)` do nothing. Objects are not locked: one object, one
//   thread at a time.
// - These may be NULL: structs of options and the environment (same as all zero), callbacks (not called) and
//   their contexts, arrays of length 0, and results where stated. A text path that is NULL or "-" is
//   standard input or output. A required argument that is NULL is COPSE_EINPUT: the options of a training,
//   the name of an option, the path of a model. So is an empty list where at least one item is required.
// - These must not be NULL, and are not checked: the error, the object that a function works on (sentence,
//   tree, reader, writer, model, parser, evaluation), and the struct that receives a result, unless stated
//   otherwise. A newly made object is empty and is accepted everywhere.
#ifndef COPSE_H
#define COPSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define COPSE_API __attribute__((visibility("default")))
#else
#define COPSE_API
#endif

#define COPSE_VERSION "0.1.0"

// The version of the library in use, as "MAJOR.MINOR.PATCH".
COPSE_API const char *copse_version(void);

// ---------------------------------------------------------------------------------------------------
// Errors

typedef enum copse_code {
    COPSE_OK = 0,
    COPSE_EINPUT = -1,   // the data is wrong: a malformed line, files that do not match
    COPSE_EIO = -2,      // the system refused: cannot open, read, write, rename
    COPSE_EMODEL = -3,   // not a model file, or a damaged, truncated or newer one
    COPSE_ELIMIT = -4,   // larger than supported; the message gives the limit
    COPSE_ESTOPPED = -5, // a copse_stop was set before the work was done
    COPSE_EMEMORY = -6,  // memory ran out
} copse_code;

typedef struct copse_error {
    int code;           // a copse_code
    long line;          // 1-based line in file, or 0 where none applies
    char file[512];     // the file concerned, or ""
    char message[1024]; // what is wrong, naming the value; no newline
} copse_error;

// Writes "FILE:LINE: message", "FILE: message" or "message" into buf, cut to size, and returns buf. buf may
// be NULL if size is 0. Writes "" if err is NULL.
COPSE_API const char *copse_error_text(const copse_error *err, char *buf, size_t size);

// ---------------------------------------------------------------------------------------------------
// The environment of long work: reports, progress, threads, stopping

// Receives a line about each stage of long work, without a newline.
typedef void (*copse_report_fn)(void *context, const char *line);

// Receives the progress of long work about ten times a second, for a progress bar. total is 0 if unknown.
// Called by one thread at a time, not always the caller's. If set, ensembles do not report the lines of
// their members, which train side by side.
typedef struct copse_progress {
    const char *what; // what is being done: "iteration 3 of 10"; valid during the call
    double done, total;
} copse_progress;
typedef void (*copse_progress_fn)(void *context, const copse_progress *progress);

// A flag that asks long work to stop. Any thread and any signal handler may set it.
typedef struct copse_stop copse_stop;
COPSE_API copse_stop *copse_stop_new(void);
COPSE_API void copse_stop_set(copse_stop *stop);          // does nothing for NULL
COPSE_API bool copse_stop_is_set(const copse_stop *stop); // false for NULL
COPSE_API void copse_stop_free(copse_stop *stop);

// All fields may be zero. A NULL environment is the same as one that is all zero.
typedef struct copse_environment {
    copse_report_fn report;     // or NULL: no reports
    void *context;              // given to report and progress
    int threads;                // 0: one for each core; results never depend on it
    const copse_stop *stop;     // or NULL
    copse_progress_fn progress; // or NULL
} copse_environment;

// ---------------------------------------------------------------------------------------------------
// Text: sentences in CoNLL-U or CoNLL-X

typedef struct copse_str {
    const char *s;
    size_t len;
} copse_str;

// Formats of files. Whatever the file has, sentences are CoNLL-U or CoNLL-X: the others become one of these
// as they are read. All but brackets can be written.
typedef enum copse_format {
    COPSE_CONLLU,
    COPSE_CONLLX,
    COPSE_CONLLX8,        // CoNLL-X without PHEAD and PDEPREL
    COPSE_CONLLX6,        // CoNLL-X up to FEATS
    COPSE_CONLL2009,      // CoNLL-2009: fourteen columns and more
    COPSE_MST,            // MSTParser: lines of words, tags, labels, heads
    COPSE_MST_UNLABELLED, // the same without the line of labels
    COPSE_BRACKETS,       // phrase structure as the Penn Treebank has it
    COPSE_FORMATS
} copse_format;

// What --from and --to call a format ("conllx8"), and what messages do ("CoNLL-X with 8 columns"). "" for a
// number that is none.
COPSE_API const char *copse_format_name(copse_format format);
COPSE_API const char *copse_format_title(copse_format format);

// The ten columns of both formats, by position. CoNLL-X calls four of them CPOSTAG, POSTAG, PHEAD, PDEPREL.
typedef enum copse_column {
    COPSE_ID,
    COPSE_FORM,
    COPSE_LEMMA,
    COPSE_UPOS,
    COPSE_XPOS,
    COPSE_FEATS,
    COPSE_HEAD,
    COPSE_DEPREL,
    COPSE_DEPS,
    COPSE_MISC,
    COPSE_COLUMNS
} copse_column;

typedef struct copse_sentence copse_sentence;

// An empty sentence. copse_reader_next can fill it again and again. It may outlive the reader. Freed with
// _free.
COPSE_API copse_sentence *copse_sentence_new(void);
COPSE_API void copse_sentence_free(copse_sentence *sentence);

// Number of words n (multiword-token lines and empty nodes are not words). 0 for comments or blank lines at
// the end of a file, which the reader returns so that nothing is lost.
COPSE_API int copse_sentence_length(const copse_sentence *sentence);

// A column of word 1..n: the value put over it, else exactly as in the file. "" if the word or column does
// not exist.
COPSE_API copse_str copse_sentence_column(const copse_sentence *sentence, int word, copse_column column);

// The line of word 1..n in its file. For 0, the line where the sentence begins (comments included, blank
// lines not). 0 if there is no such word.
COPSE_API long copse_sentence_line(const copse_sentence *sentence, int word);

// Makes a sentence from an array instead of a file. A value may be NULL or "" for none; if tokens is NULL,
// all values are missing. Tabs and line ends become spaces. Heads are unknown. The sentence becomes empty if
// n is less than 1, if it exceeds the limits of a reader (1,000,000 words or 64 MB), or if memory runs out.
typedef struct copse_token {
    const char *form, *lemma, *upos, *xpos, *feats;
} copse_token;
COPSE_API void copse_sentence_set(copse_sentence *sentence, int n, const copse_token *tokens);

// Puts a value over a column of word 1..n, in place of the file's. Reading another sentence removes all such
// values. Tabs and line ends become spaces, "" becomes "_", and NULL removes the value. HEAD must be a
// number from 0 to n; ID cannot be changed.
COPSE_API int copse_sentence_put(copse_sentence *sentence, int word, copse_column column, const char *value,
                                 copse_error *err);

// Puts the item key=value over the column MISC of word 1..n, as its last item, replacing others with this
// key. The key is not empty and has no '='; neither key nor value has a '|'. A value NULL or "" becomes "_".
// CoNLL-X has no MISC: COPSE_EINPUT.
COPSE_API int copse_sentence_put_misc(copse_sentence *sentence, int word, const char *key, const char *value,
                                      copse_error *err);

// Puts tags of two characters over XPOS, as Collins et al. (1999) reduced the tags of the Prague Dependency
// Treebank: the part of speech, then the case, or the detailed part of speech of words without case. A tag
// must be one of its positional tags of 15 characters, or one character with SubPOS= and Cas= in FEATS, as
// CoNLL files have it; otherwise COPSE_EINPUT with the line, and nothing is put.
COPSE_API int copse_sentence_reduce_tags(copse_sentence *sentence, copse_error *err);

typedef struct copse_reader copse_reader;

// Opens a file for reading; NULL or "-" is standard input. Names that end in .gz and .zst are decompressed.
// Reads ahead far enough to recognise the format. Memory does not grow with the file.
COPSE_API copse_reader *copse_reader_open(const char *path, copse_error *err);

// Reads bytes in memory, which stay the caller's and must outlive the reader; they may be NULL if size is 0.
// name is for messages (NULL: "<memory>"). Compressed bytes are not recognised. Fails only if the first
// sentence is larger than supported, or if bytes is NULL and size is not 0.
COPSE_API copse_reader *copse_reader_memory(const void *bytes, size_t size, const char *name,
                                            copse_error *err);

// How a file is read. All fields may be zero; NULL options are the same.
typedef struct copse_read_options {
    bool forced;            // the format is the one below; otherwise it is recognised
    copse_format format;    // CoNLL-2009: gold columns unless predicted
    bool predicted;         // CoNLL-2009: PLEMMA, PPOS and PFEAT in the place of LEMMA, POS and FEAT
    const char *head_rules; // brackets: a file of head rules; NULL: Yamada and Matsumoto's for English
    bool phrase_labels;     // brackets: labels are categories of phrases, not those of the rules
} copse_read_options;
COPSE_API copse_reader *copse_reader_open_with(const char *path, const copse_read_options *options,
                                               copse_error *err);
COPSE_API copse_reader *copse_reader_memory_with(const void *bytes, size_t size, const char *name,
                                                 const copse_read_options *options, copse_error *err);

// Reads the next sentence. Returns 1, 0 at the end, or a negative code for a line that is not CoNLL
// (columns, ids), a NUL byte, or a read error. Heads are not checked here: see copse_tree_read and
// copse_check.
COPSE_API int copse_reader_next(copse_reader *reader, copse_sentence *sentence, copse_error *err);

// How plain text is read. All fields may be zero; NULL options are the same.
typedef enum copse_text_form {
    COPSE_TEXT_PLAIN,  // sentences and tokens are found; a blank line ends a paragraph
    COPSE_TEXT_LINES,  // each line is a sentence
    COPSE_TEXT_TOKENS, // each line is a sentence, and white space stands between tokens
} copse_text_form;

typedef struct copse_text_options {
    copse_text_form form;
    bool ranges; // MISC says where in the text each token stands: TokenRange=FROM:TO in characters from 0
} copse_text_options;

COPSE_API copse_format copse_reader_format(const copse_reader *reader);
COPSE_API void copse_reader_close(copse_reader *reader);

// ---------------------------------------------------------------------------------------------------
// Trees: what parsers make and evaluation compares

typedef struct copse_tree copse_tree;

COPSE_API copse_tree *copse_tree_new(void);
COPSE_API void copse_tree_free(copse_tree *tree);

// Reads heads and labels from the columns HEAD and DEPREL. If they are not a tree (a head that is not a
// number or out of range, a self-loop or a cycle), it fails with the line of the first such word, and the
// tree is empty. Several words may have head 0. The labels are slices of the sentence.
COPSE_API int copse_tree_read(copse_tree *tree, const copse_sentence *sentence, copse_error *err);

// Sets heads and labels from arrays. heads[0..n-1] are the heads of words 1..n; NULL only if n is 0. labels,
// and each label, may be NULL: the label is then "_", as for "". Labels are copied; tabs and line ends in
// them become spaces. If the heads are not a tree (out of range, a self-loop or a cycle), it fails with
// COPSE_EINPUT, naming the word, and the tree is empty. At most 1,000,000 words (COPSE_ELIMIT).
COPSE_API int copse_tree_set(copse_tree *tree, int n, const int *heads, const char *const *labels,
                             copse_error *err);

// For a word that is not in the tree, including the root 0, the head is -1 and the label "".
COPSE_API int copse_tree_length(const copse_tree *tree);
COPSE_API int copse_tree_head(const copse_tree *tree, int word);
COPSE_API copse_str copse_tree_label(const copse_tree *tree, int word);

// An arc h→d is projective if every word between h and d descends from h; the root 0 stands before word 1.
// False also if memory runs out.
COPSE_API bool copse_tree_is_projective(const copse_tree *tree);

// Pseudo-projective transformation (Nivre & Nilsson 2005): the marks on labels that allow lifted arcs to be
// restored. head: d↑h on the lifted arc; path: d↑ on it and p↓ on the arcs passed; head+path: both.
typedef enum copse_pproj { COPSE_PPROJ_HEAD, COPSE_PPROJ_PATH, COPSE_PPROJ_HEAD_PATH } copse_pproj;

// Lifts arcs, shortest first, until the tree is projective. Returns the number of lifts, or a negative code
// if a label already contains the marks or more than 2^28 lifts are needed (COPSE_ELIMIT; never with up to
// 20,000 words). On failure the tree is unchanged. The tree owns the new labels.
COPSE_API int copse_tree_projectivize(copse_tree *tree, copse_pproj mode, copse_error *err);

// The inverse: moves marked arcs back by a search from the top, and removes all marks from the labels.
// Accepts any tree with any labels; the result is a tree. Returns the number of arcs moved, or COPSE_EMEMORY.
COPSE_API int copse_tree_deprojectivize(copse_tree *tree, copse_pproj mode);

// ---------------------------------------------------------------------------------------------------
// Writing

typedef struct copse_writer copse_writer;

// Opens an output; NULL or "-" is standard output. A named regular file appears only at _commit: it is
// written to a temporary file beside it, synced and renamed. The temporary file of a process that was killed
// is removed by the next writer of the same file. Devices and pipes are written directly. Names that end in
// .gz and .zst are compressed, but refused for models, which are never compressed.
COPSE_API copse_writer *copse_writer_open(const char *path, copse_error *err);

// A writer into memory. It fails only if memory runs out, its bytes can be read at any time, and commit
// changes nothing.
COPSE_API copse_writer *copse_writer_memory(void);

// The bytes written so far, *size of them: not NULL, not terminated, valid until the next write or _free.
// NULL, with *size 0, if the writer is not in memory. size may be NULL.
COPSE_API const void *copse_writer_data(const copse_writer *writer, size_t *size);

// Writes a sentence as it was read, with the values put over it. If tree is not NULL, its heads and labels
// replace HEAD and DEPREL. A tree of another length is COPSE_EINPUT.
COPSE_API int copse_writer_put(copse_writer *writer, const copse_sentence *sentence, const copse_tree *tree,
                               copse_error *err);

// Sentences as text in memory.
typedef enum copse_rendering {
    COPSE_RENDER_CONLL, // as copse_writer_put writes them
    COPSE_RENDER_JSON,  // an object on a line of its own: docs/parse.md
    COPSE_RENDER_TEXT   // the tokens, separated by blanks, on a line of their own
} copse_rendering;

// scores: with the confidence of each arc, for trees that have it; CoNLL-X has no place for it. tree may be
// NULL; one of another length is ignored. A sentence without words is "" as JSON and as text. The string is
// terminated, and the caller frees it with free(). *length is set if length is not NULL. NULL if memory runs
// out.
COPSE_API char *copse_render(const copse_sentence *sentence, const copse_tree *tree, copse_rendering as,
                             bool scores, size_t *length);

// Writes a sentence in the given format; in that of its file byte for byte, unless values were put over it.
// What the format cannot express is counted in lost, which may be NULL. COPSE_EINPUT for brackets, if they
// would have to be made.
typedef struct copse_lost {
    long comments, multiword, empty_nodes; // lines of these kinds
    long deps, misc;                       // values of DEPS and MISC that were dropped
    long spaces;                           // forms and lemmas whose spaces became underscores
    long lemmas, tags, feats;              // other values that were dropped; tags: the second one of a word
    long heads, labels, projective;        // projective: PHEAD and PDEPREL
    long unknown;                          // words without a head that have head 0 now
} copse_lost;
COPSE_API int copse_writer_convert(copse_writer *writer, const copse_sentence *sentence, copse_format to,
                                   copse_lost *lost, copse_error *err);

// Writes any bytes; NULL only if size is 0.
COPSE_API int copse_writer_bytes(copse_writer *writer, const void *bytes, size_t size, copse_error *err);

// Flushes, checks, and makes the file appear. Without it no named file appears. Call once: a second call is
// an error (COPSE_EIO), except for a writer into memory.
COPSE_API int copse_writer_commit(copse_writer *writer, copse_error *err);
COPSE_API void copse_writer_free(copse_writer *writer);

// Removes the unfinished files of this process. Async-signal-safe, for handlers of SIGINT and SIGTERM.
COPSE_API void copse_remove_unfinished(void);

// ---------------------------------------------------------------------------------------------------
// Checking a treebank

typedef enum copse_problem_kind {
    COPSE_P_COLUMNS,     // not ten tab-separated columns
    COPSE_P_ID,          // an id that is no id, or out of order
    COPSE_P_EMPTY,       // an empty column, the form among them
    COPSE_P_HEAD_NUMBER, // a head that is not a number
    COPSE_P_HEAD_RANGE,  // a head that is no word of the sentence
    COPSE_P_SELF_LOOP,   // a word that is its own head
    COPSE_P_CYCLE,       // a cycle of two or more words
    COPSE_P_NO_ROOT,     // no word has head 0
    COPSE_P_ROOTS,       // more than one has
    COPSE_P_UTF8,        // bytes that are not UTF-8
    COPSE_P_CONTROL,     // a control character
    COPSE_P_ROOT_LABEL,  // a word under the root whose label is not root (options.ud)
    COPSE_P_ROOT_BELOW,  // a word that is not under the root with the label root (options.ud)
    COPSE_P_DEPS,        // an item of DEPS that is no arc of the sentence, or out of order; CoNLL-U only
    COPSE_P_KINDS
} copse_problem_kind;

typedef struct copse_problem {
    copse_problem_kind kind;
    long line;
    const char *message; // valid during the call
} copse_problem;

typedef void (*copse_problem_fn)(void *context, const copse_problem *problem);

typedef struct copse_check_result {
    long sentences, words;
    long problems[COPSE_P_KINDS]; // by kind
    long total;                   // of all kinds
} copse_check_result;

typedef struct copse_check_options {
    bool several_roots; // more than one root word is no problem
    bool ud; // Universal Dependencies: one root word, with the label root or root:SUBTYPE, which no other
             // word has; several_roots then has no effect
} copse_check_options;

// Reads a whole file and calls fn (which may be NULL) for every problem, in the order of lines within each
// sentence (in batches of 65,536 if one sentence has more). options and result may be NULL. Returns 0 even
// if there are problems; negative if the file cannot be read.
COPSE_API int copse_check(const char *path, const copse_check_options *options, copse_problem_fn fn,
                          void *context, copse_check_result *result, copse_error *err);

// ---------------------------------------------------------------------------------------------------
// Statistics of a treebank

typedef struct copse_count {
    char *name; // terminated
    long count;
} copse_count;

enum { COPSE_LENGTH_BINS = 12 };

typedef struct copse_stats {
    copse_format format;
    long bytes; // after decompression
    long sentences, words, multiword, empty_nodes, comments;
    long annotated; // sentences whose heads are a tree; the figures on arcs and labels are over these
    long arcs;      // words in annotated sentences
    long length_bins[COPSE_LENGTH_BINS]; // sentences by length, copse_length_bin_top says up to which
    int shortest, longest;               // words
    double mean_length, median_length;
    long nonprojective_arcs, nonprojective_sentences;
    int max_degree; // largest degree of an arc: subtrees it spans that hang elsewhere (sentences where
                    // that takes over a billion steps, of 30,000 words or more, are left out)
    long roots[4];  // annotated sentences with 0 (not used), 1, 2, 3 or more root words
    double mean_arc_length; // words, root arcs excluded
    copse_count *labels;    // [labels_n] most frequent first, equal ones by name
    size_t labels_n;
    copse_count *upos; // [upos_n] values of UPOS or CPOSTAG over all words, "_" among them
    size_t upos_n;
    copse_count *xpos; // [xpos_n] of XPOS or POSTAG
    size_t xpos_n;
    copse_column pos;                  // the column --pos auto takes: COPSE_XPOS or COPSE_UPOS
    size_t forms_n, lemmas_n, feats_n; // distinct values; "_" is no lemma and no features
    uint64_t digest;                   // of all bytes, the one stored in models
} copse_stats;

// The greatest length in bin 0..COPSE_LENGTH_BINS-1. The last bin has no limit and gives INT_MAX, as do
// higher numbers; negative numbers give 0.
COPSE_API int copse_length_bin_top(int bin);

// The column to use for parts of speech, by the number of distinct values of XPOS: COPSE_XPOS for 2 to 200,
// otherwise COPSE_UPOS.
COPSE_API copse_column copse_pos_auto(size_t xpos_values);

// Reads a whole file; memory grows only with its vocabulary and its longest sentence. An empty file gives
// zeros. Returns a negative code for input that the reader refuses. A sentence with wrong heads is only left
// out of `annotated`.
COPSE_API int copse_stats_read(copse_stats *stats, const char *path, copse_error *err);
COPSE_API void copse_stats_done(copse_stats *stats);

// ---------------------------------------------------------------------------------------------------
// Describing a model file

// Does the file begin like a model? False for standard input ("-" or NULL) and files that cannot be opened.
COPSE_API bool copse_is_model(const char *path);

// Receives one fact about a model. group: "model" (format version, sections), "section" (a tag and its
// length in bytes), "meta" and "option" (the lines of the sections META and OPTS). Values are UTF-8 without
// control characters, valid during the call.
typedef void (*copse_fact_fn)(void *context, const char *group, const char *name, const char *value);

// Opens a model, checks it, and calls fn (which may be NULL) for every fact in the order of the file.
COPSE_API int copse_model_describe(const char *path, copse_fact_fn fn, void *context, copse_error *err);

// ---------------------------------------------------------------------------------------------------
// Evaluation
//
// Where a function takes the file of a system, that is "FILE" or "NAME=FILE". The name stands for the
// system in weights of votes and reports; otherwise it is the file's name without folder and ending. What is
// before the first "=" is no name if it is empty or has a slash: a file a=b is given as "./a=b".

// The tags of punctuation in Yamada & Matsumoto's and later work on the Penn Treebank, for skip_tags.
#define COPSE_ENGLISH_PUNCTUATION "'' `` , . :"

typedef struct copse_eval_options {
    bool skip_punctuation; // leave out words whose form is all Unicode punctuation (the rule of CoNLL-X)
    const char *skip_tags; // leave out words with one of these tags, separated by blanks, in XPOS (POSTAG) or
                           // UPOS (CPOSTAG) of gold; NULL: none
    bool nonprojective_only; // only sentences whose gold tree has a non-projective arc ("Czech-B")
    bool calibration;        // also compare the MISC items Score and LabelScore with what is right
    bool graph;              // compare the graphs in DEPS too; of files and readers only
    bool confusion;          // count which labels stand for which
} copse_eval_options;

typedef struct copse_tally { // one row of a table: a label or a part of speech
    char *name;              // terminated
    long gold, system;       // words that have it in gold, in system (the same for parts of speech)
    long head;               // gold words with the right head
    long label;              // gold words with the right label
    long both;               // gold words with both
} copse_tally;

typedef struct copse_confusion { // a gold label and the one that a system gives instead, or the same
    const char *gold, *system;   // names of rows in labels
    long words, head;            // words; of these, words with the right head
} copse_confusion;

typedef struct copse_sentence_scores { // what a sentence adds to the scores
    uint32_t tokens, head, label, both, undirected;
    uint32_t root_gold, root_system, root_both;
    uint32_t same_roots; // 1 or 0
} copse_sentence_scores;

enum { COPSE_RIGHT_HEAD = 1, COPSE_RIGHT_LABEL = 2, COPSE_RIGHT_BOTH = 3 };

// Probabilities against what happened: words in bins of equal width by their probability.
enum { COPSE_RELIABILITY_BINS = 10 };

typedef struct copse_reliability {
    long words[COPSE_RELIABILITY_BINS]; // with a probability from i/10 up to (i+1)/10, the last bin with 1
    long right[COPSE_RELIABILITY_BINS]; // of these, words that are right
    double sum[COPSE_RELIABILITY_BINS]; // of their probabilities
    double squares;                     // of the differences between the probability and 1 (right) or 0
} copse_reliability;

// The expected calibration error: the mean over words of the distance between the mean probability of its bin
// and the share of right words there. The Brier score: the mean of squares. 0 without words.
COPSE_API double copse_reliability_ece(const copse_reliability *reliability);
COPSE_API double copse_reliability_brier(const copse_reliability *reliability);

typedef struct copse_graph_arcs {
    long gold, system, both; // arcs in gold, in system, in both
} copse_graph_arcs;

// Arcs of the graphs in DEPS, in which a word may have several heads. In CoNLL-X a graph is the tree and the
// secondary arcs in PHEAD and PDEPREL. Arcs of words that do not count are left out.
typedef struct copse_graph_scores {
    copse_graph_arcs labelled, unlabelled; // all arcs; unlabelled ones are pairs of head and dependent
    copse_graph_arcs secondary;            // arcs whose head is not that in HEAD of the same file
    copse_graph_arcs secondary_unlabelled;
    copse_graph_arcs copied; // with the system's tree in the place of its graph: a baseline
    copse_graph_arcs copied_unlabelled;
    long empty_gold, empty_system; // arcs from empty nodes, which are passed by
    long bad; // items of the system that are no arcs: each is an arc of the system that is wrong
} copse_graph_scores;

typedef struct copse_scores {
    long sentences, tokens;                 // evaluated
    long skipped_tokens;                    // left out as punctuation
    long skipped_sentences;                 // left out as projective
    long head, label, both;                 // words with the right head, label, both
    long undirected;                        // words whose head is right, or depends on them in gold
    long exact, exact_unlabelled;           // sentences with every counted word right ("Complete")
    long root;                              // sentences whose root words are the gold ones
    long root_gold, root_system, root_both; // words with head 0 in gold, system, both
    copse_tally *labels;                    // [labels_n] by descending gold count, then name
    size_t labels_n;
    copse_tally *pos; // [pos_n] by gold UPOS/CPOSTAG
    size_t pos_n;
    copse_confusion *confusion; // [confusion_n] by descending number of words, then names; if asked for
    size_t confusion_n;
    copse_sentence_scores *by_sentence; // [sentences]
    unsigned char *by_word;             // [tokens] what is right: COPSE_RIGHT_HEAD | COPSE_RIGHT_LABEL
    // With calibration: the words that have the MISC item Score, by whether the head is right; those that
    // have LabelScore, by whether head and label are right.
    copse_reliability reliability, label_reliability;
    copse_graph_scores graph; // all zero unless asked for
} copse_scores;

// Compares two files word by word. They must have the same sentences and forms. Gold heads must be numbers
// in range and, with nonprojective_only, trees. A system's word without a head counts as wrong. With graph,
// items of DEPS in gold must be arcs, and there must be some. If options is NULL, everything counts. On
// failure the scores are empty.
COPSE_API int copse_evaluate(copse_scores *scores, const char *gold, const char *system,
                             const copse_eval_options *options, copse_error *err);
// The same with two open readers, which may be in memory and stay the caller's.
COPSE_API int copse_evaluate_stream(copse_scores *scores, copse_reader *gold, copse_reader *system,
                                    const copse_eval_options *options, copse_error *err);
// The same for n systems, at least one, reading the gold file once (it may be a pipe): scores[0..n-1].
COPSE_API int copse_evaluate_all(copse_scores *scores, const char *gold, const char *const *systems, size_t n,
                                 const copse_eval_options *options, copse_error *err);

// Scores of raw text, as the CoNLL 2018 shared task defines them: the system had to find tokens and sentences
// itself. Files need only have the same characters, whatever their spaces. docs/eval.md has the definitions.
typedef enum copse_raw_figure {
    COPSE_RAW_TOKENS,
    COPSE_RAW_SENTENCES,
    COPSE_RAW_WORDS, // pairs of words
    COPSE_RAW_UPOS,
    COPSE_RAW_XPOS,
    COPSE_RAW_UFEATS,   // universal features
    COPSE_RAW_ALL_TAGS, // the three above
    COPSE_RAW_LEMMAS,
    COPSE_RAW_UAS,
    COPSE_RAW_LAS,  // labels without subtypes
    COPSE_RAW_CLAS, // the same, of content words
    COPSE_RAW_MLAS, // and UPOS, features and function words
    COPSE_RAW_BLEX, // CLAS and lemmas
    COPSE_RAW_FIGURES
} copse_raw_figure;

typedef struct copse_raw_count {
    long right;        // in gold and in system alike
    long gold, system; // tokens, sentences, words or content words
    long aligned;      // pairs of words whose gold word counts; tokens and sentences: right
} copse_raw_count;

typedef struct copse_raw_scores {
    copse_raw_count of[COPSE_RAW_FIGURES];
} copse_raw_scores;

// "Tokens", "UPOS", "AllTags", as the shared task has them; "" for a number that is none.
COPSE_API const char *copse_raw_figure_name(copse_raw_figure figure);
// In per cent; 0 without anything to count. F1 is the one that papers report.
COPSE_API double copse_raw_precision(const copse_raw_count *count);
COPSE_API double copse_raw_recall(const copse_raw_count *count);
COPSE_API double copse_raw_f1(const copse_raw_count *count);

// Scores n systems, at least one: scores[0..n-1]. Fails with COPSE_EINPUT if the characters differ or a head
// is no number in range; a system's words may lack heads. COPSE_ELIMIT: a file is too large, or multiword
// tokens join thousands of words. Files are kept in memory. On failure the scores are empty.
COPSE_API int copse_evaluate_raw(copse_raw_scores *scores, const char *gold, const char *const *systems,
                                 size_t n, copse_error *err);

// copse_evaluate_all if all files have the same sentences and words (0), otherwise copse_evaluate_raw (1):
// then raw[0..n-1] is filled, scores is empty, and why, which may be NULL, says where the first difference
// is. Standard input and pipes are kept in memory.
COPSE_API int copse_evaluate_either(copse_scores *scores, copse_raw_scores *raw, const char *gold,
                                    const char *const *systems, size_t n, const copse_eval_options *options,
                                    copse_error *why, copse_error *err);

// Evaluation of trees in memory, a sentence at a time. options are copied and may be NULL.
typedef struct copse_evaluation copse_evaluation;
COPSE_API copse_evaluation *copse_evaluation_new(const copse_eval_options *options);
COPSE_API void copse_evaluation_free(copse_evaluation *evaluation);

// Compares two trees of a sentence, which gives forms and parts of speech; its HEAD and DEPREL are not used.
// No reference to the three is kept. Fails with COPSE_EINPUT, and counts nothing, if their lengths differ.
// If memory runs out (COPSE_EMEMORY), part of the sentence may have been counted.
COPSE_API int copse_evaluation_add(copse_evaluation *evaluation, const copse_sentence *sentence,
                                   const copse_tree *gold, const copse_tree *system, copse_error *err);

// The scores of everything added; the caller frees them with copse_scores_done. Empties the evaluation,
// unless it fails (COPSE_EMEMORY).
COPSE_API int copse_evaluation_scores(copse_evaluation *evaluation, copse_scores *scores, copse_error *err);
COPSE_API void copse_scores_done(copse_scores *scores);

// The figures of an evaluation; docs/eval.md defines them.
typedef enum copse_figure {
    COPSE_LAS,
    COPSE_UAS,
    COPSE_LA,
    COPSE_EXACT,
    COPSE_EXACT_UNLABELLED,
    COPSE_ROOT,
    COPSE_ROOT_PRECISION,
    COPSE_ROOT_RECALL,
    COPSE_ROOT_F,
    COPSE_UNDIRECTED,
    COPSE_FIGURES
} copse_figure;
// A figure in per cent; NaN if nothing was counted. right and total, which may be NULL, get its counts.
COPSE_API double copse_figure_value(const copse_scores *scores, copse_figure figure, long *right,
                                    long *total);

// Confidence intervals of all figures by the bootstrap over sentences, percentile method. samples is at least
// 1; level is that of the interval, as 0.95. The same seed gives the same result, and the same draws of
// sentences for all systems on the same gold data. Takes O(samples * sentences) steps and 80 bytes a sample.
typedef struct copse_interval {
    double low, high; // in per cent; NaN if nothing was counted
} copse_interval;
typedef struct copse_bootstrap_result {
    long samples;
    double level;
    copse_interval of[COPSE_FIGURES];
} copse_bootstrap_result;
COPSE_API int copse_bootstrap(copse_bootstrap_result *result, const copse_scores *scores, long samples,
                              double level, uint64_t seed, copse_error *err);

// Is the difference between two systems on the same gold data significant? Approximate randomisation over
// sentences, two-sided: the share of samples whose difference is at least the one observed. The same seed
// gives the same result. samples is at least 1.
typedef struct copse_significance {
    double las_difference, uas_difference; // second minus first, in points
    double las_p, uas_p;
    long samples;
} copse_significance;
COPSE_API int copse_compare(copse_significance *result, const copse_scores *first, const copse_scores *second,
                            long samples, uint64_t seed, copse_error *err);

// The same by McNemar's test over words, two-sided: exact (binomial) if the systems differ on fewer than 25
// words, else by chi-square with the correction for continuity. It takes the words of a sentence as
// independent, so its p is smaller as a rule than that of copse_compare.
typedef struct copse_discordance {
    long first, second; // words that the first alone has right, the second alone
    double chi_square;  // with the correction
    double p;
    bool exact; // p is that of the binomial distribution
} copse_discordance;
typedef struct copse_mcnemar_result {
    copse_discordance las, uas, la;
} copse_mcnemar_result;
COPSE_API int copse_mcnemar(copse_mcnemar_result *result, const copse_scores *first,
                            const copse_scores *second, copse_error *err);

// ---------------------------------------------------------------------------------------------------
// Studies: what systems could reach together, and their errors (McDonald & Nivre 2007)

// Right words under an oracle that knows the gold tree. `both`: words with right head and label, choosing
// trees to maximise that; `head`: words with the right head, choosing trees to maximise that.
typedef struct copse_oracle_row {
    uint32_t systems;            // of a subset: bit k for system k
    long whole_both, whole_head; // the best whole parse of each sentence
    long union_both, union_head; // the best tree in the union of the systems' arcs
} copse_oracle_row;

typedef struct copse_oracle_options {
    bool skip_punctuation; // as for copse_evaluate
    const char *skip_tags; // the same
    bool subsets;          // every subset of two or more systems
} copse_oracle_options;

enum { COPSE_ORACLE_MOST = 12 }; // systems, with subsets

typedef struct copse_oracle {
    size_t systems;
    long sentences, tokens, skipped_tokens;
    copse_oracle_row *alone; // [systems] whole and union figures are equal: those of evaluation
    copse_oracle_row all;
    copse_oracle_row *subset; // [subsets] smaller sets first; the last is the set of all
    size_t subsets;           // 0 unless options.subsets
} copse_oracle;

// Reads a gold file and the files of n systems, at least one, which must have the same words; all their heads
// must be trees. options may be NULL. Memory does not grow with the files. On failure the result is empty.
COPSE_API int copse_oracle_read(copse_oracle *oracle, const char *gold, const char *const *systems, size_t n,
                                const copse_oracle_options *options, copse_error *err);
COPSE_API void copse_oracle_done(copse_oracle *oracle);

// The same for lists of trees, as copse_parse_stream writes them with kbest: the best of the first trees of
// each sentence.
enum { COPSE_KBEST_ROWS = 10 };

typedef struct copse_kbest_row {
    int first;       // trees of each list that the oracle chooses from: 1, 2, 5, 10, ... 1000
    long both, head; // right words, as in copse_oracle_row
    long whole;      // sentences for which all words that count are right, head and label, in one tree
} copse_kbest_row;

typedef struct copse_kbest_oracle {
    long sentences, tokens, skipped_tokens, trees;
    copse_kbest_row row[COPSE_KBEST_ROWS]; // [rows] the last reaches to the end of the longest list
    size_t rows;
} copse_kbest_oracle;

// Reads a gold file and a file of lists. The lists must be those of the gold sentences, in the same order.
// Of options only what is skipped matters; they may be NULL. Memory does not grow with the files.
COPSE_API int copse_oracle_kbest(copse_kbest_oracle *oracle, const char *gold, const char *list,
                                 const copse_oracle_options *options, copse_error *err);

// The properties by which arcs, or their dependents, are counted. docs/analyze.md defines them.
typedef enum copse_factor {
    COPSE_BY_SENTENCE_LENGTH, // bins of ten words
    COPSE_BY_ARC_LENGTH,      // |head - dependent|
    COPSE_BY_ROOT_DISTANCE,   // arcs from the root to the dependent
    COPSE_BY_SIBLINGS,        // other dependents of the same head
    COPSE_BY_NONPROJECTIVITY, // degree: subtrees between the ends that hang elsewhere
    COPSE_BY_POS,             // gold UPOS/CPOSTAG of the dependent
    COPSE_BY_POS_GROUP,       // of parts of speech: verbs, nouns, ...
    COPSE_BY_LABEL,
    COPSE_BY_GROUP, // of labels
    COPSE_FACTORS
} copse_factor;

typedef struct copse_arc_counts {      // of one system
    long arcs;                         // its arcs that have the property, in its own tree
    long precise_both, precise_head;   // of these: right in head and label, in the head
    long recalled_both, recalled_head; // of the gold arcs with the property: those it has right
} copse_arc_counts;

typedef struct copse_analysis_row {
    char *name;           // terminated: "7", "31-", "nsubj"
    int low, high;        // of a number: from, to (INT_MAX: and more)
    long gold;            // gold arcs that have the property, in the gold tree
    copse_arc_counts *of; // [systems]
} copse_analysis_row;

typedef struct copse_analysis_table {
    // [rows] Numbers in order, names by descending gold count, groups as in their file. Only groups may have
    // rows without arcs.
    copse_analysis_row *row;
    size_t rows;
} copse_analysis_table;

typedef struct copse_agreement { // of two systems, in words
    long same;                   // they agree
    long both_right, first_right, second_right, neither_right;
} copse_agreement;

typedef struct copse_pair {
    size_t first, second;
    copse_agreement both, head; // on head and label, on the head
} copse_pair;

// Words for which the largest group of agreeing systems has a certain size.
typedef struct copse_majority {
    long words;
    long right; // the answer of that group is right (of equally large groups, the one with the first system)
    long some_right; // the answer of some system is right
} copse_majority;

typedef struct copse_analysis {
    size_t systems;
    long sentences, tokens, skipped_tokens;
    long unmeasured; // sentences left out of COPSE_BY_NONPROJECTIVITY: too long, too many crossing arcs
    copse_arc_counts *total; // [systems] over all arcs, where precision equals recall: LAS, UAS
    copse_analysis_table table[COPSE_FACTORS];
    copse_pair *pair; // [pairs] (0, 1), (0, 2), ... (1, 2), ...
    size_t pairs;
    copse_majority *majority_both, *majority_head; // [systems + 1] by the size of the group
} copse_analysis;

typedef struct copse_analysis_options {
    bool skip_punctuation; // words that copse_evaluate would leave out do not count, but stay in the trees
    const char *skip_tags; // the same
    // Files with groups of labels and of parts of speech, or names of shipped ones (docs/analyze.md). NULL:
    // "ud" of labels, and of tags "upos" or "penn", whichever has more of the words.
    const char *groups, *pos_groups;
} copse_analysis_options;

// Reads a gold file and the files of n systems, at least one, which must have the same words; all their heads
// must be trees. options may be NULL. Memory grows with the number of labels and parts of speech, not with
// the files. On failure the result is empty.
COPSE_API int copse_analyze(copse_analysis *analysis, const char *gold, const char *const *systems, size_t n,
                            const copse_analysis_options *options, copse_error *err);
COPSE_API void copse_analysis_done(copse_analysis *analysis);

// ---------------------------------------------------------------------------------------------------
// Training

// The name of the i-th family of trainers, or NULL after the last: "transition", "graph", "generative" (a
// language model too), "stack" (a parser that sees the trees of others) and "ensemble" (several parsers whose
// votes are reparsed).
COPSE_API const char *copse_family_name(size_t i);

// The options of a family, all set to the defaults of the command line. For an unknown name NULL, and err
// lists the families. `copse train FAMILY --help` describes the options.
typedef struct copse_options copse_options;
COPSE_API copse_options *copse_options_new(const char *family, copse_error *err);
COPSE_API copse_options *copse_options_copy(const copse_options *options); // NULL for NULL
COPSE_API void copse_options_free(copse_options *options);

// Sets an option by its name, without dashes, from text as on the command line; "true" and "false" for
// flags. On failure returns COPSE_EINPUT with the command line's message, and the option is unchanged.
COPSE_API int copse_options_set(copse_options *options, const char *name, const char *value,
                                copse_error *err);
// The value as text, which the caller frees with free(). NULL if the option has no value or does not exist,
// or options is NULL.
COPSE_API char *copse_options_get(const copse_options *options, const char *name);
// Are the options compatible, and does each given option have an effect? Returns 0 or COPSE_EINPUT. Training
// checks this first.
COPSE_API int copse_options_check(const copse_options *options, copse_error *err);

typedef enum copse_option_type {
    COPSE_OPTION_FLAG,
    COPSE_OPTION_WHOLE, // a whole number
    COPSE_OPTION_REAL,
    COPSE_OPTION_TEXT,
    COPSE_OPTION_CHOICE
} copse_option_type;

typedef struct copse_choice {
    const char *name;
    const char *help; // or NULL
} copse_choice;

typedef struct copse_option {
    const char *name;
    copse_option_type type;
    const char *standard; // the default as text; NULL: none. "auto": decided later, help says how
    const char *range;    // of numbers: "1..64", either end may be missing; NULL: any
    const char *argument; // what --help calls the value: "FILE", "N"; NULL: nothing
    const char *help;
    const copse_choice *choices; // [choices_n]
    size_t choices_n;
} copse_option;

// Calls fn for every option; not at all if options is NULL. The option is valid during the call.
typedef void (*copse_option_fn)(void *context, const copse_option *option);
COPSE_API void copse_options_each(const copse_options *options, copse_option_fn fn, void *context);

// Trains on a treebank (a file; NULL or "-" is standard input) and saves a model, whole or not at all. If
// stopped, a graph-based parser saves the model of its last finished iteration. Without such an iteration,
// and for all other trainers, it fails with COPSE_ESTOPPED. The model does not depend on the number of
// threads. environment may be NULL.
COPSE_API int copse_train(const copse_options *options, const char *train, const char *model,
                          const copse_environment *environment, copse_error *err);
// The same from the rest of an open reader to an open writer, either of which may be in memory. The caller
// commits the writer.
COPSE_API int copse_train_stream(const copse_options *options, copse_reader *train, copse_writer *model,
                                 const copse_environment *environment, copse_error *err);

// Cross-validation: the treebank is cut into folds, and each fold is parsed by a parser trained on the
// others.
enum { COPSE_MOST_FOLDS = 100 };

typedef enum copse_split {
    COPSE_SPLIT_CONSECUTIVE, // folds are stretches of consecutive sentences
    COPSE_SPLIT_MODULO,      // of k folds, sentence i is in fold i mod k
    COPSE_SPLIT_RANDOM       // at random, by the seed of the training options
} copse_split;

typedef struct copse_crossval_options {
    long folds; // 2 to COPSE_MOST_FOLDS
    copse_split split;
    copse_eval_options evaluation; // what counts; calibration, graph and confusion are not possible
} copse_crossval_options;

// For every family: a parser alone, a stack, an ensemble, a generative model. predictions gets the
// training data in its order, with predicted heads and labels; malformed sentences that were left out pass
// through unchanged. It may be NULL; the caller opens and commits it. scores[how->folds] gets the scores of
// each fold, for copse_scores_done; on failure all are empty. If stopped, it fails with COPSE_ESTOPPED.
// environment may be NULL.
COPSE_API int copse_crossval_scores(const copse_options *options, const copse_crossval_options *how,
                                    const char *train, copse_writer *predictions, copse_scores *scores,
                                    const copse_environment *environment, copse_error *err);

// The same with folds of consecutive sentences, of which every word counts.
typedef struct copse_fold {
    long sentences, words;
    long head, both; // words with the right head; with the right head and label
} copse_fold;

typedef struct copse_crossval_result {
    long folds;
    copse_fold fold[COPSE_MOST_FOLDS]; // [folds]
} copse_crossval_result;

// result and environment may be NULL.
COPSE_API int copse_crossval(const copse_options *options, long folds, const char *train,
                             const char *predictions, copse_crossval_result *result,
                             const copse_environment *environment, copse_error *err);

// ---------------------------------------------------------------------------------------------------
// Learners seen from outside

typedef enum copse_instance_format {
    COPSE_TIMBL, // columns of symbols and the class, separated by spaces
    COPSE_LIBSVM // the number of the class and numbers of features, "id:1", ascending
} copse_instance_format;

// The classifiers of a transition-based parser. Labels that are not chosen with the transition
// (joint-labels) have two of their own.
typedef enum copse_classifier { COPSE_TRANSITIONS, COPSE_LEFT_LABELS, COPSE_RIGHT_LABELS } copse_classifier;

typedef struct copse_instances_request {
    copse_instance_format format;
    copse_classifier classifier;
    const char *where;           // TERM=VALUE: only where a term of features has this value; or NULL
    const char *const *treebank; // [n] NULL or "-": standard input
    const char *const *output;   // [n] NULL or "-": standard output; output itself may be NULL
    size_t n;                    // at least 1
    const char *map;             // a file for the names of classes, columns and features, or NULL
} copse_instances_request;

// Writes the examples that a transition-based parser learns from along the derivations of gold trees, one a
// line. The first treebank decides about everything, as in training; features of the others that it does not
// have are left out, and their new classes get further numbers. options are those of the family transition;
// of these only what shapes the examples is used. environment may be NULL.
COPSE_API int copse_instances(const copse_options *options, const copse_instances_request *request,
                              const copse_environment *environment, copse_error *err);

// What a learner says about an instance. Valid during the call.
typedef struct copse_answer {
    const char *chosen;
    copse_str gold; // as in the file
    bool right;
    bool tie;                   // memory: classes had equal votes among the nearest instances
    double distance;            // memory: of the nearest instances; otherwise NaN
    size_t n;                   // classes, in the order in which they first occur in training
    const char *const *classes; // [n]
    const double *vote;         // [n] memory: weighted votes; otherwise scores
} copse_answer;
typedef void (*copse_class_fn)(void *context, const copse_answer *answer);

typedef struct copse_classify_request {
    const char *train, *test; // files of instances; NULL or "-": standard input
    bool known_format;        // otherwise recognised by the first line of train
    copse_instance_format format;
    copse_class_fn fn; // called for every line of test; or NULL
    void *context;
} copse_classify_request;

typedef struct copse_classify_result {
    long instances, right, ties;
} copse_classify_result;

// Trains a learner on a file of instances and classifies those of another. options are those of the family
// transition; of these only the learner's and the seed are used. result and environment may be NULL.
COPSE_API int copse_classify(const copse_options *options, const copse_classify_request *request,
                             copse_classify_result *result, const copse_environment *environment,
                             copse_error *err);

// ---------------------------------------------------------------------------------------------------
// Parsing

typedef struct copse_model copse_model;

// Loads a model of any kind from a file. The model is read-only and may be shared by any number of threads.
// path may be NAME=FILE: the name is that for copse_model_together. A file a=b is given as ./a=b.
COPSE_API copse_model *copse_model_load(const char *path, copse_error *err);
// The same from the bytes of a model file, with the same checks. The bytes are copied: the caller may free
// them. NULL or no bytes are COPSE_EMODEL. name stands for the file's name in messages and for
// copse_model_together (NULL: "<memory>").
COPSE_API copse_model *copse_model_from_memory(const void *bytes, size_t size, const char *name,
                                               copse_error *err);
COPSE_API void copse_model_free(copse_model *model);

// Joins n models, at least 1, none of them NULL or listed twice. All parse, and the result is the best tree
// under their votes, with one root word if all their trees have one. The systems have the names that they
// were loaded by, or those of their files, without folders and endings. On success the new model owns the
// models. On failure returns NULL, and the caller still owns them.
COPSE_API copse_model *copse_model_together(copse_model *const *models, size_t n, copse_error *err);

// The next two functions are for an ensemble or joined models, before any parser is made from it.
//
// Sets other weights of votes, from a file of copse_weigh whose systems are named like the voting members;
// NULL: all count the same.
COPSE_API int copse_model_weights(copse_model *model, const char *path, copse_error *err);
// Lets one member alone parse, with its guides. COPSE_EINPUT if there is no such member; err lists them.
COPSE_API int copse_model_member(copse_model *model, const char *name, copse_error *err);

// Has the model a graph-based parser that leaves unlikely arcs out, so that copse_parse_options.unpruned has
// an effect? False for NULL.
COPSE_API bool copse_model_prunes(const copse_model *model);

typedef enum copse_root_choice {
    COPSE_ROOT_AS_TRAINED, // as the model was trained
    COPSE_ROOT_SINGLE,     // one root word in every sentence
    COPSE_ROOT_ANY
} copse_root_choice;

typedef enum copse_decode {
    COPSE_DECODE_BEST,    // the tree that scores best
    COPSE_DECODE_MIN_RISK // the tree with the most arcs that are expected to be right
} copse_decode;

typedef struct copse_parse_options {
    copse_root_choice single_root;
    bool scores; // fill in the confidence of each arc, between 0 and 1
    copse_decode decode;
    bool unpruned; // graph-based parsers score every arc, not only those of likely heads: slower
    int kbest;     // copse_parse_stream writes so many trees of each sentence; 0 is 1
    // Words whose HEAD is a number in the sentence as read keep it, and their DEPREL if that is not "_". The
    // parser fills in the rest.
    bool keep_heads;
    // Taggers and lemmatisers replace the values of the sentence; otherwise they fill in those that are "_".
    // FEATS of a word with a part of speech counts as given if any word of the sentence has FEATS.
    bool retag;
    copse_rendering output; // what copse_parse_stream and copse_parse_file write
} copse_parse_options;

// Does the model have a tokeniser, so that it can read plain text?
COPSE_API bool copse_model_reads_text(const copse_model *model);

// Opens plain text, of which the tokeniser of a model makes sentences in CoNLL-U. The model must outlive the
// reader. NULL on failure, COPSE_EINPUT if the model has no tokeniser and the options need one
// (COPSE_TEXT_TOKENS needs none). The bytes in memory are as for copse_reader_memory.
COPSE_API copse_reader *copse_reader_text(const char *path, const copse_model *model,
                                          const copse_text_options *options, copse_error *err);
COPSE_API copse_reader *copse_reader_text_memory(const void *bytes, size_t size, const char *name,
                                                 const copse_model *model, const copse_text_options *options,
                                                 copse_error *err);

// Opens a file and tells by its content what it is: a treebank in any format, or else plain text. If the
// model has no tokeniser, everything is a treebank. A file without lines, or with comments alone, is one too.
COPSE_API copse_reader *copse_reader_any(const char *path, const copse_model *model,
                                         const copse_text_options *options, copse_error *err);
COPSE_API copse_reader *copse_reader_any_memory(const void *bytes, size_t size, const char *name,
                                                const copse_model *model, const copse_text_options *options,
                                                copse_error *err);
// Is it plain text that the reader reads?
COPSE_API bool copse_reader_is_text(const copse_reader *reader);

// What one thread needs to parse with a model: make one for each thread. options may be NULL. Returns NULL
// if model is NULL.
typedef struct copse_parser copse_parser;
COPSE_API copse_parser *copse_parser_new(const copse_model *model, const copse_parse_options *options);
COPSE_API void copse_parser_free(copse_parser *parser);

// Parses a sentence of any length. The result is a tree: every word has one head and one label, there is no
// cycle, and there is one root word if the model requires it. The labels live as long as the model and the
// tree. In a model of several stages, the other stages put their predictions over the sentence
// (copse_sentence_put). If no stage is a parser, the tree is the sentence's own, or empty if its heads are
// not a tree.
//
// Returns 0 or COPSE_EMEMORY. Then the tree is empty and the parser has given back what it had taken: it can
// go on with a shorter sentence. With keep_heads also COPSE_EINPUT, with file and line, if no tree of the
// kind that the model makes has the heads that are to be kept; the tree is then empty.
COPSE_API int copse_parse(copse_parser *parser, copse_sentence *sentence, copse_tree *tree, copse_error *err);

// The confidence in the arc into a word, and in its arc and label together. 0 if there is no such word or
// scores were not requested. With a calibrated model these are the probabilities that the head is right, and
// that head and label are both right; otherwise higher is surer, no more.
COPSE_API float copse_tree_score(const copse_tree *tree, int word);
COPSE_API float copse_tree_label_score(const copse_tree *tree, int word);

enum { COPSE_MOST_KBEST = 1000 };

// The k best trees of a sentence, best first. Their heads differ, and each has the labels that the model
// gives it. With graph-based models of first order, with projective ones of second order and with the votes
// of an ensemble the list is exact. In other cases (hill climbing, transition-based parsers, sentences that
// are parsed in pieces) it is approximate.

typedef struct copse_ranked {
    double score;       // falling; of no meaning across models
    double probability; // of the tree, see copse_kbest.normalised
} copse_ranked;

typedef struct copse_kbest {
    int n;           // trees found: fewer than k if there are no more
    bool exact;      // no tree that is not listed scores higher than a listed one
    bool normalised; // probabilities are shares of all trees (models of the trainer crf, and the generative
                     // model); otherwise of the listed trees alone
} copse_kbest;

// trees[k] are objects of the caller; those after the first n become empty. ranks[k] gets a row for each of
// the n. In a model of several stages the stages before the parser run, and those after it do not. The decode
// option has no effect here. Fails with COPSE_EINPUT if k is not from 1 to COPSE_MOST_KBEST or the model has
// no parser, and as copse_parse.
COPSE_API int copse_parse_kbest(copse_parser *parser, copse_sentence *sentence, int k,
                                copse_tree *const *trees, copse_ranked *ranks, copse_kbest *result,
                                copse_error *err);

// The probabilities of all arcs of a sentence, those below `least` left out: by word, then by head.
// Models of the trainer crf sum over all trees (McDonald & Satta 2007); other models have calibrated
// probabilities (docs/marginals.md). At most COPSE_MOST_ARCS words (COPSE_ELIMIT).
enum { COPSE_MOST_ARCS = 4000 };

typedef struct copse_arc {
    int head, word;
    double probability;
} copse_arc;

typedef struct copse_arcs {
    copse_arc *arc; // [n]
    size_t n;
    double log_sum; // the log of the sum of e^score over all trees; NaN if the model has no such sum
} copse_arcs;

// On failure the result is empty.
COPSE_API int copse_parse_arcs(copse_parser *parser, copse_sentence *sentence, double least, copse_arcs *arcs,
                               copse_error *err);
COPSE_API void copse_arcs_done(copse_arcs *arcs);

// The probability of a sentence under a generative model (copse_train with the family "generative"), summed
// over all its trees. Fails with COPSE_EINPUT if the model is of another kind, and as copse_parse.
typedef struct copse_lm {
    int words;              // that the model generates: all, or all but punctuation
    double log_probability; // natural logarithm; 0 without words, NaN with more than COPSE_MOST_ARCS
} copse_lm;
COPSE_API int copse_log_probability(copse_parser *parser, copse_sentence *sentence, copse_lm *result,
                                    copse_error *err);

// Parses a stream in parallel, and writes in order: the same bytes for any number of threads. HEAD and
// DEPREL are replaced, as are the columns that other stages of the model write; the rest passes through.
// With scores, MISC gets the items Score and LabelScore. With kbest above 1, the best trees of a sentence
// follow each other as sentences with the comments rank, score and probability (docs/parse.md); CoNLL-X,
// which has no comments, is COPSE_EINPUT. The caller opens both ends and commits the output. environment and
// words may be NULL. stop ends the work with COPSE_ESTOPPED within about a second, also within a sentence.
COPSE_API int copse_parse_stream(const copse_model *model, const copse_parse_options *options,
                                 copse_reader *in, copse_writer *out, const copse_environment *environment,
                                 long *words, copse_error *err);

// The same from file to file, which copse_reader_any opens; the output appears whole or not at all.
COPSE_API int copse_parse_file(const copse_model *model, const copse_parse_options *options,
                               const char *input, const char *output, const copse_environment *environment,
                               long *words, copse_error *err);

// Fits the calibration of a model's scores to the gold trees of a treebank that it was not trained on, and
// writes the model with it, whole or not at all; all else stays the same. output may be the same file.
// skip_bad leaves sentences without columns or a tree out. The errors are expected calibration errors on the
// treebank, before and after; after: each half of its sentences with maps fitted to the other half. Fails
// with COPSE_EINPUT if the treebank is too small or the model has no parser. The result does not depend on
// the number of threads. environment and result may be NULL.
typedef struct copse_calibration {
    long sentences, words;
    bool isotonic;      // maps by isotonic regression; few words: by logistic regression
    double temperature; // that the scores of arcs are divided by
    double ece_before, ece_after;
    double label_ece_before, label_ece_after;
} copse_calibration;
COPSE_API int copse_calibrate(const char *model, const char *gold, bool skip_bad, const char *output,
                              const copse_environment *environment, copse_calibration *result,
                              copse_error *err);

// ---------------------------------------------------------------------------------------------------
// Combining parsed files

typedef struct copse_combine_options {
    const char *weights; // "independent" (or NULL), "uniform", or a file that copse_weigh wrote
    const char *decoder; // which trees the decoder searches: "nonprojective" (or NULL), "projective"
    copse_root_choice single_root; // as trained: in sentences where all systems have one root word
    bool confidence;               // multiply a vote by its MISC item Score, if there is one
    bool scores; // write the shares of the votes to MISC: for each arc as Score, with its label as LabelScore
} copse_combine_options;

typedef struct copse_combine_result {
    long words; // combined
    long tied;  // of these: as many votes for another head or label; the order of the files decided
} copse_combine_result;

// Reparsing (Sagae & Lavie 2006): the trees in n parsed files (or NAME=FILE) of the same sentences vote. The
// best tree of each sentence is put into the first file, whose other columns pass through. At least one file.
// options and result may be NULL. Same files and options: same bytes.
//
// "independent": the more a system agrees with all systems, the less its vote counts (docs/combine.md). With
// more than two systems, the files are read twice; files that can be read only once (standard input, pipes)
// are kept in memory. The order of the files then decides only between systems with exactly equal weights.
// "uniform": every vote counts the same. Write "./uniform" for a file of that name.
COPSE_API int copse_combine(const char *const *systems, size_t n, const copse_combine_options *options,
                            const char *output, copse_combine_result *result, copse_error *err);

// Estimates the weights of the votes of n systems, at least one, from their accuracy on files with known
// gold trees, and writes them as text (docs/weights.md). by: "none" for one weight per system, "learned", or
// factors (docs/weigh.md) joined by commas. The systems have the names that are given as NAME=FILE, or those
// of the files, without folders and endings.
COPSE_API int copse_weigh(const char *gold, const char *const *systems, size_t n, const char *by,
                          const char *output, copse_error *err);
// Would copse_weigh accept this value of by? 0, or COPSE_EINPUT and err says why not. NULL and "" are not
// accepted.
COPSE_API int copse_weigh_check(const char *by, copse_error *err);

// ---------------------------------------------------------------------------------------------------
// Feature models of transition-based parsers (docs/features.md)

typedef struct copse_features copse_features;

// The name of the i-th shipped model, in order; NULL after the last.
COPSE_API const char *copse_features_shipped(size_t i);
// The name of the shipped model that an algorithm has by default; NULL if there is no such algorithm. NULL is
// arc-eager, as below.
COPSE_API const char *copse_features_default(const char *algorithm);

// Reads a shipped model by its name, or a file; lines about guides are allowed. NULL on failure, with the
// line, the column and what was expected there in err.
COPSE_API copse_features *copse_features_read(const char *name_or_file, copse_error *err);
COPSE_API void copse_features_free(copse_features *features);

// The model's text, terminated; of a converted one the text that conversion made. "" for NULL.
COPSE_API const char *copse_features_text(const copse_features *features);

// A line of the model, in the order of the text. Its strings live as long as the model.
typedef struct copse_feature {
    long line;         // in the text
    const char *text;  // in the only form that its terms have
    const char *words; // what it looks at, for people
    long repeats;      // the line before it that has the same terms, in whatever order; 0: none
    bool advised;      // a feature for each guide of a stacked parser
} copse_feature;
COPSE_API size_t copse_features_count(const copse_features *features);               // 0 for NULL
COPSE_API copse_feature copse_features_at(const copse_features *features, size_t i); // i < count

// What the model looks at.
typedef struct copse_features_reach {
    unsigned columns;          // bits 1 << column; without the one that pos(A) means
    bool pos, labels;          // it has pos(A); labels of arcs that were made
    int stack, buffer, passed; // how many words of each it sees: S0 alone is 1. passed: C0
} copse_features_reach;
COPSE_API copse_features_reach copse_features_see(const copse_features *features); // all zero for NULL

// Which lines never have a value with the i-th algorithm: one of their words is never there, or never has a
// label, in derivations of all kinds that are tried with a fixed seed. Sets idle[0..count-1]; lines about
// guides are never idle. *algorithm becomes the name, NULL after the last one.
COPSE_API int copse_features_idle(const copse_features *features, size_t i, const char **algorithm,
                                  bool *idle, copse_error *err);

// What fires: the features of each configuration in the canonical derivation of a sentence's tree.
// Projective algorithms get the tree with its non-projective arcs lifted. Lines about guides are left out.
typedef struct copse_fired {
    int step;               // 1 for the first configuration
    const char *transition; // "SHIFT", "REDUCE", "LEFT", "RIGHT", "SWAP": what the derivation does next
    const char *arc;        // "head -label-> dependent", or ""
    size_t feature;         // the index of the line
    const char *value;      // the values of its terms, joined by spaces; "-": nothing there
} copse_fired;
typedef void (*copse_fired_fn)(void *context, const copse_fired *fired);
COPSE_API int copse_features_fire(const copse_features *features, const char *algorithm,
                                  const copse_sentence *sentence, copse_fired_fn fn, void *context,
                                  copse_error *err);

// MaltParser's feature specifications (docs/features.md says what becomes what).
typedef enum copse_malt_format {
    COPSE_MALT_AUTO,  // from: what the file looks like; to: XML
    COPSE_MALT_XML,   // of MaltParser 1
    COPSE_MALT_PAR,   // of MaltParser 0
    COPSE_MALT_PAPER, // as Nivre et al. (2007) write them: p(σ0)
} copse_malt_format;

typedef enum copse_malt_structures { // for which algorithms features are written
    COPSE_MALT_ANY,                  // Covington's if the model has free words between (L0, R0), else Nivre's
    COPSE_MALT_NIVRE,                // Stack, Input
    COPSE_MALT_COVINGTON,            // Left, Right, LeftContext, RightContext
    COPSE_MALT_STACK,                // Stack, Lookahead
    COPSE_MALT_TWO_PLANAR,           // ActiveStack, InactiveStack (C0), Input
} copse_malt_structures;

typedef struct copse_malt_options {
    copse_malt_format format;
    copse_malt_structures structures; // to only
    bool conllu;                      // to XML: columns are named UPOSTAG and XPOSTAG, not CPOSTAG and POSTAG
    bool leave_out; // features that cannot be expressed: a line for each to report, otherwise an error
    copse_report_fn report; // may be NULL
    void *context;
} copse_malt_options;

// From a file with a specification, "-" for standard input. NULL on failure. options may be NULL.
COPSE_API copse_features *copse_features_from_malt(const char *file, const copse_malt_options *options,
                                                   copse_error *err);
// To the text of a specification, which the caller frees with free(). NULL on failure. options may be NULL.
COPSE_API char *copse_features_to_malt(const copse_features *features, const copse_malt_options *options,
                                       copse_error *err);

// ---------------------------------------------------------------------------------------------------
// Drawing

typedef struct copse_draw_options {
    int width;     // available columns; a row of words that does not fit is drawn from top to bottom instead
    bool vertical; // always draw from top to bottom
    bool tags;     // show UPOS/CPOSTAG too
    bool ascii;    // no box characters
} copse_draw_options;

// Draws a tree of the sentence as text: the words in a row with the arcs above them, or one word a line with
// the arcs at its left. With a second tree (other is not NULL) the drawing is vertical, and each word with
// another head or label in the second tree shows it. A tree of another length than the sentence gives "".
// Each line ends in a newline. The string is terminated, and the caller frees it with free(). *length is set
// if length is not NULL. NULL if memory runs out.
COPSE_API char *copse_draw(const copse_sentence *sentence, const copse_tree *tree, const copse_tree *other,
                           const copse_draw_options *options, size_t *length);

// Draws n trees of one sentence side by side, from top to bottom, with a name above each. Words on which
// they differ are marked. The string is as above, and "" if n is 0. names, and each name, may be NULL.
COPSE_API char *copse_draw_beside(const copse_sentence *sentence, const copse_tree *const *trees,
                                  const char *const *names, size_t n, const copse_draw_options *options,
                                  size_t *length);

#ifdef __cplusplus
}
#endif
#endif
