// models/core/choice_tape.hpp
// Purpose   The `Rng` substitution point of a proof: instead of drawing, every random choice is
//           enumerated, depth first, with its exact probability. Run the same body once per tape:
//             ChoiceTape tape;
//             do { body(tape); use(tape.weight()); } while (tape.next());
// Cost      One run of the body per tape; the number of tapes is the product of the choices.
// Not here  Building and judging the transition matrix (checkers/balance).
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/core/errors.hpp"
#include "models/core/random/philox.hpp"

namespace touchstone {

/// Identity of a stream of random numbers besides the seed.
struct StreamKey {
  Purpose purpose{};
  std::uint64_t step = 0;
  std::uint32_t entity = 0;
  friend constexpr auto operator<=>(const StreamKey&, const StreamKey&) = default;
};

/// Enumerates all outcomes of a random procedure. Streams are keyed as in production: two requests
/// for the same (purpose, step, entity) see the same choices, so a scheme that keys its streams
/// badly is caught here exactly as it would misbehave there.
class ChoiceTape {
 public:
  struct Choice {
    std::uint32_t value = 0;
    std::uint32_t arity = 0;  ///< 0: replayed and not yet asked for
    StreamKey key = {};
  };

  /// One stream of the tape. Draws beyond those already made by a stream with the same key branch
  /// the enumeration; draws already made are repeated.
  class Stream {
   public:
    Stream(ChoiceTape& tape, std::size_t record) : tape_(&tape), record_(record) {}
    /// One of n equally likely values: n branches.
    std::uint32_t below(std::uint32_t n) {
      if (n == 0) throw InputError("choice tape: below(0) has no outcome");
      return tape_->choice(record_, position_++, n);
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
    std::size_t record_;
    std::size_t position_ = 0;
  };

  Stream stream(Purpose purpose, std::uint64_t step, std::uint32_t entity) {
    const StreamKey key{purpose, step, entity};
    for (std::size_t i = 0; i < streams_; ++i)
      if (records_[i].key == key) {
        reopened_ = true;
        reopened_key_ = key;
        return {*this, i};
      }
    if (streams_ == records_.size()) records_.emplace_back();
    records_[streams_].key = key;
    records_[streams_].made.clear();
    records_[streams_].in_slice = in_slice_;
    return {*this, streams_++};
  }

  /// True when this run asked twice for a stream with the same key: its numbers are used again.
  bool reopened() const { return reopened_; }
  /// The key of the last of those; meaningful when reopened().
  StreamKey reopened_key() const { return reopened_key_; }
  /// The keys of the streams that the slice of this run has opened.
  template <class Visitor>
  void for_each_key_of_slice(Visitor&& visit) const {
    for (std::size_t i = 0; i < streams_; ++i)
      if (records_[i].in_slice) visit(records_[i].key);
  }

  /// Product of the arities of this tape: its probability is 1 / weight().
  std::uint64_t weight() const { return weight(run_); }

  /// The choices of this run in the order they were first made: a replayable counterexample.
  std::vector<std::uint32_t> values() const {
    std::vector<std::uint32_t> result;
    for (const Choice& choice : choices()) result.push_back(choice.value);
    return result;
  }
  std::span<const Choice> choices() const { return {run_.choices.data(), run_.used}; }

  /// Moves on to the next tape; false when all have been seen.
  bool next() {
    const bool more = advance(run_);
    slice_.choices.clear();
    restart();
    return more;
  }

  /// The same tape from its beginning.
  void restart() {
    run_.used = slice_.used = 0;
    streams_ = 0;
    reopened_ = in_slice_ = false;
  }

  /// Choices between enter_slice() and leave_slice() are enumerated apart from all others, so that
  /// one piece of a parallel step is seen alone while the rest of the run is repeated.
  void enter_slice() { in_slice_ = true; }
  void leave_slice() { in_slice_ = false; }
  std::uint64_t slice_weight() const { return weight(slice_); }
  /// The next tape of the slice, the other choices as they are; false when all have been seen.
  bool next_of_slice() {
    const bool more = advance(slice_);
    restart();
    return more;
  }

  /// A tape for samples: each draw is some value of its range, by a fixed sequence. Number 0 has
  /// zeros only.
  static ChoiceTape spread(std::uint32_t number) {
    ChoiceTape tape;
    tape.spread_ = number != 0;
    tape.digits_ = 2654435769u * number;
    return tape;
  }

  /// Replays given values: draws beyond them continue with zeros.
  static ChoiceTape replay(const std::vector<std::uint32_t>& values) {
    ChoiceTape tape;
    for (const std::uint32_t value : values) tape.run_.choices.push_back({value, 0, {}});
    return tape;
  }

 private:
  struct Bank {
    std::vector<Choice> choices = {};
    std::size_t used = 0;
  };
  struct Made {  // one choice of a stream: where it stands
    bool in_slice;
    std::size_t place;
  };
  struct Record {
    StreamKey key = {};
    std::vector<Made> made = {};
    bool in_slice = false;
  };

  static bool advance(Bank& bank) {
    std::vector<Choice>& choices = bank.choices;
    choices.resize(bank.used);
    while (!choices.empty() && choices.back().value + 1 == choices.back().arity) choices.pop_back();
    if (choices.empty()) return false;
    ++choices.back().value;
    return true;
  }

  static std::uint64_t weight(const Bank& bank) {
    std::uint64_t product = 1;
    for (std::size_t i = 0; i < bank.used; ++i)
      if (__builtin_mul_overflow(product, std::uint64_t{bank.choices[i].arity}, &product))
        throw InputError("choice tape: more than 2^64 equally likely outcomes");
    return product;
  }

  std::uint32_t choice(std::size_t record, std::size_t position, std::uint32_t n) {
    std::vector<Made>& made = records_[record].made;
    if (position == made.size()) made.push_back(branch(records_[record].key, n));
    const Made where = made[position];
    const Choice& found = (where.in_slice ? slice_ : run_).choices[where.place];
    if (found.arity != n)
      throw InputError("choice tape: a stream with the same key was asked for another range");
    return found.value;
  }

  Made branch(StreamKey key, std::uint32_t n) {
    Bank& bank = in_slice_ ? slice_ : run_;
    if (bank.used == bank.choices.size()) bank.choices.push_back({first_value(n), n, key});
    Choice& choice = bank.choices[bank.used];
    if (choice.arity == 0 && choice.value < n) {
      choice.arity = n;
      choice.key = key;
    }
    if (choice.arity != n || choice.key != key)
      throw InputError("choice tape: the body asked for another choice than in the run before");
    return {in_slice_, bank.used++};
  }

  std::uint32_t first_value(std::uint32_t n) {
    if (!spread_) return 0;
    digits_ = 1664525u * digits_ + 1013904223u;
    return (digits_ >> 8) % n;
  }

  Bank run_;
  Bank slice_;
  std::vector<Record> records_;  // reused from run to run; the first streams_ are alive
  std::size_t streams_ = 0;
  bool in_slice_ = false;
  bool reopened_ = false;
  bool spread_ = false;
  std::uint32_t digits_ = 0;  // of the fixed sequence
  StreamKey reopened_key_;
};

}  // namespace touchstone
