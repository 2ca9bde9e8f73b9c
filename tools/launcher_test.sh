#!/usr/bin/env bash
# tools/launcher_test.sh
# Purpose   Tests of ./touchstone: help texts, wrong names, exit codes, packages, builds, and the
#           course of `reproduce` (failure, bad input, Ctrl-C, --resume) with stand-ins for the
#           compiled programs, so that it takes seconds.
# Exit      0 all as expected, 1 otherwise, with one line per expectation that was not met.
set -uo pipefail

SOURCE=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tools/launcher_stand_ins.sh
source "$SOURCE/tools/launcher_stand_ins.sh"

test_help() {
  local verb
  touchstone --help
  expect "global help exits 0" code_is 0
  expect "global help has examples" says "examples:"
  for verb in reproduce test list check explore overlap validate judge bench ranks mutate report compare external; do
    expect "global help names $verb" says "  $verb "
  done
  for verb in reproduce test; do
    touchstone "$verb" --help
    expect "help of $verb has an example" says "./touchstone $verb"
    touchstone help "$verb"
    expect "help $verb is the same" says "usage: touchstone $verb"
  done
  touchstone check balance --help
  expect "help of a verb exits 0" code_is 0
  expect "it is the help of its program" called '^touchstone_checkers check balance --help'
  touchstone help validate
  expect "help validate is the same as validate --help" called '^touchstone_validation --help'
  touchstone ranks --help
  expect "help of ranks names the families" says "for the families hpmc"
  touchstone --version
  expect "--version names a version" grep -qE '^touchstone [0-9]+\.[0-9]+\.[0-9]+' "$WORK/output"
  touchstone
  expect "no verb is a usage error" code_is 2
  mv "$TREE/build" "$WORK/built"
  for verb in list check validate "ranks hpmc"; do
    # shellcheck disable=SC2086  # two words
    touchstone $verb --help
    expect "help before the first build exits 0" code_is 0
    expect "it has the line of the overview" says "  ${verb%% *} "
    expect "and says how to get more" says "once the program is built"
  done
  touchstone check --help
  expect "with the words of the verb" says "check balance: proofs"
  expect "and no other verb" is_silent_about "  validate "
  mv "$WORK/built" "$TREE/build"
  expect "help builds nothing" not_called '^(ninja|cmake|apt-get)'
}

test_wrong_names() {
  : >"$CALLS"
  touchstone reprodcue
  expect "an unknown verb is a usage error" code_is 2
  expect "the nearest verb is suggested" says "did you mean 'reproduce'?"
  touchstone --verison
  expect "an unknown global option" says "did you mean '--version'?"
  touchstone help valdiate
  expect "help of an unknown verb" says "did you mean 'validate'?"
  touchstone frobnicate
  expect "what is like no verb is answered with all of them" says "known: reproduce test list check"
  touchstone reproduce --clas W
  expect "an unknown option of reproduce is a usage error" code_is 2
  expect "the nearest option is suggested" says "touchstone reproduce: unknown option '--clas'; did you mean '--class'?"
  touchstone reproduce --frob
  expect "nor is an option guessed" says "known: --class --family --threads"
  touchstone reproduce --class X
  expect "an unknown class" says "--class: unknown name 'X'; known: S W A B C"
  touchstone reproduce --family mpcm
  expect "the nearest family is suggested" says "did you mean 'mpmc'?"
  touchstone reproduce --threads zero
  expect "a wrong number is a usage error" code_is 2
  expect "a wrong number is shown" says "--threads: expected an integer from 1 to 1024, found 'zero'"
  touchstone reproduce --seed -3
  expect "a wrong seed" says "--seed: expected an integer from 0 to 2^64 - 1, found '-3'"
  touchstone reproduce --seed
  expect "a missing value" says "needs a value"
  touchstone reproduce --ranks 257
  expect "more ranks than there may be" code_is 2
  touchstone test --fast
  expect "an unknown option of test" says "touchstone test: unknown option '--fast'"
  touchstone ranks
  expect "no family" says "touchstone ranks: expected a family first, one of: hpmc"
  expect "no family is bad input" code_is 2
  touchstone ranks hmpc
  expect "a family without ranks" says "touchstone ranks: FAMILY: unknown name 'hmpc'; did you mean 'hpmc'?"
  touchstone ranks hpmc --ranks 0
  expect "no ranks" says "touchstone ranks: --ranks: expected an integer from 1 to 256, found '0'"
  expect "wrong names build and run nothing" not_called '^(cmake|ninja|touchstone_)'
  touchstone validate --sed 3
  expect "what the program does not know is for the program to say" called '^touchstone_validation --sed 3'
}

