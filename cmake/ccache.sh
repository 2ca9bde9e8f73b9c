#!/usr/bin/env bash
# cmake/ccache.sh COMPILER ARGUMENT...: the compiler through ccache, so that a second clone finds what
# the first compiled. ccache makes paths below CCACHE_BASEDIR relative, but not those after -Xclang, where
# CMake puts the precompiled headers of clang: these are below the build folder, which is where we are.
export CCACHE_NOHASHDIR=1
# What it must overlook to cache files with precompiled headers (ccache's manual).
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
exec ccache "${@/#"$PWD"\//}"
