// models/cmc/partition.hpp
// Purpose   Which rank holds which stars: whole bins, so that no bin and no pair is cut.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), equation 17 and sections
//           3.2 and 3.5 (the example of four ranks).
// Computes  Ranks differ by one bin at most, but the last one also holds the stars that fill no
//           bin: at most 19 more. (The paper's "at most 19" in all is not so; its own example has
//           120 and 100 stars.)
// Not here  The sort that brings stars near their place (optimized/cmc).
#pragma once
#include <cstddef>
#include <vector>

namespace touchstone::cluster {

constexpr std::size_t kBin = 20;

/// Half open: the stars first ... end - 1 of the whole cluster, numbered from 0.
struct Block {
  std::size_t first = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - first; }
  bool operator==(const Block&) const = default;
};

/// The blocks of all ranks. Throws InputError for no rank, no bin size, fewer stars than a bin, and
/// more ranks than bins.
std::vector<Block> partition(std::size_t stars, std::size_t ranks, std::size_t bin = kBin);

}  // namespace touchstone::cluster
