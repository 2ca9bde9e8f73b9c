# tools/launcher/packages.sh
# Purpose   The one list of Debian packages, why each is needed, and their installation.
# Env       TOUCHSTONE_NO_INSTALL=1 never installs: what is missing is named, exit code 2.
# shellcheck shell=bash

BUILD_PACKAGES=(
  g++                 # the compiler of the release build
  cmake               # configures (3.25: presets)
  ninja-build         # builds what changed
  ccache              # a second build directory or an old commit compiles from the cache
  git                 # the commit that goes into each result record
  libgtest-dev        # GoogleTest: unit tests
  libgmock-dev        # its matchers
  libbenchmark-dev    # Google Benchmark: timing
  librapidcheck-dev   # property-based tests
  libcli11-dev        # command lines
  nlohmann-json3-dev  # result records
  libfmt-dev          # text (g++ 12 has no <format>)
  libboost-dev        # Boost.Math: distributions, special functions
  libboost-context-dev # fibers: the lanes of the grid emulator
  libhwy-dev          # Highway: vector instructions chosen at run time
  libfftw3-dev        # FFTW: fast methods of the long-range models
  libopenmpi-dev      # MPI: star clusters on ranks
  openmpi-bin         # mpirun
  python3             # reports and the checks of the source tree
)
REPORT_PACKAGES=(
  python3             # the report scripts
  python3-numpy       # tables
  python3-matplotlib  # figures
  python3-jinja2      # the pages
  python3-uncertainties # values with the digits that are known
  libjs-jquery-datatables # tables of the pages sort and filter; brings libjs-jquery
)
TEST_PACKAGES=(
  clang-14         # the second compiler, and ThreadSanitizer
  libomp-14-dev    # OpenMP of clang, with archer: tells ThreadSanitizer about OpenMP barriers
  clang-format-14  # one layout of the code
  binutils         # objdump: kernels compile to the instructions of hand-written ones
  gfortran         # the adapter for programs in Fortran, and its examples
  mypy             # the types of the Python package that users get
  python3-yaml     # what the GitHub Action says
)

MUTATE_PACKAGES=(
  python3-clang-14  # libclang in Python: where mutants can be planted
)

DEMO_PACKAGES=(
  python3-venv  # an environment for public programs, with pip
)

CLUSTER_PACKAGES=(
  slurm-wlm  # a scheduler with two nodes on this machine, for the nightly rehearsal
)

PACKAGING_PACKAGES=(
  python3-venv  # the wheel is tried in an empty environment
  dpkg-dev      # dpkg-shlibdeps: the packages that programs depend on
  buildah       # the image of packaging/Dockerfile, without Docker
  debootstrap   # the Debian that it begins from, without a registry
)

GSD_PACKAGES=(
  python3-gsd  # trajectories of HOOMD
)

# require_packages WHY PACKAGE...: installs what is missing, after naming it.
require_packages() {
  local why=$1 package
  shift
  if ! command -v dpkg-query >/dev/null; then
    warn "this is not a Debian system, so packages are not installed; needed to $why: $*"
    return 0
  fi
  local -a missing=()
  for package in "$@"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
      missing+=("$package")
  done
  [[ ${#missing[@]} -eq 0 ]] || install_packages "$why" "${missing[@]}"
}

install_packages() {
  local why=$1
  shift
  local -a as_root=()
  say "missing Debian packages to $why: $*"
  [[ ${TOUCHSTONE_NO_INSTALL:-0} != 1 ]] ||
    die 2 "TOUCHSTONE_NO_INSTALL=1, so nothing is installed; run: apt-get install $*"
  if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null ||
      die 2 "installing needs root or sudo; as root run: apt-get install $*"
    as_root=(sudo)
  fi
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  say "installing them with apt-get"
  local log
  log=$(mktemp)
  if ! { "${as_root[@]}" apt-get update && "${as_root[@]}" apt-get install -y \
    --no-install-recommends "$@"; } >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    die 2 "apt-get failed (whole log: $log); nothing was built or run"
  fi
  rm -f "$log"
}

# The Python of the reports: Debian's own first, because another one on the PATH may lack the
# packages installed here.
report_python() {
  local python
  for python in /usr/bin/python3 python3; do
    if "$python" -c 'import numpy, matplotlib, jinja2, uncertainties' >/dev/null 2>&1; then
      say "$python"
      return 0
    fi
  done
  die 2 "no Python with the packages of reports (Debian: ${REPORT_PACKAGES[*]})"
}
