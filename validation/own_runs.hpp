// validation/own_runs.hpp
// Purpose   Independent runs of a family that has no Markov chains to be continued, as chains: each
//           run gives one value of every quantity. The store keeps those that are finished.
// Not here  What a run does (experiments/<family>/own_*.cpp).
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "validation/chain.hpp"
#include "validation/own_point.hpp"

namespace touchstone::validation {

struct SingleRuns final : MarkovChains {
  using Values = std::map<std::string, double>;
  /// Values of run `index`, which its number alone decides. It reports finished steps.
  using Run = std::function<Values(std::size_t index, const std::function<void(std::uint64_t)>&)>;

  /// `name` and a number say everything that decides a run.
  SingleRuns(std::string of_all, std::size_t number, std::uint64_t steps, Run one)
      : name(std::move(of_all)), of_run(steps), run(std::move(one)) {
    chains = number;
  }

  std::string key(std::size_t index) const override { return name + "|" + std::to_string(index); }
  std::uint64_t length() const override { return of_run; }
  ChainState begin(std::size_t) const override { return {}; }
  void advance(std::size_t index, ChainState& state,
               const std::function<void(std::uint64_t)>& report) const override {
    const Values values = run(index, report);  // an interrupt leaves `state` as it was
    for (const auto& [quantity, value] : values) state.series[quantity] = {value};
    state.step = of_run;
    state.finished = true;
  }

  const std::string name;
  const std::uint64_t of_run;
  const Run run;
};

/// Number of runs for a relative standard error, where single runs scatter by about `scatter`:
/// even, and at least 32, which leave the spread itself with a small error.
inline std::size_t runs_for(double scatter, double error) {
  constexpr double kFewest = 32, kMost = 0x1p31;  // results of all are in memory
  return 2 * static_cast<std::size_t>(
                 counted_effort(std::max(kFewest, std::pow(scatter / error, 2)) / 2, kMost));
}

}  // namespace touchstone::validation
