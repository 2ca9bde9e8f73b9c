# touchstone_cmc_mpi, the star clusters on MPI ranks, and its tests: where there is an MPI (Debian:
# libopenmpi-dev, openmpi-bin). Without one the same step runs on threads for ranks (cmc/ranks).
set(MPI_CXX_SKIP_MPICXX ON)  # the interface for C only
find_package(MPI COMPONENTS CXX QUIET)
if(NOT MPI_CXX_FOUND)
  message(STATUS "No MPI: touchstone_cmc_mpi is left out")
elseif(NOT TOUCHSTONE_SANITIZE)  # sanitizers report what MPI itself does
  add_executable(touchstone_cmc_mpi ${CMAKE_SOURCE_DIR}/optimized/cmc/mpi/main.cpp)
  target_link_libraries(touchstone_cmc_mpi PRIVATE
                        touchstone_models_objects touchstone_reference_objects
                        touchstone_optimized_objects touchstone_options MPI::MPI_CXX)
  add_dependencies(tests touchstone_cmc_mpi)
  foreach(ranks 1 2 3 4 7)
    add_test(NAME cmc.mpi_${ranks}_ranks
             COMMAND ${MPIEXEC_EXECUTABLE} --oversubscribe ${MPIEXEC_NUMPROC_FLAG} ${ranks}
                     $<TARGET_FILE:touchstone_cmc_mpi> --stars 1000 --steps 10 --compare)
    # Containers run as root, on fewer cores than ranks.
    set_tests_properties(cmc.mpi_${ranks}_ranks PROPERTIES LABELS optimized TIMEOUT 120 ENVIRONMENT
      "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
  endforeach()
endif()
