// gpu/longrange/pairs.hpp
// Purpose   Common parts of the kernels of direct sums: points, the force of a pair, and the motion
//           of a particle once its force is known.
// Source    Rocha Filho, section 3.2 and equations 3, 8 and 9, in chord form: with (dx, dy) the
//           difference of two points of the circle and D = dx^2 + dy^2 + 2 eps,
//           f_i = (sin_i sum dx D^(-3/2) - cos_i sum dy D^(-3/2)) / N. The term i = j is zero.
// Not here  The choice and order of pairs (tile_forces.hpp, register_forces.hpp).
#pragma once
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "gpu/exec/context.hpp"
#include "gpu/longrange/device_math.hpp"

namespace touchstone::gpu {

/// Point of the circle (cosine, sine) or of the plane; one load of a vector.
template <class Real>
struct alignas(2 * sizeof(Real)) Point {
  Real x, y;
};

/// Arithmetic of a pair.
struct Literally {};   ///< division and square root: the same bits everywhere
struct ByEstimate {};  ///< special function unit, refined by a series in double

struct RingPairs {
  static constexpr const char* kTileName = "longrange/ring-tiles";
  static constexpr const char* kRegisterName = "longrange/ring-registers";
  static constexpr const char* kPotentialName = "longrange/ring-potential";
  static constexpr bool kPlanar = false;
  TOUCHSTONE_HD static double weight(double d, Literally) { return 1 / (d * ::sqrt(d)); }
  template <class Real>
  TOUCHSTONE_HD static Real weight(Real d, ByEstimate) {
    return inverse_three_halves(d);
  }
  TOUCHSTONE_HD static double potential(double d) { return -1 / ::sqrt(d); }
};

struct PlanePairs {
  static constexpr const char* kTileName = "longrange/plane-tiles";
  static constexpr const char* kRegisterName = "longrange/plane-registers";
  static constexpr const char* kPotentialName = "longrange/plane-potential";
  static constexpr bool kPlanar = true;
  TOUCHSTONE_HD static double weight(double d, Literally) { return 1 / d; }
  template <class Real>
  TOUCHSTONE_HD static Real weight(Real d, ByEstimate) {
    return inverse(d);
  }
  TOUCHSTONE_HD static double potential(double d) { return ::log(d); }
};

/// Use of the forces of a launch: up to two kicks, then a drift.
struct Stage {
  double kick = 0;         ///< B dt
  double second_kick = 0;  ///< first kick of the next step, which has the same force
  double drift = 0;        ///< D dt; 0: particles stay
  bool keep = false;       ///< forces are looked at, or used by a later launch
};

/// The particles of one device: `count` from number `first` on, of `all`. Arrays have `count`
/// elements, in the plane all x first, then all y.
struct OwnParticles {
  std::int64_t all = 0;
  std::int64_t first = 0;
  std::int64_t count = 0;
  Span<double> q, p, force;
};

/// Kicks and drifts particle `k` of this device and returns its new point. `step` has the arrays q
/// and p.
template <class Pairs, class Real, class Array>
TOUCHSTONE_HD Point<Real> move(const OwnParticles& own, const Stage& stage, std::int64_t k,
                               const double (&force)[2], const Array& q, const Array& p) {
  double at[2] = {0, 0};
  for (int c = 0; c < (Pairs::kPlanar ? 2 : 1); ++c) {
    const std::int64_t i = c * own.count + k;
    double momentum = p.load(i);
    momentum += stage.kick * force[c];
    if (stage.second_kick != 0) momentum += stage.second_kick * force[c];
    at[c] = q.load(i) + stage.drift * momentum;
    p.store(i, momentum);
    if (stage.drift != 0) q.store(i, at[c]);
  }
  if constexpr (Pairs::kPlanar) {
    return {static_cast<Real>(at[0]), static_cast<Real>(at[1])};
  } else {
    const SineCosine turn = sine_cosine(at[0]);
    return {static_cast<Real>(turn.cosine), static_cast<Real>(turn.sine)};
  }
}

/// Applies the sums over all sources: force, kicks, drift, and the point in `next`.
template <class Pairs, class Real, class Context>
TOUCHSTONE_HD void finish(const Context& ctx, const OwnParticles& own, const Stage& stage,
                          std::int64_t k, Point<Real> here, double sum_x, double sum_y,
                          Span<Point<Real>> next) {
  const auto q = ctx.global(own.q, "coordinates");
  const auto p = ctx.global(own.p, "momenta");
  double force[2] = {0, 0};
  const auto n = static_cast<double>(own.all);
  if constexpr (Pairs::kPlanar) {
    const double factor = -2 / n;
    force[0] = factor * sum_x;
    force[1] = factor * sum_y;
  } else if constexpr (std::is_same_v<Real, double>) {
    force[0] = (here.y * sum_x - here.x * sum_y) / n;
  } else {  // the point is rounded, the angle is not
    const SineCosine turn = sine_cosine(q.load(k));
    force[0] = (turn.sine * sum_x - turn.cosine * sum_y) / n;
  }
  if (stage.keep) {
    const auto kept = ctx.global(own.force, "forces");
    for (int c = 0; c < (Pairs::kPlanar ? 2 : 1); ++c) kept.store(c * own.count + k, force[c]);
  }
  if (stage.kick == 0 && stage.drift == 0) return;
  const Point<Real> moved = move<Pairs, Real>(own, stage, k, force, q, p);
  if (stage.drift != 0) ctx.global(next, "new points").store(own.first + k, moved);
}

/// The first kick and drift of a run, by the forces that were kept; also, with a stage of zeros,
/// the points of the start.
template <class Pairs, class Real>
struct KickAndDrift {
  static constexpr const char* kName = "longrange/kick-and-drift";
  static constexpr bool kSynchronises = false;
  OwnParticles own;
  Stage stage;
  Span<Point<Real>> points;

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const std::int64_t k = ctx.global_thread();
    if (k >= own.count) return;
    const auto kept = ctx.global(own.force, "forces");
    double force[2] = {0, 0};
    for (int c = 0; c < (Pairs::kPlanar ? 2 : 1); ++c) force[c] = kept.load(c * own.count + k);
    const Point<Real> moved = move<Pairs, Real>(
        own, stage, k, force, ctx.global(own.q, "coordinates"), ctx.global(own.p, "momenta"));
    ctx.global(points, "points").store(own.first + k, moved);
  }
};

}  // namespace touchstone::gpu
