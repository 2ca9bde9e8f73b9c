// checkers/disks/invariants.cpp
// Purpose   Registers the deterministic checks: each predicate on all standard runs.
#include <fmt/format.h>

#include "checkers/disks/disk_kind.hpp"
#include "checkers/disks/standard_runs.hpp"

namespace touchstone::property {
namespace {

using disks::DiskScheme;

constexpr Claims kAnyBalance = Claims::detailed_balance | Claims::global_balance;
constexpr const char* kCheap = "about 0.1 s";

/// Adds up a predicate over runs; runs that the scheme cannot do are left out, and if it can do
/// none the reason is passed on.
template <class Predicate>
CheckResult over_runs(const std::vector<Run>& runs, Predicate&& predicate) {
  Finding total;
  std::size_t done = 0;
  std::string reason;
  for (const Run& run : runs) {
    try {
      total += predicate(run);
      ++done;
    } catch (const CannotRun& error) {
      reason = error.what();
    }
  }
  if (done == 0) throw CannotRun(reason);
  std::string well = fmt::format("{} runs", done);
  if (done < runs.size())
    well += fmt::format("; {} others cannot be run ({})", runs.size() - done, reason);
  return count_violations(total.violations, total.trials, total.first, well);
}

using Predicate = Finding (*)(const DiskScheme&, const Run&);

DiskCheck standard_check(const char* name, const char* shows, Claims needs, Predicate predicate) {
  return {.name = std::string("property/") + name,
          .shows = shows,
          .needs = needs,
          .cost = kCheap,
          .run = [predicate](const DiskScheme& scheme, const CheckContext& context) {
            return over_runs(standard_runs(context),
                             [&](const Run& run) { return predicate(scheme, run); });
          }};
}

DiskCheck about_trial_moves(DiskCheck check) {
  check.only = {.of_trial_moves = true};
  return check;
}

/// Runs in which a scheme that uses threads really shares its work among several: the larger ones
/// are for schemes that take one thread for a small system.
CheckResult any_number_of_threads(const DiskScheme& scheme, const CheckContext& context) {
  int most = 1;
  const auto compared = [&](const Run& run) {
    const Finding finding = thread_invariant(scheme, run);
    most = std::max(most, finding.threads);
    return finding;
  };
  CheckResult result = over_runs(short_runs(context), compared);
  for (std::size_t k = 0; scheme.info.parallel && most < 2 && k < large_runs(context).size() &&
                          result.verdict == Verdict::pass;
       ++k)
    result = over_runs({large_runs(context)[k]}, compared);
  result.params["ran"] = most;
  if (scheme.info.parallel && most < 2 && result.verdict == Verdict::pass)
    return {.verdict = Verdict::not_run,
            .detail = "all runs were done by one thread: the claim was not tested"};
  return result;
}

CheckResult forced_reject(const DiskScheme& scheme, const CheckContext& context) {
  return over_runs(jammed_runs(context), [&](const Run& run) { return rejects(scheme, run); });
}

CheckResult equals_reference(const DiskScheme& scheme, const CheckContext& context) {
  const DiskScheme& other = disks::scheme(scheme.equals);
  std::vector<Run> runs = standard_runs(context);
  for (const std::vector<Run>& more :
       {jammed_runs(context), late_runs(context), shaped_runs(context)})
    runs.insert(runs.end(), more.begin(), more.end());
  return over_runs(runs, [&](const Run& run) { return equals(scheme, other, run); });
}

/// Invariants that hold in boxes of any shape; schemes with four slots to a cell leave out some.
CheckResult any_shape(const DiskScheme& scheme, const CheckContext& context) {
  return over_runs(shaped_runs(context), [&](const Run& run) {
    Finding finding = legal(scheme, run);
    for (const Predicate holds : {inside_the_box, conserves_particles})
      finding += holds(scheme, run);
    if (scheme.trial_moves) finding += trials_counted(scheme, run);
    return finding;
  });
}

const bool registered =
    register_check(DiskCheck{.name = "property/any shape",
                             .shows =
                                 "in thin boxes, in those at the limits of cells, and with full "
                                 "cells disks stay legal, inside, all there, and are counted",
                             .needs = kAnyBalance,
                             .cost = kCheap,
                             .run = any_shape}) &&
    register_check(standard_check(
        "reports itself", "threads, sweeps, disks by colour and memory are reported as they are",
        kAnyBalance, reports_itself)) &&
    register_check(standard_check("legal", "no two disks ever overlap (all pairs, every sweep)",
                                  kAnyBalance, legal)) &&
    register_check(standard_check("inside the box", "every centre stays in the periodic box",
                                  kAnyBalance, inside_the_box)) &&
    register_check(standard_check("conserves particles", "no disk is lost or duplicated",
                                  Claims::conserves_particles, conserves_particles)) &&
    register_check(standard_check("same seed, same trajectory",
                                  "a seed decides positions and counts, bit for bit", kAnyBalance,
                                  same_seed_same_trajectory)) &&
    register_check(standard_check("different seeds differ", "the seed has an effect", kAnyBalance,
                                  different_seeds_differ)) &&
    register_check(DiskCheck{.name = "property/thread invariant",
                             .shows = "1, 2, 3, 4 and 7 threads give the same bits",
                             .needs = Claims::thread_invariant,
                             .cost = "about 1 s on few cores",
                             .run = any_number_of_threads}) &&
    register_check(about_trial_moves(standard_check(
        "trials counted", "attempted moves are counted exactly", kAnyBalance, trials_counted))) &&
    register_check(DiskCheck{.name = "property/forced reject",
                             .shows = "in a jammed crystal nothing moves and nothing is accepted",
                             .needs = kAnyBalance,
                             .cost = kCheap,
                             .run = forced_reject,
                             .only = {.of_trial_moves = true}}) &&
    register_check(
        DiskCheck{.name = "property/equals reference",
                  .shows = "same stream, same positions and counts as the serial algorithm, bit "
                           "for bit",
                  .needs = Claims::equals_reference,
                  .cost = kCheap,
                  .run = equals_reference});

}  // namespace
}  // namespace touchstone::property
