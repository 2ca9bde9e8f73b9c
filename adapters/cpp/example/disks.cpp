// Hard disks by the Metropolis algorithm, all pairs: correct and slow. Put your own simulation in
// its place.
#include <cmath>
#include <random>

#include "touchstone_external.hpp"

/// Members are those of touchstone::external::Disks, set before start().
struct Metropolis : touchstone::external::Disks {
  std::mt19937_64 random;

  void start() { random.seed(seed); }

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

  // A sweep is as many trials as there are disks.
  void advance(std::uint64_t sweeps) {
    for (std::uint64_t k = sweeps * centres.size(); k > 0; --k) {
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
};

int main() { return touchstone::external::serve<Metropolis>(); }