# The first build takes minutes: an option that no source names is refused before it.
test_wrong_options_before_the_first_build() {
  mv "$TREE/build" "$WORK/built"
  : >"$CALLS"
  touchstone validate --sed 3
  expect "an option that no source names" says "touchstone validate: unknown option '--sed'; did you mean '--seed'?"
  expect "is bad input" code_is 2
  touchstone ranks hpmc --frobnicate
  expect "one like no other" says "touchstone ranks: unknown option '--frobnicate' (see: touchstone ranks --help)"
  expect "both before anything is configured or built" not_called '^(cmake|ninja|touchstone_)'
  touchstone validate --family=mpmc
  expect "one that a source names is not refused" called '^ninja .*touchstone_validation'
  rm -r "$TREE/build"
  mv "$WORK/built" "$TREE/build"
}

test_packages() {
  MISSING="libhwy-dev ccache" touchstone list
  expect "missing packages are installed" called '^apt-get install .*ccache libhwy-dev'
  expect "they are named first" comes_before "libhwy-dev" "installing them"
  expect "the list is updated first" called '^apt-get update'
  : >"$CALLS"
  MISSING="libhwy-dev" APT_CODE=100 touchstone list
  expect "a failed installation is exit code 2" code_is 2
  expect "nothing is built then" not_called '^ninja'
  : >"$CALLS"
  MISSING="libhwy-dev" TOUCHSTONE_NO_INSTALL=1 touchstone list
  expect "TOUCHSTONE_NO_INSTALL is exit code 2" code_is 2
  expect "and names the package" says "apt-get install libhwy-dev"
  expect "and installs nothing" not_called '^apt-get'
  stand_in "$TOOLS/id" <<<'echo 1000'
  stand_in "$TOOLS/sudo" <<<'echo "sudo ran: $*"; exit 1'
  MISSING="libhwy-dev" touchstone list
  expect "who is not root uses sudo" called '^sudo env DEBIAN_FRONTEND=noninteractive apt-get update'
  rm "$TOOLS/id" "$TOOLS/sudo"
  : >"$CALLS"
  MISSING="python3-gsd" touchstone judge run.xyz --diameter 1
  expect "judge runs its program" called '^touchstone_trajectories run.xyz --diameter 1'
  expect "text needs no package for GSD" not_called '^apt-get'
  MISSING="python3-gsd" touchstone judge --help
  expect "nor does help" not_called '^apt-get'
  MISSING="python3-gsd" touchstone judge run.gsd
  expect "a GSD file does" called '^apt-get install .*python3-gsd'
  touchstone list
  expect "nothing missing, nothing said" is_silent_about "packages"
}

test_builds() {
  local verb
  touch "$TREE/CMakePresets.json" -d "+1 hour"
  CMAKE_CODE=1 touchstone list
  expect "a failed configuration is exit code 2" code_is 2
  touch "$TREE/CMakePresets.json" -d "-1 hour"
  touch "$TREE/build/release/build.ninja"
  NINJA_CODE=1 NINJA_SAYS="error: planted" touchstone list
  expect "a failed build is exit code 2" code_is 2
  expect "a failed build shows the compiler's words" says "error: planted"
  expect "and is not tried again" not_called '^cmake .*-DTOUCHSTONE_UNITY=OFF'
  echo "TOUCHSTONE_UNITY:BOOL=ON" >"$TREE/build/release/CMakeCache.txt"
  NINJA_CODE=1 NINJA_SAYS="error: planted" touchstone list
  expect "where files share translation units, they are tried alone" \
    called '^cmake --preset release -DTOUCHSTONE_UNITY=OFF'
  expect "and must compile alone" code_is 2
  rm "$TREE/build/release/CMakeCache.txt"
  : >"$CALLS"
  TOUCHSTONE_JOBS=7 touchstone list
  expect "TOUCHSTONE_JOBS is the number of jobs" called '^ninja .* -j 7'
  TOUCHSTONE_JOBS=many touchstone list
  expect "wrong TOUCHSTONE_JOBS" code_is 2
  mv "$TREE/build/release" "$WORK/kept"
  mkdir "$TREE/build/release"
  touch "$TREE/build/release/build.ninja"
  echo "CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere" >"$TREE/build/release/CMakeCache.txt"
  : >"$CALLS"
  touchstone list
  expect "a build folder of a moved tree is made anew, from nothing with shared units" \
    called '^cmake --preset release -DTOUCHSTONE_UNITY=ON'
  expect "without its old contents" test ! -e "$TREE/build/release/CMakeCache.txt"
  rm -r "$TREE/build/release"
  mv "$WORK/kept" "$TREE/build/release"
  mv "$TREE/build" "$WORK/kept"
  touch "$TREE/build"
  for verb in check test; do
    touchstone "$verb"
    expect "a tree that cannot be written fails no check, $verb" code_is 2
    expect "and is named" says "touchstone: expected a folder that can be written, found $TREE/build"
  done
  rm "$TREE/build"
  mv "$WORK/kept" "$TREE/build"
}

