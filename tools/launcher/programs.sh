# tools/launcher/programs.sh
# Purpose   The verbs that run one program: list, check, explore, overlap, validate, judge, bench, ranks, mutate,
#           campaign, plan, work, gather, report, compare, external. The program gets the command line as it is and runs where the user is. Standard output
#           holds answers only: what is installed and built is told on standard error.
# shellcheck shell=bash

# What a program cannot know by itself goes into its records through the environment.
describe_git() {
  local git=(git -C "$ROOT" -c "safe.directory=$ROOT")
  TOUCHSTONE_GIT_SHA=$("${git[@]}" rev-parse HEAD 2>/dev/null || true)
  TOUCHSTONE_GIT_DIRTY=0
  if [[ -n $TOUCHSTONE_GIT_SHA && -n $("${git[@]}" status --porcelain 2>/dev/null) ]]; then
    TOUCHSTONE_GIT_DIRTY=1
  fi
  export TOUCHSTONE_GIT_SHA TOUCHSTONE_GIT_DIRTY
}

describe_machine() {
  describe_git
  TOUCHSTONE_GPU=""
  if command -v nvidia-smi >/dev/null; then
    local first=${CUDA_VISIBLE_DEVICES-}
    first=${first%%,*}
    TOUCHSTONE_GPU=$(timeout 20 nvidia-smi ${first:+"--id=$first"} --query-gpu=name --format=csv,noheader 2>/dev/null |
      head -n 1 || true)
  fi
  export TOUCHSTONE_GPU
}

program_path() { say "$ROOT/build/${SHIPPED:-$(shipped_preset)}/touchstone_$1"; }

# The preset whose programs are run: with kernels for devices where there are a device and nvcc.
shipped_preset() {
  if [[ -n $(nvcc_path) ]] && timeout 20 nvidia-smi -L 2>/dev/null | grep -q '^GPU'; then
    say cuda
  else
    say release
  fi
}
nvcc_path() { say "${TOUCHSTONE_NVCC-$(command -v nvcc || true)}"; }

# build_shipped TARGET...: SHIPPED is then the preset that was built.
build_shipped() {
  SHIPPED=$(shipped_preset)
  if [[ $SHIPPED == cuda ]]; then
    CUDACXX=$(nvcc_path)
    export CUDACXX
  fi
  build_preset "$SHIPPED" "$@" >&2
}

# build_program NAME ARGUMENT...: --help is answered here; otherwise packages, build and environment: the
# program is then ready to run with these arguments.
build_program() {
  local name=$1
  shift
  ! asks_for_help "$@" || { help_of "$(program_path "$name")" "$@" && exit 0; }
  [[ -x $(program_path "$name") ]] || refuse_unwritten "$@"
  require_packages "build" "${BUILD_PACKAGES[@]}" >&2
  build_shipped "touchstone_$name"
  describe_machine
}

# Before the first build, which takes minutes, an option that no source names is refused at once. All else
# is for the program to judge.
refuse_unwritten() {
  local argument near
  local -a written
  mapfile -t written < <(grep -rhoE --include='*.[ch]pp' '"--[a-z][a-z0-9-]*(,--[a-z][a-z0-9-]*)*"' \
    "$ROOT"/{suite,optimized,checkers,validation,benchmarks,trajectories} 2>/dev/null | tr -d '"' | tr ',' '\n' | sort -u)
  for argument in "$@"; do
    [[ $argument == --?* && " ${written[*]} " != *" ${argument%%=*} "* ]] || continue
    near=$(did_you_mean "${argument%%=*}" "${written[@]}")
    refuse "unknown option '${argument%%=*}'${near%%; known:*} (see: touchstone $VERB --help)"
  done
}

# run_program NAME ARGUMENT...
run_program() {
  local words=$VERB
  [[ $VERB != check || ! ${3:-} =~ ^(balance|explore)$ ]] || words+=" $3"
  build_program "$@"
  TOUCHSTONE_SIGNED="touchstone $words" exec "$(program_path "$1")" "${@:2}"
}

