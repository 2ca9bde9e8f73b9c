add_custom_target(tests COMMENT "All test programs")
add_custom_target(nightly_tests COMMENT "Those that run under a sanitizer with --nightly only")

# Headers read once for all files of a kind: to read them is half the work of compiling most files. g++ does so
# where files share units, so that a build file by file, as each night, still shows a header that a file lacks.
# Headers.cmake compiles each header without them.
set(source_headers <algorithm> <array> <cmath> <functional> <map> <memory> <optional> <string>
                   <vector> <fmt/format.h> <nlohmann/json.hpp>)
set(test_headers ${source_headers} <gtest/gtest.h> <gmock/gmock.h>)

# touchstone_precompile(target kind options): the headers of this kind (source, test), read with these options.
function(touchstone_precompile target kind options)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT TOUCHSTONE_UNITY)
    return()
  endif()
  set(owner touchstone_${kind}_headers${options})
  if(TOUCHSTONE_QUICK_COMPILER AND options STREQUAL "-O0")
    string(APPEND owner _quick)  # g++ may have read them here before: clang++ takes its file for its own
  endif()
  if(NOT TARGET ${owner})
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/headers.cpp CONTENT "")
    add_library(${owner} OBJECT ${CMAKE_BINARY_DIR}/headers.cpp)
    target_link_libraries(${owner} PUBLIC touchstone_options)
    if(kind STREQUAL "test")
      target_link_libraries(${owner} PUBLIC rapidcheck GTest::gmock)  # for their definitions
    endif()
    target_compile_options(${owner} PRIVATE ${options})
    target_precompile_headers(${owner} PRIVATE ${${kind}_headers})
    touchstone_compiled_quickly(${owner} "${options}")
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
  touchstone_compiled_quickly(${target} "${options}")
endfunction()

# touchstone_compiled_quickly(target options): what is not optimized is compiled by clang++, where there is one. It takes 0.5
# to 0.65 of the time of g++ -O0 for tests, and half of that of g++ -O1 for checks.
function(touchstone_compiled_quickly target options)
  if(TOUCHSTONE_QUICK_COMPILER AND options STREQUAL "-O0")
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
      "${CMAKE_SOURCE_DIR}/cmake/clang_instead.sh;${TOUCHSTONE_QUICK_COMPILER};${CMAKE_CXX_COMPILER};${CMAKE_CXX_COMPILER_LAUNCHER}")
  endif()
endfunction()

