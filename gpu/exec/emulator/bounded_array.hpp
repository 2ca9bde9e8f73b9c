// gpu/exec/emulator/bounded_array.hpp
// Purpose   An array inside an emulated kernel without checks: each index is judged, which costs
//           little, and nothing else. The same interface as PlainArray.
#pragma once
#include <cstdint>
#include <type_traits>

#include "gpu/exec/emulator/lane.hpp"

namespace touchstone::gpu {

template <class T>
class BoundedArray {
 public:
  using Value = std::remove_const_t<T>;

  BoundedArray(const Lane& lane, const char* name, T* data, std::int64_t count)
      : lane_(&lane), name_(name), data_(data), count_(count) {}

  template <class Index>
  T& operator[](Index i) const {
    const auto index = static_cast<std::int64_t>(i);
    lane_->require_index(name_, count_, index);
    return data_[index];
  }
  template <class Index>
  Value load(Index i) const {
    return (*this)[i];
  }
  template <class Index>
  void store(Index i, const Value& value) const {
    (*this)[i] = value;
  }
  const char* name() const { return name_; }

 private:
  const Lane* lane_;
  const char* name_;
  T* data_;
  std::int64_t count_;
};

}  // namespace touchstone::gpu
