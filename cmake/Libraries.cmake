# Every package comes from Debian; ./touchstone installs what is missing.
find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(GTest REQUIRED)
find_package(benchmark REQUIRED)
find_package(rapidcheck REQUIRED)
find_package(Boost REQUIRED COMPONENTS context)  # fibers of gpu/exec; headers: Math, Multiprecision
find_package(HWY REQUIRED)    # vector operations chosen at run time
find_library(FFTW_LIBRARY fftw3 REQUIRED)  # Debian's FFTW comes without a package for CMake
find_path(FFTW_INCLUDE fftw3.h REQUIRED)

target_link_libraries(touchstone_options INTERFACE fmt::fmt nlohmann_json::nlohmann_json
                                                   CLI11::CLI11 Boost::headers OpenMP::OpenMP_CXX
                                                   Threads::Threads hwy::hwy ${FFTW_LIBRARY})
target_include_directories(touchstone_options SYSTEM INTERFACE ${FFTW_INCLUDE})

# The Python of the reports and of the checks on the source tree. Debian's own first: another one
# earlier on the PATH often lacks matplotlib.
set(TOUCHSTONE_PYTHON "")
foreach(python /usr/bin/python3 python3)
  execute_process(COMMAND ${python} -c "import numpy, matplotlib, jinja2, uncertainties"
                  RESULT_VARIABLE missing
                  OUTPUT_QUIET ERROR_QUIET)
  if(missing EQUAL 0)
    set(TOUCHSTONE_PYTHON ${python})
    break()
  endif()
endforeach()
if(NOT TOUCHSTONE_PYTHON)
  message(STATUS "Tests of reports are left out: no Python with numpy, matplotlib, jinja2, "
                 "uncertainties")
  find_program(TOUCHSTONE_PYTHON_PLAIN python3 REQUIRED)
else()
  set(TOUCHSTONE_PYTHON_PLAIN ${TOUCHSTONE_PYTHON})
endif()

# Tests start programs of users by the name python3. That of a version manager, earlier on the PATH, takes several
# times as long to start as Debian's, and twice as long for the same work.
set(python_first "")
if(IS_ABSOLUTE "${TOUCHSTONE_PYTHON_PLAIN}")
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/python)
  file(CREATE_LINK ${TOUCHSTONE_PYTHON_PLAIN} ${CMAKE_BINARY_DIR}/python/python3 SYMBOLIC)
  set(python_first ENVIRONMENT_MODIFICATION "PATH=path_list_prepend:${CMAKE_BINARY_DIR}/python")
endif()
