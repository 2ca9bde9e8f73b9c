# Mutants that are faults of a file that ships: tools/plant_faults.py copies the file into the build and applies
# checkers/mutants/planted/*.patch, so that what ships has no switches for faults.
file(GLOB_RECURSE patches CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/checkers/mutants/planted/*.patch)
execute_process(COMMAND ${TOUCHSTONE_PYTHON_PLAIN} -B ${CMAKE_SOURCE_DIR}/tools/plant_faults.py
                        --out ${CMAKE_BINARY_DIR}/planted ${patches}
                OUTPUT_VARIABLE planted COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\n\n.*" "" sources "${planted}")
string(REGEX REPLACE "^.*\n\n" "" origins "${planted}")
string(REGEX MATCHALL "[^\n]+" sources "${sources}")
string(REGEX MATCHALL "[^\n]+" origins "${origins}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${origins} ${CMAKE_SOURCE_DIR}/tools/plant_faults.py)
target_include_directories(touchstone_options INTERFACE ${CMAKE_BINARY_DIR})  # "planted/optimized/..."
touchstone_parts(planted ${sources})
