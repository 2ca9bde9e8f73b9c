// checkers/mutants/longrange/starts.cpp
// Purpose   Mutants of starts of long-range models.
#include "models/longrange/starts.hpp"

#include "checkers/starts/faulty_start.hpp"

namespace touchstone::mutants {
namespace {

using starts::Drawn;
using starts::faulty;
using starts::register_faulty;

void uniform_radius(Drawn& drawn) {
  for (std::size_t i = 0; i < drawn.values["radius"].size(); ++i) {
    double& r = drawn.values["radius"][i];
    const double other = 1 + 0.5 * (r * r - 1) / 1.25;
    drawn.values["x"][i] *= other / r;
    drawn.values["y"][i] *= other / r;
    r = other;
  }
}

void one_number_for_two(Drawn& drawn) {
  for (std::size_t i = 0; i < drawn.values["angle"].size(); ++i)
    drawn.values["momentum"][i] = drawn.values["angle"][i] * 0.7 / 1.3;
}

void each_number_twice(Drawn& drawn) {
  std::vector<double>& angles = drawn.values["angle"];
  for (std::size_t i = 0; i + 1 < angles.size(); i += 2) angles[i + 1] = angles[i];
}

/// More particles, of which some repeat the numbers of others.
starts::Generator cut_to_16_bits() {
  starts::Generator generator = faulty("circle-of-65536", "longrange/cold-circle", starts::nothing);
  generator.many = [](std::size_t n, std::uint64_t seed) {
    std::vector<double> angles = longrange::cold_circle(n, seed).q;
    for (std::size_t i = 65536; i < n; ++i) angles[i] = angles[i - 65536];
    return angles;
  };
  return generator;
}

const bool registered =
    register_faulty(
        "longrange", faulty("annulus-uniform-radius", "longrange/annulus", uniform_radius),
        Origin::invented("seeded fault: radii uniform, too many particles inside"), "starts/law") &&
    register_faulty(
        "longrange", faulty("water-bag-one-number", "longrange/water-bag", one_number_for_two),
        Origin::invented("seeded fault: angle and momentum of one random number"), "starts/law") &&
    register_faulty(
        "longrange", faulty("circle-in-pairs", "longrange/cold-circle", each_number_twice),
        Origin::invented("seeded fault: the number of a particle is used for the next as well"),
        "starts/law") &&
    register_faulty("longrange", cut_to_16_bits(),
                    Origin::invented("planted fault: numbers of particles are cut to 16 bits"),
                    "starts/many particles");

}  // namespace
}  // namespace touchstone::mutants
