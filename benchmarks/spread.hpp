// benchmarks/spread.hpp
// Purpose   A number of each rank, told as the mean and the largest.
#pragma once
#include <algorithm>
#include <vector>

namespace touchstone::benchmarks {

struct Spread {
  double mean = 0;
  double most = 0;
};

/// `part` gives the number of a rank's work.
template <class Work, class Part>
Spread spread_of(const std::vector<Work>& ranks, Part part) {
  Spread result;
  for (const Work& own : ranks) {
    const auto here = static_cast<double>(part(own));
    result.mean += here / static_cast<double>(ranks.size());
    result.most = std::max(result.most, here);
  }
  return result;
}

}  // namespace touchstone::benchmarks
