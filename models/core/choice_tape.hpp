// models/core/choice_tape.hpp
// Purpose   The `Rng` substitution point of a proof: instead of drawing, every random choice is
//           enumerated, depth first, with its exact probability. Run the same body once per tape:
//             ChoiceTape tape;
//             do { body(tape); use(tape.weight()); } while (tape.next());
// Cost      One run of the body per tape; the number of tapes is the product of the choices.
// Not here  Building and judging the transition matrix (checkers/balance).
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone {

/// Enumerates all outcomes of a random procedure. Streams are keyed as in production: two requests
/// for the same (purpose, step, entity) see the same choices, so a scheme that keys its streams
/// badly is caught here exactly as it would misbehave there.
class ChoiceTape {
 public:
  /// One stream of the tape. Draws beyond those already made by a stream with the same key branch
  /// the enumeration; draws already made are repeated.
  class Stream {
   public:
    Stream(ChoiceTape& tape, std::vector<std::size_t>& made) : tape_(&tape), made_(&made) {}
    /// One of n equally likely values: n branches.
    std::uint32_t below(std::uint32_t n) {
      if (n == 0) throw InputError("choice tape: below(0) has no outcome");
      if (position_ == made_->size()) made_->push_back(tape_->branch(n));
      const Choice& choice = tape_->choices_[(*made_)[position_++]];
      if (choice.arity != n)
        throw InputError("choice tape: a stream with the same key was asked for another range");
      return choice.value;
    }
    /// True with probability numerator / denominator, as one of `denominator` equal branches
    /// merged into two.
    bool bernoulli(std::uint32_t numerator, std::uint32_t denominator) {
      return below(denominator) < numerator;
    }
    /// Continuous draws cannot be enumerated: a tiny model asks for lattice displacements.
    [[noreturn]] double uniform() {
      throw InputError("choice tape: uniform() is continuous and cannot be enumerated");
    }

   private:
    ChoiceTape* tape_;
    std::vector<std::size_t>* made_;
    std::size_t position_ = 0;
  };

  Stream stream(Purpose purpose, std::uint64_t step, std::uint32_t entity) {
    return {*this, made_[std::tuple{purpose, step, entity}]};
  }

  /// Product of the arities of this tape: its probability is 1 / weight().
  std::uint64_t weight() const {
    std::uint64_t product = 1;
    for (std::size_t i = 0; i < used_; ++i)
      if (__builtin_mul_overflow(product, std::uint64_t{choices_[i].arity}, &product))
        throw InputError("choice tape: more than 2^64 equally likely outcomes");
    return product;
  }

  /// The choices of this run in the order they were first made: a replayable counterexample.
  std::vector<std::uint32_t> values() const {
    std::vector<std::uint32_t> result;
    for (std::size_t i = 0; i < used_; ++i) result.push_back(choices_[i].value);
    return result;
  }

  /// Moves on to the next tape; false when all have been seen.
  bool next() {
    choices_.resize(used_);
    while (!choices_.empty() && choices_.back().value + 1 == choices_.back().arity)
      choices_.pop_back();
    rewind();
    if (choices_.empty()) return false;
    ++choices_.back().value;
    return true;
  }

  /// Replays given values: draws beyond them continue with zeros.
  static ChoiceTape replay(const std::vector<std::uint32_t>& values) {
    ChoiceTape tape;
    for (const std::uint32_t value : values) tape.choices_.push_back({value, 0});
    return tape;
  }

 private:
  struct Choice {
    std::uint32_t value;
    std::uint32_t arity;  // 0: replayed and not yet asked for
  };

  void rewind() {
    used_ = 0;
    made_.clear();
  }
  std::size_t branch(std::uint32_t n) {
    if (used_ == choices_.size()) choices_.push_back({0, n});
    Choice& choice = choices_[used_];
    if (choice.arity == 0 && choice.value < n) choice.arity = n;
    if (choice.arity != n)
      throw InputError("choice tape: the body asked for another choice than in the run before");
    return used_++;
  }

  std::vector<Choice> choices_;
  std::size_t used_ = 0;
  std::map<std::tuple<Purpose, std::uint64_t, std::uint32_t>, std::vector<std::size_t>> made_;
};

}  // namespace touchstone
