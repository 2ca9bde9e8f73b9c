#include "checkers/balance/fresh_streams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "checkers/balance/enumerate.hpp"
#include "checkers/balance/every_sweep.hpp"

namespace touchstone::balance {
namespace {

constexpr std::size_t kStates = 48;
constexpr std::size_t kFirstTapes = 768;     // of each sweep, from all states together
constexpr std::uint32_t kSpreadTapes = 8;    // from a state that has more tapes
constexpr std::size_t kMostNamedSweeps = 8;  // besides kSweeps

/// Streams of whole steps of a sweep, from a sample of states and tapes.
StreamUse use_of(const TinyModel& model, TinySystem& system, const States& states,
                 std::uint64_t sweep) {
  StreamUse use;
  const auto run = [&](StateKey from, ChoiceTape& tape) {
    system.load(from);
    try {
      for (std::size_t which = 0; which < model.operators.size(); ++which) {
        ProofExec exec;
        system.apply(which, sweep, tape, exec);
      }
    } catch (const InputError&) {
    }  // a stream read twice with another range, or a sweep that goes wrong: "every sweep" says so
    use.note(tape);
  };
  const std::size_t stride = std::max<std::size_t>(1, states.size() / kStates);
  const std::size_t most = std::max<std::size_t>(1, kFirstTapes / (states.size() / stride));
  for (std::size_t s = 0; s < states.size(); s += stride) {
    if (states.configuration(static_cast<Index>(s)) == States::kIllegal) continue;
    const StateKey from = states.key(static_cast<Index>(s));
    ChoiceTape tape;
    std::size_t tapes = 0;
    do run(from, tape);
    while (++tapes < most && tape.next());
    for (std::uint32_t number = 1; tapes == most && number <= kSpreadTapes; ++number) {
      ChoiceTape spread = ChoiceTape::spread(number);
      run(from, spread);
    }
  }
  return use;
}

/// Sweep 0, the others of the sample, and those by whose numbers sweep 0 names streams.
std::vector<std::uint64_t> sweeps_of(const std::set<StreamKey>& of_first) {
  std::vector<std::uint64_t> result{0};
  result.insert(result.end(), std::begin(kSweeps), std::end(kSweeps));
  const std::size_t most = result.size() + kMostNamedSweeps;
  for (const StreamKey& key : of_first)
    if (result.size() < most && std::find(result.begin(), result.end(), key.step) == result.end())
      result.push_back(key.step);
  return result;
}

}  // namespace

std::string stream_read_twice(const TinyModel& model, TinySystem& system,
                              const Enumeration& found) {
  std::set<StreamKey> of_first;
  for (const Pieces& pieces : found.operators) {
    if (pieces.use.reopened()) return text(*pieces.use.reopened()) + " within one operator";
    of_first.insert(pieces.use.keys().begin(), pieces.use.keys().end());
  }
  std::map<StreamKey, std::uint64_t> reader;
  for (const StreamKey& key : of_first) reader[key] = 0;
  for (const std::uint64_t sweep : sweeps_of(of_first)) {
    const StreamUse use = use_of(model, system, found.states, sweep);
    if (use.reopened()) return fmt::format("{} within sweep {}", text(*use.reopened()), sweep);
    for (const StreamKey& key : use.keys())
      if (const auto [first, added] = reader.try_emplace(key, sweep); first->second != sweep)
        return fmt::format("{} by sweep {} as by sweep {}", text(key), sweep, first->second);
  }
  return "";
}

}  // namespace touchstone::balance
