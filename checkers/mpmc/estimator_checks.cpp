#include "checkers/mpmc/estimator_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "checkers/code_checks.hpp"
#include "checkers/exact_values.hpp"
#include "checkers/findings.hpp"
#include "models/disks/chains/contact_fit.hpp"
#include "models/disks/direct_sampling.hpp"
#include "models/disks/exact_cases.hpp"
#include "models/disks/start.hpp"

namespace touchstone {
namespace {

constexpr double kBin = 1e-4;  // the paper's dr

/// Ordered pairs per bin, for one disk at density 1, when g = exp(-30 (r - 1)).
std::vector<double> model_histogram(std::size_t bins) {
  constexpr double kDecay = 30;
  const auto primitive = [](double x) {  // of exp(-30 x) (1 + x)
    return -std::exp(-kDecay * x) * ((1 + x) / kDecay + 1 / (kDecay * kDecay));
  };
  std::vector<double> pairs(bins);
  for (std::size_t i = 0; i < bins; ++i) {
    const double inner = static_cast<double>(i) * kBin;
    pairs[i] = 2 * std::numbers::pi * (primitive(inner + kBin) - primitive(inner));
  }
  return pairs;
}

/// P* of independent configurations of `disks` on a torus, one value each.
std::vector<double> pressures(const ContactEstimator& estimator, std::size_t disks, double side,
                              std::size_t samples, std::uint64_t seed) {
  const disks::DirectSampler sampler(disks, {side, side});
  PhiloxStream stream = Philox(seed).stream(Purpose::start, 0, 0);
  const double density = static_cast<double>(disks) / (side * side);
  disks::Configuration c;
  std::vector<double> values;
  for (std::size_t k = 0; k < samples; ++k) {
    sampler.sample(stream, c);
    const double contact = estimator.contact_value(estimator.histogram(c), disks, density);
    values.push_back(density * (1 + std::numbers::pi / 2 * density * contact));
  }
  return values;
}

}  // namespace

ContactEstimator contact_fit(const char* name) {
  static const disks::ContactFit paper;
  return {.name = name,
          .histogram = [](const disks::Configuration& c) { return paper.histogram(c); },
          .contact_value = [](const std::vector<double>& h, std::size_t disks,
                              double density) { return paper.contact_value(h, disks, density); }};
}

CheckResult known_correlation(const ContactEstimator& estimator, const CheckContext&) {
  constexpr double kTolerance = 1e-5;  // the paper's claim
  const std::size_t bins = disks::ContactFit().weights().size();
  const double bias = estimator.contact_value(model_histogram(bins), 1, 1) - 1;
  CheckResult result = count_violations(std::abs(bias) < kTolerance ? 0 : 1, 0,
                                        fmt::format("g(1) is wrong by {:+.2g}", bias),
                                        fmt::format("g(1) is right within {:.1g}", std::abs(bias)));
  result.smallest_effect = kTolerance;
  result.params = {{"bias", bias}};
  return result;
}

CheckResult all_pairs(const ContactEstimator& estimator, const CheckContext& context) {
  Findings findings;
  std::uint64_t number = 0;
  for (const auto& [disks, packing, aspect] : {std::tuple<std::size_t, double, double>{2, 0.35, 1},
                                               {30, 0.5, 10},
                                               {57, 0.75, 0.21},
                                               {400, 0.78, 1.3}})
    for (int k = 0; k < 5; ++k) {
      const disks::Configuration c =
          disks::compressed_start(disks, packing, {aspect, 1}, part_seed(context, 10 + number++));
      const std::vector<double> found = estimator.histogram(c);
      std::vector<double> expected(found.size(), 0);
      for (std::size_t i = 0; i < disks; ++i)
        for (std::size_t j = 0; j < disks; ++j) {
          if (i == j) continue;
          const double dx = std::remainder(c.centres[i].x - c.centres[j].x, c.box.width);
          const double dy = std::remainder(c.centres[i].y - c.centres[j].y, c.box.height);
          const double bin = (std::hypot(dx, dy) - 1) / kBin;
          if (bin >= 0 && bin < static_cast<double>(expected.size()))
            expected[static_cast<std::size_t>(bin)] += 1;
        }
      // A pair on the border of two bins may be counted in either.
      double counted = 0, other = 0;
      for (std::size_t bin = 0; bin < found.size(); ++bin) {
        counted += expected[bin];
        other += std::abs(found[bin] - expected[bin]);
      }
      findings.expect(other <= 4 && (disks < 400 || counted > 0),
                      fmt::format("{} disks at {}: {} of {} pairs are not where they belong", disks,
                                  packing, other / 2, counted));
    }
  return findings.result(number, "20 configurations of up to 400 disks: the same pairs");
}

/// Half of g takes 28 % and 19 % off the pressures.
CheckResult exact_torus_pressure(const ContactEstimator& estimator, const CheckContext& context) {
  const auto samples = static_cast<std::size_t>(100000 * context.effort);
  ExactValues pressure(context, 0.19);
  for (const auto& [disks, side] : {std::pair<std::size_t, double>{2, 2.1}, {3, 3.0}})
    pressure.compare(fmt::format("N = {}", disks),
                     pressures(estimator, disks, side, samples, part_seed(context, disks)),
                     disks::exact_torus(disks, side).pressure);
  return pressure.result(2, 2 * samples);
}

namespace {
const bool registered = register_estimator(contact_fit("mpmc/pressure-contact-fit"));
}  // namespace

bool register_estimator(const ContactEstimator& estimator,
                        const std::optional<std::string>& killed_by, const Origin& origin) {
  return register_code<ContactEstimator>("mpmc", estimator,
                                         {{kKnownCorrelation, known_correlation},
                                          {kAllPairs, all_pairs},
                                          {kExactTorus, exact_torus_pressure}},
                                         killed_by, origin);
}

}  // namespace touchstone
