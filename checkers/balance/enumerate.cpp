#include "checkers/balance/enumerate.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace touchstone::balance {
namespace {

/// One run of the draws outside the slices.
struct Outer {
  std::uint64_t weight;
  std::vector<std::uint32_t> values;
  std::vector<std::size_t> counts;
  friend bool operator==(const Outer&, const Outer&) = default;
};

/// All outer tapes from a state; nothing when they change the state or read a stream twice. Their
/// streams go to `use`.
std::optional<std::vector<Outer>> survey(TinySystem& system, std::size_t which, StateKey from,
                                         StreamUse& use) {
  std::vector<Outer> result;
  ChoiceTape tape;
  ProofExec exec(ProofExec::Mode::survey);
  do {
    exec.restart();
    system.load(from);
    system.apply(which, 0, tape, exec);
    if (exec.counts().empty() || tape.reopened() || system.key() != from) return std::nullopt;
    use.note(tape);
    result.push_back({tape.weight(), tape.values(), exec.counts()});
  } while (tape.next());
  return result;
}

/// A system counts each trial once in every group of stages: those of the first group are all.
std::size_t first_group(const std::vector<TinyStage>& stages) {
  std::size_t size = 0;
  while (size < stages.size() && stages[size].group == stages.front().group) ++size;
  return size;
}

void count_tape(const Limits& limits, std::uint64_t& of_row, Effort& effort) {
  if (++of_row > limits.tapes_of_row || ++effort.tapes > limits.tapes)
    throw input_error(
        "balance", "number of tapes",
        fmt::format("at most {} from one state and {} in all", limits.tapes_of_row, limits.tapes),
        "more; choose a smaller model");
}

/// Enumerates one operator, state by state.
class OperatorEnumerator {
 public:
  OperatorEnumerator(TinySystem& system, std::size_t which, std::size_t stages, Method method,
                     const Limits& limits)
      : system_(system),
        which_(which),
        stages_(stages),
        first_group_(first_group(system.stages())),
        method_(method),
        limits_(limits) {}

  /// Looks whether the operator consists of pieces, as seen from one state.
  void prepare(StateKey from) {
    auto outer =
        method_ == Method::plain ? std::nullopt : survey(system_, which_, from, pieces_.use);
    if (!outer) return make_plain();
    outer_ = std::move(*outer);
    pieces_.in_pieces = true;
    for (std::size_t o = 0; o < outer_.size(); ++o) {
      Path path{outer_[o].weight, {}};
      for (std::size_t b = 0; b < outer_[o].counts.size(); ++b) {
        path.barriers.emplace_back();
        for (std::size_t i = 0; i < outer_[o].counts[b]; ++i) {
          path.barriers.back().push_back(static_cast<Index>(places_.size()));
          places_.push_back({o, b, i});
        }
      }
      pieces_.paths.push_back(std::move(path));
    }
    pieces_.slices.resize(places_.size());
  }

  /// All outcomes from a state; the states must come in order.
  void add(Index state, States& states, Effort& effort) {
    if (states.configuration(state) == States::kIllegal) return stay(state);
    if (pieces_.in_pieces && add_in_pieces(states.key(state), states, effort)) return;
    if (pieces_.in_pieces) {  // it does not consist of pieces after all: all states once more
      make_plain();
      for (Index before = 0; before < state; ++before) add(before, states, effort);
    }
    const StateKey from = states.key(state);
    pieces_.slices[0].push_back(
        pooled(plain_outcomes(system_, which_, from, states, limits_, effort, &pieces_.use)));
  }

  Pieces take() { return std::move(pieces_); }

 private:
  /// An illegal state is reported and not left any more: a body may do anything from there.
  void stay(Index state) {
    Outcomes nothing{{state}, {1}, 1, std::vector<TinyStageCount>(stages_)};
    const Index number = pooled(std::move(nothing));
    for (std::vector<Index>& slice : pieces_.slices) slice.push_back(number);
  }

  struct Place {
    std::size_t outer;
    std::size_t barrier;
    std::size_t slice;
    [[maybe_unused]] friend auto operator<=>(const Place&, const Place&) = default;
  };

  void make_plain() {
    pieces_ = {};
    pieces_.paths.push_back({1, {{0}}});
    pieces_.slices.resize(1);
    numbers_.clear();
  }

