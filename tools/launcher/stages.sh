# tools/launcher/stages.sh
# Purpose   `touchstone test`: everything CI runs, in stages; one line per stage with its seconds,
#           the first failure ends the run, and the last lines are the summary of all tests.
# shellcheck shell=bash

STAGE_FOLDER="$ROOT/build/stages"
RELEASE="$ROOT/build/release"
# Tests that only repeat the stages 'check', 'check balance' and 'check explore', one by one; the last of them asks every mutant of
# a kernel in every memory model, where the stage stops at the strongest that sees it: nightly.
REPEATED_TESTS='\.(PassesEveryCheck|IsCaughtByEachCheck|IsJudgedAsItMustBe|HoldsItsPropertyInEveryModel|SlowEveryMutant)'
# Tests of the release build for --nightly (each program of tests is run whole there) and for --changed: faults of programs of
# users, and claims and keys of their descriptions. With each commit adapters.examples plants a fault in each family.
LONG_TESTS='External\.(Faults(OfStars|OfDisks|AtConstant|OfTheExample)|ShapesPassAreCaught|ShapesOfSingle|DomainsAndRanks)'
LONG_TESTS+='|External\.(ADeclaredLaw|BoxesOfThousands|ConstantPressureThat)'
TEST_JUNIT=""  # the file of --junit

verb_test() {
  local nightly=0 base=""
  while [[ $# -gt 0 ]]; do
    case $1 in
      -h | --help)
        help_test
        return 0
        ;;
      --nightly) nightly=1 ;;
      --changed) base=HEAD ;;
      --changed=?*) base=${1#*=} ;;
      --junit)
        [[ -n ${2:-} ]] || refuse "--junit: expected the name of a file, found none"
        TEST_JUNIT=$2
        shift
        ;;
      -*) unknown_option "$1" --nightly --changed --junit --help ;;
      *) refuse "unexpected argument '$1' (see: touchstone test --help)" ;;
    esac
    shift
  done
  ((!nightly)) || [[ -z $base ]] || refuse "--changed, --nightly: expected one of them, found both"
  [[ -z $TEST_JUNIT ]] || begin_junit
  require_packages "build and test" "${BUILD_PACKAGES[@]}" "${REPORT_PACKAGES[@]}" \
    "${TEST_PACKAGES[@]}" "${MUTATE_PACKAGES[@]}" "${GSD_PACKAGES[@]}"
  [[ -z $base ]] || STAGE_FOLDER+=-changed  # a commit leaves the records of a longer run alone, though not the programs that it builds
  begin_stages
  if [[ -n $base ]]; then
    changed_stages "$base"
  else
    run_stages "$nightly"
  fi
}

# Writes nothing before all arguments are right, and help is not asked for.
begin_junit() {
  TEST_JUNIT=$(absolute_path "$TEST_JUNIT")
  { : >"$TEST_JUNIT"; } 2>/dev/null || refuse "--junit: expected a file that can be written, found '$TEST_JUNIT'"
  trap 'whole_junit $?' EXIT
}

# whole_junit CODE: what ends the run before its tests are told leaves a whole file, too.
whole_junit() {
  [[ $1 -lt 2 && -s $TEST_JUNIT ]] || stopped_junit "${LAST_WORDS:-ended with exit code $1}"
}
stopped_junit() { python3 "$ROOT/tools/junit.py" "$TEST_JUNIT" --stopped "touchstone test=$*"; }

# One run at a time in a folder; commands of stages do not hold its lock, so that none left behind can.
begin_stages() {
  cd "$ROOT" || exit 2
  lock_file "$ROOT/build" "$STAGE_FOLDER.lock"
  exec 9>"$STAGE_FOLDER.lock"
  flock -n 9 || {
    say "waiting for another run of 'touchstone $VERB' to finish"
    flock 9
  }
  rm -rf "$STAGE_FOLDER"
  mkdir -p "$STAGE_FOLDER"
  describe_machine
}

