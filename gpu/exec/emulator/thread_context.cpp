// gpu/exec/emulator/thread_context.cpp
// Purpose   Barriers and collectives of real threads.
#include "gpu/exec/emulator/thread_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace touchstone::gpu {
namespace {

/// The other threads wait at a barrier and would wait for ever: nothing is left but to stop.
[[noreturn]] void stop(const KernelBody& body, const std::string& what) {
  fmt::print(stderr, "kernel '{}' on threads: {} (the grid emulator says where)\n", body.name,
             what);
  std::abort();
}

}  // namespace

ThreadBlock::ThreadBlock(const KernelBody& kernel, int threads, MeetingPoint* grid)
    : body(kernel),
      memory(std::make_unique<std::byte[]>(kernel.shared_bytes)),
      barrier(static_cast<std::size_t>(threads)),
      grid_barrier(grid) {
  for (int warp = 0; warp < warps_of(threads); ++warp)
    warp_barriers.emplace_back(static_cast<std::size_t>(lanes_of_warp(threads, warp)));
  for (auto& each : slots) each.resize(static_cast<std::size_t>(threads));
  for (auto& each : votes) each.resize(static_cast<std::size_t>(threads));
}

void ThreadBlock::poison() { std::memset(memory.get(), 0xFF, body.shared_bytes); }

std::byte* ThreadBlock::shared_memory(std::size_t end) const {
  if (end > body.shared_bytes)
    stop(body, fmt::format("needs {} bytes of shared memory, declares {}", end, body.shared_bytes));
  return memory.get();
}

void ThreadContext::wait(Lane::State at, const char* operation, Site) const {
  if (at == Lane::State::at_warp) {
    shared_->warp_barriers[static_cast<std::size_t>(warp())].arrive_and_wait();
  } else if (at == Lane::State::at_block) {
    shared_->barrier.arrive_and_wait();
  } else if (shared_->grid_barrier != nullptr) {
    shared_->grid_barrier->arrive_and_wait();
  } else {
    stop(shared_->body, fmt::format("{}, but kSynchronisesGrid is false", operation));
  }
}

void ThreadContext::meet_warp(const Lane::Slot& mine, const char* operation, Site site) const {
  shared_->slots[++meetings_ % 2][static_cast<std::size_t>(thread_)] = mine;
  wait(Lane::State::at_warp, operation, site);
}

bool ThreadContext::vote() const {
  const auto& votes = shared_->votes[polls_ % 2];
  return std::any_of(votes.begin(), votes.end(), [](char vote) { return vote != 0; });
}

void ThreadContext::no_such_lane(int lane) const {
  stop(shared_->body, fmt::format("shuffle from lane {} of {}", lane, lanes()));
}

}  // namespace touchstone::gpu
