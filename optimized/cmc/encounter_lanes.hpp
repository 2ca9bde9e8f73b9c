// optimized/cmc/encounter_lanes.hpp
// Purpose   Encounters of neighbouring pairs in vector lanes, one pair per lane.
// Source    K. J. Joshi, F. A. Rasio, S. Portegies Zwart, Astrophys. J. 540, 969 (2000), section 2.
// Computes  The same bits as pair after pair (block.cpp): cosines and sines are those of
//           models/cmc/circle.hpp.
// Cost      About 5 ns per star with AVX-512, without the random numbers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace touchstone::optimized {

/// Pair j is the stars 2j and 2j + 1 of the arrays. The pairs fill whole vectors.
struct EncounterBatch {
  std::size_t pairs;
  const double* mass;
  double* radial_velocity;
  double* tangential_velocity;
  const double* radii_inside;   ///< at 2j: inner edge of the shell of 20 stars around pair j
  const double* radii_outside;  ///< at 2j: its outer edge
  const std::uint32_t* azimuth;
  const std::uint32_t* axis;
  double timestep;
  double initial_stars;
};

struct EncounterKernel {
  const char* backend;  ///< avx512, avx2, portable
  bool available;       ///< on this machine
  std::size_t lanes;
  void (*deflect)(const EncounterBatch&);
};

/// All compiled kernels, best first.
std::span<const EncounterKernel> encounter_kernels();
/// The first that this machine can run.
const EncounterKernel& best_encounter_kernel();

}  // namespace touchstone::optimized
