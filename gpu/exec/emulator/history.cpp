// gpu/exec/emulator/history.cpp
// Purpose   The rules by which two accesses are ordered or clash.
#include "gpu/exec/emulator/history.hpp"

#include <algorithm>

#include "gpu/exec/context.hpp"

namespace touchstone::gpu {
namespace {

constexpr std::size_t kPageBytes = 4096;
constexpr std::size_t kLargestGranule = 16;

/// The largest power of two that divides address and size, at most kLargestGranule.
std::size_t granule_of(std::uintptr_t address, std::size_t bytes) {
  const std::size_t both = static_cast<std::size_t>(address) | bytes | kLargestGranule;
  return both & (~both + 1);
}

}  // namespace

bool ordered(const Moment& earlier, const Moment& now) {
  if (earlier.block < 0 || earlier.grid_epoch != now.grid_epoch) return true;
  if (earlier.block != now.block) return false;
  if (earlier.block_epoch != now.block_epoch || earlier.thread == now.thread) return true;
  return earlier.thread / kWarpSize == now.thread / kWarpSize &&
         earlier.warp_epoch != now.warp_epoch;
}

void History::Recent::add(const Moment& now) {
  if (last.block >= 0 && last.block != now.block)
    other_block = last;
  else if (last.block >= 0 && last.thread != now.thread)
    other_thread = last;
  last = now;
}

const Moment* History::Recent::unordered(const Moment& now) const {
  for (const Moment* moment : {&last, &other_thread, &other_block})
    if (!ordered(*moment, now)) return moment;
  return nullptr;
}

std::optional<Clash> History::add(Access access, const Moment& now) {
  const auto clash = [&](const Recent& earlier, Access how) -> std::optional<Clash> {
    if (const Moment* moment = earlier.unordered(now)) return Clash{how, *moment};
    return std::nullopt;
  };
  const bool plain = access == Access::read || access == Access::write;
  const bool changes = access == Access::write || access == Access::atomic;
  std::optional<Clash> found;
  if (!ordered(write_, now)) found = Clash{Access::write, write_};
  if (!found && plain) found = clash(atomics_, Access::atomic);
  if (!found && changes) found = clash(reads_, Access::read);
  if (!found && access == Access::write) found = clash(atomic_reads_, Access::atomic_read);
  if (found) return found;
  switch (access) {
    case Access::read:
      reads_.add(now);
      break;
    case Access::write:
      write_ = now;
      break;
    case Access::atomic:
      atomics_.add(now);
      break;
    case Access::atomic_read:
      atomic_reads_.add(now);
      break;
  }
  return std::nullopt;
}

MemoryHistory::Page& MemoryHistory::page_for(std::uintptr_t number, std::size_t granule) {
  Page& page = pages_[number];
  if (page.granule == 0) {
    page.granule = granule;
    page.histories.resize(kPageBytes / granule);
  } else if (granule < page.granule) {  // smaller elements in the same memory: split each history
    std::vector<History> split;
    split.reserve(kPageBytes / granule);
    for (const History& history : page.histories)
      split.insert(split.end(), page.granule / granule, history);
    page.histories = std::move(split);
    page.granule = granule;
  }
  return page;
}

std::optional<Clash> MemoryHistory::add(std::uintptr_t address, std::size_t bytes, Access access,
                                        const Moment& now) {
  const std::size_t granule = granule_of(address, bytes);
  std::optional<Clash> first;
  for (const std::uintptr_t end = address + bytes; address < end;) {
    Page& page = page_for(address / kPageBytes, granule);
    const std::uintptr_t page_end = (address / kPageBytes + 1) * kPageBytes;
    for (; address < std::min(end, page_end); address += page.granule) {
      const auto clash = page.histories[address % kPageBytes / page.granule].add(access, now);
      if (clash && !first) first = clash;
    }
  }
  return first;
}

}  // namespace touchstone::gpu
