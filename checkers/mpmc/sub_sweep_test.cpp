// In a sub-sweep only cells of the active colour change: seen from inside the reference, by a
// space that is told of every cell before it is updated and then looks at all the others.
#include <gtest/gtest.h>

#include <optional>

#include "checkers/mutants/mpmc/faulty_body.hpp"
#include "checkers/mutants/mpmc/leaving_body.hpp"
#include "models/disks/plane_cells.hpp"
#include "models/disks/start.hpp"
#include "reference/mpmc/checkerboard.hpp"

namespace touchstone {
namespace {

using Plane = disks::PlaneSpace<float>;

int colour_of(const disks::GridShape& shape, std::uint32_t cell) {
  return static_cast<int>(cell % shape.columns % 2 + 2 * (cell / shape.columns % 2));
}

/// Observations of the watching space; shared by its copies.
template <class System>
struct Watch {
  const System* system = nullptr;
  std::optional<System> at_start;  // of the colour now active
  int colour = -1;
  std::uint64_t colours_seen = 0;
  std::uint64_t violations = 0;

  bool same_list(std::uint32_t cell) const {
    const auto now = system->list(cell);
    const auto then = at_start->list(cell);
    return now.size() == then.size() && std::equal(now.begin(), now.end(), then.begin());
  }
  void look() {
    if (!at_start) return;
    for (std::uint32_t cell = 0; cell < system->shape().cells(); ++cell)
      if (colour_of(system->shape(), cell) != colour && !same_list(cell)) ++violations;
  }
  void cell_begins(std::uint32_t cell) {
    look();
    const int next = colour_of(system->shape(), cell);
    if (next == colour) return;
    colour = next;
    at_start = *system;
    ++colours_seen;
  }
};

class WatchedSpace : public Plane {
 public:
  WatchedSpace(const Plane& plane, Watch<disks::CellSystem<WatchedSpace>>& watch)
      : Plane(plane), watch_(&watch) {}
  disks::CellStream cell_random(const Philox& random, std::uint64_t sweep,
                                std::uint32_t cell) const {
    watch_->cell_begins(cell);
    return Plane::cell_random(random, sweep, cell);
  }

 private:
  Watch<disks::CellSystem<WatchedSpace>>* watch_;
};

using Watched = disks::CellSystem<WatchedSpace>;

/// Runs a few sweeps of `body.sub_sweeps` on a dense start and returns what was seen.
template <class Body>
Watch<Watched> watch(const Body& body) {
  Watch<Watched> seen;
  const auto cells = disks::PlaneCells<float>::from(disks::hexagonal_start(64, 0.55), 0.3f);
  Watched system(WatchedSpace(cells.system.space(), seen), cells.system.shape());
  for (std::uint32_t cell = 0; cell < system.shape().cells(); ++cell)
    for (const auto p : cells.system.list(cell)) system.append(cell, p);
  seen.system = &system;
  disks::StageCounters stages(4, 4);
  const Philox random(7);
  for (std::uint64_t sweep = 0; sweep < 10; ++sweep) {
    body.sub_sweeps(system, random, sweep, stages);
    seen.look();
    seen.colour = -1;
    seen.at_start.reset();
  }
  seen.system = nullptr;
  return seen;
}

TEST(SubSweep, OnlyTheActiveColourChanges) {
  const auto seen = watch(reference::Checkerboard<WatchedSpace>({.trials_per_cell = 4}));
  EXPECT_EQ(seen.violations, 0u);
  EXPECT_EQ(seen.colours_seen, 40u);  // every colour of every sweep was watched
  const auto faultless = watch(mutants::FaultyBody<WatchedSpace>(4, 1, {}));
  EXPECT_EQ(faultless.violations, 0u);
}

TEST(SubSweep, AMoveIntoAnotherCellIsSeen) {
  EXPECT_GT(watch(mutants::LeavingBody<WatchedSpace>(4, false)).violations, 0u);
}

}  // namespace
}  // namespace touchstone