# Standard output is for answers: `touchstone list --json >file` must be JSON, built or not.
test_streams() {
  run env "PATH=$TOOLS:$PATH" MISSING=ccache bash -c \
    "NINJA_SAYS=x '$TREE/touchstone' list --json 2>'$WORK/messages'"
  expect "an answer alone on standard output" test "$(grep -vc '^checkers ' "$WORK/output")" -eq 0
  expect "packages and builds on the other" grep -q "building 'release'" "$WORK/messages"
  expect "the build's steps are counted in a log" test -z "$(grep ' of ' "$WORK/messages")"
  NINJA_STEPS=652 touchstone list
  expect "a long build is announced" says "652 steps: the first build takes about ten minutes"
  TOUCHSTONE_PROGRESS_SECONDS=0 touchstone list
  expect "now and then" says "building 'release': 1 of 1"
}

test_programs() {
  : >"$CALLS"
  run env "PATH=$TOOLS:$PATH" MISSING= bash -c "cd '$WORK' && '$TREE/touchstone' validate --class W --out mine"
  expect "works from another directory" code_is 0
  expect "the command line is the program's" called "^touchstone_validation --class W --out mine"
  expect "paths are relative to where the user is" says "in=$WORK"
  expect "without --out, records go to the tree" says "results=$TREE/results"
  expect "programs know the GPU" says "gpu=Stand-in GPU"
  expect "threads do not spin for milliseconds" says "spin=5000"
  run env "PATH=$TOOLS:$PATH" MISSING= GOMP_SPINCOUNT=7 "$TREE/touchstone" validate
  expect "the user's own spin count is kept" says "spin=7"
  ln -s "$TREE/touchstone" "$WORK/link"
  run env "PATH=$TOOLS:$PATH" MISSING= "$WORK/link" check mutants --resume
  expect "works through a link" called "^touchstone_checkers check mutants --resume"
  touchstone check balance
  expect "programs sign messages as they were called" says "signed=touchstone check balance"
  touchstone report --results mine
  expect "the report gets its options" says "report of --results mine"
  touchstone ranks hpmc --ranks 3 --compare
  expect "ranks builds its program" called '^ninja .* touchstone_hpmc_mpi'
  expect "more ranks than cores" called '^mpirun .*--oversubscribe -np 3 .*/touchstone_hpmc_mpi --compare'
  touchstone ranks hpmc --ranks 200
  expect "which then let others run" says "yield=1"
  touchstone ranks hpmc --ranks 1
  expect "and no others do" says "yield="
  expect "at all" is_silent_about "yield=1"
  touchstone bench --oversubscribed --neighbours 3
  expect "a shared machine is the business of a script" \
    says "oversubscribed --program $TREE/build/release/touchstone_benchmarks --oversubscribed --neighbours 3"
  touchstone bench --ab old new -- --disks 64009
  expect "two builds are, too" says "compare_ab old new -- --disks 64009"
  : >"$CALLS"
  touchstone bench --peers --class W
  expect "so are programs of others, which ours is built for" called '^ninja .* touchstone_benchmarks'
  expect "with all options" says "peers --program $TREE/build/release/touchstone_benchmarks --peers --class W"
  MISSING=python3-venv touchstone bench --peers
  expect "they are installed into an environment" called '^apt-get install .*python3-venv'
  : >"$CALLS"
  touchstone bench --oversubscribed --help
  touchstone bench --peers --help
  expect "whose help builds nothing" not_called '^ninja'
  touchstone ranks hpmc --threads 2
  expect "threads of a rank are not tied to one core" called '^mpirun .*--bind-to none -np 4 .*--threads 2'
  local words program
  for words in "check --runs 1" "--runs 1 check" "--runs=1 validate"; do
    program=validation
    [[ $words != *check* ]] || program=checkers
    : >"$CALLS"
    # shellcheck disable=SC2086
    touchstone campaign $words
    expect "a campaign, $words, builds its program" called "^ninja .* touchstone_$program$"
    expect "and has all words" says "$words --programs $TREE/build/release"
  done
  for wanted in 0 1 2 3; do
    CHECKERS_CODE=$wanted touchstone check
    expect "exit code $wanted of a program is handed on" code_is "$wanted"
  done
  : >"$CALLS"
  touchstone check --scheme mpmc/one
  expect "the whole program checks where it is there" called '^touchstone_checkers check --scheme mpmc/one'
  mv "$TREE/build/release/touchstone_checkers" "$WORK/whole"
  : >"$CALLS"
  touchstone check --scheme mpmc/one
  expect "a new clone builds one family" called '^ninja .* touchstone_check_mpmc$'
  expect "and its program checks" called '^touchstone_check_mpmc check --scheme mpmc/one'
  touchstone check --family=mpmc property
  expect "a family by name, too" called '^touchstone_check_mpmc check --family=mpmc property'
  : >"$CALLS"
  touchstone check --family mpmc --scheme mutant/one
  expect "mutants of a family, too" called '^touchstone_check_mpmc check --family mpmc --scheme mutant/one'
  printf '{"name": "mine",\n "simulates" : "disks"}\n' >"$WORK/mine.json"
  : >"$CALLS"
  touchstone check --external "$WORK/mine.json"
  expect "the family of a program of the user's own" called '^touchstone_check_mpmc check --external .*mine.json'
  : >"$CALLS"
  for whole in "" "--scheme mutant/one" "--family *" "--scheme mpmc/one --external $WORK/mine.json" \
    "--external $WORK/none.json" "balance --family mpmc"; do
    # shellcheck disable=SC2086
    touchstone check $whole
  done
  expect "all else is for the whole program" not_called 'touchstone_check_mpmc'
  mv "$WORK/whole" "$TREE/build/release/touchstone_checkers"
  : >"$CALLS"
  touchstone validate
  expect "without a device kernels are emulated" called '^ninja -C .*build/release .*touchstone_validation'
  DEVICE="Stand-in GPU" TOUCHSTONE_NVCC= touchstone validate
  expect "and without nvcc" not_called '^ninja -C .*build/cuda'
  DEVICE="Stand-in GPU" touchstone validate
  expect "with both they run on the device" called '^ninja -C .*build/cuda .*touchstone_validation'
  expect "and its programs are the ones that run" code_is 0
}

