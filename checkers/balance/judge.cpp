#include "checkers/balance/judge.hpp"

#include <fmt/format.h>

#include <cmath>

#include "checkers/balance/distance.hpp"
#include "checkers/balance/every_sweep.hpp"
#include "checkers/balance/exact_distance.hpp"
#include "checkers/balance/flows.hpp"
#include "checkers/balance/fresh_streams.hpp"
#include "checkers/balance/pieces.hpp"
#include "checkers/balance/stages.hpp"
#include "statistics/exact/spectrum.hpp"

namespace touchstone::balance {
namespace {

constexpr double kRounding = 1e-12;  // of an exact vector in doubles, all states together

std::string number(double value) { return fmt::format("{:.4g}", value); }

/// All verdicts, computed with one type of integers.
template <class Int>
class Judge {
 public:
  Judge(const TinyModel& model, TinySystem& system, const Enumeration& found,
        const JudgeOptions& options)
      : model_(model),
        system_(system),
        found_(found),
        states_(found.states),
        options_(options),
        chain_(make_chain<Int>(found, options.symmetry)) {}

  Judgement judgement() {
    fill_in_numbers();
    legal_states();
    for (std::size_t o = 0; o < model_.operators.size(); ++o) {
      const TinyOperator& one = model_.operators[o];
      detailed_balance(o, has(one.claims, Claims::detailed_balance));
      global_balance(o, chain_.operator_lumps[o].matrix, has(one.claims, Claims::global_balance));
    }
    global_balance(model_.operators.size(), chain_.step_lump.matrix,
                   has(model_.claims, Claims::global_balance));
    connected();
    memory_and_distance();
    stage_invariance();
    streams();
    sweeps();
    schedule();
    relaxation();
    return std::move(result_);
  }

 private:
  Finding& add(const char* name, std::size_t which, bool holds, bool claimed = true) {
    const std::string subject =
        which == model_.operators.size() ? "step" : model_.operators[which].name;
    const Verdict verdict =
        !claimed ? Verdict::not_claimed : (holds ? Verdict::pass : Verdict::fail);
    result_.findings.push_back({name, subject, verdict, 0, "", "", {}});
    return result_.findings.back();
  }
  std::size_t step() const { return model_.operators.size(); }
  std::string picture(Index configuration) const {
    return configuration < states_.configurations()
               ? system_.picture(states_.configuration_key(configuration))
               : "an illegal state";
  }
  /// A state that stands for a configuration.
  StateKey state_of(Index configuration) const {
    return states_.key(chain_.classes.members[configuration].front());
  }

  void fill_in_numbers() {
    result_.states = states_.size();
    result_.configurations = states_.configurations();
    result_.effort = found_.effort;
    result_.observable = system_.observable();
    legal_ = true;
    result_.by_symmetry = options_.symmetry;
    result_.bits = std::is_same_v<Int, Big> ? 0 : static_cast<int>(8 * sizeof(Int));
    for (Index s = 0; s < states_.size(); ++s)
      result_.recurrent += chain_.parts.closed[chain_.parts.of[s]] != 0 ? 1 : 0;
    for (const Pieces& pieces : found_.operators) result_.in_pieces |= pieces.in_pieces;
  }

  void legal_states() {
    for (std::size_t o = 0; o < model_.operators.size(); ++o) {
      const Matrix<Int>& matrix = chain_.operators[o].matrix;
      std::size_t illegal = 0;
      bool complete = true;
      std::optional<std::pair<Index, Index>> first;
      for (Index x = 0; x < matrix.size(); ++x) {
        Int sum = 0;
        for (const auto& [to, weight] : matrix.rows[x]) {
          sum += weight;
          if (states_.configuration(x) == States::kIllegal ||
              states_.configuration(to) != States::kIllegal)
            continue;
          ++illegal;
          if (!first) first = {x, to};
        }
        complete = complete && sum == matrix.denominator;
      }
      legal_ = legal_ && complete && illegal == 0;
      Finding& finding = add("stochastic", o, complete && illegal == 0);
      finding.value = static_cast<double>(illegal);
      if (!complete)
        finding.detail = "a row does not sum to 1";
      else if (!first)
        finding.detail = "rows sum to 1, every outcome is legal";
      else
        finding.detail = fmt::format("{} transitions end in an illegal state, the first: {} -> {}",
                                     illegal, system_.picture(states_.key(first->first)),
                                     system_.picture(states_.key(first->second)));
      if (first)
        witness(finding, o, states_.key(first->first),
                [&](StateKey end) { return end == states_.key(first->second); });
    }
  }

