# tools/launcher/options.sh
# Purpose   What can be said about options before anything is built: names that no program knows, and
#           values that several verbs share. `reproduce` and the verbs of one program use the same words.
# Not here  What only the program knows: it answers after the build (check_options in programs.sh).
# shellcheck shell=bash

# check_value VERB OPTION VALUE: exit 2 unless the option, where it is one of these, has such a value.
check_value() {
  local verb=$1 option=$2 value=$3
  case $option in
    --class) one_of "$verb" --class "$value" S W A B C ;;
    --family) known_family "$verb" "$value" ;;
    --threads) whole_number "$verb" --threads "$value" 1 1024 ;;
    --ranks) whole_number "$verb" --ranks "$value" 1 256 ;;
    --seed)
      [[ $value =~ ^[0-9]{1,20}$ ]] ||
        refuse "$verb" "--seed expects an integer from 0 to 2^64 - 1, found '$value'"
      ;;
  esac
}

# whole_number VERB OPTION VALUE LOWEST HIGHEST
whole_number() {
  positive_integer "$1" "$2" "$3"
  [[ ${#3} -le 9 ]] && (($3 >= $4 && $3 <= $5)) || refuse "$1" "$2: expected $4 to $5, found '$3'"
}

# A family, or (except for reproduce) a pattern of families.
known_family() {
  local verb=$1 value=$2 family
  local -a known
  mapfile -t known < <(families)
  if [[ $verb != reproduce && $value == *[*?]* ]]; then
    for family in "${known[@]}"; do
      # shellcheck disable=SC2053  # the pattern is the user's
      [[ $family == $value ]] && return 0
    done
  fi
  one_of "$verb" --family "$value" "${known[@]}"
}

# written_options NAME: every option that the sources of a program name, which is known before it is
# built. Options of all its subcommands together: the program itself tells them apart.
written_options() {
  local folder=$ROOT/$1
  [[ $1 != *_mpi ]] || folder=$ROOT/optimized/${1%_mpi}/mpi
  [[ -d $folder ]] || return 0
  { grep -rhoE --include='*.cpp' '"--[a-z][a-z0-9-]*(,--[a-z][a-z0-9-]*)*"' "$folder" || true; } |
    tr -d '"' | tr ',' '\n' | sort -u
}

# check_before_building VERB NAME SUBCOMMAND ARGUMENT...
check_before_building() {
  local verb=$1 name=$2 subcommand=$3 option value
  shift 3
  local -a written
  mapfile -t written < <(written_options "$name")
  while [[ $# -gt 0 ]]; do
    option=${1%%=*}
    if [[ $option == --?* && ${#written[@]} -gt 0 && $option != --help ]]; then
      printf '%s\n' "${written[@]}" | grep -qxF -- "$option" ||
        refuse_unwritten "$verb" "$name" "$subcommand" "$option" "${written[@]}"
    fi
    case $option in
      --class | --family | --threads | --ranks | --seed)
        value=$(option_value "$verb" "$@") || exit 2
        check_value "$verb" "$option" "$value"
        [[ $1 == *=* ]] || shift
        ;;
    esac
    shift
  done
}

# refuse_unwritten VERB NAME SUBCOMMAND OPTION WRITTEN...: known options are those of the program where it
# is there; those of its sources only help to find the nearest one.
refuse_unwritten() {
  local verb=$1 name=$2 subcommand=$3 option=$4 near
  local -a own
  # shellcheck disable=SC2086  # a subcommand is none, one or two arguments
  mapfile -t own < <(program_options "$name" $subcommand)
  [[ ${#own[@]} -eq 0 ]] || unknown_option "$verb" "$option" "${own[@]}"
  near=$(did_you_mean "$option" "${@:5}")
  [[ $near != '; known'* ]] || near=""
  refuse "$verb" "unknown option '$option'$near (see: touchstone ${verb//_/ } --help)"
}
