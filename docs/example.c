// SPDX-License-Identifier: MIT
// Parses texts held in memory, each in a thread of its own, with one model that 'copse train' made:
//
//     cc docs/example.c $(pkg-config --cflags --libs copse) -pthread -o example
//     ./example MODEL
#include <copse.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

// CoNLL-U, with the columns that the model was trained on; what is not known is "_".
static const char *const texts[] = {"1\tJohn\tJohn\tPROPN\tNNP\t_\t_\t_\t_\t_\n"
                                    "2\thit\thit\tVERB\tVBD\t_\t_\t_\t_\t_\n"
                                    "3\tthe\tthe\tDET\tDT\t_\t_\t_\t_\t_\n"
                                    "4\tball\tball\tNOUN\tNN\t_\t_\t_\t_\t_\n\n",
                                    "1\tIt\tit\tPRON\tPRP\t_\t_\t_\t_\t_\n"
                                    "2\tbounced\tbounce\tVERB\tVBD\t_\t_\t_\t_\t_\n\n"};
enum { TEXTS = sizeof texts / sizeof texts[0] };

typedef struct job {
    const copse_model *model; // read-only, and shared by all threads
    const char *text;
    copse_writer *parsed; // in memory
    copse_error err;      // its code stays 0 if all goes well
} job;

// Parser, reader, sentence and tree are for one thread. They serve for any number of sentences.
static void *parse(void *context)
{
    job *j = context;
    copse_parser *parser = copse_parser_new(j->model, NULL);
    copse_sentence *sentence = copse_sentence_new();
    copse_tree *tree = copse_tree_new();
    copse_reader *reader = copse_reader_memory(j->text, strlen(j->text), "text", &j->err);
    while (reader && copse_reader_next(reader, sentence, &j->err) > 0) {
        if (copse_parse(parser, sentence, tree, &j->err) != 0)
            break;
        copse_writer_put(j->parsed, sentence, tree, &j->err); // copse_tree_head and _label show the tree
    }
    copse_reader_close(reader);
    copse_tree_free(tree);
    copse_sentence_free(sentence);
    copse_parser_free(parser);
    return NULL;
}

static int fail(const copse_error *err)
{
    char text[2048];
    fprintf(stderr, "example: %s\n", copse_error_text(err, text, sizeof text));
    return 1;
}

int main(int argc, char **argv)
{
    copse_error err = {.message = "usage: example MODEL"};
    copse_model *model = argc == 2 ? copse_model_load(argv[1], &err) : NULL;
    if (!model)
        return fail(&err);
    pthread_t threads[TEXTS];
    job jobs[TEXTS];
    for (int i = 0; i < TEXTS; i++) {
        jobs[i] = (job){.model = model, .text = texts[i], .parsed = copse_writer_memory()};
        if (pthread_create(&threads[i], NULL, parse, &jobs[i]) != 0)
            return fail(&(copse_error){.message = "cannot start a thread"});
    }
    int status = 0;
    for (int i = 0; i < TEXTS; i++) {
        size_t size;
        pthread_join(threads[i], NULL);
        const void *bytes = copse_writer_data(jobs[i].parsed, &size);
        status |= jobs[i].err.code ? fail(&jobs[i].err) : fwrite(bytes, 1, size, stdout) != size;
        copse_writer_free(jobs[i].parsed);
    }
    copse_model_free(model);
    return status;
}
