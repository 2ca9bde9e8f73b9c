// optimized/cmc/orbits/apsis_search.hpp
// Purpose   Shells between which many stars have their apsides: a search tree whose nodes are
//           vectors, and several stars at a time, as the memory is what it waits for.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equation 12 and the
//           appendix (bisection, one star per thread of a GPU).
// Computes  The one place where Q changes its sign. Q has one maximum; only where round-off made
//           it change its sign twice between neighbouring shells could a serial bisection find
//           another place.
// Cost      log8 N nodes for each apsis. On processors with slow gathers (Zen 4) this is faster
//           than bisection with one star per lane, which needs two of them per probe.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "optimized/cmc/shells/shell_tree.hpp"

namespace touchstone::optimized {

/// Stars that an array has room for beyond the last one: whole vectors are read and written.
constexpr std::size_t kApsisPadding = 8;

/// Copies, star after star: of the shell just inside an apsis u, phi, the mass inside and r; of the
/// next one r.
struct ApsisRecords {
  double* record;
  double* next_radius;
};

/// Star i has its own shell at first_shell + i. Arrays are padded (kApsisPadding).
struct ApsisSearch {
  const double* records;  ///< Field::records()
  const double* own;      ///< the record of the first star's own shell
  const ShellTree* tree;  ///< Field::tree()
  std::int64_t last;      ///< the number of the outer end
  std::int64_t stars;
  const double* mass;  ///< mass of each star's own shell
  const double* energy;
  const double* angular_momentum;
  // Results: r_inner <= pericentre <= r_{inner+1}, the same of the apocentre; whether Q > 0 at the
  // star itself (else the intervals mean nothing) and at the outer end.
  std::int64_t* inner;
  std::int64_t* outer;
  double* q_own;
  double* q_last;
  ApsisRecords inner_records, outer_records;
};

struct ApsisKernel {
  const char* backend;  ///< avx512, avx2, portable
  bool available;       ///< on this machine
  void (*search)(const ApsisSearch&);
  int doubles = 1;  ///< in a vector
};

/// All compiled kernels, best first.
std::span<const ApsisKernel> apsis_kernels();
/// The first that this machine can run.
const ApsisKernel& best_apsis_kernel();

}  // namespace touchstone::optimized
