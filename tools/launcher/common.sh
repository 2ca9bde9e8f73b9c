# tools/launcher/common.sh
# Purpose   Messages, the nearest known name for a wrong one, paths and option values.
# shellcheck shell=bash

say() { printf '%s\n' "$*"; }
warn() { printf 'touchstone: %s\n' "$*" >&2; }
die() {
  local code=$1
  shift
  warn "$*"
  exit "$code"
}
# refuse VERB MESSAGE...: wrong use of a verb, signed with it.
refuse() {
  printf 'touchstone %s: %s\n' "${1//_/ }" "${*:2}" >&2
  exit 2
}

# edit_distance A B: the number of letters to insert, delete, replace or swap with the next one.
edit_distance() {
  local a=$1 b=$2 i j best
  local -a before previous current
  for ((j = 0; j <= ${#b}; j++)); do previous[j]=$j; done
  for ((i = 1; i <= ${#a}; i++)); do
    current=("$i")
    for ((j = 1; j <= ${#b}; j++)); do
      best=${previous[j - 1]}
      [[ ${a:i-1:1} == "${b:j-1:1}" ]] || best=$((best + 1))
      ((previous[j] + 1 < best)) && best=$((previous[j] + 1))
      ((current[j - 1] + 1 < best)) && best=$((current[j - 1] + 1))
      if ((i > 1 && j > 1)) && [[ ${a:i-1:1}${a:i-2:1} == "${b:j-2:1}${b:j-1:1}" ]]; then
        ((before[j - 2] + 1 < best)) && best=$((before[j - 2] + 1))
      fi
      current[j]=$best
    done
    before=("${previous[@]}")
    previous=("${current[@]}")
  done
  say "${previous[${#b}]}"
}

# did_you_mean WORD KNOWN...: "; did you mean 'x'?" for the nearest known name, when a third of the
# letters or fewer are wrong or the name begins with the word; otherwise "; known: ..." with all names.
did_you_mean() {
  local word=$1 letters nearest="" best=1000 known distance
  letters=${word#--}
  shift
  for known in "$@"; do
    distance=$(edit_distance "$letters" "${known#--}")
    [[ ${#letters} -ge 2 && ${known#--} == "$letters"* ]] && distance=0
    ((3 * distance <= ${#letters} && distance < best)) && best=$distance nearest=$known
  done
  if [[ -n $nearest ]]; then
    printf "; did you mean '%s'?" "$nearest"
  elif [[ $# -gt 0 ]]; then
    printf '; known: %s' "$*"
  fi
}

# unknown_option VERB OPTION KNOWN...
unknown_option() {
  local verb=${1//_/ } option=${2%%=*}
  shift 2
  refuse "$verb" "unknown option '$option'$(did_you_mean "$option" "$@") (see: touchstone $verb --help)"
}

# option_value VERB OPTION [NEXT...]: the value of --option=value or --option value.
option_value() {
  local verb=$1 option=$2
  if [[ $option == *=* ]]; then
    say "${option#*=}"
  elif [[ $# -ge 3 && $3 != --* ]]; then
    say "$3"
  else
    refuse "$verb" "option '$option' needs a value (see: touchstone ${verb//_/ } --help)"
  fi
}

# positive_integer VERB OPTION VALUE
positive_integer() {
  [[ $3 =~ ^[1-9][0-9]*$ ]] || refuse "$1" "$2 expects a positive integer, found '$3'"
}

# one_of VERB OPTION VALUE KNOWN...
one_of() {
  local verb=$1 option=$2 value=$3 known
  shift 3
  for known in "$@"; do [[ $known == "$value" ]] && return 0; done
  refuse "$verb" "$option: unknown name '$value'$(did_you_mean "$value" "$@")"
}

# A path of the command line, made independent of the directory a program runs in.
absolute_path() {
  case $1 in
    /*) say "$1" ;;
    *) say "$CALLER/$1" ;;
  esac
}

# A path as a reader likes to see it: from the caller's directory when it lies below.
short_path() { say "${1#"$CALLER"/}"; }

# The families that exist: each has a folder of fast schemes.
families() {
  local folder
  for folder in "$ROOT"/optimized/*/; do
    folder=$(basename "$folder")
    [[ $folder == core || $folder == '*' ]] || say "$folder"
  done
}

# worst_code A B: the worse of two exit codes; pass < inconclusive < failed < bad input. A crash
# (any other code) is a failure.
worst_code() {
  local code rank=0 worst=0
  for code in "$1" "$2"; do
    case $code in
      0) ;;
      3) ((rank < 1)) && rank=1 worst=3 ;;
      2) rank=3 worst=2 ;;
      *) ((rank < 2)) && rank=2 worst=1 ;;
    esac
  done
  say "$worst"
}

verdict_word() {
  case $1 in
    0) say pass ;;
    1) say FAIL ;;
    2) say "bad input" ;;
    3) say inconclusive ;;
    77) say "not run" ;;
    *) if (($1 > 128)); then say "CRASHED ($1)"; else say "FAIL ($1)"; fi ;;
  esac
}