  template <class Wanted>
  void witness(Finding& finding, std::size_t which, StateKey from, Wanted&& wanted) {
    if (!options_.witnesses) return;
    const auto found = shortest_tape(model_, system_, which, from, wanted);
    if (found) finding.witnesses.push_back(*found);
  }
  auto reaches(Index configuration) {
    return [this, configuration](StateKey end) {
      const Index c = states_.find_configuration(system_.configuration(end));
      return configuration < states_.configurations() ? c == configuration : c == States::kIllegal;
    };
  }

  void global_balance(std::size_t which, const Matrix<Int>& matrix, bool claimed) {
    const auto worst = worst_imbalance(matrix, chain_.classes, states_, chain_.total_weight);
    Finding& finding = add("global balance", which, !worst, claimed);
    finding.exact = worst ? fraction(worst->relative) : "0";
    finding.value = worst ? decimal(worst->relative) : 0;
    finding.detail = "inflow equals outflow in every configuration";
    if (worst) {
      finding.detail =
          fmt::format("{}: inflow {}, outflow {} (largest of all)", picture(worst->configuration),
                      number(decimal(worst->inflow)), number(decimal(worst->outflow)));
      if (worst->from != worst->configuration)
        witness(finding, which, state_of(worst->from), reaches(worst->configuration));
    }
    if (which == step()) {
      result_.one_step = finding.value;
      result_.one_step_exact = finding.exact;
      balanced_ = !worst;
    }
  }

  void detailed_balance(std::size_t which, bool claimed) {
    const auto worst = worst_asymmetry(chain_.operator_lumps[which].matrix, states_);
    Finding& finding = add("detailed balance", which, !worst, claimed);
    finding.exact = worst ? fraction(worst->difference) : "0";
    finding.value = worst ? decimal(worst->difference) : 0;
    finding.detail = "every pair of flows is equal";
    if (!worst) return;
    finding.detail = fmt::format("{} -> {} with {}, back with {}", picture(worst->x),
                                 picture(worst->y), fraction(worst->there), fraction(worst->back));
    if (!claimed) return;
    witness(finding, which, state_of(worst->x), reaches(worst->y));
    witness(finding, which, state_of(worst->y), reaches(worst->x));
  }

  void connected() {
    const Matrix<Int>& matrix = chain_.step_lump.matrix;
    Graph graph = graph_of(matrix);
    if (matrix.rows[chain_.classes.illegal()].empty()) graph.pop_back();
    const Components parts = components(graph);
    Finding& reach = add("irreducible", step(), parts.count() == 1);
    reach.value = static_cast<double>(parts.count());
    reach.detail = parts.count() == 1
                       ? "every configuration is reached from every other"
                       : fmt::format("{} classes of configurations, {} of them never left",
                                     parts.count(), parts.closed_count());
    irreducible_ = parts.count() == 1;
    const std::uint64_t cycle = irreducible_ ? period(graph) : 0;
    Finding& finding = add("aperiodic", step(), cycle == 1);
    finding.value = static_cast<double>(cycle);
    finding.detail = irreducible_ ? fmt::format("period {}", cycle) : "not irreducible";
    if (!irreducible_) finding.verdict = Verdict::not_run;
  }

