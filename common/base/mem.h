// SPDX-License-Identifier: MIT
// Memory of the library. No function here returns NULL: when memory runs out, control leaves the work at
// hand and returns to the innermost guard of the thread, where the work becomes a failure with
// COPSE_EMEMORY. Without a guard the process aborts. Sizes multiply with an overflow check.
//
// Every block belongs to a scope, and a guard decides which. When work fails for want of memory, the blocks
// of its scope are freed, so code in between needs no paths for this failure. What is no memory (descriptors,
// temporary files, mappings, objects of other libraries) is tied to a block with mem_on_release.
//
//     int copse_something(..., copse_error *err)
//     {
//         mem_guard guard;
//         mem_begin(&guard);
//         if (setjmp(guard.at))
//             return mem_failed(&guard, err);
//         return mem_end(&guard, something(..., err));
//     }
//
// setjmp stands in the function itself, and nothing in it changes a local variable between the two. The same
// way out of any depth serves work that is asked to stop (mem_leave).
#ifndef COPSE_BASE_MEM_H
#define COPSE_BASE_MEM_H

#include "copse.h"

#include <pthread.h>
#include <setjmp.h>

void *mem_alloc(size_t n, size_t size);                         // n * size bytes, not cleared; never NULL
void *mem_zero(size_t n, size_t size);                          // the same, cleared
void *mem_resize(void *p, size_t n, size_t size);               // to n * size bytes; stays in its scope
void *mem_grow(void *p, size_t *cap, size_t need, size_t size); // at least need elements, doubling *cap
void *mem_aligned(size_t n, size_t size);    // not cleared, aligned to 64, on large pages; not resizable
void *mem_table(size_t n, size_t size);      // the same, cleared
char *mem_string(const char *s, size_t len); // a terminated copy
void mem_free(void *p);                      // for all of the above; NULL is fine

// A copy for users of the library, who free it with free(); the block is freed. NULL if memory runs out, or
// for NULL.
char *mem_give(char *s);

// Runs when the block is freed because memory ran out, before any block of its scope is freed; not when
// mem_free frees it. It must release only what is no memory of this file. NULL: nothing.
void mem_on_release(void *block, void (*release)(void *block));

// --- Scopes and guards

typedef struct mem_scope {
    pthread_mutex_t lock;
    struct mem_block *first; // newest first
} mem_scope;

// A scope that lives longer than one call, for an object that is given up as a whole when memory runs out.
mem_scope *mem_scope_new(void);
void mem_scope_free(mem_scope *scope); // with all its blocks, as when memory runs out

// Where the blocks of this thread go: the scope (NULL: none, they are freed by mem_free alone). Returns the
// scope of before. What an object keeps must go where the object is, or a guard inside its lifetime frees it:
//     mem_scope *before = mem_into(mem_scope_of(object));
//     ...
//     mem_into(before);
mem_scope *mem_into(mem_scope *scope);
mem_scope *mem_scope_of(const void *block);
mem_scope *mem_here(void); // where they go now

typedef struct mem_guard {
    jmp_buf at;
    struct mem_guard *outer;
    mem_scope *before; // where blocks went before
    mem_scope *scope;  // freed on failure; NULL: none
    mem_scope own;     // the scope of mem_begin
    int code;          // of the failure that jumped
    size_t asked;      // bytes that were not there
} mem_guard;

// For a whole task: its blocks are freed if it fails for want of memory; otherwise those that are left belong
// to the scope around it.
void mem_begin(mem_guard *g);
// For work on objects that outlive it, which must be consistent at each allocation: nothing is freed. New
// blocks belong to the scope of the block object, or, for NULL, to the one around.
void mem_begin_for(mem_guard *g, const void *object);
// For work on everything in a scope: on failure all of the scope is freed, also what was there before.
void mem_begin_in(mem_guard *g, mem_scope *scope);

// Ends the guard, with the code of the work. COPSE_EMEMORY and COPSE_ESTOPPED free the scope here too: a
// thread of the work may have been left in the middle.
int mem_end(mem_guard *g, int code);
int mem_failed(mem_guard *g, copse_error *err); // after a jump: ends the guard, fills err, returns the code

mem_guard *mem_set_guard(mem_guard *g); // returns the one of before; for outside.c

// Jumps to the guard: as if an allocation of so many bytes had failed; with another code (COPSE_ESTOPPED).
_Noreturn void mem_fail(size_t bytes);
_Noreturn void mem_leave(int code);

// Could so much be allocated now? Compares with the memory of the machine, since the system may promise more
// than it has. For libraries that do not survive a failure.
bool mem_is_there(double bytes);

#endif
