// checkers/mutants/hpmc/draws.cpp
// Purpose   Mutants of what is drawn for trial moves and depletants.
#include "checkers/starts/faulty_start.hpp"

namespace touchstone::starts {
namespace {

/// Depletants are turned by the words that place them.
void turned_by_place(Drawn& drawn) {
  drawn.values["turn of depletant 1 z"] = drawn.values["place of depletant 1 x"];
  for (double& z : drawn.values["turn of depletant 1 z"]) z /= 2;
}

const bool registered = register_faulty(
    "hpmc", faulty("depletants-turned-by-place", "hpmc/draws-of-depletants", turned_by_place),
    Origin::outsider("planted by an outsider: a block of random words that is used twice"),
    "starts/law");

}  // namespace
}  // namespace touchstone::starts
