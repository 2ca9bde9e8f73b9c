// Cells in and around a tile are right after each colour as far out as later colours and the shift
// read: one cell of margin too few is seen at once, not only where four moves in a row depend on
// each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "gpu/exec/emulator/emulated_device.hpp"
#include "gpu/mpmc/register_sweep.hpp"
#include "gpu/mpmc/tile_sweep.hpp"
#include "models/disks/plane_cells.hpp"
#include "models/disks/start.hpp"

namespace touchstone::gpu {
namespace {

using Position = disks::Vec<float>;

/// The first colours of a sweep; what each tile has in shared memory is written out in rows.
struct TileColours {
  static constexpr const char* kName = "test/tile-colours";
  static constexpr int kMaxThreads = 512;
  Tile<float> tile;
  SweepPlan<float> now;
  DeviceCells<float> from;
  Span<Position> slots_seen;       ///< (tiles, rows, columns, kSlots)
  Span<std::uint8_t> counts_seen;  ///< (tiles, rows, columns)
  int colours;
  std::size_t shared_bytes(int) const { return tile.shared_bytes(); }

  template <class Context>
  TOUCHSTONE_HD void operator()(Context& ctx) const {
    const auto slots =
        ctx.template shared<Position>(std::int64_t{kSlots} * tile.loaded(), "slots of the tile");
    const auto counts = ctx.template shared<std::uint8_t>(tile.loaded(), "counts of the tile");
    const auto block = tile.tally.block_set(ctx);
    tile.colours(
        ctx, from, tile.corner(ctx.block()), slots, counts, block, [&] { return now; }, colours);
    const auto out_slots = ctx.global(slots_seen, "slots seen");
    const auto out_counts = ctx.global(counts_seen, "counts seen");
    for (int k = ctx.thread(); k < tile.loaded(); k += ctx.block_size()) {
      const int at = tile.place(k % tile.stride() - Tile<float>::kMargin,
                                k / tile.stride() - Tile<float>::kMargin);
      const int to = ctx.block() * tile.loaded() + k;
      out_counts.store(to, counts.load(at));
      for (int j = 0; j < kSlots; ++j)
        out_slots.store(kSlots * to + j, slots.load(j * tile.loaded() + at));
    }
  }
};

class TileMargin : public testing::Test {
 protected:
  /// Cells as a device has them.
  void load(const disks::PlaneCells<float>& cells) {
    std::vector<Position> slots(static_cast<std::size_t>(kSlots * grid_.cells()),
                                empty_slot<float>());
    std::vector<std::uint8_t> counts(static_cast<std::size_t>(grid_.cells()));
    for (int y = 0; y < grid_.rows; ++y)
      for (int x = 0; x < grid_.columns; ++x) {
        const auto list = cells.system.list(grid_.number({x, y}));
        counts[at(0, {x, y})] = static_cast<std::uint8_t>(list.size());
        for (std::size_t j = 0; j < list.size(); ++j)
          slots[at(static_cast<int>(j), {x, y})] = list[j];
      }
    device_.write(slots_, slots);
    device_.write(counts_, counts);
  }
  std::size_t at(int slot, Cell cell) const {
    return static_cast<std::size_t>(grid_.index(slot, cell));
  }

  /// `colours` colours by tiles, then the same in the whole grid.
  void expect_right_margins(TileSize size, std::uint64_t sweep, int colours) {
    load(cells_);
    const SweepPlan<float> now = planned(cells_.system.space(), random_, sweep);
    const Tile<float> tile{cells_.system.space(), random_, grid_, tally(), overflow_.span(), size};
    const std::int64_t loaded = std::int64_t{tile.tiles()} * tile.loaded();
    auto slots_seen = device_.allocate<Position>(kSlots * loaded);
    auto counts_seen = device_.allocate<std::uint8_t>(loaded);
    device_.launch(TileColours{tile,
                               now,
                               {slots_.span(), counts_.span()},
                               slots_seen.span(),
                               counts_seen.span(),
                               colours},
                   {tile.tiles(), 64});
    device_.write(plan_, std::vector{now});
    for (int q = 0; q < colours; ++q)
      device_.launch(RegisterSweep<float>{cells_.system.space(),
                                          random_,
                                          grid_,
                                          plan_.span(),
                                          {slots_.span(), counts_.span()},
                                          tally(),
                                          q},
                     launch_for(grid_.cells() / 4, 64));
    compare(tile, colours, device_.read(slots_seen), device_.read(counts_seen));
  }