verb_list() { run_program checkers list "$@"; }

# Until the whole program is built, a check of one family is run by the program of that family; where there is a
# device, by the whole one, since its kernels are linked for all families.
verb_check() {
  local program=checkers
  if ! asks_for_help "$@" && [[ ! -x $(program_path checkers) && $(shipped_preset) != cuda ]]; then
    compgen -G "$(program_path 'check_*')" >/dev/null || refuse_unwritten "$@"
    require_packages "build" "${BUILD_PACKAGES[@]}" >&2
    program=$(python3 "$ROOT/tools/check_program.py" "$@")
  fi
  run_program "$program" check "$@"
}

verb_explore() { run_program checkers explore "$@"; }
verb_overlap() { run_program checkers overlap "$@"; }
verb_validate() { run_program validation "$@"; }

# A package that only GSD files need is installed when one is judged.
verb_judge() {
  if ! asks_for_help "$@" && [[ " $* " =~ \.gsd[[:space:]]|--format[=[:space:]]gsd ]]; then
    require_packages "read GSD files" "${GSD_PACKAGES[@]}" >&2
  fi
  run_program trajectories "$@"
}

# With --oversubscribed a script runs the program again and again, alone and beside busy processes; with --ab
# it runs two builds of it in turn; with --peers it runs it and programs of others.
verb_bench() {
  if [[ ${1:-} == --ab ]]; then
    TOUCHSTONE_SIGNED="touchstone bench --ab" exec python3 "$ROOT/benchmarks/compare_ab.py" "${@:2}"
  fi
  if [[ " $* " == *" --peers "* ]]; then
    asks_for_help "$@" || {
      require_packages "install programs of others" "${DEMO_PACKAGES[@]}" >&2
      build_program benchmarks
    }
    TOUCHSTONE_SIGNED="touchstone bench" exec python3 "$ROOT/benchmarks/peers/compare.py" \
      --program "$(program_path benchmarks)" "$@"
  fi
  [[ " $* " == *" --oversubscribed "* ]] || run_program benchmarks "$@"
  if ! asks_for_help "$@"; then
    build_program benchmarks
  fi
  TOUCHSTONE_SIGNED="touchstone bench" exec python3 "$ROOT/benchmarks/oversubscribed_all.py" \
    --program "$(program_path benchmarks)" "$@"
}

# verb_ranks FAMILY [--ranks R] ARGUMENT...: a program on MPI ranks. Containers run as root, on fewer
# cores than ranks; Open MPI refuses both unless it is told.
verb_ranks() {
  local family=${1:-} ranks=4
  local -a arguments=() known=() options=(--oversubscribe)
  mapfile -t known < <(families_on_ranks)
  if [[ $family == "" || $family == -* ]]; then
    asks_for_help "$@" || refuse "expected a family first, one of: ${known[*]} (see: touchstone ranks --help)"
    say "usage: touchstone ranks FAMILY [--ranks R] [options of its program]     (R: default 4)"
    say "options of its program: touchstone ranks FAMILY --help, for the families ${known[*]}"
    return 0
  fi
  one_of FAMILY "$family" "${known[@]}"
  shift
  while [[ $# -gt 0 ]]; do
    case $1 in
      --ranks | --ranks=*)
        ranks=$(option_value "$@")
        integer --ranks "$ranks" 256
        [[ $1 == *=* ]] || shift
        ;;
      # Open MPI ties each of few ranks to one core; its threads would share that core.
      --threads | --threads=*) arguments+=("$1") options+=(--bind-to none) ;;
      *) arguments+=("$1") ;;
    esac
    shift
  done
  build_program "${family}_mpi" "${arguments[@]}"
  command -v mpirun >/dev/null || refuse "there is no mpirun (Debian: openmpi-bin)"
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  # Ranks without a core of their own let others run while they wait.
  ((ranks <= $(nproc))) || export OMPI_MCA_mpi_yield_when_idle=1
  # --quiet: a failed program has said why; Open MPI would say at length that it failed.
  TOUCHSTONE_SIGNED="touchstone ranks $family" exec mpirun --quiet "${options[@]}" -np "$ranks" \
    "$(program_path "${family}_mpi")" "${arguments[@]}"
}

