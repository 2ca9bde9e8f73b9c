// checkers/mutants/ecmc/starts.cpp
// Purpose   Mutant of the choice of active disks.
#include "checkers/starts/faulty_start.hpp"

namespace touchstone::mutants {
namespace {

using starts::Drawn;

/// Disks 5 and 6 are never active together: one of them is 4.
void never_together(Drawn& drawn) {
  for (double& set : drawn.values.at("2 active disks"))
    if (set == 32 + 64) set = 16 + 64;
}

starts::Generator faulty_sets() {
  starts::Generator generator =
      starts::faulty("active-disks-never-together", "ecmc/active-disks", never_together);
  generator.starts = 2000;
  return generator;
}

const bool registered = starts::register_faulty(
    "ecmc", faulty_sets(), Origin::invented("seeded fault: a set of active disks is never drawn"),
    "starts/law");

}  // namespace
}  // namespace touchstone::mutants
