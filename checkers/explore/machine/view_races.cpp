// checkers/explore/machine/view_races.cpp: which accesses happen before which (view_machine.hpp).
#include <algorithm>

#include "checkers/explore/machine/view_machine.hpp"

namespace touchstone::explore {
namespace {

// The last accesses of a thread that a view may know of.
constexpr std::uint8_t kPlainRead = 1, kPlainWrite = 2, kAtomicRead = 4, kAtomicWrite = 8;

constexpr std::uint8_t access_bit(bool plain, bool writes) {
  if (plain) return writes ? kPlainWrite : kPlainRead;
  return writes ? kAtomicWrite : kAtomicRead;
}

/// Kinds of access that race with such an access.
constexpr std::uint8_t conflicting(bool plain, bool writes) {
  const std::uint8_t atomics = writes ? kAtomicRead | kAtomicWrite : kAtomicWrite;
  const std::uint8_t plains = writes ? kPlainRead | kPlainWrite : kPlainWrite;
  return plain ? plains | atomics : plains;
}

}  // namespace

/// Judges an access of a watched location and makes it the last one of its thread: only that thread
/// knows of it. False: it races.
bool ViewMachine::note_access(ViewState& state, Turn turn, bool writes) const {
  const auto& [t, op] = turn;
  const auto found = std::find(watched_.begin(), watched_.end(), op.location);
  if (found == watched_.end()) return true;
  const auto watched = static_cast<std::size_t>(found - watched_.begin());
  const bool plain = !is_atomic(op.order);
  const std::uint8_t conflicts = conflicting(plain, writes);
  for (std::size_t u = 0; u < layout_.threads(); ++u) {
    const auto unknown = static_cast<std::uint8_t>(
        conflicts & ~state.threads[t].current[known(watched, u)] & kAllAccesses);
    if (u == t || unknown == 0) continue;
    const bool first_plain = (unknown & (kPlainRead | kPlainWrite)) != 0;
    const bool first_writes = (unknown & (first_plain ? kPlainWrite : kAtomicWrite)) != 0;
    state.race = 1 | std::uint64_t{first_plain} << 1 | std::uint64_t{first_writes} << 2 | t << 8 |
                 u << 16 | std::uint64_t{op.location} << 24;
    return false;
  }
  const std::uint8_t bit = access_bit(plain, writes);
  const std::size_t at = known(watched, t);
  for_each_view(state, [&](View& view) { view[at] &= static_cast<std::uint8_t>(~bit); });
  state.threads[t].current[at] |= bit;
  state.threads[t].acquired[at] |= bit;
  return true;
}

/// An access that all threads know of cannot race any more; written as known everywhere, it splits
/// no states.
void ViewMachine::forget_known(ViewState& state) const {
  if (watched_.empty()) return;
  std::vector<bool> finished(layout_.threads());
  for (std::size_t t = 0; t < finished.size(); ++t)
    finished[t] = ends(layout_.next(state.locals.data(), t));
  for (std::size_t watched = 0; watched < watched_.size(); ++watched)
    for (std::size_t u = 0; u < layout_.threads(); ++u) {
      const std::size_t at = known(watched, u);
      std::uint8_t common = kAllAccesses;
      for (std::size_t t = 0; t < layout_.threads(); ++t)
        if (t != u && !finished[t]) common &= state.threads[t].current[at];
      for_each_view(state, [&](View& view) { view[at] |= common; });
    }
}

std::optional<ViewRace> ViewMachine::race(Words state) const {
  if (watched_.empty() || state.back() == 0) return std::nullopt;
  const std::uint64_t race = state.back();
  return ViewRace{static_cast<Location>(race >> 24), static_cast<std::uint8_t>(race >> 16),
                  static_cast<std::uint8_t>(race >> 8), (race >> 2 & 1) != 0, (race >> 1 & 1) != 0};
}

}  // namespace touchstone::explore
