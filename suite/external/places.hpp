// suite/external/places.hpp
// Purpose   Places of two bodies of which the suite knows the difference of their centres: neither
//           of them at the origin, so that a program which forgets a position is wrong.
// Method    A random part of each coordinate of the difference, which is a function of it alone, so
//           that a pair that is asked about again is at the same places.
#pragma once
#include <bit>
#include <cstdint>
#include <utility>

#include "models/core/random/philox.hpp"
#include "models/hpmc/vector.hpp"

namespace touchstone::external {

/// Centres of a and b around the origin; their difference, in doubles too, is `r_ab` to the last
/// bit.
inline std::pair<shapes::Vec3, shapes::Vec3> places_of(shapes::Vec3 r_ab) {
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  PhiloxStream random =
      Philox(bits(r_ab.x) ^ std::rotl(bits(r_ab.y), 21) ^ std::rotl(bits(r_ab.z), 42))
          .stream(Purpose::test, 3, 0);
  // x + part is rounded to a multiple of the last bit of x; so is what is left after x.
  const auto part = [&](double x) { return (x + x * random.uniform()) - x; };
  const shapes::Vec3 a{0 - part(r_ab.x), 0 - part(r_ab.y), 0 - part(r_ab.z)};
  return {a, {r_ab.x + a.x, r_ab.y + a.y, r_ab.z + a.z}};
}

}  // namespace touchstone::external
