// suite/external/known.hpp
// Purpose   Facts that are learnt of a program of the user's while it is used; all that run the
//           same command share them.
// Not here  What its description says (description.hpp).
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace touchstone::external {

/// Work that a program was asked for.
struct WorkAsked {
  std::uint64_t starts = 0, restarts = 0, requests = 0, moves = 0;
};

/// Seconds that a program takes; measured before anything is judged (cost.hpp).
struct Cost {
  double start = 0;    ///< system that the program does not have
  double restart = 0;  ///< system that it has; as a start, where the program does not restart
  double request = 0;  ///< no work: a state of few bodies
  /// Trial move of disks and shapes, leg of a chain, step of a star, and of a particle of the HMF
  /// model, of a pair in the others.
  double move = 0;

  double of(const WorkAsked& work) const {
    return static_cast<double>(work.starts) * start + static_cast<double>(work.restarts) * restart +
           static_cast<double>(work.requests) * request + static_cast<double>(work.moves) * move;
  }
};

class Known {
 public:
  /// The version that it states in its answers to starts; empty: it states none.
  std::string version() const { return kept(version_); }
  void set_version(const std::string& version) { keep(version_, version); }
  /// The words on the first request that it did not answer in time; empty: it answers.
  std::string silence() const { return kept(silence_); }
  void set_silence(const std::string& words) { keep(silence_, words); }

  /// The cost that is taken for this program; none: nobody has asked for it.
  std::optional<Cost> cost() const {
    const std::lock_guard lock(guard_);
    return cost_;
  }
  void set_cost(const Cost& cost) {
    const std::lock_guard lock(guard_);
    cost_ = cost;
  }
  /// Seconds of work, counted and not timed, that it may be asked for from now on.
  void allow(double seconds) {
    const std::lock_guard lock(guard_);
    allowed_ = seconds;
    before_ = asked();
  }
  void allow_all() {
    const std::lock_guard lock(guard_);
    allowed_.reset();
  }
  /// Seconds of work since then, by its cost.
  double spent() const {
    const std::lock_guard lock(guard_);
    return counted();
  }
  bool may_be_asked() const {
    const std::lock_guard lock(guard_);
    return !allowed_ || counted() <= *allowed_;
  }

  std::atomic<bool> has_failed = false;
  std::atomic<std::size_t> shown = 0;       ///< bytes of its messages that were shown
  std::atomic<std::uint64_t> starts = 0;    ///< answered, without restarts
  std::atomic<std::uint64_t> restarts = 0;  ///< answered
  std::atomic<std::uint64_t> requests = 0;  ///< others
  std::atomic<std::uint64_t> moves = 0;     ///< see Cost::move

 private:
  WorkAsked asked() const { return {starts, restarts, requests, moves}; }
  double counted() const { return cost_ ? cost_->of(asked()) - cost_->of(before_) : 0; }
  std::string kept(const std::string& fact) const {
    const std::lock_guard lock(guard_);
    return fact;
  }
  void keep(std::string& fact, const std::string& value) {
    const std::lock_guard lock(guard_);
    fact = value;
  }

  mutable std::mutex guard_;
  std::string version_;
  std::string silence_;
  std::optional<Cost> cost_;
  std::optional<double> allowed_;
  WorkAsked before_;
};

}  // namespace touchstone::external
