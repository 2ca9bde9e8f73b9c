// optimized/cmc/ranks/sample_sort.hpp
// Purpose   Stars of all ranks in radial order over the ranks, each holding its share: sample
//           sort in five phases, then a redistribution.
// Source    W. D. Frazer, A. C. McKellar, J. ACM 17, 496 (1970); B. Pattabiraman et al.,
//           Astrophys. J. Suppl. 204, 15 (2013), sections 3.4 and 3.5, Figure 2; where samples
//           and splitters are taken as in the public CMC program.
// Cost      Equation 18. Each star is sent at most twice.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/cmc/partition.hpp"
#include "optimized/cmc/ranks/exchange.hpp"

namespace touchstone::optimized {

/// A star on its way, as it is sent: integers up to 2^32 are exact in a double.
struct Traveller {
  double radius;
  double id;
  double mass;
  double radial_velocity;
  double tangential_velocity;
  double old_radius;
  double old_speed2;
  double work;
};

/// Counts of a sort on this rank.
struct SortCounts {
  std::size_t received = 0;  ///< stars after the exchange of partitions
  std::size_t stars = 0;     ///< stars of all ranks
  // Comparisons, by the terms of equation 18.
  std::uint64_t local = 0;      ///< phase 1: O(N/p log N/p)
  std::uint64_t samples = 0;    ///< phase 3, on rank 0: O(s p log s p)
  std::uint64_t splitters = 0;  ///< phase 4: O(p log N/p)
  std::uint64_t merge = 0;      ///< phase 5: O(N/p log N/p)
};

/// `samples` keys are taken on each rank (fewer where it has fewer stars). Stars of equal radius go
/// by id. Returns the share of this rank by equation 17. Throws InputError for no samples, and
/// where the stars that are left are fewer than a bin for each rank.
std::vector<Traveller> sample_sort(std::vector<Traveller> own, std::size_t samples,
                                   Exchange& exchange, SortCounts* counts = nullptr);

}  // namespace touchstone::optimized
