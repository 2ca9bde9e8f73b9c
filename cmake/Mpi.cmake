# touchstone_cmc_mpi and touchstone_hpmc_mpi, star clusters and hard shapes on MPI ranks, and their
# tests: where there is an MPI (Debian: libopenmpi-dev, openmpi-bin). Without one the same steps run on
# threads for ranks (cmc/ranks, hpmc/ranks).
set(MPI_CXX_SKIP_MPICXX ON)  # the interface for C only
find_package(MPI COMPONENTS CXX QUIET)

# A program of optimized/<family>/mpi/*.cpp and what all of them share, with the readers of trajectories/.
function(touchstone_mpi_program family)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/optimized/${family}/mpi/*.cpp)
  add_executable(touchstone_${family}_mpi ${sources})
  touchstone_precompile(touchstone_${family}_mpi source "")
  touchstone_family_objects(objects ${family} models suite reference optimized)
  target_link_libraries(touchstone_${family}_mpi PRIVATE ${objects} touchstone_mpi_objects
                                                         touchstone_trajectories_readers_objects touchstone_options)
  add_dependencies(tests touchstone_${family}_mpi)
endfunction()

# touchstone_mpi_test(family name ranks arguments...)
function(touchstone_mpi_test family name ranks)
  add_test(NAME ${family}.mpi_${name}
           COMMAND ${MPIEXEC_EXECUTABLE} --oversubscribe ${MPIEXEC_NUMPROC_FLAG} ${ranks}
                   $<TARGET_FILE:touchstone_${family}_mpi> ${ARGN})
  # Containers run as root, on fewer cores than ranks.
  set_tests_properties(${family}.mpi_${name} PROPERTIES LABELS optimized TIMEOUT 120 ENVIRONMENT
    "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
endfunction()

if(NOT MPI_CXX_FOUND)
  message(STATUS "No MPI: touchstone_cmc_mpi and touchstone_hpmc_mpi are left out")
elseif(NOT TOUCHSTONE_SANITIZE)  # sanitizers report what MPI itself does
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/optimized/core/mpi/*.cpp)
  add_library(touchstone_mpi_objects OBJECT ${sources})
  target_include_directories(touchstone_mpi_objects PUBLIC ${CMAKE_SOURCE_DIR}/adapters/cpp)
  target_link_libraries(touchstone_mpi_objects PUBLIC touchstone_options MPI::MPI_CXX)
  touchstone_precompile(touchstone_mpi_objects source "")

  touchstone_mpi_program(cmc)
  foreach(ranks 1 2 3 4 7)
    touchstone_mpi_test(cmc ${ranks}_ranks ${ranks} --stars 1000 --steps 10 --compare)
  endforeach()

  touchstone_mpi_test(cmc tide 3 --stars 1000 --steps 10 --start king:3 --masses two:3:0.3 --pairs
                      --tide radius --tidal-radius 2.5 --compare)
  touchstone_mpi_test(cmc binaries 3 --stars 1000 --steps 40 --masses kroupa --binaries 0.4
                      --axes axis:1e-2:5e-2 --tide energy --tidal-radius 6 --compare)
  touchstone_mpi_test(cmc binaries_in_lanes 2 --stars 1000 --steps 10 --binaries 0.3
                      --axes axis:1e-2:5e-2 --scattering cmc/scattering-portable --compare)
  touchstone_mpi_test(cmc collisions 3 --stars 1000 --steps 40 --masses kroupa --binaries 0.2
                      --axes axis:1e-2:5e-2 --collisions spheres:1e-2 --tide energy
                      --tidal-radius 6 --compare)
  set_tests_properties(cmc.mpi_collisions PROPERTIES PASS_REGULAR_EXPRESSION
    "[1-9][0-9]* stars are gone after collisions[^\n]*\nthe bits of the serial emulation of 3 ranks")
  touchstone_mpi_test(cmc formation 3 --stars 300 --steps 10 --masses kroupa:0.1:2
                      --formation three-body:0.4 --scattering cmc/scattering-portable --compare)
  set_tests_properties(cmc.mpi_formation PROPERTIES PASS_REGULAR_EXPRESSION
    "[1-9][0-9]* binaries have formed[^\n]*\nthe bits of the serial emulation of 3 ranks")
  touchstone_mpi_test(cmc wrong_start 2 --start king:13)
  set_tests_properties(cmc.mpi_wrong_start PROPERTIES PASS_REGULAR_EXPRESSION
    "King's model: W0: expected 1 to 12, found 13")

  touchstone_mpi_program(hpmc)
  foreach(ranks 1 2 3 4)  # each shares the same domains
    touchstone_mpi_test(hpmc ${ranks}_ranks ${ranks}
                        --body disk --along 9 --domains 2 2 1 --steps 10 --threads 2 --compare)
  endforeach()
  touchstone_mpi_test(hpmc constant_pressure 4 --body sphere --along 4 --packing 0.25 --steps 10
                      --pressure 2 --max-length 0.05 --compare)
  touchstone_mpi_test(hpmc too_many_ranks 5 --body disk --along 3)
  set_tests_properties(hpmc.mpi_too_many_ranks PROPERTIES PASS_REGULAR_EXPRESSION
    "number of domains, one for each rank: expected a product of numbers up to 3, 3 and 1")

  # Files that these programs read and write, and errors that one rank alone meets.
  add_test(NAME trajectories.ranks COMMAND ${TOUCHSTONE_PYTHON_PLAIN} -B ${CMAKE_SOURCE_DIR}/trajectories/judge_ranks.py
           --build ${CMAKE_BINARY_DIR})
  set_tests_properties(trajectories.ranks PROPERTIES LABELS python SKIP_RETURN_CODE 77 TIMEOUT 600)
endif()
