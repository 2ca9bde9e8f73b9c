#include "validation/experiments/ecmc/solicitation.hpp"

#include <algorithm>

#include "models/core/interrupt.hpp"
#include "models/disks/chains/chain_registry.hpp"
#include "validation/experiments/ecmc/schemes.hpp"

namespace touchstone::validation::ecmc {

void Solicitation::lift(disks::DiskIndex from, disks::DiskIndex to) {
  const auto arrows = graph_.from(from);
  for (std::size_t k = 0; k < arrows.size(); ++k) {
    if (arrows[k].to != to) continue;
    const std::size_t arrow = graph_.first(from) + k;
    if (!solicited_[arrow]) --never_;
    solicited_[arrow] = true;
    return;
  }
  if (forbidden_++ == 0) first_forbidden_ = std::to_string(from) + " -> " + std::to_string(to);
}

void run_chain(const disks::FixedConfiguration& start, std::vector<Solicitation>& graphs,
               const std::vector<std::uint64_t>& stops,
               const std::function<void(std::size_t)>& after) {
  constexpr std::uint64_t kPart = 1'000'000;  // liftings kept at a time
  disks::Leg leg{start, {0}, 0};
  std::uint64_t liftings = 0;
  for (std::size_t stop = 0; stop < stops.size();) {
    check_interrupt();
    const auto part = static_cast<disks::Ticks>(std::min(kPart, stops.back() - liftings) + 100);
    leg.duration = part * disks::mean_free_path(start.size());
    const auto chain = cell_chain().start(leg, graphs.front().graph(), {});
    chain->advance(leg.duration);
    const disks::LegEnd end = chain->end();
    for (const disks::Lifting& lifting : end.liftings) {
      for (Solicitation& graph : graphs) graph.lift(lifting.from, lifting.to);
      ++liftings;
      for (; stop < stops.size() && stops[stop] == liftings; ++stop) after(stop);
      if (stop == stops.size()) return;
    }
    leg.start.x = end.x;
    leg.active = end.active;
  }
}

}  // namespace touchstone::validation::ecmc
