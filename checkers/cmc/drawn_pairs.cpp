#include "checkers/cmc/drawn_pairs.hpp"

#include <cmath>

namespace touchstone::cmc {

using cluster::Binary;
using cluster::ClosePair;
using Real = long double;

ClosePair draw_pair(PairKind kind, Draws& draw) {
  ClosePair pair;
  const auto mass = [&] { return draw.scale(0.3e-3, 3e-3); };
  const auto binary = [&](std::uint32_t first_id) {
    return Binary{first_id + static_cast<std::uint32_t>(draw.whole(0, 1000)),
                  {mass(), mass()},
                  draw.scale(1e-4, 1e-2),
                  draw.one_in(4) ? 0 : draw.from(0, 0.95)};
  };
  if (kind != PairKind::binary_outside) pair.star[0].binary = binary(0);
  if (kind != PairKind::binary_inside) pair.star[1].binary = binary(2000);
  if (kind == PairKind::two || kind == PairKind::point) {
    // The border between both is close on either side.
    const std::size_t wide = draw.one_in(2) ? 0 : 1;
    const double ratio = draw.scale(0.001, 1);
    pair.star[1 - wide].binary->semimajor_axis = ratio * pair.star[wide].binary->semimajor_axis;
    pair.point_like = ratio * (kind == PairKind::point ? 1 + 1e-9 : 1 - 1e-9);
  }
  for (cluster::Partner& one : pair.star) {
    one.mass = one.binary ? one.binary->mass[0] + one.binary->mass[1] : mass();
    one.velocity = {draw.from(-1, 1), draw.from(-1, 1), draw.from(-1, 1)};
  }
  pair.density = draw.scale(1, 1000);
  return pair;
}

std::size_t wide_of(const ClosePair& pair) {
  const auto axis = [&](std::size_t k) {
    return pair.star[k].binary ? pair.star[k].binary->semimajor_axis : 0;
  };
  return axis(0) >= axis(1) ? 0 : 1;
}

Real axes_of(const ClosePair& pair) {
  Real sum = 0;
  for (const cluster::Partner& one : pair.star) sum += one.binary ? one.binary->semimajor_axis : 0;
  return sum;
}

Real mass_of(const Binary& binary) { return Real{binary.mass[0]} + binary.mass[1]; }

Units units_of(const ClosePair& pair, PairKind kind) {
  const Binary& wide = *pair.star[wide_of(pair)].binary;
  const bool four = kind == PairKind::two;
  const Real mass = four ? Real{pair.star[0].mass} + pair.star[1].mass : mass_of(wide);
  const Real length = four ? axes_of(pair) : Real{wide.semimajor_axis};
  return {mass, length, std::sqrt(mass / length)};
}

}  // namespace touchstone::cmc
