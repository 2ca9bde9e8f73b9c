#include "checkers/explore/graph/certificate.hpp"

#include <fmt/format.h>

#include <ostream>

#include "models/core/errors.hpp"

namespace touchstone::explore {

void write_certificate(const StateGraph& graph, const std::string& system, std::ostream& out) {
  if (!graph.complete)
    throw input_error("certificate of " + system, "nothing to certify", "a complete exploration",
                      outcome(graph));
  const std::vector<Index> steps = steps_to_end(graph);
  for (Index state = 0; state < graph.size(); ++state)
    if (steps[state] == kNeverEnds)
      throw input_error("certificate of " + system, "nothing to certify",
                        "an end within reach of every state",
                        fmt::format("state {}, from which there is none", state));
  out << "touchstone-certificate 1 " << graph.size() << '\n' << system << '\n';
  for (Index state = 0; state < graph.size(); ++state) {
    std::string line = std::to_string(steps[state]);
    for (const std::uint64_t word : graph.states.view(state)) line += fmt::format(" {:x}", word);
    line += " :";
    for (const Edge& edge : graph.out(state)) line += fmt::format(" {}", edge.to);
    out << line << '\n';
  }
}

}  // namespace touchstone::explore
