// Purpose   Undeclared hidden state: what a system remembers besides its key shows when one that
//           has run goes on differently from one that was loaded with the same key.
#include <fmt/format.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <map>

#include "checkers/balance/enumerate.hpp"

namespace touchstone::balance {
namespace {

constexpr std::size_t kStates = 24;
constexpr StateKey kNowhere = ~StateKey{0};
constexpr std::size_t kMostTapes = 1 << 16;
constexpr int kMostExamined = 24;
constexpr int kFirstTapes = 12;   // by which the system gets to where it is compared
constexpr int kSecondTapes = 12;  // along which it is compared

void step(const TinyModel& model, TinySystem& system, std::uint64_t sweep, ChoiceTape& tape) {
  for (std::size_t which = 0; which < model.operators.size(); ++which) {
    ProofExec exec;
    system.apply(which, sweep, tape, exec);
  }
}

/// Spreads a few tapes over all: the digits of a fixed sequence as choices.
ChoiceTape sample_tape(int number, int draws) {
  std::vector<std::uint32_t> values;
  for (int i = 0; i < draws; ++i)
    values.push_back((static_cast<std::uint32_t>(number) >> (i % 8)) & 1u);
  return ChoiceTape::replay(values);
}

/// Number of draws that a step makes from a state along the first tape: enough for a sample.
int draws(const TinyModel& model, TinySystem& system, StateKey from) {
  ChoiceTape tape;
  system.load(from);
  step(model, system, 0, tape);
  return static_cast<int>(tape.values().size());
}

struct Run {
  StateKey end = 0;
  std::vector<std::uint32_t> values;
  std::vector<std::uint32_t> arities;
  friend bool operator==(const Run&, const Run&) = default;
};

/// One more step along tape `number`; the end and every choice that was asked for.
Run go_on(const TinyModel& model, TinySystem& system, int number, int length) {
  ChoiceTape tape = sample_tape(number, length);
  Run run;
  try {
    step(model, system, 1, tape);
    run.end = system.key();
  } catch (const InputError&) {
    run.end = kNowhere;  // the sample asked for a choice that does not exist: compare that far
  }
  for (const ChoiceTape::Choice& choice : tape.choices()) {
    run.values.push_back(choice.value);
    run.arities.push_back(choice.arity);
  }
  return run;
}

/// Exact outcomes of one more step after `arrive` has put the system somewhere.
template <class Arrive>
std::map<StateKey, boost::multiprecision::cpp_rational> outcomes(const TinyModel& model,
                                                                 TinySystem& system,
                                                                 Arrive&& arrive) {
  std::map<StateKey, boost::multiprecision::cpp_rational> result;
  ChoiceTape tape;
  std::size_t tapes = 0;
  do {
    arrive();
    step(model, system, 1, tape);
    result[system.key()] += boost::multiprecision::cpp_rational(1, tape.weight());
    if (++tapes > kMostTapes)
      throw input_error(model.scheme + " on " + model.model,
                        "tapes of one step, to see whether what the key leaves out matters",
                        fmt::format("at most {}", kMostTapes), "more; put it into the key");
  } while (tape.next());
  return result;
}

[[noreturn]] void complain(const TinyModel& model, TinySystem& system, StateKey from,
                           StateKey arrived) {
  throw InputError(fmt::format(
      "{} on {}: undeclared hidden state: a system that arrived in state {} (from {}) goes on "
      "differently from one loaded with that key; everything the scheme remembers must be part of "
      "the key",
      model.scheme, model.model, system.picture(arrived), system.picture(from)));
}

}  // namespace

void require_complete_keys(const TinyModel& model, TinySystem& system, const States& states) {
  const std::size_t stride = std::max<std::size_t>(1, states.size() / kStates);
  int examined = 0;
  for (std::size_t s = 0; s < states.size(); s += stride) {
    const StateKey from = states.key(static_cast<Index>(s));
    const int length = draws(model, system, from);
    for (int first = 0; first < kFirstTapes; ++first)
      for (int second = 0; second < kSecondTapes; ++second) {
        system.load(from);
        const Run arrived = go_on(model, system, 37 * first, length);
        if (arrived.end == kNowhere) continue;
        const Run continued = go_on(model, system, 53 * second, length);
        const auto loaded_run = [&] {
          system.load(arrived.end);
          return go_on(model, system, 53 * second, length);
        };
        const Run loaded = loaded_run();
        // A run from a loaded key is always the same: what survives load() is outside the key.
        if (loaded_run() != loaded) complain(model, system, from, arrived.end);
        if (loaded == continued) continue;
        // Tape by tape it differs; what is forgotten on purpose must not matter on the whole.
        if (++examined > kMostExamined) return;
        const auto fresh = outcomes(model, system, [&] { system.load(arrived.end); });
        const auto after = outcomes(model, system, [&] {
          system.load(from);
          go_on(model, system, 37 * first, length);
        });
        if (fresh != after) complain(model, system, from, arrived.end);
      }
  }
}

}  // namespace touchstone::balance
