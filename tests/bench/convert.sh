#!/bin/bash
# SPDX-License-Identifier: MIT
# Is reading and writing lossless, fast and small? Every treebank through `convert --to same`; the speed on
# en_ewt (or the largest file there is), best of five; the peak memory on it and on the same file a hundred times
# over. Fails under 100 MB/s or over 20 MB.
set -u -o pipefail
: "${COPSE:?}" "${TREEBANKS:?}"
status=0 files=0
for file in "$TREEBANKS"/*/*.conllu; do
    files=$((files + 1))
    "$COPSE" convert --to same "$file" | cmp - "$file" || status=1
done
echo "convert --to same gives back $files files byte for byte: $([ $status -eq 0 ] && echo yes || echo NO)"

big=$TREEBANKS/en_ewt/train.conllu
[ -f "$big" ] || big=$(ls -S "$TREEBANKS"/*/*.conllu | head -n 1)
bytes=$(stat -c %s "$big")

# Milliseconds of the best of five runs.
best=
for _ in 1 2 3 4 5; do
    from=$(date +%s%N)
    "$COPSE" convert "$big" >/dev/null || status=1
    took=$((($(date +%s%N) - from) / 1000000))
    [ -z "$best" ] || [ $took -lt "$best" ] && best=$took
done
rate=$((bytes / 1000 / (best > 0 ? best : 1)))
echo "convert: $((bytes / 1000000)) MB in $best ms, $rate MB/s"
[ $rate -ge 100 ] || status=1

# Peak memory in kB of a process that reads standard input, asked while it waits for its last byte.
peak() {
    local times=$1 fifo kb
    fifo=$(mktemp -u)
    mkfifo "$fifo"
    "$COPSE" convert - <"$fifo" >/dev/null &
    local pid=$!
    exec 9>"$fifo"
    for ((i = 0; i < times; i++)); do cat "$big" >&9; done
    sleep 0.2
    kb=$(awk '/VmHWM/ {print $2}' /proc/$pid/status)
    exec 9>&-
    wait $pid || echo "copse failed" >&2
    rm -f "$fifo"
    echo "$kb"
}
for times in 1 100; do
    kb=$(peak $times)
    echo "convert: peak memory $kb kB for $((bytes / 1000000 * times)) MB"
    [ "$kb" -le 20000 ] || status=1
done
exit $status
