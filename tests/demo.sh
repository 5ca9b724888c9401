#!/bin/bash
# SPDX-License-Identifier: MIT
# A demonstration of the main task, called by `make demo`. Parses text with the shipped English model, shows trees
# and tables, and compares with the tree that an annotator would correct. Every command must succeed.
set -eu -o pipefail
copse=$(realpath "${COPSE:?}")
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
ln -s "$here/../models/english.model" "$dir/english.model"
cd "$dir"

say() {
    if [ -t 1 ]; then printf '\n\033[1m# %s\033[0m\n' "$1"; else printf '\n# %s\n' "$1"; fi
}

# Shows a command and runs it.
try() {
    printf '$ copse %s\n' "$*"
    "$copse" "$@"
}

cat > text.txt << 'END'
The gardener watered the young trees with rain from the old barrel. Couldn't they wait?

What did the children see? A fox that had dug a hole under the fence.
END

say "A sentence that someone types, and its tree:"
echo '$ echo "The gardener watered the young trees." | copse parse -q -m english.model | copse draw'
echo "The gardener watered the young trees." | "$copse" parse -q -m english.model | "$copse" draw

say "A text:"
cat text.txt

say "Sentences, words, lemmas, tags and trees:"
try parse -m english.model text.txt -o parsed.conllu
sed -n '1,16p' parsed.conllu
echo ...

say "Every one is a well-formed tree:"
try check parsed.conllu

say "The same as JSON, a line for each sentence:"
try parse -q -m english.model --output json text.txt | cut -c 1-300

say "How sure the parser is:"
try parse -q -m english.model --scores text.txt | grep -m 3 Score

cat << 'END'

# What to try next, with text of your own or a treebank:
build/copse parse -m models/english.model YOURS.txt           parse English
build/copse train pipeline -o my.model TRAIN.conllu           a model for your language
build/copse train transition -o my.model TRAIN.conllu         a parser alone, the fast one
build/copse train ensemble -o my.model TRAIN.conllu           or the most accurate one
build/copse eval GOLD.conllu PARSED.conllu                    score what comes out
build/copse analyze --plots figures GOLD.conllu A.conllu B.conllu     and see where parsers err
build/copse --help                                            all the verbs
END
