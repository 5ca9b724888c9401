// SPDX-License-Identifier: MIT
// Trains a parser on a treebank with options set by name, parses the treebank on four threads and evaluates.
// Nothing but the treebank is a file:
//
//     cc docs/train.c $(pkg-config --cflags --libs copse) -o train
//     ./train TREEBANK ORDER
#include <copse.h>

#include <stdio.h>

int main(int argc, char **argv)
{
    copse_error err = {.code = COPSE_EINPUT, .message = "usage: train TREEBANK ORDER"};
    const copse_environment four = {.threads = 4};
    copse_writer *model = copse_writer_memory(), *parsed = copse_writer_memory();
    copse_options *options = copse_options_new("graph", &err);
    copse_reader *train = NULL, *text = NULL, *gold = NULL, *system = NULL;
    copse_model *loaded = NULL;
    copse_scores scores = {0};
    const void *bytes;
    size_t size = 0;
    char line[2048];
    const bool done = argc == 3 && copse_options_set(options, "order", argv[2], &err) == 0 &&
                      copse_options_set(options, "iterations", "5", &err) == 0 &&
                      (train = copse_reader_open(argv[1], &err)) &&
                      copse_train_stream(options, train, model, &four, &err) == 0 &&
                      (bytes = copse_writer_data(model, &size)) &&
                      (loaded = copse_model_from_memory(bytes, size, "model", &err)) &&
                      (text = copse_reader_open(argv[1], &err)) &&
                      copse_parse_stream(loaded, NULL, text, parsed, &four, NULL, &err) == 0 &&
                      (gold = copse_reader_open(argv[1], &err)) &&
                      (bytes = copse_writer_data(parsed, &size)) &&
                      (system = copse_reader_memory(bytes, size, "parsed", &err)) &&
                      copse_evaluate_stream(&scores, gold, system, NULL, &err) == 0;
    if (done)
        printf("LAS %.2f\n", 100.0 * (double)scores.both / (double)scores.tokens);
    else
        fprintf(stderr, "train: %s\n", copse_error_text(&err, line, sizeof line));
    copse_scores_done(&scores);
    copse_model_free(loaded);
    copse_reader_close(train);
    copse_reader_close(text);
    copse_reader_close(gold);
    copse_reader_close(system);
    copse_options_free(options);
    copse_writer_free(model);
    copse_writer_free(parsed);
    return !done;
}
