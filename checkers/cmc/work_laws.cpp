// checkers/cmc/work_laws.cpp
// Purpose   Traffic of ranks as they count it themselves, against what a step has to send: figures
//           of the report are made of these counts, and no result depends on them.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), sections 3.4 (sample sort)
//           and 3.7 (the MPI calls).
// Computes  From the stars before and after a step: how many change their rank. Each must be sent
//           once, and those that a splitter of the sample sort put on the wrong side once more; how
//           many these are at most follows from the samples. A star is eight numbers of eight
//           bytes.
#include <algorithm>

#include "checkers/cmc/block_law.hpp"
#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/starts.hpp"

namespace touchstone::cmc {
namespace {

using cluster::Operation;
using cluster::Stars;
using cluster::Work;

constexpr std::size_t kStars = 603;
constexpr std::uint64_t kNumber = 8, kStar = 64;  // bytes
constexpr std::size_t kSamples = 16;              // of each rank, as in the public CMC program

/// Rank of each star, by id.
std::vector<std::size_t> rank_of_each(const Stars& stars, std::size_t all, std::size_t ranks) {
  std::vector<std::size_t> rank(all, ranks);
  const std::vector<std::size_t> border = borders(stars.size(), ranks);
  for (std::size_t r = 0; r < ranks; ++r)
    for (std::size_t i = border[r]; i < border[r + 1]; ++i) rank.at(stars.id[i]) = r;
  return rank;
}

/// Stars that the sample sort sends first to a rank that is not their last, at most. Between two
/// samples of a rank with n stars lie n / (kSamples + 1) of them. Below the splitter of rank j of p
/// lie j n stars, less j such gaps or more by p - j; whole stars and those that leave move it by
/// few more.
std::size_t most_misplaced(std::size_t stars, std::size_t lost, std::size_t ranks) {
  const std::size_t gap = (stars / ranks + 1) / (kSamples + 1) + 1;
  std::size_t most = 0;
  for (std::size_t j = 1; j < ranks; ++j) most += std::max(j, ranks - j) * gap + ranks + lost;
  return most;
}

void judge_step(Findings& findings, const Stars& before, const Stars& after,
                const std::vector<Work>& old, const std::vector<Work>& now,
                const std::string& where) {
  const std::size_t ranks = now.size();
  const auto bytes = [&](std::size_t rank, Operation operation) {
    const auto k = static_cast<std::size_t>(operation);
    return now[rank].traffic.bytes[k] - old[rank].traffic.bytes[k];
  };
  const auto calls = [&](std::size_t rank, Operation operation) {
    const auto k = static_cast<std::size_t>(operation);
    return now[rank].traffic.calls[k] - old[rank].traffic.calls[k];
  };
  const auto sum = [&](Operation operation) {
    std::uint64_t all = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank) all += bytes(rank, operation);
    return all;
  };
  for (std::size_t k = 0; k < cluster::kOperations; ++k)
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      const auto operation = static_cast<Operation>(k);
      const std::string what =
          fmt::format("{}, {} of rank {}", where, cluster::kOperationNames[k], rank);
      findings.expect(calls(rank, operation) == calls(0, operation) && calls(0, operation) > 0,
                      what + ": not as many calls as others make");
      const std::uint64_t found = bytes(rank, operation), each = kNumber * calls(rank, operation);
      const bool last = rank + 1 == ranks, root = rank == 0;
      if (operation == Operation::scan) findings.expect(found == each, what);
      if (operation == Operation::pass_on) findings.expect(found == (last ? 0 : each), what);
      if (operation == Operation::gather) findings.expect((found > 0) != root, what);
      if (operation == Operation::broadcast)
        findings.expect(found == (root ? each * (ranks - 1) * (ranks - 1) : 0), what);
    }
  const auto was = rank_of_each(before, kStars, ranks);
  const auto is = rank_of_each(after, kStars, ranks);
  std::uint64_t moved = 0;
  for (std::size_t id = 0; id < is.size(); ++id)
    moved += is[id] < ranks && is[id] != was[id] ? 1 : 0;
  const std::uint64_t sent = sum(Operation::all_to_all);
  const std::size_t twice = most_misplaced(before.size(), before.size() - after.size(), ranks);
  findings.expect(sent % kStar == 0 && sent >= kStar * moved && sent <= kStar * (moved + 2 * twice),
                  fmt::format("{}: {} bytes for {} stars that change their rank, of {}", where,
                              sent, moved, before.size()));
  // Radii and masses of all, to all others; and a few sums, to which each rank adds one number.
  const std::uint64_t shared = sum(Operation::all_gather), others = ranks - 1;
  const std::uint64_t least = 2 * kNumber * after.size() * others;
  findings.expect(
      shared >= least &&
          shared <= least + kNumber * ranks * others * calls(0, Operation::all_gather),
      fmt::format("{}: {} bytes shared, expected {} and some sums", where, shared, least));
}

CheckResult traffic(const cluster::ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0;
  for (const std::size_t ranks : {2u, 3u, 5u}) {
    const auto seed = static_cast<std::uint32_t>(part_seed(context, 60 + ranks));
    const auto run =
        scheme.start(unequal_with_losses(kStars, seed), {.seed = seed, .ranks = ranks});
    for (int step = 1; step <= 4; ++step) {
      const Stars before = run->stars();
      const std::vector<Work> old = run->work();
      run->step();
      const std::vector<Work> now = run->work();
      trials += run->report().trials;
      const std::string where = fmt::format("{} ranks, step {}", ranks, step);
      findings.expect(now.size() == ranks && old.size() == ranks, where + ": not all ranks report");
      if (now.size() == ranks && old.size() == ranks)
        judge_step(findings, before, run->stars(), old, now, where);
    }
  }
  return findings.result(trials, "2, 3 and 5 ranks: what a step sends is what it must send");
}

const bool registered =
    register_check(ClusterCheck{.name = "cmc/traffic",
                                .shows = "ranks send what a step must send, and count it right",
                                .needs = Claims::conserves_particles,
                                .run = traffic,
                                .only = {.of_messages = true}});

}  // namespace
}  // namespace touchstone::cmc
