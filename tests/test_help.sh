#!/bin/bash
# SPDX-License-Identifier: MIT
# The help of every verb is true: the verb accepts the options listed there, and no others.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

"$COPSE" help | sed -n '/^Verbs:/,/^$/s/^  \([a-z ]*[a-z]\)  .*/\1/p' > verbs
[ -s verbs ] || exit 1

between=$'\037' # fields

# The options listed in a help, one a line: the long name, the short name, the rest. A value in brackets,
# --name[=VALUE], need not be given.
options() {
    awk '/^Options:/ { on = 1; next }
        on && /^$/ { exit }
        on && /^(  -.,|     ) --[a-z]/ { if (line) print line; line = $0; next }
        on { sub(/^ +/, " "); line = line $0 }
        END { if (line) print line }' "$1" |
        tr -s ' ' | sed -E "s/^ ((-[a-z]), )?--([a-z0-9-]+)(\[=[^]]*\])? (.*)\$/\3$between\2$between\5/"
}

while read -r verb; do
    # Some verbs are two words.
    # shellcheck disable=SC2086
    "$COPSE" $verb --help > "${verb// /-}.help" || exit 1
    options "${verb// /-}.help" > "${verb// /-}.options"
done < verbs
cut -d "$between" -f 1 ./*.options | sort -u > names

# A value that should be accepted according to the help: the default, the least one, a choice, or a word.
value_of() { # NAME TEXT
    local what=${2%% *} number='-?[0-9][0-9.e-]*'
    local default="default: ($number)[);]" least="\\(($number)\\.\\." word='default: ([a-z0-9-]+)[)]'
    case $1 in
    graph-options) echo '--pos upos' ;;
    transition-options) echo '--pos upos' ;;
    *) if [[ $2 =~ $default || $2 =~ $least ]]; then
        echo "${BASH_REMATCH[1]}"
    elif [[ $what =~ ^[a-z] && $what == *\|* ]]; then
        echo "${what%%|*}"
    elif [[ $2 =~ $word ]]; then
        echo "${BASH_REMATCH[1]}"
    elif [[ $what =~ ^[A-Z]$ ]]; then
        echo 1
    else
        echo word
    fi ;;
    esac
}

# Options before --help are read before it is printed.
accepts_its_options() { # VERB
    local name short text value bad=0
    while IFS=$between read -r name short text; do
        value=$(value_of "$name" "$text")
        # A word that begins with a capital, or a list of choices, is a value; anything else begins the text.
        if [[ ${text%% *} =~ ^[A-Z] || ${text%% *} == *\|* ]]; then
            # shellcheck disable=SC2086
            "$COPSE" $1 "--$name" "$value" --help > out 2>&1 && cmp -s out "${1// /-}.help" || { echo "--$name $value"; head -n 1 out; bad=1; }
            # shellcheck disable=SC2086
            [ -z "$short" ] || "$COPSE" $1 "$short$value" --help > out 2>&1 || { echo "$short"; bad=1; }
        else
            # shellcheck disable=SC2086
            "$COPSE" $1 "--$name" --help > out 2>&1 && cmp -s out "${1// /-}.help" || { echo "--$name"; head -n 1 out; bad=1; }
        fi
    done < "${1// /-}.options"
    return $bad
}

# Refuses options that only other verbs, or any table in the sources, have.
accepts_no_other() { # VERB
    local name out bad=0
    cut -d "$between" -f 1 "${1// /-}.options" | sort > own
    { cat names; sed -nE 's/.*\.long_name = "([a-z0-9-]+)".*/\1/p' "$here"/../*/*.c "$here"/../*/*/*.c; } | sort -u |
        comm -23 - own > others
    while read -r name; do
        # shellcheck disable=SC2086
        out=$("$COPSE" $1 "--$name" --help 2>&1)
        [ $? -eq 2 ] && [[ $out == *"unknown option '--$name'"* ]] || { echo "--$name"; bad=1; }
    done < others
    return $bad
}

# The help says for which verbs --threads has an effect, and for which it has none.
threads_are_told() {
    grep -l -e '--threads N *threads to use' ./*.help | sed 's|^\./||; s/\.help$//' | sort > told
    grep -l -e '--threads N *accepted by every verb' ./*.help | wc -l > single
    { grep -e train -e crossval verbs | tr ' ' '-'; printf "%s\n" calibrate parse study; } | sort | cmp - told &&
        [ $(($(wc -l < told) + $(cat single))) -eq "$(wc -l < verbs)" ] || { cat told; return 1; }
}

# most_threads COMMAND...: prints the largest number of threads that it has at a time.
most_threads() {
    local pid n most=0
    "$@" > /dev/null 2>&1 &
    pid=$!
    while n=$(sed -n 's/^Threads:[[:space:]]*//p' /proc/$pid/status 2> /dev/null) && [ -n "$n" ]; do
        [ "$n" -gt "$most" ] && most=$n
        sleep 0.01
    done
    wait $pid
    echo "$most"
}

# Not about help: parsing really uses that many threads, and converting uses one.
threads_are_true() {
    "$GENERATE" --sentences 200 --seed 1 > bank.conllu && "$COPSE" train transition -q --exploration 0 -o model bank.conllu || return 1
    for _ in {1..60}; do cat bank.conllu; done > large.conllu
    [ "$(most_threads "$COPSE" parse -m model --threads 3 large.conllu)" -ge 3 ] &&
        [ "$(most_threads "$COPSE" parse -m model --threads 1 large.conllu)" -eq 1 ] &&
        [ "$(most_threads "$COPSE" convert --threads 3 large.conllu)" -eq 1 ]
}

while read -r verb; do
    check "$verb accepts what its help lists" accepts_its_options "$verb"
    check "$verb accepts nothing else" accepts_no_other "$verb"
done < verbs
check "--threads is told where it has an effect" threads_are_told
[ ! -r /proc/self/status ] || check "--threads has the effect" threads_are_true
finish