# The families with a program on MPI ranks.
families_on_ranks() {
  local folder
  for folder in "$ROOT"/optimized/*/mpi/main.cpp; do
    [[ ! -f $folder ]] || basename "${folder%/mpi/main.cpp}"
  done
}

verb_report() {
  if asks_for_help "$@" && ! (report_python) >/dev/null 2>&1; then
    say "usage: touchstone report [--results DIR] [--out DIR]     (all options once python3-matplotlib is there)"
    return 0
  fi
  build_report "$@"
}

# store_schemes RESULTS: the registered schemes, for the report's table of them.
store_schemes() {
  local program
  program=$(program_path checkers)
  if ! "$program" list --json >"$1/schemes.json.new" 2>/dev/null; then
    rm -f "$1/schemes.json.new"
    return 0  # the report then says that the list is missing
  fi
  mv "$1/schemes.json.new" "$1/schemes.json"
}

# build_report ARGUMENT...: of reports/build.py
build_report() {
  local python
  require_packages "build the report" "${REPORT_PACKAGES[@]}" >&2
  python=$(report_python) || return 2
  describe_machine
  TOUCHSTONE_SIGNED="touchstone report" "$python" "$ROOT/reports/build.py" "$@"
}

# Mutants are planted and compiled by a script of the tree, in a copy of the tree. Its help needs no packages.
verb_mutate() {
  if ! asks_for_help "$@"; then
    require_packages "plant mutants" "${BUILD_PACKAGES[@]}" "${MUTATE_PACKAGES[@]}" >&2
    describe_machine
  fi
  local python=/usr/bin/python3  # Debian's own, which has libclang
  [[ -x $python ]] || python=python3
  TOUCHSTONE_JOBS=$(jobs_at_a_time) exec "$python" "$ROOT/tools/mutate/mutate.py" "$@"
}

# Repeats one program; its help needs no build. The word that names it may follow options.
verb_campaign() {
  local program word
  if ! asks_for_help "$@"; then
    for word in "$@"; do
      case $word in
        check) build_program checkers ;;
        validate) build_program validation ;;
      esac
    done
  fi
  program=$(program_path checkers)
  exec python3 "$ROOT/tools/campaign.py" "$@" --programs "${program%/*}"
}

# What is planned, so that the nodes of a cluster have nothing to build: all nodes see this folder.
verb_plan() {
  if ! asks_for_help "$@"; then
    require_packages "build" "${BUILD_PACKAGES[@]}" >&2
    build_shipped touchstone_checkers touchstone_validation touchstone_benchmarks
    describe_machine
  fi
  exec python3 "$ROOT/tools/cluster/plan.py" "$@" --programs "$(dirname "$(program_path checkers)")"
}

verb_work() {
  describe_machine
  exec python3 "$ROOT/tools/cluster/work.py" "$@" --programs "$(dirname "$(program_path checkers)")"
}

verb_gather() { exec python3 "$ROOT/tools/cluster/gather.py" "$@"; }

verb_compare() {
  require_packages "compare results" python3 >&2
  exec python3 "$ROOT/tools/compare.py" "$@"
}

verb_external() {
  local -a packages=(python3)
  [[ ${1:-} != demo || $# -lt 2 ]] || asks_for_help "$@" || packages+=("${DEMO_PACKAGES[@]}")
  require_packages "run a program of your own" "${packages[@]}" >&2
  exec python3 "$ROOT/adapters/external.py" "$@"
}
