// checkers/explore/kernels/audit.hpp
// Purpose   Is a kernel's checkpoint complete? A live variable that is missing from it would merge
//           states that behave differently, and a verdict would mean nothing. Under audit every
//           thread keeps a second copy, its whole history. After each step the next operation is
//           asked of both; and when two histories meet in the same local words, what they do next
//           is compared some steps further, on responses that the thread has really had.
// Errors    KernelError that names both operations and the histories they come from.
// Cost      Each step costs a run over the whole history, each meeting kLookAhead runs for each
//           combination of responses: for small configurations.
// Not here  The rule that is always checked: a step that is run again must do what it did
//           (explored_memory.hpp).
#pragma once
#include <map>
#include <memory>
#include <set>

#include "checkers/explore/kernels/kernel.hpp"

namespace touchstone::explore {

/// A thread under audit. The same local words and one more, the number of the history that came
/// here first, so an engine merges the same states. Not for several engines at a time.
class AuditedThread final : public ThreadCode {
 public:
  explicit AuditedThread(std::shared_ptr<const KernelCode> code) : code_(std::move(code)) {}

  std::size_t words() const override { return code_->words() + 1; }
  void start(std::span<Value> local) const override;
  Operation next(std::span<const Value> local) const override {
    return code_->next(local.first(code_->words()));
  }
  void respond(std::span<Value> local, Value response) const override;

  /// Number of times that two different histories have met.
  std::size_t meetings() const { return meetings_; }

 private:
  static constexpr int kLookAhead = 3;
  using Local = std::vector<Value>;
  struct Place {  ///< statement and location: where a response can be had
    std::uint32_t site;
    Location location;
    auto operator<=>(const Place&) const = default;
  };

  void settle(std::span<Value> local, const History& history) const;
  void compare(const Local& local, const History& one, const History& other, int ahead) const;

  std::shared_ptr<const KernelCode> code_;
  mutable std::vector<History> histories_;
  mutable std::map<Local, std::size_t> first_;  ///< local words: the history that came first
  mutable std::map<Place, std::set<Value>> responses_;
  mutable std::size_t meetings_ = 0;
};

/// The program of a kernel with every thread under audit. Explore it with any engine.
MachineProgram audited(const KernelProgram& kernel);

}  // namespace touchstone::explore
