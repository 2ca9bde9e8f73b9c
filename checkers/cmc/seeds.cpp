// checkers/cmc/seeds.cpp
// Purpose   A run is a function of its start: the same seed gives the same bits, also beside other
//           runs and after them, and another seed gives other stars. Seeds that differ in one bit,
//           or follow each other, share no draws: none is a lag of another.
#include <algorithm>
#include <vector>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/compare_runs.hpp"
#include "checkers/cmc/starts.hpp"
#include "checkers/related_seeds.hpp"

namespace touchstone::cmc {
namespace {

CheckResult seeds(const cluster::ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0;
  const auto seed = static_cast<std::uint32_t>(part_seed(context, 80));
  const cluster::Stars start = unequal_with_losses(217, seed);
  const cluster::ClusterParameters p{
      .seed = seed, .ranks = cluster::ranks_of(scheme, 2), .threads = context.threads};
  cluster::ClusterParameters other = p;
  other.seed = seed ^ 1u;
  const auto first = scheme.start(start, p), beside = scheme.start(start, p),
             others = scheme.start(start, other);
  for (int step = 0; step < 4; ++step) {
    first->step();
    others->step();
    beside->step();
  }
  const auto after = scheme.start(start, p);
  for (int step = 0; step < 4; ++step) after->step();
  for (const auto* run : {&beside, &after}) {
    compare_runs(findings, **run, *first, run == &beside ? "beside others: " : "after others: ");
    trials += (*run)->report().trials;
  }
  findings.expect(first->stars().radius != others->stars().radius,
                  "another seed gives the same stars");
  return findings.result(trials, "the same bits again, others with another seed");
}

constexpr std::size_t kDraws = 2000;  ///< number for each stream

/// Pairs of draws of a stream that follow each other.
using Pairs = std::vector<std::uint64_t>;

void add_draws(cluster::Lfsr113 stream, Pairs& pairs) {
  std::uint64_t before = stream.next();
  for (std::size_t k = 0; k < kDraws; ++k) {
    const std::uint64_t now = stream.next();
    pairs.push_back(before << 32 | now);
    before = now;
  }
}

/// Streams of related seeds at the start: no two draws in succession occur in another stream.
/// (Two draws are equal to two others by accident with a chance of 1e-8.)
CheckResult seeds_apart(const cluster::ClusterScheme& scheme, const CheckContext& context) {
  const auto seeds = related_seeds(static_cast<std::uint32_t>(part_seed(context, 81)) | 1u, 32);
  const cluster::Stars start = unequal_with_losses(217, 1);
  Pairs pairs;
  for (const std::uint64_t seed : seeds) {
    const auto run = scheme.start(
        start, {.seed = static_cast<std::uint32_t>(seed), .ranks = 2, .threads = context.threads});
    for (const cluster::Lfsr113& stream : run->streams()) add_draws(stream, pairs);
  }
  const std::size_t all = pairs.size();
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  const std::uint64_t repeated = all - pairs.size();
  const bool enough = all >= 2 * kDraws * seeds.size();
  return count_violations(
      enough ? repeated : 1, all,
      enough ? fmt::format("{} of {} draws of related seeds are in two streams", repeated, all)
             : fmt::format("only {} draws of {} seeds", all, seeds.size()),
      fmt::format("{} draws of {} related seeds, on two ranks: in no stream those of another", all,
                  seeds.size()));
}

const bool registered =
    register_check(ClusterCheck{.name = "cmc/seeds apart",
                                .shows = "no seed repeats draws of a related one, on any rank",
                                .needs = Claims::conserves_particles,
                                .cost = "about 50 ms",
                                .run = seeds_apart,
                                .only = {.of_ranks = true}}) &&
    register_check(ClusterCheck{
        .name = "cmc/seeds",
        .shows = "a run is a function of its start: the same seed gives the same bits, "
                 "beside other runs, too, another seed others",
        .needs = Claims::conserves_particles,
        .run = seeds});

}  // namespace
}  // namespace touchstone::cmc
