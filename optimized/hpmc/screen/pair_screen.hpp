// optimized/hpmc/screen/pair_screen.hpp
// Purpose   Single precision decides about most pairs of bodies, several at a time in vector lanes:
//           apart for certain, overlapping for certain, or left to double precision.
// Source    Anderson, Irrgang, Glotzer 2016, section 3 (double positions, overlap checks in single
//           or double precision); separating axis theorem.
// Tests     Each body has a facet through which the segment between the centres leaves it. Where
//           the two parts of the segment inside the bodies meet, the bodies have a point in common.
//           Where one of the two facets has the other body beyond it, its plane separates them.
//           Else the two points of the other body that are deepest behind that facet span a
//           segment of that body, usually an edge, which is clipped against the first body's
//           planes: a point of it inside is a point in common.
// Certain   A point or a plane proves the answer when it does so by more than all errors of floats
//           and of the places given: kSlack of the two sizes is above ten times what these tests
//           round. So the answer is that of double precision, unless double precision cannot tell.
// Cost      For each vector of pairs 4 to 10 instructions for each facet and vertex of the two
//           types, and as many where a segment is looked at; 48 bytes for each body, its matrix. Of
//           pairs in the systems that the paper times, these tests leave none of pentagons, 5 % of
//           dodecahedra and 2 % of tetrahedra and octahedra. Measured on one core with AVX-512 at
//           4096 bodies: 66 ns a trial move of pentagons (checks in double alone: 118), 211 of
//           dodecahedra and 76 for what is left (757), 285 and 100 of tetrahedra and octahedra
//           (962). Lanes are mostly empty: of eight, two are in use for pentagons and four for
//           dodecahedra, as no more bodies are near.
#pragma once
#include <cstdint>
#include <span>

#include "models/hpmc/bodies/screen_body.hpp"
#include "models/hpmc/vector.hpp"
#include "optimized/hpmc/tree/near_bodies.hpp"

namespace touchstone::optimized {

using shapes::FloatPoint;
using shapes::ScreenBody;

/// The matrix of an orientation, by rows of three, each with a fourth number that means nothing.
struct alignas(16) FloatTurn {
  float row[3][4] = {};
};
FloatTurn float_turn(const shapes::Orientation& q);

/// Two types, and how far from contact a pair must be.
struct ScreenPair {
  static constexpr double kSlack = 1e-5;

  /// `place`: bound on the errors of coordinates. `slack`: other values are for mutants.
  ScreenPair(const ScreenBody& a, const ScreenBody& b, double place, double slack = kSlack);

  const ScreenBody* a;
  const ScreenBody* b;
  float slack_a;  ///< distance beyond a facet of a, in units of that to its centre
  float slack_b;
  float share;   ///< 1, and by how much more than the segment the two parts must be
  float inside;  ///< 1, and by how much less a body must be scaled to have a point on its surface
  float inner2;  ///< nearer centres are of bodies that overlap
};

/// Verdict on a body of one type and others of one type.
struct ScreenVerdict {
  bool overlap;  ///< one of them does, for certain; then nothing is said of others
  std::size_t left;
  std::uint32_t undecided[NearBodies::kRoom];  ///< their slots, as many as are left
};

struct ScreenKernels {
  const char* name;  ///< "avx512", "avx2", "portable"
  bool available;
  /// `turns`: rotations of all slots. May write past the count of `near`.
  void (*plane)(const ScreenPair&, const FloatTurn& a, const FloatTurn* turns, NearBodies& near,
                ScreenVerdict&);
  void (*space)(const ScreenPair&, const FloatTurn& a, const FloatTurn* turns, NearBodies& near,
                ScreenVerdict&);
};
/// The best first.
std::span<const ScreenKernels> screen_kernels();
/// The best of this machine.
const ScreenKernels& best_screen_kernels();

}  // namespace touchstone::optimized
