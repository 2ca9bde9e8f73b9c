// checkers/explore/machine/view_races.cpp: which accesses happen before which (view_machine.hpp).
#include <algorithm>

#include "checkers/explore/machine/view_machine.hpp"

namespace touchstone::explore {
namespace {

// The last accesses of a thread that a view may know of: plain ones, and atomic ones by the level
// of their scope.
constexpr unsigned kPlainRead = 1, kPlainWrite = 2, kAtomicRead = 4, kAtomicWrite = 8;
constexpr unsigned kBitsOfLevel = 2;

constexpr unsigned access_bit(bool plain, bool writes, std::size_t level) {
  if (plain) return writes ? kPlainWrite : kPlainRead;
  return (writes ? kAtomicWrite : kAtomicRead) << (kBitsOfLevel * level);
}

/// Accesses of one kind at the levels below this one.
constexpr unsigned below(unsigned kinds, std::size_t level) {
  unsigned result = 0;
  for (std::size_t l = 0; l < level; ++l) result |= kinds << (kBitsOfLevel * l);
  return result;
}

}  // namespace

std::uint8_t ViewMachine::all_accesses() const {
  return static_cast<std::uint8_t>(kPlainRead | kPlainWrite |
                                   below(kAtomicRead | kAtomicWrite, levels_.levels()));
}

/// Kinds of access of a thread of this block that race with such an access.
std::uint8_t ViewMachine::conflicting(Turn turn, bool writes, std::size_t block) const {
  const bool plain = !is_atomic(turn.op.order);
  const std::size_t far = levels_.between(block, levels_.block_of(turn.thread));
  const bool wide = !plain && levels_.level(turn.op.scope) >= far;
  const unsigned atomics = writes ? kAtomicRead | kAtomicWrite : kAtomicWrite;
  const unsigned plains = writes ? kPlainRead | kPlainWrite : kPlainWrite;
  return static_cast<std::uint8_t>(plains | below(atomics, wide ? far : levels_.levels()));
}

/// Judges an access of a watched location and makes it the last one of its thread: only that thread
/// knows of it. False: it races.
bool ViewMachine::note_access(ViewState& state, Turn turn, bool writes) const {
  const auto& [t, op] = turn;
  const auto found = std::find(watched_.begin(), watched_.end(), op.location);
  if (found == watched_.end()) return true;
  const auto watched = static_cast<std::size_t>(found - watched_.begin());
  const bool plain = !is_atomic(op.order);
  for (std::size_t u = 0; u < layout_.threads(); ++u) {
    if (u == t) continue;
    const auto unknown =
        static_cast<unsigned>(conflicting(turn, writes, levels_.block_of(u)) &
                              ~state.threads[t].current[known(watched, u)] & all_accesses());
    if (unknown == 0) continue;
    const bool first_plain = (unknown & (kPlainRead | kPlainWrite)) != 0;
    const bool first_writes =
        (unknown & (first_plain ? kPlainWrite : below(kAtomicWrite, levels_.levels()))) != 0;
    const bool of_scopes = !plain && !first_plain;
    if (state.race == 0)  // the first one of the run
      state.race = 1 | std::uint64_t{first_plain} << 1 | std::uint64_t{first_writes} << 2 |
                   std::uint64_t{of_scopes} << 3 | t << 8 | u << 16 |
                   std::uint64_t{op.location} << 24;
    if (race_ends_run_) return false;
  }
  const auto bit = static_cast<std::uint8_t>(access_bit(plain, writes, levels_.level(op.scope)));
  const std::size_t at = known(watched, t);
  for_each_section(state, width(),
                   [&](Section view) { view[at] &= static_cast<std::uint8_t>(~bit); });
  state.threads[t].current[at] |= bit;
  for (std::size_t l = 0; l < levels_.levels(); ++l)
    section(state.threads[t].acquired, l)[at] |= bit;
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
      std::uint8_t common = all_accesses();
      for (std::size_t t = 0; t < layout_.threads(); ++t)
        if (t != u && !finished[t]) common &= state.threads[t].current[at];
      for_each_section(state, width(), [&](Section view) { view[at] |= common; });
    }
}

std::optional<ViewRace> ViewMachine::race(Words state) const {
  if (watched_.empty() || state.back() == 0) return std::nullopt;
  const std::uint64_t race = state.back();
  return ViewRace{static_cast<Location>(race >> 24),
                  static_cast<std::uint8_t>(race >> 16),
                  static_cast<std::uint8_t>(race >> 8),
                  (race >> 2 & 1) != 0,
                  (race >> 1 & 1) != 0,
                  (race >> 3 & 1) != 0};
}

}  // namespace touchstone::explore
