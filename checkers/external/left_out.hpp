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
    // Starts at a later sweep, systems of thousands of disks, and boxes of thousands of diameters.
    "property/draws of late sweeps",
    "property/draws of many cells",
    "property/long boxes",
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
    // Bad starts, effects of one per cent on a trajectory, and the random numbers of the reference.
    "shapes/bad ranks",
    "shapes/drawn systems",
    "shapes/equals reference",
    "shapes/hostile places",
    "shapes/parameters",
    "shapes/polyhedra",
    // A scheme that an integrator equals bit for bit, and sums of some particles alone.
    "integrator/equality",
    "integrator/some forces",
    "overlap/iterations",
});

}  // namespace touchstone::external
