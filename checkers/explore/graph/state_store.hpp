// checkers/explore/graph/state_store.hpp
// Purpose   The set of states met so far, numbered from 0 in the order in which they came.
// Computes  intern(words): the number of a state, new or known; find(words): that of a known one;
//           view(number): its words.
// Cost      One arena of words and one open-addressing table of 8 bytes a slot, at most 5/8 full:
//           8 x words + 13 to 26 bytes a state, no pointers; another 8 bytes for states of varying
//           length. bytes_per_state() says what it was.
// Not here  Hash compaction: a state is compared word by word, so no state is ever lost.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

#include "checkers/explore/graph/system.hpp"

namespace touchstone::explore {

using Index = std::uint32_t;

class StateStore {
 public:
  struct Interned {
    Index index;
    bool fresh;  ///< it was not known before
  };

  StateStore() : slots_(kFirstSlots, kEmpty) {}

  /// The states may all have one length, or each its own: the store notices.
  Interned intern(Words state) {
    const std::uint64_t hash = hash_of(state);
    const std::uint64_t mark = hash & ~std::uint64_t{kLargest};
    std::size_t place = hash & (slots_.size() - 1);
    for (; slots_[place] != kEmpty; place = (place + 1) & (slots_.size() - 1)) {
      const std::uint64_t slot = slots_[place];
      const Index known = static_cast<Index>(slot & kLargest);
      if ((slot & ~std::uint64_t{kLargest}) == mark && equal(view(known), state))
        return {known, false};
    }
    const Index index = append(state);
    slots_[place] = mark | index;
    if (count_ * 8 > slots_.size() * 5) grow();
    return {index, true};
  }

  /// Number of a state, if it is known.
  std::optional<Index> find(Words state) const {
    const std::uint64_t hash = hash_of(state);
    for (std::size_t place = hash & (slots_.size() - 1); slots_[place] != kEmpty;
         place = (place + 1) & (slots_.size() - 1)) {
      const std::uint64_t slot = slots_[place];
      const Index known = static_cast<Index>(slot & kLargest);
      if ((slot & ~std::uint64_t{kLargest}) == (hash & ~std::uint64_t{kLargest}) &&
          equal(view(known), state))
        return known;
    }
    return std::nullopt;
  }

  std::size_t size() const { return count_; }

  /// Valid until the next intern() or clear().
  Words view(Index state) const {
    if (ends_.empty()) return {arena_.data() + state * length_, length_};
    const std::size_t begin = state == 0 ? 0 : ends_[state - 1];
    return {arena_.data() + begin, ends_[state] - begin};
  }

  /// Forgets all states and keeps memory that suits some times as many.
  void clear() {
    slots_.assign(std::min(slots_.size(), std::max(kFirstSlots, std::bit_ceil(8 * count_))),
                  kEmpty);
    arena_.clear();
    ends_.clear();
    count_ = 0;
  }

  /// Memory in use (not: set aside for later) over the number of states.
  double bytes_per_state() const {
    const std::size_t words = arena_.size() + ends_.size() + slots_.size();
    return count_ == 0 ? 0.0 : 8.0 * static_cast<double>(words) / static_cast<double>(count_);
  }

 private:
  static constexpr std::size_t kFirstSlots = 1024;
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
  static constexpr Index kLargest = std::numeric_limits<Index>::max();

  __extension__ typedef unsigned __int128 Wide;

  static std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
    const Wide product = Wide{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }
  /// Two words a multiplication, the halves of each product folded together, in two chains that the
  /// processor works on at the same time. The upper half of the hash goes into the slot, the lower
  /// half says where it lies. A poor hash would cost time, never a state.
  static std::uint64_t hash_of(Words state) {
    constexpr std::uint64_t kMix[] = {0xD6E8FEB86659FD93u, 0xA0761D6478BD642Fu,
                                      0xE7037ED1A0B428DBu};
    std::uint64_t even = 0x9E3779B97F4A7C15u + state.size();
    std::uint64_t odd = kMix[2];
    std::size_t i = 0;
    for (; i + 3 < state.size(); i += 4) {
      even = fold(state[i] ^ even, state[i + 1] ^ kMix[0]) + (even << 1);
      odd = fold(state[i + 2] ^ odd, state[i + 3] ^ kMix[1]) + (odd << 1);
    }
    for (; i < state.size(); ++i) even = fold(state[i] ^ even, kMix[1]) + (even << 1);
    return fold(even ^ kMix[2], odd ^ kMix[0]);
  }
  static bool equal(Words a, Words b) {
    return a.size() == b.size() && (a.empty() || std::equal(a.begin(), a.end(), b.begin()));
  }

  Index append(Words state) {
    if (count_ == kLargest) throw std::length_error("state store: more than 2^32 - 1 states");
    if (count_ == 0) length_ = state.size();
    if (ends_.empty() && state.size() != length_)
      for (std::size_t n = 1; n <= count_; ++n) ends_.push_back(n * length_);
    arena_.insert(arena_.end(), state.begin(), state.end());
    if (!ends_.empty()) ends_.push_back(arena_.size());
    return static_cast<Index>(count_++);
  }

  void grow() {
    slots_.assign(2 * slots_.size(), kEmpty);
    for (Index state = 0; state < count_; ++state) {
      const std::uint64_t hash = hash_of(view(state));
      std::size_t place = hash & (slots_.size() - 1);
      while (slots_[place] != kEmpty) place = (place + 1) & (slots_.size() - 1);
      slots_[place] = (hash & ~std::uint64_t{kLargest}) | state;
    }
  }

  std::vector<std::uint64_t> arena_;
  std::vector<std::size_t> ends_;  // of each state in the arena; empty while all have length_
  std::vector<std::uint64_t> slots_;
  std::size_t count_ = 0;
  std::size_t length_ = 0;
};

}  // namespace touchstone::explore
