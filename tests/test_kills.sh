#!/bin/bash
# SPDX-License-Identifier: MIT
# A few of the kills of `make kills`.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${COPSE:?}" "${GENERATE:?}"

check "killed commands leave whole files and one leftover at most" bash "$here/kills.sh" 10
finish
