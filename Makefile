# Copse: `make help` lists the targets.
#
# The user may set CC, AR, CFLAGS, CPPFLAGS, LDFLAGS, LDLIBS, PREFIX and DESTDIR. The plain build is in build/;
# each variant has its own folder below it. B=FOLDER names another one: make CC=clang B=build/clang.
SHELL = /bin/sh
CFLAGS ?= -O2 -g
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
# Beside the folder of the program, which looks for its model there.
SHAREDIR = $(patsubst %/,%,$(dir $(patsubst %/,%,$(BINDIR))))/share/copse
TREEBANKS ?= ../shared/treebanks

WARNINGS = -Wall -Wextra -Wshadow -Wpedantic -Wconversion -Wvla -Wstrict-prototypes
ROOMS = common/base common/treebank common/model learn transition graph text eval ensemble
INCLUDES = -Iinclude -I.
LIBS = -llinear -lsvm -lz -lzstd -lpthread -lm
VERSION := $(shell sed -n 's/^.define COPSE_VERSION "\(.*\)"/\1/p' include/copse.h)
SONAME = libcopse.so.0
ifeq ($(shell uname -s),Darwin)
SET_SONAME = -Wl,-install_name,$(LIBDIR)/$(SONAME)
CXX_RUNTIME = -lc++
else
SET_SONAME = -Wl,-soname,$(SONAME)
CXX_RUNTIME = -lstdc++
endif

# With sanitizers each object has its own malloc, and no function is compiled for several targets.
ifeq ($(SANITIZER),)
B = build
else
ifeq ($(SANITIZER),address,undefined)
B = build/sanitized
else ifneq ($(filter undefined thread,$(SANITIZER)),)
B = build/$(SANITIZER)
else
$(error SANITIZER is '$(SANITIZER)'; the known values are address,undefined and undefined and thread)
endif
SANITIZE = -fsanitize=$(SANITIZER) -fno-sanitize-recover=all -fno-omit-frame-pointer \
	-DCOPSE_ARENA_MALLOC -DCOPSE_ONE_TARGET
endif

# V=1 shows whole commands.
ifeq ($(V),)
Q = @
SAY = @echo " "
else
SAY = @:
endif

ALL_CFLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L $(WARNINGS) -fPIC -fvisibility=hidden $(INCLUDES) \
	$(CPPFLAGS) $(CFLAGS) $(SANITIZE)
ALL_LDFLAGS = $(CFLAGS) $(SANITIZE) $(LDFLAGS)