  /// The distribution over states, all memory included, to which the chain tends.
  Stationary tends_to(const std::optional<ExactDistance>& exact) const {
    return exact && !exact->sampled.empty() ? Stationary{exact->sampled, kRounding}
                                            : sampled(chain_, states_);
  }

  void memory_and_distance() {
    const bool forgets = chain_.forgets();
    if (legal_ && (!forgets || (options_.distance && !balanced_))) {
      const auto exact = exact_distance(chain_, states_);
      reached_ = tends_to(exact);
      result_.distance = distance(chain_, states_, *reached_);
      if (exact) {
        result_.distance->exact = fraction(exact->total_variation);
        result_.distance->total_variation = decimal(exact->total_variation);
        result_.distance->error = 0;
      }
    } else if (forgets && balanced_ && irreducible_) {
      result_.distance = Distance{0, 0, "0", 0};
    }
    const double apart = result_.distance ? result_.distance->total_variation : 0;
    const bool harmless = forgets || within_claim();
    Finding& finding = add("hidden memory", step(), harmless);
    finding.value = forgets ? 0 : apart;
    finding.exact = forgets ? "0" : (result_.distance ? result_.distance->exact : "");
    if (forgets) {
      finding.detail = "configurations alone are a Markov chain";
      return;
    }
    if (!legal_) {  // no distribution over legal states to compare: never a silent pass
      finding.verdict = Verdict::not_run;
      finding.detail = "the scheme remembers more than the configuration, and leaves legal states";
      return;
    }
    const auto& [a, b] = chain_.step_lump.different.empty() ? first_difference()
                                                            : chain_.step_lump.different.front();
    finding.detail = fmt::format(
        "equal configurations go on differently: {} and {}; the distribution tends to one that is "
        "{} away",
        system_.picture(states_.key(a)), system_.picture(states_.key(b)), number(apart));
  }
  /// Memory is harmless when the distribution it leads to is the claimed one: exactly, or as far as
  /// a proven bound can tell.
  bool within_claim() const {
    if (!result_.distance) return false;
    const Distance& d = *result_.distance;
    if (!d.exact.empty()) return d.exact == "0";
    return std::isfinite(d.error) && d.total_variation <= d.error;
  }
  const std::pair<Index, Index>& first_difference() const {
    for (const Lumped<Int>& lump : chain_.operator_lumps)
      if (!lump.different.empty()) return lump.different.front();
    return chain_.step_lump.different.front();
  }

  void stage_invariance() {
    if (found_.stages.empty()) return;
    std::optional<Stationary> over_states = reached_;
    if (!reached_ && legal_ && !stages_forget(chain_, states_))
      over_states = tends_to(exact_distance(chain_, states_));
    // Without a proven distribution over what is remembered, one representation speaks for all.
    if (over_states && !std::isfinite(over_states->error)) over_states.reset();
    const std::vector<StageResult> results =
        over_states ? stages_of(chain_, found_, over_states->probability)
                    : exact_stages_of(chain_, found_);
    for (const StageResult& stage : results) {
      const double tolerance = over_states ? 1e-9 + over_states->error : 0;
      const bool flat = stage.exact.empty() ? stage.spread <= tolerance : stage.exact == "0";
      Finding& finding = add("stage invariance", stage.which, flat);
      finding.name += ": " + stage.group;
      finding.value = stage.spread;
      finding.exact = stage.exact;
      finding.detail = stage.detail;
    }
  }

  void streams() {
    const std::string reopened = stream_read_twice(model_, system_, found_);
    Finding& finding = add("fresh streams", step(), reopened.empty());
    finding.value = reopened.empty() ? 0 : 1;
    finding.detail = reopened.empty() ? "no stream of random numbers is read twice"
                                      : "read twice: stream " + reopened;
  }

