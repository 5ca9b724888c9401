#!/bin/bash
# SPDX-License-Identifier: MIT
# Every verb on hostile input: it ends in time, with status 0 or 1. With status 1 it says why in one line
# (check: one line a problem) and leaves no output behind.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
in=$dir/in
mkdir "$in" "$dir/out" "$in/directory.conllu"

# The inputs. Random bytes are the same in every run.
random_bytes() { awk -v n="$1" -v seed="$2" 'BEGIN { srand(seed); for (i = 0; i < n; i++) printf "%c", int(rand() * 256) }'; }
LC_ALL=C random_bytes 20000 1 > "$in/random"
LC_ALL=C random_bytes 200000 2 > "$in/random-long"
cp "$(command -v "$COPSE")" "$in/binary"
head -c 700 "$here/data/examples.conllu" > "$in/truncated"
awk 'BEGIN { for (i = 0; i < 1048576; i++) printf "x"; print "" }' > "$in/long-line"
awk 'BEGIN { printf "1\t"; for (i = 0; i < 1048576; i++) printf "x"; print "\t_\tNOUN\t_\t_\t0\troot\t_\t_\n" }' > "$in/long-form"
awk 'BEGIN { printf "# "; for (i = 0; i < 1048576; i++) printf "x"; print "\n1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n" }' > "$in/long-comment"
awk 'BEGIN { for (i = 1; i <= 20000; i++) printf "%d\tw\t_\tX\t_\t_\t%d\tdep\t_\t_\n", i, i - 1; print "" }' > "$in/chain"
awk 'BEGIN { for (i = 1; i <= 20000; i++) printf "%d\tw\t_\tX\t_\t_\t%d\tdep\t_\t_\n", i, i == 1 ? 0 : 1; print "" }' > "$in/star"
awk 'BEGIN { srand(3); for (i = 1; i <= 20000; i++) printf "%d\tw\t_\tX\t_\t_\t%d\tdep\t_\t_\n", i, i == 1 ? 0 : 1 + int(rand() * (i - 1)); print "" }' > "$in/random-tree"
awk 'BEGIN { for (i = 1; i <= 20000; i++) printf "%d\tw\t_\tX\t_\t_\t%d\tdep\t_\t_\n", i, i == 20000 ? 1 : i + 1; print "" }' > "$in/cycle"
printf '1\ta\t_\tX\t_\t_\t99999999999999999999\tdep\t_\t_\n\n' > "$in/huge-head"
: > "$in/empty"
printf '\0' > "$in/nul"
printf '\n\n\n' > "$in/blank"
printf 'not gzip' > "$in/fake.zst"
head -c 20 <(printf '\037\213\010\000\000\000\000\000\000\003K,I.\001\000') > "$in/cut.gz"
if [ "$(id -u)" -eq 0 ]; then
    unreadable=/proc/self/mem # root may read every file, but not these bytes
else
    unreadable=$in/unreadable
    : > "$unreadable" && chmod 000 "$unreadable"
fi

# survives MOST VERB...: runs the verb, which may print at most MOST lines of complaint.
survives() {
    local most=$1 status lines
    shift
    timeout 50 "$COPSE" "$@" -o "$dir/out/result" > "$dir/stdout" 2> "$dir/stderr" < /dev/null
    status=$?
    lines=$(wc -l < "$dir/stderr")
    if [ $status -gt 1 ]; then
        echo "status $status"
        tail -n 5 "$dir/stderr"
        return 1
    fi
    if [ $status -eq 1 ] && [ "$lines" -eq 0 ]; then echo "status 1 without a word"; return 1; fi
    if [ "$most" -gt 0 ] && [ "$lines" -gt "$most" ]; then echo "$lines lines"; head -n 3 "$dir/stderr"; return 1; fi
    if [ "$lines" -gt 0 ] && grep -qv '^copse: ' "$dir/stderr"; then grep -v '^copse: ' "$dir/stderr" | head -n 3; return 1; fi
    if [ $status -eq 1 ] && [ "$1" != check ] && [ -n "$(ls -A "$dir/out")" ]; then
        echo "left behind: $(ls -A "$dir/out")"
        return 1
    fi
    rm -rf "$dir/out" && mkdir "$dir/out"
}

