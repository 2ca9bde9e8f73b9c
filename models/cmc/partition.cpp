#include "models/cmc/partition.hpp"

#include <fmt/format.h>

#include "models/core/errors.hpp"

namespace touchstone::cluster {
namespace {

void require_valid(std::size_t stars, std::size_t ranks, std::size_t bin) {
  if (ranks < 1) throw input_error("partition", "number of ranks", "1 or more", "0");
  if (bin < 1) throw input_error("partition", "stars in a bin", "1 or more", "0");
  if (stars < bin)
    throw input_error("partition", "number of stars", fmt::format("a bin of {} or more", bin),
                      fmt::format("{}", stars));
  if (ranks > stars / bin)
    throw input_error(
        "partition", "number of ranks",
        fmt::format("at most one for each of the {} bins of {} stars", stars / bin, bin),
        fmt::format("{}", ranks));
}

}  // namespace

std::vector<Block> partition(std::size_t stars, std::size_t ranks, std::size_t bin) {
  require_valid(stars, ranks, bin);
  const std::size_t bins = stars / bin;
  std::vector<Block> blocks;
  std::size_t first = 0;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const std::size_t own = bins / ranks + (rank < bins % ranks ? 1 : 0);
    blocks.push_back({first, first + own * bin});
    first = blocks.back().end;
  }
  blocks.back().end = stars;
  return blocks;
}

}  // namespace touchstone::cluster
