#!/bin/sh
# SPDX-License-Identifier: MIT
# header.sh [FOLDER]: checks include/copse.h. It must compile alone as C11 and, if there is a compiler, as
# C++, and tests/test_public.c must call every function that it declares. The status is 1 if not.
set -u
cd "${1:-.}" || exit 1
header=include/copse.h
status=0

found() {
    echo "$header: $1"
    status=1
}

# A declaration begins with COPSE_API and has the name on the same line.
names=$(sed -n 's/^COPSE_API .*[ *]\(copse_[a-z0-9_]*\)(.*/\1/p' "$header")
declared=$(grep -c '^COPSE_API ' "$header")
[ "$declared" -gt 0 ] || found "declares nothing"
[ "$declared" -eq "$(echo "$names" | grep -c .)" ] || found "a line with COPSE_API has no name of a function"
for name in $names; do
    grep -q "[^a-z0-9_]$name(" tests/test_public.c || found "tests/test_public.c does not call $name"
done

"${CC:-cc}" -std=c11 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -x c "$header" ||
    found "does not compile alone as C11"
if command -v "${CXX:-g++}" > /dev/null; then
    "${CXX:-g++}" -fsyntax-only -Wall -Wextra -Wpedantic -Werror -x c++ "$header" ||
        found "does not compile alone as C++"
fi
exit $status
