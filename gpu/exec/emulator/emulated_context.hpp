// gpu/exec/emulator/emulated_context.hpp
// Purpose   The context of gpu/exec/context.hpp on the grid emulator, with arrays whose accesses
//           are judged, or their indices alone.
#pragma once
#include <cstdint>
#include <string>
#include <type_traits>

#include "gpu/exec/emulator/bounded_array.hpp"
#include "gpu/exec/emulator/checked_array.hpp"
#include "gpu/exec/emulator/host_context.hpp"
#include "gpu/exec/emulator/lane.hpp"

namespace touchstone::gpu {

template <bool kChecked>
class EmulatedContext : public HostContext<EmulatedContext<kChecked>> {
 public:
  template <class T>
  using Array = std::conditional_t<kChecked, CheckedArray<T>, BoundedArray<T>>;

  explicit EmulatedContext(Lane& lane) : lane_(&lane) {}

  int block() const { return lane_->block().index(); }
  int thread() const { return lane_->thread(); }

  template <class T>
  Array<T> global(Span<T> span, const char* name) const {
    if constexpr (kChecked) {
      const ArrayView view{name, span.data, sizeof(T), span.size, nullptr};
      lane_->require_allocated(view);
      lane_->require_aligned(view, alignof(T));
      return {*lane_, view, span.data};
    } else {
      return {*lane_, name, span.data, span.size};
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
      return {*lane_, name, data, count};
  }

 private:
  friend class HostContext<EmulatedContext>;
  Launch launch() const { return lane_->block().grid().launch(); }
  void wait(Lane::State at, const char* operation, Site site) const {
    lane_->wait(at, operation, site);
  }
  void meet_warp(const Lane::Slot& mine, const char* operation, Site site) const {
    lane_->meet_warp(mine, operation, site);
  }
  const Lane::Slot& given(int lane) const { return lane_->given(lane); }
  void set_vote(bool mine) const { lane_->block().set_vote(*lane_, mine); }
  bool vote() const { return lane_->block().vote(); }
  [[noreturn]] void no_such_lane(int lane) const {
    lane_->fail(FaultKind::no_such_lane, "expected 0 <= lane < " + std::to_string(this->lanes()) +
                                             ", found " + std::to_string(lane));
  }

  template <class T>
  T* element(const BoundedArray<T>& array, std::int64_t i, Access) const {
    T* const place = &array[i];
    lane_->count_repeated(place, array.name(), i);
    return place;
  }
  template <class T>
  static T* element(const CheckedArray<T>& array, std::int64_t i, Access access) {
    return array.judged(i, access);
  }
  /// One thread of the processor runs all lanes, so nobody comes between.
  template <class A, class Change>
  typename A::Value update(const A& array, std::int64_t i, Change change) const {
    auto* const place = element(array, i, Access::atomic);
    const auto old = *place;
    *place = change(old);
    return old;
  }
  template <class A>
  typename A::Value read_atomically(const A& array, std::int64_t i) const {
    return *element(array, i, Access::atomic_read);
  }

  Lane* lane_;
};

}  // namespace touchstone::gpu