  void compare(const Tile<float>& tile, int colours, const std::vector<Position>& slots_seen,
               const std::vector<std::uint8_t>& counts_seen) {
    const std::vector<Position> slots = device_.read(slots_);
    const std::vector<std::uint8_t> counts = device_.read(counts_);
    const int reach = Tile<float>::kMargin - colours;
    for (int k = 0; k < tile.tiles(); ++k) {
      const Cell corner = tile.corner(k);
      const int width = std::min(tile.size.width, grid_.columns - corner.x);
      const int height = std::min(tile.size.height, grid_.rows - corner.y);
      for (int y = -reach; y < height + reach; ++y)
        for (int x = -reach; x < width + reach; ++x) {
          const Cell cell = grid_.wrapped({corner.x + x, corner.y + y});
          const auto seen = static_cast<std::size_t>(k * tile.loaded() +
                                                     (y + Tile<float>::kMargin) * tile.stride() +
                                                     x + Tile<float>::kMargin);
          ASSERT_EQ(counts_seen[seen], counts[at(0, cell)]);
          for (std::size_t j = 0; j < kSlots; ++j)
            ASSERT_EQ(slots_seen[kSlots * seen + j], slots[at(static_cast<int>(j), cell)])
                << "tile " << k << ", cell (" << x << ", " << y << ") from its corner, after "
                << colours << " colours";
        }
    }
  }

  Tally tally() { return {tally_.span(), kTrials}; }

  static constexpr int kTrials = 4;
  disks::Configuration start_ = disks::hexagonal_start(300, 0.6);
  disks::PlaneCells<float> cells_ =
      disks::PlaneCells<float>::from(start_, 0.3f, disks::choose_grid(start_.box, 0, 0));
  Grid grid_{static_cast<int>(cells_.system.shape().columns),
             static_cast<int>(cells_.system.shape().rows)};
  Philox random_{3};
  EmulatedDevice device_{{.checks = false}};
  EmulatedDevice::Buffer<Position> slots_ = device_.allocate<Position>(kSlots * grid_.cells());
  EmulatedDevice::Buffer<std::uint8_t> counts_ = device_.allocate<std::uint8_t>(grid_.cells());
  EmulatedDevice::Buffer<SweepPlan<float>> plan_ = device_.allocate<SweepPlan<float>>(1);
  EmulatedDevice::Buffer<std::uint64_t> tally_ =
      device_.allocate<std::uint64_t>(Tally::size(kTrials));
  EmulatedDevice::Buffer<std::uint32_t> overflow_ = device_.allocate<std::uint32_t>(1);
};

TEST_F(TileMargin, IsRightAsFarOutAsLaterStagesRead) {
  for (const TileSize size : {TileSize{4, 4}, TileSize{8, 6}, TileSize{32, 16}})
    for (std::uint64_t sweep = 0; sweep < 6; ++sweep)
      for (int colours = 0; colours <= 4; ++colours) expect_right_margins(size, sweep, colours);
  const std::vector<std::uint64_t> counters = device_.read(tally_);
  std::uint64_t accepted = 0;
  for (int set = 0; set < kTallySets; ++set)
    for (int q = 0; q < 4; ++q)
      accepted += counters[static_cast<std::size_t>(tally().index(set, q, 0))];
  EXPECT_GT(accepted, 1000u);
}

}  // namespace
}  // namespace touchstone::gpu
