// SPDX-License-Identifier: MIT
// Calls of the system that fail on purpose. The program is linked with --wrap for each function of the list,
// so that its sources stay as they are; calls inside other libraries are not reached.
#ifndef COPSE_TESTS_INJECT_H
#define COPSE_TESTS_INJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Functions of one kind are counted together.
#define INJECT_KINDS(X) \
    X(alloc)            \
    X(open)             \
    X(read)             \
    X(write)            \
    X(fsync)            \
    X(rename)           \
    X(mmap)             \
    X(stat)             \
    X(close)            \
    X(process)          \
    X(thread)           \
    X(other)

typedef enum inject_kind {
#define INJECT_ENUM(name) INJECT_##name,
    INJECT_KINDS(INJECT_ENUM)
#undef INJECT_ENUM
        INJECT_NONE
} inject_kind;

typedef enum inject_mode {
    INJECT_OFF,
    INJECT_COUNT,  // note the stack of each call
    INJECT_ONCE,   // one call fails
    INJECT_ONWARD, // this call and all later ones fail
    INJECT_SHORT,  // every read and write moves one byte
    INJECT_EINTR,  // every second call that may be interrupted is
} inject_mode;

// Shared by the processes of one run.
typedef struct inject_shared {
    size_t calls;     // of the kind
    uint64_t stack[]; // [INJECT_MOST] a hash for each call, when counting
} inject_shared;

enum { INJECT_MOST = 1 << 22 };

typedef struct injection {
    inject_mode mode;
    inject_kind kind;
    size_t at;    // the call to fail, from 1
    bool trace;   // print the stack of the failing call
    void *bottom; // of the main thread's stack: a frame of main
    inject_shared *shared;
} injection;

extern injection inject;

#endif
