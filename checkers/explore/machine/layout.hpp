// checkers/explore/machine/layout.hpp
// Purpose   Layout of the local words of each thread in a state, and next operations of threads.
//           Shared by the memory machines.
#pragma once
#include <span>
#include <vector>

#include "checkers/explore/graph/system.hpp"
#include "checkers/explore/machine/program.hpp"

namespace touchstone::explore {

/// Signed and unsigned words of the same size may alias.
inline std::span<Value> values(std::uint64_t* words, std::size_t count) {
  return {reinterpret_cast<Value*>(words), count};
}
inline std::span<const Value> values(const std::uint64_t* words, std::size_t count) {
  return {reinterpret_cast<const Value*>(words), count};
}

class Layout {
 public:
  explicit Layout(const MachineProgram& program) : program_(program) {
    require_few_threads(program);
    std::size_t at = 0;
    for (const auto& thread : program.threads) {
      begin_.push_back(at);
      at += thread->words();
    }
    begin_.push_back(at);
  }

  std::size_t threads() const { return program_.threads.size(); }
  std::size_t locations() const { return program_.initial.size(); }
  /// Words of all threads together.
  std::size_t words() const { return begin_.back(); }

  void start(std::uint64_t* locals) const {
    for (std::size_t t = 0; t < threads(); ++t) program_.threads[t]->start(of(locals, t));
  }
  Operation next(const std::uint64_t* locals, std::size_t t) const {
    return program_.threads[t]->next(of(locals, t));
  }
  void respond(std::uint64_t* locals, std::size_t t, Value response) const {
    program_.threads[t]->respond(of(locals, t), response);
  }
  std::span<const Value> of(const std::uint64_t* locals, std::size_t t) const {
    return values(locals + begin_[t], begin_[t + 1] - begin_[t]);
  }
  std::span<Value> of(std::uint64_t* locals, std::size_t t) const {
    return values(locals + begin_[t], begin_[t + 1] - begin_[t]);
  }

  /// A failed assumption ends the program as an abort does; discarded() tells them apart.
  Ending ending(const std::uint64_t* locals) const {
    bool finished = true;
    for (std::size_t t = 0; t < threads(); ++t) {
      const Kind kind = next(locals, t).kind;
      if (kind == Kind::aborted || kind == Kind::discarded) return Ending::aborted;
      finished = finished && kind == Kind::finished;
    }
    return finished ? Ending::finished : Ending::running;
  }
  bool discarded(const std::uint64_t* locals) const {
    for (std::size_t t = 0; t < threads(); ++t)
      if (next(locals, t).kind == Kind::discarded) return true;
    return false;
  }

 private:
  const MachineProgram& program_;
  std::vector<std::size_t> begin_;
};

}  // namespace touchstone::explore
