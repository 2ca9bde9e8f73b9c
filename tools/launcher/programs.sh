# tools/launcher/programs.sh
# Purpose   The verbs that run one program: list, check, explore, overlap, validate, bench, ranks, report,
#           compare. Standard output holds answers only: what is installed and built is told on standard error.
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
    TOUCHSTONE_GPU=$(timeout 20 nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null |
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

# build_program NAME: packages, build, environment; the program is then ready to run.
build_program() {
  require_packages "build" "${BUILD_PACKAGES[@]}" >&2
  build_shipped "touchstone_$1"
  describe_machine
}

# program_options NAME [SUBCOMMAND]: the long options its own help text names, its examples apart.
program_options() {
  local program
  program=$(program_path "$1")
  shift
  { "$program" "$@" --help 2>/dev/null || true; } | sed '/^[Ee]xamples*:/,$d' | grep -oE -- '--[a-z][a-z0-9-]*' | sort -u || true
}

# check_options VERB NAME SUBCOMMAND ARGUMENT...: the program's own list decides what is known, so
# that a new option needs no change here.
check_options() {
  local verb=$1 name=$2 subcommand=$3 argument
  shift 3
  local -a known
  # shellcheck disable=SC2086  # an empty subcommand is no argument
  mapfile -t known < <(program_options "$name" $subcommand)
  for argument in "$@"; do
    [[ $argument == --?* ]] || continue
    printf '%s\n' "${known[@]}" | grep -qxF -- "${argument%%=*}" ||
      unknown_option "$verb" "$argument" "${known[@]}"
  done
}

# run_verb VERB NAME SUBCOMMAND RECORDS ARGUMENT...: `--out` names a folder (RECORDS is the file in
# it) or a *.jsonl file; everything else goes to the program as it is. In VERB, '_' stands for ' '.
run_verb() {
  local verb=$1 name=$2 subcommand=$3 records=$4 out="" external
  shift 4
  local -a arguments=()
  while [[ $# -gt 0 ]]; do
    case $1 in
      -h | --help)
        "help_$verb"
        exit 0
        ;;
      --out | --out=*)
        out=$(option_value "$verb" "$@")
        [[ $1 == *=* ]] || shift
        ;;
      --external | --external=*)
        external=$(option_value "$verb" "$@")
        arguments+=(--external "$(absolute_path "$external")")
        [[ $1 == *=* ]] || shift
        ;;
      *) arguments+=("$1") ;;
    esac
    shift
  done
  check_before_building "$verb" "$name" "$subcommand" "${arguments[@]}"
  build_program "$name"
  # shellcheck disable=SC2206  # a subcommand is none, one or two arguments
  local -a command=("$(program_path "$name")" $subcommand)
  check_options "${verb//_/ }" "$name" "$subcommand" "${arguments[@]}"
  if [[ -n $records ]]; then
    out=$(absolute_path "${out:-$ROOT/results}")
    [[ $out == *.jsonl ]] || out="${out%/}/$records"
    command+=(--out "$out")
  elif [[ -n $out ]]; then
    unknown_option "$verb" --out
  fi
  cd "$ROOT" || exit 2
  TOUCHSTONE_SIGNED="touchstone ${verb//_/ }" exec "${command[@]}" "${arguments[@]}"
}

verb_list() { run_verb list checkers list "" "$@"; }
verb_check() {
  if [[ ${1:-} == balance ]]; then
    shift
    run_verb check_balance checkers "check balance" balance.jsonl "$@"
  elif [[ ${1:-} == explore ]]; then
    shift
    run_verb check_explore checkers "check explore" explore.jsonl "$@"
  else
    run_verb check checkers check check.jsonl "$@"
  fi
}

