# `cmake --install`: programs, and of the source tree what they, the launcher and users need, in the same folders below
# share/touchstone. Programs find it from where they are (models/core/source_tree.cpp), so all can be moved.
#   bin/touchstone           the launcher
#   libexec/touchstone       programs
#   share/touchstone         launcher, adapters, published values, reports, tools, pages
#   share/touchstone/explore sources of the explorer's library, which projects of users compile
#   lib/cmake/touchstone     find_package(touchstone)
#   lib/touchstone           component libraries only: shared libraries, for machines without these packages
# Component device alone (docs/gpu.md): touchstone_gpu with its libraries and data, a folder to carry to a machine with a device.
include(CMakePackageConfigHelpers)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # the tests are not installed, so they need not be built: the target programs

set(installed_programs touchstone_checkers touchstone_validation touchstone_trajectories touchstone_benchmarks)
foreach(program ${installed_programs} touchstone_cmc_mpi touchstone_hpmc_mpi touchstone_device)
  if(TARGET ${program})
    set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/../../lib/touchstone")
  endif()
endforeach()
add_custom_target(programs DEPENDS ${installed_programs} COMMENT "What is installed")
install(TARGETS ${installed_programs} RUNTIME DESTINATION libexec/touchstone COMPONENT touchstone)
if(TARGET touchstone_cmc_mpi)
  install(TARGETS touchstone_cmc_mpi touchstone_hpmc_mpi RUNTIME DESTINATION libexec/touchstone COMPONENT ranks
          EXCLUDE_FROM_ALL)
endif()

# touchstone_install_tree(folder [patterns of install(DIRECTORY)])
function(touchstone_install_tree folder)
  cmake_path(GET folder PARENT_PATH parent)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/${folder} DESTINATION share/touchstone/${parent} COMPONENT touchstone
          USE_SOURCE_PERMISSIONS ${ARGN} PATTERN __pycache__ EXCLUDE PATTERN "*_test.py" EXCLUDE
          PATTERN "*.cpp" EXCLUDE PATTERN "*.hpp" EXCLUDE)
endfunction()
foreach(folder adapters/python adapters/fortran adapters/julia adapters/demos benchmarks/peers validation/data reports docs
        tools/launcher tools/cluster)
  touchstone_install_tree(${folder})
endforeach()
install(DIRECTORY adapters/cpp adapters/explore DESTINATION share/touchstone/adapters COMPONENT touchstone)
install(FILES benchmarks/oversubscribed.py benchmarks/oversubscribed_all.py benchmarks/timed_runs.py
              benchmarks/compare_ab.py DESTINATION share/touchstone/benchmarks COMPONENT touchstone)
install(FILES adapters/external.py adapters/demo.py DESTINATION share/touchstone/adapters COMPONENT touchstone)
install(FILES tools/campaign.py tools/compare.py tools/failures.py tools/gsd_frames.py tools/junit.py tools/options.py
              tools/renamed.csv DESTINATION share/touchstone/tools COMPONENT touchstone)
install(FILES tools/mutate/explained.py DESTINATION share/touchstone/tools/mutate COMPONENT touchstone)
install(FILES checkers/mutants/equal.csv DESTINATION share/touchstone/checkers/mutants COMPONENT touchstone)
install(FILES packaging/external_checks.py DESTINATION share/touchstone/packaging COMPONENT touchstone)
install(FILES README.md LICENSE packaging/installed.sh DESTINATION share/touchstone COMPONENT touchstone)
install(PROGRAMS touchstone DESTINATION share/touchstone COMPONENT touchstone)
# What is known only then: version and commit; what the library of the explorer takes; and a link in place of a second launcher.
install(CODE "set(tree [[${CMAKE_SOURCE_DIR}]])\nset(python [[${TOUCHSTONE_PYTHON_PLAIN}]])\nset(version ${PROJECT_VERSION})\nset(families ${families})" COMPONENT touchstone)
install(SCRIPT cmake/InstallVersion.cmake COMPONENT touchstone)
install(SCRIPT cmake/InstallLast.cmake COMPONENT touchstone)

configure_package_config_file(packaging/touchstone-config.cmake.in touchstone-config.cmake
                              INSTALL_DESTINATION lib/cmake/touchstone)
write_basic_package_version_file(touchstone-config-version.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${CMAKE_BINARY_DIR}/touchstone-config.cmake ${CMAKE_BINARY_DIR}/touchstone-config-version.cmake
              packaging/touchstone-checks.cmake DESTINATION lib/cmake/touchstone COMPONENT touchstone)

# Shared libraries of the programs but for those of glibc, which every Linux has.
set(programs_to_look_at "")
foreach(program ${installed_programs})
  list(APPEND programs_to_look_at $<TARGET_FILE:${program}>)
endforeach()
install(CODE "set(programs \"${programs_to_look_at}\")" COMPONENT libraries EXCLUDE_FROM_ALL)
install(SCRIPT cmake/InstallLibraries.cmake COMPONENT libraries EXCLUDE_FROM_ALL)

install(TARGETS touchstone_device RUNTIME DESTINATION libexec/touchstone COMPONENT device EXCLUDE_FROM_ALL)
install(DIRECTORY validation/data DESTINATION share/touchstone/validation COMPONENT device EXCLUDE_FROM_ALL)
install(FILES packaging/installed.sh DESTINATION share/touchstone COMPONENT device EXCLUDE_FROM_ALL)
install(CODE "set(programs \"$<TARGET_FILE:touchstone_device>\")\nset(tree [[${CMAKE_SOURCE_DIR}]])\nset(version ${PROJECT_VERSION})"
        COMPONENT device EXCLUDE_FROM_ALL)
install(SCRIPT cmake/InstallVersion.cmake COMPONENT device EXCLUDE_FROM_ALL)
install(SCRIPT cmake/InstallLibraries.cmake COMPONENT device EXCLUDE_FROM_ALL)