LIB_SRC = $(wildcard $(ROOMS:%=%/*.c))
CLI_SRC = $(wildcard cli/*.c)
LIB_OBJ = $(LIB_SRC:%.c=$(B)/obj/%.o) $(B)/obj/features.o
LIB_OBJ += $(B)/obj/groups.o $(B)/obj/studies.o $(B)/obj/program.o
STUDIES = $(sort $(wildcard models/studies/*.study))
FEATURES = $(sort $(wildcard models/features/*.feat))
GROUPS = $(sort $(wildcard models/groups/*.groups))
LIB_OBJ += $(B)/obj/english_heads.o
CLI_OBJ = $(CLI_SRC:%.c=$(B)/obj/%.o)
UNIT = $(patsubst tests/%.c,$(B)/tests/%,$(wildcard tests/test_*.c))
UNIT_OBJ = $(UNIT:$(B)/%=$(B)/obj/%.o)
GENERATE_OBJ = $(patsubst %.c,$(B)/obj/%.o,$(wildcard tests/generate/*.c))
SWEEP_OBJ = $(patsubst %.c,$(B)/obj/%.o,$(wildcard tests/sweep/*.c))
C_FILES = $(LIB_SRC) $(CLI_SRC) $(wildcard tests/*.c tests/*/*.c)
H_FILES = $(wildcard include/*.h $(ROOMS:%=%/*.h) cli/*.h tests/*.h tests/*/*.h)
SCRIPTS = .ci/run .ci/deps $(wildcard tests/*.sh tests/*/*.sh docs/*.sh models/*.sh)

all: $(B)/copse $(B)/libcopse.a $(B)/libcopse.so ## build the binary and the libraries (the default)

help: ## list the targets
	@sed -n 's/^\([a-z][a-z-]*\):[^#]*## \(.*\)/\1|\2/p' Makefile tests/*/*.mk | \
		while IFS='|' read -r name text; do printf '  %-13s %s\n' "$$name" "$$text"; done
	@echo 'Variables: CC CFLAGS CPPFLAGS LDFLAGS PREFIX DESTDIR, SANITIZER=address,undefined|undefined|thread, B=FOLDER, TREEBANKS=FOLDER, V=1'

# --- building

# Checks once that the libraries Copse needs are there; installs or names those that are missing.
build/deps: .ci/deps
	@CC='$(CC)' CPPFLAGS='$(CPPFLAGS)' CFLAGS='$(CFLAGS)' LDFLAGS='$(LDFLAGS)' sh .ci/deps
	@mkdir -p build
	@touch $@

# The command lines of the last build. The file changes only when they do; everything depends on it.
$(B)/flags: build/deps FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(CC) $(AR) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(LIBS) $(LDLIBS))' > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(B)/obj/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(ALL_CFLAGS) $(SPEED) -MMD -MP -c $< -o $@

# Files as strings: STRINGS of (variable, type, ending, files) is a list of their names and texts.
define STRINGS
	@mkdir -p $(@D)
	$(SAY) GEN $@
	@{ echo 'extern const struct $(2) { const char *name, *text; } $(1)[];'; \
	echo 'const struct $(2) $(1)[] = {'; \
	for f in $(4); do \
		printf '{"%s",\n' "$$(basename $$f $(3))"; \
		sed 's/[\\"]/\\&/g; s/^/"/; s/$$/\\n"/' $$f; \
		echo '},'; \
	done; \
	echo '{0, 0}};'; } > $@.new && mv $@.new $@
endef

# The shipped feature models, groups of labels and parts of speech, and studies, compiled in.
$(B)/features.c: $(FEATURES) Makefile
	$(call STRINGS,fm_files,fm_file,.feat,$(FEATURES))

$(B)/groups.c: $(GROUPS) Makefile
	$(call STRINGS,grp_files,grp_file,.groups,$(GROUPS))

$(B)/studies.c: $(STUDIES) Makefile
	$(call STRINGS,study_files,study_file,.study,$(STUDIES))

# A digest of everything that models and trees depend on: studies know what they have to do again.
PROGRAM = $(sort $(filter-out eval/study%,$(LIB_SRC) $(wildcard $(ROOMS:%=%/*.h))) $(FEATURES))
$(B)/program.c: $(PROGRAM) $(B)/flags
	@mkdir -p $(@D)
	$(SAY) GEN $@
	@{ echo 'extern const char study_program[];'; \
	printf 'const char study_program[] = "%s";\n' "$$(cat $(PROGRAM) $(B)/flags | cksum | tr ' ' '-')"; } > $@.new
	@mv $@.new $@

# What is made above: texts may be longer than the strings that every C compiler takes.
$(B)/obj/%.o: $(B)/%.c $(B)/flags
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(ALL_CFLAGS) -Wno-overlength-strings -c $< -o $@

# The head rules for English, as a string.
$(B)/english_heads.c: models/heads/english.heads Makefile
	@mkdir -p $(@D)
	$(SAY) GEN $@
	@{ echo 'extern const char hd_english[];'; \
	echo 'const char hd_english[] ='; \
	sed 's/[\\"]/\\&/g; s/^/"/; s/$$/\\n"/' $<; \
	echo ';'; } > $@.new && mv $@.new $@

$(B)/obj/english_heads.o: $(B)/english_heads.c $(B)/flags
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(ALL_CFLAGS) -c $< -o $@

# -O3 pays in the innermost loops of parsing.
$(B)/obj/learn/linear.o $(B)/obj/learn/lookup.o $(B)/obj/transition/features.o $(B)/obj/graph/weights.o: SPEED = -O3

$(B)/obj/tests/%.o: tests/%.c $(B)/flags
	@mkdir -p $(@D)
	$(SAY) CC $<
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

# The list of objects: when a source is deleted, the libraries are built again without it.
$(B)/objects: FORCE
	@mkdir -p $(@D)
	@echo '$(LIB_OBJ) $(CLI_OBJ)' > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(B)/libcopse.a: $(LIB_OBJ) $(B)/objects
	@rm -f $@
	$(SAY) AR $@
	$(Q)$(AR) rcs $@ $(LIB_OBJ)

$(B)/libcopse.so: $(LIB_OBJ) $(B)/objects
	$(SAY) LD $@
	$(Q)$(CC) -shared $(SET_SONAME) $(ALL_LDFLAGS) $(LIB_OBJ) $(LIBS) $(LDLIBS) -o $(B)/$(SONAME)
	@ln -sf $(SONAME) $@

$(B)/copse: $(CLI_OBJ) $(B)/libcopse.a
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) $(CLI_OBJ) $(B)/libcopse.a $(LIBS) $(LDLIBS) -o $@

$(B)/tests/%: $(B)/obj/tests/%.o $(B)/libcopse.a
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) $(filter %.o,$^) $(B)/libcopse.a $(LIBS) $(LDLIBS) -o $@

# Tests of what is not in the library.
$(B)/tests/test_sheet: $(addprefix $(B)/obj/cli/,sheet.o sheet_plain.o sheet_markup.o values.o)

# The generator of treebanks.
$(B)/tests/generate: $(GENERATE_OBJ) $(B)/libcopse.a
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) $(GENERATE_OBJ) $(B)/libcopse.a $(LIBS) $(LDLIBS) -o $@

# Damages models: see tests/sweep/sweep.h.
$(B)/tests/sweep: $(SWEEP_OBJ) $(B)/libcopse.a
	@mkdir -p $(@D)
	$(SAY) LD $@
	$(Q)$(CC) $(ALL_LDFLAGS) $(SWEEP_OBJ) $(B)/libcopse.a $(LIBS) $(LDLIBS) -o $@

# --- testing

# Seconds that one test program may take.
TEST_TIMEOUT ?= $(if $(SANITIZER),400,60)

test: all unit-programs fuzz-programs ## run every test; the last line is "N passed, N failed"
	@TEST_TIMEOUT=$(TEST_TIMEOUT) bash tests/run.sh $(B)

unit-programs: $(UNIT) $(if $(GENERATE_OBJ),$(B)/tests/generate) $(if $(SWEEP_OBJ),$(B)/tests/sweep)

unit: unit-programs ## run the unit tests alone
	@TEST_TIMEOUT=$(TEST_TIMEOUT) bash tests/run.sh --unit $(B)

sweep: $(B)/tests/sweep ## replace every word of small models by numbers that hurt, and use them
	$(B)/tests/sweep

kills: all $(B)/tests/generate ## kill train and parse -o at KILLS (1000) moments each; look at what is left
	@COPSE='$(abspath $(B)/copse)' GENERATE='$(abspath $(B)/tests/generate)' bash tests/kills.sh $(or $(KILLS),1000)

demo: all ## show what copse does on a few sentences
	@COPSE=$(B)/copse bash tests/demo.sh

models: all ## rebuild the shipped models from TREEBANKS/en_ewt
	@COPSE=$(B)/copse TREEBANKS='$(TREEBANKS)' bash models/make.sh

studies: all ## run studies, or those of RUN, on STUDY_TREEBANKS (those of the pages) in TREEBANKS; see build/studies
	@COPSE=$(B)/copse TREEBANKS='$(TREEBANKS)' OUT='$(B)/studies' STUDIES='$(RUN)' \
	STUDY_TREEBANKS='$(STUDY_TREEBANKS)' STUDY_GRAPHS='$(STUDY_GRAPHS)' STUDY_FLAGS='$(STUDY_FLAGS)' bash models/studies.sh

pages: all ## make docs/studies of what `make studies` wrote
	@FROM='$(B)/studies' DIGEST="$$(sed -n 's/.*= "\(.*\)";/\1/p' $(B)/program.c)" bash models/pages.sh

bench: all ## measure speed and accuracy on the treebanks in TREEBANKS
	@COPSE=$(B)/copse TREEBANKS='$(TREEBANKS)' bash tests/bench.sh

# --- fuzzing

include tests/fuzz/fuzz.mk

# --- other tools

include tests/tools/tools.mk

# --- checking and cleaning

lint: all format-check ## static analysis, exported symbols, scripts
	@sh tests/lint.sh $(B) '$(ALL_CFLAGS)' '$(C_FILES)' '$(SCRIPTS)'

format: ## lay out the sources with clang-format
	clang-format -i $(C_FILES) $(H_FILES)

format-check: ## list the sources that `make format` would change
	clang-format --dry-run --Werror $(C_FILES) $(H_FILES)

clean: ## remove everything that was built
	rm -rf build

# --- installing

$(B)/copse.1: $(B)/copse
	$(B)/copse --man > $@.new
	mv $@.new $@

# Written each time, since the folders may have changed. LIBLINEAR and LIBSVM are C++, and some builds of
# LIBLINEAR use the system's BLAS: programs that link with the archives must name these too.
$(B)/copse.pc: FORCE
	@mkdir -p $(@D)
	@echo 'int main(void) { return 0; }' > $@.c
	@blas=; $(CC) $(LDFLAGS) $@.c -lblas -o $@.probe 2> /dev/null && blas=' -lblas'; rm -f $@.c $@.probe; \
	printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(LIBDIR)' 'includedir=$(INCLUDEDIR)' '' 'Name: copse' \
		'Description: dependency treebanks and parsers' 'Version: $(VERSION)' \
		'Libs: -L$${libdir} -lcopse' 'Libs.private: $(LIBS)'"$$blas"' $(CXX_RUNTIME) -lm' 'Cflags: -I$${includedir}' > $@

install: all $(B)/copse.1 $(B)/copse.pc ## install below DESTDIR/PREFIX (/usr/local)
	install -d '$(DESTDIR)$(BINDIR)' '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(INCLUDEDIR)' \
		'$(DESTDIR)$(MANDIR)/man1' '$(DESTDIR)$(SHAREDIR)'
	install -m 755 $(B)/copse '$(DESTDIR)$(BINDIR)/copse'
	install -m 644 $(B)/libcopse.a '$(DESTDIR)$(LIBDIR)/libcopse.a'
	install -m 755 $(B)/$(SONAME) '$(DESTDIR)$(LIBDIR)/libcopse.so.$(VERSION)'
	ln -sf libcopse.so.$(VERSION) '$(DESTDIR)$(LIBDIR)/$(SONAME)'
	ln -sf $(SONAME) '$(DESTDIR)$(LIBDIR)/libcopse.so'
	install -m 644 $(B)/copse.pc '$(DESTDIR)$(LIBDIR)/pkgconfig/copse.pc'
	install -m 644 include/copse.h '$(DESTDIR)$(INCLUDEDIR)/copse.h'
	install -m 644 $(B)/copse.1 '$(DESTDIR)$(MANDIR)/man1/copse.1'
	install -m 644 models/english.model '$(DESTDIR)$(SHAREDIR)/english.model'

uninstall: ## remove what install put there
	rm -f '$(DESTDIR)$(BINDIR)/copse' '$(DESTDIR)$(LIBDIR)/libcopse.a' '$(DESTDIR)$(LIBDIR)/libcopse.so' \
		'$(DESTDIR)$(LIBDIR)/$(SONAME)' '$(DESTDIR)$(LIBDIR)/libcopse.so.$(VERSION)' \
		'$(DESTDIR)$(LIBDIR)/pkgconfig/copse.pc' '$(DESTDIR)$(INCLUDEDIR)/copse.h' \
		'$(DESTDIR)$(MANDIR)/man1/copse.1' '$(DESTDIR)$(SHAREDIR)/english.model'
	rmdir '$(DESTDIR)$(SHAREDIR)' 2> /dev/null || true

FORCE:
.PHONY: all help test unit unit-programs sweep kills demo models studies pages bench lint format format-check clean install \
	uninstall FORCE
.DELETE_ON_ERROR:
.SECONDARY: $(UNIT_OBJ)
-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(UNIT_OBJ:.o=.d) $(GENERATE_OBJ:.o=.d) $(SWEEP_OBJ:.o=.d)
