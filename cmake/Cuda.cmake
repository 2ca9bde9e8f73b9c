# The CUDA build, only with -DTOUCHSTONE_CUDA=ON: every *.cu below gpu/ joins one object library.
# touchstone_cuda_objects is what a program links to have them; empty without CUDA.
add_library(touchstone_cuda_objects INTERFACE)
if(TOUCHSTONE_CUDA)
  include(CheckLanguage)
  if(NOT DEFINED CMAKE_CUDA_HOST_COMPILER)
    set(CMAKE_CUDA_HOST_COMPILER ${CMAKE_CXX_COMPILER})
  endif()
  check_language(CUDA)
  if(NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR "TOUCHSTONE_CUDA=ON needs nvcc, and none was found (set CUDACXX, or PATH)")
  endif()
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    # The oldest supported, and those of A100, H100 and B200; others compile the PTX of an older one.
    set(CMAKE_CUDA_ARCHITECTURES 75 80 90 100)
  endif()
  enable_language(CUDA)
  if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake 3.25 does not know that nvcc 13 has C++20
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
  endif()
  set(CMAKE_CUDA_STANDARD 20)
  set(CMAKE_CUDA_STANDARD_REQUIRED ON)
  set(CMAKE_CUDA_FLAGS_RELEASE "-O3")  # no -DNDEBUG, as in cmake/Options.cmake
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
  find_package(CUDAToolkit REQUIRED)
  file(GLOB_RECURSE cuda_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/gpu/*.cu)
  add_library(touchstone_cuda_kernels OBJECT ${cuda_sources})
  target_link_libraries(touchstone_cuda_kernels PUBLIC touchstone_options CUDA::cudart_static)
  # --fmad=false: the same bits as on the processor. Relaxed: constexpr functions, as those of
  # models/core/random/philox.hpp, are device functions too.
  target_compile_options(touchstone_cuda_kernels PRIVATE
      "$<$<COMPILE_LANGUAGE:CUDA>:--fmad=false;--expt-relaxed-constexpr;-Werror=all-warnings>"
      "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-ffp-contract=off>")
  # The objects by name: an object library hands its objects to who links it directly, and no further.
  target_link_libraries(touchstone_cuda_objects INTERFACE touchstone_cuda_kernels
                        $<TARGET_OBJECTS:touchstone_cuda_kernels>)
  target_compile_definitions(touchstone_cuda_objects INTERFACE TOUCHSTONE_CUDA=1)
endif()
