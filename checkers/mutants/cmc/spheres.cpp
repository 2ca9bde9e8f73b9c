// checkers/mutants/cmc/spheres.cpp
// Purpose   Mutants of the models of clusters and of mass functions.
// Source    Seeded faults: exponents of another convention, what is left out of an integral.
#include <cmath>

#include "checkers/cmc/sphere_law.hpp"

namespace touchstone::mutants {
namespace {

using cluster::MassFunction;
using cluster::MassPiece;
using cluster::Sphere;

/// Stars of any energy, as in an isothermal sphere.
Sphere not_lowered(double w0) {
  Sphere sphere = cluster::king(w0);
  sphere.phase_density = [](double energy) { return std::exp(energy); };
  return sphere;
}

/// Lengths in units of another core radius: without the 9 of 4 pi G rho_0 r_0^2 = 9 sigma^2.
Sphere other_core(double w0) {
  Sphere sphere = cluster::king(w0);
  for (double& r : sphere.radius) r *= 3;
  return sphere;
}

/// The slope of the density for that of the surface density.
Sphere slope_of_density(double slope) {
  return cluster::elson(std::max(cluster::kLeastElson, slope - 1));
}

/// Both pieces begin with the same factor.
MassFunction with_a_jump(double low, double high) {
  if (!(low < 0.5 && high > 0.5)) return cluster::kroupa(low, high);
  const auto number = [](double a, double b, double power) {
    return (std::pow(a, -power) - std::pow(b, -power)) / power;
  };
  return MassFunction({MassPiece{low, 0.5, 1.3, number(low, 0.5, 0.3)},
                       MassPiece{0.5, high, 2.3, number(0.5, high, 1.3)}});
}

/// The exponent of masses per logarithm of the mass.
MassFunction by_logarithm(double low, double high) {
  return MassFunction({MassPiece{low, high, 1.35, 1}});
}

/// The share of the mass for the share of the stars.
MassFunction share_of_stars(double ratio, double share) {
  return MassFunction({MassPiece{1, 1, 0, 1 - share}, MassPiece{ratio, ratio, 0, share}});
}

bool add(const char* name, const cmc::SphereCode& code, const char* fault) {
  return register_observables("cmc", cmc::spheres(std::string("mutant/sphere-") + name, code),
                              Origin::invented(std::string("seeded fault: ") + fault));
}
bool add(const char* name, const cmc::MassCode& code, const char* fault) {
  return register_observables("cmc",
                              cmc::mass_functions(std::string("mutant/masses-") + name, code),
                              Origin::invented(std::string("seeded fault: ") + fault));
}

const bool registered =
    add("not-lowered", cmc::SphereCode{.king = not_lowered}, "King's f without its - 1") &&
    add("other-core", cmc::SphereCode{.king = other_core}, "a core radius without its factor 3") &&
    add("slope-of-density", cmc::SphereCode{.elson = slope_of_density},
        "Elson's slope taken for that of the density") &&
    add("with-a-jump", cmc::MassCode{.kroupa = with_a_jump}, "pieces that do not meet") &&
    add("by-logarithm", cmc::MassCode{.salpeter = by_logarithm},
        "the exponent of masses per logarithm") &&
    add("share-of-stars", cmc::MassCode{.two = share_of_stars},
        "heavy stars' share counted in stars");

}  // namespace
}  // namespace touchstone::mutants
