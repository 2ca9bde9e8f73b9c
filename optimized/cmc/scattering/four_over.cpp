// optimized/cmc/scattering/four_over.cpp
// Purpose   Whether a meeting of two binaries is over.
// Computes  The closest two stars are one binary; what is asked of the others decides most calls
//           after a few operations.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "optimized/cmc/scattering/meeting_over.hpp"
#include "optimized/cmc/scattering/two_bodies.hpp"

namespace touchstone::optimized {
namespace {

using cluster::FourEnd;
using cluster::FourEnding;
using cluster::FourStars;
using cluster::PointStar;

/// Whether each two recede with more energy than the others can still take from them.
bool leave_each_other(std::span<const PointStar> all) {
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      const Relative pair = relative(all[i], all[j]);
      if (!pair.recede()) return false;
      double own = all[i].mass * all[j].mass / pair.mass * pair.energy();
      if (!(own > 0)) return false;
      for (std::size_t k = 0; k < all.size(); ++k) {
        if (k == i || k == j) continue;
        const Relative to_i = relative(all[k], all[i]), to_j = relative(all[k], all[j]);
        own -= all[k].mass * (all[i].mass / std::sqrt(dot(to_i.r, to_i.r)) +
                              all[j].mass / std::sqrt(dot(to_j.r, to_j.r)));
      }
      if (!(own > 0)) return false;
    }
  return true;
}

/// Whether the tide of `other` is `tide` or more of what holds `one` together at `reach`, or that
/// of one as heavy as itself: a lighter one would leave while it still feels the shape of `one`.
bool disturbs(const PointStar& one, double reach, const PointStar& other, double tide) {
  const Relative apart = relative(one, other);
  const double ratio = reach * reach / dot(apart.r, apart.r);
  return !(2 * std::max(one.mass, other.mass) * ratio * std::sqrt(ratio) < tide * one.mass);
}

/// Two stars that are bound, as one.
struct Bound {
  PointStar centre;
  Relative orbit;
  Ellipse ellipse;
};

std::optional<Bound> bound(const PointStar& a, const PointStar& b) {
  const Relative orbit = relative(a, b);
  const double energy = orbit.energy();
  if (!(energy < 0)) return std::nullopt;
  return Bound{centre_of(a, b), orbit, ellipse_of(orbit, energy)};
}

bool are_two_binaries(const Bound& one, const PointStar& c, const PointStar& d, double tide) {
  const auto other = bound(c, d);
  return other && leave_each_other(std::array{one.centre, other->centre}) &&
         !disturbs(one.centre, one.ellipse.apocentre(), other->centre, tide) &&
         !disturbs(other->centre, other->ellipse.apocentre(), one.centre, tide);
}

bool is_one_binary(const Bound& one, const PointStar& c, const PointStar& d, double tide) {
  return leave_each_other(std::array{one.centre, c, d}) &&
         !disturbs(one.centre, one.ellipse.apocentre(), c, tide) &&
         !disturbs(one.centre, one.ellipse.apocentre(), d, tide);
}

bool is_stable_triple(const Bound& inner, const PointStar& outer, const PointStar& single,
                      double tide) {
  const auto triple = bound(inner.centre, outer);
  if (!triple || !leave_each_other(std::array{triple->centre, single}) ||
      disturbs(triple->centre, triple->ellipse.apocentre(), single, tide))
    return false;
  const cluster::Vector3 n = cross(inner.orbit.r, inner.orbit.v),
                         m = cross(triple->orbit.r, triple->orbit.v);
  const double cosine = dot(n, m) / std::sqrt(dot(n, n) * dot(m, m));
  const double needed =
      cluster::stable_above(outer.mass / inner.centre.mass, triple->ellipse.eccentricity,
                            std::acos(std::clamp(cosine, -1.0, 1.0)));
  return triple->ellipse.axis * (1 - triple->ellipse.eccentricity) > needed * inner.ellipse.axis;
}

/// The closest two stars, ascending.
std::array<std::size_t, 2> closest(const FourStars& stars) {
  std::array<std::size_t, 2> found = {0, 1};
  double least = HUGE_VAL;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = i + 1; j < 4; ++j) {
      const Relative pair = relative(stars[i], stars[j]);
      const double square = dot(pair.r, pair.r);
      if (!(square < least)) continue;
      least = square;
      found = {i, j};
    }
  return found;
}

std::array<std::size_t, 2> others(const std::array<std::size_t, 2>& two) {
  std::array<std::size_t, 2> found{};
  std::size_t count = 0;
  for (std::size_t k = 0; k < 4; ++k)
    if (k != two[0] && k != two[1]) found[count++] = k;
  return found;
}

}  // namespace

FourEnd meeting_state(const FourStars& stars, double tide) {
  const std::array<std::size_t, 2> two = closest(stars), rest = others(two);
  const auto inner = bound(stars[two[0]], stars[two[1]]);
  if (!inner) return {leave_each_other(stars) ? FourEnding::ionised : FourEnding::unfinished};
  const PointStar &c = stars[rest[0]], &d = stars[rest[1]];
  if (are_two_binaries(*inner, c, d, tide))
    return {.ending = FourEnding::binaries, .binary = two[0] == 0 ? two : rest};
  if (is_one_binary(*inner, c, d, tide)) return {.ending = FourEnding::binary, .binary = two};
  if (is_stable_triple(*inner, c, d, tide))
    return {.ending = FourEnding::triple, .binary = two, .outer = rest[0]};
  if (is_stable_triple(*inner, d, c, tide))
    return {.ending = FourEnding::triple, .binary = two, .outer = rest[1]};
  return {};
}

MeetingEnergy meeting_energy(const FourStars& stars) {
  MeetingEnergy energy;
  for (std::size_t i = 0; i < 4; ++i) {
    energy.total += stars[i].mass * dot(stars[i].velocity, stars[i].velocity) / 2;
    for (std::size_t j = 0; j < i; ++j) {
      const Relative pair = relative(stars[i], stars[j]);
      energy.total -= stars[i].mass * stars[j].mass / std::sqrt(dot(pair.r, pair.r));
    }
  }
  const auto add = [&](const Relative& pair, double a, double b) {
    const double own = pair.energy();
    energy.scale += std::abs(a * b / pair.mass * own);
    return own;
  };
  const Relative one = relative(stars[0], stars[1]), other = relative(stars[2], stars[3]);
  const double first = add(one, stars[0].mass, stars[1].mass);
  const double second = add(other, stars[2].mass, stars[3].mass);
  energy.outer_speed = std::sqrt(
      2 * std::abs(add(relative(centre_of(stars[0], stars[1]), centre_of(stars[2], stars[3])),
                       one.mass, other.mass)));
  energy.semimajor_axis =
      std::min(one.mass / (2 * std::abs(first)), other.mass / (2 * std::abs(second)));
  return energy;
}

}  // namespace touchstone::optimized
