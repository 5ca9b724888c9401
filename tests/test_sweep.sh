#!/bin/bash
# SPDX-License-Identifier: MIT
# A part of the sweep: `make sweep` replaces every word of every model.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${BUILD:?}"

finds_damage() {
    ! "$BUILD/tests/sweep" --share 0 && ! "$BUILD/tests/sweep" no-such-model
}

check "wrong arguments are refused" finds_damage
check "models with a word replaced are refused or parse" "$BUILD/tests/sweep" --share 101
finish
