#include "benchmarks/hpmc/preparation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/core/errors.hpp"

namespace touchstone::shapes {
namespace {

/// Factor of at most 2 per round, since few trials say little.
double factor(const SweepStats& stats, double acceptance) {
  if (stats.trials == 0) return 1;
  const double found = static_cast<double>(stats.accepted) / static_cast<double>(stats.trials);
  return std::clamp((found + 0.02) / (acceptance + 0.02), 0.5, 2.0);
}

double smallest_radius(const Configuration& c) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const std::uint32_t t : c.type) smallest = std::min(smallest, circumradius(c.types[t]));
  return smallest;
}

}  // namespace

Tuned tune(const ShapeScheme& scheme, const Configuration& start, const RunParameters& parameters,
           double acceptance, int rounds, int steps) {
  Tuned tuned{parameters, start, {}};
  RunParameters& p = tuned.parameters;
  const double longest = std::min(0.5 * smallest_radius(start),
                                  0.4 * start.box.smallest_plane_distance() / p.sweeps_per_step);
  for (int round = 0; round < rounds; ++round) {
    RunParameters now = p;
    now.seed = p.seed + static_cast<std::uint64_t>(round);
    const auto run = scheme.start(tuned.configuration, now);
    run->advance(static_cast<std::uint64_t>(steps));
    tuned.configuration = run->configuration();
    tuned.last_round = run->stats();
    p.max_displacement =
        std::min(longest, p.max_displacement * factor(tuned.last_round.translations, acceptance));
    p.max_rotation = std::min(3.0, p.max_rotation * factor(tuned.last_round.rotations, acceptance));
    const auto of = [&](BoxMove kind) {
      return factor(tuned.last_round.box[static_cast<std::size_t>(kind)], acceptance);
    };
    p.box.max_volume *= of(BoxMove::volume);
    p.box.max_log_volume *= of(BoxMove::log_volume);
    p.box.max_length *= of(BoxMove::length);
    p.box.max_shear *= of(BoxMove::shear);
  }
  return tuned;
}

Configuration compressed(const ShapeScheme& scheme, const Configuration& start, double packing,
                         std::uint64_t seed, int steps) {
  Configuration c = start;
  double displacement = 0.1 * smallest_radius(start);
  double angle = 0.2;
  double log_volume = 0.01;
  for (int done = 0; c.packing_fraction() < packing; done += 20) {
    if (done >= steps)
      throw input_error("compression", fmt::format("packing fraction after {} steps", done),
                        fmt::format("{}", packing), fmt::format("{}", c.packing_fraction()));
    RunParameters p{.max_displacement = displacement,
                    .max_rotation = angle,
                    .sweeps_per_step = 1,
                    .seed = seed + static_cast<std::uint64_t>(done)};
    p.box = {.pressure = 1e6 * static_cast<double>(c.size()) / c.box.volume(),
             .max_log_volume = log_volume,
             .per_step = 2};
    const auto run = scheme.start(c, p);
    run->advance(20);
    c = run->configuration();
    const MoveStats stats = run->stats();
    displacement =
        std::min(0.5 * smallest_radius(c), displacement * factor(stats.translations, 0.3));
    angle = std::min(1.0, angle * factor(stats.rotations, 0.3));
    log_volume = std::min(0.02, log_volume * factor(stats.box[1], 0.2));
  }
  // Convex bodies that are apart stay apart when separations grow.
  const double f = std::pow(c.packing_fraction() / packing, 1.0 / c.box.dimensions);
  Box wide = c.box;
  wide.lx *= f;
  wide.ly *= f;
  if (wide.dimensions == 3) wide.lz *= f;
  for (Vec3& r : c.centres) r = wide.wrap(wide.from_fractional(c.box.fractional(r)));
  c.box = wide;
  return c;
}

}  // namespace touchstone::shapes
