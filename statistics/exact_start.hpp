// statistics/exact_start.hpp
// Purpose   Exact-start invariance test: draw independent states from the exact equilibrium law,
//           apply K steps of a scheme, and ask whether any statistic has changed on average. No
//           equilibration, no autocorrelation time, an error bar that needs no model.
// Source    A. Gandy, J. Scott, "Unit testing for MCMC and other Monte Carlo methods",
//           arXiv:2001.06465 (2020). Differences from the paper: paired differences of means
//           instead of ranks, and looks at accumulating (not fresh) data, so that a pass comes with
//           a smallest detectable effect.
// Computes  For each statistic f the paired difference f(x_K) - f(x_0), whose mean is 0 if the
//           scheme leaves the law invariant; z = mean / standard error, Student's t, Holm over the
//           statistics. Looks after n, 2n, 4n, ... starts up to the maximum; look l of L has the
//           level false_alarm / L, so the chance that a correct scheme ever fails is at most
//           false_alarm (union bound, whatever the dependence between looks and statistics).
//             fail          at the first look with an adjusted p below its level, or a NaN;
//             pass          at the first look that would see every statistic's `resolution` with
//                           the stated power (Bonferroni level: a bound on Holm's);
//             inconclusive  the maximum number of starts did not suffice.
//           A statistic that changed in fewer than kMinimumChanges starts has no normal law yet and
//           decides nothing; one that can never change is inconclusive for ever.
// Cost      starts * (draw + K steps + 2 evaluations of all statistics).
// Not here  One sweep from exact states is blind to memory kept in the state (the particle order in
//           a cell list): keep that state and use K >= 2 (mpmc: K = 8).
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "models/core/verdict.hpp"

namespace touchstone {

inline constexpr std::uint64_t kMinimumChanges = 100;

/// A named function of the state. `resolution` is the smallest change of its mean that matters.
template <class State>
struct Statistic {
  std::string name;
  double resolution;
  std::function<double(const State&)> value;
};

struct ExactStartPlan {
  std::uint64_t steps = 1;            ///< K
  std::uint64_t first_starts = 1000;  ///< starts before the first look
  std::uint64_t maximum_starts = 1u << 20;
  double false_alarm = 1e-6;  ///< probability for the whole test
  double power = 0.9;         ///< with which a change of `resolution` must be seen
};

struct StatisticResult {
  std::string name;
  double change;  ///< mean of f(x_K) - f(x_0)
  double standard_error;
  double z;
  double p;
  double adjusted_p;       ///< Holm over the statistics of this look
  double smallest_effect;  ///< smallest change this look sees with the stated power
  double resolution;
};

struct ExactStartResult {
  Verdict verdict;
  std::uint64_t starts;
  unsigned looks;     ///< done
  double look_level;  ///< false alarm spent per look
  std::vector<StatisticResult> statistics;
};

/// Accumulates paired differences and decides at each look; exact_start_test() drives it.
class ExactStartJudge {
 public:
  /// InputError for an impossible plan, no statistics, or a resolution that is not positive.
  ExactStartJudge(const ExactStartPlan& plan, std::vector<std::string> names,
                  std::vector<double> resolutions);
  /// One start: values of all statistics before and after the K steps.
  void add(std::span<const double> before, std::span<const double> after);
  /// Looks when it is time to; true when a look has decided or was the last.
  bool finished();
  const ExactStartResult& result() const { return result_; }

 private:
  struct Moments {
    double mean = 0;
    double squares = 0;  // sum of squared deviations (Welford)
    std::uint64_t changes = 0;
  };
  StatisticResult summary(std::size_t index) const;
  void look();

  ExactStartPlan plan_;
  std::vector<Moments> moments_;
  ExactStartResult result_;
  std::uint64_t next_look_;
  bool finished_ = false;
};

/// `draw(start)` returns an independent exact state; `step(state, start, k)` applies step k of
/// start `start` (both keys for a counter-based generator: reuse none).
template <class Draw, class Step,
          class State = std::remove_cvref_t<std::invoke_result_t<Draw&, std::uint64_t>>>
ExactStartResult exact_start_test(Draw&& draw, Step&& step,
                                  const std::vector<Statistic<State>>& statistics,
                                  const ExactStartPlan& plan) {
  std::vector<std::string> names;
  std::vector<double> resolutions;
  for (const Statistic<State>& statistic : statistics) {
    names.push_back(statistic.name);
    resolutions.push_back(statistic.resolution);
  }
  ExactStartJudge judge(plan, names, resolutions);
  std::vector<double> before(statistics.size());
  std::vector<double> after(statistics.size());
  for (std::uint64_t start = 0; !judge.finished(); ++start) {
    State state = draw(start);
    for (std::size_t i = 0; i < statistics.size(); ++i) before[i] = statistics[i].value(state);
    for (std::uint64_t k = 0; k < plan.steps; ++k) step(state, start, k);
    for (std::size_t i = 0; i < statistics.size(); ++i) after[i] = statistics[i].value(state);
    judge.add(before, after);
  }
  return judge.result();
}

}  // namespace touchstone
