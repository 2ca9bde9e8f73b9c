#!/usr/bin/env bash
# tools/first_contact.sh
# Purpose   Times what a newcomer waits for: a new clone in an empty folder, with an empty compiler cache. Prints a
#           line for each step and, last, all of them as JSON with the host. Run it on an idle machine.
# Usage     tools/first_contact.sh [FOLDER]     FOLDER: where the clones go (default: a temporary one, removed)
# Cost      About half an hour on two cores.
# Exit      0 all steps passed, 1 one did not, 2 FOLDER is not empty.
set -euo pipefail
SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

folder=${1:-}
if [[ -z $folder ]]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
elif [[ -e $folder && -n $(ls -A "$folder" 2>/dev/null) ]]; then
  printf 'first_contact.sh: FOLDER: expected a new or empty folder, found %s\n' "$folder" >&2
  exit 2
fi
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
export CCACHE_DIR=$folder/cache TOUCHSTONE_RESULTS=$folder/results
steps=""
worst=0

# step TITLE COMMAND...: 3 (inconclusive) counts as an answer, too.
step() {
  local title=$1 started=$SECONDS code=0
  shift
  "$@" >"$folder/log" 2>&1 || code=$?
  printf '%-50s %5d s  exit code %d\n' "$title" $((SECONDS - started)) "$code"
  steps+="${steps:+, }\"$title\": $((SECONDS - started))"
  [[ $code -eq 0 || $code -eq 3 ]] || { tail -n 20 "$folder/log" && worst=1; }
}

# Lists are the quickest thing that the three programs do.
build_programs() {
  "$1/touchstone" list schemes && "$1/touchstone" validate --list && "$1/touchstone" bench --list
}

step "clone" git clone --quiet "$SOURCE" "$folder/first"
step "first verdict" "$folder/first/touchstone" check 'stage/*' --scheme mpmc/checkerboard-openmp
step "programs of reproduce" build_programs "$folder/first"
step "reproduce" "$folder/first/touchstone" reproduce --out "$folder/results"
git clone --quiet "$folder/first" "$folder/second"  # the same commit, whatever happens to the source
step "programs of a second clone" build_programs "$folder/second"
printf '{"cores": %d, "processor": "%s", "commit": "%s", "seconds": {%s}}\n' "$(nproc)" \
  "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(git -C "$SOURCE" rev-parse --short HEAD)" "$steps"
exit "$worst"
