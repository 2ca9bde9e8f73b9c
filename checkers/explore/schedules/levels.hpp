// checkers/explore/schedules/levels.hpp
// Purpose   Does a parallel step keep its distribution, whatever the schedule? Four levels, from
//           the strongest claim to the weakest:
//             confluence   for each configuration and each tape of random numbers (indexed by
//                          thread, not by time) all schedules end alike;
//             oblivious    pi P_s = pi for every schedule s that was fixed beforehand;
//             scheduler    pi P = pi when a uniformly random runnable thread does the next access;
//             adversarial  over schedulers that see the state: the least and the greatest
//                          (pi P)(y); an interval of positive width is a bias that can be had.
// Computes  Exact fractions, from all schedules and all choices of every configuration.
// Cost      Configurations x schedules x choices: for steps of a few accesses on tiny lattices.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "checkers/explore/schedules/step_model.hpp"
#include "statistics/exact/numbers.hpp"

namespace touchstone::explore {

using exact::Rational;

struct Confluence {
  bool holds = true;
  std::size_t tapes = 0;
  std::string witness;  ///< configuration, tape, and two different ends
};

struct Oblivious {
  /// Schedules as words, "abab": a is thread 0. In order.
  struct Schedule {
    std::string word;
    Rational defect;  ///< largest |(pi P_s)(y) - pi(y)| / pi(y)
  };
  bool applies = true;  ///< false: the step waits or loops, so words have no fixed length
  std::vector<Schedule> schedules;
  bool holds() const;
};

struct Balance {
  Rational defect;                   ///< largest |(pi P)(y) - pi(y)| / pi(y)
  Rational illegal;                  ///< mean probability to end in no legal configuration
  Rational stuck;                    ///< mean probability to end nowhere
  Rational aborted;                  ///< mean probability of an abort in one attempt
  std::optional<Rational> distance;  ///< total variation between the sampled and the claimed law
  std::optional<Rational> observed;  ///< mean of the observable under the sampled law
  std::optional<Rational> claimed;   ///< and under the claimed one
  bool holds() const { return defect == 0 && illegal == 0 && stuck == 0; }
};

struct Adversarial {
  bool applies = true;  ///< false: the step loops
  Rational least = 1;   ///< smallest of min (pi P)(y) / pi(y) over all y
  Rational greatest = 1;
  bool holds() const { return least == 1 && greatest == 1; }
};

struct LevelReport {
  std::size_t states = 0;  ///< states of all configurations together
  Confluence confluence;
  Oblivious oblivious;
  Balance scheduler;
  Adversarial adversarial;
};

/// The report level by level, for tables: "confluence", "oblivious", "scheduler", "adversarial".
struct LevelVerdict {
  std::string level;
  bool applies = true;
  bool holds = false;
  Rational value;      ///< the defect, or the width of the adversarial interval
  std::string detail;  ///< one line
};
std::vector<LevelVerdict> verdicts(const LevelReport& report);

/// Throws InputError when a configuration needs more than `state_budget` states.
LevelReport judge_schedules(const StepModel& model, std::size_t state_budget = 1'000'000);

}  // namespace touchstone::explore
