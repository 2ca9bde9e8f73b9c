// checkers/hpmc/draw_laws.cpp
// Purpose   Draws for trial moves of bodies and for depletants, and the same laws a second time:
//           all choices of one draw are independent, though made from words of one stream.
//           Schemes and references draw by the same code.
// Source    Anderson, Irrgang, Glotzer 2016, section 2.1; Glaser, Karas, Glotzer 2015; directions
//           by K. Shoemake, Graphics Gems III, 124 (1992).
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "checkers/starts/start_kind.hpp"
#include "models/hpmc/depletant_law.hpp"

namespace touchstone::starts {
namespace {

using shapes::Orientation;
using shapes::Vec3;

constexpr std::uint32_t kBodies = 40;  ///< number of draws for each seed
constexpr int kDepletants = 3;         ///< number for each body
constexpr double kMean = 7.5;          ///< number of depletants

void add(Drawn& drawn, const std::string& of, const Vec3& v) {
  drawn.values[of + " x"].push_back(v.x);
  drawn.values[of + " y"].push_back(v.y);
  drawn.values[of + " z"].push_back(v.z);
}

/// Rotation by q as three numbers without a sign of q.
void add(Drawn& drawn, const std::string& of, const Orientation& q) {
  add(drawn, of, Vec3{q.x * q.s, q.y * q.s, q.z * q.s});
  drawn.values[of + " s"].push_back(q.s * q.s);
}

/// Uniform in the unit ball: a direction, and a radius by its cube.
Vec3 in_ball(std::mt19937_64& random) {
  const double z = 2 * uniform(random) - 1, turn = 2 * std::numbers::pi * uniform(random);
  const double r = std::cbrt(uniform(random)), flat = std::sqrt(1 - z * z);
  return {r * flat * std::cos(turn), r * flat * std::sin(turn), r * z};
}

/// Uniform: four normal numbers, made a unit quaternion.
Orientation any_turn(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  const double s = normal(random), x = normal(random), y = normal(random), z = normal(random);
  const double n = 1 / std::sqrt(s * s + x * x + y * y + z * z);
  return {n * s, n * x, n * y, n * z};
}

Drawn depletants(std::uint64_t seed) {
  Drawn drawn;
  for (std::uint32_t tag = 0; tag < kBodies; ++tag) {
    const PhiloxStream stream = Philox(seed).stream(Purpose::shape_move, 5, tag);
    drawn.values["number"].push_back(shapes::draw_number_of_depletants(stream, kMean));
    for (int k = 0; k < kDepletants; ++k) {
      add(drawn, fmt::format("place of depletant {}", k),
          shapes::draw_depletant_place(stream, k, 1, false));
      add(drawn, fmt::format("turn of depletant {}", k),
          shapes::draw_depletant_turn(stream, k, false));
    }
  }
  return drawn;
}

Drawn law_of_depletants(std::mt19937_64& random) {
  Drawn drawn;
  std::poisson_distribution<int> poisson(kMean);
  for (std::uint32_t tag = 0; tag < kBodies; ++tag) {
    drawn.values["number"].push_back(poisson(random));
    for (int k = 0; k < kDepletants; ++k) {
      add(drawn, fmt::format("place of depletant {}", k), in_ball(random));
      add(drawn, fmt::format("turn of depletant {}", k), any_turn(random));
    }
  }
  return drawn;
}

const shapes::MoveLaw kLaw{.displacement = 0.4,
                           .tangent = 0.7,
                           .threshold = std::uint64_t{1} << 31};  // half of them translations

void add_trial(Drawn& drawn, bool rotation, const Vec3& step, const Orientation& turn) {
  drawn.values["rotation"].push_back(rotation ? 1 : 0);
  add(drawn, "step", step);
  add(drawn, "turn", turn);
}

Drawn trials(std::uint64_t seed) {
  Drawn drawn;
  for (std::uint32_t tag = 0; tag < kBodies; ++tag) {
    const shapes::Trial trial = draw_trial(Philox(seed), 3, tag, kLaw);
    add_trial(drawn, trial.rotation, trial.step, trial.turn);
  }
  return drawn;
}

Drawn law_of_trials(std::mt19937_64& random) {
  Drawn drawn;
  for (std::uint32_t tag = 0; tag < kBodies; ++tag) {
    const bool rotation = uniform(random) < 0.5;
    const Vec3 v = in_ball(random);
    const double t = kLaw.tangent;
    const double n = 1 / std::sqrt(1 + t * t * (v.x * v.x + v.y * v.y + v.z * v.z));
    add_trial(drawn, rotation, rotation ? Vec3{} : kLaw.displacement * v,
              rotation ? Orientation{n, n * t * v.x, n * t * v.y, n * t * v.z} : Orientation{});
  }
  return drawn;
}

const bool registered =
    register_generator("hpmc",
                       {.info = {.name = "hpmc/draws-of-depletants", .source = "Shoemake 1992"},
                        .draw = depletants,
                        .law = law_of_depletants,
                        .starts = 400}) &&
    register_generator("hpmc", {.info = {.name = "hpmc/draws-of-trials",
                                         .source = "Anderson, Irrgang, Glotzer 2016, section 2.1"},
                                .draw = trials,
                                .law = law_of_trials,
                                .starts = 600});

}  // namespace
}  // namespace touchstone::starts
