#include "validation/experiments/hpmc/compression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "validation/experiments/hpmc/schemes.hpp"

namespace touchstone::validation::hpmc {
namespace {

using shapes::Configuration;

/// The state in another box, at the same fractional coordinates; empty where bodies then overlap.
std::optional<Configuration> scaled(const Configuration& c, double factor) {
  Configuration next = c;
  next.box.lx *= factor;
  next.box.ly *= factor;
  if (c.box.dimensions == 3) next.box.lz *= factor;
  for (shapes::Vec3& r : next.centres)
    r = next.box.wrap(next.box.from_fractional(c.box.fractional(r)));
  try {
    serial_scheme().start(next, {.max_displacement = 0});
  } catch (const InputError&) {  // schemes refuse starts with overlaps
    return std::nullopt;
  }
  return next;
}

Configuration swept(const Configuration& c, double displacement, double rotation, int steps,
                    std::uint64_t seed) {
  const auto run = serial_scheme().start(c, {.max_displacement = displacement,
                                             .max_rotation = rotation,
                                             .sweeps_per_step = 1,
                                             .seed = seed});
  run->advance(static_cast<std::uint64_t>(steps));
  return run->configuration();
}

}  // namespace

Configuration compressed(Configuration c, const Compression& by, std::uint64_t seed) {
  c = swept(c, by.melting_displacement, by.melting_rotation, by.melting_steps, seed);
  double shrink = 0.01;
  for (std::uint64_t k = 1; c.packing_fraction() < by.packing * (1 - 1e-12); ++k) {
    check_interrupt();
    if (k > by.most)
      throw input_error("start", "packing fraction of a compressed fluid",
                        fmt::format("{} within {} compressions", by.packing, by.most),
                        fmt::format("{:.4f}", c.packing_fraction()));
    c = swept(c, by.displacement, by.rotation, 1, seed + k);
    const double ratio = c.packing_fraction() / by.packing;
    const double missing = 1 - (c.box.dimensions == 2 ? std::sqrt(ratio) : std::cbrt(ratio));
    if (const auto next = scaled(c, 1 - std::min(shrink, missing))) {
      c = *next;
      shrink = std::min(0.02, 1.3 * shrink);
    } else {
      shrink *= 0.7;
    }
  }
  return c;
}

}  // namespace touchstone::validation::hpmc
