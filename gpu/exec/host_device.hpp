// gpu/exec/host_device.hpp
// Purpose   One macro: the function below is compiled for the device as well, where there is one.
#pragma once

#if defined(__CUDACC__) || defined(__CUDA__)
#define TOUCHSTONE_HD __host__ __device__
#else
#define TOUCHSTONE_HD
#endif
