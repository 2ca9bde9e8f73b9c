// gpu/exec/emulator/grid_run.cpp
// Purpose   One launch: the blocks one after another, or alternately when they wait for each other.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "gpu/exec/emulator/lane.hpp"
#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone::gpu {
namespace {

constexpr std::int64_t kMostLanesTogether =
    65536;  // of a kernel with sync_grid(): each has a stack

}  // namespace

void require_valid(const KernelBody& body, Launch launch) {
  const auto where = fmt::format("launch of kernel '{}'", body.name);
  if (launch.blocks < 1)
    throw input_error(where, "blocks", "1 or more", fmt::format("{}", launch.blocks));
  if (launch.threads < 1 || launch.threads > body.max_threads)
    throw input_error(where, "threads per block", fmt::format("1 to {}", body.max_threads),
                      fmt::format("{}", launch.threads));
  if (body.shared_bytes > kMaxSharedBytes)
    throw input_error(where, "bytes of shared memory", fmt::format("at most {}", kMaxSharedBytes),
                      fmt::format("{}", body.shared_bytes));
}

GridRun::GridRun(const KernelBody& body, Launch launch, const Emulation& emulation)
    : body_(body), launch_(launch), emulation_(emulation) {
  require_valid(body, launch);
  const std::int64_t lanes = std::int64_t{launch.blocks} * launch.threads;
  if (body.synchronises_grid && lanes > kMostLanesTogether)
    throw input_error(fmt::format("emulated launch of kernel '{}'", body.name),
                      "threads of a grid that synchronises",
                      fmt::format("at most {}", kMostLanesTogether), fmt::format("{}", lanes));
}

void GridRun::run(void (*lane_body)(Lane&)) {
  if (body_.synchronises_grid)
    run_together(lane_body);
  else
    run_one_by_one(lane_body);
}

void GridRun::run_one_by_one(void (*lane_body)(Lane&)) {
  BlockRun block(*this);
  for (const int index : block_order()) {
    block.begin(index, lane_body);
    block.run();
  }
}

void GridRun::run_together(void (*lane_body)(Lane&)) {
  std::vector<std::unique_ptr<BlockRun>> blocks;
  for (int index = 0; index < launch_.blocks; ++index) {
    blocks.push_back(std::make_unique<BlockRun>(*this));
    blocks.back()->begin(index, lane_body);
  }
  for (;;) {
    const BlockRun* waits = nullptr;
    const BlockRun* returned = nullptr;
    for (const int index : block_order()) {
      BlockRun& block = *blocks[static_cast<std::size_t>(index)];
      (block.run() ? returned : waits) = &block;
    }
    if (waits == nullptr) return;
    require_together(blocks, *waits, returned);
    ++epoch_;
    for (auto& block : blocks) block->release_grid();
  }
}

/// All blocks wait at the same sync_grid(), or some thread waits for ever.
void GridRun::require_together(const std::vector<std::unique_ptr<BlockRun>>& blocks,
                               const BlockRun& waits, const BlockRun* returned) const {
  const BlockRun* other = returned;
  for (const auto& block : blocks)
    if (other == nullptr && !(block->grid_site() == waits.grid_site())) other = block.get();
  if (other == nullptr) return;
  waits.first_lane().fail(FaultKind::divergent_barrier,
                          fmt::format("this thread: {}; block {}: {}", waits.first_lane().place(),
                                      other->index(), other->first_lane().place()));
}

std::vector<int> GridRun::block_order() const { return sequence(launch_.blocks, -1, epoch_); }

std::vector<int> GridRun::sequence(int count, int block, std::uint64_t pass) const {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  if (emulation_.order == Order::reverse) std::reverse(order.begin(), order.end());
  if (emulation_.order == Order::shuffled) {
    PhiloxStream random =
        Philox(emulation_.seed).stream(Purpose::schedule, pass, static_cast<std::uint32_t>(block));
    for (std::uint32_t i = static_cast<std::uint32_t>(count); i > 1; --i)
      std::swap(order[i - 1], order[random.below(i)]);
  }
  return order;
}

}  // namespace touchstone::gpu
