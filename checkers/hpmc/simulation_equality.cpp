// checkers/hpmc/simulation_equality.cpp
// Purpose   Checks of whole trajectories: the bits of the reference, of other numbers of threads,
//           and configurations that are legal whatever was done.
#include "checkers/hpmc/legal_states.hpp"
#include "checkers/hpmc/shape_kind.hpp"
#include "checkers/hpmc/simulation_cases.hpp"
#include "checkers/hpmc/simulation_findings.hpp"
#include "checkers/threads_that_ran.hpp"
#include "suite/external/description.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Configuration;
using shapes::RunParameters;
using shapes::ShapeScheme;

/// Steps around powers of two, where counters of fewer bits would begin again.
std::uint64_t compare_late_steps(const ShapeScheme& scheme, const ShapeScheme& reference,
                                 const CheckContext& context, Findings& findings) {
  if (!scheme.continues || !reference.continues) return 0;
  std::uint64_t trials = 0;
  const Configuration start = test_lattice("pentagon", 4, 0.4);
  for (const int power : {9, 16, 30, 31, 32, 40}) {
    RunParameters p{.max_displacement = 0.1,
                    .seed = part_seed(context, 45),
                    .first_step = (std::uint64_t{1} << power) - 1};
    p.threads = context.threads;
    if (scheme.cuts) p.domains = {2, 1, 1};
    const auto run = scheme.start(start, p);
    const auto expected = reference.start(start, p);
    run->advance(2);
    expected->advance(2);
    const std::string different = first_difference(run->configuration(), expected->configuration());
    findings.expect(different.empty(), fmt::format("steps around 2^{}: {}", power, different));
    trials += run->stats().of_bodies().trials;
  }
  return trials;
}

CheckResult equals_reference(const ShapeScheme& scheme, const CheckContext& context) {
  const ShapeScheme& reference = shapes::shape_scheme(scheme.equals);
  Findings findings;
  std::uint64_t trials = 0;
  for (SimulationCase& one : simulation_cases(scheme, part_seed(context, 40))) {
    one.parameters.threads = context.threads;
    const auto run = scheme.start(one.start, one.parameters);
    const auto expected = reference.start(one.start, one.parameters);
    for (int step = 1; step <= one.steps; ++step) {
      run->advance(1);
      expected->advance(1);
      const std::string different =
          first_difference(run->configuration(), expected->configuration());
      findings.expect(different.empty(), fmt::format("{}, step {}: {}", one.name, step, different));
      if (!different.empty()) break;  // everything after differs
    }
    const shapes::MoveStats a = run->stats(), b = expected->stats();
    findings.expect(a.of_bodies().accepted == b.of_bodies().accepted &&
                        a.of_bodies().trials == b.of_bodies().trials,
                    one.name + ": numbers of trials and acceptances");
    trials += a.of_bodies().trials;
  }
  trials += compare_late_steps(scheme, reference, context, findings);
  return findings.result(trials, "the same bits in every step of every case, and in late steps");
}

CheckResult thread_invariance(const ShapeScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0;
  ThreadsThatRan ran;
  const Configuration start = test_lattice("disk", 12, 0.5);
  RunParameters p{.max_displacement = 0.2, .seed = part_seed(context, 41)};
  if (scheme.cuts) p.domains = {4, 2, 1};
  if (scheme.ranks) p.ranks = 2;  // of four domains each, shared by its threads
  const auto alone = scheme.start(start, p);
  alone->advance(10);
  for (const int threads : {2, 3, 8}) {
    p.threads = threads;
    const auto run = scheme.start(start, p);
    run->advance(10);
    const std::string different = first_difference(run->configuration(), alone->configuration());
    findings.expect(different.empty(), fmt::format("{} threads: {}", threads, different));
    trials += run->stats().of_bodies().trials;
    ran.add(*run);
  }
  return ran.stated(findings.result(trials, "1, 2, 3 and 8 threads asked for: the same bits"),
                    scheme.info.parallel || scheme.ranks);
}

CheckResult legal(const ShapeScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0;
  std::string systems;
  for (const SimulationCase& one : simulation_cases(scheme, part_seed(context, 42))) {
    systems += (systems.empty() ? "" : "; ") + one.name;
    const auto run = scheme.start(one.start, one.parameters);
    const LegalStates legal_states(one.start, scheme.tolerance);
    for (int part = 0; part < 3; ++part) {
      run->advance(static_cast<std::uint64_t>(one.steps / 3 + 1));
      legal_states.judge(run->configuration(), one.name, findings);
    }
    trials += run->stats().of_bodies().trials;
  }
  if (systems.empty() && external::is_program(scheme.info.name))
    return {.verdict = Verdict::not_run, .detail = "it refuses all systems that are sent"};
  return findings.result(trials,
                         "no overlaps, unit quaternions, all bodies in the box: " + systems);
}

const bool registered =
    register_check(ShapeCheck{.name = "shapes/equals reference",
                              .shows = "the serial reference gives the same bits",
                              .needs = Claims::equals_reference,
                              .run = equals_reference}) &&
    register_check(ShapeCheck{.name = "shapes/thread invariance",
                              .shows = "other numbers of threads give the same bits",
                              .needs = Claims::thread_invariant,
                              .run = thread_invariance}) &&
    register_check(ShapeCheck{.name = "shapes/legal",
                              .shows = "bodies never overlap, are never lost, and stay rigid",
                              .needs = Claims::conserves_particles,
                              .run = legal});

}  // namespace
}  // namespace touchstone::hpmc
