#include "models/cluster/partition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

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

std::vector<std::size_t> first_of_each(std::span<const std::size_t> sizes) {
  std::vector<std::size_t> first(sizes.size() + 1, 0);
  std::partial_sum(sizes.begin(), sizes.end(), first.begin() + 1);
  return first;
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

std::size_t global_index(std::size_t local, std::size_t rank, std::size_t stars, std::size_t ranks,
                         std::size_t bin) {
  require_valid(stars, ranks, bin);
  const std::size_t bins = stars / bin;
  const std::size_t even = local + rank * (bins / ranks) * bin;
  return even + std::min(rank, bins % ranks) * bin;
}

std::vector<Transfer> redistribution(std::span<const std::size_t> received,
                                     std::span<const std::size_t> wanted) {
  const auto held = first_of_each(received);
  const auto goal = first_of_each(wanted);
  if (held.size() != goal.size() || held.back() != goal.back())
    throw input_error("redistribution", "ranks and stars",
                      fmt::format("{} ranks with {} stars", goal.size() - 1, goal.back()),
                      fmt::format("{} ranks with {} stars", held.size() - 1, held.back()));
  std::vector<Transfer> transfers;
  for (std::size_t from = 0; from < received.size(); ++from)
    for (std::size_t to = 0; to < wanted.size(); ++to) {
      const Block common{std::max(held[from], goal[to]), std::min(held[from + 1], goal[to + 1])};
      if (common.first < common.end) transfers.push_back({from, to, common});
    }
  return transfers;
}

}  // namespace touchstone::cluster
