// optimized/ecmc/serial/cell_chains.cpp
// Purpose   One straight event chain with cells, the production method before constraint graphs,
//           and what graphs are validated with.
// Source    E. P. Bernard, W. Krauth, D. B. Wilson, Phys. Rev. E 80, 056704 (2009); the cell-based
//           program of B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702
//           (2021), section 4.
// Cost      515 instructions for a lifting at packing fraction 0.708 (callgrind; g++ 12 -O3), and
//           O(N) to begin; what one leg leaves is where the next begins.
// Not here  Several active disks.
#include "optimized/ecmc/serial/cell_chains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "models/core/errors.hpp"
#include "models/disks/chains/chain_registry.hpp"
#include "optimized/ecmc/samplers/chain_sampler.hpp"

namespace touchstone::optimized {

using disks::FixedCoordinate;
using disks::kTicksPerSide;
using disks::Ticks;

namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

/// Cells at least a diameter wide; one where fewer than three fit. A cell may be a tick narrower
/// than side / lines.
std::size_t lines(double side) {
  const auto cells = static_cast<std::size_t>(side * (1 - 1e-6));
  return cells < 3 ? 1 : cells;
}

/// Most disks that can have their centres in a cell: four if it is below sqrt 2 high and wide;
/// otherwise what close packing allows in the cell and half a diameter around it.
std::size_t capacity(double width, double height) {
  if (std::max(width, height) < 1.414) return 4;
  return static_cast<std::size_t>(1.1548 * (width + 1) * (height + 1)) + 1;
}

}  // namespace

ChainCells::ChainCells(const disks::FixedConfiguration& c)
    : separation_(c.box),
      columns_(lines(c.box.width)),
      rows_(lines(c.box.height)),
      stride_(capacity(c.box.width / static_cast<double>(columns_),
                       c.box.height / static_cast<double>(rows_))),
      slot_(columns_ * rows_ * stride_),
      count_(columns_ * rows_, 0),
      edge_(columns_ + 1),
      farthest_(separation_.separation(0)),
      slack_(separation_.slack()) {
  for (std::size_t k = 0; k <= columns_; ++k)
    edge_[k] = static_cast<Ticks>(((k << 32) + columns_ - 1) / columns_);
  for (std::size_t i = 0; i < c.size(); ++i)
    insert({c.x[i], c.y[i], static_cast<disks::DiskIndex>(i)});
}

void ChainCells::insert(const Disk& disk) {
  const std::size_t cell = row(disk.y) * columns_ + column(disk.x);
  slot_[cell * stride_ + count_[cell]++] = disk;
}

void ChainCells::remove(Slot slot) {
  const std::size_t cell = slot / stride_;
  slot_[slot] = slot_[cell * stride_ + --count_[cell]];
}

ChainCells::Slot ChainCells::find(const Disk& disk) const {
  auto slot = static_cast<Slot>((row(disk.y) * columns_ + column(disk.x)) * stride_);
  while (slot_[slot].number != disk.number) ++slot;
  return slot;
}

/// The first two obstacles by estimate.
struct ChainCells::Estimates {
  const ChainCells& cells;
  FixedCoordinate x, y;
  double first;  ///< time of flight; at first the limit
  double second = kFar;
  Slot slot = kNothing;

  void look(Slot candidate) {
    const Disk& disk = cells.slot_[candidate];
    const double squared = cells.separation_.squared(disk.y - y);
    if (squared < -cells.separation_.margin()) return;  // they pass each other
    const double flight =
        static_cast<double>(disks::ahead(x, disk.x)) - std::sqrt(std::max(squared, 0.0));
    if (flight < first) {
      second = first;
      first = flight;
      slot = candidate;
    } else if (flight < second) {
      second = flight;
    }
  }
  double bound() const { return first; }
};

/// The first obstacle by true separations.
struct ChainCells::Separations {
  const ChainCells& cells;
  FixedCoordinate x, y;
  Obstacle obstacle;

  void look(Slot candidate) {
    const Disk& disk = cells.slot_[candidate];
    const Ticks separation = cells.separation_.separation(disk.y - y);
    if (separation == disks::kNoPair) return;
    const Ticks flight = disks::ahead(x, disk.x) - separation;
    if (flight > obstacle.flight) return;
    if (flight == obstacle.flight &&
        (obstacle.slot == kNothing || cells.slot_[obstacle.slot].number < disk.number))
      return;
    obstacle = {flight, candidate};
  }
  double bound() const { return static_cast<double>(obstacle.flight); }
};

/// Shows the finder all disks up to where none can be nearer than what it has found.
template <class Finder>
void ChainCells::search(FixedCoordinate x, FixedCoordinate y, Finder& finder) const {
  const std::size_t middle = row(y);
  const std::size_t below = middle == 0 ? rows_ - 1 : middle - 1;
  const std::size_t above = middle + 1 == rows_ ? 0 : middle + 1;
  const std::array<std::size_t, 3> first{middle * columns_, below * columns_, above * columns_};
  const std::size_t rows = std::min<std::size_t>(rows_, 3);
  std::size_t at = column(x);
  Ticks origin = x;
  for (std::size_t step = 0; step < columns_; ++step) {
    for (std::size_t k = 0; k < rows; ++k) {
      const std::size_t cell = first[k] + at;
      const auto begin = static_cast<Slot>(cell * stride_);
      for (Slot slot = begin; slot < begin + count_[cell]; ++slot) finder.look(slot);
    }
    // Disks not seen yet are at least so far ahead.
    const Ticks reach = edge_[at + 1] - origin;
    if (finder.bound() + slack_ < static_cast<double>(reach - farthest_)) return;
    if (++at == columns_) {
      at = 0;
      origin -= kTicksPerSide;
    }
  }
}

