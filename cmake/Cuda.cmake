# The CUDA build, only with -DTOUCHSTONE_CUDA=ON: every *.cu below gpu/ joins one object library.
add_library(touchstone_cuda_objects INTERFACE)
if(TOUCHSTONE_CUDA)
  include(CheckLanguage)
  check_language(CUDA)
  if(NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR "TOUCHSTONE_CUDA=ON needs nvcc, and none was found (set CUDACXX, or PATH)")
  endif()
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 75)  # the oldest supported; newer devices compile its PTX
  endif()
  enable_language(CUDA)
  file(GLOB_RECURSE cuda_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/gpu/*.cu)
  if(cuda_sources)
    add_library(touchstone_cuda_kernels OBJECT ${cuda_sources})
    target_link_libraries(touchstone_cuda_kernels PRIVATE touchstone_options)
    # The same bits as on the processor.
    target_compile_options(touchstone_cuda_kernels PRIVATE
                           $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false>)
    target_link_libraries(touchstone_cuda_objects INTERFACE touchstone_cuda_kernels)
  else()
    message(STATUS "TOUCHSTONE_CUDA=ON, but gpu/ has no *.cu file: nothing to compile for a device")
  endif()
endif()
