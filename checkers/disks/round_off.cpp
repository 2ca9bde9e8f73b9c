// checkers/disks/round_off.cpp
// Purpose   Registers the check that no rounding loses or doubles a particle, by running the body
//           of the scheme in an arithmetic of ten mantissa bits: what single precision does once
//           in 1e9 particle shifts happens there once in 1e4.
// Source    Anderson et al. 2013, section 3.2, the two paragraphs on Algorithm 4 line 20: several
//           hundred of 1024^2 particles were lost in 1e6 sweeps.
// Cost      About 1e5 particle shifts.
// Not here  The rates of the single rules (checkers/mutants/mpmc/shift_rates.hpp).
#include <fmt/format.h>

#include <cmath>

#include "checkers/disks/disk_kind.hpp"
#include "models/disks/start.hpp"

namespace touchstone::property {
namespace {

CheckResult ten_bits(const disks::DiskScheme& scheme, const CheckContext& context) {
  const auto sweeps = static_cast<std::uint64_t>(2000 * context.effort);
  const auto start = disks::random_start(60, 0.25, disks::kSquare, part_seed(context, 0));
  const auto simulation = scheme.start_in_ten_bits(
      start, {.max_displacement = 0.3, .threads = context.threads, .seed = part_seed(context, 1)});
  std::uint64_t sweep = 0;
  std::size_t now = start.size();
  for (; sweep < sweeps && now == start.size(); ++sweep) {
    simulation->advance(1);
    now = simulation->configuration().size();
  }
  CheckResult result = count_violations(
      now == start.size() ? 0 : 1, simulation->stats().trials,
      fmt::format("{} disks became {} in sweep {}", start.size(), now, sweep),
      fmt::format("{} particle shifts in 10-bit arithmetic", start.size() * sweep));
  // A fault of this rate would be missed with the chance of a false alarm.
  result.smallest_effect =
      -std::log(context.false_alarm) / static_cast<double>(start.size() * sweeps);
  return result;
}

const bool registered = register_check(
    DiskCheck{.name = "round-off/ten bits",
              .shows = "cell shifts lose and double no particle, whatever the rounding",
              .needs = Claims::conserves_particles,
              .cost = "about 0.3 s",
              .run = ten_bits,
              .only = {.of_ten_bits = true}});

}  // namespace
}  // namespace touchstone::property
