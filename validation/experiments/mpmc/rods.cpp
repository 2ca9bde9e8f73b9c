// validation/experiments/mpmc/rods.cpp
// Purpose   Hard rods on a ring: the exact sampler of starts agrees with Tonks' gas, gap by gap.
// Source    Gaps of N rods with free length F are uniform on a simplex: density (N - 1) / F
//           (1 - x / F)^(N - 2), mean square 2 F^2 / (N (N + 1)).
// Cost      Seconds.
#include <fmt/format.h>

#include <cmath>

#include "models/core/interrupt.hpp"
#include "models/disks/direct_sampling.hpp"
#include "models/disks/exact_cases.hpp"
#include "statistics/blocking.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::mpmc {
namespace {

struct Rods {
  std::size_t rods;
  double fill;  ///< N / L
  double length() const { return static_cast<double>(rods) / fill; }
};
constexpr Rods kCases[] = {{6, 0.375}, {64, 0.75}, {64, 0.95}};

std::uint64_t samples(const Plan& plan) {
  return plan.problem_class == ProblemClass::S ? 100'000 : 2'000'000;
}

/// Mean of f over all gaps of independent states. All of them, the one across the end of the ring
/// too: that one covers a fixed point and is longer than others, so leaving it out is wrong.
template <class Function>
Estimate gap_mean(const Rods& c, Bench& bench, const std::string& name, Function&& f) {
  const Philox random(
      derive_seed(bench.plan.seed, fmt::format("rods {} {:.3f}", name, c.fill), c.rods));
  const std::uint64_t count = samples(bench.plan);
  std::vector<double> values;
  values.reserve(count);
  for (std::uint64_t k = 0; k < count; ++k) {
    if (k % 4096 == 0) check_interrupt();
    PhiloxStream stream = random.stream(Purpose::estimator, k, 0);
    const std::vector<double> left = disks::rods_start(c.rods, c.length(), stream);
    double sum = f(left.front() + c.length() - left.back() - 1);
    for (std::size_t i = 1; i < left.size(); ++i) sum += f(left[i] - left[i - 1] - 1);
    values.push_back(sum / static_cast<double>(left.size()));
  }
  bench.done(1);
  return estimate_independent(values);
}

Measurement blank(const Plan& plan, const Rods& c, const std::string& what) {
  Measurement m;
  m.name = fmt::format("mpmc/rods/{}-{:.3f}-{}", c.rods, c.fill, what);
  m.record = blank_record(plan, "mpmc", fmt::format("exact/rods {}", what));
  m.record.scheme = "direct-sampling";
  m.record.params = {{"rods", c.rods}, {"fill", c.fill}, {"samples", samples(plan)}};
  m.cost = static_cast<double>(samples(plan)) * static_cast<double>(c.rods) * 6e-8;
  return m;
}

Measurement mean_square(const Plan& plan, const Rods& c) {
  Measurement m = blank(plan, c, "mean-square-gap");
  const double exact = disks::exact_rods(c.rods, c.length()).mean_square_gap;
  const double resolution = 0.02 * exact;
  m.record.params["resolution"] = resolution;
  m.measure = [c, exact, resolution](ResultRecord& record, Bench& bench) {
    judge_into(record, gap_mean(c, bench, "square", [](double gap) { return gap * gap; }),
               {exact, 0}, "closed form", resolution);
  };
  return m;
}

/// The chance of a gap below the mean gap, by integrating the density: it weighs the small gaps,
/// whose density at contact is the pressure.
Measurement small_gaps(const Plan& plan, const Rods& c) {
  Measurement m = blank(plan, c, "small-gaps");
  const disks::ExactRods exact = disks::exact_rods(c.rods, c.length());
  const double edge = exact.free_length / static_cast<double>(c.rods);
  const double n = static_cast<double>(c.rods);
  const double chance = 1 - std::pow(1 - edge / exact.free_length, n - 1);
  const double resolution = 0.01 * chance;
  m.record.params["resolution"] = resolution;
  m.measure = [c, edge, chance, resolution](ResultRecord& record, Bench& bench) {
    judge_into(record,
               gap_mean(c, bench, "small", [edge](double gap) { return gap < edge ? 1.0 : 0.0; }),
               {chance, 0}, "closed form", resolution);
  };
  return m;
}

std::vector<Measurement> plan_rods(const Plan& plan) {
  std::vector<Measurement> all;
  for (const Rods& c : kCases) {
    all.push_back(mean_square(plan, c));
    all.push_back(small_gaps(plan, c));
  }
  return all;
}

const bool registered = register_experiment(
    {"mpmc/rods", "Hard rods on a ring: exact starts have the gaps of Tonks' gas.", plan_rods});

}  // namespace
}  // namespace touchstone::validation::mpmc
