// checkers/cmc/start_words.cpp
// Purpose   Words by which users name starts: what each stands for, and which are refused. They are
//           registered with the initial states, as starts that nothing random decides.
// Source    docs/cmc.md, section "Starts"; P. Kroupa, Mon. Not. R. Astron. Soc. 322, 231 (2001); E.
//           E. Salpeter, Astrophys. J. 121, 161 (1955).
#include <algorithm>
#include <cmath>

#include "checkers/cmc/drawn_start.hpp"
#include "checkers/cmc/findings.hpp"
#include "models/cmc/cluster_start.hpp"

namespace touchstone::starts {
namespace {

using cluster::ClusterStart;
using cluster::Stars;

/// Every model with every kind of masses is a start in N-body units.
void judge_units(Findings& findings) {
  for (const char* const model : {"plummer", "king:1", "king:12", "elson:2.5", "elson:10"})
    for (const char* const masses :
         {"equal", "kroupa", "kroupa:1:2", "salpeter", "salpeter:0.5:20", "two:1.5:0.5"}) {
      const Stars stars = cluster::start_of_cluster({model, masses}, kStars, 7);
      const std::string wrong = numbers_of(stars, false).wrong;
      findings.expect(wrong.empty(), fmt::format("{} of {}: {}", model, masses, wrong));
      const auto [light, heavy] = std::minmax_element(stars.mass.begin(), stars.mass.end());
      findings.expect((*light == *heavy) == (std::string(masses) == "equal"),
                      fmt::format("{} of {}: masses that are equal, or are not", model, masses));
    }
}

/// Words without numbers stand for the ones that are documented.
void judge_usual_numbers(Findings& findings) {
  for (const auto& [word, whole] :
       {std::pair{"kroupa", "kroupa:0.08:150"}, std::pair{"salpeter", "salpeter:0.1:100"}}) {
    const auto stars = [&](const char* masses) {
      return cluster::start_of_cluster({"plummer", masses}, 300, 5);
    };
    findings.expect(stars(word) == stars(whole), fmt::format("{} is not {}", word, whole));
  }
  const auto near = [&](double found, double expected, const char* what) {
    findings.expect_near(found / expected, 1, 1e-12, what);
  };
  near(cluster::kroupa().mass(0), 0.08, "Kroupa's lightest star");
  near(cluster::kroupa().mass(1), 150, "Kroupa's heaviest star");
  near(cluster::salpeter().mass(0), 0.1, "Salpeter's lightest star");
  near(cluster::salpeter().mass(1), 100, "Salpeter's heaviest star");
}

void judge_options(Findings& findings) {
  const auto expect = [&](const ClusterStart& start, bool usual, const char* options) {
    findings.expect(
        start.usual() == usual && start.options() == options,
        fmt::format("options of a start: '{}', expected '{}'", start.options(), options));
  };
  expect({}, true, "");
  expect({"king:6"}, false, " --start king:6");
  expect({"plummer", "kroupa"}, false, " --masses kroupa");
  expect({"elson:3", "two:2:0.5"}, false, " --start elson:3 --masses two:2:0.5");
}

Drawn found_in_words(std::uint64_t) {
  Findings findings;
  judge_units(findings);
  judge_usual_numbers(findings);
  judge_options(findings);
  const CheckResult result = findings.result(1, "");
  return {.wrong = result.verdict == Verdict::pass ? "" : result.detail};
}

std::vector<std::function<void()>> refused_words() {
  std::vector<std::function<void()>> all{
      [] { cluster::start_of_cluster({"king:6"}, 1, 1); },
      [] {
        cluster::start_of_cluster({"plummer", "kroupa"}, 1, 1);
      },
      [] { cluster::MassFunction({}); },
      [] { cluster::MassFunction({{.low = 1, .high = 1, .exponent = 0, .stars = 0}}); },
      [] { cluster::MassFunction({{.low = 0, .high = 1, .exponent = 0, .stars = 1}}); },
      [] { cluster::MassFunction({{.low = 1, .high = INFINITY, .exponent = 0, .stars = 1}}); }};
  for (const char* const masses :
       {"equal:1", "kroupa:1:1", "kroupa:1:inf", "kroupa:nan:1", "kroupa:1:2:3", "salpeter:0:1",
        "salpeter:1", "two:inf:0.5", "two:0.5:0.5", "two:2:-0.1", "two:2:1.1", "two:2:0.5:1",
        "kroupa:", "kroupa:0.1:1x", "file:"})
    all.emplace_back([masses] { cluster::require_valid(ClusterStart{"plummer", masses}); });
  for (const char* const model : {"elson:inf", "elson:4:4", "king:-6", "Plummer"})
    all.emplace_back([model] { cluster::require_valid(ClusterStart{model}); });
  return all;
}

const bool registered =
    register_generator("cmc", {.info = {.name = "cmc/start-words", .source = "docs/cmc.md"},
                               .draw = found_in_words,
                               .refused = refused_words()});

}  // namespace
}  // namespace touchstone::starts
