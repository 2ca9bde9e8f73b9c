// gpu/exec/emulator/emulated_context.hpp
// Purpose   The context of gpu/exec/context.hpp on the grid emulator. Lines of the kernel's source
//           come with each barrier and collective, for messages.
#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "gpu/exec/emulator/checked_array.hpp"
#include "gpu/exec/emulator/lane.hpp"
#include "gpu/exec/plain_array.hpp"

// The line of the call, as a default argument.
#define TOUCHSTONE_SITE const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace touchstone::gpu {

template <bool kChecked>
class EmulatedContext {
 public:
  template <class T>
  using Array = std::conditional_t<kChecked, CheckedArray<T>, PlainArray<T>>;

  explicit EmulatedContext(Lane& lane) : lane_(&lane) {}

  int block() const { return lane_->block().index(); }
  int block_count() const { return lane_->block().grid().launch().blocks; }
  int thread() const { return lane_->thread(); }
  int block_size() const { return lane_->block().grid().launch().threads; }
  int warp() const { return thread() / kWarpSize; }
  int warp_count() const { return warps_of(block_size()); }
  int lane() const { return thread() % kWarpSize; }
  int lanes() const { return lanes_of_warp(block_size(), warp()); }
  std::int64_t global_thread() const { return std::int64_t{block()} * block_size() + thread(); }
  std::int64_t global_size() const { return std::int64_t{block_count()} * block_size(); }

  template <class T>
  Array<T> global(Span<T> span, const char* name) const {
    if constexpr (kChecked) {
      const ArrayView view{name, span.data, sizeof(T), span.size, nullptr};
      lane_->require_aligned(view, alignof(T));
      return {*lane_, view, span.data};
    } else {
      return Array<T>(span.data);
    }
  }
  template <class T>
  Array<T> shared(std::int64_t count, const char* name) const {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    SharedArray& array = lane_->shared(count, sizeof(T), alignof(T), name);
    T* data = reinterpret_cast<T*>(array.data);
    if constexpr (kChecked)
      return {*lane_, ArrayView{name, data, sizeof(T), count, &array}, data};
    else
      return Array<T>(data);
  }

  void sync(TOUCHSTONE_SITE) const { lane_->wait(Lane::State::at_block, "sync()", {file, line}); }
  bool sync_any(bool mine, TOUCHSTONE_SITE) const {
    lane_->block().set_vote(*lane_, mine);
    lane_->wait(Lane::State::at_block, "sync_any()", {file, line});
    return lane_->block().vote();
  }
  void sync_grid(TOUCHSTONE_SITE) const {
    lane_->wait(Lane::State::at_grid, "sync_grid()", {file, line});
  }
  void sync_warp(TOUCHSTONE_SITE) const {
    lane_->wait(Lane::State::at_warp, "sync_warp()", {file, line});
  }

  template <class T>
  T shuffle(T value, int source, TOUCHSTONE_SITE) const {
    meet(value, "shuffle()", {file, line});
    if (source < 0 || source >= lanes())
      lane_->fail(FaultKind::no_such_lane, "expected 0 <= lane < " + std::to_string(lanes()) +
                                               ", found " + std::to_string(source));
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
    return *element(array, i);
  }
  template <class A, class Index>
  void atomic_store(const A& array, Index i, typename A::Value v) const {
    *element(array, i) = v;
  }

 private:
  template <class T>
  void meet(const T& value, const char* operation, Site site) const {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= Lane::kSlotBytes);
    Lane::Slot slot{};
    std::memcpy(slot.data(), &value, sizeof(T));
    lane_->meet_warp(slot, operation, site);
  }
  template <class T>
  T given(int source) const {
    T value;
    std::memcpy(&value, lane_->given(source).data(), sizeof(T));
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
  template <class T>
  static T* element(const PlainArray<T>& array, std::int64_t i) {
    return array.data() + i;
  }
  template <class T>
  static T* element(const CheckedArray<T>& array, std::int64_t i) {
    return array.judged(i, Access::atomic);
  }
  template <class A, class Index, class Change>
  typename A::Value update(const A& array, Index i, Change change) const {
    using Value = typename A::Value;
    static_assert(sizeof(Value) == 4 || sizeof(Value) == 8, "no such atomic on a device");
    Value* const place = element(array, static_cast<std::int64_t>(i));
    const Value old = *place;
    *place = change(old);
    return old;
  }

  Lane* lane_;
};

}  // namespace touchstone::gpu
#undef TOUCHSTONE_SITE