for file in "$in"/* "$unreadable" "$dir/nowhere"; do
    name=$(basename "$file")
    for verb in convert "convert --to conllx" "convert --to conllu" info projectivize deprojectivize; do
        # shellcheck disable=SC2086
        check "$verb $name" survives 1 $verb "$file"
    done
    check "check $name" survives 0 check "$file"
    check "eval $name" survives 1 eval "$file" "$here/data/examples.conllu"
    check "eval $name, as a system" survives 1 eval "$here/data/examples.conllu" "$file"
    check "oracle $name with itself" survives 1 oracle --subsets "$file" "$file" "$file"
    check "analyze $name with itself" survives 1 analyze --format json "$file" "$file"
    check "eval $name with itself" survives 1 eval --by label --nonprojective "$file" "$file"
done

# Long sentences and much that is blank: within seconds, and byte for byte where nothing is to change. A chain
# in random order needs the most lifts of all trees.
long_chain() { # WORDS
    awk -v n="$1" 'BEGIN { srand(1); for (i = 1; i <= n; i++) p[i] = i
        for (i = n; i > 1; i--) { j = 1 + int(rand() * i); t = p[i]; p[i] = p[j]; p[j] = t }
        for (i = 2; i <= n; i++) head[p[i]] = p[i - 1]
        for (i = 1; i <= n; i++) printf "%d\tw\t_\tX\t_\t_\t%d\tdep\t_\t_\n", i, head[i]
        print "" }'
}
long_chain 50000 > "$dir/shuffled"
yes '                                                           ' | head -n 1200000 |
    cat "$here/data/examples.conllu" - "$here/data/examples.conllu" > "$dir/blanks"
yes '# a comment, and a comment, and a comment, and one more' | head -n 1300000 |
    cat "$here/data/examples.conllu" - "$here/data/examples.conllu" > "$dir/comments"
cat "$here/data/examples.conllu" "$here/data/examples.conllu" > "$dir/twice"
for verb in info projectivize deprojectivize convert; do
    check "$verb a shuffled chain of 50,000 words" survives 1 $verb "$dir/shuffled"
done
same() { timeout 50 "$COPSE" convert "$1" | cmp - "$1"; }
equal_scores() {
    timeout 50 "$COPSE" eval --format json "$1" "$2" > "$dir/one" && "$COPSE" eval --format json "$dir/twice" "$dir/twice" > "$dir/two" &&
        [ "$(grep -o '"las":[^,]*' "$dir/one" | head -n 1)" = "$(grep -o '"las":[^,]*' "$dir/two" | head -n 1)" ]
}
for name in blanks comments; do
    check "70 MB of $name pass" same "$dir/$name"
    check "70 MB of $name in the gold file" equal_scores "$dir/$name" "$dir/twice"
    check "70 MB of $name in the system's file" equal_scores "$dir/twice" "$dir/$name"
    check "info of 70 MB of $name" survives 1 info "$dir/$name"
done

# A full disk, on standard output and by name.
full() {
    local status
    "$COPSE" "$@" > /dev/full 2> "$dir/stderr"
    status=$?
    [ $status -eq 1 ] && [ "$(wc -l < "$dir/stderr")" -eq 1 ] && grep -q '^copse: .*space' "$dir/stderr"
}
for verb in convert "convert --to conllx" info check projectivize deprojectivize; do
    # shellcheck disable=SC2086
    check "$verb to a full disk" full $verb "$here/data/examples.conllu"
    # shellcheck disable=SC2086
    check "$verb -o to a full disk" full $verb "$here/data/examples.conllu" -o /dev/full
done
check "eval to a full disk" full eval "$here/data/examples.conllu" "$here/data/examples.conllu"
check "/dev/full is a device still" test -c /dev/full
finish
