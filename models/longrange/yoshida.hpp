// models/longrange/yoshida.hpp
// Purpose   The coefficients of the fourth-order symplectic integrator: B of kicks, D of drifts.
// Source    Rocha Filho, equation 4 and section 3, steps 1 to 12, which does not print them;
//           H. Yoshida, Phys. Lett. A 150, 262 (1990): three leapfrog steps of lengths D0, D1, D0.
//           One step is K(B0) D(D0) K(B1) D(D1) K(B1) D(D0) K(B0), with K the kick by the force.
#pragma once

namespace touchstone::longrange {

inline constexpr double kCubeRootOf2 = 1.2599210498948731648;
inline constexpr double kD0 = 1.3512071919596576340;    ///< 1 / (2 - 2^(1/3))
inline constexpr double kD1 = -1.7024143839193152681;   ///< -2^(1/3) / (2 - 2^(1/3))
inline constexpr double kB0 = 0.67560359597982881702;   ///< D0 / 2
inline constexpr double kB1 = -0.17560359597982881702;  ///< (D0 + D1) / 2

}  // namespace touchstone::longrange
