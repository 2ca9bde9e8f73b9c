// gpu/exec/emulator/history.hpp
// Purpose   Who accessed an element of memory and when, to find two accesses without an order
//           between them: a race within a block, or a conflict between blocks.
// Cost      O(1) per access, 10 moments per element. It keeps of the reads (and of the atomics) the
//           last, the last of another thread of that block and the last of another block: every
//           conflict between blocks is found; of three reads in one block the first can be
//           forgotten, so a race may need another order of lanes to be seen.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace touchstone::gpu {

enum class Access { read, write, atomic, atomic_read };

/// A place in the order of a launch: two moments of one thread, or with a barrier between, are
/// ordered.
struct Moment {
  std::int32_t block = -1;  ///< -1: never
  std::int32_t thread = 0;
  std::uint32_t grid_epoch = 0;   ///< sync_grid() so far
  std::uint32_t block_epoch = 0;  ///< barriers of the block so far
  std::uint32_t warp_epoch = 0;   ///< sync_warp() of the warp so far
};

/// Whether the barriers put `earlier` before `now`.
bool ordered(const Moment& earlier, const Moment& now);

/// An earlier access that no barrier orders before this one, not both atomic and not both reads.
struct Clash {
  Access access;
  Moment moment;
};

/// All that happened to one element.
class History {
 public:
  std::optional<Clash> add(Access access, const Moment& now);

 private:
  struct Recent {
    Moment last, other_thread, other_block;
    void add(const Moment& now);
    const Moment* unordered(const Moment& now) const;
  };
  Moment write_;
  Recent reads_, atomics_, atomic_reads_;
};

/// The histories of all of device memory that a launch touched, by address. Elements of different
/// sizes may overlap.
class MemoryHistory {
 public:
  std::optional<Clash> add(std::uintptr_t address, std::size_t bytes, Access access,
                           const Moment& now);

 private:
  struct Page {
    std::size_t granule = 0;  ///< bytes per history
    std::vector<History> histories;
  };
  Page& page_for(std::uintptr_t number, std::size_t granule);

  std::unordered_map<std::uintptr_t, Page> pages_;
};

}  // namespace touchstone::gpu
