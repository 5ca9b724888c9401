#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the shipped models from a folder of treebanks; called by `make models`. The same treebank gives the same bytes.
set -eu
: "${COPSE:?}" "${TREEBANKS:?}"
here=$(cd "$(dirname "$0")" && pwd)
if [ ! -f "$TREEBANKS/en_ewt/train.conllu" ]; then
    echo "copse: $TREEBANKS/en_ewt/train.conllu: there is no such file; say where treebanks are: make models TREEBANKS=FOLDER" >&2
    exit 1
fi
"$COPSE" train pipeline -o "$here/english.model" --parser graph \
    --parser-options='--label-bits 22' "$TREEBANKS/en_ewt/train.conllu"
[ ! -f "$TREEBANKS/en_ewt/dev.conllu" ] || "$COPSE" parse -q -m "$here/english.model" "$TREEBANKS/en_ewt/dev.conllu" |
    "$COPSE" eval "$TREEBANKS/en_ewt/dev.conllu" -
# The lines of README.md that change with the model.
echo "| its digest by \`copse info\` | $("$COPSE" info "$here/english.model" | awk '$1 == "treebank-digest" { print $2; exit }') |"
echo "| the model's SHA-256 | $(sha256sum "$here/english.model" | cut -d ' ' -f 1) |"
echo "| size | $(wc -c < "$here/english.model" | awk '{ s = $1; while (s ~ /[0-9][0-9][0-9][0-9]/) sub(/[0-9][0-9][0-9]($|,)/, ",&", s); print s }') bytes |"
