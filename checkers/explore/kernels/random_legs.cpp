#include "checkers/explore/kernels/random_legs.hpp"

#include <algorithm>

#include "checkers/explore/event_chain/suites.hpp"
#include "checkers/explore/kernels/trial.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone::explore {
namespace {

constexpr std::uint64_t kSeed = 1;

ChainLeg random_ring(std::uint64_t number) {
  constexpr std::uint32_t kDisks = 3;
  PhiloxStream random = Philox(kSeed).stream(Purpose::start, number, 1);
  std::vector<FixedCoordinate> gaps;
  for (std::uint32_t i = 0; i < kDisks; ++i) gaps.push_back(1 + random.below(600));
  const DiskIndex behind = random.below(kDisks);
  const std::uint32_t end = 300 + random.below(700);
  return ring_leg({}, gaps, {{behind}, {(behind + 1) % kDisks}}, end);
}

ChainLeg without_name(LegFamily family, std::uint64_t number) {
  FamilyOptions options{.fewest_spheres = 4};
  switch (family) {
    case LegFamily::two_chains:
      return leg_of(random_configuration(kSeed, number, options));
    case LegFamily::three_chains:
      options.chains = 3;
      return leg_of(random_configuration(kSeed, number, options));
    case LegFamily::by_turns:
      options.chains = 3;
      return leg_of(random_configuration(kSeed, number, options), {0, 1, 0});
    case LegFamily::ring:
      break;
  }
  return random_ring(number);
}

}  // namespace

std::string name(LegFamily family) {
  switch (family) {
    case LegFamily::two_chains:
      return "two chains";
    case LegFamily::three_chains:
      return "three chains";
    case LegFamily::by_turns:
      return "by turns";
    case LegFamily::ring:
      break;
  }
  return "ring";
}

std::optional<ChainLeg> random_leg(LegFamily family, std::uint64_t number) {
  ChainLeg leg = without_name(family, number);
  leg.name = name(family) + " " + std::to_string(number);
  leg.limits.abort = number % 2 == 0;
  if (!global_clock_end(leg)) return std::nullopt;
  return leg;
}

RandomLegResult on_random_legs(KernelCase (*case_of)(const ChainLeg&, bool), LegFamily family,
                               std::uint64_t count, Judge judge, int fault,
                               const Mutation& mutation, bool until_wrong) {
  const Kernel nameless{};
  RandomLegResult result;
  for (std::uint64_t number = 0; number < count; ++number) {
    const auto leg = random_leg(family, number);
    if (!leg) continue;
    const KernelCase kernel_case = case_of(*leg, false);
    const Trial one = trial(nameless, kernel_case, program(kernel_case, fault, mutation), judge);
    ++result.legs;
    result.states += one.states;
    result.undecided += !one.complete;
    if (one.wrong.empty()) continue;
    if (result.wrong++ == 0) result.first_wrong = leg->name + ": " + one.wrong;
    if (until_wrong) break;
  }
  return result;
}

}  // namespace touchstone::explore
