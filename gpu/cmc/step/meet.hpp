// gpu/cmc/step/meet.hpp
// Purpose   Encounters of neighbouring pairs on a device: one thread for each block of stars, which
//           draws from the block's stream.
// Source    K. J. Joshi, F. A. Rasio, S. Portegies Zwart, Astrophys. J. 540, 969 (2000), section 2;
//           angle and order of draws as in the public CMC program.
// Computes  The bits of the serial reference: its expressions in its order, cosines and sines from
//           models/cmc/circle.hpp.
// Cost      Three random numbers, three pairs of cosine and sine, and ten divisions and roots for
//           each pair.
#pragma once
#include <cmath>
#include <cstdint>
#include <numbers>

#include "gpu/cmc/step/time_step.hpp"
#include "models/cmc/circle.hpp"

namespace touchstone::gpu {

struct PairOfStars {
  double mass[2];
  double radial[2];
  double tangential[2];
};

/// Random numbers of an encounter, in [0, 1): directions as parts of a circle.
struct EncounterDraws {
  double azimuth;
  double axis;
};

/// The pair after its relative velocity is turned by (pi/2) sqrt(dt / T), at most pi/2.
TOUCHSTONE_HD inline PairOfStars deflected(const PairOfStars& pair, double timestep, double density,
                                           double initial_stars, const EncounterDraws& draws) {
  using std::numbers::pi;
  const cluster::CosSin azimuth = cluster::cos_sin_of_share(draws.azimuth);
  double x[2] = {pair.tangential[0], pair.tangential[1] * azimuth.cos};
  double y[2] = {0, pair.tangential[1] * azimuth.sin};
  double z[2] = {pair.radial[0], pair.radial[1]};
  const double wx = x[1] - x[0], wy = y[1] - y[0], wz = z[1] - z[0];
  const double w = ::sqrt(wx * wx + wy * wy + wz * wz);
  const double mass = pair.mass[0] + pair.mass[1];
  if (w > 0) {
    const double time = pi / 32 * (w * w * w) / (initial_stars * density * (mass * mass));
    const double wanted = pi / 2 * ::sqrt(timestep / time);
    const double angle = wanted < pi / 2 ? wanted : pi / 2;
    const double across = ::sqrt(wx * wx + wy * wy);
    const bool tilted = across > 0;
    const double ax = tilted ? -wy * w / across : w, ay = tilted ? wx * w / across : 0;
    const double bx = tilted ? -wx * wz / across : 0, by = tilted ? -wy * wz / across : wz;
    const double bz = tilted ? across : 0;
    const cluster::CosSin turned = cluster::cos_sin(angle);
    const cluster::CosSin axis = cluster::cos_sin_of_share(draws.axis);
    const double c = turned.cos;
    const double a = turned.sin * axis.cos;
    const double b = turned.sin * axis.sin;
    const double dx = wx * c + ax * a + bx * b - wx;
    const double dy = wy * c + ay * a + by * b - wy;
    const double dz = wz * c + 0 * a + bz * b - wz;
    const double share[2] = {-pair.mass[1] / mass, pair.mass[0] / mass};
    for (int star = 0; star < 2; ++star) {
      x[star] += share[star] * dx;
      y[star] += share[star] * dy;
      z[star] += share[star] * dz;
    }
  }
  PairOfStars after = pair;
  for (int star = 0; star < 2; ++star) {
    after.radial[star] = z[star];
    after.tangential[star] = ::sqrt(x[star] * x[star] + y[star] * y[star]);
  }
  return after;
}

struct Meet {
  static constexpr const char* kName = "cmc/meet";
  static constexpr bool kSynchronises = false;
  static constexpr int kMaxThreads = 256;

  StepStars stars;
  StepBlocks blocks;
  double initial_stars;
  Span<const std::uint64_t> counts;
  Span<DeviceStream> streams;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t rank = ctx.global_thread();
    if (rank >= blocks.ranks) return;
    const auto radius = ctx.global(stars.radius, "radii of shells");
    const auto states = ctx.global(streams, "streams");
    const double timestep =
        double_of(static_cast<std::int64_t>(ctx.global(counts, "counts").load(kTimeStep)));
    const DeviceBlock mine = blocks.block(rank);
    DeviceStream random = states.load(rank);
    for (std::int32_t i = mine.first; i + 1 < mine.end; i += 2) {
      EncounterDraws draws{};
      draws.azimuth = random.uniform();
      random.uniform();  // of processes that are not modelled
      draws.axis = random.uniform();
      const double density = local_density(radius, blocks.stars, i + 1);
      store(ctx, i, deflected(load(ctx, i), timestep, density, initial_stars, draws));
    }
    states.store(rank, random);
  }

 private:
  template <class Context>
  TOUCHSTONE_HD PairOfStars load(const Context& ctx, std::int32_t i) const {
    const auto mass = ctx.global(stars.mass, "masses");
    const auto radial = ctx.global(stars.radial, "radial velocities");
    const auto tangential = ctx.global(stars.tangential, "tangential velocities");
    return {{mass.load(i), mass.load(i + 1)},
            {radial.load(i), radial.load(i + 1)},
            {tangential.load(i), tangential.load(i + 1)}};
  }
  template <class Context>
  TOUCHSTONE_HD void store(const Context& ctx, std::int32_t i, const PairOfStars& pair) const {
    const auto radial = ctx.global(stars.radial, "radial velocities");
    const auto tangential = ctx.global(stars.tangential, "tangential velocities");
    for (int star = 0; star < 2; ++star) {
      radial.store(i + star, pair.radial[star]);
      tangential.store(i + star, pair.tangential[star]);
    }
  }
};

}  // namespace touchstone::gpu
