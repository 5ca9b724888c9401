#!/bin/bash
# SPDX-License-Identifier: MIT
# Times of the graph parser's decoders by sentence length, and how they grow: CLE as n², Eisner's as n³. Called
# by tests/bench.sh. The program is built beside the copse that is measured.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(realpath --relative-to="$root" "$(dirname "${COPSE:?}")")
make -s -C "$root" "$build/tests/bench/decoders"
"$root/$build/tests/bench/decoders"
