// models/core/tiny_model.hpp
// Purpose   A tiny model: a scheme on a system with a handful of states, all of whose random
//           choices a checker can enumerate. The last lines of a scheme's file register it, as they
//           register the scheme; nothing else is edited.
// Not here  Enumerating and judging (checkers/balance); the twins of the disks (models/disks).
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/core/choice_tape.hpp"
#include "models/core/origin.hpp"
#include "models/core/proof_exec.hpp"
#include "models/core/scheme.hpp"

namespace touchstone {

/// A state in one word. Two states with the same key must behave alike: everything the scheme
/// remembers belongs into the key (the checker looks for what was left out).
using StateKey = std::uint64_t;

/// Trials of one stage of a step (a trial index, a colour order, ...). In a correct scheme every
/// stage sees the same distribution, so all stages of one group accept equally often.
struct TinyStage {
  /// Trials of a step that a group counts.
  enum class Counts {
    some,
    once,         ///< some; all such groups together count each trial once
    each,         ///< every one, in one of its stages
    each_equally  ///< every one, and in all stages equally many
  };

  std::string group;
  std::string name;
  Counts counts = Counts::some;  ///< the same for all stages of a group
};
struct TinyStageCount {
  std::uint64_t trials = 0;
  std::uint64_t accepted = 0;
};

/// One running system. apply() must be a function of the state and of the tape alone.
class TinySystem {
 public:
  virtual ~TinySystem() = default;

  /// Every legal configuration, each once, in any representation.
  virtual std::vector<StateKey> configurations() const = 0;
  virtual void load(StateKey state) = 0;
  virtual StateKey key() const = 0;
  /// Operator number `which` of sweep number `sweep`.
  virtual void apply(std::size_t which, std::uint64_t sweep, ChoiceTape& tape, ProofExec& exec) = 0;

  /// Argument of the claimed distribution: the state without what the scheme remembers besides.
  virtual StateKey configuration(StateKey state) const { return state; }
  /// Claimed weight of a configuration, an integer; 0 for an illegal one.
  virtual std::uint64_t weight(StateKey) const { return 1; }
  /// A number whose mean is reported when the distribution is wrong: {name, value}.
  virtual std::string observable() const { return ""; }
  virtual std::int64_t observe(StateKey) const { return 0; }

  /// Stages of the operator applied last, and their counts in that run.
  virtual std::vector<TinyStage> stages() const { return {}; }
  virtual void count_stages(std::vector<TinyStageCount>&) const {}

  /// Symmetries of the claimed distribution and of every operator: the images of a state, one for
  /// each of them, always in the same order. The checker tests them on rows before it relies on
  /// them.
  virtual std::vector<StateKey> images(StateKey) const { return {}; }

  /// Text for people: the state, and what the last apply() did, line by line.
  virtual std::string picture(StateKey state) const { return std::to_string(state); }
  virtual void record(bool) {}
  virtual std::vector<std::string> events() const { return {}; }
};

struct TinyOperator {
  std::string name;
  Claims claims = Claims::global_balance;  ///< claims about this operator alone
};

struct TinyModel {
  std::string scheme;  ///< "family/scheme" or "mutant/..."
  std::string model;   ///< "ring L=16 w=4 N=6 nM=2"
  std::string family;
  std::string source;
  std::vector<TinyOperator> operators;     ///< operators of one step, in order
  Claims claims = Claims::global_balance;  ///< claims about the step as a whole
  std::function<std::unique_ptr<TinySystem>()> make;

  /// Mutants only: source of the fault, and the verdicts that must fail on it.
  Origin origin = {};
  std::vector<std::string> killed_by = {};
  double pressure_trials = 0;  ///< trial moves a test of the pressure needs; 0: not known
  bool nightly = false;        ///< too long for every commit
  /// Spectrum of the step between configurations, where it is known: integer polynomials, highest
  /// power first, whose roots together are all eigenvalues. Empty: relaxation is not judged.
  std::vector<std::vector<std::int64_t>> spectrum = {};
  std::vector<std::pair<std::string, std::string>> labels = {};  ///< for records: {"nM", "4"}
  bool mutant() const { return !killed_by.empty(); }
};

/// All tiny models, sorted by scheme and model.
const std::vector<TinyModel>& tiny_models();
/// Adds a model and returns true; throws on a duplicate name or an incomplete model.
bool register_tiny(TinyModel model);

}  // namespace touchstone