# What a change can affect, for a commit hook (tools/changed.py).
changed_stages() {
  local base=$1 jobs word rest
  local -A plan=()
  jobs=$(jobs_at_a_time)
  while read -r word rest; do
    [[ -z $word ]] || plan[$word]=$rest
  done < <(python3 "$ROOT/tools/changed.py" "$base" || echo "wrong")
  [[ -z ${plan[wrong]+x} ]] || exit 2  # changed.py has said why
  if [[ -n ${plan[everything]+x} ]]; then
    say "the change is in what all parts stand on: everything is tested"
    run_stages 0
    return
  fi
  local -a programs=() told=(--output-junit "$STAGE_FOLDER/tests.xml")
  stage "configure" configure_preset release "$RELEASE" "$ROOT/build/release.log"
  stage "source tree" ctest --preset release -j "$jobs" -L lint "${told[@]}"
  read -ra programs <<<"${plan[programs]:-}"
  [[ -z ${plan[families]:-}${plan[proofs]:-} ]] || programs+=(touchstone_checkers)
  ((${#programs[@]} == 0)) || stage "build g++" build_preset release "${programs[@]}"
  for word in ${plan[families]:-}; do
    stage "check $word" "$RELEASE/touchstone_checkers" check --family "$word" --killers --out "$STAGE_FOLDER/results/check.jsonl"
  done
  for word in ${plan[proofs]:-}; do
    stage "check $word" "$RELEASE/touchstone_checkers" check "$word" --out "$STAGE_FOLDER/results/$word.jsonl"
  done
  [[ -z ${plan[suites]:-} ]] ||
    stage "tests" ctest --preset release -j "$jobs" -LE lint -R "${plan[suites]}" -E "$REPEATED_TESTS" "${told[@]}"
  sanitized_change "${plan[suites]:-}" "${programs[@]}"
  [[ -z $TEST_JUNIT ]] || cp "$STAGE_FOLDER/tests.xml" "$TEST_JUNIT"
  say "what the change since $base can affect is tested"
}

# sanitized_change SUITES PROGRAM...: the tests among these under the address sanitizer, where that build was
# configured before by `touchstone test`: to compile all of it takes longer than a commit may.
sanitized_change() {
  local suites=$1 program
  local -a tests=()
  shift
  for program in "$@"; do
    [[ $program != *_tests || $program == device_tests ]] || tests+=("$program")  # that one is not built there
  done
  ((${#tests[@]} > 0)) || return 0
  if [[ ! -f $ROOT/build/asan-schemes/build.ninja ]]; then
    printf 'stage %-40s %s\n' "run under address sanitizer" "not run: build/asan-schemes was not configured"
    return 0
  fi
  stage "build clang++, address sanitizer" build_preset asan-schemes "${tests[@]}"
  TOUCHSTONE_SUITES_APART=1 stage "run under address sanitizer" ctest --preset asan-schemes -j "$jobs" -R "$suites" --no-tests=ignore
}

run_stages() {
  local nightly=$1 jobs
  jobs=$(jobs_at_a_time)
  stage "configure" configure_preset release "$RELEASE" "$ROOT/build/release.log"
  stage "source tree" ctest --preset release -j "$jobs" -L lint
  stage "build g++" build_preset release
  beside sanitizer_stages judging_stages
  store_schemes "$STAGE_FOLDER/results"
  stage "report" build_report --results "$STAGE_FOLDER/results" --out "$STAGE_FOLDER/report"
  ((!nightly)) || nightly_stages
  say "stage all tests of the release build"
  # Several in one process (cmake/SanitizedTests.cmake).
  TOUCHSTONE_LEFT_OUT="$REPEATED_TESTS|$LONG_TESTS" ctest --preset release -j "$jobs" -LE lint \
    ${TEST_JUNIT:+--output-junit "$TEST_JUNIT"} 9>&- ||
    exit 1  # nothing is printed after the summary
}

# Models, references, schemes, kernels and readers of trajectories are compiled for sanitizers. Checks, statistics, validation and
# their tests are linked as the release build made them. The nightly run compiles them, too, and in place of this.
sanitizer_stages() {
  if ((!nightly)); then
    stage "build clang++, address sanitizer" build_preset asan-schemes tests
    stage "run under address sanitizer" ctest --preset asan-schemes -j "$jobs"
    stage "build clang++, thread sanitizer" build_preset tsan-schemes tests
    stage "run under thread sanitizer" ctest --preset tsan-schemes -j "$jobs"
  fi
  cuda_stages "$nightly"
}

# Each mutant by the checks that must catch it; no other check decides anything of it. At night, by all: the whole
# table of mutants and checks.
judging_stages() {
  local -a mutants=(--killers)
  ((!nightly)) || mutants=()
  stage "validate, class S" "$RELEASE/touchstone_validation" --class S \
    --out "$STAGE_FOLDER/results/validation.jsonl"
  stage "check" "$RELEASE/touchstone_checkers" check "${mutants[@]}" --out "$STAGE_FOLDER/results/check.jsonl"
  stage "check balance, exactly" "$RELEASE/touchstone_checkers" check balance \
    --out "$STAGE_FOLDER/results/balance.jsonl"
  stage "check explore, every schedule" "$RELEASE/touchstone_checkers" check explore \
    --out "$STAGE_FOLDER/results/explore.jsonl"
}

# beside LANE...: rows of stages at a time. One alone leaves processors idle, when a program is linked or
# configured, by tests of one thread, and while the last job of a stage ends; the other takes them. Threads
# that wait sleep at once: there is always other work, and nothing is timed. The first failure ends the
# others. Each is a group of processes, so that what a stage started ends with it.
beside() {
  local lane code=0
  local -a groups=()
  set -m
  for lane in "$@"; do
    (
      set +m
      BESIDE=1
      unset GOMP_SPINCOUNT  # it would decide in place of the policy
      export OMP_WAIT_POLICY=passive
      "$lane"
    ) </dev/null &
    groups+=("-$!")
  done
  set +m
  trap 'kill -INT -- "${groups[@]}" 2>/dev/null; wait; exit 130' INT TERM
  for lane in "$@"; do
    wait -n || code=$?
    ((code == 0)) || break
  done
  trap - INT TERM
  ((code == 0)) && return 0
  kill -TERM -- "${groups[@]}" 2>/dev/null || true
  wait
  exit "$code"
}

# Kernels are compiled for devices where nvcc is, and run where a device is; elsewhere the line says
# why not. What they compute is tested on the grid emulator, with the other tests.
cuda_stages() {
  local nightly=$1 nvcc device=0
  nvcc=$(nvcc_path)
  if [[ -z $nvcc ]]; then
    printf 'stage %-40s %s\n' "build nvcc" "not run: there is no nvcc (CUDA toolkit)"
    return 0
  fi
  export CUDACXX=$nvcc
  [[ $(shipped_preset) != cuda ]] || device=1
  if ((nightly || device)); then
    stage "build nvcc, sm_75 sm_80 sm_90 sm_100" build_preset cuda touchstone_device
    stage "device against emulator" "$ROOT/build/cuda/touchstone_gpu" compare
  else
    stage "build nvcc, sm_90" build_preset cuda-sm90 touchstone_cuda_kernels
    printf 'stage %-40s %s\n' "device against emulator" "not run: there is no device"
  fi
}

# A fresh seed each night finds what the fixed one never meets. It is printed, so that a failure
# can be replayed; nothing is run again to turn green.
nightly_stages() {
  local seed
  seed=$((16#$(od -An -N4 -tx1 /dev/urandom | tr -d ' \n')))
  say "nightly seed: $seed"
  stage "each header alone" build_preset release touchstone_{,vector_}headers_verify_interface_header_sets
  # Elsewhere files share translation units, and with clang++ headers are compiled beforehand.
  FILES_SHARE_UNITS=OFF stage "build g++, file by file" build_preset debug tests
  local tests
  for tests in "$RELEASE"/*_tests; do
    stage "fresh seed, $(basename "$tests")" env "RC_PARAMS=seed=$seed" "$tests" --gtest_brief=1
  done
  stage "build clang++, address sanitizer, all" build_preset asan tests nightly_tests
  stage "run under address sanitizer, used after return" ctest --preset asan-nightly -j "$jobs"
  stage "build clang++, thread sanitizer, all" build_preset tsan tests nightly_tests
  stage "run under thread sanitizer, all" ctest --preset tsan -j "$jobs"
  stage "check, fresh seed, ten times the effort" "$RELEASE/touchstone_checkers" check --nightly \
    --no-mutants --out "$STAGE_FOLDER/nightly/check.jsonl"
  stage "check balance, larger models" "$RELEASE/touchstone_checkers" check balance --nightly \
    --no-mutants --out "$STAGE_FOLDER/nightly/balance.jsonl"
  stage "generated mutants, fresh sample" sample_of_mutants "$seed" "$STAGE_FOLDER/nightly/mutants.jsonl"
  require_packages "rehearse a cluster" "${CLUSTER_PACKAGES[@]}"
  stage "a plan on two nodes of Slurm" "$ROOT/tools/cluster/rehearsal.sh"
  stage "a plan as tests of ReFrame" python3 "$ROOT/tools/cluster/judge_faces.py"
  require_packages "build packages" "${PACKAGING_PACKAGES[@]}"
  stage "package for Debian, image, wheel, explorer" python3 "$ROOT/packaging/nightly.py" --build "$RELEASE"
  stage "examples of adapters, with all effort" python3 "$ROOT/adapters/judge_examples.py" --build "$RELEASE" --full
  stage "adapters beside stand-ins, all effort" python3 "$ROOT/adapters/judge_stand_ins.py" --build "$RELEASE" --full
  stage "programs on ranks, with all effort" python3 "$ROOT/adapters/judge_ranks.py" --build "$RELEASE" --full
  stage "peers' stand-ins, with all faults" python3 "$ROOT/benchmarks/judge_peers.py" --build "$RELEASE" --full
  stage "every fault of every hard body" python3 "$ROOT/adapters/judge_bodies.py" --build "$RELEASE"
  stage "public programs from PyPI" python3 "$ROOT/adapters/judge_demos.py"
  stage "order and structure beside freud" python3 "$ROOT/trajectories/judge_freud.py" --build "$RELEASE"
  stage "validate, class W, fresh seed" "$RELEASE/touchstone_validation" --class W --seed "$seed" \
    --out "$STAGE_FOLDER/nightly/validation.jsonl"
}

# Survivors (exit code 3) are shown in the report, and fail nothing: each is a gap or an equal program.
sample_of_mutants() {
  local seed=$1 out=$2 code=0
  (verb_mutate --sample 200 --seed "$seed" --out "$out") || code=$?
  ((code == 3)) || return "$code"
}

BESIDE=0  # 1: another row of stages prints, too, and a line is printed when the stage has ended
# stage TITLE COMMAND...: the output goes to a log, its end is shown on failure; the line tells the seconds that passed
# and those of processors: where stages run beside each other, these are what a stage costs. Exit code 77 is no
# failure: the command could not run here, and its last line says why.
stage() {
  local title=$1 log line code=0 started=$SECONDS spent TIMEFORMAT='%0U+%0S'
  shift
  log="$STAGE_FOLDER/${title//[^a-z0-9A-Z+]/-}.log"
  printf -v line 'stage %-40s ' "$title"
  ((BESIDE)) || {
    printf '%s' "$line"
    line=""
  }
  spent=$({ time { { ("$@"); } >"$log" 2>&1 9>&-; }; } 2>&1) || code=$?  # the log has what bash says of a kill, too
  printf '%s%-13s %5d s, %5d s of processors\n' "$line" "$(verdict_word "$code")" $((SECONDS - started)) $((spent))
  [[ $code -ne 77 ]] || tail -n 1 "$log"
  [[ $code -ne 0 && $code -ne 77 ]] || return 0
  tail -n 60 "$log" >&2
  [[ -z $TEST_JUNIT ]] || stopped_junit "stage '$title' failed"
  die 1 "stage '$title' failed with exit code $code (whole log: $(short_path "$log"))"
}
