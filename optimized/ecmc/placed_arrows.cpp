#include "optimized/ecmc/placed_arrows.hpp"

#include <fmt/format.h>

#include "models/core/errors.hpp"

namespace touchstone::optimized {

std::vector<Arrows> placed_arrows(const disks::ConstraintGraph& graph, const DiskOrder& order) {
  std::vector<Arrows> placed(graph.size());
  for (disks::DiskIndex place = 0; place < graph.size(); ++place) {
    const auto arrows = graph.from(order.disk[place]);
    if (arrows.size() > kMostArrows)
      throw input_error("constraint graph", fmt::format("arrows of disk {}", order.disk[place]),
                        fmt::format("at most {}: a graph such as near_graph's", kMostArrows),
                        fmt::format("{}", arrows.size()));
    Arrows& mine = placed[place];
    mine.fill(never_reached(place));
    for (std::size_t k = 0; k < arrows.size(); ++k)
      mine[k] = {order.place[arrows[k].to], arrows[k].separation};
  }
  return placed;
}

}  // namespace touchstone::optimized
