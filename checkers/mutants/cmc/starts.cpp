// checkers/mutants/cmc/starts.cpp
// Purpose   Mutants of starts of star clusters.
#include <algorithm>
#include <cmath>

#include "checkers/cmc/drawn_start.hpp"
#include "checkers/starts/faulty_start.hpp"
#include "models/cmc/cluster_start.hpp"
#include "models/cmc/plummer.hpp"

namespace touchstone::mutants {
namespace {

using starts::Drawn;
using starts::faulty;
using starts::Generator;
using starts::register_faulty;

void outwards_only(Drawn& drawn) {
  for (auto& [name, values] : drawn.values)
    if (name.find("radial velocity of star") == 0)
      for (double& v : values) v = std::abs(v);
}

/// Anything is accepted.
Generator careless() {
  Generator generator = faulty("starts-of-nothing", "cmc/plummer", starts::nothing);
  generator.refused = {[] {}};
  return generator;
}

/// Stars of Kroupa's masses in King's model, changed before anything is read off them.
bool add(const char* name, const char* fault, void (*change)(cluster::Stars&)) {
  Generator generator = faulty(name, "cmc/king-kroupa", starts::nothing);
  generator.draw = [change](std::uint64_t seed) {
    static const cluster::StartSampler sampler({"king:6", "kroupa:0.1:10"});
    cluster::Stars stars = sampler(starts::kStars, static_cast<std::uint32_t>(seed));
    change(stars);
    return starts::numbers_of(stars, false);
  };
  return register_faulty("cmc", generator, Origin::invented(std::string("seeded fault: ") + fault),
                         "starts/law");
}

/// The heavier of two neighbours is the inner one.
void heavy_inside(cluster::Stars& stars) {
  for (std::size_t i = 0; i + 1 < stars.size(); i += 2)
    if (stars.mass[i] < stars.mass[i + 1]) std::swap(stars.mass[i], stars.mass[i + 1]);
  cluster::plummer::scale_to_nbody_units(stars);
}

/// All stars have the same kinetic energy on average, in a model for one mass.
void equipartition(cluster::Stars& stars) {
  for (std::size_t i = 0; i < stars.size(); ++i) {
    const double slower = 1 / std::sqrt(stars.mass[i] * static_cast<double>(stars.size()));
    stars.radial_velocity[i] *= slower;
    stars.tangential_velocity[i] *= slower;
  }
  cluster::plummer::scale_to_nbody_units(stars);
}

void not_normalised(cluster::Stars& stars) {
  for (double& mass : stars.mass) mass *= 1.001;
}

void not_scaled(cluster::Stars& stars) {
  for (double& r : stars.radius) r *= 1.001;
}

/// Speeds along one axis out of three for the radial ones.
void too_radial(cluster::Stars& stars) {
  for (std::size_t i = 0; i < stars.size(); ++i) stars.tangential_velocity[i] *= std::sqrt(0.5);
  cluster::plummer::scale_to_nbody_units(stars);
}

/// Plummer's stars in the place of King's.
void plummers(cluster::Stars& stars) {
  const std::vector<double> masses = stars.mass;
  stars = cluster::plummer::sample(stars.size(), static_cast<std::uint32_t>(1e9 * masses[0]));
  stars.mass = masses;
  cluster::plummer::scale_to_nbody_units(stars);
}

/// Binaries of a meeting that point the same way, each anywhere.
void one_way(Drawn& drawn) {
  for (auto& [name, values] : drawn.values)
    if (const std::size_t of = name.find(" of the second"); of != std::string::npos)
      values = drawn.values.at(name.substr(0, of) + " of the first");
}
Generator meetings_of_one_draw() {
  Generator generator = faulty("meetings-of-one-draw", "cmc/meetings-of-binaries", one_way);
  generator.starts = 20;
  return generator;
}

const bool registered =
    add("start-heavy-inside", "heavy stars are further in", heavy_inside) &&
    add("start-equipartition", "light stars are faster", equipartition) &&
    add("start-not-normalised", "masses do not sum to 1", not_normalised) &&
    add("start-not-scaled", "radii of another unit", not_scaled) &&
    add("start-too-radial", "two tangential directions counted once", too_radial) &&
    add("start-of-plummer", "every model is Plummer's", plummers) &&
    register_faulty("cmc", meetings_of_one_draw(),
                    Origin::invented("planted fault: both binaries of a meeting have one draw"),
                    "starts/law") &&
    register_faulty("cmc", careless(),
                    Origin::invented("seeded fault: a cluster of one star is accepted"),
                    "starts/bad input") &&
    register_faulty("cmc", faulty("plummer-outwards", "cmc/plummer", outwards_only),
                    Origin::invented("seeded fault: no star moves inwards"), "starts/law");

}  // namespace
}  // namespace touchstone::mutants
