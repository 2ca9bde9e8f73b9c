// checkers/balance/outcomes.hpp
// Purpose   The exact outcomes of one random procedure from one state, collected tape by tape.
#pragma once
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "checkers/balance/states.hpp"

namespace touchstone::balance {

/// State to[i] with probability count[i] / whole; to is sorted, no count is 0.
struct Outcomes {
  std::vector<Index> to;
  std::vector<std::uint64_t> count;
  std::uint64_t whole = 1;
  std::vector<TinyStageCount> stages = {};  ///< expected counts times `whole`
  friend bool operator==(const Outcomes& a, const Outcomes& b) {
    return a.to == b.to && a.count == b.count && a.whole == b.whole &&
           std::equal(a.stages.begin(), a.stages.end(), b.stages.begin(), b.stages.end(),
                      [](const TinyStageCount& x, const TinyStageCount& y) {
                        return x.trials == y.trials && x.accepted == y.accepted;
                      });
  }
};

struct OutcomesHash {
  std::size_t operator()(const Outcomes& o) const {
    std::uint64_t hash = o.whole * 0x9E3779B97F4A7C15u;
    const auto mix = [&hash](std::uint64_t word) {
      hash = (hash ^ word) * 0xD6E8FEB86659FD93u;
      hash ^= hash >> 32;
    };
    for (const Index to : o.to) mix(to);
    for (const std::uint64_t count : o.count) mix(count);
    for (const TinyStageCount& s : o.stages) mix(s.trials << 20 ^ s.accepted);
    return hash;
  }
};

inline std::uint64_t least_common_multiple(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  if (__builtin_mul_overflow(a / std::gcd(a, b), b, &result))
    throw input_error("balance", "common denominator of one row of outcomes", "below 2^64", "more");
  return result;
}

/// Adds up the tapes of one row.
class Collector {
 public:
  explicit Collector(std::size_t stages) : stages_(stages) {}

  /// A tape of probability 1 / weight that ended in `to`.
  void add(Index to, std::uint64_t weight, const std::vector<TinyStageCount>& counts) {
    tapes_.emplace_back(to, weight);
    auto of_weight = std::find_if(sums_.begin(), sums_.end(),
                                  [&](const Sum& sum) { return sum.weight == weight; });
    if (of_weight == sums_.end())
      of_weight = sums_.insert(sums_.end(), {weight, std::vector<TinyStageCount>(stages_)});
    for (std::size_t i = 0; i < stages_; ++i) {
      of_weight->stages[i].trials += counts[i].trials;
      of_weight->stages[i].accepted += counts[i].accepted;
    }
  }

  /// Trials of the first so many stages, in all tapes together.
  std::uint64_t trials(std::size_t stages) const {
    std::uint64_t result = 0;
    for (const Sum& sum : sums_)
      for (std::size_t i = 0; i < stages; ++i) result += sum.stages[i].trials;
    return result;
  }

  Outcomes outcomes() {
    Outcomes result;
    for (const Sum& sum : sums_) result.whole = least_common_multiple(result.whole, sum.weight);
    std::sort(tapes_.begin(), tapes_.end());
    for (const auto& [to, weight] : tapes_) {
      if (result.to.empty() || result.to.back() != to) {
        result.to.push_back(to);
        result.count.push_back(0);
      }
      result.count.back() += result.whole / weight;
    }
    result.stages.resize(stages_);
    for (const Sum& sum : sums_)
      for (std::size_t i = 0; i < stages_; ++i) {
        result.stages[i].trials += result.whole / sum.weight * sum.stages[i].trials;
        result.stages[i].accepted += result.whole / sum.weight * sum.stages[i].accepted;
      }
    return result;
  }

 private:
  struct Sum {
    std::uint64_t weight;
    std::vector<TinyStageCount> stages;
  };
  std::size_t stages_;
  std::vector<std::pair<Index, std::uint64_t>> tapes_;
  std::vector<Sum> sums_;
};

}  // namespace touchstone::balance
