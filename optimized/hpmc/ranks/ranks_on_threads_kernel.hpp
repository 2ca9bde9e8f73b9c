// optimized/hpmc/ranks/ranks_on_threads_kernel.hpp
// Purpose   A run of hard shapes by ranks that are threads, as a simulation: what runs on processes
//           with MPI, judged by every check on every machine.
// Cost      As rank_run_kernel.hpp, and a start of threads for each call of advance().
#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "models/core/shared_work.hpp"
#include "optimized/core/thread_ranks.hpp"
#include "optimized/hpmc/ranks/rank_run_kernel.hpp"

namespace touchstone::optimized {

template <class PairTest, class Tree = BoxTree>
class RanksOnThreads final : public shapes::Simulation, public SharedWork {
 public:
  RanksOnThreads(const shapes::Configuration& start, const shapes::RunParameters& p)
      : threads_(require_startable_by_ranks<PairTest, Tree>(start, p)),
        types_(start.types),
        ranks_(threads_.size()) {
    for (std::size_t q = 0; q < ranks_.size(); ++q)
      ranks_[q] = std::make_unique<RankRun<PairTest, Tree>>(start, p, threads_[q]);
  }

  void advance(std::uint64_t steps) override {
    threads_.on_all([&](std::size_t q) { ranks_[q]->advance(steps); });
  }
  shapes::Configuration configuration() const override {
    Parcel all;
    for (const auto& rank : ranks_)
      for (const Parcel& own : rank->bodies()) all.insert(all.end(), own.begin(), own.end());
    return in_order_of_tags(std::move(all), ranks_[0]->box(), types_);
  }
  shapes::MoveStats stats() const override {
    shapes::MoveStats sum;
    for (const auto& rank : ranks_) sum += rank->stats();
    return sum;
  }
  /// Those of the rank with most: ranks are no threads that were asked for.
  std::optional<int> threads_that_ran() const override {
    int most = 1;
    for (const auto& rank : ranks_) most = std::max(most, rank->threads_that_ran());
    return most;
  }
  std::size_t memory_bytes() const override {
    std::size_t bytes = 0;
    for (const auto& rank : ranks_) bytes += rank->memory_bytes();
    return bytes;
  }
  std::vector<shapes::RankWork> work() const override {
    std::vector<shapes::RankWork> all;
    for (const auto& rank : ranks_) all.push_back(rank->work());
    return all;
  }

 private:
  ThreadRanks threads_;
  std::vector<shapes::Body> types_;
  std::vector<std::unique_ptr<RankRun<PairTest, Tree>>> ranks_;
};

}  // namespace touchstone::optimized
