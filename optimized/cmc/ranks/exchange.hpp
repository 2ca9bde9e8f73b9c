// optimized/cmc/ranks/exchange.hpp
// Purpose   What the ranks of a run tell each other: the few collective operations that Henon's
//           step needs, with a count of the bytes that each rank sends.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 3.7 (the MPI
//           calls).
// Not here  The ranks themselves: threads (thread_exchange.hpp), processes (../mpi/main.cpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/cluster/work.hpp"

namespace touchstone::optimized {

using Counts = std::vector<std::size_t>;

/// Every operation is called by all ranks in the same order. Errors end the whole run.
class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual std::size_t rank() const = 0;
  virtual std::size_t ranks() const = 0;

  /// The numbers of all ranks one after another, whatever their counts.
  virtual std::vector<double> all_gather(std::span<const double> own) = 0;
  /// The same at rank 0; nothing elsewhere.
  virtual std::vector<double> gather(std::span<const double> own) = 0;
  /// What rank 0 has.
  virtual std::vector<double> broadcast(std::vector<double> at_root) = 0;
  /// `counts[q]` of the numbers go to rank q, in order; what arrives is in the order of the ranks.
  virtual std::vector<double> all_to_all(std::span<const double> own, const Counts& counts) = 0;
  /// Sum over all lower ranks.
  virtual std::size_t sum_below(std::size_t own) = 0;
  /// From rank to rank: `first` for rank 0, else what the rank before has sent.
  virtual double receive_from_previous(double first) = 0;
  virtual void send_to_next(double value) = 0;

  /// What this rank has sent to others.
  const cluster::Traffic& traffic() const { return traffic_; }
  std::uint64_t bytes_sent() const { return traffic_.total_bytes(); }

 protected:
  void sent(cluster::Operation operation, std::size_t doubles) {
    const auto which = static_cast<std::size_t>(operation);
    traffic_.bytes[which] += sizeof(double) * doubles;
    ++traffic_.calls[which];
  }

 private:
  cluster::Traffic traffic_;
};

}  // namespace touchstone::optimized
