// checkers/mutants/cmc/starts.cpp
// Purpose   Mutants of starts of star clusters.
#include <cmath>

#include "checkers/starts/faulty_start.hpp"

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

const bool registered =
    register_faulty("cmc", careless(),
                    Origin::invented("seeded fault: a cluster of one star is accepted"),
                    "starts/bad input") &&
    register_faulty("cmc", faulty("plummer-outwards", "cmc/plummer", outwards_only),
                    Origin::invented("seeded fault: no star moves inwards"), "starts/law");

}  // namespace
}  // namespace touchstone::mutants
