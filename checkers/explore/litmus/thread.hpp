// checkers/explore/litmus/thread.hpp
// Purpose   Runs a parsed litmus program on the engines: each thread as ThreadCode. Its local words
//           are its program counter and its registers.
#pragma once
#include <map>
#include <vector>

#include "checkers/explore/litmus/program.hpp"
#include "checkers/explore/machine/program.hpp"

namespace touchstone::explore {

/// Names of locations to numbers. Elements of arrays come up while a program runs: then the table
/// grows, and what was explored before is explored again with all of them (see settle()).
class LocationTable {
 public:
  explicit LocationTable(const LitmusProgram& program);
  Location of(const std::string& name) const;
  std::size_t size() const { return names_.size(); }
  const std::vector<std::string>& names() const { return names_; }

 private:
  mutable std::vector<std::string> names_;
  mutable std::map<std::string, Location> numbers_;
};

/// Thrown when a program touches an element that was not known before.
struct NewLocation {};

class LitmusCode final : public ThreadCode {
 public:
  LitmusCode(const LitmusThread& thread, std::shared_ptr<const LocationTable> table)
      : thread_(&thread), table_(std::move(table)) {}
  std::size_t words() const override { return 1 + thread_->registers.size(); }
  void start(std::span<Value> local) const override;
  Operation next(std::span<const Value> local) const override;
  void respond(std::span<Value> local, Value response) const override;

 private:
  void settle(std::span<Value> local) const;
  Location locate(const Variable& variable, std::span<const Value> registers) const;

  const LitmusThread* thread_;
  std::shared_ptr<const LocationTable> table_;
};

/// A parsed program, ready to run. Keeps the parsed program alive.
class RunnableLitmus {
 public:
  explicit RunnableLitmus(LitmusProgram program);
  const LitmusProgram& source() const { return *source_; }
  std::shared_ptr<const LitmusProgram> shared_source() const { return source_; }
  /// Calls `explore(const MachineProgram&)` and returns its result; again whenever the program
  /// turned out to have more locations than were known.
  template <class Explore>
  auto run(Explore&& explore) const {
    for (;;) {
      try {
        return explore(machine());
      } catch (const NewLocation&) {
      }
    }
  }
  MachineProgram machine() const;

 private:
  std::shared_ptr<const LitmusProgram> source_;
  std::shared_ptr<LocationTable> table_;
};

}  // namespace touchstone::explore
