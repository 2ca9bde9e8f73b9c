// Hard disks by the Metropolis algorithm, all pairs: correct and slow. It stands for a simulation
// of yours.
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

struct Metropolis {
  double width = 0, height = 0, max_displacement = 0;
  std::vector<std::array<double, 2>> centres;
  std::mt19937_64 random;
  std::uint64_t trials = 0, accepted = 0;

  void run(std::uint64_t more) {
    for (; more > 0; --more) {
      const auto i = static_cast<std::size_t>(uniform() * static_cast<double>(centres.size()));
      const double length = max_displacement * std::sqrt(uniform());
      const double angle = 2 * M_PI * uniform();
      const double x = wrapped(centres[i][0] + length * std::cos(angle), width);
      const double y = wrapped(centres[i][1] + length * std::sin(angle), height);
      ++trials;
      if (!is_free(i, x, y)) continue;
      centres[i] = {x, y};
      ++accepted;
    }
  }

  double uniform() { return std::uniform_real_distribution<double>(0, 1)(random); }

  static double wrapped(double x, double side) {
    const double inside = x - side * std::floor(x / side);
    return inside < side ? inside : 0;
  }

  bool is_free(std::size_t i, double x, double y) const {
    for (std::size_t j = 0; j < centres.size(); ++j)
      if (j != i && std::hypot(std::remainder(x - centres[j][0], width),
                               std::remainder(y - centres[j][1], height)) < 1)
        return false;
    return true;
  }
};