test_reproduce() {
  local out=$WORK/out
  touchstone reproduce --out "$out" --seed 5 --threads 2
  expect "all pass is 0" code_is 0
  expect "each step signs as its own verb" says "validation signed=touchstone validate gpu"
  expect "validation gets the options" called "^touchstone_validation --class S --threads 2 --seed 5 --out $out/validation.jsonl"
  expect "balance is a step of its own" called "^touchstone_checkers check balance .*--out $out/balance.jsonl"
  expect "and has its line in the summary" grep -qE '^  check balance +pass' "$WORK/output"
  expect "the explorer is a step too" called "^touchstone_checkers check explore .*--out $out/explore.jsonl"
  expect "its records are named" says "{validation,check,balance,explore,benchmark}.jsonl"
  expect "the list of schemes is stored" test -s "$out/schemes.json"
  expect "the report is named" says "report:  $out/report/index.html"
  VALIDATION_CODE=3 CHECKERS_CODE=1 touchstone reproduce --out "$out"
  expect "failed is worse than inconclusive" code_is 1
  expect "what failed is named with its replay" says "  fail: planted, stand-in/scheme"
  expect "and how to run the step again" says "  again: $TREE/build/release/touchstone_checkers check --class S --out $out/check.jsonl"
  expect "the report is still built" says "report:  $out/report/index.html"
  expect "the earlier run was set aside" test -n "$(find "$out/earlier" -name validation.jsonl)"
  expect "with its proofs" test -n "$(find "$out/earlier" -name balance.jsonl)"
  expect "and is not in the new results" test "$(wc -l <"$out/validation.jsonl")" -eq 1
  VALIDATION_CODE=3 touchstone reproduce --out "$out" --resume
  expect "inconclusive is 3" code_is 3
  expect "--resume is handed on" called "^touchstone_checkers check --class S --resume --out"
  expect "--resume is handed on to the proofs" called "^touchstone_checkers check balance --class S --resume --out"
  expect "--resume continues the files" test "$(cat "$out"/{validation,balance}.jsonl | wc -l)" -eq 4
  printf '{"schema": "touchstone-result/1", "kind": "campai' >"$out/campaign.jsonl"
  sed 's/"planted"/"of another verb"/; s/"inconclusive"/"fail"/' "$out/validation.jsonl" >"$out/mutants.jsonl"
  VALIDATION_CODE=1 touchstone reproduce --out "$out"
  expect "records of other verbs in the folder decide nothing" code_is 1
  expect "and are not named as its own" is_silent_about "of another verb"
  expect "its own are" says "  fail: planted, stand-in/scheme"
  touchstone reproduce --out "$out" --resume
  expect "what was a failure is named again" says "  fail: planted, stand-in/scheme"
  rm "$out"/{campaign,mutants}.jsonl
  VALIDATION_CODE=139 touchstone reproduce --out "$out" --resume
  expect "a crash is a failure" code_is 1
  expect "a crash is called so" says "CRASHED"
  REPORT_CODE=1 touchstone reproduce --out "$out" --resume
  expect "a failed report is a failure" code_is 1
  : >"$CALLS"
  VALIDATION_CODE=2 touchstone reproduce --out "$out" --resume
  expect "bad input is 2" code_is 2
  expect "bad input stops" not_called '^touchstone_checkers check .*--out'
  : >"$CALLS"
  INTERRUPT=checkers run setsid --wait env "PATH=$TOOLS:$PATH" MISSING= "$TREE/touchstone" reproduce --out "$out"
  expect "Ctrl-C is 130" code_is 130
  expect "Ctrl-C tells how to go on" says "reproduce --out $out --resume"
  expect "Ctrl-C stops" not_called '^touchstone_benchmarks .*--out'
  expect "Ctrl-C keeps finished results" test -s "$out/validation.jsonl"
  INTERRUPT=checkers run setsid --wait env "PATH=$TOOLS:$PATH" MISSING= bash -c "cd '$TREE' && ./touchstone reproduce --out 'my results'"
  expect "from the top of the tree, too, with names as a shell reads them" \
    says '  ./touchstone reproduce --out my\ results --resume'
  INTERRUPT=report run setsid --wait env "PATH=$TOOLS:$PATH" MISSING= "$TREE/touchstone" reproduce --out "$out" --seed 7
  expect "and in the last step" says "$TREE/touchstone reproduce --out $out --seed 7 --resume"
  touchstone reproduce --out "$out" --junit "$WORK/junit.xml"
  expect "steps write verdicts for a build server" called "^touchstone_checkers check balance .*--junit $out/balance.junit.xml"
  expect "which are put together" test "$(grep -c '<testsuite name="touchstone [a-z ]*" tests="1"' "$WORK/junit.xml")" -eq 5
  CHECKERS_CODE=2 touchstone reproduce --out "$out" --junit "$WORK/junit.xml"
  expect "bad input leaves a file that names the step" \
    grep -q "<error message=\"inconclusive: 'check' stopped on bad input" "$WORK/junit.xml"
  expect "beside the verdicts before it" grep -q '<testsuite name="touchstone validate" tests="1"' "$WORK/junit.xml"
  INTERRUPT=checkers run setsid --wait env "PATH=$TOOLS:$PATH" MISSING= "$TREE/touchstone" reproduce --out "$out" \
    --junit "$WORK/junit.xml"
  expect "Ctrl-C with --junit is 130" code_is 130
  expect "and leaves a file that says so" grep -q '<error message="inconclusive: interrupted"' "$WORK/junit.xml"
  NINJA_CODE=1 touchstone reproduce --out "$out" --junit "$WORK/junit.xml"
  expect "a failed build is in the file" grep -q "<error message=\"inconclusive: the build of 'release' failed" "$WORK/junit.xml"
  touchstone reproduce --junit /no/such/folder/x.xml
  expect "a file that cannot be written is bad input" code_is 2
  expect "and told before anything runs" says "--junit: expected a file that can be written, found '/no/such/folder/x.xml'"
  touch "$WORK/a_file"
  touchstone reproduce --out "$WORK/a_file/below"
  expect "an output folder that cannot be made" code_is 2
}

