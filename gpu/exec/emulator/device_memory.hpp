// gpu/exec/emulator/device_memory.hpp
// Purpose   List of the memory that an emulated device has allocated and not freed: an address
//           elsewhere, in memory of the host, of another device or given back, would be a crash or
//           foreign numbers on a device, and here an array like any other.
// Not here  Whether an index is inside its span (checked_array.hpp).
#pragma once
#include <cstddef>
#include <map>
#include <memory>
#include <utility>

namespace touchstone::gpu {

class DeviceMemory {
 public:
  /// An allocation, given back with its owner.
  class Lease {
   public:
    Lease(std::shared_ptr<DeviceMemory> memory, const void* data, std::size_t bytes)
        : memory_(std::move(memory)), data_(static_cast<const std::byte*>(data)) {
      if (bytes > 0) memory_->allocated_[data_] = bytes;
    }
    Lease(Lease&& other) noexcept = default;
    Lease& operator=(Lease&& other) noexcept {
      std::swap(memory_, other.memory_);
      std::swap(data_, other.data_);
      return *this;
    }
    ~Lease() {
      if (memory_) memory_->allocated_.erase(data_);
    }

   private:
    std::shared_ptr<DeviceMemory> memory_;
    const std::byte* data_;
  };

  /// Whether these bytes lie within one allocation. No bytes lie anywhere.
  bool holds(const void* data, std::size_t bytes) const {
    if (bytes == 0) return true;
    const auto first = static_cast<const std::byte*>(data);
    auto after = allocated_.upper_bound(first);
    if (after == allocated_.begin()) return false;
    const auto& [start, size] = *--after;
    const auto offset = static_cast<std::size_t>(first - start);
    return offset < size && bytes <= size - offset;
  }

 private:
  std::map<const std::byte*, std::size_t> allocated_;
};

}  // namespace touchstone::gpu
