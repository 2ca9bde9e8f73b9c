// checkers/balance/judge.hpp
// Purpose   Decides, exactly, whether a tiny model does what its scheme claims: legal states,
//           global and detailed balance, irreducibility, period, hidden memory, stage invariance,
//           fresh random streams, independence of the order of slices, a known spectrum. No
//           statistics. Doubles appear in the distance of a distribution that is wrong or of which
//           the scheme remembers more, and in stages that depend on that memory (stages.hpp).
// Note      A sweep followed by a grid shift is not reversible as a whole even when it is correct:
//           detailed balance is judged operator by operator, global balance on the whole step too.
#pragma once
#include "checkers/balance/enumerate.hpp"
#include "checkers/balance/findings.hpp"

namespace touchstone::balance {

struct JudgeOptions {
  Limits limits = {};
  Method method = Method::automatic;
  bool symmetry = false;  ///< fill rows by the model's symmetries, tested on a sample of rows
  bool distance = true;   ///< how far a wrong distribution is, also where no verdict needs it
  bool witnesses = true;  ///< search the shortest tapes
};

/// All verdicts on one model. Throws InputError when it cannot be enumerated.
Judgement judge(const TinyModel& model, const JudgeOptions& options = {});

/// The verdict names, in the order of tables.
const std::vector<std::string>& verdict_names();

/// The shortest tape of an operator (or of the step, `which` = number of operators) from a state
/// to an end that `wanted` accepts; among equals the first. Nothing when the limit is reached.
template <class Wanted>
std::optional<Witness> shortest_tape(const TinyModel& model, TinySystem& system, std::size_t which,
                                     StateKey from, Wanted&& wanted,
                                     std::uint64_t most_tapes = std::uint64_t{1} << 15) {
  std::optional<Witness> best;
  ChoiceTape tape;
  do {
    system.load(from);
    for (std::size_t o = 0; o < model.operators.size(); ++o) {
      if (o != which && which != model.operators.size()) continue;
      ProofExec exec;
      system.apply(o, 0, tape, exec);
    }
    if (wanted(system.key()) && (!best || tape.values().size() < best->choices.size()))
      best = Witness{which == model.operators.size() ? "step" : model.operators[which].name, from,
                     tape.values()};
  } while (--most_tapes > 0 && tape.next());
  return best;
}

}  // namespace touchstone::balance