  bool add_in_pieces(StateKey from, States& states, Effort& effort) {
    const auto outer = survey(system_, which_, from, pieces_.use);
    if (!outer || *outer != outer_) return false;
    std::vector<Index> found;
    for (const Place& place : places_) {
      auto outcomes = of_slice(place, from, states, effort);
      if (!outcomes) return false;
      found.push_back(pooled(std::move(*outcomes)));
    }
    for (std::size_t s = 0; s < found.size(); ++s) pieces_.slices[s].push_back(found[s]);
    return true;
  }

  std::optional<Outcomes> of_slice(const Place& place, StateKey from, States& states,
                                   Effort& effort) {
    Collector collector(stages_);
    ChoiceTape tape = ChoiceTape::replay(outer_[place.outer].values);
    ProofExec exec;
    exec.isolate(place.barrier, place.slice, tape);
    std::uint64_t of_row = 0;
    do {
      exec.restart();
      system_.load(from);
      system_.apply(which_, 0, tape, exec);
      if (tape.reopened() || !owns(place, tape)) return std::nullopt;  // plain tapes tell more
      pieces_.use.note(tape);
      counts_.assign(stages_, {});
      system_.count_stages(counts_);
      collector.add(states.number(system_.key(), limits_), tape.slice_weight(), counts_);
      count_tape(limits_, of_row, effort);
    } while (tape.next_of_slice());
    effort.trials += collector.trials(first_group_);
    return collector.outcomes();
  }

  /// Streams of a slice are read by no other slice of the same path, from no state: the other one
  /// may run after this one has changed the state. Whether one run reads a stream twice is left to
  /// the plain tapes: a stream of a particle is read by the slice where the particle is.
  bool owns(const Place& place, const ChoiceTape& tape) {
    bool own = true;
    tape.for_each_key_of_slice([&](const StreamKey& key) {
      own = owners_.try_emplace({place.outer, key}, place).first->second == place && own;
    });
    return own;
  }

  Index pooled(Outcomes outcomes) {
    const auto [place, added] =
        numbers_.try_emplace(std::move(outcomes), static_cast<Index>(pieces_.pool.size()));
    if (added) pieces_.pool.push_back(place->first);
    return place->second;
  }

  TinySystem& system_;
  std::size_t which_;
  std::size_t stages_;
  std::size_t first_group_;
  Method method_;
  const Limits& limits_;
  Pieces pieces_;
  std::vector<Outer> outer_;
  std::vector<Place> places_;
  std::map<std::pair<std::size_t, StreamKey>, Place> owners_;
  std::unordered_map<Outcomes, Index, OutcomesHash> numbers_;
  std::vector<TinyStageCount> counts_;
};

}  // namespace

Outcomes plain_outcomes(TinySystem& system, std::size_t which, StateKey from, States& states,
                        const Limits& limits, Effort& effort, StreamUse* use) {
  const std::vector<TinyStage> known = system.stages();
  const std::size_t stages = known.size();
  Collector collector(stages);
  std::vector<TinyStageCount> counts;
  ChoiceTape tape;
  ProofExec exec;
  std::uint64_t of_row = 0;
  do {
    exec.restart();
    system.load(from);
    system.apply(which, 0, tape, exec);
    if (use) use->note(tape);
    counts.assign(stages, {});
    system.count_stages(counts);
    collector.add(states.number(system.key(), limits), tape.weight(), counts);
    count_tape(limits, of_row, effort);
  } while (tape.next());
  effort.trials += collector.trials(first_group(known));
  return collector.outcomes();
}

Enumeration enumerate(const TinyModel& model, TinySystem& system, const Limits& limits,
                      Method method) {
  Enumeration result{States(system), {}, system.stages(), {}};
  std::vector<OperatorEnumerator> operators;
  for (std::size_t which = 0; which < model.operators.size(); ++which) {
    operators.emplace_back(system, which, result.stages.size(), method, limits);
    operators.back().prepare(result.states.key(0));
  }
  for (Index state = 0; state < result.states.size(); ++state)
    for (OperatorEnumerator& one : operators) one.add(state, result.states, result.effort);
  for (OperatorEnumerator& one : operators) result.operators.push_back(one.take());
  require_complete_keys(model, system, result.states);
  return result;
}

std::string text(const StreamKey& key) {
  return fmt::format("(purpose {}, step {}, entity {})", static_cast<int>(key.purpose), key.step,
                     key.entity);
}

}  // namespace touchstone::balance
