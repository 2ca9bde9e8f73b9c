// checkers/mutants/cmc/binaries.cpp
// Purpose   Mutants of starts with primordial binaries.
#include <cmath>

#include "checkers/cmc/drawn_binaries.hpp"
#include "checkers/starts/faulty_start.hpp"
#include "models/cmc/plummer.hpp"

namespace touchstone::mutants {
namespace {

using cluster::Binary;
using cluster::ClusterOfBinaries;
using starts::BinaryKind;

/// A start with binaries, changed before anything is read off it.
bool add(const char* name, const char* fault, BinaryKind kind, void (*change)(ClusterOfBinaries&)) {
  const char* const of = kind == BinaryKind::axes ? "cmc/binaries-axes" : "cmc/binaries-periods";
  starts::Generator generator = starts::faulty(name, of, starts::nothing);
  generator.draw = [kind, change](std::uint64_t seed) {
    ClusterOfBinaries cluster = starts::shipped_binaries(kind, seed);
    change(cluster);
    return starts::numbers_of(cluster, kind);
  };
  return register_faulty("cmc", generator, Origin::invented(std::string("seeded fault: ") + fault),
                         "starts/law");
}

void uniform_axes(ClusterOfBinaries& cluster) {
  const double low = starts::kLowestBound, high = starts::kHighestBound;
  for (Binary& one : cluster.binaries)
    one.semimajor_axis =
        low + (high - low) * std::log(one.semimajor_axis / low) / std::log(high / low);
}

void uniform_eccentricities(ClusterOfBinaries& cluster) {
  for (Binary& one : cluster.binaries) one.eccentricity *= one.eccentricity;
}

/// The same number decides both.
void wide_are_eccentric(ClusterOfBinaries& cluster) {
  const double low = starts::kLowestBound, high = starts::kHighestBound;
  for (Binary& one : cluster.binaries)
    one.semimajor_axis = low * std::pow(high / low, std::pow(one.eccentricity, 2));
}

void kepler_of_one_mass(ClusterOfBinaries& cluster) {
  for (Binary& one : cluster.binaries)
    one.semimajor_axis *= std::cbrt(one.mass[0] / (one.mass[0] + one.mass[1]));
}

/// Its mass is missing in the cluster, which is scaled to mass 1 all the same.
void lost_companions(ClusterOfBinaries& cluster) {
  for (const Binary& one : cluster.binaries) cluster.stars.mass[one.id] = one.mass[0];
  double sum = 0;
  for (const double mass : cluster.stars.mass) sum += mass;
  for (double& mass : cluster.stars.mass) mass /= sum;
  cluster::plummer::scale_to_nbody_units(cluster.stars);
}

/// Two stars of half the mass of both each.
void twins(ClusterOfBinaries& cluster) {
  for (Binary& one : cluster.binaries) {
    const double half = (one.mass[0] + one.mass[1]) / 2;
    one.mass = {half, half};
  }
}

void innermost(ClusterOfBinaries& cluster) {
  for (std::size_t k = 0; k < cluster.binaries.size(); ++k) {
    Binary& one = cluster.binaries[k];
    std::swap(cluster.stars.mass[k], cluster.stars.mass[one.id]);
    one.id = static_cast<std::uint32_t>(k);
  }
  cluster::plummer::scale_to_nbody_units(cluster.stars);
}

void doubled(ClusterOfBinaries& cluster) { cluster.binaries[1] = cluster.binaries[0]; }
void one_too_few(ClusterOfBinaries& cluster) { cluster.binaries.pop_back(); }

/// Anything is accepted.
starts::Generator careless() {
  starts::Generator generator =
      starts::faulty("binaries-of-nothing", "cmc/binaries-axes", starts::nothing);
  generator.refused = {[] {}};
  return generator;
}

const bool registered =
    add("binaries-uniform-axes", "semi-major axes are uniform between their bounds",
        BinaryKind::axes, uniform_axes) &&
    add("binaries-uniform-eccentricities", "eccentricities are uniform", BinaryKind::axes,
        uniform_eccentricities) &&
    add("binaries-wide-are-eccentric", "one number decides axis and eccentricity", BinaryKind::axes,
        wide_are_eccentric) &&
    add("binaries-kepler-of-one-mass", "periods are those of one star's mass", BinaryKind::periods,
        kepler_of_one_mass) &&
    add("binaries-lost-companions", "companions have no mass in the cluster", BinaryKind::axes,
        lost_companions) &&
    add("binaries-twins", "both stars have the same mass", BinaryKind::axes, twins) &&
    add("binaries-innermost", "binaries are the first stars, from the centre", BinaryKind::axes,
        innermost) &&
    add("binaries-doubled", "a star is a binary twice, and another one never", BinaryKind::axes,
        doubled) &&
    add("binaries-one-too-few", "their number is cut off, not rounded", BinaryKind::axes,
        one_too_few) &&
    register_faulty("cmc", careless(),
                    Origin::invented("seeded fault: binaries of any numbers are accepted"),
                    "starts/bad input");

}  // namespace
}  // namespace touchstone::mutants
