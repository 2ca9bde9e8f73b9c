// checkers/integrator/equality.cpp
// Purpose   A scheme that claims to equal another gives its bits: the same sums in the same order,
//           though divided among several devices, or launched otherwise.
// Source    Rocha Filho, section 3.2: with two devices each computes the forces on its own
//           particles, from positions that the other has sent.
#include "checkers/integrator/cases.hpp"
#include "checkers/integrator/integrator_check.hpp"

namespace touchstone::integrator {
namespace {

using longrange::IntegratorClaims;
using longrange::LongrangeScheme;
using longrange::Model;
using longrange::State;
using longrange::System;

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

const bool registered =
    register_integrator_check({.name = "integrator/equality",
                               .shows = "states, forces and energies are those of the scheme that "
                                        "it claims to equal, bit for bit",
                               .needs = IntegratorClaims::none,
                               .models = {Model::hmf, Model::ring, Model::plane},
                               .run = equality});

}  // namespace
}  // namespace touchstone::integrator
