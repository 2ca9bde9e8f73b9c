// checkers/hpmc/iteration_counts.hpp
// Purpose   Numbers of iterations that an overlap algorithm needed, and how often it gave up.
#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>

#include "models/hpmc/bodies/overlap.hpp"

namespace touchstone::hpmc {

class IterationCounts {
 public:
  void add(const shapes::OverlapAnswer& answer) {
    ++count_[answer.iterations];
    ++asked_;
    sum_ += answer.iterations;
    gave_up_ += answer.gave_up ? 1 : 0;
  }
  std::uint64_t asked() const { return asked_; }
  std::uint64_t gave_up() const { return gave_up_; }
  double mean() const { return static_cast<double>(sum_) / static_cast<double>(asked_); }
  std::uint32_t most() const { return count_.empty() ? 0 : count_.rbegin()->first; }
  /// The smaller of two in the middle.
  std::uint32_t median() const {
    std::uint64_t below = 0;
    for (const auto& [iterations, times] : count_) {
      below += times;
      if (2 * below >= asked_) return iterations;
    }
    return 0;
  }
  nlohmann::json in_json() const {
    return {{"asked", asked_}, {"median", median()}, {"most", most()}, {"gave_up", gave_up_}};
  }

 private:
  std::map<std::uint32_t, std::uint64_t> count_;
  std::uint64_t asked_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t gave_up_ = 0;
};

}  // namespace touchstone::hpmc
