// Hard disks or balls of one size by the Metropolis algorithm, all pairs. It stands for a
// simulation of yours.
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

struct Spheres {
  using Point = std::array<double, 3>;
  std::size_t dimensions = 3;
  Point sides = {};
  double diameter = 1, max_displacement = 0;
  std::vector<Point> centres;
  std::mt19937_64 random;
  std::uint64_t trials = 0, accepted = 0;

  void sweep() {
    for (std::size_t i = 0; i < centres.size(); ++i) {
      Point place = displacement();
      for (std::size_t k = 0; k < 3; ++k)
        place[k] = std::remainder(centres[i][k] + place[k], sides[k]);
      ++trials;
      if (!is_free(i, place)) continue;
      centres[i] = place;
      ++accepted;
    }
  }

  Point displacement() {
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (;;) {
      Point step{};
      double length2 = 0;
      for (std::size_t k = 0; k < dimensions; ++k) {
        step[k] = uniform(random);
        length2 += step[k] * step[k];
      }
      for (double& s : step) s *= max_displacement;
      if (length2 <= 1) return step;
    }
  }

  bool is_free(std::size_t i, const Point& place) const {
    for (std::size_t j = 0; j < centres.size(); ++j) {
      double distance2 = 0;
      for (std::size_t k = 0; k < dimensions; ++k) {
        const double d = std::remainder(place[k] - centres[j][k], sides[k]);
        distance2 += d * d;
      }
      if (j != i && distance2 < diameter * diameter) return false;
    }
    return true;
  }
};
