// models/core/host_device.hpp
// Purpose   One macro: the function below is compiled for a CUDA device as well, where there is
//           one. Models that kernels use carry it.
#pragma once

#ifndef TOUCHSTONE_HD
#if defined(__CUDACC__) || defined(__CUDA__)
#define TOUCHSTONE_HD __host__ __device__
#else
#define TOUCHSTONE_HD
#endif
#endif
