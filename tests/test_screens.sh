#!/bin/bash
# SPDX-License-Identifier: MIT
# The output while copse works: on a terminal a line that rewrites itself, elsewhere plain lines.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
"$GENERATE" --sentences 150 --seed 1 > train.conllu || exit 1
graph="train graph --iterations 3 --runs 1 --hash-bits 16"
ensemble="train ensemble --members arc-eager,graph1 --graph-options --iterations=2"

# Not on a terminal: no control characters, no line repeated for the bar, and the summary comes last.
plain() { # VERB AND OPTIONS
    # The options are meant to be split into words.
    # shellcheck disable=SC2086
    "$COPSE" $1 -o model train.conllu 2> log || { cat log; return 1; }
    ! LC_ALL=C grep -q '[[:cntrl:]]' log && ! grep -q '%  ' log &&
        tail -n 1 log | grep -Eq '^model: [0-9.]+ [kM]B in [0-9.]+ s, [0-9.]+ [MG]B of memory' || { cat log; return 1; }
}

quiet() {
    # shellcheck disable=SC2086
    "$COPSE" $graph --quiet -o model train.conllu 2> log && [ ! -s log ]
}

# on_terminal COLUMNS COMMAND: runs it on a terminal and writes what the terminal gets to the file screen.
on_terminal() {
    script -qec "stty cols $1; $2" /dev/null < /dev/null > screen
}

# On a terminal: the bar, and whole lines that begin at the left after the bar is erased; nothing is wider.
rewrites() { # COLUMNS VERB AND OPTIONS
    on_terminal "$1" "'$COPSE' $2 -o model train.conllu" || { cat -v screen; return 1; }
    local wipe=$'\r\033\[K'
    grep -q "$wipe\[[#-]*\] *[0-9]*%  0:0" screen || { echo "no bar"; cat -v screen; return 1; }
    tr '\r' '\n' < screen | sed 's/\x1b\[K//' > lines
    awk -v most="$1" '/%  / && length($0) >= most { print length($0) ": " $0; bad = 1 } END { exit bad }' lines || return 1
    # After the last erase nothing of the bar is left.
    tail -n 1 screen | grep -q 'of memory' && ! tail -n 1 screen | sed "s/.*$wipe//" | grep -q '%  ' ||
        { cat -v screen; return 1; }
}

no_bar_when_quiet() {
    on_terminal 80 "'$COPSE' $graph -q -o model train.conllu" && [ ! -s screen ] || { cat -v screen; return 1; }
}

# The bar does not overwrite trees on the same terminal.
no_bar_among_trees() {
    "$COPSE" train transition -q -o model train.conllu || return 1
    on_terminal 80 "'$COPSE' parse -m model train.conllu"
    ! grep -q $'\033' screen && tail -n 1 screen | grep -q '^parsed: ' || { cat -v screen | tail -n 5; return 1; }
}

check "graph, no terminal" plain "$graph"
check "transition, no terminal" plain "train transition"
check "ensemble, no terminal" plain "$ensemble"
check "quiet" quiet
if script -qec true /dev/null < /dev/null > /dev/null 2>&1; then
    check "graph" rewrites 80 "$graph"
    check "graph on a narrow terminal" rewrites 30 "$graph"
    check "transition" rewrites 80 "train transition"
    check "ensemble" rewrites 80 "$ensemble"
    check "quiet on a terminal" no_bar_when_quiet
    check "no bar among trees" no_bar_among_trees
fi
finish
