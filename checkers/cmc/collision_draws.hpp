// checkers/cmc/collision_draws.hpp
// Purpose   Pairs of single stars that collide, by the code that ships, which schemes and reference
//           share, and by a second one.
#pragma once
#include <functional>
#include <string>

#include "checkers/observables.hpp"
#include "models/cmc/collisions.hpp"

namespace touchstone::cmc {

/// Functions of a pair; by default those that ship.
struct CollisionCode {
  std::function<double(const cluster::SinglePair&, const cluster::Collisions&, double, double)>
      expected = cluster::collisions_of_pair;
  std::function<cluster::Merged(const cluster::SinglePair&)> merged = cluster::merged;
};
Observables collision_draws(const std::string& name, const CollisionCode& code);

}  // namespace touchstone::cmc
