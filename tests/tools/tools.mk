# SPDX-License-Identifier: MIT
# Tests with other tools, part of the Makefile: calls that fail on purpose, threads, memory that was never set.

# The program in which calls of the system fail on purpose, with AddressSanitizer.
FAULTS_OBJ = $(patsubst %.c,$(B)/obj/%.o,$(wildcard tests/faults/*.c))
WRAPPED = main malloc calloc realloc aligned_alloc open_memstream mmap open read write fflush fsync rename stat \
	fstat close fchmod dup readlink poll pipe fork waitpid pthread_create
$(B)/copse-faults: $(CLI_OBJ) $(FAULTS_OBJ) $(B)/libcopse.a
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) $(WRAPPED:%=-Wl,--wrap=%) $^ $(LIBS) $(LDLIBS) -o $@

faults: ## fail each call of the system in turn, in a set of commands (SAME=N: only N with the same stack)
	@$(MAKE) --no-print-directory SANITIZER=address,undefined build/sanitized/copse-faults
	@bash tests/faults/run.sh build/sanitized/copse-faults $(or $(SAME),0)

# The unit tests of what runs on several threads or in several processes.
THREADED = parallel stream crossval processes save
threads: ## run what uses threads under ThreadSanitizer
	@$(MAKE) --no-print-directory SANITIZER=thread build/thread/copse build/thread/tests/generate \
		$(THREADED:%=build/thread/tests/test_%)
	@bash tests/tools/threads.sh build/thread $(THREADED)

valgrind: ## run a set of commands under valgrind, which sees memory that was never set
	@$(MAKE) --no-print-directory B=build/valgrind SANITIZE='-DCOPSE_ARENA_MALLOC -DCOPSE_ONE_TARGET' \
		build/valgrind/copse
	@bash tests/tools/valgrind.sh build/valgrind

.PHONY: faults threads valgrind
-include $(FAULTS_OBJ:.o=.d)
