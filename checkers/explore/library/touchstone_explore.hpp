// checkers/explore/library/touchstone_explore.hpp
// Purpose   The explorer for a project of your own: explores a concurrent algorithm, a template
//           over its memory, in a unit test, in every order of its threads (docs/explorer.md,
//           adapters/explore).
// Errors    InputError: no threads, an unknown model, a word that is no schedule. KernelError: the
//           algorithm breaks a rule of explored_memory.hpp.
// Cost      For each step of each state a run of one thread from its last checkpoint.
// Not here  The command `touchstone explore`, which has the kernels of this project.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "checkers/explore/kernels/kernel.hpp"
#include "checkers/explore/library/touchstone_memory.hpp"
#include "checkers/explore/objects/history.hpp"
#include "checkers/explore/objects/sequential.hpp"

namespace touchstone::explore {

/// A program of a few threads, and its property.
struct Subject {
  std::string name;                           ///< for people
  std::function<void(KernelProgram&)> build;  ///< makes cells, then threads
  /// Checks the final values of all cells, in order of their making: empty, or what is wrong.
  /// Without it only deadlocks, threads that never end, data races and m.abort() are wrong.
  std::function<std::string(std::span<const Value>)> property = {};
  std::vector<std::string> reasons = {};  ///< texts of m.abort(0), m.abort(1), ...
};

struct Options {
  /// Among sc, tso_x86, rc11, views. Data races are seen by views, and by rc11, whose execution
  /// graphs are for small programs; seq_cst is weaker under views than in C++, so that nothing is
  /// missed.
  std::vector<std::string> models = {"sc", "tso_x86", "rc11", "views"};
  std::size_t budget = 2'000'000;  ///< states, or execution graphs, of one model
};

/// A wrong program is wrong however few of its states were seen. A right one has none that was not.
enum class Outcome : std::uint8_t { right, undecided, wrong };

/// One model's answer.
struct Answer {
  std::string model;
  Outcome outcome = Outcome::undecided;
  std::size_t states = 0;  ///< or execution graphs
  std::string schedule;    ///< shortest one that goes wrong, as "a6 b8"; none under rc11
  std::string text;        ///< all of this in words, with a table of the schedule
};

/// Answers of all models that were asked. A stream shows them.
struct Answers {
  std::vector<Answer> each;

  /// The worst one.
  Outcome outcome() const;
  bool right() const { return outcome() == Outcome::right; }
  bool wrong() const { return outcome() == Outcome::wrong; }
};
std::ostream& operator<<(std::ostream& out, const Answers& answers);

/// Explores every schedule of a program, and every value that a model lets a load return.
Answers explore(const Subject& subject, const Options& options = {});

/// Runs random schedules of a program that is too large: wrong, or undecided. `how` is
/// "pct:DEPTH:RUNS", "walk:RUNS", or "preemptions:COUNT" for all schedules with so few; not for rc11.
Answers sample(const Subject& subject, const std::string& how, std::uint64_t seed,
               const Options& options = {.models = {"sc", "tso_x86", "views"}});

/// Runs one schedule of an answer again: wrong, or undecided, since others are not run.
Answers replay(const Subject& subject, const std::string& model, const std::string& schedule);

/// Changes of single operations that nothing notices in any of the models: a memory order one step
/// weaker, a store left out or moved, a read-modify-write torn apart, as "flag.store rel>rlx". Each
/// is an order that is too strong, or a property that is too weak, or the budget was too small.
std::vector<std::string> unnoticed(const Subject& subject, const Options& options = {});

}  // namespace touchstone::explore
