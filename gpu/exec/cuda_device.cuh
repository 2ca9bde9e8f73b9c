// gpu/exec/cuda_device.cuh
// Purpose   A CUDA device: memory, copies, launches, graphs and times, with the interface of
//           EmulatedDevice (gpu/exec/emulator/emulated_device.hpp), so that a scheme's host code is
//           written once.
// Not here  Whether there is a device at all (gpu/exec/device_status.hpp): ask before making one.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gpu/exec/cuda_launch.cuh"
#include "gpu/exec/cuda_sort.hpp"
#include "gpu/exec/span.hpp"
#include "models/core/errors.hpp"

namespace touchstone::gpu {

/// An array in device memory, freed with its owner.
template <class T>
class CudaBuffer {
 public:
  explicit CudaBuffer(std::int64_t size) : size_(size) {
    void* data = nullptr;
    if (size > 0) check_cuda(cudaMalloc(&data, bytes()), "cudaMalloc");
    data_.reset(static_cast<T*>(data));
  }
  Span<T> span() { return {data_.get(), size_}; }
  Span<const T> span() const { return {data_.get(), size_}; }
  std::int64_t size() const { return size_; }
  std::size_t bytes() const { return static_cast<std::size_t>(size_) * sizeof(T); }

 private:
  struct Free {
    void operator()(T* data) const { cudaFree(data); }  // no exception from a destructor
  };
  std::int64_t size_;
  std::unique_ptr<T, Free> data_;
};

/// A stream, event, graph or executable graph of the runtime, destroyed with its owner.
template <class Handle, cudaError_t (*kDestroy)(Handle)>
class CudaHandle {
 public:
  CudaHandle() = default;
  CudaHandle(const CudaHandle&) = delete;
  CudaHandle& operator=(const CudaHandle&) = delete;
  ~CudaHandle() {
    if (handle_ != nullptr) kDestroy(handle_);
  }
  Handle* out() { return &handle_; }
  Handle get() const { return handle_; }

 private:
  Handle handle_ = nullptr;
};
using CudaStream = CudaHandle<cudaStream_t, cudaStreamDestroy>;
using CudaEvent = CudaHandle<cudaEvent_t, cudaEventDestroy>;
using CudaGraph = CudaHandle<cudaGraph_t, cudaGraphDestroy>;
using CudaGraphExec = CudaHandle<cudaGraphExec_t, cudaGraphExecDestroy>;

class CudaDevice {
 public:
  template <class T>
  using Buffer = CudaBuffer<T>;

  /// `careful`: waits after each launch, so that a fault on the device names its kernel (slow).
  explicit CudaDevice(int number = 0, bool careful = false) : number_(number), careful_(careful) {
    make_current();
    check_cuda(cudaStreamCreateWithFlags(stream_.out(), cudaStreamNonBlocking),
               "cudaStreamCreateWithFlags");
    check_cuda(cudaEventCreateWithFlags(launched_.out(), cudaEventDisableTiming),
               "cudaEventCreateWithFlags");
  }

  /// `size` elements, all bytes zero.
  template <class T>
  Buffer<T> allocate(std::int64_t size) {
    make_current();
    Buffer<T> buffer(size);
    if (size > 0)
      check_cuda(cudaMemsetAsync(buffer.span().data, 0, buffer.bytes(), stream_.get()),
                 "cudaMemsetAsync");
    return buffer;
  }
  template <class T>
  Buffer<T> upload(const std::vector<T>& values) {
    make_current();
    Buffer<T> buffer(static_cast<std::int64_t>(values.size()));
    write(buffer, values);
    return buffer;
  }
  template <class T>
  void write(Buffer<T>& buffer, const std::vector<T>& values) {
    require_same_size(buffer.size(), static_cast<std::int64_t>(values.size()));
    copy(buffer.span().data, values.data(), buffer.bytes(), cudaMemcpyHostToDevice);
  }
  template <class T>
  std::vector<T> read(const Buffer<T>& buffer) const {
    std::vector<T> values(static_cast<std::size_t>(buffer.size()));
    copy(values.data(), buffer.span().data, buffer.bytes(), cudaMemcpyDeviceToHost);
    return values;
  }

  /// Copies `here`, in this device's memory, to `there`, in that of `other`: after what both have
  /// launched, since `other` may still read or clear what is overwritten, and before what `other`
  /// launches next. The two may be the same device.
  template <class T>
  void send(Span<T> here, CudaDevice& other, Span<T> there) {
    require_same_size(there.size, here.size);
    if (here.size == 0) return;
    wait_for(other);
    make_current();
    // Addresses of all devices and of the host are different: the runtime knows where they are.
    check_cuda(
        cudaMemcpyAsync(there.data, here.data, static_cast<std::size_t>(here.size) * sizeof(T),
                        cudaMemcpyDefault, stream_.get()),
        "cudaMemcpyAsync");
    other.wait_for(*this);
  }

