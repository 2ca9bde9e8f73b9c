// checkers/hpmc/plain_directions.hpp
// Purpose   Directions of few digits. Algorithms have directions of their own ("lowest", "first"),
//           and their authors choose such: a body that points along one meets what random bodies
//           never do.
#pragma once
#include <vector>

#include "models/hpmc/vector.hpp"

namespace touchstone::hpmc {

/// Unit vectors whose components are whole 25ths, all 150 of them.
inline const std::vector<shapes::Vec3>& plain_directions() {
  static const std::vector<shapes::Vec3> known = [] {
    std::vector<shapes::Vec3> all;
    for (int x = -25; x <= 25; ++x)
      for (int y = -25; y <= 25; ++y)
        for (int z = -25; z <= 25; ++z)
          if (x * x + y * y + z * z == 25 * 25) all.push_back({x / 25.0, y / 25.0, z / 25.0});
    return all;
  }();
  return known;
}

}  // namespace touchstone::hpmc
