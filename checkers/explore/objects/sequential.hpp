// checkers/explore/objects/sequential.hpp
// Purpose   Objects as one thread knows them: what concurrent ones are compared with. An answer of
//           0 says that there is nothing to take, or no room; items are other numbers.
// Not here  The comparison (linearization.hpp).
#pragma once
#include <compare>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <utility>
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

/// Mailboxes of ranks. "send to b"(x) = 1 adds x to the queue from its thread to b; "receive from a"
/// = the oldest item of the queue from a to its thread. Who receives waits for one: while there is
/// none, no answer is right.
struct SequentialMailboxes {
  std::map<std::pair<char, char>, std::vector<std::int32_t>> queues;  ///< by sender and receiver
  auto operator<=>(const SequentialMailboxes&) const = default;

  /// Thread at the other end: the last letter.
  static char other(std::string_view what) { return what.back(); }

  bool answers(const Call& call) {
    if (call.what.starts_with("send")) {
      queues[{call.thread, other(call.what)}].push_back(call.argument);
      return call.answer == 1;
    }
    auto& items = queues[{other(call.what), call.thread}];
    if (items.empty() || items.front() != call.answer) return false;
    items.erase(items.begin());
    return true;
  }
};

}  // namespace touchstone::explore
