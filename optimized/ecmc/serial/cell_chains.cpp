// optimized/ecmc/serial/cell_chains.cpp
// Purpose   One straight event chain with cells, the production method before constraint graphs,
//           and what graphs are validated with.
// Source    E. P. Bernard, W. Krauth, D. B. Wilson, Phys. Rev. E 80, 056704 (2009); the cell-based
//           program of B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702
//           (2021), section 4.
// Cost      See cell_lanes.cpp; O(N) to begin, and what one leg leaves is where the next begins.
// Not here  The search (cell_lanes.cpp); several active disks.
#include "optimized/ecmc/serial/cell_chains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/core/errors.hpp"
#include "models/disks/chains/chain_registry.hpp"
#include "optimized/ecmc/samplers/chain_sampler.hpp"

namespace touchstone::optimized {

using disks::FixedCoordinate;
using disks::kTicksPerSide;
using disks::Ticks;

namespace {

/// Cells stay narrow, so that a dilute system can need more than slots have numbers.
void require_countable(double slots) {
  if (!(slots < 0x1p31))
    throw input_error("cells of event chains", "slots for disks, of all cells", "below 2^31",
                      fmt::format("{:.6g}", slots));
}

/// Cells at least a diameter wide; one where fewer than three fit. A cell may be a tick narrower
/// than side / lines.
std::size_t lines(double side) {
  require_countable(side);
  const auto cells = static_cast<std::size_t>(side * (1 - 1e-6));
  return cells < 3 ? 1 : cells;
}

/// Slots for all disks that can have their centres in a cell: four if it is below sqrt 2 high and
/// wide; otherwise whole windows for what close packing allows in the cell and half a diameter
/// around it.
std::size_t slots(double width, double height) {
  if (std::max(width, height) < 1.414) return 4;
  const auto most = static_cast<std::size_t>(1.1548 * (width + 1) * (height + 1)) + 1;
  return (most + ChainCells::kWindow - 1) / ChainCells::kWindow * ChainCells::kWindow;
}

std::size_t slots_in_all(std::size_t rows, std::size_t columns, std::size_t stride) {
  require_countable(static_cast<double>(rows) * static_cast<double>(columns * stride));
  return rows * columns * stride;
}

}  // namespace

ChainCells::ChainCells(const disks::FixedConfiguration& c)
    : separation_(c.box),
      columns_(lines(c.box.width)),
      rows_(lines(c.box.height)),
      stride_(slots(c.box.width / static_cast<double>(columns_),
                    c.box.height / static_cast<double>(rows_))),
      together_(stride_ < kWindow ? kWindow / stride_ : 1),
      copies_(together_ - 1),
      padded_(columns_ + copies_),
      x_(slots_in_all(rows_, padded_, stride_)),
      y_(x_.size()),
      number_(x_.size(), kEmpty),
      taken_(columns_ * rows_, 0),
      edge_(columns_ + columns_together()),
      farthest_(separation_.separation(0)) {
  for (std::size_t k = 0; k < edge_.size(); ++k)
    edge_[k] = static_cast<Ticks>(((k << 32) + columns_ - 1) / columns_);
  for (std::size_t row = 0; row < rows_; ++row)
    std::fill_n(y_.begin() + static_cast<std::ptrdiff_t>(first_slot(row, 0)), padded_ * stride_,
                away(static_cast<FixedCoordinate>((row << 32) / rows_)));
  for (std::size_t i = 0; i < c.size(); ++i)
    insert({c.x[i], c.y[i], static_cast<disks::DiskIndex>(i)});
}

ChainCells::Slot ChainCells::find(const Disk& disk) const {
  auto slot = static_cast<Slot>(place_of(disk).first);
  while (number_[slot] != disk.number) ++slot;
  return slot;
}

namespace {

class CellChainRun final : public disks::ChainRun {
 public:
  CellChainRun(const disks::Leg& leg, bool record)
      : chain_{.now = disks::begin(leg),
               .record = record,
               .cells = ChainCells(leg.start),
               .active = {}} {
    const disks::DiskIndex first = leg.active.front();
    take({leg.start.x[first], leg.start.y[first], first});
  }

  void advance(Ticks duration) override { optimized::advance(chain_, chain_.clock + duration); }
  void choose_active(const std::vector<disks::DiskIndex>& active) override {
    chain_.cells.insert(chain_.active);
    chain_.cells.for_each([&](const ChainCells::Disk& disk) {
      if (disk.number == active.front()) chain_.active = disk;
    });
    take(chain_.active);
  }
  std::uint64_t liftings() const override { return chain_.liftings; }
  std::uint64_t carried() const override { return chain_.carried; }
  Ticks violation() const override { return disks::kNoViolation; }
  disks::LegEnd end() const override {
    disks::LegEnd end = chain_.now;
    const ChainCells::Disk active = chain_.active;
    chain_.cells.for_each([&](const ChainCells::Disk& disk) { end.x[disk.number] = disk.x; });
    end.x[active.number] = active.x;
    end.active = {active.number};
    // Liftings at one time happened in some order.
    std::sort(end.liftings.begin(), end.liftings.end());
    return end;
  }

 private:
  void take(const ChainCells::Disk& disk) {
    chain_.active = disk;
    chain_.cells.remove(chain_.cells.find(disk));
  }

  CellChain chain_;
};

std::unique_ptr<disks::ChainRun> start(const disks::Leg& leg, const disks::ConstraintGraph& graph,
                                       const disks::ChainParameters& parameters) {
  disks::require_valid(parameters);
  disks::require_valid(leg, graph);  // the same answers as other schemes; the graph is not used
  if (leg.active.size() != 1)
    throw input_error("ecmc/cell-chain", "number of active disks", "1",
                      fmt::format("{}", leg.active.size()));
  return std::make_unique<CellChainRun>(leg, parameters.record);
}

/// The serial production code of the paper: one chain after another.
std::unique_ptr<disks::Simulation> sampler(const disks::Configuration& start,
                                           const disks::RunParameters& p) {
  disks::require_valid(p);
  return std::make_unique<ChainSampler>(
      start, p, disks::serial_chain_schedule(start.size()),
      [](const disks::FixedConfiguration& phase, const std::vector<disks::DiskIndex>& active) {
        return std::make_unique<CellChainRun>(disks::Leg{phase, active, 1}, false);
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
