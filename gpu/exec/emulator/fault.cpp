// gpu/exec/emulator/fault.cpp
// Purpose   The words of a fault's message.
#include "gpu/exec/emulator/fault.hpp"

#include <fmt/format.h>

#include <utility>

namespace touchstone::gpu {
namespace {

std::string text(FaultKind kind, const KernelFault::Where& where, const KernelFault::Replay& replay,
                 const std::string& what_happened) {
  const std::string element = where.array.empty() ? ""
                              : where.index < 0
                                  ? fmt::format(", array '{}'", where.array)
                                  : fmt::format(", array '{}' index {}", where.array, where.index);
  return fmt::format("kernel '{}', block {}, thread {}{}: {}: {} (replay: order {}, seed {})",
                     where.kernel, where.block, where.thread, element, name(kind), what_happened,
                     name(replay.order), replay.seed);
}

}  // namespace

std::string_view name(Order order) {
  switch (order) {
    case Order::forward:
      return "forward";
    case Order::reverse:
      return "reverse";
    case Order::shuffled:
      break;
  }
  return "shuffled";
}

std::string_view name(FaultKind kind) {
  switch (kind) {
    case FaultKind::divergent_barrier:
      return "divergent barrier";
    case FaultKind::diverged_warp:
      return "collective in a diverged warp";
    case FaultKind::unwritten_shared:
      return "read of unwritten shared memory";
    case FaultKind::not_allocated:
      return "array outside the memory of the device";
    case FaultKind::out_of_range:
      return "index out of range";
    case FaultKind::misaligned:
      return "misaligned address";
    case FaultKind::block_conflict:
      return "conflict between blocks";
    case FaultKind::thread_race:
      return "race between threads of a block";
    case FaultKind::waiting_loop:
      return "loop that waits for another thread";
    case FaultKind::shared_allocation:
      return "shared memory";
    case FaultKind::undeclared_operation:
      return "operation that the kernel declares not to use";
    case FaultKind::no_such_lane:
      break;
  }
  return "shuffle from a lane that does not exist";
}

KernelFault::KernelFault(FaultKind kind, Where where, Replay replay,
                         const std::string& what_happened)
    : std::runtime_error(text(kind, where, replay, what_happened)),
      kind_(kind),
      where_(std::move(where)),
      replay_(replay) {}

}  // namespace touchstone::gpu
