// gpu/exec/emulator/lane.cpp
// Purpose   One lane: waiting, giving values to its warp, and the judgement of its accesses to
//           memory.
#include "gpu/exec/emulator/lane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "gpu/exec/emulator/abandoned.hpp"

namespace touchstone::gpu {
namespace {

std::string_view verb(Access access) {
  switch (access) {
    case Access::read:
      return "read";
    case Access::write:
      return "written";
    case Access::atomic:
      return "changed atomically";
    case Access::atomic_read:
      break;
  }
  return "read atomically";
}

}  // namespace

bool operator==(const Site& a, const Site& b) {
  // Mostly the same string, so its address decides.
  return a.line == b.line && (a.file == b.file || std::string_view(a.file) == b.file);
}

/// "sync() at file:line", or "has returned".
std::string Lane::place() const {
  if (state_ == State::returned) return "has returned";
  return fmt::format("{} at {}:{}", operation_, site_.file, site_.line);
}

Moment Lane::now() const {
  return {block_->index(), thread_, block_->grid().epoch(), block_->epoch(), warp_epoch_};
}

void Lane::wait(State at, const char* operation, Site site) {
  const GridRun& grid = block_->grid();
  if (fiber_ == nullptr)
    fail(FaultKind::undeclared_operation,
         fmt::format("{} at {}:{}, but kSynchronises is false", operation, site.file, site.line));
  if (at == State::at_grid && !grid.body().synchronises_grid)
    fail(FaultKind::undeclared_operation, fmt::format("{} at {}:{}, but kSynchronisesGrid is false",
                                                      operation, site.file, site.line));
  repeated_ = 0;
  state_ = at;
  operation_ = operation;
  site_ = site;
  fiber_->suspend();
  if (block_->abandoned()) throw Abandoned{};
}

void Lane::meet_warp(const Slot& mine, const char* operation, Site site) {
  slots_[++collectives_ % 2] = mine;
  wait(State::at_warp, operation, site);
}

const Lane::Slot& Lane::given(int lane) const {
  return block_->lane(thread_ / kWarpSize * kWarpSize + lane).slots_[collectives_ % 2];
}

void Lane::access(const ArrayView& array, std::int64_t index, Access access) {
  require_index(array.name, array.count, index);
  count_repeated(static_cast<const std::byte*>(array.data) +
                     static_cast<std::size_t>(index) * array.element_bytes,
                 array.name, index);
  std::optional<Clash> clash;
  if (SharedArray* shared = array.shared) {
    const auto i = static_cast<std::size_t>(index);
    if (access != Access::write && !shared->written[i])
      fail(FaultKind::unwritten_shared, "no thread of the block has written it yet", array.name,
           index);
    clash = shared->histories[i].add(access, now());
    shared->written[i] = true;
  } else {
    const auto start = reinterpret_cast<std::uintptr_t>(array.data);
    clash =
        block_->grid().memory().add(start + static_cast<std::size_t>(index) * array.element_bytes,
                                    array.element_bytes, access, now());
  }
  if (clash) fail_on(*clash, array, index, access);
}

void Lane::out_of_range(const char* name, std::int64_t count, std::int64_t index) const {
  fail(FaultKind::out_of_range, fmt::format("expected 0 <= index < {}, found {}", count, index),
       name, index);
}

void Lane::count_repeated(const void* place, const char* name, std::int64_t index) {
  constexpr std::uint32_t kPatience = 1'000'000;
  if (std::find(places_.begin(), places_.end(), place) == places_.end()) {
    places_[++changes_ % places_.size()] = place;
    repeated_ = 0;
  } else if (++repeated_ == kPatience) {
    fail(FaultKind::waiting_loop,
         fmt::format("{} accesses to it and {} others at most: expected no loop that waits for "
                     "another thread, whose turn may come later",
                     kPatience, places_.size() - 1),
         name, index);
  }
}

void Lane::fail_on(const Clash& clash, const ArrayView& array, std::int64_t index,
                   Access access) const {
  const bool blocks = clash.moment.block != block_->index();
  fail(blocks ? FaultKind::block_conflict : FaultKind::thread_race,
       fmt::format("{} here, and {} by block {}, thread {}, with no {} between", verb(access),
                   verb(clash.access), clash.moment.block, clash.moment.thread,
                   blocks ? "sync_grid()" : "barrier"),
       array.name, index);
}

void Lane::require_aligned(const ArrayView& array, std::size_t alignment) const {
  const auto address = reinterpret_cast<std::uintptr_t>(array.data);
  if (address % alignment != 0)
    fail(FaultKind::misaligned,
         fmt::format("expected an address that is a multiple of {}, found {} bytes after one",
                     alignment, address % alignment),
         array.name);
}

void Lane::require_allocated(const ArrayView& array) const {
  const DeviceMemory* const memory = block_->grid().emulation().memory;
  if (memory == nullptr ||
      memory->holds(array.data, array.element_bytes * static_cast<std::size_t>(array.count)))
    return;
  fail(FaultKind::not_allocated,
       fmt::format(
           "expected {} elements of {} bytes in memory of this device, found them in that of "
           "the host or another device, freed, or beyond their allocation",
           array.count, array.element_bytes),
       array.name);
}

SharedArray& Lane::shared(std::int64_t count, std::size_t bytes, std::size_t alignment,
                          const char* name) {
  if (fiber_ == nullptr)
    fail(FaultKind::undeclared_operation, "shared memory, but kSynchronises is false", name);
  SharedArray asked;
  asked.name = name;
  asked.element_bytes = bytes;
  asked.count = count;
  return block_->shared(*this, shared_calls_++, asked, alignment);
}

void Lane::fail(FaultKind kind, const std::string& what_happened, const std::string& array,
                std::int64_t index) const {
  const GridRun& grid = block_->grid();
  throw KernelFault(kind, {grid.body().name, block_->index(), thread_, array, index},
                    {grid.emulation().order, grid.emulation().seed}, what_happened);
}

}  // namespace touchstone::gpu
