// gpu/exec/emulator/on_threads.cpp
// Purpose   The threads of a launch: each is one lane of one block after another.
#include "gpu/exec/emulator/on_threads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <thread>
#include <vector>

#include "models/core/errors.hpp"

namespace touchstone::gpu::detail {
namespace {

constexpr std::int64_t kMostThreads = 4096;

}  // namespace

void run_threads(const KernelBody& body, Launch launch, int blocks_at_a_time,
                 const std::function<void(ThreadContext&)>& kernel) {
  require_valid(body, launch);
  const int together =
      body.synchronises_grid ? launch.blocks : std::clamp(blocks_at_a_time, 1, launch.blocks);
  const std::int64_t count = std::int64_t{together} * launch.threads;
  if (count > kMostThreads)
    throw input_error(fmt::format("kernel '{}' on threads", body.name), "threads at a time",
                      fmt::format("at most {}", kMostThreads), fmt::format("{}", count));
  MeetingPoint grid(static_cast<std::size_t>(count));
  std::deque<ThreadBlock> blocks;
  for (int i = 0; i < together; ++i)
    blocks.emplace_back(body, launch.threads, body.synchronises_grid ? &grid : nullptr);
  std::vector<std::thread> threads;
  for (int first = 0; first < together; ++first)
    for (int thread = 0; thread < launch.threads; ++thread)
      threads.emplace_back([&, first, thread, &mine = blocks[static_cast<std::size_t>(first)]] {
        for (int block = first; block < launch.blocks; block += together) {
          if (thread == 0) mine.poison();
          mine.barrier.arrive_and_wait();  // shared memory is this block's from here on
          ThreadContext context(mine, launch, block, thread);
          kernel(context);
          mine.barrier.arrive_and_wait();  // all lanes have left it
        }
      });
  for (auto& thread : threads) thread.join();
}

}  // namespace touchstone::gpu::detail
