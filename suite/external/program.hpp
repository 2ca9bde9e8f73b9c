// suite/external/program.hpp
// Purpose   A program that runs a simulation for the suite and is asked in lines of text: started
//           when it is first needed, asked again for the next simulation, ended with the last one.
// Protocol  docs/external-protocol.md.
// Errors    Refused: the program answered "error ..." to a start. InputError: it cannot be started.
//           ProgramFault: it ended, hung, or answered what the protocol does not have: a failed
//           check, since a scheme that does this in production is wrong. Interrupted. BudgetSpent.
// Limits    A line of an answer has at most a mebibyte. A program that did not answer in time is
//           not started again: each check would wait for as long.
// Not here  Starts and programs that wait for them (pool.hpp); what is said about each kind of
//           systems (disks.cpp, shapes.cpp, stars.cpp ...).
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
#include "suite/external/known.hpp"
#include "suite/external/messages.hpp"
#include "suite/external/process.hpp"

namespace touchstone::external {

class Refused : public InputError {
 public:
  using InputError::InputError;
};

class ProgramFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A budget does not allow for more requests (Known::allow).
class BudgetSpent : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Command {
  std::vector<std::string> words;  ///< the program, looked up in PATH, and its arguments
  std::string folder = ".";        ///< in which it runs
  double timeout_seconds = 60;     ///< for a request and its answer
  bool restarts = false;           ///< it answers the request "again"
  std::shared_ptr<Known> known = std::make_shared<Known>();
};

class Program {
 public:
  explicit Program(const Command& command);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Sends a request (whole lines) and returns the words of the answer's first line after "ok".
  std::vector<std::string> ask(const std::string& request);
  /// Counts the moves of the next request. Throws BudgetSpent, as each request does.
  void count_moves(std::uint64_t moves);
  /// Sends a start, unless a program of this command was silent before; the words of its answer, if
  /// there are any, are the version of the program.
  void start(const std::string& request);
  /// Sends the start of another simulation of the same system.
  void restart(const std::string& request);
  /// The same, where the words are `count` integers.
  std::vector<std::uint64_t> ask_counts(const std::string& request, std::size_t count);
  /// The same, where they are `count` finite numbers.
  std::vector<double> ask_numbers(const std::string& request, std::size_t count);
  /// The next line of the answer as `count` finite numbers.
  std::vector<double> numbers(std::size_t count);
  /// The next line of the answer, which is one of these words.
  std::string word(const std::vector<std::string>& known);
  /// Throws ProgramFault: the answer is not what was expected.
  [[noreturn]] void wrong(const std::string& expected, const std::string& found);
  /// False after a refusal or a fault: it may be anywhere in a request or an answer.
  bool in_order() const { return in_order_; }

 private:
  using Clock = std::chrono::steady_clock;

  void require_allowed() const;
  void send(const std::string& request);
  std::string line();
  /// Waits until it can be written to or read, `events` of poll(); throws at the deadline.
  short wait_for(short events);
  /// Takes what has come; false when nothing has.
  bool receive();
  std::vector<double> finite(const std::vector<std::string>& words, std::size_t count,
                             const std::string& answer);
  [[noreturn]] void ended();
  [[noreturn]] void late();
  [[noreturn]] void fault(const std::string& what);

  Command command_;
  Process process_;
  Messages messages_;
  Clock::time_point deadline_ = {};
  std::string asked_;      ///< the first line of the last request, for errors
  std::string answer_;     ///< its first line
  std::size_t lines_ = 0;  ///< number that came of the answer
  std::string unread_;     ///< bytes received and not yet used
  bool in_order_ = true;
};

}  // namespace touchstone::external
