# tools/launcher/reproduce.sh
# Purpose   `touchstone reproduce`: validate, check, check balance, check explore, bench, report; the
#           worst answer is the exit code. A failed or inconclusive step still leads to a report that
#           shows it; bad input and Ctrl-C stop at once, with all finished results kept.
# shellcheck shell=bash

REPRODUCE_OPTIONS=(--class --family --threads --ranks --seed --out --junit --resume --help)
declare -A CHOSEN=()      # option without dashes -> value, only those given
declare -a STEP_LINES=()  # one line per finished step
declare -a JUNIT_PARTS=() # step=file with its verdicts, for --junit
declare -a AGAIN=()       # commands of the steps that did not pass
declare -a ASKED=()       # the command line, for one that continues it

verb_reproduce() {
  ASKED=("$@")
  CHOSEN=([class]=S [out]="$TOUCHSTONE_RESULTS")
  parse_reproduce "$@"
  local out=${CHOSEN[out]} begin=$SECONDS code=0
  prepare_reproduce "$out"
  trap interrupted INT TERM
  run_step "validate (class ${CHOSEN[class]})" validation "" "$out/validation.jsonl"
  run_step "check" checkers check "$out/check.jsonl"
  run_step "check balance" checkers "check balance" "$out/balance.jsonl"
  run_step "check explore" checkers "check explore" "$out/explore.jsonl"
  run_step "bench (class ${CHOSEN[class]})" benchmarks "" "$out/benchmark.jsonl"
  announce "report"
  local started=$SECONDS
  store_schemes "$out"
  build_report --results "$out" --out "$out/report" || code=$?
  finish_step "report" "$code" "$started"
  trap - INT TERM
  summary "$out" $((SECONDS - begin))
  exit "$WORST"
}

parse_reproduce() {
  local name value
  while [[ $# -gt 0 ]]; do
    name=${1%%=*}
    case $name in
      -h | --help)
        help_reproduce
        exit 0
        ;;
      --resume) CHOSEN[resume]=1 ;;
      --class | --family | --threads | --ranks | --seed | --out | --junit)
        value=$(option_value "$@")
        CHOSEN[${name#--}]=$value
        [[ $1 == *=* ]] || shift
        ;;
      -*) unknown_option "$1" "${REPRODUCE_OPTIONS[@]}" ;;
      *) refuse "unexpected argument '$1' (see: touchstone reproduce --help)" ;;
    esac
    shift
  done
  require_chosen
}

# What is wrong is told before anything is built.
require_chosen() {
  local -a known
  mapfile -t known < <(families)
  one_of --class "${CHOSEN[class]}" S W A B C
  [[ -z ${CHOSEN[family]+x} ]] || one_of --family "${CHOSEN[family]}" "${known[@]}"
  [[ -z ${CHOSEN[threads]+x} ]] || integer --threads "${CHOSEN[threads]}" 1024
  [[ -z ${CHOSEN[ranks]+x} ]] || integer --ranks "${CHOSEN[ranks]}" 256
  [[ ${CHOSEN[seed]-0} =~ ^[0-9]{1,20}$ ]] ||
    refuse "--seed: expected an integer from 0 to 2^64 - 1, found '${CHOSEN[seed]}'"
  CHOSEN[out]=$(absolute_path "${CHOSEN[out]%/}")
  [[ -n ${CHOSEN[junit]:-} ]] || return 0
  CHOSEN[junit]=$(absolute_path "${CHOSEN[junit]}")
  { : >"${CHOSEN[junit]}"; } 2>/dev/null ||
    refuse "--junit: expected a file that can be written, found '${CHOSEN[junit]}'"
  trap 'write_junit --stopped "touchstone reproduce=${LAST_WORDS:-ended with exit code $?}"' EXIT
}

# write_junit [ARGUMENT...]: of tools/junit.py. What ends the run early leaves a whole file, too.
write_junit() {
  [[ -z ${CHOSEN[junit]:-} ]] || python3 "$ROOT/tools/junit.py" "${CHOSEN[junit]}" "${JUNIT_PARTS[@]}" "$@"
}

prepare_reproduce() {
  local out=$1
  require_packages "build" "${BUILD_PACKAGES[@]}"
  require_packages "build the report" "${REPORT_PACKAGES[@]}"
  if ! mkdir -p "$out" 2>/dev/null || [[ ! -w $out ]]; then
    refuse "--out: expected a folder that can be written, found '$out'"
  fi
  build_shipped touchstone_validation touchstone_checkers touchstone_benchmarks
  describe_machine
  if [[ -n ${CHOSEN[resume]:-} ]]; then
    warn_of_other_commits "$out"
  else
    set_results_aside "$out"
  fi
}

