// Rows about the energy of an integrator.
// Law       A symplectic integrator keeps the energy within bounds: it oscillates and does not
//           drift. Growth: the mean error of the last fifth of the run is at most six times that of
//           the first (a steady loss makes it nine times as large), as in the check
//           integrator/energy (checkers/longrange/conservation.cpp). Drift: the line through all
//           rows rises by no more than the oscillation about it, or by a stated part of the energy;
//           a test of stated power where the rows are enough for an error bar. The largest error is
//           held to a stated part.
// Unit      Parts of the larger of mean kinetic energy and mean |potential|: the energy itself may
//           pass zero.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "statistics/judge.hpp"
#include "statistics/tails.hpp"
#include "trajectories/log_table.hpp"
#include "trajectories/rows.hpp"
#include "trajectories/slope.hpp"
#include "validation/experiment.hpp"
#include "validation/power.hpp"

namespace touchstone::trajectories {
namespace {

using validation::kFalseAlarm;
using validation::kPower;

/// Rounding of double precision moves the energy of a long run by about this part of it.
constexpr double kRoundOff = 1e-12;

double mean_size(const std::vector<double>& values) {
  double sum = 0;
  for (const double x : values) sum += std::abs(x) / static_cast<double>(values.size());
  return sum;
}

/// Mean size of the larger of kinetic and potential energy, as the total may pass zero. Where a
/// log tells one of them, the other is the rest of the total.
double scale_of(const LogTable& log, const std::vector<double>& total) {
  const bool kinetic = log.has("kinetic"), potential = log.has("potential");
  if (!kinetic && !potential) return mean_size(total);
  std::vector<double> other = total;
  const auto& one = log.column({"kinetic", "potential"});
  if (kinetic && potential)
    other = log.column({"potential"});
  else
    std::transform(total.begin(), total.end(), one.begin(), other.begin(), std::minus<>());
  return std::max(mean_size(one), mean_size(other));
}

struct EnergyLog {
  std::vector<double> times;
  std::vector<double> total;  ///< in parts of `scale`
  double scale = 0;
  double rounding = 0;  ///< errors below this say nothing, in the same parts
};

EnergyLog energies(const LogTable& log) {
  EnergyLog found;
  const bool whole = log.has("energy") || log.has("total");
  if (log.has("kinetic") && log.has("potential") && !whole) {
    const auto& kinetic = log.column({"kinetic"});
    const auto& potential = log.column({"potential"});
    found.rounding = log.rounding(kinetic) + log.rounding(potential);
    std::transform(kinetic.begin(), kinetic.end(), potential.begin(),
                   std::back_inserter(found.total), std::plus<>());
  } else {
    found.total = log.column({"energy", "total"});
    found.rounding = log.rounding(log.column({"energy", "total"}));
  }
  found.scale = scale_of(log, found.total);
  if (!(found.scale > 0)) found.scale = 1;
  for (double& e : found.total) e /= found.scale;
  found.rounding = std::max(kRoundOff, 2 * found.rounding / found.scale);  // of two rows
  if (log.has("time") || log.has("step")) {
    found.times = log.column({"time", "step"});
    for (std::size_t k = 1; k < found.times.size(); ++k)
      if (found.times[k] < found.times[k - 1])
        throw input_error(log.where(k), log.has("time") ? "time" : "step",
                          fmt::format("at least {}, that of the row before", found.times[k - 1]),
                          fmt::format("{}", found.times[k]));
  } else {
    found.times.resize(log.rows());
    std::iota(found.times.begin(), found.times.end(), 0.0);
  }
  return found;
}

ResultRecord error_row(const Request& request, const LogTable& log, const EnergyLog& energy) {
  ResultRecord record = blank_record(request, "longrange", "largest energy error of a log");
  std::size_t worst = 0;
  const auto error = [&](std::size_t k) { return std::abs(energy.total[k] - energy.total[0]); };
  for (std::size_t k = 1; k < energy.total.size(); ++k)
    if (error(k) > error(worst)) worst = k;
  record.value = error(worst);
  record.expected = Published{0, 0};
  record.expected_source = "conservation of energy";
  record.facts = {{"rows", log.rows()}, {"scale", energy.scale}};
  record.note = fmt::format("{} rows; largest at {}", log.rows(), log.where(worst));
  if (!(request.bound > 0)) {
    record.verdict = Verdict::not_claimed;
    record.note += "; no law to judge by: none is stated with --bound";
    return record;
  }
  record.allowance = Allowance{request.bound, "stated with --bound"};
  record.verdict = record.value <= request.bound ? Verdict::pass : Verdict::fail;
  return record;
}

/// Rows of a fifth of the run with which its mean error is known, as in the check of integrators.
constexpr std::size_t kFewestRows = 10;
constexpr double kGrowth = 6;

ResultRecord growth_row(const Request& request, const EnergyLog& energy) {
  ResultRecord record =
      blank_record(request, "longrange", "energy error of a log, late over early in the run");
  const std::size_t fifth = energy.total.size() / 5;
  const auto mean_error = [&](std::size_t first) {
    double sum = 0;
    for (std::size_t k = first; k < first + fifth; ++k)
      sum += std::abs(energy.total[k] - energy.total[0]) / static_cast<double>(fifth);
    return sum;
  };
  record.expected = Published{1, 0};
  record.expected_source = "bounded energy error";
  record.allowance = Allowance{kGrowth - 1, "a steady loss makes it nine"};
  if (fifth < kFewestRows) {
    record.value = std::nan("");
    record.verdict = Verdict::inconclusive;
    record.note = fmt::format("{} rows; {} would do", energy.total.size(), 5 * kFewestRows);
    return record;
  }
  const double early = mean_error(1), late = mean_error(energy.total.size() - fifth);
  record.value = late / std::max(early, energy.rounding);
  record.facts = {{"early", early}, {"late", late}};
  record.verdict = late <= kGrowth * early + energy.rounding ? Verdict::pass : Verdict::fail;
  if (request.drift > 0) {
    record.verdict = Verdict::not_claimed;
    record.note = "errors may grow by the drift that --drift states";
  } else if (record.verdict == Verdict::fail) {
    record.note =
        "a symplectic method oscillates; for another one state with --drift what it may lose";
  }
  return record;
}

/// Fails where the drift is beyond what is allowed, and passes where it is below, both beyond
/// chance at the false alarm.
void judge_drift(ResultRecord& record, const Estimate& change, double allowed) {
  const double degrees = std::max(1.0, degrees_of(change));
  const double error = change.standard_error;
  if (std::isnan(error) || std::isinf(error)) {
    // A small one claims nothing: the growth is judged without an error bar.
    const bool large = std::abs(change.mean) > allowed;
    record.verdict = large ? Verdict::inconclusive : Verdict::not_claimed;
    record.note += "; too few rows, or too correlated ones, for an error bar";
    if (large)
      record.note +=
          fmt::format(", and more than the {:.2g} allowed: a longer run would do", allowed);
    return;
  }
  const double beyond = std::abs(change.mean) - allowed;
  if (error == 0) {
    record.verdict = beyond <= 0 ? Verdict::pass : Verdict::fail;
    return;
  }
  record.p = student_two_sided(beyond / error, degrees) / 2;
  const bool decided = *record.p < kFalseAlarm;
  record.verdict = !decided ? Verdict::inconclusive : beyond > 0 ? Verdict::fail : Verdict::pass;
  const double seen = allowed + smallest_effect(error, kFalseAlarm, kPower, degrees);
  record.facts["smallest_effect"] = seen;
  if (!decided)
    record.note += fmt::format(
        "; sees drifts from {:.2g}, allowed are {:.2g}: a longer run would do", seen, allowed);
}

ResultRecord drift_row(const Request& request, const LogTable& log, const EnergyLog& energy) {
  ResultRecord record = blank_record(request, "longrange", "energy drift of a log");
  const Drift drift = drift_of(energy.times, energy.total);
  const Interval interval = confidence_interval(drift.change);
  const bool stated = request.drift > 0;
  const double allowed = stated ? request.drift : std::max(drift.oscillation, energy.rounding);
  record.value = drift.change.mean;
  if (std::isfinite(drift.change.standard_error)) {
    record.low = interval.low;
    record.high = interval.high;
    record.n_eff = drift.change.effective_samples;
  }
  record.expected = Published{0, 0};
  record.expected_source = "conservation of energy";
  record.allowance = Allowance{
      allowed, stated ? "stated with --drift" : "the oscillation, which the method bounds"};
  record.facts = {
      {"rows", log.rows()}, {"oscillation", drift.oscillation}, {"scale", energy.scale}};
  record.note = fmt::format("{} rows, over the whole run", log.rows());
  judge_drift(record, drift.change, allowed);
  return record;
}

}  // namespace

std::vector<ResultRecord> energy_rows(const Request& request) {
  const LogTable log(request.file);
  const EnergyLog energy = energies(log);
  return {error_row(request, log, energy), growth_row(request, energy),
          drift_row(request, log, energy)};
}

}  // namespace touchstone::trajectories
