// gpu/exec/emulator/host_context.hpp
// Purpose   The words of gpu/exec/context.hpp that the emulator and real threads share, from a few
//           that each has of its own. Lines of the kernel's source come with each barrier and
//           collective.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "gpu/exec/context.hpp"
#include "gpu/exec/emulator/lane.hpp"

// The line of the call, as default arguments.
#define TOUCHSTONE_SITE const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace touchstone::gpu {

/// `Self` has block(), thread(), launch(), wait(where, operation, site), meet_warp(slot, operation,
/// site), given(lane), vote(), set_vote(p), update(array, i, change), read_atomically(array, i) and
/// no_such_lane(lane).
template <class Self>
class HostContext {
 public:
  int block_count() const { return self().launch().blocks; }
  int block_size() const { return self().launch().threads; }
  int warp() const { return self().thread() / kWarpSize; }
  int warp_count() const { return warps_of(block_size()); }
  int lane() const { return self().thread() % kWarpSize; }
  int lanes() const { return lanes_of_warp(block_size(), warp()); }
  std::int64_t global_thread() const {
    return std::int64_t{self().block()} * block_size() + self().thread();
  }
  std::int64_t global_size() const { return std::int64_t{block_count()} * block_size(); }

  void sync(TOUCHSTONE_SITE) const { self().wait(Lane::State::at_block, "sync()", {file, line}); }
  bool sync_any(bool mine, TOUCHSTONE_SITE) const {
    self().set_vote(mine);
    self().wait(Lane::State::at_block, "sync_any()", {file, line});
    return self().vote();
  }
  void sync_grid(TOUCHSTONE_SITE) const {
    self().wait(Lane::State::at_grid, "sync_grid()", {file, line});
  }
  void sync_warp(TOUCHSTONE_SITE) const {
    self().wait(Lane::State::at_warp, "sync_warp()", {file, line});
  }

  template <class T>
  T shuffle(T value, int source, TOUCHSTONE_SITE) const {
    meet(value, "shuffle()", {file, line});
    if (source < 0 || source >= lanes()) self().no_such_lane(source);
    return given<T>(source);
  }
  template <class T>
  T shuffle_up(T value, int distance, TOUCHSTONE_SITE) const {
    meet(value, "shuffle_up()", {file, line});
    return given_or_own<T>(lane() - distance);
  }
  template <class T>
  T shuffle_down(T value, int distance, TOUCHSTONE_SITE) const {
    meet(value, "shuffle_down()", {file, line});
    return given_or_own<T>(lane() + distance);
  }
  template <class T>
  T shuffle_xor(T value, int mask, TOUCHSTONE_SITE) const {
    meet(value, "shuffle_xor()", {file, line});
    return given_or_own<T>(lane() ^ mask);
  }
  std::uint32_t ballot(bool mine, TOUCHSTONE_SITE) const {
    meet(mine, "ballot()", {file, line});
    return votes();
  }
  bool any(bool mine, TOUCHSTONE_SITE) const {
    meet(mine, "any()", {file, line});
    return votes() != 0;
  }
  bool all(bool mine, TOUCHSTONE_SITE) const {
    meet(!mine, "all()", {file, line});
    return votes() == 0;
  }

  template <class A, class Index>
  typename A::Value atomic_add(const A& array, Index i, typename A::Value v) const {
    return update(array, i, [v](auto old) { return static_cast<typename A::Value>(old + v); });
  }
  template <class A, class Index>
  typename A::Value atomic_min(const A& array, Index i, typename A::Value v) const {
    static_assert(std::is_integral_v<typename A::Value>);
    return update(array, i, [v](auto old) { return v < old ? v : old; });
  }
  template <class A, class Index>
  typename A::Value atomic_max(const A& array, Index i, typename A::Value v) const {
    static_assert(std::is_integral_v<typename A::Value>);
    return update(array, i, [v](auto old) { return old < v ? v : old; });
  }
  template <class A, class Index>
  typename A::Value atomic_exchange(const A& array, Index i, typename A::Value v) const {
    return update(array, i, [v](auto) { return v; });
  }
  template <class A, class Index>
  typename A::Value atomic_compare_exchange(const A& array, Index i, typename A::Value expected,
                                            typename A::Value desired) const {
    static_assert(std::is_integral_v<typename A::Value>);
    return update(array, i, [=](auto old) { return old == expected ? desired : old; });
  }
  template <class A, class Index>
  typename A::Value atomic_load(const A& array, Index i) const {
    require_atomic<A>();
    return self().read_atomically(array, static_cast<std::int64_t>(i));
  }
  template <class A, class Index>
  void atomic_store(const A& array, Index i, typename A::Value v) const {
    update(array, i, [v](auto) { return v; });
  }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }

  template <class T>
  void meet(const T& value, const char* operation, Site site) const {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= Lane::kSlotBytes);
    Lane::Slot slot{};
    std::memcpy(slot.data(), &value, sizeof(T));
    self().meet_warp(slot, operation, site);
  }
  template <class T>
  T given(int source) const {
    T value;
    std::memcpy(&value, self().given(source).data(), sizeof(T));
    return value;
  }
  template <class T>
  T given_or_own(int source) const {
    return given<T>(source < 0 || source >= lanes() ? lane() : source);
  }
  std::uint32_t votes() const {
    std::uint32_t result = 0;
    for (int l = 0; l < lanes(); ++l)
      if (given<bool>(l)) result |= std::uint32_t{1} << l;
    return result;
  }
  template <class A>
  static constexpr void require_atomic() {
    static_assert(sizeof(typename A::Value) == 4 || sizeof(typename A::Value) == 8,
                  "a device has atomics of 4 and 8 bytes");
  }
  template <class A, class Index, class Change>
  typename A::Value update(const A& array, Index i, Change change) const {
    require_atomic<A>();
    return self().update(array, static_cast<std::int64_t>(i), change);
  }
};

}  // namespace touchstone::gpu
#undef TOUCHSTONE_SITE
