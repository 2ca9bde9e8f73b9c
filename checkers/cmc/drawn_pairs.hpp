// checkers/cmc/drawn_pairs.hpp
// Purpose   Pairs of stars of which one is a binary, or both, drawn at random; and their numbers.
#pragma once
#include "checkers/cmc/scattering/read_meeting.hpp"
#include "checkers/draws.hpp"
#include "models/cmc/binary_meetings.hpp"

namespace touchstone::cmc {

enum class PairKind {
  binary_inside,   ///< a binary and a single star
  binary_outside,  ///< a single star and a binary
  two,             ///< two binaries of four stars
  point            ///< two binaries, one of which is a point for the other
};

/// A pair whose stars have masses over a decade, and which move in any direction. Distances to
/// other stars are longer than any axis.
cluster::ClosePair draw_pair(PairKind kind, Draws& draw);

/// The star that is a binary, or the wider one.
std::size_t wide_of(const cluster::ClosePair& pair);
/// Sum of the axes of both.
long double axes_of(const cluster::ClosePair& pair);
long double mass_of(const cluster::Binary& binary);
/// Units of its meetings: mass and axis of the wider binary for three stars, of both for four.
struct Units {
  long double mass, length, speed;
};
Units units_of(const cluster::ClosePair& pair, PairKind kind);

inline scattering::Space space(const cluster::Vector3& v) { return {v[0], v[1], v[2]}; }

}  // namespace touchstone::cmc
