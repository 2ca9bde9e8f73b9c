#include "models/disks/chains/near_graph.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "models/core/exec.hpp"
#include "models/disks/chains/implied_arrows.hpp"
#include "models/disks/chains/nearest_ahead.hpp"

namespace touchstone::disks {
namespace {

/// The arrows of `place` disk by disk: the first count[i] from place[first(i)] on.
template <class Count, class First>
ConstraintGraph packed(const std::vector<Arrow>& place, const std::vector<Count>& count,
                       First&& first, OpenmpExec& exec) {
  std::vector<std::size_t> begin(count.size() + 1, 0);
  for (std::size_t i = 0; i < count.size(); ++i) begin[i + 1] = begin[i] + count[i];
  std::vector<Arrow> arrow(begin.back());
  exec.for_each_slice(count.size(), [&](std::size_t, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
      std::copy_n(place.begin() + static_cast<std::ptrdiff_t>(first(i)), count[i],
                  arrow.begin() + static_cast<std::ptrdiff_t>(begin[i]));
  });
  return {std::move(begin), std::move(arrow)};
}

}  // namespace

ConstraintGraph near_graph(const FixedConfiguration& c, int threads) {
  std::vector<Arrow> place(3 * c.size());
  std::vector<std::uint8_t> count(c.size());
  for_each_nearest_ahead(FixedBands(c, threads), c.box, threads,
                         [&](const FixedBands::Disk& disk, const NearestAhead& ahead) {
                           for (std::size_t k = 0; k < ahead.count; ++k)
                             place[std::size_t{3} * disk.number + k] = {
                                 ahead.target[k].disk->number, ahead.target[k].separation};
                           count[disk.number] = static_cast<std::uint8_t>(ahead.count);
                         });
  OpenmpExec exec(threads);
  return packed(
      place, count, [](std::size_t i) { return 3 * i; }, exec);
}

ConstraintGraph minimal_graph(const FixedConfiguration& c, const ConstraintGraph& graph,
                              int threads) {
  std::vector<Arrow> place(graph.arrows());
  std::vector<std::uint32_t> count(graph.size());
  OpenmpExec exec(threads);
  exec.for_each_slice(graph.size(), [&](std::size_t, std::size_t from, std::size_t to) {
    ImpliedArrows implied(c, graph);
    for (std::size_t i = from; i < to; ++i) {
      Arrow* const first = place.data() + graph.first(i);
      implied.for_each_needed(static_cast<DiskIndex>(i),
                              [&](const Arrow& arrow) { first[count[i]++] = arrow; });
    }
  });
  return packed(
      place, count, [&](std::size_t i) { return graph.first(i); }, exec);
}

}  // namespace touchstone::disks
