# make             the program and the library, in build/
# make test        all tests; the last line is "N passed, N failed"
# make check T=pdr  one test by name (test/README.md)
# make unit        builds the test programs, in build/test
# make sanitize    the same under the address and undefined-behaviour sanitizers
# make debug       quick tests on a build that checks whole structures
# make fuzz        random input for FUZZ_SECONDS (600), under the sanitizers
# make corpus      check and play every rule file in SHARED (../shared/games)
# make agree       do all engines agree on every rule file in SHARED
# make sound       do proofs hold in random play; PROVER="-e ENGINE -m METHOD"
# make published   are the counts of the papers' tables reached, by both engines
# make solve-all   solve every game of one role in SHARED, 60 s and 1 GB each
# make prove-all   what is decided of every game of two roles, 10 s each
# make verify-all  verify every game of two roles in SHARED, likewise
# make load-check, clock-check, ended-check, superset-check, ablate   see test/schedule
# make why         40 proofs and 20 refutations of --why, to be read
# make scramble    do answers about SHARED depend on names or on order: SEED, COUNT
#                  (60; 0: all files), SCALE of the limits, ROUNDS, JOBS
# make boards      are boards found as test/boards.tsv says, whatever the names
# make know-all    what roles know in the games of SHARED with hidden information
# make python-all  random plays in Python of GAMES (300) files of SHARED; JOBS=2
# make alloc-failures  each of the first 5000 allocations of a call fails once
# make in-time     an hour of matches on a clock of 1 s: is a move ever late
# make mutants     certificates, MUTANTS (600) times changed: is no false claim accepted
# make browser     pages of --html in Chromium; SHOTS=DIR keeps pictures of them
# make bench       states a second, and grounding, beside gringo and bitboards;
#                  BASE=REV: beside another commit
# make mpi         build/zermelo-mpi, for many machines; needs Open MPI
# make layers      includes that go against the order of the tree
# make man         the manual pages, in build/man
# make install     PREFIX (/usr/local), LIBDIR (PREFIX/lib), DESTDIR
# make dist        the source of HEAD as build/zermelo-VERSION.tar.gz
# make symbols     adds new public functions to debian/libzermelo1.symbols
# make gates       sanitizers, clang, format, static analysis, a short fuzz
# make coverage    lines and branches that the tests reach, by folder

PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
# Where Debian's python3 looks: /usr/local/lib has a folder for each version.
PYTHONDIR ?= $(if $(filter /usr,$(PREFIX)),/usr/lib/python3/dist-packages,$(PREFIX)/lib/python$(shell \
    python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2> /dev/null)/dist-packages)
DESTDIR ?=
BUILD   ?= build
CC      ?= cc
CXX     := $(if $(findstring clang,$(CC)),$(subst clang,clang++,$(CC)),c++)
CFLAGS  ?= -O2 -g
VERSION := $(shell sed -n 's/^.define ZERMELO_VERSION "\(.*\)"/\1/p' \
                   include/zermelo.h)
SONAME  := libzermelo.so.1

# The tree is the pipeline: a folder includes only folders before it.
LAYERS := base system lang game logic analysis ground sim sat formula asp recheck \
          prove/walk prove/candidates prove/induction prove/linear \
          prove/termination prove/published prove solve know board search api

STANDARD := -std=c11 -D_GNU_SOURCE -Iinclude -Isrc -fPIC -fvisibility=hidden
CXX_STANDARD := -std=c++14 -Iinclude -Isrc -fPIC -fvisibility=hidden
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
            -Wmissing-prototypes -Wno-psabi

# What an attacker's input must get past (test/hardening); the sanitizers do
# without, since they see less of calls that are fortified, and coverage.
ifeq (,$(findstring -fsanitize,$(CFLAGS))$(findstring --coverage,$(CFLAGS)))
HARDENING  := -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 \
              $(if $(filter x86_64 i686,$(shell uname -m)),-fcf-protection)
RELOCATION := -Wl,-z,relro,-z,now,-z,noexecstack
endif
COMPILE   = $(CC) $(STANDARD) $(WARNINGS) $(CPPFLAGS) $(HARDENING) $(CFLAGS) \
            -MMD -MP
LINK      = $(CC) $(HARDENING) $(CFLAGS) $(RELOCATION) $(LDFLAGS)

