# tools/launcher/help.sh
# Purpose   The overview, and help of the two verbs that are the launcher's own: reproduce and test. All
#           others have a program, whose help it is (suite/options.hpp).
# shellcheck shell=bash

help_overview() {
  cat <<'TEXT'
Touchstone: is a parallel particle-simulation scheme right, and how fast is it?

usage: touchstone <verb> [options]

  reproduce   validate, check, time, and build the report beside the published values
  test        everything CI runs

  list        the schemes, what they claim, and the checks
  check       hold schemes to their claims; mutants x checkers matrix
              check balance: proofs on tiny models, exact
              check explore: every thread schedule of small programs
  explore     a litmus program or a concurrent kernel under the C++ memory model and others
  overlap     pairs of hard bodies: what every algorithm says, with margins
  validate    compare with exact and published values
  judge       trajectories and logs of programs that do not run here: overlaps, pressure, energy, stars
  bench       time the schemes
  ranks       a scheme on MPI ranks, compared with the serial emulation of its ranks
  mutate      small changes of the production files, made by a program: does a check fail on each?
  campaign    check or validate many times with fresh seeds: how often does a correct scheme fail?
  plan        list the jobs of check, validate and others, for processes or nodes that share them
  work        run a share of a plan; interrupted by a scheduler, the same command goes on
  gather      put the records of all shares together
  report      build the report from results already there
  compare     results files: changed verdicts, differences, speed ratios
  external    begin a program of your own that is judged: python, c++, fortran, julia
              external demo: judge a public program, installed from PyPI

  <verb> --help    options and examples of one verb, by its program
  --version        version and commit

examples:
  ./touchstone reproduce                 class S on this machine, then open results/report/index.html
  ./touchstone reproduce --class W --out nightly --resume
  ./touchstone test

Missing Debian packages are named and installed first (needs root or sudo).
exit codes: 0 pass, 1 a check failed, 2 usage or missing data, 3 inconclusive, 130 interrupted
environment: TOUCHSTONE_JOBS=n compilers at a time; TOUCHSTONE_NO_INSTALL=1 installs nothing;
             TOUCHSTONE_NVCC=path the nvcc to use (empty: none)
TEXT
}

help_reproduce() {
  cat <<'TEXT'
usage: touchstone reproduce [options]

Validates against exact and published values, checks claims and mutants, proves balance on tiny
models, explores every thread schedule of small programs, times the schemes, and builds the report.
A failed or inconclusive step does not stop the others: the report shows it and the worst answer is
the exit code.

  --class S|W|A|B|C   how large and how long: S seconds per scheme (default), W minutes, A half an
                      hour, B hours on one node, C days
  --family NAME       only this family of schemes (default: all)
  --threads T         threads of the parallel schemes (default: all cores)
  --ranks R           time star clusters and hard shapes on 1 to R ranks (default: 16 in class S)
  --seed N            seed of all random numbers (default: fixed per commit)
  --out DIR           folder for results and report (default: results/ of the source tree)
  --junit FILE        write the verdicts of all steps to this XML file, too, as JUnit does
  --resume            keep finished results of an interrupted run and do the rest; without it,
                      earlier results are moved to DIR/earlier/

examples:
  ./touchstone reproduce
  ./touchstone reproduce --family mpmc --threads 2
  ./touchstone reproduce --class W --out nightly          (interrupt with Ctrl-C at any time)
  ./touchstone reproduce --class W --out nightly --resume
TEXT
}

help_test() {
  cat <<'TEXT'
usage: touchstone test [--nightly | --changed[=BASE]] [--junit FILE]

Everything CI runs, stage by stage; the first failed stage ends it with 'stage NAME failed', exit 1:
source-tree checks, g++ and clang++ builds with warnings as errors, unit tests under address and
undefined-behaviour sanitizers, threaded tests under ThreadSanitizer, kernels compiled by nvcc and run
on a device (where there are), class S validation, checks, exact balance, the explorer and the report,
and last all tests of the release build. Logs: build/stages/ (with --changed: build/stages-changed/).

  --nightly   also every header and source file compiled alone; checks and tests compiled for the sanitizers, too;
              fresh, printed seeds for property tests and checks (ten times the effort); exact balance on larger
              models; generated mutants; a plan on two nodes of Slurm; the wheel and the package for Debian; class W
              validation; public programs, where PyPI answers
  --changed   only what a change since BASE (a commit; default HEAD: what is not committed yet) can affect, by the
              includes: source-tree checks, those test programs and suites, checks of those families; the same tests
              under the address sanitizer, where build/asan-schemes is there. For a commit hook: no validation is run.
              git config core.hooksPath .githooks installs that hook
  --junit FILE  write the tests of the last stage, or what ended the run before it, to this XML file, too, as JUnit does

examples:
  ./touchstone test
  ./touchstone test --changed=main
TEXT
}

# help_of PROGRAM ARGUMENT...: the program's own help. A question is no reason to install packages and to
# compile for minutes: before the first build there is the verb's line of the overview, and how to get more.
help_of() {
  [[ ! -x $1 ]] || TOUCHSTONE_SIGNED="touchstone $VERB" exec "$@"
  say "usage: touchstone $VERB [options]"
  help_overview | awk -v verb="$VERB" '/^  [a-z]/ { shown = $1 == verb } /^$/ { shown = 0 } shown'
  say "Options and examples are listed here once the program is built: by the first run of the verb, or by"
  say "  cmake --preset release -DTOUCHSTONE_UNITY=ON && cmake --build --preset release --target $(basename "$1")"
}

asks_for_help() { [[ " $* " == *" --help "* || " $* " == *" -h "* ]]; }
