#!/bin/bash
# SPDX-License-Identifier: MIT
# Holds the scores of raw text against another scorer, on the treebanks' dev files and versions of them with other
# tokens, sentence ends, multiword tokens, tags, lemmas and heads. RAW_SCORER is a command that takes GOLD SYSTEM and
# prints "Tokens 99.10 Sentences 80.00 ... BLEX 60.00"; without it nothing is done. RAW_VERSIONS: how many of
# each file (10); RAW_SENTENCES: of the first so many sentences (300).
set -u
[ -n "${RAW_SCORER:-}" ] || { echo "RAW_SCORER is not set: left out"; exit 0; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# perturb SEED RATE < GOLD: another version of the same text. Each change happens with a probability of RATE.
perturb() {
    LC_ALL=C awk -v seed="$1" -v rate="$2" -F '\t' '
    function chance(p) { return rand() < p * rate }
    function pick(n) { return 1 + int(rand() * n) }

    # Where the text may be cut: not inside a character.
    function cut_at(s,   i, k) {
        for (k = 0; k < 8; k++) {
            i = pick(length(s) - 1)
            if (substr(s, i + 1, 1) !~ /[\200-\277]/)
                return i
        }
        return 0
    }

    # Adds a word to token t, with the columns of word w of the file.
    function word(t, f, w) {
        form[++words] = f
        from[words] = w
        if (!(w in at) || chance(0.5))
            at[w] = words
        size[t]++
        last[t] = words
        if (size[t] == 1)
            first[t] = words
    }

    function token(text, ends) {
        shown[++tokens] = text
        size[tokens] = 0
        end[tokens] = ends
        return tokens
    }

    function other_case(f) { return chance(3) ? toupper(f) : chance(1) ? f "x" : f }

    # Token o of the file with its words, perhaps split otherwise.
    function put(o, ends,   i, t, c, text, one) {
        text = old_shown[o]
        one = old_last[o] == old_first[o] && !old_multi[o]
        c = length(text) > 1 ? cut_at(text) : 0
        if (c && chance(1)) { # two tokens
            t = token(substr(text, 1, c), 0)
            word(t, substr(text, 1, c), old_first[o])
            t = token(substr(text, c + 1), ends)
            word(t, substr(text, c + 1), old_last[o])
        } else if (one && chance(0.5)) { # a multiword token
            t = token(text, ends)
            multi[t] = 1
            word(t, c ? substr(text, 1, c) : text, old_first[o])
            if (c)
                word(t, substr(text, c + 1), old_first[o])
        } else if (one || chance(2)) {
            t = token(text, ends)
            word(t, text, old_first[o])
        } else {
            t = token(text, ends)
            multi[t] = 1
            for (i = old_first[o]; i <= old_last[o]; i++)
                if (!chance(1) || (i == old_last[o] && !size[t]))
                    word(t, other_case(old_form[i]), i)
        }
        if (chance(0.5) && (c = length(shown[t]) > 1 ? cut_at(shown[t]) : 0)) { # spaces do not count
            shown[t] = substr(shown[t], 1, c) (chance(5) ? " " : "\302\240") substr(shown[t], c + 1)
            if (!multi[t])
                form[first[t]] = shown[t]
        }
    }

    # Tokens o and o + 1 of the file as one.
    function join(o, ends,   i, t) {
        t = token(old_shown[o] old_shown[o + 1], ends)
        if (rand() < 0.5) {
            word(t, shown[t], old_first[o])
            return
        }
        multi[t] = 1
        for (i = old_first[o]; i <= old_last[o + 1]; i++)
            word(t, other_case(old_form[i]), i)
    }

    function change(w, column,   value) {
        value = old[w, column]
        if (!chance(0.5))
            return value
        return rand() < 0.2 ? "_" : rand() < 0.5 ? old[pick(old_words), column] : column == 8 ? value ":sub" : value "|Case=Nom"
    }

    function sentence(t0, t1,   t, w, n, head, low) {
        low = first[t0]
        for (t = t0; t <= t1; t++) {
            if (multi[t])
                printf "%d-%d\t%s\t_\t_\t_\t_\t_\t_\t_\t_\n", first[t] - low + 1, last[t] - low + 1, shown[t]
            for (w = first[t]; w <= last[t]; w++) {
                n = last[t1] - low + 1
                head = old_head[from[w]] ? at[old_head[from[w]]] - low + 1 : 0
                if (head < 0 || head > n || chance(0.5))
                    head = int(rand() * (n + 1))
                printf "%d\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t_\t_\n", w - low + 1, form[w], change(from[w], 3),
                    change(from[w], 4), change(from[w], 5), change(from[w], 6), head, change(from[w], 8)
            }
        }
        print ""
    }

    BEGIN { srand(seed) }
    /^#/ || $1 ~ /[.]/ { next }
    /^$/ { old_end[old_tokens] = 1; base = old_words; covered = 0; next }
    $1 ~ /-/ {
        split($1, part, "-")
        old_shown[++old_tokens] = $2
        old_multi[old_tokens] = 1
        old_first[old_tokens] = base + part[1]
        old_last[old_tokens] = base + part[2]
        covered = part[2]
        next
    }
    {
        old_form[++old_words] = $2
        for (k = 3; k <= 8; k++)
            old[old_words, k] = $k
        old_head[old_words] = $7 ? base + $7 : 0
        if ($1 > covered) {
            old_shown[++old_tokens] = $2
            old_first[old_tokens] = old_last[old_tokens] = old_words
        }
    }
    END {
        for (o = 1; o <= old_tokens; o++)
            if (o < old_tokens && !old_end[o] && chance(1)) {
                join(o, old_end[o + 1])
                o++
            } else
                put(o, old_end[o])
        for (t = start = 1; t <= tokens; t++)
            if (t == tokens || (end[t] && !chance(2)) || chance(0.5)) {
                sentence(start, t)
                start = t + 1
            }
    }'
}

# ours GOLD SYSTEM: the figures in the same form.
ours() {
    "$COPSE" eval --raw --format json "$1" "$2" | tr -d '{}":,'
}

compared=0 different=0
for folder in "$TREEBANKS"/*/; do
    [ -f "$folder/dev.conllu" ] || continue
    awk -v most="${RAW_SENTENCES:-300}" '{ print } /^\r?$/ && ++n == most { exit }' "$folder/dev.conllu" > "$scratch/gold"
    for seed in $(seq "${RAW_VERSIONS:-10}"); do
        rate=0.$((seed % 5 * 4 + 2)) # of 0.2 to 0.18
        perturb "$seed" "$rate" < "$scratch/gold" > "$scratch/system"
        theirs=$($RAW_SCORER "$scratch/gold" "$scratch/system") || exit 1
        mine=$(ours "$scratch/gold" "$scratch/system") || exit 1
        compared=$((compared + 1))
        [ "$mine" = "$theirs" ] && continue
        different=$((different + 1))
        printf '%s, seed %s, rate %s:\n  copse %s\n  other %s\n' "$(basename "$folder")" "$seed" "$rate" "$mine" "$theirs"
    done
done
echo "$compared pairs of files compared, $different different"
[ $different -eq 0 ]
