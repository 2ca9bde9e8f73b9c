# tools/launcher/help.sh
# Purpose   The help texts, with examples.
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
  bench       time the schemes
  ranks       a scheme on MPI ranks, compared with the serial emulation of its ranks
  report      build the report from results already there
  compare     two results files: changed verdicts, differences, speed ratios

  help <verb>, <verb> --help   options and examples of one verb
  --version                    version and commit

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
usage: touchstone test [--nightly]

Everything CI runs, stage by stage; the first failed stage ends it with 'stage NAME failed', exit 1:
source-tree checks, g++ and clang++ builds with warnings as errors, unit tests under address and
undefined-behaviour sanitizers, threaded tests under ThreadSanitizer, kernels compiled by nvcc and run
on a device (where there are), class S validation, checks, exact balance, the explorer and the report,
and last all tests of the release build. Logs: build/stages/.

  --nightly   also every source file compiled alone, fresh, printed seeds for property tests, checks
              (ten times the effort), exact balance on larger models, and class W validation

example:
  ./touchstone test
TEXT
}

# program_help NAME [SUBCOMMAND]: the program's own list of options, once it is built. Left out is what the
# verb's help says before: usage, examples, and --out, which names a folder here and a file there.
program_help() {
  local program
  program=$(program_path "$1")
  shift
  if [[ -x $program ]]; then
    printf '\n'
    { "$program" "$@" --help 2>&1 || true; } | awk '
      /^(Positionals|Options|Subcommands):/ { shown = 1; print tolower(substr($0, 1, 1)) substr($0, 2); next }
      /^[^ ]/ { shown = 0 }
      !shown || /^$/ { next }
      /^ ? ? ?[^ ]/ { own = /^ *(-h,--help|--out) / }
      !own'
  else
    printf '\nAll options are listed here once the program is built (run the verb once).\n'
  fi
}

help_list() {
  cat <<'TEXT'
usage: touchstone list [schemes|checks|mutants] [--family NAME] [--json]

Every registered scheme with its source and claims, every mutant with the checks that must catch it,
and the names that 'check' accepts.

examples:
  ./touchstone list
  ./touchstone list mutants --family ecmc
  ./touchstone list --json > schemes.json
TEXT
  program_help checkers list
}

help_check() {
  cat <<'TEXT'
usage: touchstone check [NAME...] [--family NAME] [--scheme GLOB] [--check GLOB] [--mutants|--no-mutants]
                        [--external FILE] [--threads T] [--seed N] [--effort X] [--nightly] [--out DIR]
                        [--resume]
       touchstone check balance [options]      (its own help: touchstone check balance --help)
       touchstone check explore [options]      (its own help: touchstone check explore --help)

Holds every scheme to its claims and runs every mutant against the checks that must catch it. NAME
limits it to some kinds of checks (see: touchstone list).

  --out DIR   folder of the records, which go to DIR/check.jsonl (default: results/); or a file *.jsonl

examples:
  ./touchstone check
  ./touchstone check property stage --scheme 'mpmc/*openmp'
  ./touchstone check --scheme mutant/leaving-allowed --check 'stage/*'
  ./touchstone check mutants
  ./touchstone check --external my-code.json      (a program of your own: checkers/external/README.md)
  ./touchstone check balance
TEXT
  program_help checkers check
}

help_check_balance() {
  cat <<'TEXT'
usage: touchstone check balance [--family NAME] [--scheme GLOB] [--model GLOB] [--claims NAMES] [--trace]
                                [--mutants|--no-mutants] [--threads T] [--nightly] [--out DIR] [--resume]

Proves or refutes, without statistics, that a step keeps the distribution it claims: the body that
ships runs on a tiny lattice with every random choice enumerated, which gives its transition matrix
in exact fractions. A failure prints the shortest sequence of choices that shows it, as a command
that replays it; --trace prints it right away, move by move with pictures of the lattice.

  --out DIR   folder of the records, which go to DIR/balance.jsonl (default: results/); or a file *.jsonl

examples:
  ./touchstone check balance
  ./touchstone check balance --scheme 'mpmc/*' --model 'ring*'
  ./touchstone check balance --scheme mutant/ring-leaving-allowed --trace
  ./touchstone check balance --scheme 'mpmc/*' --claims 'global balance,irreducible' --nightly
TEXT
  program_help checkers check balance
}

