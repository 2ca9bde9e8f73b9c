// checkers/explore/schedules/judge.hpp
// Purpose   The parts of judge_schedules(), one for each level, and what they share.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "checkers/explore/schedules/levels.hpp"
#include "checkers/explore/schedules/transitions.hpp"
#include "models/core/errors.hpp"

namespace touchstone::explore {

inline void require_complete(const StepModel& model, const StateGraph& graph) {
  if (!graph.complete)
    throw InputError("schedules: " + model.name + ": budget exceeded after " +
                     std::to_string(graph.size()) + " states of one configuration");
}

/// The step from one configuration, with all choices and all schedules.
struct StepGraph {
  StepGraph(const StepModel& model, std::size_t x, std::size_t budget)
      : program(model.program(x)), system(program), graph(explored(system, ExploreLimits{budget})) {
    require_complete(model, graph);
  }
  StepGraph(const StepGraph&) = delete;
  StepGraph& operator=(const StepGraph&) = delete;

  MachineProgram program;
  StepSystem system;
  StateGraph graph;
};

Confluence judge_confluence(const StepModel& model, std::size_t budget);
Oblivious judge_oblivious(const StepModel& model,
                          const std::vector<std::unique_ptr<StepGraph>>& graphs);
Balance judge_scheduler(const StepModel& model,
                        const std::vector<std::unique_ptr<StepGraph>>& graphs, std::size_t budget);
Adversarial judge_adversarial(const StepModel& model,
                              const std::vector<std::unique_ptr<StepGraph>>& graphs);

/// Every state after all its successors; empty when the graph has a cycle.
std::vector<Index> last_first(const StateGraph& graph);

}  // namespace touchstone::explore
