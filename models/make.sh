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
"$COPSE" train ensemble -o "$here/english.model" --members graph2+arc-eager,graph2,arc-eager \
    --graph-options='--hash-bits 21 --label-bits 20' "$TREEBANKS/en_ewt/train.conllu"
[ ! -f "$TREEBANKS/en_ewt/dev.conllu" ] || "$COPSE" parse -q -m "$here/english.model" "$TREEBANKS/en_ewt/dev.conllu" |
    "$COPSE" eval "$TREEBANKS/en_ewt/dev.conllu" -
