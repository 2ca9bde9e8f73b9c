// Hard disks or balls of one size by the Metropolis algorithm, all pairs. Put your own simulation
// in its place.
#include <cmath>
#include <random>

#include "touchstone_external.hpp"

/// Members are those of touchstone::external::Shapes, set before start().
struct Spheres : touchstone::external::Shapes {
  using Point = std::array<double, 3>;
  std::mt19937_64 random;
  double diameter = 0;

  void start() {
    using touchstone::external::Refused;
    if (bodies.size() != 1 || (bodies[0].name != "disk" && bodies[0].name != "ball"))
      throw Refused("only disks or balls of one size");
    diameter = 2 * bodies[0].radius;
    for (int k = 0; k < dimensions; ++k)
      if (sides[axis(k)] < diameter || tilts != Point{})
        throw Refused("only boxes that are not tilted, as wide as a body");
    random.seed(seed);
  }

  static std::size_t axis(int k) { return static_cast<std::size_t>(k); }

  Point displacement() {
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (;;) {
      Point step{};
      double length2 = 0;
      for (int k = 0; k < dimensions; ++k) {
        step[axis(k)] = uniform(random);
        length2 += step[axis(k)] * step[axis(k)];
      }
      for (double& s : step) s *= max_displacement;
      if (length2 <= 1) return step;
    }
  }

  bool is_free(std::size_t i, const Point& place) const {
    for (std::size_t j = 0; j < centres.size(); ++j) {
      double distance2 = 0;
      for (int k = 0; k < dimensions; ++k) {
        const double d = std::remainder(place[axis(k)] - centres[j][axis(k)], sides[axis(k)]);
        distance2 += d * d;
      }
      if (j != i && distance2 < diameter * diameter) return false;
    }
    return true;
  }

  // Trials of balls are translations; for other bodies count rotation_trials and
  // rotations_accepted, too.
  void advance(std::uint64_t steps) {
    for (std::uint64_t sweep = steps * sweeps_per_step; sweep > 0; --sweep)
      for (std::size_t i = 0; i < centres.size(); ++i) {
        Point place = displacement();
        for (std::size_t k = 0; k < 3; ++k)
          place[k] = std::remainder(centres[i][k] + place[k], sides[k]);
        ++translation_trials;
        if (!is_free(i, place)) continue;
        centres[i] = place;
        ++translations_accepted;
      }
  }
};

int main() { return touchstone::external::serve<Spheres>(); }