help_check_explore() {
  cat <<'TEXT'
usage: touchstone check explore [--part GLOB] [--name GLOB] [--verbose] [--out DIR] [--resume]

Every interleaving, and every execution that the C++ memory model allows, of: litmus programs with
known answers, the explorer with one of its rules switched off, the multithreaded event-chain
algorithm and its variants, small concurrent kernels and their mutants, and Monte Carlo steps whose
schedule must not matter.

  --out DIR   folder of the records, which go to DIR/explore.jsonl (default: results/); or a file *.jsonl

examples:
  ./touchstone check explore
  ./touchstone check explore --part kernels --verbose
  ./touchstone check explore --part 'event chains' --name 'Algorithm 5'
TEXT
  program_help checkers check explore
}

help_explore() {
  cat <<'TEXT'
usage: touchstone explore FILE... [--model NAMES] [--outcomes] [--executions] [--trace] [--dot PREFIX]
       touchstone explore --program 'x.store(1,rlx) || r0=x.load(rlx)'
       touchstone explore --list-kernels
       touchstone explore --kernel NAME [--mutant NAME] [--case NAME] [--model NAMES]
       touchstone explore --chain C4|C5 [--variant NAME]

Prints every final state that a concurrent program can reach under a memory model (one per line, as
'r0=0 r1=1 x=1 y=1'), the number of its executions, data races, deadlocks, and the answer to the
file's exists or forall. Nothing is sampled. Files are in the one-line language below, in herd7's C
format, or tables (*.csv) of programs with known answers, which are compared.

  r = V.load(mo)   V.store(e,mo)   r = V.exchange(e,mo)   r = V.fetch_add(e,mo), .._sub _and _or _xor
  r = V.cas(expected,desired,mo[,mo_failure])   (r is 1 when it stored, else 0)   fence(mo)
  await(V op e,mo)   awaitcas(V,expected,desired,mo)   (wait until it holds)
  if(e){..}else{..}   repeat(n){.. break ..}   assume(e)   r = e
  threads are separated by ||, statements by ;   V is name or name[e]   mo is na rlx acq rel acqrel sc
  registers r0, r1, .. are observed, t0, t1, .. are not; {x=1, y=2} before the first thread

Kernels are concurrent templates of this suite (and yours: CONTRIBUTING.md), explored under sc, tso_x86,
rc11 and views. What goes wrong is shown as the shortest schedule: a table with a column for each thread,
then a word such as 'a6 b8 a4 b2' (six steps of thread a, eight of b, ..) that --replay runs again.
  --certificate FILE         the proof that nothing goes wrong; --check-certificate FILE verifies it
  --dot FILE                 the state graph when it is small, or an execution under rc11
  --sample pct:DEPTH:RUNS    single runs for what is too large, by --seed; also walk:RUNS and
                             preemptions:COUNT; they find bugs and never show that there are none
--chain explores Algorithm 5 of the event chain statement by statement, with exact probabilities.

  --model NAMES              sc, tso_x86, rc11 (C++20), rc11_cxx17, views; separated by commas. Without it
                             programs are explored under rc11 alone; kernels under sc, tso_x86, rc11 and
                             views (rc11 is left out, and said so, where a kernel has too many events for
                             execution graphs); --chain always under sc
RC11 forbids load buffering, which C++20 allows: its verdicts hold where no relaxed store may be moved
before an earlier load on which it does not depend.
exit codes: 0 nothing goes wrong and everything was seen, 1 something goes wrong, 2 bad input,
3 the budget was used up or only runs were sampled

examples:
  ./touchstone explore --program 'x.store(1,rlx); r0=y.load(rlx) || y.store(1,rlx); r1=x.load(rlx)'
  ./touchstone explore validation/data/litmus/MP.litmus --model sc,tso_x86,rc11 --outcomes --executions
  ./touchstone explore validation/data/litmus/MP.litmus --trace --dot mp
  ./touchstone explore validation/data/litmus.csv
  ./touchstone explore --kernel 'spin lock' --mutant 'taken in two steps'
  ./touchstone explore --kernel 'sequence lock' --mutant 'fence(rel) dropped' --model views
  ./touchstone explore --chain C5 --variant '15<->16'
TEXT
  program_help checkers explore
}

