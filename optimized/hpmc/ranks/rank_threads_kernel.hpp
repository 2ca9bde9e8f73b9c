// optimized/hpmc/ranks/rank_threads_kernel.hpp
// Purpose   Ranks that are threads of one process and share nothing but the parcels they exchange:
//           what runs on processes with MPI is checked on every machine.
// Not here  What a rank does (rank_run_kernel.hpp).
#pragma once
#include <algorithm>
#include <barrier>
#include <thread>
#include <vector>

#include "optimized/hpmc/ranks/rank_exchange.hpp"

namespace touchstone::optimized {

/// Where the ranks of one run meet.
class RankThreads {
 public:
  explicit RankThreads(std::size_t ranks)
      : barrier_(static_cast<std::ptrdiff_t>(ranks)), posted_(ranks), said_(ranks, 0) {}
  std::size_t ranks() const { return posted_.size(); }

  /// work(rank) on a thread for each rank, the calling one for rank 0; returns when all are done.
  /// An exception in one of them ends the program, as a lost rank would: the others wait for it.
  template <class Work>
  void on_all(Work&& work) noexcept {
    std::vector<std::jthread> others;
    for (std::size_t q = 1; q < ranks(); ++q) others.emplace_back([&work, q] { work(q); });
    work(std::size_t{0});
  }

 private:
  friend class ThreadRank;
  struct Post {
    std::span<const std::size_t> to;
    const std::vector<Parcel>* parcels = nullptr;
  };

  std::barrier<> barrier_;
  std::vector<Post> posted_;
  std::vector<char> said_;
};

class ThreadRank final : public RankExchange {
 public:
  ThreadRank(RankThreads& all, std::size_t rank) : all_(all), rank_(rank) {}

  std::size_t rank() const override { return rank_; }
  std::size_t ranks() const override { return all_.ranks(); }

  /// Between the two barriers everybody reads what everybody has posted.
  void swap(std::span<const std::size_t> neighbours, const std::vector<Parcel>& out,
            std::vector<Parcel>& in) override {
    all_.posted_[rank_] = {neighbours, &out};
    all_.barrier_.arrive_and_wait();
    in.resize(neighbours.size());
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
      const RankThreads::Post& theirs = all_.posted_[neighbours[k]];
      const auto mine = std::find(theirs.to.begin(), theirs.to.end(), rank_) - theirs.to.begin();
      in[k] = theirs.parcels->at(static_cast<std::size_t>(mine));
    }
    all_.barrier_.arrive_and_wait();
  }

  bool any(bool own) override {
    all_.said_[rank_] = own ? 1 : 0;
    all_.barrier_.arrive_and_wait();
    const bool one = std::find(all_.said_.begin(), all_.said_.end(), 1) != all_.said_.end();
    all_.barrier_.arrive_and_wait();
    return one;
  }

 private:
  RankThreads& all_;
  std::size_t rank_;
};

}  // namespace touchstone::optimized
