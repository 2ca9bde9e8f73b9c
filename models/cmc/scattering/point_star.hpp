// models/cmc/scattering/point_star.hpp
// Purpose   A star as meetings of few bodies see it.
// Units     G = 1.
#pragma once
#include <array>
#include <cstddef>

namespace touchstone::cluster {

using Vector3 = std::array<double, 3>;

struct PointStar {
  double mass = 1;
  Vector3 position{};
  Vector3 velocity{};
  bool operator==(const PointStar&) const = default;
};

template <std::size_t kStars>
using StarsOf = std::array<PointStar, kStars>;

}  // namespace touchstone::cluster
