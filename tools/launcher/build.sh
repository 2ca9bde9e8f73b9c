# tools/launcher/build.sh
# Purpose   Configures and builds a preset of CMakePresets.json into build/<preset>, incrementally:
#           silent when there is nothing to do, the compiler's words when it fails.
# Env       TOUCHSTONE_JOBS: compilers at a time (default: cores, fewer when memory is short).
# shellcheck shell=bash

jobs_at_a_time() {
  if [[ -n ${TOUCHSTONE_JOBS:-} ]]; then
    integer TOUCHSTONE_JOBS "$TOUCHSTONE_JOBS" 1024
    say "$TOUCHSTONE_JOBS"
    return 0
  fi
  local cores memory_jobs
  cores=$(nproc)
  # A translation unit with the test libraries takes up to about 1 GB.
  memory_jobs=$(awk '/^MemAvailable/ { print int($2 / 1200000) }' /proc/meminfo)
  ((${memory_jobs:-1} < 1)) && memory_jobs=1
  ((cores < memory_jobs)) && memory_jobs=$cores
  say "$memory_jobs"
}

# lock_file FOLDER FILE: makes both. Exit code 2 where they cannot be written, which is no verdict on a scheme.
lock_file() {
  { mkdir -p "$1" && : >>"$2"; } 2>/dev/null || die 2 "expected a folder that can be written, found $1"
}

# build_preset PRESET [TARGET...]: exit 2 with the log's end when configuring or building fails.
build_preset() {
  local preset=$1 folder="$ROOT/build/$1" log="$ROOT/build/$1.log" jobs
  shift
  jobs=$(jobs_at_a_time)
  lock_file "$folder" "$ROOT/build/$preset.lock"
  exec {build_lock}>"$ROOT/build/$preset.lock"
  flock -n "$build_lock" || {
    say "waiting for another build of '$preset' to finish"
    flock "$build_lock"
  }
  configure_preset "$preset" "$folder" "$log"
  if ! run_ninja "$preset" "$folder" "$log" -j "$jobs" "$@" && ! interrupted_build "$log" &&
    ! build_file_by_file "$preset" "$folder" "$log" -j "$jobs" "$@"; then
    grep -E -A 12 'FAILED:|error:|Error' "$log" | head -n 80 >&2 || tail -n 40 "$log" >&2
    die 2 "the build of '$preset' failed (whole log: $(short_path "$log"))"
  fi
  exec {build_lock}>&-
}

# Ends here after Ctrl-C, which ninja answers by itself: what it had finished is kept.
interrupted_build() {
  grep -q '^ninja: build stopped: interrupted' "$1" || return 1
  die 130 "interrupted; the next build goes on from here"
}

# A failure with several files per translation unit may be one of the sharing: the files alone tell, and
# a compiler's words about them are easier to read. Fails when the files were alone before.
build_file_by_file() {
  local preset=$1 folder=$2 log=$3
  grep -qs '^TOUCHSTONE_UNITY:BOOL=ON' "$folder/CMakeCache.txt" || return 1
  cp "$log" "${log%.log}-shared.log"
  say "the build of '$preset' failed (whole log: $(short_path "${log%.log}-shared.log")); file by file"
  (cd "$ROOT" && cmake --preset "$preset" -DTOUCHSTONE_UNITY=OFF) >"$log" 2>&1 || return 1
  run_ninja "$@"
}

# Configures when that was never done, when the presets changed, or when the tree was moved. From nothing,
# with several files per translation unit: half the time. Whoever changes one file at a time configures
# with `cmake --preset` alone, and it stays so.
configure_preset() {
  local preset=$1 folder=$2 log=$3 home
  local -a options=()
  home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$folder/CMakeCache.txt" 2>/dev/null || true)
  [[ -z $home || $home == "$ROOT" ]] || rm -rf "${folder:?}"
  [[ -f $folder/build.ninja && $folder/build.ninja -nt $ROOT/CMakePresets.json ]] && return 0
  [[ -f $folder/CMakeCache.txt ]] || options+=("-DTOUCHSTONE_UNITY=${FILES_SHARE_UNITS:-ON}")
  say "configuring '$preset'"
  (cd "$ROOT" && cmake --preset "$preset" "${options[@]}") >"$log" 2>&1 || {
    tail -n 40 "$log" >&2
    die 2 "configuring '$preset' failed (whole log: $(short_path "$log"))"
  }
}

# Runs ninja with its output in the log; announces the build when the first step really starts and
# counts the steps: all on a terminal, elsewhere (a log) one line in half a minute.
run_ninja() {
  local preset=$1 folder=$2 log=$3 line announced=0 steps told=$SECONDS
  shift 3
  : >"$log"
  ninja -C "$folder" "$@" 2>&1 | while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    [[ $line =~ ^\[([0-9]+/[0-9]+)\] && $line != *"Re-checking globbed"* ]] || continue
    steps=${BASH_REMATCH[1]}
    if ((!announced)); then
      announced=1
      [[ -t 1 ]] || say "building '$preset' (log: $(short_path "$log"))"
      ((${steps#*/} < 300)) ||
        say "${steps#*/} steps: the first build takes about ten minutes on two cores; later, seconds"
    fi
    if [[ -t 1 ]]; then
      printf '\r\033[Kbuilding %s %s' "'$preset'" "$steps"
    elif ((SECONDS - told >= ${TOUCHSTONE_PROGRESS_SECONDS:-30})); then
      told=$SECONDS
      say "building '$preset': ${steps%/*} of ${steps#*/}"
    fi
  done && { [[ ! -t 1 ]] || printf '\r\033[K'; }
}
