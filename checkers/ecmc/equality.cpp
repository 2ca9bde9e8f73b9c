// checkers/ecmc/equality.cpp
// Purpose   Checks that compare a scheme with the single clock: random legs, legs with ties, ends
//           of legs at events, other numbers of threads, repaired violations.
// Source    B. Li, S. Todo, A. C. Maggs, W. Krauth, Comput. Phys. Commun. 261, 107702 (2021),
//           lemma 2 and remark 7: without a horizon violation the result is that of Algorithm 2,
//           with one the liftings before it are. Times are integers, so equal means equal.
#include "checkers/ecmc/chain_kind.hpp"
#include "checkers/ecmc/findings.hpp"
#include "checkers/ecmc/planted_cases.hpp"
#include "checkers/threads_that_ran.hpp"
#include "models/core/errors.hpp"

namespace touchstone::ecmc {
namespace {

using disks::ChainParameters;
using disks::ChainScheme;
using disks::Ticks;

std::string number(const char* what, std::size_t k) { return fmt::format("{} {}", what, k); }

constexpr std::size_t kLeastViolated = 10;  ///< fewer legs with a violation show nothing of it

/// Counts of legs with a violation.
struct Violations {
  std::size_t legs = 0;
  std::size_t liftings = 0;  ///< before a violation, in all of them
};

LegFindings on_cases(const ChainScheme& scheme, const CheckContext& context, const char* what,
                     const std::vector<ChainCase>& cases, std::uint64_t schedules,
                     Violations& violations) {
  LegFindings findings;
  std::size_t k = 0;
  for (const ChainCase* one : runnable(scheme, cases)) {
    bool here = false;
    for (std::uint64_t s = 0; s < schedules; ++s) {
      const ChainParameters p{.threads = context.threads, .seed = part_seed(context, 3 + s)};
      const ChainOutcome run = run_case(scheme, one->leg, one->graph, p);
      judge_run(findings, one->reference, run, number(what, k));
      if (run.violation == disks::kNoViolation) continue;
      here = true;
      violations.liftings += liftings_before(one->reference, run.violation);
    }
    violations.legs += here ? 1 : 0;
    ++k;
  }
  return findings;
}

/// Some liftings before a violation have to be compared, wherever it is reported. Ties may come
/// before any lifting, by the order of threads.
CheckResult equals_global_time(const ChainScheme& scheme, const CheckContext& context) {
  Violations seen;
  LegFindings findings = on_cases(scheme, context, "leg", random_cases(context), 2, seen);
  if (seen.legs >= kLeastViolated && seen.liftings == 0)
    findings.run(fmt::format("violations in {} legs, and no lifting before any", seen.legs), "leg");
  return findings.result();
}

CheckResult ties(const ChainScheme& scheme, const CheckContext& context) {
  Violations ignored;
  LegFindings findings =
      on_cases(scheme, context, "leg with ties", tied_cases(context), 4, ignored);
  const ChainCase fork = planted_fork();
  judge_run(findings, fork.reference,
            run_case(scheme, fork.leg, fork.graph, {.threads = context.threads}), "a planted tie");
  return findings.result();
}

/// Ends of legs at a lifting and one tick to either side of it, and two legs in place of one: a
/// lifting at the breakpoint belongs to the next leg.
CheckResult breakpoints(const ChainScheme& scheme, const CheckContext& context) {
  LegFindings findings;
  std::size_t k = 0;
  for (const ChainCase* one : runnable(scheme, random_cases(context))) {
    const auto& liftings = one->reference.liftings;
    if (++k % 2 == 0 || liftings.empty()) continue;
    const Ticks event = liftings[liftings.size() / 2].time;
    for (const Ticks stop : {event - 1, event, event + 1}) {
      if (stop < 1 || stop >= one->leg.duration) continue;
      disks::Leg first = one->leg;
      first.duration = stop;
      const auto run = scheme.start(one->leg, one->graph, {.seed = part_seed(context, 5)});
      run->advance(stop);
      judge_run(findings, reference_end(first, one->graph), outcome(first, *run, run->violation()),
                number("first part of leg", k));
      run->advance(one->leg.duration - stop);
      judge_run(findings, one->reference, outcome(one->leg, *run, run->violation()),
                number("both parts of leg", k));
    }
  }
  return findings.result();
}

constexpr int kAttempts = 300;  ///< helpers come when they can, on a busy machine late

/// The case with most liftings, of several active disks; null where there is none.
const ChainCase* longest(const std::vector<const ChainCase*>& cases) {
  const ChainCase* found = nullptr;
  for (const ChainCase* one : cases)
    if (one->leg.active.size() > 1 &&
        (!found || one->reference.liftings.size() > found->reference.liftings.size()))
      found = one;
  return found;
}

CheckResult thread_invariance(const ChainScheme& scheme, const CheckContext& context) {
  LegFindings findings;
  ThreadsThatRan ran;
  std::size_t k = 0;
  const auto compare = [&](const ChainCase& one, std::initializer_list<int> numbers) {
    const std::uint64_t seed = part_seed(context, 6);
    // Up to the first violation alone hardly anything would be compared.
    const auto on_violation =
        scheme.repairs ? disks::OnViolation::repair : disks::OnViolation::remember;
    const ChainOutcome alone = run_case(scheme, one.leg, one.graph,
                                        {.threads = 1, .seed = seed, .on_violation = on_violation});
    for (const int threads : numbers) {
      const auto run = scheme.start(
          one.leg, one.graph, {.threads = threads, .seed = seed, .on_violation = on_violation});
      run->advance(one.leg.duration);
      judge_run(findings, alone.end,
                outcome(one.leg, *run,
                        scheme.repairs ? disks::kNoViolation
                                       : std::min(run->violation(), alone.violation)),
                fmt::format("leg {} on {} threads", k, threads));
      if (scheme.repairs || run->violation() == disks::kNoViolation) ran.add(*run);
    }
  };
  const auto cases = runnable(scheme, random_cases(context));
  for (const ChainCase* one : cases)
    if (++k % 3 == 0) compare(*one, {2, 4, 8});
  if (const ChainCase* const one = longest(cases); one != nullptr && scheme.info.parallel)
    for (int attempt = 0; attempt < kAttempts && !ran.several(); ++attempt) compare(*one, {2});
  CheckResult result = findings.result();
  result.params.erase("runs");  // as many as it took until a helper came
  if (result.verdict == Verdict::pass) result.detail = "all runs compared";
  return ran.stated(std::move(result), scheme.info.parallel);
}

bool has_violation(const ChainScheme& scheme, const ChainCase& one, const CheckContext& context) {
  const ChainParameters p{.threads = context.threads, .seed = part_seed(context, 7)};
  return run_case(scheme, one.leg, one.graph, p).violation != disks::kNoViolation;
}

std::size_t violated_cases(const ChainScheme& scheme, const CheckContext& context) {
  std::size_t violated = 0;
  for (const auto* cases : {&random_cases(context), &tied_cases(context)})
    for (const ChainCase& one : *cases)
      violated += can_run(scheme, one) && has_violation(scheme, one, context) ? 1 : 0;
  return violated;
}

/// Whatever was violated, a scheme that repairs ends as with one clock. Several threads see
/// violations apart from each other, and all of them have to take their work back.
CheckResult repair(const ChainScheme& scheme, const CheckContext& asked) {
  if (!scheme.repairs && scheme.local_times) throw CannotRun("the scheme repairs nothing");
  const auto violated_by = [&](const CheckContext& c) {
    return scheme.local_times ? violated_cases(scheme, c) : kLeastViolated;
  };
  const CheckContext context =
      with_enough(asked, [&](const CheckContext& c) { return violated_by(c) >= kLeastViolated; });
  const std::size_t violated = violated_by(context);
  LegFindings findings;
  std::size_t k = 0;
  for (const auto* cases : {&random_cases(context), &tied_cases(context)})
    for (const ChainCase* one : runnable(scheme, *cases)) {
      ++k;
      for (const int threads : {context.threads, 2}) {
        // Short legs of several chains: each epoch is a barrier.
        if (threads != context.threads &&
            (one->leg.active.size() < 2 ||
             one->leg.duration > 10 * disks::mean_free_path(one->leg.start.size())))
          continue;
        const ChainParameters p{.threads = threads,
                                .seed = part_seed(context, 7),
                                .on_violation = disks::OnViolation::repair};
        const auto run = scheme.start(one->leg, one->graph, p);
        run->advance(one->leg.duration);
        judge_run(findings, one->reference, outcome(one->leg, *run, disks::kNoViolation),
                  fmt::format("leg {} on {} threads", k, threads));
      }
    }
  if (violated < kLeastViolated)
    findings.run(fmt::format("only {} legs with a violation to repair", violated), "all legs");
  return findings.result();
}

constexpr Claims kEqual = Claims::equals_reference;

const bool registered =
    register_check(ChainCheck{.name = "ecmc/equals global time",
                              .shows =
                                  "random legs end as with a single clock, to the last tick, or "
                                  "up to the violation reported",
                              .needs = kEqual,
                              .run = equals_global_time}) &&
    register_check(ChainCheck{.name = "ecmc/ties",
                              .shows = "events that coincide are in order, or a violation",
                              .needs = kEqual,
                              .run = ties}) &&
    register_check(ChainCheck{.name = "ecmc/breakpoints",
                              .shows = "legs that end at a lifting or a tick beside it, and go on",
                              .needs = kEqual,
                              .run = breakpoints}) &&
    register_check(ChainCheck{.name = "ecmc/thread invariance",
                              .shows = "legs asked for on 1, 2, 4 and 8 threads end alike",
                              .needs = Claims::thread_invariant,
                              .run = thread_invariance}) &&
    register_check(ChainCheck{.name = "ecmc/repair",
                              .shows = "violations that are repaired leave no trace",
                              .needs = kEqual,
                              .run = repair});

}  // namespace
}  // namespace touchstone::ecmc
