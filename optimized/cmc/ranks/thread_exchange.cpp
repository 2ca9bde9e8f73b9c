#include "optimized/cmc/ranks/thread_exchange.hpp"

#include <numeric>

namespace touchstone::optimized {

using cluster::Operation;

/// Between post() and release() everybody reads what everybody has posted.
void ThreadExchange::post(std::span<const double> own, const Counts* counts) {
  world_.posted_[rank_] = own;
  world_.counts_[rank_] = counts;
  world_.barrier_.arrive_and_wait();
}

std::vector<double> ThreadExchange::all_gather(std::span<const double> own) {
  post(own);
  std::vector<double> all;
  for (const auto& part : world_.posted_) all.insert(all.end(), part.begin(), part.end());
  sent(Operation::all_gather, own.size() * (ranks() - 1));
  release();
  return all;
}

std::vector<double> ThreadExchange::gather(std::span<const double> own) {
  post(own);
  std::vector<double> all;
  if (rank_ == 0)
    for (const auto& part : world_.posted_) all.insert(all.end(), part.begin(), part.end());
  sent(Operation::gather, rank_ > 0 ? own.size() : 0);
  release();
  return all;
}

std::vector<double> ThreadExchange::broadcast(std::vector<double> at_root) {
  post(at_root);
  std::vector<double> all(world_.posted_[0].begin(), world_.posted_[0].end());
  sent(Operation::broadcast, rank_ == 0 ? all.size() * (ranks() - 1) : 0);
  release();
  return all;
}

std::vector<double> ThreadExchange::all_to_all(std::span<const double> own, const Counts& counts) {
  post(own, &counts);
  std::vector<double> received;
  for (std::size_t from = 0; from < ranks(); ++from) {
    const Counts& theirs = *world_.counts_[from];
    const auto first = std::accumulate(
        theirs.begin(), theirs.begin() + static_cast<std::ptrdiff_t>(rank_), std::size_t{0});
    const auto part = world_.posted_[from].subspan(first, theirs[rank_]);
    received.insert(received.end(), part.begin(), part.end());
  }
  sent(Operation::all_to_all, own.size() - counts[rank_]);
  release();
  return received;
}

std::size_t ThreadExchange::sum_below(std::size_t own) {
  const Counts one{own};
  post({}, &one);
  std::size_t sum = 0;
  for (std::size_t q = 0; q < rank_; ++q) sum += world_.counts_[q]->front();
  sent(Operation::scan, 1);
  release();
  return sum;
}

/// Ranks take turns: what one posts before its turn ends, the next one reads in its own.
double ThreadExchange::receive_from_previous(double first) {
  for (std::size_t turn = 0; turn < rank_; ++turn) release();
  return rank_ == 0 ? first : world_.posted_[rank_ - 1].front();
}

void ThreadExchange::send_to_next(double value) {
  passed_ = value;
  world_.posted_[rank_] = {&passed_, 1};
  sent(Operation::pass_on, rank_ + 1 < ranks() ? 1 : 0);
  for (std::size_t turn = rank_; turn < ranks(); ++turn) release();
}

}  // namespace touchstone::optimized
