// gpu/exec/emulator/emulated_device.hpp
// Purpose   A device made of the grid emulator: memory, copies and launches with the interface of
//           CudaDevice (gpu/exec/cuda_device.cuh), so that a scheme's host code is written once, as
//           a template over its device.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "gpu/exec/emulator/device_memory.hpp"
#include "gpu/exec/emulator/emulate.hpp"
#include "gpu/exec/emulator/rounds.hpp"
#include "gpu/exec/span.hpp"
#include "models/core/errors.hpp"

namespace touchstone::gpu {

/// An array in "device" memory.
template <class T>
class EmulatedBuffer {
 public:
  EmulatedBuffer(std::int64_t size, const std::shared_ptr<DeviceMemory>& memory)
      : values_(static_cast<std::size_t>(size)),
        lease_(memory, values_.data(), values_.size() * sizeof(T)) {}
  Span<T> span() { return span_of(values_); }
  Span<const T> span() const { return span_of(values_); }
  std::int64_t size() const { return static_cast<std::int64_t>(values_.size()); }

 private:
  std::vector<T> values_;
  DeviceMemory::Lease lease_;
};

class EmulatedDevice {
 public:
  template <class T>
  using Buffer = EmulatedBuffer<T>;

  explicit EmulatedDevice(const Emulation& emulation = {}) : emulation_(emulation) {
    emulation_.memory = memory_.get();
  }

  /// `size` elements, all bytes zero.
  template <class T>
  Buffer<T> allocate(std::int64_t size) {
    refuse_in_repeat("allocate");
    if (size < 0)
      throw input_error("memory of a device", "number of elements", "0 or more",
                        std::to_string(size));
    return Buffer<T>(size, memory_);
  }
  template <class T>
  Buffer<T> upload(const std::vector<T>& values) {
    Buffer<T> buffer(static_cast<std::int64_t>(values.size()), memory_);
    write(buffer, values);
    return buffer;
  }
  template <class T>
  void write(Buffer<T>& buffer, const std::vector<T>& values) {
    refuse_in_repeat("write");
    require_same_size(buffer.size(), static_cast<std::int64_t>(values.size()));
    std::copy(values.begin(), values.end(), buffer.span().data);
  }
  template <class T>
  std::vector<T> read(const Buffer<T>& buffer) const {
    refuse_in_repeat("read");
    const Span<const T> span = buffer.span();
    return {span.data, span.data + span.size};
  }

  /// Copies `here`, in this device's memory, to `there`, in that of `other`: after what both have
  /// launched, and before what `other` launches next. The two may be the same device.
  template <class T>
  void send(Span<T> here, EmulatedDevice& other, Span<T> there) const {
    refuse_in_repeat("send");
    other.refuse_in_repeat("receive");
    require_same_size(there.size, here.size);
    std::copy_n(here.data, here.size, there.data);
  }

  /// Runs the kernel; its results are there for the next launch, and for read().
  template <class Kernel>
  void launch(const Kernel& kernel, Launch launch) {
    if constexpr (KernelTraits<Kernel>::synchronises_grid())
      if (const int most = resident_blocks(kernel, launch.threads); launch.blocks > most)
        throw input_error(Kernel::kName,
                          "blocks of a cooperative launch, all at once on the device",
                          "at most " + std::to_string(most), std::to_string(launch.blocks));
    if (rounds_ != nullptr) rounds_->add(Kernel::kName, launch, kernel);
    emulate(kernel, launch, emulation_);
  }
  /// Bytes of scratch memory of sort_pairs for so many pairs.
  std::int64_t sort_scratch(std::int64_t) const { return 1; }
  /// Sorts pairs by ascending keys; those of equal keys keep their order. All arrays are different
  /// memory, of as many elements.
  void sort_pairs(Span<const std::uint64_t> keys, Span<std::uint64_t> sorted_keys,
                  Span<const std::uint32_t> values, Span<std::uint32_t> sorted_values,
                  Span<std::byte> scratch) {
    require_same_size(keys.size, values.size);
    require_same_size(sorted_keys.size, keys.size);
    require_same_size(sorted_values.size, keys.size);
    if (rounds_ != nullptr)
      rounds_->add("sort_pairs", {},
                   SortedPairs{keys, sorted_keys, values, sorted_values, scratch});
    std::vector<std::int64_t> order(static_cast<std::size_t>(keys.size));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int64_t a, std::int64_t b) { return keys.data[a] < keys.data[b]; });
    for (std::int64_t i = 0; i < keys.size; ++i) {
      const std::int64_t from = order[static_cast<std::size_t>(i)];
      sorted_keys.data[i] = keys.data[from];
      sorted_values.data[i] = values.data[from];
    }
  }
  /// Calls `launches` `times` times. It launches the same kernels with the same arguments each
  /// time: what changes, such as the number of the sweep, is in device memory. Throws InputError
  /// where it does not.
  template <class Launches>
  void repeat(std::uint64_t times, Launches&& launches) {
    refuse_in_repeat("repeat");
    const Repeating now(rounds_);
    for (; times > 0; --times) {
      launches();
      rounds_->end_round();
    }
  }
  /// Number of blocks that fit at once, and of threads that keep the device busy: here, a handful.
  template <class Kernel>
  int resident_blocks(const Kernel&, int) const {
    return 8;
  }
  template <class Kernel>
  int occupancy_threads(const Kernel&) const {
    return std::min(2 * kWarpSize, KernelTraits<Kernel>::max_threads());
  }
  void wait() const {}
  /// Seconds that `work` takes on this processor.
  template <class Work>
  double seconds(Work&& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  const Emulation& emulation() const { return emulation_; }

 private:
  /// Guard that lasts until the end of a scope, also by an exception: faults may be looked into.
  struct Repeating {
    explicit Repeating(Rounds*& where) : place(where) { place = &rounds; }
    ~Repeating() { place = nullptr; }
    Repeating(const Repeating&) = delete;
    Repeating& operator=(const Repeating&) = delete;
    Rounds rounds;
    Rounds*& place;
  };
  /// Arguments of sort_pairs.
  struct SortedPairs {
    Span<const std::uint64_t> keys;
    Span<std::uint64_t> sorted_keys;
    Span<const std::uint32_t> values;
    Span<std::uint32_t> sorted_values;
    Span<std::byte> scratch;
  };
  /// A graph of launches holds launches only.
  void refuse_in_repeat(const char* what) const {
    if (rounds_ != nullptr)
      throw input_error("repeat() on a device", "what it may call", "launch()", what);
  }
  static void require_same_size(std::int64_t buffer, std::int64_t values) {
    if (buffer != values)
      throw input_error("copy to a device", "number of elements", std::to_string(buffer),
                        std::to_string(values));
  }

  std::shared_ptr<DeviceMemory> memory_ = std::make_shared<DeviceMemory>();
  Emulation emulation_;
  Rounds* rounds_ = nullptr;  // inside repeat()
};

}  // namespace touchstone::gpu