test_compare() {
  local rest='"kind":"check","family":"mpmc","scheme":"s","class":"S","metric":"m","params":{},"seed":1,"threads":1,"ranks":1,"value":1'
  printf '{"schema":"touchstone-result/1","verdict":"pass",%s}\n' "$rest" >"$WORK/a.jsonl"
  printf '{"schema":"touchstone-result/1","verdict":"fail",%s}\n' "$rest" >"$WORK/b.jsonl"
  run env "PATH=$TOOLS:$PATH" MISSING= bash -c "cd '$WORK' && '$TREE/touchstone' compare a.jsonl b.jsonl --ignore seed"
  expect "a worse verdict is 1" code_is 1
  expect "the change is shown" says "pass -> fail"
  touchstone compare --frob x y
  expect "an unknown option of compare is a usage error" code_is 2
}

test_external() {
  run env "PATH=$TOOLS:$PATH" MISSING= bash -c \
    "cd '$WORK' && '$TREE/touchstone' external new --language python --simulates disks --into mine"
  expect "a program is begun" code_is 0
  expect "with its description" test -f "$WORK/mine/disks.json"
  expect "and the adapter" test -f "$WORK/mine/touchstone_verify/server.py"
  expect "the next command is printed" says "$TREE/touchstone check --external mine/disks.json"
  touchstone external new --language pythn --simulates disks
  expect "an unknown language is bad input" code_is 2
  expect "and the nearest one named" says "--language: unknown name 'pythn'; did you mean 'python'?"
  touchstone external --help
  expect "help of external has an example" says "touchstone external new --language python --simulates disks"
  touchstone external
  expect "no word after external is a usage error" code_is 2
}

