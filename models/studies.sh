#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs studies on treebanks; called by `make studies`. Wants COPSE, TREEBANKS (a folder of folders with
# train.conllu and dev.conllu) and OUT. STUDIES: which (all). STUDY_TREEBANKS: on which (those of the pages in
# docs/studies); STUDY_GRAPHS: on which the studies of graphs, which need DEPS. STUDY_FLAGS: more options, as
# --limit 500.
set -u
: "${COPSE:?}" "${TREEBANKS:?}" "${OUT:?}"
status=0

# Czech and Gothic where it is about crossing arcs; small treebanks where much is trained.
published() {
    case $1 in
    benchmarks) echo tr_imst cs_mix got_proiel el_gdt ;;
    zong2012) echo tr_imst ;;
    errors) echo cs_mix tr_imst got_proiel ;;
    mcdonald2005 | mcdonald2006 | systems) echo cs_mix got_proiel ;;
    nivre2007 | mcdonald-nivre2007 | sagae-lavie2006) echo tr_imst cs_mix got_proiel ;;
    *) echo tr_imst got_proiel ;;
    esac
}

mkdir -p "$OUT" || exit 1
for study in ${STUDIES:-$("$COPSE" study | awk '{ print $1 }')}; do
    names=${STUDY_TREEBANKS:-$(published "$study")}
    case $study in *-heads) names=${STUDY_GRAPHS:-cs_mix} ;; esac
    given=()
    for name in $names; do
        files=$TREEBANKS/$name/train.conllu,$TREEBANKS/$name/dev.conllu
        [ ! -f "$TREEBANKS/$name/test.conllu" ] || files=$files,$TREEBANKS/$name/test.conllu
        given+=(--treebank "$name=$files")
    done
    echo "== $study: $names"
    # The flags are meant to be split into words.
    # shellcheck disable=SC2086
    "$COPSE" study "$study" "${given[@]}" -o "$OUT/$study" --cache "$OUT/cache" ${STUDY_FLAGS-} || status=1
done
exit $status
