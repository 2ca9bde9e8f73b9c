#include "models/disks/near_graph.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "models/core/exec.hpp"
#include "models/disks/implied_arrows.hpp"
#include "models/disks/lane_search.hpp"
#include "models/disks/separation_estimate.hpp"

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

/// At most three arrows, ascending by target.
void sort(Arrow* arrow, std::size_t count) {
  const auto order = [arrow](std::size_t a, std::size_t b) {
    if (arrow[b].to < arrow[a].to) std::swap(arrow[a], arrow[b]);
  };
  if (count > 1) order(0, 1);
  if (count > 2) order(1, 2), order(0, 1);
}

}  // namespace

ConstraintGraph near_graph(const TurnConfiguration& c, int threads) {
  const SeparationEstimate separation(c.box);
  const LaneBounds bounds(separation.metric());
  const Ticks diameter = separation.metric().separation(0);
  const TurnBands bands(c, threads);
  std::vector<Arrow> place(3 * c.size());
  std::vector<std::uint8_t> count(c.size());
  OpenmpExec exec(threads);
  exec.for_each_slice(bands.bands(), [&](std::size_t, std::size_t from, std::size_t to) {
    for (std::size_t band = from; band < to; ++band) {
      if (bands.begin(band) == bands.begin(band + 1)) continue;
      LaneSearch search(bands, bounds, diameter, band);
      const TurnBands::Disk* const end = &bands.at(bands.begin(band + 1) - 1) + 1;
      for (const TurnBands::Disk* disk = &bands.at(bands.begin(band)); disk != end; ++disk) {
        const Nearest nearest = search.ahead_of(disk);
        std::array<Arrow, 3> found;
        std::size_t n = 0;
        for (std::size_t k = 0; k < 3; ++k)
          if (nearest.distance[k] < kTurn)
            found[n++] = {nearest.disk[k],
                          static_cast<Turn>(separation.separation(nearest.across[k]))};
        sort(found.data(), n);
        std::copy(found.begin(), found.end(), place.begin() + std::ptrdiff_t{3} * disk->number);
        count[disk->number] = static_cast<std::uint8_t>(n);
      }
    }
  });
  return packed(
      place, count, [](std::size_t i) { return 3 * i; }, exec);
}

ConstraintGraph minimal_graph(const TurnConfiguration& c, const ConstraintGraph& graph,
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
