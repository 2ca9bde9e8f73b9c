// checkers/mpmc/choice_checks.cpp
// Purpose   Checks choices of one of n, which shuffles and starts draw: all n alike, also where n
//           is so large that many words of the generator are rejected. For the few disks of a cell,
//           one word in 1e9 is, and nothing else would show what is done then.
// Source    D. Lemire, ACM Trans. Model. Comput. Simul. 29, 3 (2019).
// Computes  Remainders by three, of which n has as many of each: a word that is not rejected where
//           it has to be makes one of them half of all. Halves of [0, n) the same.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "checkers/mpmc/cell_checks.hpp"
#include "statistics/g_tests.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kChosen = 30'000;
constexpr double kSeen = 0.05;  ///< least change of the chance of a remainder, by so many
/// Multiples of six: 1e-9 of the words are rejected for the first, 1/4 and 1/2 for the others.
constexpr std::array<std::uint32_t, 3> kNumbers{6, 3u << 30, (1u << 31) + 4};

/// Probability of counts as unequal as those of remainder and half.
double p_alike(const CellCode& code, std::uint64_t seed, std::uint32_t n, std::uint64_t times,
               std::string& wrong) {
  PhiloxStream words = Philox(seed).stream(Purpose::test, 0, n);
  std::vector<std::uint64_t> counts(6);
  for (std::uint64_t k = 0; k < times; ++k) {
    const std::uint32_t chosen = code.below(words, n);
    if (chosen >= n) wrong = fmt::format("{} of {}", chosen, n);
    ++counts[chosen % 3 * 2 + (chosen < n / 2 ? 0 : 1)];
  }
  return g_test(counts, std::vector<double>(6, 1.0 / 6)).p;
}

}  // namespace

CheckResult check_choices(const CellCode& code, const CheckContext& context) {
  const auto times = static_cast<std::uint64_t>(kChosen * context.effort);
  std::array<double, kNumbers.size()> p_values{};
  std::string wrong;
  for (std::size_t k = 0; k < kNumbers.size(); ++k)
    p_values[k] = p_alike(code, part_seed(context, 5), kNumbers[k], times, wrong);
  if (!wrong.empty()) return count_violations(1, times, wrong, "");
  CheckResult result = judge_together(p_values, p_values.size(), context,
                                      fmt::format("{} choices of each of three numbers", times));
  result.trials = times * kNumbers.size();
  result.smallest_effect = kSeen / std::sqrt(context.effort);
  return result;
}

}  // namespace touchstone
