// checkers/mutants/starts.cpp
// Purpose   Mutants of the generators of initial states: what they draw, changed.
#include <atomic>
#include <cmath>

#include "checkers/starts/start_kind.hpp"

namespace touchstone::mutants {
namespace {

using starts::Drawn;
using starts::Generator;

/// Generator `of` with a change to what it draws.
Generator faulty(
    const std::string& name, const std::string& of, void (*fault)(Drawn&),
    std::uint64_t (*seed_of)(std::uint64_t) = [](std::uint64_t seed) { return seed; }) {
  // Asked for when it runs: generators are registered in any order.
  return {.info = {.name = "mutant/" + name, .source = of + ", broken on purpose"},
          .draw =
              [=](std::uint64_t seed) {
                Drawn drawn = starts::generators().item(of).draw(seed_of(seed));
                fault(drawn);
                return drawn;
              },
          .law = [=](std::mt19937_64& random) { return starts::generators().item(of).law(random); },
          .starts = 500};
}

void nothing(Drawn&) {}

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

void outwards_only(Drawn& drawn) {
  for (auto& [name, values] : drawn.values)
    if (name.find("radial velocity of star") == 0)
      for (double& v : values) v = std::abs(v);
}

std::uint64_t half_of_the_bits(std::uint64_t seed) { return seed >> 1; }

std::uint64_t and_a_count(std::uint64_t seed) {
  static std::atomic<std::uint64_t> starts{0};
  return seed + (starts++ << 20);
}

/// Anything is accepted.
Generator careless() {
  Generator generator = faulty("starts-of-nothing", "cmc/plummer", nothing);
  generator.refused = {[] {}};
  return generator;
}

const bool registered =
    register_mutant(Mutant<Generator>{.scheme = careless(),
                                      .origin = "seeded fault: a cluster of one star is accepted",
                                      .killed_by = {"starts/bad input"}}) &&
    register_mutant(Mutant<Generator>{
        .scheme = faulty("annulus-uniform-radius", "longrange/annulus", uniform_radius),
        .origin = "seeded fault: radii uniform, too many particles inside",
        .killed_by = {"starts/law"}}) &&
    register_mutant(Mutant<Generator>{
        .scheme = faulty("water-bag-one-number", "longrange/water-bag", one_number_for_two),
        .origin = "seeded fault: angle and momentum of one random number",
        .killed_by = {"starts/law"}}) &&
    register_mutant(Mutant<Generator>{
        .scheme = faulty("circle-in-pairs", "longrange/cold-circle", each_number_twice),
        .origin = "seeded fault: the number of a particle is used for the next as well",
        .killed_by = {"starts/law"}}) &&
    register_mutant(
        Mutant<Generator>{.scheme = faulty("plummer-outwards", "cmc/plummer", outwards_only),
                          .origin = "seeded fault: no star moves inwards",
                          .killed_by = {"starts/law"}}) &&
    register_mutant(Mutant<Generator>{
        .scheme = faulty("every-second-seed", "mpmc/random-start", nothing, half_of_the_bits),
        .origin = "seeded fault: the last bit of the seed is lost",
        .killed_by = {"starts/seeds"}}) &&
    register_mutant(Mutant<Generator>{
        .scheme = faulty("counted-starts", "mpmc/direct-sampling", nothing, and_a_count),
        .origin = "seeded fault: a start depends on how many came before",
        .killed_by = {"starts/seeds"}});

}  // namespace
}  // namespace touchstone::mutants
