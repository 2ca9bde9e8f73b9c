// models/core/proof_exec.hpp
// Purpose   The `Exec` of a proof. It runs a parallel body serially, in either order of its slices;
//           or it isolates one slice, so that an exact enumeration costs the sum of the choices of
//           all slices instead of their product. Every index is a slice of its own.
// Not here  Threads that interleave within a slice (checkers/explore).
#pragma once
#include <atomic>
#include <cstddef>
#include <vector>

#include "models/core/choice_tape.hpp"

namespace touchstone {

class ProofExec {
 public:
  enum class Mode {
    forward,   ///< all slices, in order
    backward,  ///< all slices, in reverse order
    survey,    ///< none: only counts how many slices each barrier closes
    isolate    ///< one slice of one barrier
  };
  template <class T>
  using Atomic = std::atomic<T>;

  explicit ProofExec(Mode mode = Mode::forward) : mode_(mode) {}

  /// Runs this slice alone, from the state the system has, with its choices on a bank of `tape` of
  /// their own.
  void isolate(std::size_t barrier, std::size_t slice, ChoiceTape& tape) {
    mode_ = Mode::isolate;
    wanted_barrier_ = barrier;
    wanted_slice_ = slice;
    tape_ = &tape;
  }
  /// Forgets the barriers of the run before.
  void restart() { counts_.clear(); }
  /// Numbers of slices at the barriers of this run.
  const std::vector<std::size_t>& counts() const { return counts_; }

  std::size_t slices() const { return 1; }  // one at a time: a body may keep one set of counters
  std::size_t fewest(std::size_t) const { return 1; }

  template <class Body>
  void for_each_slice(std::size_t count, Body&& body) {
    const std::size_t barrier = counts_.size();
    counts_.push_back(count);
    switch (mode_) {
      case Mode::forward:
        for (std::size_t i = 0; i < count; ++i) body(std::size_t{0}, i, i + 1);
        break;
      case Mode::backward:
        for (std::size_t i = count; i-- > 0;) body(std::size_t{0}, i, i + 1);
        break;
      case Mode::survey:
        break;
      case Mode::isolate:
        if (barrier == wanted_barrier_) run_alone(body);
    }
  }

 private:
  template <class Body>
  void run_alone(Body&& body) {
    tape_->enter_slice();
    body(std::size_t{0}, wanted_slice_, wanted_slice_ + 1);
    tape_->leave_slice();
  }

  Mode mode_;
  std::vector<std::size_t> counts_;
  std::size_t wanted_barrier_ = 0;
  std::size_t wanted_slice_ = 0;
  ChoiceTape* tape_ = nullptr;
};

}  // namespace touchstone
