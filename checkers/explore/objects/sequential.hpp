// checkers/explore/objects/sequential.hpp
// Purpose   Objects as one thread knows them: what concurrent ones are compared with. An answer of
//           0 says that there is nothing to take, or no room; items are other numbers.
// Not here  The comparison (linearization.hpp).
#pragma once
#include <compare>
#include <cstdint>
#include <limits>
#include <vector>

#include "checkers/explore/objects/linearization.hpp"

namespace touchstone::explore {

/// Stack: push(x) = 1, and pop() = the item that was pushed last.
struct SequentialStack {
  std::vector<std::int32_t> items;
  auto operator<=>(const SequentialStack&) const = default;

  bool answers(const Call& call) {
    if (call.what == "push") {
      items.push_back(call.argument);
      return call.answer == 1;
    }
    if (items.empty()) return call.answer == 0;
    const std::int32_t last = items.back();
    items.pop_back();
    return call.answer == last;
  }
};

/// Queue with room for so many items: put(x) = 1, or 0 when full; take() = the oldest item.
struct SequentialQueue {
  std::vector<std::int32_t> items;
  std::size_t room = std::numeric_limits<std::size_t>::max();
  auto operator<=>(const SequentialQueue&) const = default;

  bool answers(const Call& call) {
    if (call.what == "put") {
      if (items.size() == room) return call.answer == 0;
      items.push_back(call.argument);
      return call.answer == 1;
    }
    if (items.empty()) return call.answer == 0;
    const std::int32_t first = items.front();
    items.erase(items.begin());
    return call.answer == first;
  }
};

}  // namespace touchstone::explore
