// optimized/cmc/ranks/henon_ranks.cpp
// Purpose   The message-passing step with threads for ranks, as a scheme: what runs on processes
//           with MPI is checked on every machine.
// Cost      As henon_rank.hpp, and a start of threads for each step.
#include <fmt/format.h>

#include <memory>

#include "models/core/errors.hpp"
#include "optimized/cmc/orbits/single_orbit.hpp"
#include "optimized/cmc/ranks/henon_rank.hpp"
#include "optimized/core/thread_ranks.hpp"

namespace touchstone::optimized {
namespace {

constexpr std::size_t kMostRanks = 256;

class HenonRanks final : public cluster::ClusterRun {
 public:
  HenonRanks(const cluster::Stars& start, const cluster::ClusterParameters& parameters)
      : threads_(checked(start, parameters)), ranks_(parameters.ranks) {
    threads_.on_all([&](std::size_t q) {
      ranks_[q] = std::make_unique<HenonRank>(start, parameters, threads_[q]);
    });
  }

  void step() override {
    threads_.on_all([&](std::size_t q) { ranks_[q]->step(); });
  }
  cluster::StepReport report() const override { return ranks_[0]->report(); }
  cluster::Stars stars() const override {
    std::vector<cluster::Stars> all(ranks_.size());
    threads_.on_all([&](std::size_t q) { all[q] = ranks_[q]->all_stars(); });
    return all[0];
  }
  std::vector<cluster::Binary> binaries() const override { return ranks_[0]->binaries(); }
  std::vector<cluster::Lfsr113> streams() const override {
    std::vector<cluster::Lfsr113> all;
    for (const auto& rank : ranks_) all.push_back(rank->stream());
    return all;
  }
  std::vector<cluster::Work> work() const override {
    std::vector<cluster::Work> all;
    for (const auto& rank : ranks_) all.push_back(rank->work());
    return all;
  }

 private:
  static std::size_t checked(const cluster::Stars& start, const cluster::ClusterParameters& p) {
    cluster::require_runnable(start, p);
    cluster::separate_streams(p.seed, 1, p.between_streams);
    if (p.ranks > kMostRanks)
      throw input_error("ranks that are threads", "number of ranks",
                        fmt::format("at most {}", kMostRanks), fmt::format("{}", p.ranks));
    return p.ranks;
  }

  ThreadRanks threads_;
  std::vector<std::unique_ptr<HenonRank>> ranks_;
};

const bool registered = cluster::register_cluster_scheme(
    {.info = {.name = "cmc/ranks",
              .source = "Pattabiraman et al. 2013, section 3",
              .claims = Claims::conserves_particles | Claims::equals_reference,
              .backend = "threads"},
     .start =
         [](const cluster::Stars& start, const cluster::ClusterParameters& parameters) {
           return std::make_unique<HenonRanks>(start, parameters);
         },
     .sample_orbit = sample_orbit,
     .equals = "cmc/reference",
     .messages = true,
     .follows_binaries = true,
     .follows_collisions = true,
     .follows_formation = true});

}  // namespace
}  // namespace touchstone::optimized
