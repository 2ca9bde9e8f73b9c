// checkers/balance/enumerate.hpp
// Purpose   Runs the operators of a tiny model along every tape and collects exact outcomes, from
//           all states that can be reached.
// Method    Plain: every tape of the operator from every state. In pieces: when the operator is a
//           sequence of barriers with independent slices (a colour with its cells), each slice is
//           enumerated alone from every state, and the operator is the product of its slices: the
//           same body, cut at the barriers that its Exec sees. That is done only where it may be:
//           the slices of a run read disjoint streams, draws outside the slices do not depend on
//           the state, and code outside the slices does not change it. All three are tested on
//           every state; equality with the plain enumeration is tested in enumerate_test.cpp.
// Cost      Plain: the product of all choices; in pieces: the sum over slices.
#pragma once
#include <string>
#include <vector>

#include "checkers/balance/fresh_streams.hpp"
#include "checkers/balance/outcomes.hpp"
#include "checkers/balance/states.hpp"

namespace touchstone::balance {

/// One way through the draws outside the slices, and the slices then run at each barrier.
struct Path {
  std::uint64_t weight = 1;  ///< its probability is 1 / weight
  std::vector<std::vector<Index>> barriers;
};

/// An operator: a random path, on it a sequence of slices, for each slice outcomes by state. An
/// operator that is not in pieces has one path with one slice.
struct Pieces {
  bool in_pieces = false;
  std::vector<Path> paths;
  std::vector<std::vector<Index>> slices;  ///< [slice][state] -> number in `pool`
  std::vector<Outcomes> pool;
  StreamUse use;  ///< in sweep 0, over all tapes and states
};

struct Enumeration {
  States states;
  std::vector<Pieces> operators;
  std::vector<TinyStage> stages;
  Effort effort;
};

enum class Method { automatic, plain };

/// Everything `model` can do. Throws InputError when a limit is exceeded, when a draw is
/// continuous, or when the same state behaves in two ways (undeclared hidden state).
Enumeration enumerate(const TinyModel& model, TinySystem& system, const Limits& limits = {},
                      Method method = Method::automatic);

/// All outcomes of one operator from one state, by its plain tapes; their streams go to `use`.
Outcomes plain_outcomes(TinySystem& system, std::size_t which, StateKey from, States& states,
                        const Limits& limits, Effort& effort, StreamUse* use = nullptr);

/// Looks for memory that the key leaves out: throws InputError when a system that has run goes on
/// differently from one loaded with the same key. A sample of states and tapes; of the tapes by
/// which a state is left and that differ, one is compared in all that can follow.
void require_complete_keys(const TinyModel& model, TinySystem& system, const States& states);

/// A stream key, readable.
std::string text(const StreamKey& key);

}  // namespace touchstone::balance