  template <class Kernel>
  void launch(const Kernel& kernel, Launch launch) {
    make_current();
    launch_on(stream_.get(), kernel, launch);
    last_kernel_ = Kernel::kName;
    last_launch_ = launch;
    if (careful_ && !capturing_) wait();
  }
  template <class Kernel>
  int resident_blocks(const Kernel& kernel, int threads) const {
    make_current();
    return gpu::resident_blocks(kernel, threads);
  }
  template <class Kernel>
  int occupancy_threads(const Kernel& kernel) const {
    make_current();
    return gpu::occupancy_threads(kernel);
  }

  /// Bytes of scratch memory of sort_pairs for so many pairs.
  std::int64_t sort_scratch(std::int64_t pairs) const {
    make_current();
    return sort_scratch_on_cuda(pairs);
  }
  /// Sorts pairs by ascending keys; those of equal keys keep their order. All arrays are different
  /// memory, of as many elements.
  void sort_pairs(Span<const std::uint64_t> keys, Span<std::uint64_t> sorted_keys,
                  Span<const std::uint32_t> values, Span<std::uint32_t> sorted_values,
                  Span<std::byte> scratch) {
    require_same_size(keys.size, values.size);
    require_same_size(sorted_keys.size, keys.size);
    require_same_size(sorted_values.size, keys.size);
    if (keys.size == 0) return;
    make_current();
    last_kernel_ = "sort_pairs";
    sort_pairs_on_cuda(stream_.get(), keys, sorted_keys, values, sorted_values, scratch);
    if (careful_ && !capturing_) wait();
  }

  /// Calls `launches` once, keeps what it launches as a graph, and runs that `times` times: one
  /// call per round instead of one per kernel. `launches` only launches; what changes from round to
  /// round, such as the number of the sweep, is in device memory.
  template <class Launches>
  void repeat(std::uint64_t times, Launches&& launches) {
    if (careful_) {
      for (; times > 0; --times) launches();
      return;
    }
    make_current();
    CudaGraphExec rounds;
    capture(rounds, launches);
    for (; times > 0; --times)
      check_cuda(cudaGraphLaunch(rounds.get(), stream_.get()), "cudaGraphLaunch",
                 last_kernel_.c_str(), last_launch_);
    wait();  // the graph is destroyed here
  }

  /// Waits until all that was launched has run. Throws CudaError for a fault on the device; it is
  /// of the launch named, or of one before it.
  void wait() const {
    check_cuda(cudaStreamSynchronize(stream_.get()), "cudaStreamSynchronize", last_kernel_.c_str(),
               last_launch_);
  }

  /// Seconds that the device spends on what `work` launches, by events.
  template <class Work>
  double seconds(Work&& work) {
    make_current();
    CudaEvent start, stop;
    check_cuda(cudaEventCreate(start.out()), "cudaEventCreate");
    check_cuda(cudaEventCreate(stop.out()), "cudaEventCreate");
    check_cuda(cudaEventRecord(start.get(), stream_.get()), "cudaEventRecord");
    work();
    check_cuda(cudaEventRecord(stop.get(), stream_.get()), "cudaEventRecord");
    wait();
    float milliseconds = 0;
    check_cuda(cudaEventElapsedTime(&milliseconds, start.get(), stop.get()),
               "cudaEventElapsedTime");
    return 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  /// Makes this device current for the calls that follow: a thread of the host may use several.
  void make_current() const { check_cuda(cudaSetDevice(number_), "cudaSetDevice"); }
  /// Makes the next launches of this device wait for what `other` has launched.
  void wait_for(CudaDevice& other) {
    if (&other == this) return;  // one stream, which is in order
    other.make_current();
    check_cuda(cudaEventRecord(other.launched_.get(), other.stream_.get()), "cudaEventRecord");
    make_current();
    check_cuda(cudaStreamWaitEvent(stream_.get(), other.launched_.get(), 0), "cudaStreamWaitEvent");
  }
  static void require_same_size(std::int64_t buffer, std::int64_t values) {
    if (buffer != values)
      throw input_error("copy to a device", "number of elements", std::to_string(buffer),
                        std::to_string(values));
  }
  void copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) const {
    if (bytes == 0) return;
    check_cuda(cudaMemcpyAsync(to, from, bytes, kind, stream_.get()), "cudaMemcpyAsync");
    wait();
  }

  template <class Launches>
  void capture(CudaGraphExec& rounds, Launches& launches) {
    CudaGraph graph;
    check_cuda(cudaStreamBeginCapture(stream_.get(), cudaStreamCaptureModeThreadLocal),
               "cudaStreamBeginCapture");
    capturing_ = true;
    try {
      launches();
    } catch (...) {
      capturing_ = false;
      cudaStreamEndCapture(stream_.get(), graph.out());  // the first error is the one to report
      throw;
    }
    capturing_ = false;
    check_cuda(cudaStreamEndCapture(stream_.get(), graph.out()), "cudaStreamEndCapture",
               last_kernel_.c_str(), last_launch_);
    check_cuda(cudaGraphInstantiate(rounds.out(), graph.get(), 0), "cudaGraphInstantiate",
               last_kernel_.c_str(), last_launch_);
  }

  int number_;
  bool careful_;
  bool capturing_ = false;
  std::string last_kernel_;
  Launch last_launch_;
  CudaStream stream_;
  CudaEvent launched_;
};

}  // namespace touchstone::gpu
