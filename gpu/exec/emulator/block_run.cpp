// gpu/exec/emulator/block_run.cpp
// Purpose   One block: which lane runs next, when a barrier opens, and what is wrong if none can.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "gpu/exec/emulator/abandoned.hpp"
#include "gpu/exec/emulator/lane.hpp"

namespace touchstone::gpu {
namespace {

constexpr unsigned char kPoison = 0xFF;  // a float or double of such bytes is not a number

/// Fibers of this thread that nobody uses now: their stacks are kept.
std::vector<std::unique_ptr<Fiber>>& idle_fibers() {
  thread_local std::vector<std::unique_ptr<Fiber>> fibers;
  return fibers;
}

std::unique_ptr<Fiber> take_fiber() {
  auto& idle = idle_fibers();
  if (idle.empty()) return std::make_unique<Fiber>();
  auto fiber = std::move(idle.back());
  idle.pop_back();
  return fiber;
}

}  // namespace

BlockRun::BlockRun(GridRun& grid)
    : grid_(&grid), shared_memory_(std::make_unique<std::byte[]>(grid.body().shared_bytes)) {
  for (int thread = 0; thread < grid.launch().threads; ++thread) lanes_.emplace_back(*this, thread);
}

BlockRun::~BlockRun() {
  abandon();
  for (auto& fiber : fibers_) idle_fibers().push_back(std::move(fiber));
}

void BlockRun::begin(int block, void (*body)(Lane&)) {
  index_ = block;
  epoch_ = 0;
  body_ = body;
  shared_.clear();
  shared_used_ = 0;
  std::memset(shared_memory_.get(), kPoison, grid_->body().shared_bytes);
  for (Lane& lane : lanes_) {
    lane = Lane(*this, lane.thread_);
    if (body == nullptr) continue;
    const auto i = static_cast<std::size_t>(lane.thread_);
    if (i == fibers_.size()) fibers_.push_back(take_fiber());
    lane.fiber_ = fibers_[i].get();
    lane.fiber_->start(&BlockRun::enter, &lane);
  }
}

void BlockRun::enter(void* argument) {
  Lane& lane = *static_cast<Lane*>(argument);
  BlockRun& block = *lane.block_;
  try {
    if (!block.abandoned_) block.body_(lane);
  } catch (const Abandoned&) {
  } catch (...) {
    if (!block.failure_) block.failure_ = std::current_exception();
  }
  lane.state_ = Lane::State::returned;
}

bool BlockRun::run() {
  for (;;) {
    do take_turns();
    while (release_warps());
    if (all(Lane::State::returned)) return true;
    if (all(Lane::State::at_grid)) return false;
    if (!release_block()) report_divergent_barrier();
  }
}

void BlockRun::take_turns() {
  for (const int thread : grid_->sequence(static_cast<int>(lanes_.size()), index_, passes_++)) {
    if (lane(thread).state_ != Lane::State::ready) continue;
    lane(thread).fiber_->resume();
    if (failure_) {
      abandon();
      std::rethrow_exception(std::exchange(failure_, nullptr));
    }
  }
}

/// Opens every warp whose lanes are all at the same collective; whether there was one.
bool BlockRun::release_warps() {
  bool opened = false;
  const int threads = static_cast<int>(lanes_.size());
  for (int warp = 0; warp < warps_of(threads); ++warp) {
    const auto first = lanes_.begin() + warp * kWarpSize;
    const auto last = first + lanes_of_warp(threads, warp);
    if (std::none_of(first, last, [](const Lane& l) { return l.state_ == Lane::State::at_warp; }))
      continue;
    if (!std::all_of(first, last, [&](const Lane& l) {
          return l.state_ == Lane::State::at_warp && l.site_ == first->site_;
        }))
      report_diverged_warp(warp);
    const bool orders_memory = std::string_view(first->operation_) == "sync_warp()";
    for (auto lane = first; lane != last; ++lane) {
      lane->state_ = Lane::State::ready;
      if (orders_memory) ++lane->warp_epoch_;
    }
    opened = true;
  }
  return opened;
}

bool BlockRun::release_block() {
  const Lane& first = lanes_.front();
  if (!std::all_of(lanes_.begin(), lanes_.end(), [&](const Lane& lane) {
        return lane.state_ == Lane::State::at_block && lane.site_ == first.site_;
      }))
    return false;
  vote_ = false;
  for (Lane& lane : lanes_) {
    vote_ = vote_ || lane.vote_;
    lane.state_ = Lane::State::ready;
  }
  ++epoch_;
  return true;
}

void BlockRun::release_grid() {
  for (Lane& lane : lanes_) lane.state_ = Lane::State::ready;
  ++epoch_;
}

bool BlockRun::all(Lane::State state) const {
  return std::all_of(lanes_.begin(), lanes_.end(),
                     [&](const Lane& lane) { return lane.state_ == state; });
}

SharedArray& BlockRun::shared(const Lane& lane, std::size_t call, const SharedArray& asked,
                              std::size_t alignment) {
  if (call < shared_.size()) {
    SharedArray& made = shared_[call];
    if (made.element_bytes != asked.element_bytes || made.count != asked.count ||
        std::string_view(made.name) != asked.name)
      lane.fail(
          FaultKind::shared_allocation,
          fmt::format("asks for {} elements of {} bytes where another thread asked for '{}', "
                      "{} elements of {} bytes",
                      asked.count, asked.element_bytes, made.name, made.count, made.element_bytes),
          asked.name);
    return made;
  }
  const std::size_t start = aligned_up(shared_used_, alignment);
  const std::size_t end = start + static_cast<std::size_t>(asked.count) * asked.element_bytes;
  if (end > grid_->body().shared_bytes)
    lane.fail(FaultKind::shared_allocation,
              fmt::format("needs {} bytes in all, but shared_bytes({}) is {}", end, lanes_.size(),
                          grid_->body().shared_bytes),
              asked.name);
  SharedArray& made = shared_.emplace_back(asked);
  made.data = shared_memory_.get() + start;
  shared_used_ = end;
  if (grid_->emulation().checks) {
    made.histories.resize(static_cast<std::size_t>(asked.count));
    made.written.resize(static_cast<std::size_t>(asked.count));
  }
  return made;
}

void BlockRun::report_diverged_warp(int warp) {
  const auto first = lanes_.begin() + warp * kWarpSize;
  const auto last = first + lanes_of_warp(static_cast<int>(lanes_.size()), warp);
  const auto waits = std::find_if(
      first, last, [](const Lane& lane) { return lane.state_ == Lane::State::at_warp; });
  const auto other = std::find_if(first, last, [&](const Lane& lane) {
    return lane.state_ != Lane::State::at_warp || !(lane.site_ == waits->site_);
  });
  const std::string what = fmt::format("this lane: {}; thread {} of the same warp: {}",
                                       waits->place(), other->thread_, other->place());
  abandon();
  waits->fail(FaultKind::diverged_warp, what);
}

/// Called when no lane can go on: some wait, and not all at one barrier.
void BlockRun::report_divergent_barrier() {
  const auto waits = std::find_if(lanes_.begin(), lanes_.end(), [](const Lane& lane) {
    return lane.state_ != Lane::State::returned;
  });
  const auto other = std::find_if(lanes_.begin(), lanes_.end(), [&](const Lane& lane) {
    return lane.state_ != waits->state_ || !(lane.site_ == waits->site_);
  });
  const std::string what =
      fmt::format("this thread: {}; thread {}: {}", waits->place(), other->thread_, other->place());
  abandon();
  waits->fail(FaultKind::divergent_barrier, what);
}

/// Every lane that stopped in the middle leaves its kernel by an exception.
void BlockRun::abandon() {
  abandoned_ = true;
  for (Lane& lane : lanes_)
    if (lane.fiber_ != nullptr && lane.state_ != Lane::State::returned) lane.fiber_->resume();
  abandoned_ = false;
}

}  // namespace touchstone::gpu
