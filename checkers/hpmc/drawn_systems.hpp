// checkers/hpmc/drawn_systems.hpp
// Purpose   Systems of hard bodies drawn at random: one to three types of any class and size, in a
//           tilted box with unequal sides, compressed until moves are rejected; with parameters.
//           Some are among depletants and on springs.
#pragma once
#include "checkers/digest.hpp"
#include "checkers/draws.hpp"
#include "models/hpmc/depletants_and_springs.hpp"
#include "models/hpmc/registry.hpp"

namespace touchstone::hpmc {

/// Uniform orientation; in the plane about z.
shapes::Orientation draw_orientation(int dimensions, Draws& draw);

struct DrawnSystem {
  shapes::Configuration start;
  shapes::RunParameters parameters;
  int steps = 1;
};

/// System `number` of a check, with domains, ranks, moves of the box and late steps only for
/// schemes that take them. Starts are made once for all schemes. Thread-safe.
DrawnSystem drawn_system(const shapes::ShapeScheme& scheme, const CheckContext& context,
                         std::uint64_t number);

struct DrawnSurroundings {
  DrawnSystem system;  ///< one domain at constant volume
  shapes::DepletantsAndSprings terms;
};

/// The same starts among depletants from a tenth to twice as large as the bodies, on springs, or
/// both. Thread-safe.
DrawnSurroundings drawn_surroundings(const CheckContext& context, std::uint64_t number);

/// Numbers of bodies, types and domains, in words.
std::string text(const DrawnSystem& system);

/// All places and orientations, and the volume of the box.
void add(Digest& digest, const shapes::Configuration& c);

}  // namespace touchstone::hpmc
