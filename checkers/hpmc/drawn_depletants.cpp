// checkers/hpmc/drawn_depletants.cpp
// Purpose   Systems drawn at random among depletants and on springs move as those of the reference,
//           bit for bit; those that the reference refuses are refused.
// Not here  Systems of hard bodies alone (drawn_equality.cpp).
#include "checkers/hpmc/depletant_kind.hpp"
#include "checkers/hpmc/drawn_systems.hpp"
#include "checkers/hpmc/simulation_findings.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::DepletantScheme;

constexpr int kSystems = 80;

CheckResult drawn_systems(const DepletantScheme& scheme, const CheckContext& context) {
  const DepletantScheme& reference = shapes::depletant_scheme(scheme.equals);
  Findings findings;
  std::uint64_t trials = 0;
  Digest digest;
  const DrawnSystems systems =
      compare_drawn(context, kSystems, findings, [&](std::uint64_t number) {
        const auto [system, terms] = drawn_surroundings(context, number);
        const auto start = [&, &system = system, &terms = terms](const DepletantScheme& one) {
          return unless_refused([&] { return one.start(system.start, system.parameters, terms); });
        };
        const std::string what =
            fmt::format("{}, depletants of {:.3g} at {:.3g}, springs of {:.3g} and {:.3g}",
                        text(system), circumradius(terms.depletants.body),
                        terms.depletants.fugacity, terms.springs.spring, terms.springs.turning);
        const auto expected = start(reference), run = start(scheme);
        findings.expect(expected.has_value() == run.has_value(),
                        what + (run ? ": accepted, the reference refuses it"
                                    : ": refused, the reference accepts it"));
        if (!run || !expected) return false;
        for (int step = 1; step <= system.steps; ++step) {
          (*run)->advance(1);
          (*expected)->advance(1);
          const std::string different =
              first_difference((*run)->configuration(), (*expected)->configuration());
          findings.expect(different.empty(), fmt::format("{}, step {}: {}", what, step, different));
          if (!different.empty()) return true;  // everything after differs
        }
        const SweepStats a = (*run)->stats().of_bodies(), b = (*expected)->stats().of_bodies();
        findings.expect(a.trials == b.trials && a.accepted == b.accepted,
                        what + ": numbers of trials and acceptances");
        trials += a.trials;
        add(digest, (*run)->configuration());
        return true;
      });
  findings.expect(systems.enough(), "only " + systems.text());
  CheckResult result = findings.result(trials, systems.text() + ": the same bits");
  result.params.update({{"states", digest.text()}, {"systems", systems.compared}});
  return result;
}

const bool registered = register_check(DepletantCheck{
    .name = "surroundings/drawn systems",
    .shows = "bodies among depletants of any class and size, on springs, in any box, move as those "
             "of the reference, bit for bit; what that refuses is refused",
    .needs = Claims::equals_reference,
    .run = drawn_systems});

}  // namespace
}  // namespace touchstone::hpmc
