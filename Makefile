# Copse: `make help` lists the targets.
CFLAGS ?= -O2 -g
WARNINGS = -Wall -Wextra -Wshadow -Wpedantic -Wconversion -Wvla -Wstrict-prototypes
ROOMS = common transition graph ensemble
INCLUDES = -Iinclude $(ROOMS:%=-I%)
LIBS = -lz -lzstd -lpthread -lm

# A variant of the build lives in its own folder; the plain one is build/ itself.
ifeq ($(SANITIZER),)
B = build
else ifeq ($(SANITIZER),address,undefined)
B = build/sanitized
SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -DCOPSE_ARENA_MALLOC
else
$(error SANITIZER is '$(SANITIZER)'; the one known value is address,undefined)
endif

COMPILE = $(CC) -std=c11 -D_POSIX_C_SOURCE=200809L $(WARNINGS) $(CPPFLAGS) $(CFLAGS) $(SANITIZE) -fPIC -fvisibility=hidden -MMD -MP $(INCLUDES)
LIB_OBJ = $(patsubst %.c,$(B)/obj/%.o,$(wildcard $(ROOMS:%=%/*.c)))
CLI_OBJ = $(patsubst %.c,$(B)/obj/%.o,$(wildcard cli/*.c))
UNIT = $(patsubst tests/%.c,$(B)/tests/%,$(wildcard tests/test_*.c))

all: $(B)/copse $(B)/libcopse.a $(B)/libcopse.so

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(COMPILE) -c $< -o $@

$(B)/libcopse.a: $(LIB_OBJ)
	$(AR) rcs $@ $^

$(B)/libcopse.so: $(LIB_OBJ)
	$(CC) -shared $(SANITIZE) $(LDFLAGS) $^ $(LIBS) -o $@

$(B)/copse: $(CLI_OBJ) $(B)/libcopse.a
	$(CC) $(SANITIZE) $(LDFLAGS) $^ $(LIBS) -o $@

$(B)/tests/test_%: tests/test_%.c $(B)/libcopse.a
	@mkdir -p $(@D)
	$(COMPILE) -Itests $< $(B)/libcopse.a $(LDFLAGS) $(LIBS) -o $@

unit: $(UNIT)
	@for t in $(UNIT); do $$t || exit 1; done

.PHONY: all unit
-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d)
