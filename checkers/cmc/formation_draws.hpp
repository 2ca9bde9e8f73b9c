// checkers/cmc/formation_draws.hpp
// Purpose   Triples of single stars that become a binary and a star, by the code that ships, which
//           schemes and reference share, and by a second one.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "checkers/observables.hpp"
#include "models/cmc/binary_formation.hpp"

namespace touchstone::cmc {

/// Functions of a triple; by default those that ship.
struct FormationCode {
  std::function<double(const cluster::Triple&, const cluster::BinaryFormation&, double)> expected =
      cluster::formations_of_triple;
  std::function<std::optional<cluster::Formed>(
      const cluster::Triple&, const cluster::BinaryFormation&, const cluster::FormationDraws&)>
      formed = cluster::formed;
  std::function<cluster::FormationDraws(std::uint32_t, std::uint32_t, std::uint64_t)> draws =
      [](std::uint32_t seed, std::uint32_t id, std::uint64_t step) {
        return cluster::FormationDraws(seed, id, step);
      };
};
Observables formation_draws(const std::string& name, const FormationCode& code);

}  // namespace touchstone::cmc
