// checkers/explore/machine/program.hpp
// Purpose   A concurrent program as the engines see it: shared locations and threads, each a
//           deterministic function from the values it has read to its next operation.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "checkers/explore/machine/operation.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {

/// Code of one thread. All that a thread remembers is in its local words, so engines copy, compare
/// and store threads as plain memory. Objects of this class are immutable while they are explored.
class ThreadCode {
 public:
  virtual ~ThreadCode() = default;
  /// Number of local words, the same in every state.
  virtual std::size_t words() const = 0;
  virtual void start(std::span<Value> local) const = 0;
  /// The operation that this thread performs next; the same answer until respond() is called.
  virtual Operation next(std::span<const Value> local) const = 0;
  /// Goes on after the operation: `response` is the value that was read, or the choice; 0 for
  /// stores and fences. Equal local words must mean equal behaviour from here on.
  virtual void respond(std::span<Value> local, Value response) const = 0;
};

struct MachineProgram {
  std::vector<std::string> locations;  ///< names, for people
  std::vector<Value> initial;          ///< one value for each location
  std::vector<std::shared_ptr<const ThreadCode>> threads;
  std::vector<Place> places = {};  ///< one for each thread; none: all are in one block
};

/// Threads are numbered in a byte, in which graphs keep a number for initial values.
inline constexpr std::size_t kMostThreads = 254;
inline void require_few_threads(const MachineProgram& program, std::size_t most = kMostThreads) {
  if (program.threads.size() > most)
    throw input_error("explored program", "threads", "at most " + std::to_string(most),
                      std::to_string(program.threads.size()));
}

}  // namespace touchstone::explore
