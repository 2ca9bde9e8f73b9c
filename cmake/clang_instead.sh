#!/usr/bin/env bash
# cmake/clang_instead.sh CLANG GCC COMMAND...: the command with clang++ in the place of g++, for objects that are linked
# with those of g++. OpenMP is left to g++: two of them in one program do not know of each other's threads.
clang=$1
gcc=$2
shift 2
command=()
for word in "$@"; do
  case $word in
    "$gcc") command+=("$clang" -Xclang -fno-pch-timestamp) ;;
    -fopenmp | -Winvalid-pch | -Wno-maybe-uninitialized | -Wno-restrict | -Wno-stringop-overflow) ;;
    *) command+=("$word") ;;
  esac
done
exec "${command[@]}"
