#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs tests/bench/*.sh in order, with COPSE and TREEBANKS in the environment. With QUICK=1 it runs only
# parsers.sh, on two small treebanks. Called by `make bench`.
set -u
here=$(cd "$(dirname "$0")" && pwd)
if [ ! -d "${TREEBANKS:?}" ]; then
    echo "copse: $TREEBANKS: there is no such folder; say where treebanks are: make bench TREEBANKS=FOLDER" >&2
    exit 1
fi
COPSE=$(realpath "${COPSE:?}") TREEBANKS=$(realpath "$TREEBANKS")
export COPSE TREEBANKS
status=0 ran=0
for script in "$here"/bench/*.sh; do
    [ -f "$script" ] || continue
    [ -z "${QUICK:-}" ] || [ "$(basename "$script")" = parsers.sh ] || continue
    ran=$((ran + 1))
    echo "== $(basename "$script" .sh)"
    bash "$script" || { echo "copse: $script failed" >&2; status=1; }
done
if [ $ran -eq 0 ]; then
    echo "copse: $here/bench: there are no benchmarks" >&2
    status=1
fi
exit $status
