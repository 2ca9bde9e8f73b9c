// Rows about volumes at two constant pressures: ln(p1 / p2) of their distributions is linear in V,
// with slope beta (P2 - P1) (statistics/ensemble_ratio.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/core/errors.hpp"
#include "statistics/autocorrelation.hpp"
#include "statistics/ensemble_ratio.hpp"
#include "statistics/judge.hpp"
#include "trajectories/lines.hpp"
#include "trajectories/log_table.hpp"
#include "trajectories/rows.hpp"
#include "validation/experiment.hpp"
#include "validation/power.hpp"

namespace touchstone::trajectories {
namespace {

using validation::kFalseAlarm;
using validation::kPower;

/// Share of P2 - P1 that matters, as in checkers/hpmc/ensemble_ratio.cpp.
constexpr double kResolution = 0.2;
/// Fewer independent volumes say too little of their own errors, as there.
constexpr double kLeastWorth = 600;

std::vector<std::string> two_of(const std::string& option, const std::string& text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos || comma == 0 || comma + 1 == text.size() ||
      text.find(',', comma + 1) != std::string::npos)
    throw input_error(option, "values", "two between a comma", "'" + text + "'");
  return {text.substr(0, comma), text.substr(comma + 1)};
}

/// Rows of each log with which the test would see the resolution.
double rows_that_do(std::size_t rows, double worth, double seen, double wanted) {
  const double each = static_cast<double>(rows);
  const double by_worth = worth > 0 ? each * kLeastWorth / worth : each * kLeastWorth;
  return std::max(by_worth, std::isfinite(seen) ? each * (seen / wanted) * (seen / wanted) : 0);
}

}  // namespace

std::vector<ResultRecord> volume_rows(const Request& request) {
  const std::vector<std::string> files = two_of("--volumes", request.volumes);
  std::vector<double> pressure;
  for (const std::string& word : two_of("--pressures", request.pressures))
    pressure.push_back(number_of(word, "--pressures", "beta P"));
  const double expected = pressure[1] - pressure[0];
  if (expected == 0)
    throw input_error("--pressures", "values", "two that differ", request.pressures);
  const LogTable first(files[0]), second(files[1]);
  const auto& v1 = first.column({"volume", "area"});
  const auto& v2 = second.column({"volume", "area"});
  const Estimate slope = ensemble_slope(v1, v2);
  const double wanted = kResolution * std::abs(expected);
  const Judgement found = judge(slope, {expected, 0}, wanted, kFalseAlarm, kPower);

  ResultRecord record =
      blank_record(request, "hpmc", "beta (P2 - P1) from the ratio of volume distributions");
  record.params["pressures"] = pressure;
  record.params["resolution"] = wanted;
  record.value = slope.mean;
  record.low = found.low;
  record.high = found.high;
  record.n_eff = slope.effective_samples;
  record.expected = Published{expected, 0};
  record.expected_source = "M. R. Shirts, J. Chem. Theory Comput. 9, 909 (2013)";
  if (std::isfinite(found.z)) record.z = found.z;
  if (std::isfinite(found.z) && std::isfinite(found.p)) record.p = found.p;
  if (std::isfinite(found.smallest_effect)) record.facts["smallest_effect"] = found.smallest_effect;
  record.verdict = found.verdict;
  record.note = fmt::format("{} and {} volumes", v1.size(), v2.size());
  if (record.verdict == Verdict::pass && !(slope.effective_samples >= kLeastWorth))
    record.verdict = Verdict::inconclusive;
  if (record.verdict == Verdict::inconclusive)
    record.note += fmt::format("; worth {:.3g} independent ones; about {:.2g} of each would do",
                               slope.effective_samples,
                               rows_that_do(std::min(v1.size(), v2.size()), slope.effective_samples,
                                            found.smallest_effect, wanted));
  return {record};
}

}  // namespace touchstone::trajectories
