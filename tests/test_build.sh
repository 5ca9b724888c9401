#!/bin/bash
# SPDX-License-Identifier: MIT
# The Makefile: what it installs, what the library exports, what a wrong variable does.
set -u
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/shell.sh
. "$here/shell.sh"
: "${BUILD:?}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$here/.." || exit 1
# The sanitizer of the build, if any.
mapfile -t sanitize < <(grep -o -e '-fsanitize=[a-z,]*' "$BUILD/flags" | head -n 1)
version=$("$BUILD/copse" --version | cut -d ' ' -f 2)

# make passes the variables of its command line, including SANITIZER, to the make called here.
installed() {
    make -s install DESTDIR="$dir/root" PREFIX=/usr > "$dir/log" 2>&1 || { cat "$dir/log"; return 1; }
    (cd "$dir/root/usr" && find . ! -type d | sort) > "$dir/files"
    diff - "$dir/files" <<END
./bin/copse
./include/copse.h
./lib/libcopse.a
./lib/libcopse.so
./lib/libcopse.so.0
./lib/libcopse.so.$version
./lib/pkgconfig/copse.pc
./share/copse/english.model
./share/man/man1/copse.1
END
}

installed_binary_runs() {
    [ "$("$dir/root/usr/bin/copse" --version)" = "copse $version" ]
}

# The installed program finds its model from everywhere, also when it is called by its name or a link.
installed_model() {
    local data=$PWD/tests/data/tagged.conllu bin=$dir/root/usr/bin
    ln -s "$bin/copse" "$dir/link"
    (
        cd / || exit 1
        unset COPSE_MODEL
        "$bin/copse" parse "$data" > "$dir/parsed" 2> "$dir/log" && [ -s "$dir/parsed" ] &&
            grep -qx "copse: the model is $dir/root/usr/share/copse/english.model" "$dir/log" &&
            PATH=$bin:$PATH copse parse -q "$data" | cmp - "$dir/parsed" &&
            "$dir/link" parse -q "$data" | cmp - "$dir/parsed"
    ) || { cat "$dir/log"; return 1; }
}

package_file() {
    local file=$dir/root/usr/lib/pkgconfig/copse.pc
    grep -qx "Version: $version" "$file" && grep -qx 'prefix=/usr' "$file" &&
        grep -qx 'Libs: -L${libdir} -lcopse' "$file" || { cat "$file"; return 1; }
}

soname() {
    objdump -p "$dir/root/usr/lib/libcopse.so" | grep -q 'SONAME *libcopse.so.0$'
}

# A third-party program, with the installed header and shared library.
user_program() {
    printf '#include <copse.h>\n#include <stdio.h>\nint main(void) { return puts(copse_version()) < 0; }\n' > "$dir/user.c"
    "${CC:-cc}" -std=c11 -Wall -Wextra -Wpedantic -Werror "${sanitize[@]}" -I"$dir/root/usr/include" "$dir/user.c" \
        -L"$dir/root/usr/lib" -lcopse -o "$dir/user" || return 1
    [ "$(LD_LIBRARY_PATH=$dir/root/usr/lib "$dir/user")" = "$version" ]
}

# archive_program FLAG...: builds the example with the archive and only the flags that pkg-config prints, in
# a place that has no shared library.
archive_program() {
    make -s install PREFIX="$dir/place" > "$dir/log" 2>&1 || { cat "$dir/log"; return 1; }
    rm "$dir/place/lib/"libcopse.so*
    local given
    set -- "$@" "${sanitize[@]}"
    given=$(PKG_CONFIG_PATH=$dir/place/lib/pkgconfig pkg-config --static --cflags --libs copse) || return 1
    # The flags are meant to be split into words.
    # shellcheck disable=SC2086
    "${CC:-cc}" -std=c11 "$@" docs/example.c $given -o "$dir/archive" 2> "$dir/log" ||
        { echo "$given"; tail -n 5 "$dir/log"; return 1; }
    [ "$("$dir/archive" README.md 2>&1)" = "example: README.md: is not a Copse model" ]
}