help_overlap() {
  cat <<'TEXT'
usage: touchstone overlap --cases FILE [--json] [--algorithm GLOB]

Whether pairs of hard bodies overlap. FILE is JSON of format touchstone-overlap/1: bodies (polygons,
polyhedra, rounded ones, ellipsoids, spheres, unions, cut and concave bodies) and pairs of them with
orientations and distance, of one class or of two that meet. Every algorithm that takes a pair answers:
references in exact arithmetic first, then the fast ones. The margin is above 0 for bodies that are apart
and below 0 for bodies that overlap, with the proved bound on its error. Where the file has answers, they
are compared. Every key of the format, an example of each class of bodies, and what each margin means: validation/data/overlap.md.

  --json   one object per line: id, overlap, margin (null: none), algorithm, margin_error, certified
exit codes: 0 all agree with each other and with the file, 1 they do not, 2 bad input (the message
names file, shape or case, and key)

examples:
  ./touchstone overlap --cases validation/data/hpmc_overlap_cases.json
  ./touchstone overlap --cases mine.json --json --algorithm '*exact*'
TEXT
  program_help checkers overlap
}

help_validate() {
  cat <<'TEXT'
usage: touchstone validate [--class S|W|A|B|C] [--family NAME] [--scheme GLOB] [--experiment GLOB]
                           [--external FILE] [--threads T] [--seed N] [--out DIR] [--resume]
       touchstone validate --list      (experiments and measurements with their estimated times; runs nothing)

Compares the schemes with exact results, published values and the serial reference.

  --out DIR   folder of the records, which go to DIR/validation.jsonl (default: results/); or a file *.jsonl

examples:
  ./touchstone validate
  ./touchstone validate --experiment 'mpmc/small-anchors*' --scheme 'mpmc/metropolis-cell-list'
  ./touchstone validate --class W --family mpmc --resume
  ./touchstone validate --external my-code.json
TEXT
  program_help validation
}

help_bench() {
  cat <<'TEXT'
usage: touchstone bench [--class S|W|A|B|C] [--family NAME] [--scheme GLOB] [--threads T] [--ranks R]
                        [--external FILE] [--seed N] [--out DIR] [--resume]
       touchstone bench --list         (what would be timed; runs nothing)

Times the schemes, counts their moves and verifies the state afterwards. Time on an otherwise idle
machine. Kernels for devices are timed where `nvidia-smi` shows a device and nvcc is there (the programs
are then those of build/cuda); on the grid emulator they are judged, and never timed.

  --out DIR   folder of the records, which go to DIR/benchmark.jsonl (default: results/); or a file *.jsonl

examples:
  ./touchstone bench
  ./touchstone bench --scheme '*cuda*'
  ./touchstone bench --class W --threads 2
  ./touchstone bench --family longrange --particles 102400
TEXT
  program_help benchmarks
}

help_ranks() {
  cat <<'TEXT'
usage: touchstone ranks hpmc|cmc [--ranks R] [options of the family's program]

Builds the family's program on MPI ranks and starts R of them on this machine (default 4; more than there
are cores, and as root, if need be). hpmc: hard shapes; cmc: star clusters. With --compare the end is
compared bit for bit with the serial emulation of as many ranks: exit 1 when it differs. On several
machines, start build/release/touchstone_hpmc_mpi or touchstone_cmc_mpi with an mpirun of your own.

examples:
  ./touchstone ranks hpmc --compare
  ./touchstone ranks hpmc --ranks 2 --body disk --along 32 --steps 100 --threads 2 --compare
  ./touchstone ranks cmc --ranks 3 --stars 10000 --steps 20 --compare
TEXT
  local family
  while read -r family; do
    printf '\n%s' "$family"
    program_help "${family}_mpi"
  done < <(families_on_ranks)
}

help_report() {
  cat <<'TEXT'
usage: touchstone report [--results DIR] [--out DIR]

Builds index.html with every table (also CSV, Markdown, LaTeX) and figure (SVG, PDF) from the
*.jsonl files of --results (default: results/) and the values recorded in validation/recorded/, into
--out (default: report/ below --results).

examples:
  ./touchstone report
  ./touchstone report --results nightly --out /srv/www/touchstone
TEXT
}

help_compare() {
  cat <<'TEXT'
usage: touchstone compare A.jsonl B.jsonl [--all] [--ignore FIELD[,FIELD...]]

Matches the records of two results files and prints what changed from A to B: verdicts, values with
the z of their difference, ratios of benchmark rates. Exit 1 when a verdict became worse or a value
differs by more than 5 standard errors.

  --all           also the records that did not change
  --ignore seed   match records that differ only in their seed (or another field of the record)

examples:
  ./touchstone compare main/validation.jsonl results/validation.jsonl
  ./touchstone compare results/validation.jsonl nightly/validation.jsonl --ignore seed
TEXT
}
