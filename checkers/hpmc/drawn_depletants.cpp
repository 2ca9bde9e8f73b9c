// checkers/hpmc/drawn_depletants.cpp
// Purpose   Systems drawn at random among depletants and on springs move as those of the reference,
//           bit for bit; those that the reference refuses are refused.
// Not here  Systems of hard bodies alone (drawn_equality.cpp).
#include <memory>
#include <tuple>

#include "checkers/hpmc/depletant_kind.hpp"
#include "checkers/hpmc/drawn_systems.hpp"
#include "checkers/hpmc/simulation_findings.hpp"
#include "checkers/made_once.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::DepletantScheme;

constexpr int kSystems = 80;

/// A drawn system, and what the reference makes of it.
struct Followed {
  explicit Followed(DrawnSurroundings one) : drawn(std::move(one)) {}

  DrawnSurroundings drawn;
  bool refused = false;
  std::vector<shapes::Configuration> after;  ///< each step
  SweepStats bodies = {};
};

std::optional<std::unique_ptr<shapes::Simulation>> begun(const DepletantScheme& scheme,
                                                         const DrawnSurroundings& one) {
  return unless_refused(
      [&] { return scheme.start(one.system.start, one.system.parameters, one.terms); });
}

std::unique_ptr<const Followed> follow(const DepletantScheme& reference,
                                       const CheckContext& context, std::uint64_t number) {
  auto result = std::make_unique<Followed>(drawn_surroundings(context, number));
  const auto run = begun(reference, result->drawn);
  result->refused = !run;
  for (int step = 1; run && step <= result->drawn.system.steps; ++step) {
    (*run)->advance(1);
    result->after.push_back((*run)->configuration());
  }
  if (run) result->bodies = (*run)->stats().of_bodies();
  return result;
}

/// The reference takes far longer than what is compared with it.
const Followed& followed(const DepletantScheme& reference, const CheckContext& context,
                         std::uint64_t number) {
  static MadeOnce<std::tuple<std::string, std::uint64_t, std::uint64_t>,
                  std::unique_ptr<const Followed>>
      known;
  return *known({reference.info.name, context.seed, number},
                [&] { return follow(reference, context, number); });
}

std::string text(const DrawnSurroundings& one) {
  return fmt::format("{}, depletants of {:.3g} at {:.3g}, springs of {:.3g} and {:.3g}",
                     text(one.system), circumradius(one.terms.depletants.body),
                     one.terms.depletants.fugacity, one.terms.springs.spring,
                     one.terms.springs.turning);
}

class Comparison {
 public:
  explicit Comparison(const DepletantScheme& scheme)
      : scheme_(scheme), reference_(shapes::depletant_scheme(scheme.equals)) {}

  /// Whether both run the system.
  bool compare(const CheckContext& context, std::uint64_t number) {
    const Followed& expected = followed(reference_, context, number);
    const std::string what = text(expected.drawn);
    const auto run = begun(scheme_, expected.drawn);
    findings_.expect(expected.refused == !run,
                     what + (run ? ": accepted, the reference refuses it"
                                 : ": refused, the reference accepts it"));
    if (!run || expected.refused) return false;
    int step = 0;
    for (const shapes::Configuration& after : expected.after) {
      (*run)->advance(1);
      const std::string different = first_difference((*run)->configuration(), after);
      findings_.expect(different.empty(), fmt::format("{}, step {}: {}", what, ++step, different));
      if (!different.empty()) return true;  // everything after differs
    }
    const SweepStats bodies = (*run)->stats().of_bodies();
    findings_.expect(
        bodies.trials == expected.bodies.trials && bodies.accepted == expected.bodies.accepted,
        what + ": numbers of trials and acceptances");
    trials_ += bodies.trials;
    add(digest_, (*run)->configuration());
    return true;
  }

  CheckResult result(const DrawnSystems& systems) {
    findings_.expect(systems.enough(), "only " + systems.text());
    CheckResult result = findings_.result(trials_, systems.text() + ": the same bits");
    result.params.update({{"states", digest_.text()}, {"systems", systems.compared}});
    return result;
  }

  bool any() const { return findings_.any(); }

 private:
  const DepletantScheme& scheme_;
  const DepletantScheme& reference_;
  Findings findings_;
  std::uint64_t trials_ = 0;
  Digest digest_;
};

CheckResult drawn_systems(const DepletantScheme& scheme, const CheckContext& context) {
  Comparison comparison(scheme);
  return comparison.result(compare_drawn(context, kSystems, comparison, [&](std::uint64_t number) {
    return comparison.compare(context, number);
  }));
}

const bool registered = register_check(DepletantCheck{
    .name = "surroundings/drawn systems",
    .shows = "bodies among depletants of any class and size, on springs, in any box, move as those "
             "of the reference, bit for bit; what that refuses is refused",
    .needs = Claims::equals_reference,
    .run = drawn_systems});

}  // namespace
}  // namespace touchstone::hpmc
