#!/bin/sh
# SPDX-License-Identifier: MIT
# rooms.sh [FOLDER]: checks which rooms the files of a project (by default this folder) include against the
# table below. Prints a line for each include that is not allowed; the status is 1 if there is one.
#
# Includes in quotes give the path from the root, and the file must exist. "copse.h" and system headers are
# allowed everywhere, except those of LIBLINEAR and LIBSVM, which one file each may include. Tests may
# include everything.
set -u
root=${1:-.}

# A room, then what its files may include: rooms, single headers, or * for all.
table='
common/base      common/base
common/treebank  common/treebank common/base
common/model     common/model common/treebank common/base
learn            learn common
eval             eval common graph/decode.h graph/decoders.h
transition       transition common learn eval
graph            graph common learn eval
text             text common learn eval
ensemble         ensemble common learn eval graph/decode.h graph/decoders.h
cli              *
tests            *
include
docs
'

cd "$root" || exit 1
find . \( -name build -o -name '.?*' \) -prune -o -name '*.[ch]' -print | sed 's|^\./||' | LC_ALL=C sort |
    TABLE=$table awk '
function there(path,   line, got) {
    got = (getline line < path)
    close(path)
    return got >= 0
}

function room_of(file,   part) {
    split(file, part, "/")
    return part[1] == "common" ? part[1] "/" part[2] : part[1]
}

function complain(why) {
    print file ":" number ": includes " shown ": " why
    bad = 1
}

# Does a row of the table allow this header?
function allowed(room, header,   item, n, i) {
    n = split(rooms[room], item, " ")
    for (i = 1; i <= n; i++)
        if (item[i] == "*" || item[i] == header || index(header, item[i] "/") == 1)
            return 1
    return 0
}

function check_system(header,   name) {
    name = header
    sub(/.*\//, "", name)
    if (there(header))
        complain("a header of ours stands in quotes")
    else if (room != "tests" && name == "linear.h" && file != "learn/liblinear.c")
        complain("only learn/liblinear.c may")
    else if (room != "tests" && name == "svm.h" && file != "learn/libsvm.c")
        complain("only learn/libsvm.c may")
}

function check_ours(header) {
    if (header == "copse.h")
        return
    if (header !~ /\// || header ~ /(^|\/)\.\.?\// || header ~ /^\//)
        complain("not a path from the root")
    else if (!there(header))
        complain("there is no such file")
    else if (!allowed(room, header))
        complain(room " may not")
}

function check_file(   line, header) {
    room = room_of(file)
    number = 0
    if (!(room in rooms)) {
        print file ": " room " is no room that tests/rooms.sh knows"
        bad = 1
        return
    }
    while ((getline line < file) > 0) {
        number++
        if (line !~ /^[ \t]*#[ \t]*include/)
            continue
        sub(/^[ \t]*#[ \t]*include[ \t]*/, "", line)
        shown = header = line
        if (line ~ /^"[^"]+"/) {
            sub(/^"/, "", header)
            sub(/".*/, "", header)
            shown = "\"" header "\""
            check_ours(header)
        } else if (line ~ /^<[^>]+>/) {
            sub(/^</, "", header)
            sub(/>.*/, "", header)
            shown = "<" header ">"
            check_system(header)
        } else {
            complain("not the name of a header")
        }
    }
    close(file)
}

BEGIN {
    n = split(ENVIRON["TABLE"], row, "\n")
    for (i = 1; i <= n; i++)
        if (split(row[i], word, " ")) {
            rooms[word[1]] = row[i]
            sub(/^[^ ]+ */, "", rooms[word[1]])
        }
}

{
    file = $0
    files++
    check_file()
}

END {
    if (!files)
        print "no sources to look at"
    exit bad || !files
}'
