# packaging/installed.sh
# Purpose   The launcher where it was installed (cmake/Install.cmake), beside programs that are built: nothing is
#           configured or compiled, and results go to the folder of the user. Read last, in place of parts of the others.
# Env       TOUCHSTONE_NAME: how the user calls it, for commands that are printed.
# shellcheck shell=bash disable=SC2034  # variables of other parts

TOUCHSTONE_CALLED=${TOUCHSTONE_NAME:-$TOUCHSTONE_CALLED}
TOUCHSTONE_RESULTS=$CALLER/results
BUILD_PACKAGES=()  # what is installed was built
read -r INSTALLED_VERSION INSTALLED_COMMIT INSTALLED_DIRTY <"$ROOT/VERSION" || true

program_path() { say "${ROOT%/share/touchstone}/libexec/touchstone/touchstone_$1"; }
shipped_preset() { say release; }
build_shipped() { :; }
verb_test() { refuse "the tests are in the source tree, and are not installed"; }
verb_mutate() { refuse "mutants are planted in the source tree, which is not installed"; }
families() { cat "$ROOT/FAMILIES"; }
refuse_unwritten() { refuse "its program is not installed in ${ROOT%/share/touchstone}/libexec/touchstone"; }

families_on_ranks() {
  local family
  for family in $(families); do
    [[ ! -x $(program_path "${family}_mpi") ]] || say "$family"
  done
}

describe_git() {
  export TOUCHSTONE_GIT_SHA=${INSTALLED_DIRTY:+$INSTALLED_COMMIT} TOUCHSTONE_GIT_DIRTY=${INSTALLED_DIRTY:-0}
}

print_version() {
  describe_git
  say "touchstone $INSTALLED_VERSION${TOUCHSTONE_GIT_SHA:+ (commit ${TOUCHSTONE_GIT_SHA:0:12})}"
}
