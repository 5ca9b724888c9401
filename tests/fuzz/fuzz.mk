# SPDX-License-Identifier: MIT
# The fuzz targets, part of the Makefile. README.md in this folder describes them.
FUZZ = $(filter-out fuzz layout mutate replay shrink,$(basename $(notdir $(wildcard tests/fuzz/*.c))))
FUZZ_SHARED = fuzz layout
FUZZ_OBJ = $(patsubst %.c,$(B)/obj/%.o,$(wildcard tests/fuzz/*.c))

SECONDS ?= 60
TARGETS ?= $(FUZZ)
CLANG ?= clang
FUZZ_CFLAGS = -O2 -g
FUZZ_CHECKS = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer \
	-DCOPSE_ARENA_MALLOC -DCOPSE_ONE_TARGET -DCOPSE_SMALL_CHUNKS
# Each of the two builds has its folder, flags and all: make calls itself with other values of B, CC and SANITIZE.
FUZZ_BUILD = $(MAKE) --no-print-directory B=build/fuzz CC='$(CLANG)' CFLAGS='$(FUZZ_CFLAGS)' \
	SANITIZE='$(FUZZ_CHECKS) -fsanitize=fuzzer-no-link'
COVERAGE_BUILD = $(MAKE) --no-print-directory B=build/fuzz/coverage CC='$(CLANG)' CFLAGS='-O1 -g' \
	SANITIZE='-fprofile-instr-generate -fcoverage-mapping'

# The fuzz targets, linked with a main function that runs them on files.
$(FUZZ:%=$(B)/tests/fuzz/%): $(B)/tests/fuzz/%: $(B)/obj/tests/fuzz/%.o $(FUZZ_SHARED:%=$(B)/obj/tests/fuzz/%.o) \
		$(B)/obj/tests/fuzz/replay.o $(B)/libcopse.a
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) $(filter %.o,$^) $(B)/libcopse.a $(LIBS) $(LDLIBS) -o $@

fuzz-programs: $(FUZZ:%=$(B)/tests/fuzz/%)

build/fuzz/clang: tests/fuzz/clang.sh
	@CLANG='$(CLANG)' sh tests/fuzz/clang.sh
	@mkdir -p $(@D)
	@touch $@

# The program that makes small models of models.
$(B)/fuzz/shrink: $(B)/obj/tests/fuzz/shrink.o $(B)/obj/tests/fuzz/layout.o $(B)/libcopse.a
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) $^ $(LIBS) $(LDLIBS) -o $@

# The targets with libFuzzer; the one of models has its own mutator.
$(FUZZ:%=$(B)/fuzz/%): $(B)/fuzz/%: $(B)/obj/tests/fuzz/%.o $(FUZZ_SHARED:%=$(B)/obj/tests/fuzz/%.o) \
		$(B)/obj/tests/fuzz/mutate.o $(B)/libcopse.a
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) -fsanitize=fuzzer $(filter-out %/mutate.o,$(filter %.o,$^)) \
		$(if $(filter model,$*),$(filter %/mutate.o,$^)) $(B)/libcopse.a $(LIBS) $(LDLIBS) -o $@

fuzz-targets: $(FUZZ:%=$(B)/fuzz/%) $(B)/fuzz/shrink

fuzz-build: build/fuzz/clang all $(B)/tests/generate
	+@$(FUZZ_BUILD) fuzz-targets
	@COPSE=$(B)/copse GENERATE=$(B)/tests/generate SHRINK=build/fuzz/fuzz/shrink bash tests/fuzz/seeds.sh build/fuzz/seeds

fuzz: fuzz-build ## run the fuzz targets, SECONDS=60 each; TARGETS="conll model" runs these alone
	@bash tests/fuzz/run.sh build/fuzz '$(SECONDS)' $(TARGETS)

fuzz-coverage: fuzz-build ## line coverage of readers and loaders by the inputs that fuzzing found
	+@$(COVERAGE_BUILD) fuzz-programs
	@bash tests/fuzz/coverage.sh build/fuzz $(FUZZ)

.PHONY: fuzz-programs fuzz-targets fuzz-build fuzz fuzz-coverage
.SECONDARY: $(FUZZ_OBJ)
-include $(FUZZ_OBJ:.o=.d)
