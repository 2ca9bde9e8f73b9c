// gpu/exec/emulator/fault.hpp
// Purpose   Report of the grid emulator: which rule of gpu/exec/context.hpp a kernel broke, where,
//           and how to see it again.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace touchstone::gpu {

/// Order in which the lanes of a block run between barriers, and the blocks one after
/// another.
enum class Order { forward, reverse, shuffled };

std::string_view name(Order order);

enum class FaultKind {
  divergent_barrier,     ///< threads of a block at different barriers, or returned before one
  diverged_warp,         ///< a collective that not all lanes of the warp reach
  unwritten_shared,      ///< reads shared memory that nobody has written
  not_allocated,         ///< an array that is not in the device's memory, or no longer
  out_of_range,          ///< an index outside its array
  misaligned,            ///< an address that is no multiple of the element's alignment
  block_conflict,        ///< two blocks, the same element, at least one plain write, no order
  thread_race,           ///< the same within a block: no barrier between
  waiting_loop,          ///< a loop until another thread, without a barrier, changes an element:
                         ///< so many accesses to a few elements; unchecked, atomic ones alone
  shared_allocation,     ///< more than declared, or not the same calls in every thread
  undeclared_operation,  ///< kSynchronises or kSynchronisesGrid says false, and the kernel does
  no_such_lane           ///< a shuffle from a lane that does not exist
};

std::string_view name(FaultKind kind);

/// One broken rule. what() names kernel, block, thread, array and element, and order and seed.
class KernelFault : public std::runtime_error {
 public:
  struct Where {
    std::string kernel;
    int block = 0;
    int thread = 0;
    std::string array;  ///< empty: not about an array
    std::int64_t index = -1;
  };
  struct Replay {
    Order order = Order::forward;
    std::uint64_t seed = 0;
  };
  KernelFault(FaultKind kind, Where where, Replay replay, const std::string& what_happened);

  FaultKind kind() const { return kind_; }
  const Where& where() const { return where_; }
  const Replay& replay() const { return replay_; }

 private:
  FaultKind kind_;
  Where where_;
  Replay replay_;
};

}  // namespace touchstone::gpu
