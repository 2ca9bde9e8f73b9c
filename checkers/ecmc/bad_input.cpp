// checkers/ecmc/bad_input.cpp
// Purpose   Starts that make no sense are refused, with words that say what is wrong.
#include <functional>
#include <utility>

#include "checkers/ecmc/chain_kind.hpp"
#include "checkers/ecmc/findings.hpp"
#include "models/core/errors.hpp"
#include "models/disks/chains/near_graph.hpp"

namespace touchstone::ecmc {
namespace {

using disks::ChainParameters;
using disks::ChainScheme;
using disks::Configuration;
using disks::ConstraintGraph;
using disks::Leg;

struct BadStart {
  const char* what;
  Leg leg;
  ConstraintGraph graph;
  ChainParameters parameters;
  std::vector<const char*> words;  ///< that the message must have
};

Leg leg_of(const Configuration& c) {
  return {disks::in_fixed_point(c), {0}, disks::kTicksPerSide / 2};
}

BadStart bad(const char* what, Leg leg, std::vector<const char*> words) {
  // Constraint graph of the start, as far as one can be made.
  ConstraintGraph graph = disks::near_graph(leg.start);
  return {what, std::move(leg), std::move(graph), {}, std::move(words)};
}

/// Disks 0 and 1, in one column, meet disk 2 between them.
Leg two_at_once() {
  Leg leg = leg_of({{8, 8}, {{1, 3.5}, {1, 4.75}, {3, 4.125}, {6, 1}}});
  leg.active = {0, 1};
  return leg;
}

/// Rows of a lattice that is too dense: 100 disks where 92 fit.
Leg too_dense() {
  Configuration c{{9, 9}, {}};
  for (int row = 0; row < 10; ++row)
    for (int column = 0; column < 10; ++column) c.centres.push_back({0.9 * column, 0.9 * row});
  return leg_of(c);
}

std::vector<BadStart> bad_starts(const ChainScheme& scheme) {
  const Leg good = leg_of({{8, 8}, {{1, 4}, {3, 4.25}, {5, 1}, {6, 6.5}}});
  std::vector<BadStart> all;
  all.push_back(bad("overlap", leg_of({{8, 8}, {{1, 4}, {5, 2}, {5.25, 2.5}}}),
                    {"disks 1 and 2", "overlap"}));
  all.push_back(bad("exact tie", leg_of({{8, 8}, {{1, 4}, {3, 4.625}, {3, 3.375}}}),
                    {"tie", "disk 0", "disks 1 and 2"}));
  all.push_back(bad("above close packing", too_dense(), {"close packing"}));
  BadStart many = bad("more active disks than disks", good, {"active", "5"});
  many.leg.active = {0, 1, 2, 3, 0};
  all.push_back(many);
  BadStart none = bad("no active disk", good, {"active", "0"});
  none.leg.active.clear();
  all.push_back(none);
  BadStart unknown = bad("an active disk that does not exist", good, {"active", "4"});
  unknown.leg.active = {4};
  all.push_back(unknown);
  BadStart again = bad("an active disk twice", good, {"active", "2 twice"});
  again.leg.active = {2, 0, 2};
  all.push_back(again);
  all.push_back(bad("two active disks that meet a third at once", two_at_once(),
                    {"tie", "disks 0 and 1", "disk 2"}));
  BadStart still = bad("no duration", good, {"duration", "0"});
  still.leg.duration = 0;
  all.push_back(still);
  BadStart foreign =
      bad("graph of another configuration", good, {"graph", "another configuration"});
  foreign.graph = disks::near_graph(disks::transposed(good.start));
  all.push_back(foreign);
  BadStart fewer = bad("graph of fewer disks", good, {"graph", "number of disks", "3"});
  fewer.graph =
      disks::near_graph(disks::in_fixed_point(Configuration{{8, 8}, {{1, 4}, {3, 4}, {5, 1}}}));
  all.push_back(fewer);
  BadStart crowd = bad("too many threads", good, {"threads", "1025"});
  crowd.parameters.threads = 1025;
  all.push_back(crowd);
  BadStart idle = bad("no threads", good, {"threads", "0"});
  idle.parameters.threads = 0;
  all.push_back(idle);
  if (scheme.local_times && !scheme.repairs) {
    BadStart repaired = bad("a repair by a scheme that repairs nothing", good, {"violations"});
    repaired.parameters.on_violation = disks::OnViolation::repair;
    all.push_back(repaired);
  }
  return all;
}

std::optional<std::string> accepted(const ChainScheme& scheme, const BadStart& bad) {
  try {
    scheme.start(bad.leg, bad.graph, bad.parameters);
  } catch (const InputError& error) {
    const std::string message = error.what();
    for (const char* word : bad.words)
      if (message.find(word) == std::string::npos)
        return fmt::format("the error does not say '{}': {}", word, message);
    return std::nullopt;
  }
  return std::string("accepted");
}

CheckResult refuses_bad_input(const ChainScheme& scheme, const CheckContext&) {
  LegFindings findings;
  for (const BadStart& bad : bad_starts(scheme)) {
    findings.run(accepted(scheme, bad), bad.what);
    findings.compared(1);
  }
  CheckResult result = findings.result();
  if (!findings.failed()) result.detail = fmt::format("{} bad starts", findings.runs());
  return result;
}

const bool registered = register_check(ChainCheck{
    .name = "ecmc/bad input",
    .shows = "starts that make no sense are refused, and the error says what is wrong",
    .needs = Claims::equals_reference | Claims::global_balance | Claims::detailed_balance,
    .run = refuses_bad_input});

}  // namespace
}  // namespace touchstone::ecmc
