// suite/external/program.hpp
// Purpose   A program that runs a simulation for the suite and is asked in lines of text: started
//           when it is first needed, asked again for the next simulation, ended with the last one.
// Protocol  docs/external.md.
// Errors    Refused: the program answered "error ..." to a start. InputError: it cannot be started.
//           ProgramFault: it ended, hung, or answered what the protocol does not have: a failed
//           check, since a scheme that does this in production is wrong. Interrupted.
// Not here  What is said about disks or shapes (disks.cpp, shapes.cpp, overlaps.cpp,
//           longrange.cpp).
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/core/errors.hpp"

namespace touchstone::external {

class Refused : public InputError {
 public:
  using InputError::InputError;
};

class ProgramFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Command {
  std::vector<std::string> words;  ///< the program, looked up in PATH, and its arguments
  std::string folder = ".";        ///< in which it runs
  double timeout_seconds = 60;     ///< for a request and its answer
};

class Program {
 public:
  explicit Program(const Command& command);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Sends a request (whole lines) and returns the words of the answer's first line after "ok".
  std::vector<std::string> ask(const std::string& request);
  /// The same, where the words are `count` integers.
  std::vector<std::uint64_t> ask_counts(const std::string& request, std::size_t count);
  /// The next line of the answer as `count` numbers.
  std::vector<double> numbers(std::size_t count);
  /// The next line of the answer, which is one of these words.
  std::string word(const std::vector<std::string>& known);
  /// False after a refusal or a fault: it may be anywhere in a request or an answer.
  bool in_order() const { return in_order_; }

 private:
  using Clock = std::chrono::steady_clock;

  void send(const std::string& request);
  std::string line();
  /// Waits until it can be written to or read, `events` of poll(); throws at the deadline.
  short wait_for(short events);
  /// Takes what has come; false when nothing has.
  bool receive();
  [[noreturn]] void wrong(const std::string& expected, const std::string& found);
  [[noreturn]] void ended();
  [[noreturn]] void fault(const std::string& what);

  Command command_;
  int socket_ = -1;  ///< both ways
  int process_ = -1;
  Clock::time_point deadline_ = {};
  std::string asked_;      ///< the first line of the last request, for errors
  std::string answer_;     ///< its first line
  std::size_t lines_ = 0;  ///< number that came of the answer
  std::string unread_;     ///< bytes received and not yet used
  bool in_order_ = true;
};

/// Programs that wait for their next simulation: a check begins thousands.
class Pool {
 public:
  explicit Pool(Command command) : command_(std::move(command)) {}

  /// Comes back when the pointer goes, unless it failed.
  using Lease = std::shared_ptr<Program>;
  static Lease lease(const std::shared_ptr<Pool>& pool);

 private:
  Command command_;
  std::mutex guard_;
  std::vector<std::unique_ptr<Program>> idle_;
};

}  // namespace touchstone::external