# A new run does not mix with an earlier one, and an earlier one is never deleted.
set_results_aside() {
  local out=$1 aside file
  aside="$out/earlier/$(date -u +%Y%m%dT%H%M%SZ)"
  for file in "$out"/{validation,check,balance,explore,benchmark}.jsonl{,.parts,.cut}; do
    [[ -e $file ]] || continue
    mkdir -p "$aside"
    mv "$file" "$aside/"
  done
  [[ ! -d $aside ]] ||
    say "results of an earlier run were moved to $(short_path "$aside") (--resume continues them)"
}

# records_of FOLDER: the files of reproduce that are there; other verbs put theirs beside them.
records_of() {
  local file
  for file in "$1"/{validation,check,balance,explore,benchmark}.jsonl; do
    [[ ! -f $file ]] || say "$file"
  done
}

warn_of_other_commits() {
  local commits
  commits=$(records_of "$1" | xargs -r -d '\n' cat | grep -o '"sha":"[0-9a-f]*"' | sort -u || true)
  if [[ -n $commits && $commits != "\"sha\":\"$TOUCHSTONE_GIT_SHA\"" ]]; then
    warn "note: $(short_path "$1") holds results of another commit; --resume keeps them as finished"
  fi
}

announce() { say "== $1"; }

# program_options PROGRAM [SUBCOMMAND...]: the long options of its help text.
program_options() {
  { "$(program_path "$1")" "${@:2}" --help 2>/dev/null || true; } | sed '/^examples:/,$d' |
    grep -oE -- '--[a-z][a-z0-9-]*' | sort -u || true
}

# run_step TITLE PROGRAM SUBCOMMAND RECORDS: hands on those of the chosen options that the program knows.
run_step() {
  local title=$1 program=$2 subcommand=$3 records=$4 started=$SECONDS code=0 option
  local -a command known
  # shellcheck disable=SC2206  # a subcommand is none, one or two arguments
  command=("$(program_path "$program")" $subcommand)
  # shellcheck disable=SC2086
  mapfile -t known < <(program_options "$program" $subcommand)
  for option in class family threads ranks seed resume; do
    [[ -n ${CHOSEN[$option]:-} && " ${known[*]} " == *" --$option "* ]] || continue
    command+=("--$option")
    [[ $option == resume ]] || command+=("${CHOSEN[$option]}")
  done
  if [[ -n ${CHOSEN[junit]:-} && " ${known[*]} " == *" --junit "* ]]; then
    JUNIT_PARTS+=("touchstone ${title% (*}=${records%.jsonl}.junit.xml")
    rm -f "${records%.jsonl}.junit.xml"
    command+=(--junit "${records%.jsonl}.junit.xml")
  fi
  command+=(--out "$records")
  announce "$title"
  (TOUCHSTONE_SIGNED="touchstone ${title% (*}" exec "${command[@]}") || code=$?
  [[ $code -ne 130 && $code -ne 143 ]] || interrupted
  [[ $code -eq 0 ]] || AGAIN+=("$(printf '%q' "$(short_path "${command[0]}")")$(printf ' %q' "${command[@]:1}")")
  finish_step "$title" "$code" "$started"
}

WORST=0
# finish_step TITLE CODE STARTED
finish_step() {
  local title=$1 code=$2 started=$3
  STEP_LINES+=("$(printf '  %-24s %-13s %6d s' "$title" "$(verdict_word "$code")" \
    $((SECONDS - started)))")
  WORST=$(worst_code "$WORST" "$code")
  [[ $code -ne 2 ]] || die 2 "'$title' stopped on bad input (see the message above);" \
    "finished results are kept in $(short_path "${CHOSEN[out]}")"
}

interrupted() {
  trap - INT TERM
  local -a again=("${ASKED[@]}")
  [[ -n ${CHOSEN[resume]:-} ]] || again+=(--resume)
  printf '\n' >&2
  LAST_WORDS="interrupted"
  warn "interrupted; finished results are kept in $(short_path "${CHOSEN[out]}"). Continue with:"
  warn "  $TOUCHSTONE_CALLED reproduce$(printf ' %q' "${again[@]}")"
  exit 130
}

summary() {
  local out=$1 seconds=$2 page="$1/report/index.html"
  local -a records
  announce "summary"
  printf '%s\n' "${STEP_LINES[@]}"
  printf '  %-24s %-13s %6d s\n' "all" "$(verdict_word "$WORST")" "$seconds"
  [[ ${#AGAIN[@]} -eq 0 ]] || printf '  again: %s\n' "${AGAIN[@]}"
  trap - EXIT
  write_junit
  mapfile -t records < <(records_of "$out")
  python3 "$ROOT/tools/failures.py" "${records[@]}" || true  # the steps have given the exit code
  say "results: $(short_path "$out")/{validation,check,balance,explore,benchmark}.jsonl"
  [[ ! -f $page ]] || say "report:  $(short_path "$page")"
}
