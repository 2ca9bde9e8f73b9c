// optimized/cmc/apsis_search.hpp
// Purpose   Between which shells the orbits of many stars turn: bisection in vector lanes, one
//           star per lane.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equation 12 and the
//           appendix (the same kernel for a GPU).
// Computes  The one place where Q changes its sign, first among every 32nd shell, then among every
//           4th, whose tables stay in the cache, then among the 4. Q has one maximum; only where
//           round-off made it change its sign twice between neighbouring shells could a serial
//           bisection find another place.
// Cost      Two gathers per lane and probe, log2 N probes for each apsis, the two apsides at a
// time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace touchstone::optimized {

/// Stars that an array has room for beyond the last one: whole vectors are read and written.
constexpr std::size_t kApsisPadding = 8;

/// Star i has its own shell at first_shell + i. Arrays are padded (kApsisPadding).
struct ApsisSearch {
  const double* records;  ///< Field::records()
  const double* coarse;   ///< Field::coarse_pairs()
  const double* middle;   ///< Field::middle_pairs()
  std::int64_t last;      ///< the number of the outer end
  std::int64_t first_shell;
  std::int64_t stars;
  const double* mass;  ///< of each star's own shell
  const double* energy;
  const double* angular_momentum;
  // Results: r_inner <= pericentre <= r_{inner+1}, the same of the apocentre; whether Q > 0 at the
  // star itself (else the intervals mean nothing) and at the outer end.
  std::int64_t* inner;
  std::int64_t* outer;
  double* q_own;
  double* q_last;
};

struct ApsisKernel {
  const char* backend;  ///< avx512, avx2, portable
  bool available;       ///< on this machine
  void (*search)(const ApsisSearch&);
};

/// All compiled kernels, best first.
std::span<const ApsisKernel> apsis_kernels();
/// The first that this machine can run.
const ApsisKernel& best_apsis_kernel();

}  // namespace touchstone::optimized