# touchstone_shared_units(result target sources...): what is compiled for these sources. With
# TOUCHSTONE_UNITY, files share translation units; tools/unity_groups.py says which may, and asks again
# when one changes. Files with options or definitions of their own are compiled alone.
function(touchstone_shared_units result target)
  set(${result} ${ARGN} PARENT_SCOPE)
  if(NOT TOUCHSTONE_UNITY)
    return()
  endif()
  set(names "")
  set(alone "")
  foreach(source ${ARGN})
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    get_source_file_property(definitions ${source} COMPILE_DEFINITIONS)
    if(options OR definitions)
      list(APPEND alone ${source})
    else()
      file(RELATIVE_PATH name ${CMAKE_SOURCE_DIR} ${source})
      string(APPEND names "${name}\n")
    endif()
  endforeach()
  file(WRITE ${CMAKE_BINARY_DIR}/unity/${target}.txt "${names}")
  execute_process(COMMAND ${TOUCHSTONE_PYTHON_PLAIN} -B ${CMAKE_SOURCE_DIR}/tools/unity_groups.py
                          --out ${CMAKE_BINARY_DIR}/unity/${target}
                  INPUT_FILE ${CMAKE_BINARY_DIR}/unity/${target}.txt
                  OUTPUT_VARIABLE units COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" units "${units}")
  # Of an inline function the linker keeps the first copy: that of a file with options of its own, which is optimized.
  set(${result} ${alone} ${units} PARENT_SCOPE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
endfunction()

# touchstone_objects(name options sources...): an object library.
function(touchstone_objects name options)
  set(units ${ARGN})
  # Whose speed is measured is compiled file by file.
  if(TOUCHSTONE_SANITIZE OR NOT name MATCHES "^touchstone_(optimized|gpu)_")
    touchstone_shared_units(units ${name} ${ARGN})
  endif()
  add_library(${name} OBJECT ${units})
  target_link_libraries(${name} PUBLIC touchstone_options)
  target_compile_options(${name} PRIVATE ${options})
  touchstone_precompile(${name} source "${options}")
endfunction()

# The families are the folders of optimized/, but for what they share.
file(GLOB families CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/optimized ${CMAKE_SOURCE_DIR}/optimized/*)
list(REMOVE_ITEM families core)

set(device_libraries Boost::context touchstone_cuda_objects)  # of every program that links gpu/

# Files of trajectories/ that programs on MPI ranks need, too.
set(readers "extended_xyz|frame_header|gsd|lines|open_trajectory|placing|plain_columns|star_snapshots|type_shapes")

# touchstone_part(result source): the part of its module that a file belongs to. Parts are object libraries,
# so that a program for one family of schemes is built without the others. What all families need is "shared".
function(touchstone_part result source)
  cmake_path(IS_PREFIX CMAKE_BINARY_DIR ${source} NORMALIZE made)
  if(made)
    file(RELATIVE_PATH name ${CMAKE_BINARY_DIR} ${source})
  else()
    file(RELATIVE_PATH name ${CMAKE_SOURCE_DIR} ${source})
  endif()
  string(JOIN "|" families ${families})
  set(part shared)
  if(name MATCHES "^checkers/(disks|balance|explore)/")
    set(part ${CMAKE_MATCH_1})
  elseif(name MATCHES "^trajectories/(${readers})\\.cpp$")
    set(part readers)
  elseif(name MATCHES "^checkers/mutants/(${families})/")
    set(part ${CMAKE_MATCH_1}_mutants)
  elseif(name MATCHES "^(reference|optimized|gpu|checkers|planted/optimized)/(${families})/")
    set(part ${CMAKE_MATCH_2})
  endif()
  set(${result} ${part} PARENT_SCOPE)
endfunction()

# Modules that ask, compare and report: to optimize them takes longer than they run, and what they ask is in other modules.
set(not_optimized "^(suite|checkers|validation|benchmarks|trajectories)$")
# Their parts that are asked often, and files of others: distances of disks, forces with many digits, thousands of tasks. Mutants are schemes, with
# OpenMP, which clang_instead.sh leaves to g++.
set(little_optimized "^(disks|.*_mutants)$")
set(counting_files checkers/longrange/truth checkers/task)

# Modules that ask and compare. In a build with TOUCHSTONE_JUDGES they and their tests are those of that build folder, and so
# are the tests of what is instrumented; but for races, tests have threads of their own and references none.
set(judging_modules "^(statistics|suite|planted|checkers|validation)$")
set(modules_elsewhere ${judging_modules})
set(tests_elsewhere "^(statistics|suite|planted|checkers|validation|models|reference|optimized|trajectories)$")
if(TOUCHSTONE_SANITIZE MATCHES "thread")
  set(modules_elsewhere "^(statistics|suite|planted|checkers|validation|reference)$")
  set(tests_elsewhere ${modules_elsewhere})
endif()
if(TOUCHSTONE_JUDGES)
  if(NOT EXISTS ${TOUCHSTONE_JUDGES}/judges.cmake)
    message(FATAL_ERROR "TOUCHSTONE_JUDGES: expected a build folder that was configured and built, found '${TOUCHSTONE_JUDGES}'")
  endif()
  include(${TOUCHSTONE_JUDGES}/judges.cmake)  # CMake configures again when it changes
endif()

# touchstone_used_elsewhere(target): names the target's objects in judges.cmake of this build.
function(touchstone_used_elsewhere target)
  set_property(GLOBAL APPEND_STRING PROPERTY TOUCHSTONE_JUDGES_OBJECTS
               "set(objects_of_${target} \"$<TARGET_OBJECTS:${target}>\")\n")
endfunction()

# touchstone_write_judges(): judges.cmake, for builds that use these objects.
function(touchstone_write_judges)
  get_property(judges GLOBAL PROPERTY TOUCHSTONE_JUDGES_OBJECTS)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/judges.cmake CONTENT "${judges}")
endfunction()

# touchstone_built_elsewhere(target): an object library of the objects that judges.cmake names.
function(touchstone_built_elsewhere target)
  if(NOT DEFINED objects_of_${target})
    message(FATAL_ERROR "${TOUCHSTONE_JUDGES} has no ${target}: build it anew first")
  endif()
  add_library(${target} OBJECT IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES IMPORTED_OBJECTS "${objects_of_${target}}")
endfunction()

# touchstone_options_of(result module part): how much it is optimized, where its build alone does not say. Proofs of balance,
# the explorer and benchmarks count and time themselves.
function(touchstone_options_of result module part)
  set(options "")
  if(module MATCHES "${not_optimized}")
    if(TOUCHSTONE_SANITIZE AND NOT part STREQUAL "balance")
      set(options -O0)
    elseif(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT module STREQUAL "benchmarks" AND NOT part MATCHES "^(balance|explore)$")
      set(options -O1)  # takes 0.7 to 0.8 of the time to compile
      if(TOUCHSTONE_QUICK_COMPILER AND module MATCHES "${judging_modules}" AND NOT part MATCHES "${little_optimized}")
        set(options -O0)
      endif()
    endif()
  endif()
  set(${result} "${options}" PARENT_SCOPE)
endfunction()

# touchstone_parts(module sources...): an object library touchstone_<module>_<part>_objects for each part;
# the global property TOUCHSTONE_<module> names them.
function(touchstone_parts module)
  set(parts "")
  foreach(source ${ARGN})
    touchstone_part(part ${source})
    list(APPEND parts ${part})
    list(APPEND sources_${part} ${source})
  endforeach()
  list(REMOVE_DUPLICATES parts)
  foreach(part ${parts})
    set(name touchstone_${module}_${part}_objects)
    set_property(GLOBAL APPEND PROPERTY TOUCHSTONE_${module} ${name})
    if(TOUCHSTONE_JUDGES AND module MATCHES "${modules_elsewhere}")
      touchstone_built_elsewhere(${name})
      continue()
    endif()
    touchstone_options_of(options ${module} ${part})
    touchstone_objects(${name} "${options}" ${sources_${part}})
    if(module STREQUAL "gpu")
      target_link_libraries(${name} PRIVATE Boost::context)
      target_compile_definitions(${name} PRIVATE
                                 $<TARGET_PROPERTY:touchstone_cuda_objects,INTERFACE_COMPILE_DEFINITIONS>)
    endif()
    touchstone_used_elsewhere(${name})
  endforeach()
endfunction()

# touchstone_family_objects(result family modules...): what a program of one family links of these modules.
function(touchstone_family_objects result family)
  set(objects "")
  foreach(module ${ARGN})
    foreach(part shared disks ${family} ${family}_mutants)
      if(TARGET touchstone_${module}_${part}_objects AND (NOT part STREQUAL "disks" OR family MATCHES "^(mpmc|ecmc)$"))
        list(APPEND objects touchstone_${module}_${part}_objects)
      endif()
    endforeach()
  endforeach()
  set(${result} ${objects} PARENT_SCOPE)
endfunction()

# touchstone_check_<family>: the program of checkers/ with the schemes, checks and mutants of one family,
# without proofs and the explorer: for the first verdict in a new clone.
function(touchstone_family_programs)
  foreach(family ${families})
    touchstone_family_objects(objects ${family} models statistics reference optimized gpu planted suite checkers)
    add_executable(touchstone_check_${family} ${CMAKE_SOURCE_DIR}/checkers/main.cpp)
    target_link_libraries(touchstone_check_${family} PRIVATE ${objects} ${device_libraries} touchstone_options)
  endforeach()
endfunction()

# touchstone_count(files...): optimizes these, in a target that is not optimized. With -O1 clang++ would inline next to nothing.
function(touchstone_count)
  foreach(file ${ARGN})
    set_source_files_properties(${CMAKE_SOURCE_DIR}/${file}.cpp PROPERTIES COMPILE_OPTIONS -O2 SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
endfunction()

# touchstone_module(folder USES other folders)
# Every *.cpp below the folder joins its object library (a static library would drop the scheme
# registrations), every *_test.cpp its test program, and main.cpp becomes the program
# touchstone_<folder>.
function(touchstone_module folder)
  cmake_parse_arguments(PARSE_ARGV 1 MODULE "" "" "USES")
  if(TOUCHSTONE_SANITIZE MATCHES "thread" AND folder MATCHES "^(validation|benchmarks|trajectories)$")
    return()  # their threads are those of models/core/for_each_index.hpp and of the schemes
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp)
  set(tests ${sources})
  set(programs ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER programs INCLUDE REGEX "/${folder}/main\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "(_test|/main|/mpi/[^/]*)\\.cpp$")  # programs of their own

  if(TOUCHSTONE_SANITIZE MATCHES "address")
    foreach(source ${sources})
      # Files that Highway compiles once per vector unit: without optimization every vector goes through
      # memory, and its copies through the address sanitizer.
      file(STRINGS ${source} vector_lanes REGEX "hwy/foreach_target\\.h" LIMIT_COUNT 1)
      if(vector_lanes)
        set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS -O1 SKIP_PRECOMPILE_HEADERS ON)
      endif()
    endforeach()
  endif()

  if(TOUCHSTONE_SANITIZE MATCHES "thread")
    # Only tests with threads are run there (CMakePresets.json): files without any are not compiled.
    foreach(test ${tests})
      file(STRINGS ${test} with_threads REGEX "^TEST.*Thread")
      list(FILTER with_threads EXCLUDE REGEX "${unsanitized_tests}")
      if(NOT with_threads)
        list(REMOVE_ITEM tests ${test})
      endif()
    endforeach()
  endif()

  if(TOUCHSTONE_QUICK_COMPILER)
    touchstone_count(${counting_files})
  endif()
  touchstone_parts(${folder} ${sources})

  set(objects "")
  set(judges "")  # proofs and the explorer, where they are linked for nightly tests only
  set(modules ${folder} ${MODULE_USES})
  # Of an inline function the linker keeps the first copy: here an optimized one.
  set(optimized ${modules})
  list(FILTER optimized EXCLUDE REGEX "${not_optimized}")
  if(TOUCHSTONE_JUDGES)  # and an instrumented one
    list(FILTER optimized EXCLUDE REGEX "${modules_elsewhere}")
  endif()
  list(PREPEND modules ${optimized})
  list(REMOVE_DUPLICATES modules)
  foreach(module ${modules})
    get_property(parts GLOBAL PROPERTY TOUCHSTONE_${module})
    if(TOUCHSTONE_SANITIZE AND module STREQUAL "checkers")
      set(judges ${parts})
      list(FILTER judges INCLUDE REGEX "${nightly_parts}")
      list(REMOVE_ITEM parts ${judges})
    endif()
    list(APPEND objects ${parts})
    if(module STREQUAL "gpu")
      list(APPEND objects ${device_libraries})
    endif()
  endforeach()
  if(folder MATCHES "^(benchmarks|device)$")
    list(APPEND objects benchmark::benchmark)
  endif()

  if(programs)
    add_executable(touchstone_${folder} ${programs})
    set(options "")
    if(CMAKE_BUILD_TYPE STREQUAL "Release")
      set(options -O1)  # reads the command line
    endif()
    target_compile_options(touchstone_${folder} PRIVATE ${options})
    touchstone_precompile(touchstone_${folder} source "${options}")
    target_link_libraries(touchstone_${folder} PRIVATE ${objects} ${judges} touchstone_options)
  endif()
  if(folder STREQUAL "checkers")
    set(tests_of_judges ${tests})
    list(FILTER tests_of_judges INCLUDE REGEX "/checkers/(explore|balance)/")
    list(REMOVE_ITEM tests ${tests_of_judges})
    if(NOT TOUCHSTONE_JUDGES)
      touchstone_test_objects(judges ${tests_of_judges})
    endif()
    if(NOT TOUCHSTONE_SANITIZE)
      list(APPEND objects judges_test_objects)
    elseif(NOT TOUCHSTONE_JUDGES)
      touchstone_test_program(judges ${objects} ${judges} judges_test_objects)
    endif()
  endif()
  if(tests)
    touchstone_test_objects(${folder} ${tests})
    touchstone_test_program(${folder} ${objects} ${folder}_test_objects)
  endif()
endfunction()

# Tests that count for seconds themselves: exact sums, long chains, an explorer of their own.
set(counting_tests checkers/balance/ring_table_test checkers/explore/litmus/cross_engine_test models/disks/exact_cases_test
                   statistics/blocking_test statistics/exact_start_test statistics/stage_invariance_test)

# touchstone_test_objects(folder tests...): the object library <folder>_test_objects.
function(touchstone_test_objects folder)
  set(target ${folder}_test_objects)
  if(TOUCHSTONE_JUDGES AND folder MATCHES "${tests_elsewhere}")
    touchstone_built_elsewhere(${target})
    return()
  endif()
  # To optimize takes a third of the time to compile a test file.
  set(options "")
  if(TOUCHSTONE_SANITIZE)
    set(options -O0)
  elseif(TOUCHSTONE_UNITY AND CMAKE_BUILD_TYPE STREQUAL "Release")
    set(options -O0)
    touchstone_count(${counting_tests})
  endif()
  touchstone_shared_units(units ${folder}_tests ${ARGN})
  add_library(${target} OBJECT ${units})
  target_link_libraries(${target} PUBLIC touchstone_options rapidcheck GTest::gmock)
  target_compile_options(${target} PRIVATE ${options})
  touchstone_precompile(${target} test "${options}")
  touchstone_used_elsewhere(${target})
endfunction()

# touchstone_test_program(folder objects...): the program <folder>_tests, and its tests. The linker keeps the first copy of an
# inline function: the tests' own, without optimization and often without a sanitizer, are the last.
function(touchstone_test_program folder)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/only_objects.cpp CONTENT "")
  add_executable(${folder}_tests ${CMAKE_BINARY_DIR}/only_objects.cpp)
  target_link_libraries(${folder}_tests PRIVATE ${ARGN} touchstone_options rapidcheck GTest::gmock GTest::gtest_main)
  if(TOUCHSTONE_SANITIZE AND folder IN_LIST nightly_folders)
    add_dependencies(nightly_tests ${folder}_tests)
  else()
    add_dependencies(tests ${folder}_tests)
  endif()
  set(generated "RC_PARAMS=seed=1")
  if(TOUCHSTONE_SANITIZE AND folder MATCHES "^(checkers|judges)$")
    string(APPEND generated " max_success=25")  # 100 cases of each property in the other builds
  endif()
  if(TOUCHSTONE_SANITIZE)
    touchstone_sanitized_tests(${folder} ${generated})
  else()
    include(GoogleTest)
    gtest_discover_tests(${folder}_tests DISCOVERY_MODE PRE_TEST
                         PROPERTIES ENVIRONMENT ${generated} ${python_first} LABELS ${folder}
                                    TIMEOUT 600)
    touchstone_suites_together(${folder} ${generated})
  endif()
endfunction()

# touchstone_python_tests(folder label): every *_test.py of the folder is a test.
function(touchstone_python_tests folder label)
  file(GLOB tests CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/${folder}
       ${CMAKE_SOURCE_DIR}/${folder}/*_test.py)
  foreach(test ${tests})
    string(REGEX REPLACE "_test\\.py$" "" name ${test})
    add_test(NAME ${folder}.${name} COMMAND ${TOUCHSTONE_PYTHON_PLAIN} -B ${test}
             WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/${folder})
    set_tests_properties(${folder}.${name} PROPERTIES LABELS ${label} TIMEOUT 600)
  endforeach()
endfunction()
