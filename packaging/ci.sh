#!/usr/bin/env bash
# packaging/ci.sh
# Purpose   Steps of the GitHub Action (action.yml), and of any other service that judges a program of its user's.
# Use       ci.sh place      prints key=... and prefix=...: what names this version on this system, and where it is installed
#           ci.sh install    builds and installs it there, unless that was done with these sources
#           ci.sh check      judges the programs; then the summary is written. Records of an earlier check are replaced
# Env       TOUCHSTONE_PREFIX: the place; DESCRIPTIONS: files, one a line; CHECKS: names or patterns, one a line;
#           ARGUMENTS: more options of `touchstone check`, one word a line; RECORDS: folder of the records; JUNIT: file, if
#           any; GITHUB_STEP_SUMMARY, GITHUB_OUTPUT: files of the service to which lines are added, if any
# Exit      that of `touchstone check`, the worst of all descriptions; 2 bad usage
set -euo pipefail

ROOT=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2034  # for the parts of the launcher
CALLER=$PWD VERB=ci
for part in common packages build; do
  # shellcheck source=/dev/null
  source "$ROOT/tools/launcher/$part.sh"
done

# The same for the same sources on the same system, whatever the name of the branch.
name_of_this_version() {
  local key system
  # shellcheck source=/dev/null
  system=$(. /etc/os-release && printf '%s-%s-%s' "$ID" "${VERSION_ID:-}" "$(uname -m)")
  # Results that a check writes into this tree, where it is begun there, are left out.
  key=$(cd "$ROOT" && find . \( -path ./.git -o -path ./build -o -path ./results -o -path ./touchstone-results \
    -o -path ./touchstone.xml -o -name __pycache__ \) -prune -o -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
  say "touchstone-$system-${key:0:16}"
}

KEY=$(name_of_this_version)
# A place for each version: machines that keep the home folder have earlier ones, too.
PREFIX=${TOUCHSTONE_PREFIX:-$HOME/.cache/touchstone/$KEY}
INSTALLED_KEY=$PREFIX/share/touchstone/KEY  # written last: it says that all of this version is there
readonly KEY PREFIX INSTALLED_KEY

place() { printf 'key=%s\nprefix=%s\n' "$KEY" "$PREFIX" | tee -a "${GITHUB_OUTPUT:-/dev/null}"; }

# Shared libraries are installed, too: a machine that gets them from a cache lacks the packages.
install_all() {
  if [[ -x $PREFIX/bin/touchstone && $(cat "$INSTALLED_KEY" 2>/dev/null) == "$KEY" ]]; then
    say "touchstone is installed in $PREFIX"
    return 0
  fi
  require_packages "build" "${BUILD_PACKAGES[@]}"
  build_preset release programs
  rm -f "$INSTALLED_KEY"
  local component
  for component in libraries touchstone; do
    cmake --install "$ROOT/build/release" --prefix "$PREFIX" --component "$component" --strip >"$ROOT/build/install.log"
  done
  say "$KEY" >"$INSTALLED_KEY"
  say "touchstone was installed in $PREFIX"
}

# lines TEXT: each line that is not empty, without the blanks around it.
lines() { sed 's/^[[:space:]]*//; s/[[:space:]]*$//; /^$/d' <<<"$1"; }

check_all() {
  local description name code worst=0 records=${RECORDS:-touchstone-results}
  local -a descriptions checks arguments parts=() files=()
  mapfile -t descriptions < <(lines "${DESCRIPTIONS:-}")
  mapfile -t checks < <(lines "${CHECKS:-}")
  mapfile -t arguments < <(lines "${ARGUMENTS:-}")
  [[ ${#descriptions[@]} -gt 0 ]] || refuse "description: expected a file that describes a program, found none"
  [[ -x $PREFIX/bin/touchstone ]] || refuse "expected Touchstone in $PREFIX, found none (bash packaging/ci.sh install)"
  mkdir -p "$records"
  for description in "${descriptions[@]}"; do
    name=${description%.json}
    name=${name//[^A-Za-z0-9._-]/-}
    [[ " ${files[*]} " != *" $records/$name.jsonl "* ]] ||
      refuse "description: expected files with names of their own, found '$description' beside one like it"
    code=0 files+=("$records/$name.jsonl")
    rm -f "$records/$name".{jsonl,junit.xml}  # programs add to what is there
    # A program in Python finds the adapter.
    PYTHONPATH=${PYTHONPATH:+$PYTHONPATH:}$PREFIX/share/touchstone/adapters/python/src \
      "$PREFIX/bin/touchstone" check "${checks[@]}" --external "$description" --out "$records/$name.jsonl" \
      --junit "$records/$name.junit.xml" "${arguments[@]}" || code=$?
    parts+=("${description//=/-}=$records/$name.junit.xml")  # what follows the first '=' is the file
    worst=$(worst_code "$worst" "$code")
  done
  [[ -z ${JUNIT:-} ]] || python3 -B "$ROOT/tools/junit.py" "$JUNIT" "${parts[@]}"
  python3 -B "$ROOT/packaging/summary.py" "$worst" "${files[@]}" >>"${GITHUB_STEP_SUMMARY:-/dev/stdout}"
  exit "$worst"
}

case ${1:-} in
  place) place ;;
  install) install_all ;;
  check) check_all ;;
  *) refuse "expected place, install or check, found '${1:-}'" ;;
esac
