#!/bin/bash
# SPDX-License-Identifier: MIT
# Projective trees, their derivations by every transition system, and the way back, on every dev file.
set -u
: "${COPSE:?}" "${TREEBANKS:?}"
cd "$(dirname "$0")/../.." || exit 1
make -s build/tests/bench/derivations || exit 1
(cd "$TREEBANKS" && "$OLDPWD/build/tests/bench/derivations" */dev.conllu)
