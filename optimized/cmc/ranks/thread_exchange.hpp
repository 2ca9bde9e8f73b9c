// optimized/cmc/ranks/thread_exchange.hpp
// Purpose   Ranks that are threads of one process and share nothing but what they exchange: the
//           message-passing step runs, and is checked, where there is no MPI.
#pragma once
#include <barrier>
#include <memory>
#include <span>
#include <vector>

#include "optimized/cmc/ranks/exchange.hpp"

namespace touchstone::optimized {

/// Where the ranks of one run meet.
class ThreadWorld {
 public:
  explicit ThreadWorld(std::size_t ranks)
      : barrier_(static_cast<std::ptrdiff_t>(ranks)), posted_(ranks), counts_(ranks) {}

 private:
  friend class ThreadExchange;
  std::barrier<> barrier_;
  std::vector<std::span<const double>> posted_;
  std::vector<const Counts*> counts_;
};

class ThreadExchange final : public Exchange {
 public:
  ThreadExchange(ThreadWorld& world, std::size_t rank) : world_(world), rank_(rank) {}

  std::size_t rank() const override { return rank_; }
  std::size_t ranks() const override { return world_.posted_.size(); }
  std::vector<double> all_gather(std::span<const double> own) override;
  std::vector<double> gather(std::span<const double> own) override;
  std::vector<double> broadcast(std::vector<double> at_root) override;
  std::vector<double> all_to_all(std::span<const double> own, const Counts& counts) override;
  std::size_t sum_below(std::size_t own) override;
  double receive_from_previous(double first) override;
  void send_to_next(double value) override;

 private:
  void post(std::span<const double> own, const Counts* counts = nullptr);
  void release() { world_.barrier_.arrive_and_wait(); }

  ThreadWorld& world_;
  std::size_t rank_;
  double passed_ = 0;  ///< to the next rank
};

}  // namespace touchstone::optimized
