// checkers/cmc/known_run.hpp
// Purpose   Runs of the reference that those of all schemes are compared with: made once, since
//           encounters of binaries take long.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "checkers/draws.hpp"
#include "models/cmc/registry.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cmc {

/// States of a run, at its start and after each step.
struct KnownSteps {
  struct Step {
    cluster::Stars stars;
    std::vector<cluster::Binary> binaries;
    std::vector<cluster::Lfsr113> streams;
    cluster::StepReport report;
  };
  std::vector<Step> steps;  ///< fewer than were asked for, where one is refused; 0: the start is

  static KnownSteps of(const cluster::ClusterScheme& scheme, const cluster::Stars& start,
                       const cluster::ClusterParameters& parameters, int steps) {
    KnownSteps known;
    const auto run = unless_refused([&] { return scheme.start(start, parameters); });
    if (!run) return known;
    const auto keep = [&] {
      known.steps.push_back(
          {(*run)->stars(), (*run)->binaries(), (*run)->streams(), (*run)->report()});
    };
    keep();
    for (int step = 1; step <= steps; ++step) {
      if (!unless_refused([&] { return (*run)->step(), true; })) break;
      keep();
    }
    return known;
  }
};

/// The run again.
class KnownRun final : public cluster::ClusterRun {
 public:
  /// Throws InputError if the start was refused.
  explicit KnownRun(const KnownSteps& known) : known_(known) {
    if (known.steps.empty()) refuse();
  }
  void step() override {
    if (now_ + 1 == known_.steps.size()) refuse();
    ++now_;
  }
  cluster::StepReport report() const override { return known_.steps[now_].report; }
  cluster::Stars stars() const override { return known_.steps[now_].stars; }
  std::vector<cluster::Binary> binaries() const override { return known_.steps[now_].binaries; }
  std::vector<cluster::Lfsr113> streams() const override { return known_.steps[now_].streams; }

 private:
  [[noreturn]] static void refuse() { throw InputError("the reference refuses to go on"); }

  const KnownSteps& known_;
  std::size_t now_ = 0;
};

}  // namespace touchstone::cmc
