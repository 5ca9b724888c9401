#!/bin/bash
# SPDX-License-Identifier: MIT
# Every input that ever failed under the fuzz targets, and some that show what the targets are about.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${BUILD:?}"
TMPDIR=$(mktemp -d) || exit 1
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT

for folder in "$here"/fuzz/corpus/*/; do
    target=$(basename "$folder")
    check "the inputs of the fuzz target $target" "$BUILD/tests/fuzz/$target" "$folder"
done

# The replayer must notice a failure, an input that is not there, and a folder without any.
mkdir "$TMPDIR/none"
fails() { ! "$@"; }
check "no input is a failure" fails "$BUILD/tests/fuzz/conll" "$TMPDIR/none"
check "an input that is missing is a failure" fails "$BUILD/tests/fuzz/conll" "$TMPDIR/nowhere"
finish
