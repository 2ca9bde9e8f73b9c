#include "benchmarks/longrange/step_bound.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace touchstone::benchmarks::longrange {
namespace {

using touchstone::longrange::Model;
using touchstone::longrange::Roofline;

bool is_of_hmf(Roofline roofline) {
  return roofline == Roofline::hmf_stored || roofline == Roofline::hmf_rotation;
}

StepBound bound_of_hmf(const IntegratorEntry& entry, const MachineRates& rates, double bandwidth) {
  const auto n = static_cast<double>(entry.particles);
  const bool rotates = entry.scheme->roofline == Roofline::hmf_rotation;
  const double memory = 3 * n * (rotates ? kRotationBytes : kStoredBytes) / bandwidth;
  const double vectors = 3 * n / static_cast<double>(rates.lanes) / entry.threads;
  const double multiplications =
      rotates ? vectors * kRotationMultiplications * rates.multiply_add[0] : 0;
  return {std::max(memory, multiplications), 0,
          memory > multiplications ? "memory" : "multiplications"};
}

}  // namespace

StepBound step_bound(const IntegratorEntry& entry, const MachineRates& rates, double bandwidth) {
  const Roofline roofline = entry.scheme->roofline;
  const bool single = roofline == Roofline::pairs_in_single;
  const auto lanes = static_cast<double>(single ? 2 * rates.lanes : rates.lanes);
  if (roofline == Roofline::none || entry.scheme->info.lanes != lanes) return {};
  if (is_of_hmf(roofline))
    return bandwidth > 0 ? bound_of_hmf(entry, rates, bandwidth) : StepBound{};
  if (rates.pairs[0][0] == 0) return {};
  const bool plane = entry.model == Model::plane;
  const auto n = static_cast<double>(entry.particles);
  const double vectors = 3 * n * n / lanes / entry.threads;
  return {vectors * pair_work(plane, single).multiplications * rates.multiply_add[single],
          vectors * rates.pairs[plane][single], "multiplications"};
}

const MachineRates& machine_rates() {
  static const MachineRates rates = measure_machine_rates();
  return rates;
}

StepBound bound_of(const IntegratorEntry& entry) {
  if (entry.scheme->least_seconds)
    return {entry.scheme->least_seconds(entry.model, entry.particles), 0, "units of the device"};
  static std::map<std::pair<std::size_t, int>, double> bandwidths;
  if (entry.scheme->roofline == Roofline::none) return {};
  if (!is_of_hmf(entry.scheme->roofline)) return step_bound(entry, machine_rates(), 0);
  double& bandwidth = bandwidths[{entry.particles, entry.threads}];
  if (bandwidth == 0) bandwidth = update_bandwidth(entry.particles, entry.threads);
  return step_bound(entry, machine_rates(), bandwidth);
}

}  // namespace touchstone::benchmarks::longrange
