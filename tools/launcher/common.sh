# tools/launcher/common.sh
# Purpose   Messages, the nearest known name for a wrong one, paths and option values.
# shellcheck shell=bash

say() { printf '%s\n' "$*"; }
warn() { printf 'touchstone: %s\n' "$*" >&2; }
LAST_WORDS=""  # what ended the verb early
die() {
  local code=$1
  shift
  LAST_WORDS=$*
  warn "$*"
  exit "$code"
}
# refuse MESSAGE...: wrong use of the verb, signed with it.
refuse() {
  LAST_WORDS=$*
  printf 'touchstone %s: %s\n' "$VERB" "$*" >&2
  exit 2
}

# did_you_mean WORD KNOWN...: "; did you mean 'x'?" for a known name that is near, otherwise all names.
did_you_mean() {
  local near
  near=$(python3 -c 'import difflib, sys
print(*difflib.get_close_matches(sys.argv[1], sys.argv[2:], 1, 0.7))' "$@" 2>/dev/null || true)
  if [[ -n $near ]]; then
    printf "; did you mean '%s'?" "$near"
  else
    printf '; known: %s' "${*:2}"
  fi
}

# unknown_option OPTION KNOWN...
unknown_option() {
  refuse "unknown option '${1%%=*}'$(did_you_mean "${1%%=*}" "${@:2}") (see: touchstone $VERB --help)"
}

# option_value OPTION [NEXT...]: the value of --option=value or --option value.
option_value() {
  if [[ $1 == *=* ]]; then
    say "${1#*=}"
  elif [[ $# -ge 2 && $2 != --* ]]; then
    say "$2"
  else
    refuse "option '$1' needs a value (see: touchstone $VERB --help)"
  fi
}

# one_of OPTION VALUE KNOWN...
one_of() {
  [[ " ${*:3} " == *" $2 "* ]] || refuse "$1: unknown name '$2'$(did_you_mean "${@:2}")"
}

# integer OPTION VALUE LARGEST
integer() {
  [[ $2 =~ ^[1-9][0-9]{0,8}$ && $2 -le $3 ]] ||
    refuse "$1: expected an integer from 1 to $3, found '$2'"
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
