// checkers/hpmc/seeds.cpp
// Purpose   Registers the check that no two seeds share draws: neither seeds that differ in one bit
//           nor seeds that are steps of one another.
// Computes  Moves of bodies that never meet, in the first steps of runs with related seeds: equal
//           displacements are counted.
// Cost      A few thousand trial moves.
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_cases.hpp"
#include "checkers/related_seeds.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Configuration;
using shapes::ShapeScheme;
using shapes::Vec3;

constexpr std::uint64_t kSteps = 3;
constexpr double kSame = 1e-9;  ///< chance of two pairs by accident below 1e-12
constexpr double kStill = 1e-12;
/// Largest rounding of coordinates, as a part of the box, with which equal displacements tell.
constexpr double kMostRounding = 1e-6;

CheckResult seeds_apart(const ShapeScheme& scheme, const CheckContext& context) {
  const Configuration start = test_lattice("disk", 4, 0.05);  // four diameters apart
  if (scheme.tolerance > kMostRounding) throw CannotRun("rounding makes displacements equal");
  const std::uint64_t part = part_seed(context, 46);
  // Seeds of a program of the user's may have 16 bits.
  const auto seeds =
      scheme.screened_starts ? related_seeds((part & 0x7ff0u) | 1, 15) : related_seeds(part | 1);
  std::vector<Vec3> moved;
  std::uint64_t trials = 0;
  for (const std::uint64_t seed : seeds) {
    shapes::RunParameters p{.max_displacement = 0.3, .translations = 1, .sweeps_per_step = 1};
    p.threads = context.threads;
    p.seed = seed;
    const auto run = scheme.start(start, p);
    Configuration before = start;
    for (std::uint64_t step = 0; step < kSteps; ++step) {
      run->advance(1);
      const Configuration after = run->configuration();
      for (std::size_t i = 0; i < after.size(); ++i) {
        const Vec3 d = after.box.nearest(after.centres[i] - before.centres[i]);
        if (norm(d) > kStill) moved.push_back(d);
      }
      before = after;
    }
    trials += run->stats().of_bodies().trials;
  }
  return all_different(moved, kSame, kSteps * seeds.size() * start.size(), trials,
                       fmt::format("of {} related seeds", seeds.size()));
}

const bool registered =
    register_check(ShapeCheck{.name = "shapes/seeds apart",
                              .shows = "no seed repeats draws of a related one, in any step",
                              .needs = Claims::global_balance,
                              .cost = "about 10 ms",
                              .run = seeds_apart});

}  // namespace
}  // namespace touchstone::hpmc
