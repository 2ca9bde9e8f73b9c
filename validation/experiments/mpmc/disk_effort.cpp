#include "validation/experiments/mpmc/disk_effort.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "models/disks/close_packing.hpp"

namespace touchstone::validation::mpmc {
namespace {

constexpr double kCoexistence = 9.18;  ///< beta P d^2 where fluid and hexatic phase meet

struct Regime {
  double up_to;  ///< packing fraction
  std::uint64_t equilibration;
  double relative_cost;
  bool slow;  ///< large systems relax more slowly than small ones
};

constexpr std::array<Regime, 8> kRegimes{{
    {0.30, 500, 250, false},
    {0.50, 1000, 200, false},
    {0.62, 1500, 200, false},
    {0.66, 2000, 300, false},
    {0.675, 4000, 400, false},
    {0.69, 10000, 2000, true},
    {0.73, 20000, 4000, true},
    {1.00, 5000, 200, false},
}};

const Regime& regime(double packing_fraction) {
  return *std::find_if(kRegimes.begin(), kRegimes.end() - 1,  // the last is for all beyond
                       [=](const Regime& r) { return packing_fraction <= r.up_to; });
}

}  // namespace

double approximate_pressure(double packing_fraction) {
  const double density = 4 * packing_fraction / std::numbers::pi;
  const double open = 1 - packing_fraction;
  const double fluid = density * (1 + packing_fraction * packing_fraction / 8) / (open * open);
  const double crystal = density / (1 - std::sqrt(packing_fraction / disks::kClosePacking));
  return packing_fraction <= 0.7 ? std::min(fluid, kCoexistence) : std::max(crystal, kCoexistence);
}

double relative_cost(double packing_fraction) { return regime(packing_fraction).relative_cost; }

std::uint64_t equilibration(double packing_fraction, std::size_t disks) {
  // Long-ranged order takes a time as the square of the box to grow.
  constexpr double kDisksOfTable = 870;
  const Regime& here = regime(packing_fraction);
  const double size = std::max(1.0, static_cast<double>(disks) / kDisksOfTable);
  return static_cast<std::uint64_t>(static_cast<double>(here.equilibration) *
                                    (here.slow ? size : 1.0));
}

}  // namespace touchstone::validation::mpmc
