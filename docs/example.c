// SPDX-License-Identifier: MIT
// Parses a sentence with a model that 'copse train' made:
//
//     cc docs/example.c $(pkg-config --cflags --libs copse) -o example
//     ./example MODEL
#include <copse.h>

#include <stdio.h>

static int fail(const copse_error *err)
{
    char text[2048];
    fprintf(stderr, "example: %s\n", copse_error_text(err, text, sizeof text));
    return 1;
}

int main(int argc, char **argv)
{
    // The columns that the model was trained on; what is not known may be left out.
    static const copse_token tokens[] = {
        {.form = "John", .lemma = "John", .upos = "PROPN", .xpos = "NNP"},
        {.form = "hit", .lemma = "hit", .upos = "VERB", .xpos = "VBD"},
        {.form = "the", .lemma = "the", .upos = "DET", .xpos = "DT"},
        {.form = "ball", .lemma = "ball", .upos = "NOUN", .xpos = "NN"},
        {.form = ".", .lemma = ".", .upos = "PUNCT", .xpos = "."},
    };
    enum { N = sizeof tokens / sizeof tokens[0] };
    copse_error err;
    if (argc != 2) {
        fprintf(stderr, "usage: example MODEL\n");
        return 2;
    }

    // A model is read-only: load it once and share it among threads.
    copse_model *model = copse_model_load(argv[1], &err);
    if (!model)
        return fail(&err);

    // A parser, a sentence and a tree are for one thread, and are used again and again.
    const copse_parse_options options = {.scores = true};
    copse_parser *parser = copse_parser_new(model, &options);
    copse_sentence *sentence = copse_sentence_new();
    copse_tree *tree = copse_tree_new();

    copse_sentence_set(sentence, N, tokens);
    copse_parse(parser, sentence, tree);
    for (int word = 1; word <= copse_sentence_length(sentence); word++) {
        int head = copse_tree_head(tree, word);
        copse_str label = copse_tree_label(tree, word); // a slice: not terminated
        printf("%d %-6s %-10.*s %d %-6s %.2f\n", word, tokens[word - 1].form, (int)label.len, label.s, head,
               head ? tokens[head - 1].form : "", (double)copse_tree_score(tree, word));
    }

    copse_tree_free(tree);
    copse_sentence_free(sentence);
    copse_parser_free(parser);
    copse_model_free(model);
    return 0;
}
