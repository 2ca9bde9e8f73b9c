// checkers/longrange/asked_tolerance.cpp
// Purpose   Registers the check that fast methods keep any tolerance that is asked for: their plans
//           choose modes, cells and terms by tolerance and softening, and what a scheme claims by
//           itself takes few of the branches (the Ring's transform never met modes beyond half of
//           its cells).
// Computes  Forces of drawn states, softenings and tolerances, beside sums in long double.
// Cost      0.1 s for each scheme, most of it the sums.
#include <algorithm>

#include "checkers/draws.hpp"
#include "checkers/longrange/cases.hpp"
#include "checkers/longrange/integrator_kind.hpp"
#include "checkers/longrange/truth.hpp"
#include "models/longrange/starts.hpp"

namespace touchstone::integrator {
namespace {

using longrange::LongrangeScheme;
using longrange::Model;
using longrange::State;

constexpr std::uint64_t kSystems = 24;
constexpr double kRounding = 1e-13;

State drawn_state(Model model, Draws& draw) {
  const auto n = static_cast<std::size_t>(draw.whole(150, 300));
  const std::uint64_t seed = draw.random().next();
  if (model == Model::plane) return longrange::annulus(n, draw.from(0, 0.9), 1, seed);
  return longrange::water_bag(n, draw.scale(0.03, 3), 0, seed);
}

CheckResult asked_tolerance(const LongrangeScheme& scheme, const CheckContext& context) {
  if (scheme.smallest_tolerance == 0) throw CannotRun("it has no tolerance");
  Bounds bounds;
  for (std::uint64_t number = 0; number < kSystems; ++number) {
    PhiloxStream random = stream_of_system(context, number);
    Draws draw(random);
    const Model model = scheme.models.front();
    const double least = std::max(1e-3, scheme.smallest_softening);
    const longrange::System system{model,
                                   draw.scale(least, std::min(1e4, scheme.largest_softening))};
    const State state = drawn_state(model, draw);
    const longrange::RunParameters asked{.system = system,
                                         .threads = draw.whole(1, 3),
                                         .tolerance = draw.scale(scheme.smallest_tolerance, 1e-3)};
    const ForceErrors errors = force_errors(system, state, scheme.start(state, asked)->forces());
    bounds.hold(errors.rms, asked.tolerance + kRounding,
                fmt::format("{}, tolerance {:.3g}", text(system, particles(system, state)),
                            asked.tolerance));
  }
  return bounds.result(kSystems);
}

const bool registered =
    register_check(IntegratorCheck{.name = "integrator/asked tolerance",
                                   .shows = "forces have the error that is asked for, or a smaller "
                                            "one, at any tolerance and softening",
                                   .needs = longrange::IntegratorClaims::model,
                                   .run = asked_tolerance});

}  // namespace
}  // namespace touchstone::integrator
