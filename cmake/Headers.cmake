# Each header compiles alone: CMake writes a file for each that includes nothing else, and the target
# touchstone_headers_verify_interface_header_sets compiles them (`./touchstone test --nightly`), a quarter of an hour.
set(headers models statistics suite reference optimized gpu checkers validation trajectories benchmarks adapters)
list(TRANSFORM headers REPLACE "(.+)" "${CMAKE_SOURCE_DIR}/\\1/*.hpp")
file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${headers})
if(NOT MPI_CXX_FOUND)
  list(FILTER headers EXCLUDE REGEX "/mpi/")
endif()

# touchstone_verified_headers(target headers...): with what any file of the tree may include.
function(touchstone_verified_headers target)
  add_library(${target} INTERFACE)
  target_link_libraries(${target} INTERFACE touchstone_options rapidcheck GTest::gmock benchmark::benchmark)
  if(MPI_CXX_FOUND)
    target_link_libraries(${target} INTERFACE MPI::MPI_CXX)
  endif()
  target_include_directories(${target} INTERFACE checkers/explore/library)  # where the explorer is installed
  target_compile_options(${target} INTERFACE -O0)
  target_sources(${target} INTERFACE FILE_SET HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR} FILES ${ARGN})
  set_target_properties(${target} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
endfunction()

# Highway includes these once for each vector unit: here, for one.
set(vector_headers ${headers})
list(FILTER vector_headers INCLUDE REGEX "-inl\\.hpp$")
list(FILTER headers EXCLUDE REGEX "-inl\\.hpp$")
touchstone_verified_headers(touchstone_vector_headers ${vector_headers})
target_compile_options(touchstone_vector_headers INTERFACE -march=skylake)
touchstone_verified_headers(touchstone_headers ${headers})
