// tools/cuda_shim/cuda_runtime.h
// Purpose   Just enough declarations of the CUDA toolkit for clang to judge whether *.cu files are legal
//           CUDA, host and device side, on a machine without the toolkit (tools/check_cuda.py). Nothing
//           is defined: it is read with -fsyntax-only, before every other header.
// Source    The CUDA runtime's documentation; the device's mathematical functions are clang's own.
// Extend    A call that gpu/ makes and clang does not know is declared here.
#pragma once

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(n) __attribute__((aligned(n)))

#include <__clang_cuda_builtin_vars.h>
#include <__clang_cuda_math_forward_declares.h>
#include <stddef.h>
#include <stdlib.h>

struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1)
      : x(a), y(b), z(c) {}
};

// Device.
__device__ void* malloc(size_t bytes);
__device__ void free(void* data);
__device__ void* memcpy(void* to, const void* from, size_t bytes);
__device__ void* memset(void* to, int value, size_t bytes);
__device__ void __syncthreads();
__device__ int __syncthreads_or(int predicate);
__device__ void __syncwarp(unsigned mask = 0xFFFFFFFF);
__device__ void __threadfence();
__device__ float __fdividef(float a, float b);
__device__ unsigned __ballot_sync(unsigned mask, int predicate);
__device__ int __ffs(int word);
__device__ int __any_sync(unsigned mask, int predicate);
__device__ int __all_sync(unsigned mask, int predicate);
__device__ unsigned __shfl_sync(unsigned mask, unsigned value, int lane, int width = 32);
__device__ int atomicAdd(int* p, int v);
__device__ unsigned atomicAdd(unsigned* p, unsigned v);
__device__ unsigned long long atomicAdd(unsigned long long* p, unsigned long long v);
__device__ float atomicAdd(float* p, float v);
__device__ double atomicAdd(double* p, double v);
__device__ int atomicMin(int* p, int v);
__device__ unsigned atomicMin(unsigned* p, unsigned v);
__device__ long long atomicMin(long long* p, long long v);
__device__ unsigned long long atomicMin(unsigned long long* p, unsigned long long v);
__device__ int atomicMax(int* p, int v);
__device__ unsigned atomicMax(unsigned* p, unsigned v);
__device__ long long atomicMax(long long* p, long long v);
__device__ unsigned long long atomicMax(unsigned long long* p, unsigned long long v);
__device__ unsigned atomicExch(unsigned* p, unsigned v);
__device__ unsigned long long atomicExch(unsigned long long* p, unsigned long long v);
__device__ unsigned atomicCAS(unsigned* p, unsigned expected, unsigned desired);
__device__ unsigned long long atomicCAS(unsigned long long* p, unsigned long long expected,
                                        unsigned long long desired);

// Runtime.
enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInsufficientDriver = 35,
  cudaErrorLaunchOutOfResources = 701,
  cudaErrorCooperativeLaunchTooLarge = 720
};
enum cudaMemcpyKind {
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };
enum cudaDeviceAttr {
  cudaDevAttrClockRate = 13,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrMemoryClockRate = 36,
  cudaDevAttrGlobalMemoryBusWidth = 37,
  cudaDevAttrL2CacheSize = 38,
  cudaDevAttrComputeCapabilityMajor = 75
};
enum cudaStreamCaptureMode { cudaStreamCaptureModeThreadLocal = 1 };
inline constexpr unsigned cudaStreamNonBlocking = 1;
inline constexpr unsigned cudaEventDisableTiming = 2;
typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;
typedef struct CUgraph_st* cudaGraph_t;
typedef struct CUgraphExec_st* cudaGraphExec_t;
struct cudaDeviceProp {
  char name[256];
  int major, minor, multiProcessorCount;
};

struct cudaFuncAttributes {
  int numRegs;
};

const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);
cudaError_t cudaGetLastError();
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetPCIBusId(char* address, int length, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
cudaError_t cudaMalloc(void** data, size_t bytes);
cudaError_t cudaFree(void* data);
cudaError_t cudaMemsetAsync(void* data, int value, size_t bytes, cudaStream_t stream);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                 unsigned long long flags);
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop);
template <class T>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* kernel);
cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value);
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream);
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block,
                                        void** arguments, size_t shared_bytes,
                                        cudaStream_t stream);
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T kernel, int threads,
                                                          size_t shared_bytes);
template <class T, class SharedBytes>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* blocks, int* threads, T kernel,
                                                           SharedBytes shared_bytes,
                                                           int most_threads = 0);
