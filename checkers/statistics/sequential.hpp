// checkers/statistics/sequential.hpp
// Purpose   Repeat a random test on fresh and larger samples until it is clear: a gross fault is
//           found in a moment, a doubtful result is looked at again, and the chance that a correct
//           program ever fails is still the stated one. For tests inside unit tests.
// Source    A. Gandy, J. Scott, arXiv:2001.06465 (2020), the sequential procedure.
// Computes  k rounds, total false alarm alpha: beta = alpha / k, gamma = beta^(1/k). A round fails
//           if its p-value (smallest, times their number) is <= beta, passes if it is > gamma +
//           beta, and else is repeated with beta / gamma. A correct program reaches round i with
//           chance <= gamma^(i-1), so each round adds at most alpha / k.
// Cost      Fresh samples in each round; one round nearly always, for a correct program.
// Not here  A stated power: passing after one round says little about small effects. Use
//           exact_start.hpp when the smallest effect must be known.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/core/errors.hpp"
#include "models/core/verdict.hpp"

namespace touchstone {

struct SequentialPlan {
  std::uint64_t first_samples = 1000;
  unsigned rounds = 7;
  double false_alarm = 1e-6;
  std::uint64_t growth = 4;  ///< factor between the first round and all later ones
};

struct SequentialResult {
  Verdict verdict;  ///< pass or fail
  unsigned rounds;
  std::uint64_t samples;  ///< total over all rounds
  double p;               ///< p-value of the last round, corrected for their number
};

/// `test(round, samples)` returns the p-values of one round, from random numbers of its own. A NaN
/// or an empty answer fails.
template <class Test>
SequentialResult sequential_test(const SequentialPlan& plan, Test&& test) {
  if (plan.rounds == 0 || plan.first_samples == 0 || plan.growth == 0)
    throw InputError("sequential test: rounds, samples and growth must be positive");
  if (!(plan.false_alarm > 0 && plan.false_alarm < 1))
    throw input_error("sequential test", "false alarm", "a number in (0, 1)",
                      std::to_string(plan.false_alarm));
  double beta = plan.false_alarm / plan.rounds;
  const double gamma = std::pow(beta, 1.0 / plan.rounds);
  SequentialResult result{.verdict = Verdict::pass, .rounds = 0, .samples = 0, .p = 1};
  std::uint64_t samples = plan.first_samples;
  while (result.rounds < plan.rounds) {
    const std::vector<double> p_values = test(result.rounds++, samples);
    result.samples += samples;
    result.p = p_values.empty() ? 0 : 1;
    for (const double p : p_values) result.p = std::isnan(p) ? 0 : std::min(result.p, p);
    result.p = std::min(1.0, result.p * static_cast<double>(p_values.size()));
    if (!(result.p > beta)) {
      result.verdict = Verdict::fail;
      return result;
    }
    if (result.p > gamma + beta) return result;
    beta /= gamma;
    if (result.rounds == 1) samples *= plan.growth;
  }
  return result;
}

}  // namespace touchstone
