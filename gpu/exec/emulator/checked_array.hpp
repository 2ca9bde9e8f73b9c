// gpu/exec/emulator/checked_array.hpp
// Purpose   An array inside an emulated kernel: each access is judged before it happens. The same
//           interface as PlainArray.
#pragma once
#include <cstdint>
#include <type_traits>

#include "gpu/exec/emulator/lane.hpp"

namespace touchstone::gpu {

template <class T>
class CheckedArray {
 public:
  using Value = std::remove_const_t<T>;

  /// Value of a[i]: it becomes a value where one is needed, and is assigned to. Not to be kept:
  /// `auto v = a[i]` would read later than it seems to, so its use does not compile.
  class Element {
   public:
    Element(const CheckedArray& array, std::int64_t index) : array_(&array), index_(index) {}
    operator Value() const&& { return array_->load(index_); }
    void operator=(const Value& value) const&& { array_->store(index_, value); }
    void operator=(const Element& other) const&& {
      array_->store(index_, other.array_->load(other.index_));
    }
    void operator+=(const Value& v) const&& {
      array_->store(index_, Value(array_->load(index_) + v));
    }
    void operator-=(const Value& v) const&& {
      array_->store(index_, Value(array_->load(index_) - v));
    }
    void operator*=(const Value& v) const&& {
      array_->store(index_, Value(array_->load(index_) * v));
    }

   private:
    const CheckedArray* array_;
    std::int64_t index_;
  };

  CheckedArray(Lane& lane, const ArrayView& view, T* data)
      : lane_(&lane), view_(view), data_(data) {}

  template <class Index>
  Element operator[](Index i) const {
    return {*this, static_cast<std::int64_t>(i)};
  }
  template <class Index>
  Value load(Index i) const {
    return *judged(static_cast<std::int64_t>(i), Access::read);
  }
  template <class Index>
  void store(Index i, const Value& value) const {
    static_assert(!std::is_const_v<T>, "this array is read-only");
    *judged(static_cast<std::int64_t>(i), Access::write) = value;
  }
  /// The element, for an atomic operation.
  T* judged(std::int64_t index, Access access) const {
    lane_->access(view_, index, access);
    return data_ + index;
  }

 private:
  Lane* lane_;
  ArrayView view_;
  T* data_;
};

}  // namespace touchstone::gpu
