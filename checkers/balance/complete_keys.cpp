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
constexpr std::uint32_t kFirstTapes = 12;   // by which the system gets to where it is compared
constexpr std::uint32_t kSecondTapes = 12;  // along which it is compared

void step(const TinyModel& model, TinySystem& system, std::uint64_t sweep, ChoiceTape& tape) {
  for (std::size_t which = 0; which < model.operators.size(); ++which) {
    ProofExec exec;
    system.apply(which, sweep, tape, exec);
  }
}

struct Run {
  StateKey end = 0;
  std::vector<std::uint32_t> values;
  std::vector<std::uint32_t> arities;
  friend bool operator==(const Run&, const Run&) = default;
};

/// One more step along sample tape `number`; the end and every choice that was asked for.
Run go_on(const TinyModel& model, TinySystem& system, std::uint32_t number) {
  ChoiceTape tape = ChoiceTape::spread(number);
  Run run;
  try {
    step(model, system, 1, tape);
    run.end = system.key();
  } catch (const InputError&) {
    run.end = kNowhere;  // a wrong body refuses its own states: compare that far
  }
  for (const ChoiceTape::Choice& choice : tape.choices()) {
    run.values.push_back(choice.value);
    run.arities.push_back(choice.arity);
  }
  return run;
}

using ExactOutcomes = std::map<StateKey, boost::multiprecision::cpp_rational>;

/// Exact outcomes of one more step after `arrive` has put the system somewhere.
template <class Arrive>
ExactOutcomes outcomes(const TinyModel& model, TinySystem& system, Arrive&& arrive) {
  ExactOutcomes result;
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

/// A state, and the sample tape along which a system leaves it.
struct Way {
  StateKey from;
  std::uint32_t tape;
};

/// Whether a system that comes this way goes on, along each sample tape, as one that is loaded
/// with the key that it has then.
bool goes_on_as_loaded(const TinyModel& model, TinySystem& system, const Way& way) {
  for (std::uint32_t second = kFirstTapes; second < kFirstTapes + kSecondTapes; ++second) {
    system.load(way.from);
    const StateKey arrived = go_on(model, system, way.tape).end;
    if (arrived == kNowhere) return true;
    const Run continued = go_on(model, system, second);
    const auto loaded_run = [&] {
      system.load(arrived);
      return go_on(model, system, second);
    };
    const Run loaded = loaded_run();
    // A run from a loaded key is always the same: what survives load() is outside the key.
    if (loaded_run() != loaded) complain(model, system, way.from, arrived);
    if (loaded != continued) return false;
  }
  return true;
}

/// Tape by tape it goes on differently: what is forgotten on purpose must not matter on the whole.
void require_same_outcomes(const TinyModel& model, TinySystem& system, const Way& way) {
  StateKey arrived = 0;
  const ExactOutcomes continued = outcomes(model, system, [&] {
    system.load(way.from);
    arrived = go_on(model, system, way.tape).end;
  });
  if (outcomes(model, system, [&] { system.load(arrived); }) != continued)
    complain(model, system, way.from, arrived);
}

}  // namespace

void require_complete_keys(const TinyModel& model, TinySystem& system, const States& states) {
  const std::size_t stride = std::max<std::size_t>(1, states.size() / kStates);
  for (std::size_t s = 0; s < states.size(); s += stride)
    for (std::uint32_t k = 0; k < kFirstTapes; ++k) {
      const auto tape = (static_cast<std::uint32_t>(s / stride) + k) % kFirstTapes;
      const Way way{states.key(static_cast<Index>(s)), tape};
      if (goes_on_as_loaded(model, system, way)) continue;
      require_same_outcomes(model, system, way);
      break;  // the next state has another tape
    }
}

}  // namespace touchstone::balance