LIBRARY_SOURCES := $(sort $(wildcard $(LAYERS:%=src/%/*.c)))
CLI_SOURCES     := $(sort $(wildcard src/cli/*.c src/cli/*/*.c src/play/*.c src/batch/*.c src/serve/*.c))
UNIT_SOURCES    := $(sort $(wildcard test/unit/*_test.c))
TOOL_SOURCES    := test/session.c test/facts.c test/agree.c test/knows.c \
                   test/protocol.c test/sound.c test/alloc_failures.c test/embed.c \
                   test/pictures.c

LIBRARY_OBJECTS := $(LIBRARY_SOURCES:%.c=$(BUILD)/%.o) $(BUILD)/src/sat/cadical.o \
                   $(BUILD)/data/explanations.o
CLI_OBJECTS     := $(CLI_SOURCES:%.c=$(BUILD)/%.o) $(BUILD)/data/embedded.o
PLAY_OBJECTS    := $(filter $(BUILD)/src/play/% $(BUILD)/src/batch/% $(BUILD)/src/cli/table/% \
                     $(BUILD)/data/%,$(CLI_OBJECTS))
UNIT_TESTS      := $(UNIT_SOURCES:test/unit/%.c=$(BUILD)/test/%)
# zermelo-mpi has its own of these: src/mpi
MPI_OBJECTS     := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard src/mpi/*.c))) \
                   $(filter-out %/cli/zermelo.o %/batch/local_run.o %/cmd/cmd_prove.o,$(CLI_OBJECTS))
TOOLS           := $(TOOL_SOURCES:test/%.c=$(BUILD)/test/%)

LIBS     := -ljansson -lgmp -lnauty -lcadical -lstdc++ -lm -lpthread
# The program starts sooner without a C++ library of which it needs little.
STATIC_LIBS := -ljansson -lgmp -lnauty -lcadical -l:libstdc++.a -lm -lpthread
CLI_LIBS := -lsqlite3 # and libcurl and libmicrohttpd, loaded when they are needed

.PHONY: all mpi test check unit print-layers sanitize debug fuzz corpus agree scramble why boards solve-all know-all prove-all verify-all in-time sound python-all alloc-failures load-check \
        clock-check ended-check superset-check ablate \
        published mutants browser bench layers man install dist symbols clean format format-check \
        gates coverage FORCE
all: $(BUILD)/zermelo $(BUILD)/$(SONAME)

# Files for processors that have more than the least; chosen at run time.
ifneq ($(filter x86_64%,$(shell $(CC) -dumpmachine)),)
AVX2   := -mavx2 -mbmi -mbmi2 -mpopcnt -mlzcnt
AVX512 := $(AVX2) -mavx512f -mavx512bw -mavx512dq -mprefer-vector-width=512
$(BUILD)/src/sim/lanes_256.o: COMPILE += $(AVX2)
$(BUILD)/src/sim/lanes_512.o: COMPILE += $(AVX512)
endif

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(COMPILE) -c $< -o $@

# CaDiCaL is in C++, and so is what stands between it and C.
$(BUILD)/%.o: %.cc Makefile
	@mkdir -p $(@D)
	$(CXX) $(CXX_STANDARD) -Wall -Wextra $(CPPFLAGS) $(HARDENING) $(CFLAGS) \
	    -MMD -MP -c $< -o $@

# The commit is part of one file, which is compiled again when that changes.
COMMIT := $(shell script/commit)
$(BUILD)/commit: FORCE
	@mkdir -p $(@D); echo '$(COMMIT)' | cmp -s - $@ || echo '$(COMMIT)' > $@
$(BUILD)/src/api/api_version.o: COMPILE += -DZERMELO_COMMIT='"$(COMMIT)"'
$(BUILD)/src/api/api_version.o: $(BUILD)/commit
FORCE:

# Part of the program (batch/rule_files.h): the published figures, the style of
# pages, the page of serve and all its modules, some of which are in pages of
# --html as well, and games of our own for rows whose rules nobody has.
EMBEDDED := data/published.json data/page.css games/battleships.kif games/montyhall.gdl \
            $(sort $(wildcard web/*.html web/*.js web/*.css))
identifier = $(subst .,_,$(notdir $(1)))

bytes = echo 'static const unsigned char $(identifier)_bytes[] = {'; \
        od -An -v -tx1 $(1) | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'; \
        echo '};'; \
        echo 'static const size_t $(identifier)_length = sizeof $(identifier)_bytes;';

$(BUILD)/data/embedded.c: $(EMBEDDED) Makefile
	@mkdir -p $(@D)
	{ echo '#include "batch/rule_files.h"'; \
	  $(foreach file,$(EMBEDDED),$(call bytes,$(file))) \
	  echo 'const Embedded embedded[] = {'; \
	  $(foreach file,$(EMBEDDED),echo '{"$(notdir $(file))", $(call identifier,$(file))_bytes, &$(call identifier,$(file))_length},';) \
	  echo '{NULL, NULL, NULL}};'; \
	} > $@

$(BUILD)/data/explanations.c: data/explanations.txt script/explanations
	@mkdir -p $(@D)
	script/explanations > $@

$(BUILD)/data/%.o: $(BUILD)/data/%.c
	$(COMPILE) -c $< -o $@

$(BUILD)/libzermelo.a: $(LIBRARY_OBJECTS)
	rm -f $@
	ar rcs $@ $^

# Only what zermelo.h declares is exported: no operator of C++ either.
$(BUILD)/exports: Makefile
	@mkdir -p $(@D); echo '{ global: zermelo_*; local: *; };' > $@

$(BUILD)/$(SONAME): $(LIBRARY_OBJECTS) $(BUILD)/exports
	$(LINK) -shared -Wl,-soname,$(SONAME) -Wl,--version-script,$(BUILD)/exports \
	    $(LIBRARY_OBJECTS) $(LIBS) -o $@
	ln -sf $(SONAME) $(BUILD)/libzermelo.so

$(BUILD)/zermelo: $(CLI_OBJECTS) $(BUILD)/libzermelo.a
	$(LINK) -pie -static-libgcc $^ $(CLI_LIBS) $(STATIC_LIBS) -o $@

# Nothing else is linked with MPI.
MPI_PACKAGE := ompi
mpi: $(BUILD)/zermelo-mpi $(BUILD)/zermelo
$(BUILD)/src/mpi/%.o: COMPILE += $(shell pkg-config --cflags $(MPI_PACKAGE))
$(BUILD)/zermelo-mpi: $(MPI_OBJECTS) $(BUILD)/libzermelo.a
	$(LINK) -pie $^ $(CLI_LIBS) $(LIBS) $(shell pkg-config --libs $(MPI_PACKAGE)) -o $@

$(BUILD)/libplay.a: $(PLAY_OBJECTS)
	rm -f $@
	ar rcs $@ $^

$(UNIT_TESTS): $(BUILD)/test/%: test/unit/%.c $(BUILD)/libplay.a \
                                $(BUILD)/libzermelo.a Makefile
	@mkdir -p $(@D)
	$(COMPILE) $< $(BUILD)/libplay.a $(BUILD)/libzermelo.a -lcmocka \
	    $(CLI_LIBS) $(LIBS) -o $@

# Every function of the header, called with every kind of mistake.
$(BUILD)/test/arguments_test.c: test/wrong-arguments include/zermelo.h
	@mkdir -p $(@D)
	test/wrong-arguments include/zermelo.h > $@

$(BUILD)/test/arguments_test: $(BUILD)/test/arguments_test.c \
                              $(BUILD)/libzermelo.a Makefile
	$(COMPILE) $< $(BUILD)/libzermelo.a $(LIBS) -o $@

$(TOOLS): $(BUILD)/test/%: test/%.c $(BUILD)/libzermelo.a Makefile
	@mkdir -p $(@D)
	$(COMPILE) $< $(BUILD)/libzermelo.a $(LIBS) -o $@

PROVE_FUZZ_SOURCES := $(addprefix test/fuzz/, prove_fuzz.c typed.c truth.c \
                        rename.c)
$(BUILD)/test/prove_fuzz: $(PROVE_FUZZ_SOURCES) $(wildcard test/fuzz/*.h) \
    $(BUILD)/libzermelo.a Makefile
	@mkdir -p $(@D)
	$(CC) $(STANDARD) $(WARNINGS) $(CFLAGS) $(PROVE_FUZZ_SOURCES) \
	    $(BUILD)/libzermelo.a $(LIBS) -o $@

VERIFY_FUZZ_SOURCES := $(addprefix test/fuzz/, verify_fuzz.c games.c parts.c \
                         typed.c rename.c scramble.c)
$(BUILD)/test/verify_fuzz: $(VERIFY_FUZZ_SOURCES) $(wildcard test/fuzz/*.h) \
    $(BUILD)/libzermelo.a Makefile
	@mkdir -p $(@D)
	$(CC) $(STANDARD) $(WARNINGS) $(CFLAGS) $(VERIFY_FUZZ_SOURCES) \
	    $(BUILD)/libzermelo.a $(LIBS) -o $@

VALUE_FUZZ_SOURCES := $(addprefix test/fuzz/, value_fuzz.c games.c)
$(BUILD)/test/value_fuzz: $(VALUE_FUZZ_SOURCES) $(wildcard test/fuzz/*.h) \
    $(BUILD)/libzermelo.a Makefile
	@mkdir -p $(@D)
	$(CC) $(STANDARD) $(WARNINGS) $(CFLAGS) $(VALUE_FUZZ_SOURCES) \
	    $(BUILD)/libzermelo.a $(LIBS) -o $@

OTHER_TESTS := $(TOOLS) $(addprefix $(BUILD)/test/, arguments_test prove_fuzz verify_fuzz value_fuzz)
unit: $(UNIT_TESTS) $(OTHER_TESTS)

# One test by name, or those that an extended regular expression matches; other
# unit tests are not built: make check T=pdr, make check T='sessions|k_induction'
MATCHING := $(if $(T),$(shell printf '%s\n' $(notdir $(UNIT_TESTS)) | grep -xE '($(T))(_test)?'))
check: all man $(OTHER_TESTS) $(MATCHING:%=$(BUILD)/test/%)
	BUILD=$(BUILD) TESTS='($(T))(_test)?' test/run

test: all man unit layers
	BUILD=$(BUILD) test/run

SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all \
            -fno-omit-frame-pointer
sanitize:
	$(MAKE) BUILD=build/sanitize CFLAGS="-O1 -g $(SANITIZE)" \
	    STATIC_LIBS="$(LIBS)" test

# ZERMELO_DEBUG: nets, clauses, counters and inductive sets are checked as a whole.
debug:
	TESTS="$${TESTS:-.*_test|games|engines|proofs-native|verdicts}" \
	    $(MAKE) BUILD=build/debug CFLAGS="-O1 -g -DZERMELO_DEBUG" test

FUZZ_SECONDS ?= 600
fuzz:
	LIBS="$(LIBS)" test/fuzz/run $(FUZZ_SECONDS)

SHARED ?= ../shared/games
corpus: all
	test/strangers --summary $(BUILD)/zermelo $(SHARED)

agree: all $(BUILD)/test/agree
	test/agree-all $(BUILD)/test/agree $(SHARED)

SCALE ?= 1
ROUNDS ?= 0
why: all
	test/why-list $(BUILD)/zermelo

python-all: all
	PYTHONPATH=python ZERMELO_LIBRARY=$(abspath $(BUILD))/libzermelo.so test/python/corpus \
	    $(SHARED) $(or $(GAMES),300) $(or $(JOBS),1)

scramble: all
	test/scramble compare $(BUILD)/zermelo $(SHARED) seed=$(SEED) \
	    count=$(COUNT) scale=$(SCALE) rounds=$(ROUNDS) jobs=$(or $(JOBS),1)

# 1000 plays of each game written here, and 200 of each game of the tables.
PROVER ?= -e clingo -m joint
TABLE_GAMES := 3pttc bidding-tictactoe blocker breakthrough capture_the_king \
    catcha_mouse checkers chomp connect4 connectfour endgame knightfight \
    knightthrough othello-comp2007 pacman3p pawn_whopping quarto tictactoe \
    tttcc4
sound: all $(BUILD)/test/sound
	$(BUILD)/test/sound -v $(PROVER) -s 120 -t 600 -p 1000 \
	    games/*.kif games/*.gdl
	[ ! -d $(SHARED)/dresden ] || \
	    $(BUILD)/test/sound -v $(PROVER) -M 1024 -s 600 -t 600 -p 200 \
	    $(TABLE_GAMES:%=$(SHARED)/dresden/%.kif)

published: all
	test/published $(BUILD)/zermelo $(SHARED) all
	ENGINE=native test/published $(BUILD)/zermelo $(SHARED) all
	WAYS="--method joint --family existence --family control" \
	    test/oracles $(BUILD)/zermelo $(TABLE_GAMES:%=$(SHARED)/dresden/%.kif)

# The boards of the 60 games of test/boards.tsv, also of copies in other words.
boards: all $(BUILD)/test/pictures
	test/boards $(BUILD)/zermelo listed moves scrambled \
	    plays=$(BUILD)/test/pictures

SOLVE_SECONDS ?= 60
solve-all: all
	test/solve-all $(BUILD)/zermelo $(SHARED) $(SOLVE_SECONDS)

KNOW_SECONDS ?= 20
know-all: all
	test/know-all $(BUILD)/zermelo $(SHARED) $(KNOW_SECONDS)

# Three small games: thousands of runs of check, prove, solve and simulate.
ALLOC_GAMES := games/river.kif games/nim.kif games/blocksworld.gdl
alloc-failures: $(BUILD)/test/alloc_failures
	$< $(ALLOC_GAMES)

IN_TIME_SECONDS ?= 3600
in-time: all
	test/in-time $(BUILD)/zermelo $(IN_TIME_SECONDS) games/*.kif games/*.gdl

PROVE_SECONDS ?= 10
prove-all: all
	test/prove-all $(BUILD)/zermelo $(SHARED) $(PROVE_SECONDS)

# What the schedule promises; COUNT files of SHARED drawn by SEED.
COUNT ?= 60
SEED ?= 18
load-check clock-check ended-check superset-check ablate: all
	test/schedule $(@:-check=) $(BUILD)/zermelo $(SHARED) $(COUNT) $(SEED)

VERIFY_SECONDS ?= 60
verify-all: all
	test/verify-all $(BUILD)/zermelo $(SHARED) $(VERIFY_SECONDS)

BENCH_GAMES ?= $(if $(wildcard $(SHARED)/stanford), \
    $(addprefix $(SHARED)/stanford/, $(addsuffix .kif, ticTacToe connectFour \
        breakthrough checkers reversi quarto eightPuzzle pentago peg 3pttc \
        hex skirmish)), \
    $(addprefix games/, $(addsuffix .kif, tictactoe connectfour breakthrough \
        checkers reversi quarto eightpuzzle peg tictactoe3 hex)))
BENCH_SECONDS ?= 2
ifndef BASE
bench: all $(BUILD)/bench
	$(BUILD)/bench -s $(BENCH_SECONDS) $(BENCH_GAMES)
else
# Beside another commit, built on its own: make bench BASE=REV.
BENCH_ENGINES ?= machine,sliced
BASE_TREE := $(BUILD)/base-$(BASE)
bench: all $(BASE_TREE)/build/zermelo
	bench/compare $(BASE_TREE)/build/zermelo $(BUILD)/zermelo $(BENCH_ENGINES) $(BENCH_SECONDS) \
	    $(BENCH_GAMES)

$(BASE_TREE)/build/zermelo:
	mkdir -p $(BASE_TREE)
	git archive $(BASE) | tar -x -C $(BASE_TREE)
	$(MAKE) -C $(BASE_TREE) BUILD=build all
endif

# The ceiling may use all that this processor has; what is shipped may not.
$(BUILD)/bench: bench/bench.c bench/bitboard.c $(BUILD)/libzermelo.a Makefile
	$(CC) $(STANDARD) $(WARNINGS) $(CFLAGS) -O3 -march=native -Ibench \
	    -c bench/bitboard.c -o $(BUILD)/bitboard.o
	$(CC) $(STANDARD) $(WARNINGS) $(CFLAGS) -Ibench bench/bench.c \
	    $(BUILD)/bitboard.o $(BUILD)/libzermelo.a $(LIBS) -o $@

layers:
	@script/layers $(LAYERS)

print-layers:
	@echo $(LAYERS)

# From the tables in src/cli and the pages in doc (script/manual).
PAGES := $(filter-out doc/figures.md doc/bibliography.md doc/speed.md,$(sort $(wildcard doc/*.md)))
man: $(BUILD)/man/done
$(BUILD)/man/done: $(PAGES) script/manual $(BUILD)/zermelo
	rm -rf $(@D)
	script/manual $(BUILD)/zermelo $(@D) $(PAGES)
	touch $@

install: all man
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR)/pkgconfig \
	    $(DESTDIR)$(PREFIX)/include \
	    $(addprefix $(DESTDIR)$(PREFIX)/share/man/,man1 man3 man7) \
	    $(DESTDIR)$(PREFIX)/share/zermelo/schema \
	    $(DESTDIR)$(PREFIX)/share/zermelo/games \
	    $(DESTDIR)$(PYTHONDIR)/zermelo \
	    $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install $(BUILD)/zermelo $(DESTDIR)$(PREFIX)/bin
	[ ! -e $(BUILD)/zermelo-mpi ] || \
	    install $(BUILD)/zermelo-mpi $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(BUILD)/$(SONAME) $(DESTDIR)$(LIBDIR)/$(SONAME).$(VERSION)
	ln -sf $(SONAME).$(VERSION) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libzermelo.so
	install -m 644 $(BUILD)/libzermelo.a $(DESTDIR)$(LIBDIR)
	install -m 644 include/zermelo.h $(DESTDIR)$(PREFIX)/include
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' \
	    zermelo.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/zermelo.pc
	for page in $(BUILD)/man/*.[137]; do \
	    sed 's|@PREFIX@|$(PREFIX)|' $$page > \
	        $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page##*/} || exit 1; \
	done
	install -m 644 doc/schema/*.json $(DESTDIR)$(PREFIX)/share/zermelo/schema
	install -m 644 games/* $(DESTDIR)$(PREFIX)/share/zermelo/games
	install -m 644 python/zermelo/*.py python/zermelo/py.typed \
	    $(DESTDIR)$(PYTHONDIR)/zermelo
	$(BUILD)/zermelo --completion \
	    > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/zermelo

# The same commit gives the same bytes.
dist:
	@mkdir -p $(BUILD)
	git archive --prefix=zermelo-$(VERSION)/ HEAD | gzip -n9 \
	    > $(BUILD)/zermelo-$(VERSION).tar.gz
	@echo $(BUILD)/zermelo-$(VERSION).tar.gz

# A function that is in a release stays, with the version that it came with.
SYMBOLS := debian/libzermelo1.symbols
symbols: $(BUILD)/$(SONAME)
	nm -D --defined-only $< | sed -n 's/.* T \(.*\)/ \1@Base $(VERSION)/p' | \
	    LC_ALL=C sort -k 1b,1 -t @ -u $(SYMBOLS) - > $(BUILD)/symbols
	{ grep '^[^ ]' $(SYMBOLS); grep '^ ' $(BUILD)/symbols; } > $(BUILD)/symbols.new
	mv $(BUILD)/symbols.new $(SYMBOLS)

FORMATTED := $(wildcard src/*/*.[ch] src/*/*.cc src/*/*/*.[ch] include/*.h test/*.c test/*/*.[ch] bench/*.[ch] web/*.js)
format:
	clang-format -i $(FORMATTED)
format-check:
	clang-format --dry-run -Werror $(FORMATTED)

browser: all
	script/install-packages chromium chromium-driver
	test/browser/run $(BUILD)/zermelo $(if $(SHOTS),--shots $(SHOTS))
	test/browser/serve.py $(BUILD)/zermelo $(SHOTS)

MUTANTS ?= 600
mutants: all
	test/recheck $(BUILD)/zermelo $(MUTANTS)

gates:
	script/gates

# A test that is slower than it should be, so compiled, does not end it.
coverage:
	find build/coverage -name '*.gcda' -delete 2> /dev/null || true
	-$(MAKE) BUILD=build/coverage CFLAGS="-O1 -g --coverage" test
	script/coverage build/coverage

clean:
	rm -rf build

-include $(LIBRARY_OBJECTS:.o=.d) $(CLI_OBJECTS:.o=.d) \
         $(MPI_OBJECTS:.o=.d) $(UNIT_TESTS:%=%.d) $(TOOLS:%=%.d)