  void sweeps() {
    std::uint64_t compared = 0;
    const auto difference = sweep_difference(model_, system_, states_, compared);
    Finding& finding = add("every sweep", step(), !difference && compared > 0);
    finding.value = difference ? static_cast<double>(difference->sweep) : 0;
    finding.detail = difference
                         ? fmt::format(
                               "sweep {} goes another way than sweep 0 with the same choices, "
                               "from {}",
                               difference->sweep, system_.picture(difference->run.from))
                         : fmt::format("{} runs of sweeps up to 2^40 go as sweep 0 does", compared);
    if (difference) finding.witnesses.push_back(difference->run);
  }

  void schedule() {
    for (std::size_t o = 0; o < model_.operators.size(); ++o) {
      const Pieces& pieces = found_.operators[o];
      if (!pieces.in_pieces) continue;
      const auto& dependent = chain_.operators[o].schedule_dependent;
      Finding& finding = add("schedule independence", o, dependent.empty());
      finding.value = static_cast<double>(dependent.size());
      finding.detail =
          dependent.empty()
              ? "slices in reverse order give the same probabilities"
              : fmt::format("reverse order of slices matters in {} states, as {}", dependent.size(),
                            system_.picture(states_.key(dependent.front())));
    }
  }

  /// Only where the model says what the spectrum is; chains without one of their own fail.
  void relaxation() {
    if (model_.spectrum.empty()) return;
    const bool markov = legal_ && chain_.forgets();
    std::vector<WeightedRow> rows(states_.configurations());
    for (Index c = 0; markov && c < rows.size(); ++c)
      for (const auto& [to, weight] : chain_.step_lump.matrix.rows[c])
        rows[c].emplace_back(to, big(weight));
    const auto difference =
        markov
            ? spectrum_difference(rows, big(chain_.step_lump.matrix.denominator), model_.spectrum)
            : std::nullopt;
    Finding& finding = add("relaxation", step(), markov && !difference);
    if (!markov) {
      finding.detail = "legal configurations alone are no Markov chain, so they have no spectrum";
      return;
    }
    finding.exact = difference ? fraction(difference->found - difference->expected) : "0";
    finding.value = difference ? decimal(difference->found - difference->expected) : 0;
    finding.detail =
        difference ? fmt::format("sum of the chances of return after {} steps: {}, expected {}",
                                 difference->steps, number(decimal(difference->found)),
                                 number(decimal(difference->expected)))
                   : fmt::format("all {} eigenvalues are the known ones", rows.size());
  }

  const TinyModel& model_;
  TinySystem& system_;
  const Enumeration& found_;
  const States& states_;
  const JudgeOptions& options_;
  Chain<Int> chain_;
  Judgement result_;
  std::optional<Stationary> reached_;
  bool legal_ = false;
  bool balanced_ = false;
  bool irreducible_ = false;
};

template <class Int>
Judgement judgement(const TinyModel& model, TinySystem& system, const Enumeration& found,
                    const JudgeOptions& options) {
  return Judge<Int>(model, system, found, options).judgement();
}

/// Judges with the narrowest integer type that holds all numbers.
Judgement narrowest(const TinyModel& model, TinySystem& system, const Enumeration& found,
                    const JudgeOptions& options) {
  try {
    return judgement<std::uint64_t>(model, system, found, options);
  } catch (const TooWide&) {
  }
  try {
    return judgement<Uint128>(model, system, found, options);
  } catch (const TooWide&) {
  }
  return judgement<Big>(model, system, found, options);
}

}  // namespace

Judgement judge(const TinyModel& model, const JudgeOptions& options) {
  const std::unique_ptr<TinySystem> system = model.make();
  Enumeration found = enumerate(model, *system, options.limits, options.method);
  if (!pieces_agree(*system, found))  // slices share more than streams: memory of the body's own
    found = enumerate(model, *system, options.limits, Method::plain);
  return narrowest(model, *system, found, options);
}

const std::vector<std::string>& verdict_names() {
  static const std::vector<std::string> names = {
      "stochastic",  "detailed balance",      "global balance",   "irreducible",
      "aperiodic",   "hidden memory",         "stage invariance", "fresh streams",
      "every sweep", "schedule independence", "relaxation"};
  return names;
}

}  // namespace touchstone::balance
