// benchmarks/turns.hpp
// Purpose   Work that another program asks for, turn by turn, so that it can be timed alternately
//           with the same work of a peer: one process for each side, which waits while the other
//           works.
// Computes  Lines on standard input: `turn N` does the work N times and is answered with its
//           `seconds`; `write FILE` writes what came of it. Answers are JSON, one line each; the
//           first one says that the side is ready, and what it is.
// Not here  Who asks (peers/compare.py), the work (<family>/*_turns.hpp).
#pragma once
#include <cstdint>
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace touchstone::benchmarks {

class TurnedWork {
 public:
  virtual ~TurnedWork() = default;
  /// The first answer: `units` of work in a turn of 1, and a `record` with all but the outcome.
  virtual nlohmann::json ready() const = 0;
  virtual void turn(std::uint64_t times) = 0;
  /// Numbers in double precision, as this machine has them in memory.
  virtual std::vector<double> result() const = 0;
};

/// Answers until the input ends; throws InputError for a line that is none of these.
void answer_turns(TurnedWork& work, std::istream& in, std::ostream& out);

/// Throws InputError for a file that cannot be written.
void write_doubles(const std::string& path, const std::vector<double>& numbers);
/// The numbers of such a file; throws InputError where there is none, or its size is none of a
/// list of them.
std::vector<double> read_doubles(const std::string& path);

}  // namespace touchstone::benchmarks
