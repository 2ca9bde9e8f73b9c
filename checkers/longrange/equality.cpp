// checkers/longrange/equality.cpp
// Purpose   A scheme that claims to equal another gives its bits: the same sums in the same order,
//           though divided among several devices, or launched otherwise. The forces on some
//           particles, which benchmarks time, are those of a run.
// Source    Rocha Filho, section 3.2: with two devices each computes the forces on its own
//           particles, from positions that the other has sent.
#include <fmt/format.h>

#include "checkers/draws.hpp"
#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"

namespace touchstone::integrator {
namespace {

using longrange::IntegratorClaims;
using longrange::LongrangeScheme;
using longrange::Model;
using longrange::State;
using longrange::System;

constexpr std::uint64_t kSystemsInParts = 12;
constexpr int kParts = 6;

bool same_bits(const longrange::Simulation& a, const longrange::Simulation& b) {
  const longrange::Energies one = a.energies();
  const longrange::Energies other = b.energies();
  return a.state() == b.state() && a.forces() == b.forces() && one.kinetic == other.kinetic &&
         one.potential == other.potential;
}

CheckResult equality(const LongrangeScheme& scheme, const CheckContext& context) {
  if (!has(scheme.info.claims, Claims::equals_reference))
    return {.verdict = Verdict::not_claimed, .detail = "the scheme does not claim this"};
  const LongrangeScheme& twin = longrange::scheme(scheme.equals);
  Bounds bounds;
  for (const System& system : systems_of(scheme, true))
    // Fewer particles than devices; numbers that have no half; more than a tile or a chunk.
    for (const std::size_t n : {1u, 2u, 37u, 301u}) {
      const State start = random_state(system, n, part_seed(context, 1400 + n));
      const auto found = begin(scheme, start, system, 0.05, 3);
      const auto expected = begin(twin, start, system, 0.05);
      const std::string what = text(system, n) + " is not " + scheme.equals;
      bounds.hold(same_bits(*found, *expected) ? 0 : 2, 1, what + " at the start");
      found->advance(4);
      expected->advance(4);
      bounds.hold(same_bits(*found, *expected) ? 0 : 2, 1, what + " after 4 steps");
    }
  return bounds.result();
}

/// Part of an array that is laid out as State::q of the Ring and of the plane.
std::vector<double> part_of(const std::vector<double>& all, std::size_t n, std::size_t first,
                            std::size_t some) {
  std::vector<double> part;
  for (std::size_t component = 0; component < all.size(); component += n)
    for (std::size_t i = first; i < first + some; ++i) part.push_back(all[component + i]);
  return part;
}

/// Forces on parts of drawn systems, one part after the other from the same sums: what is left of
/// an earlier part must not be seen.
CheckResult some_forces(const LongrangeScheme& scheme, const CheckContext& context) {
  if (!scheme.sums)
    return {.verdict = Verdict::not_claimed, .detail = "the scheme does not sum all pairs"};
  Bounds bounds;
  for (const System& system : systems_of(scheme, true)) {
    if (system.model == Model::hmf) continue;
    for (std::uint64_t number = 0; number < kSystemsInParts; ++number) {
      PhiloxStream random = stream_of_system(context, number);
      Draws draws(random);
      const auto n = static_cast<std::size_t>(draws.scale(1, 700));
      const State state = random_state(system, n, part_seed(context, 1500 + number));
      const auto all = begin(scheme, state, system, 0.05)->forces();
      const auto sums = scheme.sums(state, {.system = system, .threads = draws.whole(1, 5)});
      for (int part = 0; part < kParts; ++part) {
        const std::size_t first = random.below(static_cast<std::uint32_t>(n));
        const std::size_t some = 1 + random.below(static_cast<std::uint32_t>(n - first));
        bounds.hold(sums->forces(first, some) == part_of(all, n, first, some) ? 0 : 2, 1,
                    fmt::format("{}: forces on {} from {} on are not those of a run",
                                text(system, n), some, first));
      }
    }
  }
  return bounds.result();
}

const bool registered = register_check(IntegratorCheck{
                            .name = "integrator/some forces",
                            .shows = "forces on some particles alone are those of a run, bit for "
                                     "bit: what the large direct sums of the benchmarks time",
                            .needs = IntegratorClaims::none,
                            .run = some_forces,
                            .only = {.models = {Model::ring, Model::plane}}}) &&
                        register_check(IntegratorCheck{
                            .name = "integrator/equality",
                            .shows = "states, forces and energies are those of the scheme that "
                                     "it claims to equal, bit for bit",
                            .needs = IntegratorClaims::none,
                            .run = equality});

}  // namespace
}  // namespace touchstone::integrator
