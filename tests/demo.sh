#!/bin/bash
# SPDX-License-Identifier: MIT
# A demonstration of the main task, called by `make demo`. Parses a dozen tagged sentences with the
# transition parser, the graph parser and the ensemble of the shipped English model, and shows where the
# trees differ. Every command must succeed.
set -eu -o pipefail
copse=$(realpath "${COPSE:?}")
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$here/data/tagged.conllu" "$dir"
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

say "A dozen sentences with parts of speech, but no trees:"
sed -n '3,9p' tagged.conllu
echo ...

say "Trees by the transition-based parser, the graph-based parser, and all that the model holds together:"
try parse -m english.model --member arc-eager tagged.conllu -o transition
try parse -m english.model --member graph2 tagged.conllu -o graph
try parse -m english.model tagged.conllu -o ensemble

say "Every one is a well-formed tree:"
try check transition graph ensemble

say "The first two of them:"
printf '$ copse draw ensemble\n'
"$copse" draw ensemble | awk '/^$/ { n++ } n < 2'

say "Where the parsers do not agree:"
try draw --beside --differing transition graph ensemble

cat << 'END'

# What to try next, with text of your own (tokenised and tagged, CoNLL-U or CoNLL-X) or a treebank:
build/copse parse -m models/english.model YOURS.conllu        parse English
build/copse train transition -o my.model TRAIN.conllu         train the fast parser on a treebank
build/copse train ensemble -o my.model TRAIN.conllu           or the most accurate one
build/copse eval GOLD.conllu PARSED.conllu                    score what comes out
build/copse analyze --plots figures GOLD.conllu A.conllu B.conllu     and see where parsers err
build/copse --help                                            all the verbs
END
