# touchstone_add_external_check(FILE.json [CHECKS NAME...] [ARGUMENTS WORD...] [LABELS LABEL...] [TIMEOUT SECONDS])
# Adds a test of ctest for each check of the program that this file describes, called "SCHEME: CHECK". Which there are
# is asked when tests are run, so the program may be one that is built. A check that is not claimed, or cannot be run, is
# skipped; an inconclusive one fails, as ctest knows no third answer.
#   CHECKS      only these checks, groups or patterns, as of `touchstone check`
#   ARGUMENTS   more options of `touchstone check`, such as --seed 2
#   TIMEOUT     seconds after which ctest ends a check, which then fails: a guard against hangs
find_program(touchstone_PYTHON python3 REQUIRED)

function(touchstone_add_external_check file)
  cmake_parse_arguments(PARSE_ARGV 1 CHECK "" "TIMEOUT" "CHECKS;ARGUMENTS;LABELS")
  if(CHECK_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "touchstone_add_external_check(${file}): expected CHECKS, ARGUMENTS, LABELS or TIMEOUT, "
                        "found '${CHECK_UNPARSED_ARGUMENTS}'")
  endif()
  set(path "${file}")
  cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  if(NOT IS_ABSOLUTE "${file}" AND NOT EXISTS "${path}")
    message(FATAL_ERROR "touchstone_add_external_check(${file}): expected a file, found none at ${path}")
  endif()
  if(CHECK_TIMEOUT AND NOT CHECK_TIMEOUT MATCHES "^[1-9][0-9]*$")
    message(FATAL_ERROR "touchstone_add_external_check(${file}): TIMEOUT: expected seconds, found '${CHECK_TIMEOUT}'")
  endif()
  string(MD5 key "${path};${ARGN}")
  set(script "${CMAKE_CURRENT_BINARY_DIR}/touchstone/${key}.cmake")
  set(command "${touchstone_PYTHON}" -B "${touchstone_DATA}/packaging/external_checks.py" list
      --touchstone "${touchstone_PROGRAM}" --description "${path}" --into "${script}" --labels touchstone ${CHECK_LABELS})
  foreach(option TIMEOUT CHECKS ARGUMENTS)
    if(CHECK_${option})
      string(TOLOWER "--${option}" word)
      list(APPEND command ${word} ${CHECK_${option}})
    endif()
  endforeach()
  set(quoted "")
  foreach(word IN LISTS command)
    string(APPEND quoted " [==[${word}]==]")
  endforeach()
  file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/touchstone/${key}-list.cmake"
       "execute_process(COMMAND${quoted} COMMAND_ERROR_IS_FATAL ANY)\ninclude([==[${script}]==])\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${CMAKE_CURRENT_BINARY_DIR}/touchstone/${key}-list.cmake")
endfunction()
