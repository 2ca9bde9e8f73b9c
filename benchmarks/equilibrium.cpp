#include "benchmarks/equilibrium.hpp"

#include <fmt/format.h>

#include <cmath>

#include "benchmarks/records.hpp"
#include "benchmarks/sample.hpp"
#include "models/core/interrupt.hpp"

namespace touchstone::benchmarks {
namespace {

constexpr std::size_t kBlocks = 16;  // of each half of a span

/// Means of all quantities over half a span.
std::vector<Estimate> half(const Block& block, std::uint64_t steps_per_block) {
  std::vector<std::vector<double>> values;  // by quantity
  for (std::size_t k = 0; k < kBlocks; ++k) {
    check_interrupt();
    const std::vector<double> found = block(steps_per_block);
    values.resize(found.size());
    for (std::size_t i = 0; i < found.size(); ++i) values[i].push_back(found[i]);
  }
  std::vector<Estimate> means;
  for (const std::vector<double>& one : values) means.push_back(mean_of(one));
  return means;
}

bool agree(const Estimate& first, const Estimate& second) {
  const double small = kResolution * second.mean;
  return std::hypot(first.standard_error, second.standard_error) <= small &&
         std::abs(first.mean - second.mean) <= small;
}

}  // namespace

Relaxation relax(const Block& block, std::uint64_t most_steps) {
  Relaxation result;
  for (std::uint64_t each = 1; !result.steady; each *= 2) {
    if (result.steps + 2 * kBlocks * each > most_steps) break;
    const std::vector<Estimate> first = half(block, each), second = half(block, each);
    result.steps += 2 * kBlocks * each;
    result.steady = true;
    result.means.clear();
    for (std::size_t i = 0; i < second.size(); ++i) {
      result.steady = result.steady && agree(first.at(i), second[i]);
      result.means.push_back(second[i].mean);
    }
  }
  return result;
}

void require_equilibrium(ResultRecord& record, const Relaxation& start) {
  if (!start.steady && record.verdict == Verdict::pass)
    leave_open(record, fmt::format("the start is not in equilibrium after {} steps", start.steps));
}

}  // namespace touchstone::benchmarks