# The package is there already, so that no network is needed.
test_demos() {
  local venv="$TREE/build/demos/rebound/venv"
  : >"$CALLS"
  MISSING="python3-venv" touchstone external demo
  expect "demos are listed" code_is 0
  expect "with what is installed" says "rebound  rebound=="
  touchstone external demo reboud
  expect "an unknown demo is bad input" code_is 2
  expect "and the nearest one named" says "touchstone external demo: NAME: unknown name 'reboud'; did you mean 'rebound'?"
  expect "neither needs packages" not_called '^apt-get'
  mkdir -p "$venv/lib/python3/site-packages"
  cp "$TREE/adapters/demos/rebound/requirements.txt" "$venv/installed.txt"
  MISSING="python3-venv" touchstone external demo rebound
  expect "a demo passes" code_is 0
  expect "its environment needs a package" called '^apt-get install .*python3-venv'
  expect "each program is checked" called "^touchstone_checkers check --external $TREE/build/demos/rebound/leapfrog-8.json"
  CHECKERS_CODE=1 touchstone external demo rebound --fault
  expect "a fault that is seen is 1" code_is 1
  expect "and said" says "the fault was seen"
  touchstone external demo rebound --fault
  expect "a fault that is not seen is inconclusive" code_is 3
  expect "and named" says "the fault was not seen in janus-6"
}

