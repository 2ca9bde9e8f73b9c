// checkers/explore/objects/linearization.hpp
// Purpose   Linearizability of a history: is there one order of its calls, each somewhere between
//           its begin and its end, in which a sequential object gives the same answers?
// Source    M. P. Herlihy, J. M. Wing, ACM Trans. Program. Lang. Syst. 12, 463 (1990), section 2;
//           the search is that of J. M. Wing, C. Gong, J. Parallel Distrib. Comput. 17, 164 (1993),
//           with the memory of G. Lowe, Concurrency Computat. Pract. Exper. 29, e3928 (2017).
// Cost      At most one visit for each set of calls and state of the object: exponential in the
//           number of calls that overlap, not in the number of all.
// Not here  Calls that never end: a history is judged when all its threads have finished.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace touchstone::explore {

/// A call of an object: what was asked and answered, between two ticks of a clock of all threads.
struct Call {
  char thread = 'a';
  std::string what = {};      ///< "push"
  std::int32_t argument = 0;  ///< 0: none
  std::int32_t answer = 0;
  std::int32_t begun = 0;
  std::int32_t ended = 0;
};

/// `object.answers(call)` performs the call on a sequential object, and says whether it answers so.
template <class Object>
concept SequentialObject = std::totally_ordered<Object> && requires(Object& o, const Call& call) {
  { o.answers(call) } -> std::same_as<bool>;
};

template <SequentialObject Object>
class LinearizationSearch {
 public:
  /// At most 64 calls, each of which ends after it has begun; std::invalid_argument otherwise.
  explicit LinearizationSearch(std::span<const Call> calls) : calls_(calls) {
    if (calls.size() > 64) throw std::invalid_argument("a history has at most 64 calls");
    for (const Call& call : calls)
      if (call.ended <= call.begun) throw std::invalid_argument("a call ends before it has begun");
  }

  /// Numbers of the calls in an order that the object explains, or nothing.
  std::optional<std::vector<std::size_t>> from(const Object& initial) {
    order_.clear();
    seen_.clear();
    if (!extend(0, initial)) return std::nullopt;
    return order_;
  }

 private:
  bool extend(std::uint64_t done, const Object& object) {
    if (order_.size() == calls_.size()) return true;
    if (!seen_.emplace(done, object).second) return false;
    const std::int32_t first_end = earliest_end(done);
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      const std::uint64_t bit = std::uint64_t{1} << i;
      if ((done & bit) != 0 || calls_[i].begun > first_end) continue;
      Object next = object;
      if (!next.answers(calls_[i])) continue;
      order_.push_back(i);
      if (extend(done | bit, next)) return true;
      order_.pop_back();
    }
    return false;
  }

  /// No call that begins after this tick may come before the call that ends there.
  std::int32_t earliest_end(std::uint64_t done) const {
    std::int32_t earliest = INT32_MAX;
    for (std::size_t i = 0; i < calls_.size(); ++i)
      if ((done >> i & 1) == 0) earliest = std::min(earliest, calls_[i].ended);
    return earliest;
  }

  std::span<const Call> calls_;
  std::vector<std::size_t> order_;
  std::set<std::pair<std::uint64_t, Object>> seen_;
};

/// "a: push(3) -> 1 from 0 to 2, ...", in the order of their begins.
std::string text(std::vector<Call> calls);

/// Empty, or that no sequential object explains the history, which follows in words.
template <SequentialObject Object>
std::string not_linearizable(std::span<const Call> calls, const Object& initial) {
  if (LinearizationSearch<Object>(calls).from(initial)) return {};
  return "no order of its calls explains " + text({calls.begin(), calls.end()});
}

}  // namespace touchstone::explore
