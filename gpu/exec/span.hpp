// gpu/exec/span.hpp
// Purpose   Array in device memory as a kernel holds it: its address and the number of elements it
//           has. A kernel body never uses it directly; ctx.global(span, "name") makes it an array
//           (gpu/exec/context.hpp), which is checked on the emulator and a pointer on a device.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "models/core/host_device.hpp"

namespace touchstone::gpu {

/// `size` elements from `data`, not owned. Span<const T> is read-only.
template <class T>
struct Span {
  T* data = nullptr;
  std::int64_t size = 0;

  /// Converts to Span<const T>.
  template <class U>
  requires(std::is_same_v<U, const T> && !std::is_const_v<T>) TOUCHSTONE_HD operator Span<U>()
      const {
    return {data, size};
  }
  /// `count` elements from `first` on. Not checked: what leaves the whole array is found at access,
  /// on the emulator's arrays.
  TOUCHSTONE_HD Span part(std::int64_t first, std::int64_t count) const {
    return {data + first, count};
  }
};

template <class T>
Span<T> span_of(std::vector<T>& values) {
  return {values.data(), static_cast<std::int64_t>(values.size())};
}
template <class T>
Span<const T> span_of(const std::vector<T>& values) {
  return {values.data(), static_cast<std::int64_t>(values.size())};
}

/// The same memory as elements of another type (vector loads). The address must be a multiple of
/// alignof(U): the emulator reports when it is not, a device stops with "misaligned address".
template <class U, class T>
TOUCHSTONE_HD Span<U> span_cast(Span<T> span) {
  static_assert(std::is_const_v<U> || !std::is_const_v<T>, "a cast must not drop const");
  return {reinterpret_cast<U*>(span.data),
          span.size * static_cast<std::int64_t>(sizeof(T)) / static_cast<std::int64_t>(sizeof(U))};
}

}  // namespace touchstone::gpu
