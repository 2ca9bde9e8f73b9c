// gpu/exec/plain_array.hpp
// Purpose   An array inside a kernel where nothing is checked: on a device, and on real threads
//           (where ThreadSanitizer sees every access). The same interface as those of the emulator
//           (gpu/exec/emulator/checked_array.hpp, bounded_array.hpp).
#pragma once
#include <type_traits>

#include "models/core/host_device.hpp"

namespace touchstone::gpu {

template <class T>
class PlainArray {
 public:
  using Value = std::remove_const_t<T>;

  TOUCHSTONE_HD explicit PlainArray(T* data) : data_(data) {}

  template <class Index>
  TOUCHSTONE_HD T& operator[](Index i) const {
    return data_[i];
  }
  template <class Index>
  TOUCHSTONE_HD Value load(Index i) const {
    return data_[i];
  }
  template <class Index>
  TOUCHSTONE_HD void store(Index i, Value value) const {
    data_[i] = value;
  }
  TOUCHSTONE_HD T* data() const { return data_; }

 private:
  T* data_;
};

}  // namespace touchstone::gpu
