# Language standard, warnings, floating-point rules and sanitizers of every target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or RelWithDebInfo" FORCE)
endif()
# No -DNDEBUG anywhere: assertions stay on, a touchstone does not trust itself.
set(CMAKE_CXX_FLAGS_RELEASE "-O3")
# The sanitizers' builds, quick to compile: reports name functions (-DCMAKE_CXX_FLAGS=-g1: lines, too).
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1")

option(TOUCHSTONE_WERROR "Warnings are errors" ON)
set(TOUCHSTONE_SANITIZE "" CACHE STRING "Sanitizers, for example address,undefined or thread")
set(TOUCHSTONE_JUDGES "" CACHE PATH "Build folder of this tree whose checks and tests are linked as they are, without a sanitizer")
option(TOUCHSTONE_COVERAGE "Instrument for coverage" OFF)
option(TOUCHSTONE_UNITY "Several files per translation unit: quicker from nothing" OFF)
if(TOUCHSTONE_UNITY AND CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  find_program(TOUCHSTONE_QUICK_COMPILER NAMES clang++-14 DOC "Compiles what asks and tests, and nothing that is asked or tested")
else()
  unset(TOUCHSTONE_QUICK_COMPILER CACHE)
endif()
option(TOUCHSTONE_CUDA "Compile gpu/**/*.cu (needs nvcc)" OFF)

add_library(touchstone_options INTERFACE)
target_include_directories(touchstone_options INTERFACE ${CMAKE_SOURCE_DIR})
# No contraction of a*b+c: the same expression gives the same bits in every scheme.
target_compile_options(touchstone_options INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-ffp-contract=off>")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # GCC 12 gives false alarms: bugs 105562, 105651; the last with headers read before
  target_compile_options(touchstone_options INTERFACE -Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow)
endif()
if(TOUCHSTONE_WERROR)
  target_compile_options(touchstone_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
endif()
if(TOUCHSTONE_SANITIZE)
  target_compile_options(touchstone_options INTERFACE -fsanitize=${TOUCHSTONE_SANITIZE}
                                                      -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(touchstone_options INTERFACE -fsanitize=${TOUCHSTONE_SANITIZE})
  # Checks that pointers do not wrap around, and of the sizes of objects, keep small functions from being inlined: with
  # them most tests take twice as long. The address sanitizer sees accesses outside of memory without them.
  if(TOUCHSTONE_SANITIZE MATCHES "address" AND TOUCHSTONE_SANITIZE MATCHES "undefined")
    target_compile_options(touchstone_options INTERFACE -fno-sanitize=pointer-overflow,object-size)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(touchstone_options INTERFACE -fsanitize-ignorelist=${CMAKE_SOURCE_DIR}/cmake/unsanitized.txt)
  endif()
  # Programs of 300 MB, of which GNU ld takes 10 s and 2 GB to link one, lld 2 s.
  find_program(LLD NAMES ld.lld ld.lld-14)
  if(LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_link_options(touchstone_options INTERFACE -fuse-ld=lld)
  endif()
endif()
if(TOUCHSTONE_COVERAGE)
  target_compile_options(touchstone_options INTERFACE --coverage)
  target_link_options(touchstone_options INTERFACE --coverage)
endif()

# __FILE__ is relative to the tree, also where ccache has made the path relative to the build folder:
# the same text in every clone. What needs the tree itself asks models/core/source_tree.hpp.
file(RELATIVE_PATH tree_from_build ${CMAKE_BINARY_DIR} ${CMAKE_SOURCE_DIR})
cmake_path(APPEND tree_from_build "")  # ends with one slash
target_compile_options(touchstone_options INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=;-fmacro-prefix-map=${tree_from_build}=>")

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
                                  ${CMAKE_SOURCE_DIR}/cmake/ccache.sh)
  add_compile_options("$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

# What the result records say about the build.
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(JOIN " " record_flags ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}} -ffp-contract=off)
if(TOUCHSTONE_SANITIZE)
  string(APPEND record_flags " -fsanitize=${TOUCHSTONE_SANITIZE}")
endif()
set_property(SOURCE ${CMAKE_SOURCE_DIR}/suite/results.cpp PROPERTY COMPILE_DEFINITIONS
             "TOUCHSTONE_FLAGS=\"${record_flags}\"" "TOUCHSTONE_BUILD_TYPE=\"${CMAKE_BUILD_TYPE}\"")
set_property(SOURCE ${CMAKE_SOURCE_DIR}/models/core/source_tree.cpp PROPERTY COMPILE_DEFINITIONS
             "TOUCHSTONE_SOURCE_TREE=\"${CMAKE_SOURCE_DIR}\"")

# GCC 12 packs the few words of a chain's state into vector registers and takes them apart again at
# every event: without that, 8 chains by turns are 1.6 times as fast (47 and 74 million liftings per
# second at 256^2 disks, measured with chains in records; they are in arrays now).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  foreach(scheme words/word_chains tags/tag_chains samplers/chain_samplers)
    set_source_files_properties(${CMAKE_SOURCE_DIR}/optimized/ecmc/${scheme}.cpp PROPERTIES
                                COMPILE_OPTIONS -fno-tree-slp-vectorize SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
endif()