test_stages() {
  : >"$CALLS"
  MISSING="python3-gsd" touchstone test
  expect "tests of GSD files are not skipped for want of a package" called '^apt-get install .*python3-gsd'
  : >"$CALLS"
  touchstone test
  expect "all stages pass" code_is 0
  expect "a line per stage" says "stage run under thread sanitizer"
  expect "kernels are compiled for one kind of device" called '^ninja .*build/cuda-sm90 .*touchstone_cuda_kernels'
  expect "without a device, the line says so" says "not run: there is no device"
  expect "nothing is linked for devices" not_called '^ninja .*touchstone_device'
  expect "what the stage 'source tree' did is not done again" called '^ctest --preset release .*-LE lint'
  expect "mutants meet the checks that must catch them" called '^touchstone_checkers check --killers --out'
  : >"$CALLS"
  DEVICE="Stand-in GPU" touchstone test
  expect "with a device kernels are compiled for all kinds" called '^ninja .*build/cuda .*touchstone_device'
  DEVICE="Stand-in GPU" GPU_CODE=1 touchstone test
  expect "other bits on a device are a failure" says "stage 'device against emulator' failed"
  : >"$CALLS"
  TOUCHSTONE_NVCC="" touchstone test
  expect "without nvcc all other stages pass" code_is 0
  expect "and a line says so" says "not run: there is no nvcc"
  expect "nothing is compiled for devices" not_called '^ninja .*build/cuda'
  expect "the tests' summary comes last" test "$(tail -n 1 "$WORK/output")" = "100% tests passed"
  : >"$CALLS"
  CTEST_FAILS="-L lint" touchstone test
  expect "a failed stage is 1" code_is 1
  expect "a failed stage is named" says "stage 'source tree' failed"
  expect "a failed stage ends the run" not_called '^ninja'
  : >"$CALLS"
  CTEST_FAILS="tsan" SLOW=validation touchstone test
  expect "one of two rows of stages that fails is 1" code_is 1
  expect "and named" says "stage 'run under thread sanitizer' failed"
  expect "it ends what runs beside it" is_silent_about "stage validate, class S"
  expect "and what would follow there" not_called '^touchstone_checkers check'
  VALIDATION_CODE=3 touchstone test
  expect "an inconclusive validation is not a pass" code_is 1
  NINJA_CODE=1 NINJA_SAYS="error: planted" touchstone test
  expect "a failed build is named" says "stage 'build g++' failed"
  expect "with the compiler's words" says "error: planted"
  INTERRUPT=validation run setsid --wait env "PATH=$TOOLS:$PATH" MISSING= "$TREE/touchstone" test
  expect "Ctrl-C is 130" code_is 130
  CTEST_FAILS="-LE lint" touchstone test
  expect "failed tests of the release build are 1" code_is 1
  : >"$CALLS"
  touchstone test --nightly
  expect "each header is compiled alone" called '^ninja .*touchstone_headers_verify_interface_header_sets'
  expect "the sanitizer looks at more" called '^ctest --preset asan-nightly'
  expect "the other one is built for all tests" called '^ninja -C .*build/tsan .*tests nightly_tests'
  expect "which it runs" called '^ctest --preset tsan '
  expect "and nothing is run twice" not_called '^ctest --preset [at]san-schemes'
  expect "larger models are proved at night" called '^touchstone_checkers check balance --nightly'
  expect "a nightly seed is printed" says "nightly seed: "
  expect "without a network no public program is judged, which is said" says "not run: PyPI does not answer"
  expect "packages for others are tried" says "package for Debian, image, wheel"
  expect "survivors among generated mutants fail nothing" code_is 0
  expect "mutants meet all checks at night" called '^touchstone_checkers check --out'
  expect "which are drawn afresh" called '^mutate.py --sample 200 --seed [0-9]+'
  expect "and used" called '^touchstone_validation --class W --seed [0-9]+'
}

test_changed() {
  local plan
  rm -rf "$TREE/build/asan-schemes"
  : >"$CALLS"
  PLAN=$'programs cmc_tests\nsuites ^Stars\nfamilies cmc hpmc\nproofs balance' touchstone test --changed=main
  expect "a change that is right passes" code_is 0
  expect "the source tree is looked at" called '^ctest --preset release .*-L lint'
  expect "what it reaches is built" called '^ninja -C .*build/release .*cmc_tests touchstone_checkers$'
  expect "families are checked" called '^touchstone_checkers check --family cmc'
  expect "all of them" called '^touchstone_checkers check --family hpmc'
  expect "and proofs" called '^touchstone_checkers check balance'
  expect "suites are run" called '^ctest --preset release .*-R \^Stars'
  expect "and no sanitizer" not_called 'asan|tsan'
  expect "which is said" says "run under address sanitizer              not run: build/asan-schemes was not configured"
  mkdir "$TREE/build/asan-schemes"
  touch "$TREE/build/asan-schemes/build.ninja"
  PLAN=$'programs cmc_tests touchstone_validation\nsuites ^Stars' touchstone test --changed
  expect "where it was configured, its tests are built" called '^ninja -C .*build/asan-schemes .*cmc_tests$'
  expect "and those suites run" called '^ctest --preset asan-schemes .*-R \^Stars'
  expect "under names that have the suite" called '^suites apart: --preset asan-schemes .*-R \^Stars'
  CTEST_FAILS="preset asan-schemes" PLAN=$'programs cmc_tests\nsuites ^Stars' touchstone test --changed
  expect "a failure there is one" says "stage 'run under address sanitizer' failed"
  : >"$CALLS"
  PLAN=$'programs touchstone_validation\nsuites ^reports' touchstone test --changed
  expect "programs without tests are not sanitized" not_called 'asan'
  rm -r "$TREE/build/asan-schemes"
  CHECKERS_CODE=1 PLAN="families cmc" touchstone test --changed
  expect "a failed check is a failed change" code_is 1
  expect "and named" says "stage 'check cmc' failed"
  : >"$CALLS"
  PLAN="" touchstone test --changed
  expect "a change of pages passes" code_is 0
  expect "and builds nothing" not_called '^ninja'
  PLAN=everything touchstone test --changed
  expect "a change of the build tests all" called '^ctest --preset asan'
  touchstone test --changed --nightly
  expect "a change is not tested for a night" code_is 2
  touchstone test --changed=nothing
  expect "a commit that is none is bad input" code_is 2
  expect "and named" says "changed.py: no commit"
  for plan in $'programs cmc_tests\nsuites ^Stars' "" everything; do
    PLAN=$plan touchstone test --changed --junit "$WORK/junit.xml"
    expect "tests that pass are told to a build server" grep -q '<testsuite name="ctest"' "$WORK/junit.xml"
  done
  rm -f "$WORK/junit.xml"
  touchstone test --junit "$WORK/junit.xml" --help
  expect "help writes no verdicts" test ! -e "$WORK/junit.xml"
  touchstone test --changed=nothing --junit "$WORK/junit.xml"
  expect "so is what ends them early" grep -q 'inconclusive: ended with exit code 2' "$WORK/junit.xml"
  PLAN=everything INTERRUPT=validation run setsid --wait env "PATH=$TOOLS:$PATH" MISSING= "$TREE/touchstone" test --changed \
    --junit "$WORK/junit.xml"
  expect "Ctrl-C with --junit is 130" code_is 130
  expect "and leaves a whole file" grep -q 'inconclusive: ended with exit code 130' "$WORK/junit.xml"
  CTEST_FAILS="-L lint" PLAN="" touchstone test --changed --junit "$WORK/junit.xml"
  expect "a failed stage is told" grep -q "stage 'source tree' failed" "$WORK/junit.xml"
}