ChainCells::Obstacle ChainCells::first_obstacle(FixedCoordinate x, FixedCoordinate y,
                                                Ticks limit) const {
  Estimates estimates{*this, x, y, static_cast<double>(limit)};
  search(x, y, estimates);
  if (estimates.second - estimates.first > slack_) {
    if (estimates.slot == kNothing) return {limit, kNothing};
    const Disk& disk = slot_[estimates.slot];
    const Ticks separation = separation_.separation(disk.y - y);
    if (separation != disks::kNoPair) return {disks::ahead(x, disk.x) - separation, estimates.slot};
  }
  Separations separations{*this, x, y, {limit, kNothing}};
  search(x, y, separations);
  return separations.obstacle;
}

namespace {

class CellChain final : public disks::ChainRun {
 public:
  CellChain(const disks::Leg& leg, bool record)
      : cells_(leg.start), record_(record), now_(disks::begin(leg)) {
    const disks::DiskIndex first = leg.active.front();
    active_ = {leg.start.x[first], leg.start.y[first], first};
    cells_.remove(cells_.find(active_));
  }

  void advance(Ticks duration) override {
    const Ticks end = clock_ + duration;
    while (true) {
      const auto next = cells_.first_obstacle(active_.x, active_.y, end - clock_);
      clock_ += next.flight;
      active_.x += static_cast<FixedCoordinate>(next.flight);
      now_.local_time[active_.number] = clock_;
      if (next.slot == ChainCells::kNothing) break;
      const ChainCells::Disk target = cells_.at(next.slot);
      if (record_) now_.liftings.push_back({clock_, active_.number, target.number});
      ++liftings_;
      carried_ += static_cast<FixedCoordinate>(target.x - active_.x);
      cells_.remove(next.slot);
      cells_.insert(active_);
      active_ = target;
    }
  }
  void choose_active(const std::vector<disks::DiskIndex>& active) override {
    cells_.insert(active_);
    cells_.for_each([&](const ChainCells::Disk& disk) {
      if (disk.number == active.front()) active_ = disk;
    });
    cells_.remove(cells_.find(active_));
  }
  std::uint64_t liftings() const override { return liftings_; }
  std::uint64_t carried() const override { return carried_; }
  Ticks violation() const override { return disks::kNoViolation; }
  disks::LegEnd end() const override {
    disks::LegEnd end = now_;
    cells_.for_each([&](const ChainCells::Disk& disk) { end.x[disk.number] = disk.x; });
    end.x[active_.number] = active_.x;
    end.active = {active_.number};
    // Liftings at one time happened in some order.
    std::sort(end.liftings.begin(), end.liftings.end());
    return end;
  }

 private:
  ChainCells cells_;
  bool record_;
  disks::LegEnd now_;  ///< all but positions and the active disk
  ChainCells::Disk active_{};
  Ticks clock_ = 0;
  std::uint64_t liftings_ = 0;
  std::uint64_t carried_ = 0;
};

std::unique_ptr<disks::ChainRun> start(const disks::Leg& leg, const disks::ConstraintGraph& graph,
                                       const disks::ChainParameters& parameters) {
  disks::require_valid(parameters);
  disks::require_valid(leg, graph);  // the same answers as other schemes; the graph is not used
  if (leg.active.size() != 1)
    throw input_error("ecmc/cell-chain", "number of active disks", "1",
                      fmt::format("{}", leg.active.size()));
  return std::make_unique<CellChain>(leg, parameters.record);
}

/// The serial production code of the paper: one chain after another.
std::unique_ptr<disks::Simulation> sampler(const disks::Configuration& start,
                                           const disks::RunParameters& p) {
  disks::require_valid(p);
  return std::make_unique<ChainSampler>(
      start, p, disks::serial_chain_schedule(start.size()),
      [](const disks::FixedConfiguration& phase, const std::vector<disks::DiskIndex>& active) {
        return std::make_unique<CellChain>(disks::Leg{phase, active, 1}, false);
      });
}

const bool sampler_registered = disks::register_scheme(
    {.info = {.name = "ecmc/sampler-cells",
              .source = "Bernard, Krauth, Wilson 2009; Li et al. 2021, section 4",
              .claims =
                  Claims::global_balance | Claims::thread_invariant | Claims::conserves_particles},
     .start = sampler,
     .trial_moves = false,
     .measures_rift = true,
     .family = "ecmc"});

const bool registered = disks::register_chain_scheme(
    {.info = {.name = "ecmc/cell-chain",
              .source = "Bernard, Krauth, Wilson 2009; Li et al. 2021, section 4",
              .claims = Claims::global_balance | Claims::thread_invariant |
                        Claims::equals_reference | Claims::conserves_particles},
     .start = start,
     .most_active = 1,
     .local_times = false});

}  // namespace
}  // namespace touchstone::optimized
