// checkers/explore/schedules/scheduler.cpp
// Purpose   The third level: the law is kept when a uniformly random runnable thread goes next; and
//           if not, which law is sampled instead.
#include "checkers/explore/graph/absorbing.hpp"
#include "checkers/explore/schedules/judge.hpp"
#include "checkers/explore/schedules/tapes.hpp"
#include "statistics/exact/exact_stationary.hpp"

namespace touchstone::explore {
namespace {

constexpr std::size_t kMostConfigurations = 400;  // of an exact stationary law

Row row_of_graph(const StepModel& model, const ScMachine& machine, const StateGraph& graph,
                 std::size_t skipped) {
  const Absorption ends = absorption(graph, Scheduler::runnable);
  Row row;
  for (const Absorption::End& end : ends.ends)
    row.add(row_of_end(model, machine, graph.states.view(end.state).subspan(skipped),
                       graph.ending[end.state]),
            end.probability);
  row.stuck += ends.stuck;
  return row;
}

/// Retries with the same choices: each tape is repeated until it succeeds.
Row row_by_tapes(const StepModel& model, std::size_t x, std::size_t budget) {
  const MachineProgram program = model.program(x);
  Row row;
  Tape tape;
  do {
    const TapedSystem system(program, tape);
    const StateGraph graph = explored(system, ExploreLimits{budget});
    require_complete(model, graph);
    const Row attempt = row_of_graph(model, system.machine(), graph, system.threads());
    row.add(after_aborts(attempt, x, AbortRule::retry_same_choices), tape.probability());
  } while (tape.next());
  return row;
}

/// The law that is sampled, when there is exactly one and the chain is small.
std::optional<std::vector<Rational>> sampled_law(const std::vector<Row>& rows) {
  if (rows.size() > kMostConfigurations) return std::nullopt;
  std::vector<exact::WeightedRow> chain;
  for (const Row& row : rows) {
    exact::Big denominator = 1;
    for (const auto& [y, p] : row.to)
      denominator = lcm(denominator, exact::Big(boost::multiprecision::denominator(p)));
    exact::WeightedRow weights;
    for (const auto& [y, p] : row.to) {
      const Rational scaled = p * Rational(denominator);
      if (scaled != 0)
        weights.emplace_back(static_cast<exact::Index>(y),
                             boost::multiprecision::numerator(scaled));
    }
    if (weights.empty()) return std::nullopt;
    chain.push_back(std::move(weights));
  }
  try {
    const exact::ExactVector law = exact::exact_stationary(std::move(chain));
    std::vector<Rational> result;
    for (const exact::Big& part : law.parts) result.emplace_back(part, law.whole);
    return result;
  } catch (const InputError&) {
    return std::nullopt;  // several laws, or the last configuration is never visited again
  }
}

void compare_laws(const StepModel& model, const std::vector<Rational>& law, Balance& result) {
  Rational total = 0;
  for (std::size_t x = 0; x < law.size(); ++x) total += model.weight(x);
  Rational distance = 0;
  Rational observed = 0;
  Rational claimed = 0;
  for (std::size_t x = 0; x < law.size(); ++x) {
    const Rational pi = Rational(model.weight(x)) / total;
    distance += law[x] > pi ? Rational(law[x] - pi) : Rational(pi - law[x]);
    if (!model.observe || !model.observe(x)) continue;
    observed += law[x];
    claimed += pi;
  }
  result.distance = distance / 2;
  if (!model.observe) return;
  result.observed = observed;
  result.claimed = claimed;
}

}  // namespace

Balance judge_scheduler(const StepModel& model,
                        const std::vector<std::unique_ptr<StepGraph>>& graphs, std::size_t budget) {
  Balance result;
  std::vector<Row> rows;
  Rational total = 0;
  for (std::size_t x = 0; x < graphs.size(); ++x) {
    const StepGraph& step = *graphs[x];
    Row row = row_of_graph(model, step.system.machine(), step.graph, 0);
    const Rational weight = model.weight(x);
    total += weight;
    result.aborted += weight * row.aborted;
    row = row.aborted > 0 && model.on_abort == AbortRule::retry_same_choices
              ? row_by_tapes(model, x, budget)
              : after_aborts(std::move(row), x, model.on_abort);
    result.illegal += weight * row.illegal;
    result.stuck += weight * row.stuck;
    rows.push_back(std::move(row));
  }
  result.aborted /= total;
  result.illegal /= total;
  result.stuck /= total;
  result.defect = largest_defect(model, rows);
  if (result.illegal == 0 && result.stuck == 0)
    if (const auto law = sampled_law(rows)) compare_laws(model, *law, result);
  return result;
}

}  // namespace touchstone::explore
