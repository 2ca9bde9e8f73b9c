// checkers/external/left_out.hpp
// Purpose   Checks that programs of users are left out of, since they are about what the protocol
//           does not have: a program can neither claim it nor be asked for it.
// Not here  Checks of claims that a program could make and does not: those are not claimed.
#pragma once
#include <array>
#include <string_view>

namespace touchstone::external {

inline constexpr std::array kLeftOut = std::to_array<std::string_view>({
    // Bad starts: the suite refuses them before a program sees them, and a program says itself
    // which bodies it refuses.
    "integrator/bad input",
    "overlap/bad input",
    "property/refuses bad input",
    "shapes/bad input",
    // Starts at a later sweep, and systems of thousands of disks.
    "property/draws of late sweeps",
    "property/draws of many cells",
    "property/parameters",
    "property/seeds apart",
    // Cells, stages, pressures of event chains, another arithmetic.
    "property/choice of active disks",
    "property/exact pressure of chains",
    "property/independent choices",
    "property/selection law",
    "round-off/ten bits",
    "stage/acceptance by colour order",
    "stage/acceptance by trial index",
    "stage/occupancy by colour order",
    // Moves of the box, domains, ranks, the law of moves and the random numbers of the reference.
    "shapes/bad ranks",
    "shapes/boxes of few bodies",
    "shapes/domains",
    "shapes/drawn systems",
    "shapes/ensemble ratio",
    "shapes/equals reference",
    "shapes/hostile places",
    "shapes/ideal gas",
    "shapes/law of moves",
    "shapes/parameters",
    "shapes/polyhedra",
    "shapes/proposals of boxes",
    "shapes/rank invariance",
    // A scheme that an integrator equals bit for bit, and sums of some particles alone.
    "integrator/equality",
    "integrator/some forces",
    // Iterations, and bodies that are not convex.
    "overlap/iterations",
    "overlap/notch",
    "overlap/notch sampling",
});

}  // namespace touchstone::external
