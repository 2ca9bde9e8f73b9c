#include "checkers/cmc/drawn_binaries.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>

#include "checkers/cmc/drawn_start.hpp"

namespace touchstone::starts {
namespace {

using cluster::Binary;
using cluster::ClusterOfBinaries;

/// Axis, or period, which has bounds.
double bounded(const Binary& binary, BinaryKind kind) {
  if (kind == BinaryKind::axes) return binary.semimajor_axis;
  return 2 * std::numbers::pi *
         std::sqrt(std::pow(binary.semimajor_axis, 3) / (binary.mass[0] + binary.mass[1]));
}

std::string wrong_with(const ClusterOfBinaries& cluster, BinaryKind kind) {
  const auto& all = cluster.binaries;
  if (all.size() != kBinaries) return fmt::format("{} binaries of {}", all.size(), kBinaries);
  for (std::size_t k = 0; k < kBinaries; ++k) {
    const Binary& one = all[k];
    if (!(one.id < kStars)) return "a binary that is no star";
    if (k > 0 && !(one.id > all[k - 1].id)) return "binaries that are not in order";
    if (!(one.mass[0] > 0 && one.mass[1] > 0)) return "a mass that is not above 0";
    if (!(std::abs(one.mass[0] + one.mass[1] - cluster.stars.mass[one.id]) < 1e-15))
      return "a binary that has not the mass of its star";
    const double within = bounded(one, kind), rounding = 1e-12;
    if (!(within >= kLowestBound * (1 - rounding) && within <= kHighestBound * (1 + rounding)))
      return "a binary outside its bounds";
    if (!(one.eccentricity >= 0 && one.eccentricity < 1)) return "an eccentricity outside [0, 1)";
    if (kind == BinaryKind::periods && one.eccentricity != 0) return "a circle that is none";
  }
  return {};
}

}  // namespace

ClusterOfBinaries shipped_binaries(BinaryKind kind, std::uint64_t seed) {
  static const cluster::ClusterStart start{"plummer", "salpeter:0.5:5"};
  static const cluster::BinaryStartSampler axes(start, {kBinaryPart, "axis:1e-4:1e-2", "thermal"});
  static const cluster::BinaryStartSampler periods(start,
                                                   {kBinaryPart, "period:1e-4:1e-2", "circular"});
  return (kind == BinaryKind::axes ? axes : periods)(kStars, static_cast<std::uint32_t>(seed));
}

Drawn numbers_of(const ClusterOfBinaries& cluster, BinaryKind kind) {
  Drawn drawn = numbers_of(cluster.stars, false);
  if (drawn.wrong.empty()) drawn.wrong = wrong_with(cluster, kind);
  if (!drawn.wrong.empty()) return {.wrong = drawn.wrong};
  double axes = 0, companions = 0, energy = 0, wide_and_eccentric = 0, wide_and_heavy = 0;
  for (const Binary& one : cluster.binaries) {
    const double wide = std::log(one.semimajor_axis / 1e-3);
    axes += wide;
    companions += one.mass[1];
    energy += one.mass[0] * one.mass[1] / (2 * one.semimajor_axis);
    wide_and_eccentric += wide * one.eccentricity;
    wide_and_heavy += wide * (one.mass[0] + one.mass[1]);
    drawn.values["eccentricities"].push_back(one.eccentricity);
  }
  const Binary& one = cluster.binaries[kMiddleBinary];
  for (const auto& [name, value] :
       {std::pair{"star that is the first binary", static_cast<double>(cluster.binaries[0].id)},
        {"star that is a middle binary", static_cast<double>(one.id)},
        {"mass of a star that is a binary", one.mass[0]},
        {"mass of a companion", one.mass[1]},
        {"ratio of both masses", one.mass[1] / one.mass[0]},
        {"mass of all companions", companions},
        {"semi-major axis", one.semimajor_axis},
        {"mean logarithm of semi-major axes", axes},
        {"energy of all binaries", energy},
        {"axes and masses", wide_and_heavy}})
    drawn.values[name] = {value};
  if (kind == BinaryKind::axes) drawn.values["axes and eccentricities"] = {wide_and_eccentric};
  return drawn;
}

}  // namespace touchstone::starts