# A run in the background waits in its check until a file is there.
test_two_runs_of_tests() {
  local first second
  stand_in "$TREE/build/release/touchstone_checkers" <<<'until [[ -e '"$WORK/go_on"' ]]; do sleep 0.05; done'
  env "PATH=$TOOLS:$PATH" MISSING= "$TREE/touchstone" test >"$WORK/first" 2>&1 &
  first=$!
  for _ in {1..400}; do [[ -e $TREE/build/stages/check.log ]] && break || sleep 0.05; done
  PLAN="" touchstone test --changed
  expect "a change is tested beside a run of all tests" code_is 0
  expect "and leaves its logs" test -s "$TREE/build/stages/validate--class-S.log"
  expect "since it has a folder of its own" test -s "$TREE/build/stages-changed/source-tree.log"
  env "PATH=$TOOLS:$PATH" MISSING= "$TREE/touchstone" test >"$WORK/output" 2>&1 &
  second=$!
  for _ in {1..400}; do
    if says "waiting for"; then break; fi
    sleep 0.05
  done
  expect "a second run of all tests waits" says "waiting for another run of 'touchstone test' to finish"
  expect "and removes nothing before" test -s "$TREE/build/stages/validate--class-S.log"
  kill "$second"
  touch "$WORK/go_on"
  wait "$first"
  code=$?
  cp "$WORK/first" "$WORK/output"
  expect "the first one passes" code_is 0
}

# The hook before a commit, in a repository of its own, whose launcher says how it was called.
test_hook() {
  local folder=$WORK/hooked
  mkdir -p "$folder/.githooks"
  cp "$SOURCE/.githooks/pre-commit" "$folder/.githooks/"
  stand_in "$folder/touchstone" <<<'echo "git dir ${GIT_DIR:-none} ${GIT_INDEX_FILE:-none}"; exit ${TEST_CODE:-0}'
  git -C "$folder" init -q
  git -C "$folder" config core.hooksPath .githooks
  : >"$CALLS"
  commit() { run git -C "$folder" -c user.name=a -c user.email=b commit -q --allow-empty -m "$1"; }
  TEST_CODE=1 commit one
  expect "a commit that fails is not made" test "$code" -ne 0
  expect "the changes are tested" called '^touchstone test --changed$'
  commit two
  expect "one that passes is" code_is 0
  expect "and tests cannot meet the index of this repository" says "git dir none none"
}

set_up
test_help
test_wrong_names
test_wrong_options_before_the_first_build
test_packages
test_builds
test_streams
test_programs
test_reproduce
test_compare
test_external
test_demos
test_stages
test_changed
test_two_runs_of_tests
test_hook
printf '%d expectations, %d not met\n' "$COUNT" "$FAILED"
[[ $FAILED -eq 0 && $COUNT -gt 60 ]]
