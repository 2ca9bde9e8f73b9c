// checkers/hpmc/drawn_equality.cpp
// Purpose   Systems drawn at random (bodies of all classes, mixtures, boxes, domains, ranks,
//           threads, moves of the box, late steps) move as those of the reference, bit for bit;
//           those that the reference refuses are refused, and no others for an overlap.
// Cost      1 s for each scheme, 5 s on the grid emulator.
#include "checkers/hpmc/drawn_systems.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_findings.hpp"
#include "models/core/errors.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::ShapeScheme;

constexpr int kSystems = 24;

class Comparison {
 public:
  Comparison(const ShapeScheme& scheme, const ShapeScheme& reference)
      : scheme_(scheme), reference_(reference) {}

  /// Whether both run the system.
  bool compare(const DrawnSystem& system) {
    if (scheme_.runs && !scheme_.runs(system.start, system.parameters)) return false;
    std::string overlap;
    const auto start = [&](const ShapeScheme& scheme) {
      return unless_refused([&] {
        try {
          return scheme.start(system.start, system.parameters);
        } catch (const shapes::OverlapError& error) {
          overlap = error.what();
          throw;
        }
      });
    };
    const auto expected = start(reference_), run = start(scheme_);
    findings_.expect(expected || !run, text(system) + ": accepted, the reference refuses it");
    // Not all schemes take all classes of bodies; but about overlaps they agree.
    findings_.expect(run || !expected || overlap.empty(),
                     fmt::format("{}: the reference accepts it; {}", text(system), overlap));
    if (!run || !expected) return false;
    const auto in_one_call = scheme_.start(system.start, system.parameters);
    for (int step = 1; step <= system.steps; ++step) {
      (*run)->advance(1);
      (*expected)->advance(1);
      if (!same(**run, **expected, fmt::format("{}, step {}: ", text(system), step))) return true;
    }
    in_one_call->advance(static_cast<std::uint64_t>(system.steps));
    same(*in_one_call, **expected,
         fmt::format("{}, {} steps at once: ", text(system), system.steps));
    trials_ += (*run)->stats().of_bodies().trials;
    add(digest_, (*run)->configuration());
    return true;
  }

  CheckResult result(const DrawnSystems& systems) {
    findings_.expect(systems.enough(), "only " + systems.text());
    CheckResult result = findings_.result(trials_, systems.text() + ": the same bits");
    result.params.update({{"digest", digest_.text()}, {"systems", systems.compared}});
    return result;
  }

  bool any() const { return findings_.any(); }

 private:
  /// Compares bodies, boxes and counts. False where bodies differ: everything after differs, too.
  bool same(const shapes::Simulation& run, const shapes::Simulation& expected,
            const std::string& here) {
    const std::string different = first_difference(run.configuration(), expected.configuration());
    findings_.expect(different.empty(), here + different);
    const shapes::MoveStats a = run.stats(), b = expected.stats();
    findings_.expect(same(a.translations, b.translations) && same(a.rotations, b.rotations),
                     here + "numbers of trials and acceptances");
    for (std::size_t k = 0; k < shapes::kBoxMoves; ++k)
      findings_.expect(same(a.box[k], b.box[k]), here + "trials of the box");
    return different.empty();
  }
  static bool same(const SweepStats& a, const SweepStats& b) {
    return a.trials == b.trials && a.accepted == b.accepted;
  }

  const ShapeScheme& scheme_;
  const ShapeScheme& reference_;
  Findings findings_;
  Digest digest_;
  std::uint64_t trials_ = 0;
};

CheckResult drawn_systems(const ShapeScheme& scheme, const CheckContext& context) {
  Comparison comparison(scheme, shapes::shape_scheme(scheme.equals));
  return comparison.result(compare_drawn(context, kSystems, comparison, [&](std::uint64_t number) {
    return comparison.compare(drawn_system(scheme, context, number));
  }));
}

const bool registered = register_check(ShapeCheck{
    .name = "shapes/drawn systems",
    .shows = "mixtures of bodies of any class, in any box, cut in any way, move as those "
             "of the reference, bit for bit; what that refuses is refused",
    .needs = Claims::equals_reference,
    .run = drawn_systems});

}  // namespace
}  // namespace touchstone::hpmc
