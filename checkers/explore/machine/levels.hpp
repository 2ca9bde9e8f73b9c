// checkers/explore/machine/levels.hpp
// Purpose   Scopes of one program as small numbers: its blocks, and the levels of scope that make a
//           difference in it. A program whose threads are all in one block has one block and one
//           level, so that its states are those of a machine without scopes.
#pragma once
#include <algorithm>
#include <vector>

#include "checkers/explore/machine/program.hpp"

namespace touchstone::explore {

class Levels {
 public:
  explicit Levels(const MachineProgram& program) {
    for (std::size_t t = 0; t < program.threads.size(); ++t)
      block_of_.push_back(add(program.places.empty() ? Place{} : program.places[t]));
    std::array<bool, kScopes.size()> apart{};
    apart[0] = true;  // a thread and itself
    for (const Place& a : blocks_)
      for (const Place& b : blocks_) apart[static_cast<std::size_t>(distance(a, b))] = true;
    std::size_t level = 0;
    for (std::size_t s = 0; s < apart.size(); ++s) {
      if (apart[s]) level = levels_++;
      level_of_[s] = level;
    }
  }

  std::size_t blocks() const { return blocks_.size(); }
  std::size_t block_of(std::size_t thread) const { return block_of_[thread]; }
  std::size_t levels() const { return levels_; }
  /// Scopes that include the same threads have the same level.
  std::size_t level(Scope scope) const { return level_of_[static_cast<std::size_t>(scope)]; }
  /// The lowest level of a thread of one block that includes those of another.
  std::size_t between(std::size_t block, std::size_t other) const {
    return level(distance(blocks_[block], blocks_[other]));
  }
  /// Whether an access may race: it is plain, or its scope leaves out some thread.
  bool may_race(const Operation& op) const {
    if (op.kind != Kind::load && op.kind != Kind::store && op.kind != Kind::update) return false;
    return !is_atomic(op.order) || level(op.scope) + 1 < levels_;
  }

 private:
  std::size_t add(Place place) {
    const auto found = std::find(blocks_.begin(), blocks_.end(), place);
    if (found != blocks_.end()) return static_cast<std::size_t>(found - blocks_.begin());
    blocks_.push_back(place);
    return blocks_.size() - 1;
  }

  std::vector<Place> blocks_;
  std::vector<std::size_t> block_of_;
  std::array<std::size_t, kScopes.size()> level_of_{};
  std::size_t levels_ = 0;
};

}  // namespace touchstone::explore