# Are the libraries that Copse needs installed as archives? Sanitizers cannot be linked statically.
can_be_static() {
    local name
    for name in linear svm z zstd; do
        [ -f "$("${CC:-cc}" -print-file-name=lib$name.a)" ] || return 1
    done
    [ "${#sanitize[@]}" -eq 0 ]
}

header_is_cplusplus() {
    printf '#include <copse.h>\nint main() { return copse_version() == nullptr; }\n' > "$dir/user.cc"
    "${CXX:-c++}" -std=c++17 -Wall -Wextra -Werror -I"$dir/root/usr/include" -c "$dir/user.cc" -o "$dir/user.o"
}

removed() {
    make -s uninstall DESTDIR="$dir/root" PREFIX=/usr || return 1
    [ -z "$(find "$dir/root" ! -type d)" ] || { find "$dir/root" ! -type d; return 1; }
}

exports_only_public_names() {
    local foreign
    foreign=$(nm -D --defined-only "$BUILD/libcopse.so" | awk '{ print $3 }' | grep -v '^copse_')
    [ -z "$foreign" ] || { echo "exported: $foreign"; return 1; }
    nm -D --defined-only "$BUILD/libcopse.so" | grep -q ' copse_version$'
}

unknown_sanitizer() {
    ! make -n SANITIZER=adress > "$dir/log" 2>&1 && grep -q "SANITIZER is 'adress'" "$dir/log"
}

help_names_every_target() {
    local target
    make -s help > "$dir/help" || return 1
    for target in all test demo bench install uninstall lint format help clean; do
        grep -q "^  $target  *[a-z]" "$dir/help" || { echo "$target is not in make help"; return 1; }
    done
}

# The script that looks for libraries must notice a missing one and say how to get it. Without apt-get in
# PATH it cannot install anything.
missing_library_is_named() {
    mkdir "$dir/bin"
    local tool
    for tool in sh cat rm mktemp tr sed id; do
        ln -s "$(command -v $tool)" "$dir/bin/$tool"
    done
    # A compiler that fails on anything that includes zstd.h.
    printf '#!/bin/sh\nfor a in "$@"; do case $a in -lzstd) exit 1 ;; esac; done\nexit 0\n' > "$dir/bin/cc"
    chmod +x "$dir/bin/cc"
    ! env -i PATH="$dir/bin" CC=cc sh .ci/deps > "$dir/log" 2>&1 || return 1
    diff - "$dir/log" <<'END'
copse: missing: zstd. Install with the line for your system, then run make again:
  Debian, Ubuntu:  sudo apt-get install libzstd-dev
  Fedora:          sudo dnf install libzstd-devel
  macOS:           brew install zstd
END
}

nothing_missing_is_silent() {
    printf '#!/bin/sh\nexit 0\n' > "$dir/bin/cc"
    env -i PATH="$dir/bin" CC=cc sh .ci/deps > "$dir/log" 2>&1 && [ ! -s "$dir/log" ]
}

check "make install puts every file in its place" installed
check "the installed binary runs" installed_binary_runs
check "the installed binary finds its model" installed_model
check "copse.pc is right" package_file
check "the shared library has its soname" soname
check "a program builds with what was installed" user_program
check "the header is C++ too" header_is_cplusplus
if command -v pkg-config > /dev/null; then
    check "a program builds with the archive and what pkg-config says" archive_program
    ! can_be_static || check "also without any shared library" archive_program -static
fi
check "make uninstall leaves no file" removed
check "only public names are exported" exports_only_public_names
check "the demo runs through" env COPSE="$BUILD/copse" bash tests/demo.sh
check "an unknown sanitizer is an error" unknown_sanitizer
check "make help names every target" help_names_every_target
check "a missing library is named with its packages" missing_library_is_named
check "where nothing is missing nothing is said" nothing_missing_is_silent
finish
