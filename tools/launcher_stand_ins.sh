# tools/launcher_stand_ins.sh
# Purpose   For launcher_test.sh: expectations, and a copy of the launcher whose compilers, package
#           manager and programs are stand-ins that note how they were called.
# shellcheck shell=bash

WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
TREE=$WORK/tree      # a copy of the launcher with stand-in programs
TOOLS=$WORK/bin      # stand-ins for cmake, ninja, dpkg-query, apt-get, nvidia-smi
CALLS=$WORK/calls    # what the stand-ins were called with, one line per call
FAILED=0
COUNT=0

expect() {  # expect WHAT CONDITION...
  local what=$1
  shift
  COUNT=$((COUNT + 1))
  "$@" && return 0
  FAILED=$((FAILED + 1))
  printf 'not as expected: %s\n  condition: %s\n  exit code: %s\n  output:\n%s\n' "$what" "$*" \
    "$code" "$(sed 's/^/    /' "$WORK/output")" >&2
}
run() {  # run COMMAND...: output and exit code are kept for the expectations
  code=0
  "$@" >"$WORK/output" 2>&1 </dev/null || code=$?
}
code_is() { [[ $code -eq $1 ]]; }
says() { grep -qF -- "$1" "$WORK/output"; }
is_silent_about() { ! says "$1"; }
called() { grep -qE -- "$1" "$CALLS"; }
not_called() { ! called "$1"; }
# first_before SECOND: the order of two lines of the output
comes_before() { awk -v a="$1" -v b="$2" 'index($0, a) && !x { x = NR } index($0, b) && !y { y = NR }
  END { exit !(x && y && x < y) }' "$WORK/output"; }

stand_in() {  # stand_in FILE: a program made of standard input, which notes its call first
  mkdir -p "$(dirname "$1")"
  {
    printf '#!/usr/bin/env bash\n'
    printf 'echo "%s $*" >>"%s"\n' "$(basename "$1")" "$CALLS"
    cat
  } >"$1"
  chmod +x "$1"
}

set_up() {
  mkdir -p "$TREE"/{tools,optimized/{mpmc,core,hpmc/mpi},reports,build/release,validation} "$TOOLS"
  cp "$SOURCE/touchstone" "$SOURCE/CMakeLists.txt" "$SOURCE/CMakePresets.json" "$TREE/"
  cp -r "$SOURCE/adapters" "$TREE/"
  cp -r "$SOURCE/tools/launcher" "$SOURCE"/tools/{check_program.py,compare.py,failures.py,junit.py,options.py,renamed.csv} "$TREE/tools/"
  : >"$CALLS"
  stand_in "$TOOLS/dpkg-query" <<<'[[ " $MISSING " != *" ${!#} "* ]] && printf installed'
  stand_in "$TOOLS/apt-get" <<<'exit ${APT_CODE:-0}'
  stand_in "$TOOLS/nvidia-smi" <<<'
    if [[ $* == -L ]]; then [[ -z ${DEVICE:-} ]] || echo "GPU 0: $DEVICE"; else echo "Stand-in GPU"; fi'
  stand_in "$TOOLS/cmake" <<<'mkdir -p build/$2; touch build/$2/build.ninja; exit ${CMAKE_CODE:-0}'
  stand_in "$TOOLS/ninja" <<<'
    echo "[1/${NINJA_STEPS:-1}] ${NINJA_SAYS:-ok}"; exit ${NINJA_CODE:-0}'
  stand_in "$TOOLS/ctest" <<<'
    [[ -z ${TOUCHSTONE_SUITES_APART:-} ]] || echo "suites apart: $*" >>"'"$CALLS"'"
    [[ "$*" != *"${CTEST_FAILS:-nothing}"* ]] || exit 8; echo "100% tests passed"
    while [[ $# -gt 0 && $1 != --output-junit ]]; do shift; done
    [[ -z ${2:-} ]] || echo "<testsuite name=\"ctest\"/>" >"$2"'
  stand_in "$TREE/build/release/models_tests" <<<'echo "seed: $RC_PARAMS"'
  stand_in "$TOOLS/nvcc" <<<'exit 0'
  mkdir -p "$TREE/tools/mutate"  # survivors are found each time
  printf 'import sys\nopen("%s", "a").write("mutate.py " + " ".join(sys.argv[1:]) + "\\n")\nsys.exit(3)\n' \
    "$CALLS" >"$TREE/tools/mutate/mutate.py"
  mkdir -p "$TREE/trajectories" "$TREE/packaging"
  echo 'print("tried")' >"$TREE/packaging/nightly.py"
  mkdir -p "$TREE/tools/cluster" "$TREE/benchmarks"
  for script in adapters/judge_{demos,examples,stand_ins,bodies,ranks} benchmarks/judge_peers trajectories/judge_freud tools/cluster/judge_faces; do
    printf 'import sys\nprint("not run: PyPI does not answer")\nsys.exit(77)\n' >"$TREE/$script.py"
  done
  stand_in "$TREE/tools/cluster/rehearsal.sh" <<<'echo "not run: there is no Slurm"; exit 77'
  cat >"$TREE/tools/changed.py" <<'PYTHON'
import os, sys
print(os.environ.get("PLAN", ""))
sys.exit("changed.py: no commit" if sys.argv[1] == "nothing" else 0)
PYTHON
  stand_in "$TREE/build/cuda/touchstone_gpu" <<<'echo "not run on a device: none"; exit ${GPU_CODE:-77}'
  stand_in "$TOOLS/mpirun" <<<'while [[ $1 != */touchstone_* ]]; do shift; done; exec "$@"'
  echo 'app.add_option("--compare,--threads", compare);' >"$TREE/optimized/hpmc/mpi/main.cpp"
  echo 'app.add_option("--class"); "--threads"; "--seed"; "--family"; "--scheme"; "--resume"' \
    >"$TREE/validation/main.cpp"
  local program
  for program in {release,cuda}/touchstone_{validation,checkers,check_mpmc,benchmarks,trajectories,hpmc_mpi}; do
    stand_in "$TREE/build/$program" <<'STAND_IN'
name=${0##*touchstone_}
if [[ " $* " == *" --help "* ]]; then
  printf 'Options:\n  --class TEXT, --threads INT, --seed INT, --family TEXT, --junit FILE, --resume\n'
  exit 0
fi
echo "$name signed=$TOUCHSTONE_SIGNED gpu=$TOUCHSTONE_GPU in=$PWD results=$TOUCHSTONE_RESULTS spin=${GOMP_SPINCOUNT:-} yield=${OMPI_MCA_mpi_yield_when_idle:-}"
while [[ $# -gt 0 && $1 != --out ]]; do
  [[ $1 != --junit ]] || echo '<testsuites><testsuite name="x" tests="1"/></testsuites>' >"$2"
  shift
done
code=${name^^}_CODE
case ${!code:-0} in 1) verdict=fail ;; 3) verdict=inconclusive ;; *) verdict=pass ;; esac
[[ ${2:-} != *.jsonl ]] || printf '{"schema": "touchstone-result/1", "kind": "check", "family": "x",
  "scheme": "stand-in/scheme", "class": "S", "metric": "planted", "params": {}, "seed": 1, "threads": 1,
  "ranks": 1, "value": 1, "verdict": "%s", "replay": "./touchstone again"}' "$verdict" | tr -d '\n' >>"$2"
[[ ${2:-} != *.jsonl ]] || echo >>"$2"
[[ ${SLOW:-} != "$name" ]] || sleep 60
[[ ${INTERRUPT:-} != "$name" ]] || kill -INT 0
exit "${!code:-0}"
STAND_IN
  done
  mkdir -p "$TREE/benchmarks/peers"
  printf 'import sys\nprint("peers", *sys.argv[1:])\n' >"$TREE/benchmarks/peers/compare.py"
  printf 'import sys\nprint("oversubscribed", *sys.argv[1:])\n' >"$TREE/benchmarks/oversubscribed_all.py"
  printf 'import sys\nprint("compare_ab", *sys.argv[1:])\n' >"$TREE/benchmarks/compare_ab.py"
  printf 'import os, sys\nprint("campaign", os.environ.get("TOUCHSTONE_GIT_SHA"), *sys.argv[1:])\n' >"$TREE/tools/campaign.py"
  cat >"$TREE/reports/build.py" <<'PYTHON'
import os, pathlib, signal, sys, time
print("report of", *sys.argv[1:], flush=True)
if os.environ.get("INTERRUPT") == "report":
    os.kill(0, signal.SIGINT)
    time.sleep(5)
if "--out" not in sys.argv:
    sys.exit(0)
out = pathlib.Path(sys.argv[sys.argv.index("--out") + 1])
out.mkdir(parents=True, exist_ok=True)
(out / "index.html").write_text("report")
sys.exit(int(os.environ.get("REPORT_CODE", "0")))
PYTHON
}
# The launcher with the stand-ins; MISSING names the packages that are not installed.
touchstone() { run env "PATH=$TOOLS:$PATH" "MISSING=${MISSING:-}" "$TREE/touchstone" "$@"; }
