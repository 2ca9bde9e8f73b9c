// models/disks/rift_average.hpp
// Purpose   The pressure that event chains measure as they run: how far their motion was carried,
//           over how far it went.
// Source    Straight event-chain Monte Carlo: M. Michel, S. C. Kapfer, W. Krauth, J. Chem. Phys.
//           140, 054116 (2014), beta P = (N / V) <x_final - x_initial> / ell.
// Computes  beta P_x d^2 = rho [1 + sum(x_j - x_i at liftings) / sum of path lengths] over chains
//           along +x, and P_y likewise. Exact on average in equilibrium, for legs of fixed length.
// Not here  Frozen configurations (static_rift.hpp).
#pragma once
#include <array>
#include <cstdint>

#include "models/disks/configuration.hpp"
#include "models/disks/static_rift.hpp"

namespace touchstone::disks {

class RiftAverage {
 public:
  enum class Axis : std::size_t { x = 0, y = 1 };

  /// Chains went `path` and carried their motion `carried` further, both in the same unit.
  void add(Axis axis, double path, double carried) {
    path_[static_cast<std::size_t>(axis)] += path;
    carried_[static_cast<std::size_t>(axis)] += carried;
  }

  /// Of everything since `before`, an earlier copy. NaN along an axis without motion.
  RiftPressure pressure(double density, const RiftAverage& before) const {
    std::array<double, 2> p{};
    for (std::size_t k = 0; k < 2; ++k)
      p[k] = density * (1 + (carried_[k] - before.carried_[k]) / (path_[k] - before.path_[k]));
    return {p[0], p[1]};
  }
  RiftPressure pressure(double density) const { return pressure(density, RiftAverage()); }

 private:
  std::array<double, 2> path_{};
  std::array<double, 2> carried_{};
};

}  // namespace touchstone::disks