# run_on_files VERB ARGUMENT...: its files are the user's own, and paths relative to where the user is.
run_on_files() {
  local verb=$1
  shift
  if [[ " $* " == *" --help "* || " $* " == *" -h "* ]]; then
    "help_$verb"
    return 0
  fi
  check_before_building "$verb" checkers "$verb" "$@"
  build_program checkers
  check_options "$verb" checkers "$verb" "$@"
  cd "$CALLER" || exit 2
  TOUCHSTONE_SIGNED="touchstone $verb" exec "$(program_path checkers)" "$verb" "$@"
}
verb_explore() { run_on_files explore "$@"; }
verb_overlap() { run_on_files overlap "$@"; }

verb_validate() { run_verb validate validation "" validation.jsonl "$@"; }
verb_bench() { run_verb bench benchmarks "" benchmark.jsonl "$@"; }

# verb_ranks FAMILY [--ranks R] ARGUMENT...: a program on MPI ranks. Containers run as root, on fewer
# cores than ranks; Open MPI refuses both unless it is told.
verb_ranks() {
  local family="" ranks=4
  local -a arguments=() known=() options=(--oversubscribe)
  while [[ $# -gt 0 ]]; do
    case $1 in
      -h | --help)
        help_ranks
        return 0
        ;;
      --ranks | --ranks=*)
        ranks=$(option_value ranks "$@")
        [[ $1 == *=* ]] || shift
        ;;
      # Open MPI ties each of few ranks to one core; its threads would share that core.
      --threads | --threads=*) arguments+=("$1") options+=(--bind-to none) ;;
      *)
        if [[ -z $family && ${#arguments[@]} -eq 0 && $1 != -* ]]; then
          family=$1
        else
          arguments+=("$1")
        fi
        ;;
    esac
    shift
  done
  mapfile -t known < <(families_on_ranks)
  [[ -n $family ]] || refuse ranks "expected a family first, one of: ${known[*]} (see: touchstone ranks --help)"
  one_of ranks FAMILY "$family" "${known[@]}"
  check_value ranks --ranks "$ranks"
  check_before_building ranks "${family}_mpi" "" "${arguments[@]}"
  build_program "${family}_mpi"
  check_options ranks "${family}_mpi" "" "${arguments[@]}"
  command -v mpirun >/dev/null || refuse ranks "there is no mpirun (Debian: openmpi-bin)"
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  cd "$CALLER" || exit 2
  # --quiet: a failed program has said why; Open MPI would say at length that it failed.
  TOUCHSTONE_SIGNED="touchstone ranks" exec mpirun --quiet "${options[@]}" -np "$ranks" \
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
  local results="$ROOT/results" out="" value
  while [[ $# -gt 0 ]]; do
    case $1 in
      -h | --help)
        help_report
        return 0
        ;;
      --results | --results=*) value=$(option_value report "$@") results=$(absolute_path "$value") ;;
      --out | --out=*) value=$(option_value report "$@") out=$(absolute_path "$value") ;;
      -*) unknown_option report "$1" --results --out --help ;;
      *) refuse report "unexpected argument '$1' (see: touchstone report --help)" ;;
    esac
    [[ $1 == *=* ]] || shift
    shift
  done
  build_report "$results" "${out:-$results/report}"
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

# build_report RESULTS OUT
build_report() {
  local python
  require_packages "build the report" "${REPORT_PACKAGES[@]}"
  python=$(report_python) || return 2
  describe_machine
  (cd "$ROOT" && TOUCHSTONE_SIGNED="touchstone report" "$python" reports/build.py --results "$1" --out "$2")
}

verb_compare() {
  local value
  local -a arguments=()
  while [[ $# -gt 0 ]]; do
    case $1 in
      -h | --help)
        help_compare
        return 0
        ;;
      --all) arguments+=(--all) ;;
      --ignore | --ignore=*)
        value=$(option_value compare "$@")
        arguments+=(--ignore "$value")
        [[ $1 == *=* ]] || shift
        ;;
      -*) unknown_option compare "$1" --all --ignore --help ;;
      *) arguments+=("$(absolute_path "$1")") ;;
    esac
    shift
  done
  require_packages "compare results" python3
  exec python3 "$ROOT/tools/compare.py" "${arguments[@]}"
}
