// checkers/hpmc/drawn_equality.cpp
// Purpose   Systems drawn at random (bodies of all classes, mixtures, boxes, domains, ranks,
//           threads, moves of the box, late steps) move as those of the reference, bit for bit;
//           those that the reference refuses are refused.
// Cost      About 0.5 s for each scheme.
#include <array>

#include "checkers/digest.hpp"
#include "checkers/hpmc/drawn_systems.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_findings.hpp"
#include "models/core/errors.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::ShapeScheme;

constexpr int kSystems = 16;  ///< that can be run, of at most ten times as many

/// The simulation, or nothing where the scheme refuses the system.
std::unique_ptr<shapes::Simulation> started(const ShapeScheme& scheme, const DrawnSystem& system) {
  try {
    return scheme.start(system.start, system.parameters);
  } catch (const InputError&) {
    return nullptr;
  }
}

void add(Digest& digest, const shapes::Configuration& c) {
  for (const shapes::Vec3& r : c.centres) digest.add(std::array{r.x, r.y, r.z});
  for (const shapes::Orientation& q : c.orientations) digest.add(std::array{q.s, q.x, q.y, q.z});
  digest.add(c.box.volume());
}

class Comparison {
 public:
  Comparison(const ShapeScheme& scheme, const ShapeScheme& reference)
      : scheme_(scheme), reference_(reference) {}

  void compare(const DrawnSystem& system) {
    if (scheme_.runs && !scheme_.runs(system.start, system.parameters)) return;
    const auto expected = started(reference_, system);
    const auto run = started(scheme_, system);
    findings_.expect(expected || !run, text(system) + ": accepted, the reference refuses it");
    if (!run || !expected) return;
    ++compared_;
    for (int step = 1; step <= system.steps; ++step) {
      run->advance(1);
      expected->advance(1);
      const std::string different =
          first_difference(run->configuration(), expected->configuration());
      findings_.expect(different.empty(),
                       fmt::format("{}, step {}: {}", text(system), step, different));
      if (!different.empty()) return;  // everything after differs
    }
    const shapes::MoveStats a = run->stats(), b = expected->stats();
    findings_.expect(same(a.translations, b.translations) && same(a.rotations, b.rotations),
                     text(system) + ": numbers of trials and acceptances");
    for (std::size_t k = 0; k < shapes::kBoxMoves; ++k)
      findings_.expect(same(a.box[k], b.box[k]), text(system) + ": trials of the box");
    trials_ += a.of_bodies().trials;
    add(digest_, run->configuration());
  }

  int compared() const { return compared_; }

  CheckResult result(int wanted, int drawn) {
    findings_.expect(compared_ >= wanted,
                     fmt::format("only {} of {} drawn systems can be run", compared_, drawn));
    CheckResult result = findings_.result(
        trials_, fmt::format("{} of {} drawn systems can be run: the same bits", compared_, drawn));
    result.params["digest"] = digest_.text();
    return result;
  }

 private:
  static bool same(const SweepStats& a, const SweepStats& b) {
    return a.trials == b.trials && a.accepted == b.accepted;
  }

  const ShapeScheme& scheme_;
  const ShapeScheme& reference_;
  Findings findings_;
  Digest digest_;
  std::uint64_t trials_ = 0;
  int compared_ = 0;
};

CheckResult drawn_systems(const ShapeScheme& scheme, const CheckContext& context) {
  Comparison comparison(scheme, shapes::shape_scheme(scheme.equals));
  const int wanted = std::max(1, static_cast<int>(kSystems * context.effort));
  int drawn = 0;
  for (; comparison.compared() < wanted && drawn < 10 * wanted; ++drawn)
    comparison.compare(drawn_system(scheme, context, static_cast<std::uint64_t>(drawn)));
  return comparison.result(wanted, drawn);
}

const bool registered = register_check(ShapeCheck{
    .name = "shapes/drawn systems",
    .shows = "mixtures of bodies of any class, in any box, cut in any way, move as those "
             "of the reference, bit for bit, or are refused by both",
    .needs = Claims::equals_reference,
    .run = drawn_systems});

}  // namespace
}  // namespace touchstone::hpmc
