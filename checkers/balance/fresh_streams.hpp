// checkers/balance/fresh_streams.hpp
// Purpose   Whether a random number is used twice: a stream that one run opens twice, or that two
//           sweeps read.
// Range     Every tape of every operator in sweep 0, from all states. Whole steps, the sweeps of
//           kSweeps (every_sweep.hpp) and those that a key names: a sample of states and tapes.
#pragma once
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/core/choice_tape.hpp"
#include "models/core/tiny_model.hpp"

namespace touchstone::balance {

struct Enumeration;

/// The streams that runs of one sweep have read, and the first that one run opened twice.
class StreamUse {
 public:
  /// Adds the streams of the run that `tape` has just made.
  void note(const ChoiceTape& tape) {
    if (tape.reopened() && !reopened_) reopened_ = tape.reopened_key();
    std::size_t place = 0;
    for (const ChoiceTape::Choice& choice : tape.choices()) add(choice.key, place++);
    tape.for_each_key_of_slice([&](const StreamKey& key) { add(key, place++); });
  }
  const std::set<StreamKey>& keys() const { return keys_; }
  const std::optional<StreamKey>& reopened() const { return reopened_; }

 private:
  /// One tape asks for mostly the same streams in the same places as the one before.
  void add(const StreamKey& key, std::size_t place) {
    if (place < before_.size() && before_[place] == key) return;
    before_.resize(std::max(before_.size(), place + 1));
    before_[place] = key;
    keys_.insert(key);
  }

  std::set<StreamKey> keys_;
  std::vector<StreamKey> before_;
  std::optional<StreamKey> reopened_;
};

/// The first stream that is read twice, in words; empty when there is none.
std::string stream_read_twice(const TinyModel& model, TinySystem& system, const Enumeration& found);

}  // namespace touchstone::balance
