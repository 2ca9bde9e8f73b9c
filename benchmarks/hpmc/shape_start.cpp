#include "benchmarks/hpmc/shape_start.hpp"

#include <limits>
#include <map>
#include <utility>

#include "benchmarks/hpmc/preparation.hpp"
#include "models/core/registry.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

using shapes::Configuration;
using shapes::MoveStats;

}  // namespace

const shapes::ShapeScheme& baseline_scheme() { return baseline_of(shapes::shape_schemes()); }

MoveStats difference(const MoveStats& after, const MoveStats& before) {
  const auto since = [](const SweepStats& a, const SweepStats& b) {
    return SweepStats{a.trials - b.trials, a.accepted - b.accepted};
  };
  return {
      since(after.translations, before.translations), since(after.rotations, before.rotations), {}};
}

double acceptance(const SweepStats& stats) {
  if (stats.trials == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(stats.accepted) / static_cast<double>(stats.trials);
}

ShapeStart relaxed(const Configuration& start, const shapes::RunParameters& parameters,
                   std::uint64_t most_steps) {
  const auto run = baseline_scheme().start(start, parameters);
  const auto block = [&](std::uint64_t steps) {
    const MoveStats before = run->stats();
    run->advance(steps);
    const MoveStats made = difference(run->stats(), before);
    std::vector<double> acceptances = {acceptance(made.translations)};
    if (made.rotations.trials > 0) acceptances.push_back(acceptance(made.rotations));
    return acceptances;
  };
  ShapeStart result{relax(block, most_steps), {}};
  result.configuration = run->configuration();
  return result;
}

namespace {

/// Block that larger fluids are made of. Kept, since the sizes of a system share it.
const ShapeStart& fluid_block(const ShapeSystem& system, std::uint64_t seed) {
  static std::map<std::pair<std::string, std::uint64_t>, ShapeStart> known;
  const std::pair key{system.name, seed};
  if (const auto found = known.find(key); found != known.end()) return found->second;
  shapes::RunParameters p = system.parameters();
  p.seed = seed;
  const Configuration melted = relaxed(system.lattice(1), p, system.most_steps).configuration;
  const Configuration dense =
      shapes::compressed(baseline_scheme(), melted, system.packing, seed + 1000);
  ++p.seed;
  return known[key] = relaxed(dense, p, system.most_steps);
}

}  // namespace

ShapeStart shape_start(const ShapeSystem& system, int copies, std::uint64_t seed) {
  shapes::RunParameters p = system.parameters();
  p.seed = seed;
  if (system.melting == 0) return relaxed(system.lattice(copies), p, system.most_steps);
  const ShapeStart& block = fluid_block(system, seed);
  if (copies == 1) return block;
  p.seed = seed + 2;
  return relaxed(replicated(block.configuration, copies), p, system.most_steps);
}

int relaxed_copies(const ShapeSystem& system, int copies) {
  if (system.bodies(copies) <= kRelaxedBodies) return copies;
  int found = copies;
  for (int n = system.copies[0]; system.bodies(n) <= kCopiedBodies; ++n)
    if (copies % n == 0) found = n;
  return found;
}

ShapeStart side_by_side(const ShapeStart& relaxed, int times) {
  ShapeStart all = relaxed;
  if (times > 1) all.configuration = replicated(relaxed.configuration, times);
  return all;
}

}  // namespace touchstone::benchmarks::hpmc
