// optimized/cmc/ranks/exchange.hpp
// Purpose   The operations that Henon's step needs between ranks, with a count of the bytes that
//           each rank sends.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 3.7 (the MPI
//           calls).
// Not here  Transport between ranks that are threads or processes (optimized/core/transport.hpp).
#pragma once
#include <utility>
#include <vector>

#include "models/cmc/work.hpp"
#include "optimized/core/transport.hpp"

namespace touchstone::optimized {

/// Exchange of one rank. Every operation is called by all ranks in the same order.
class Exchange {
 public:
  using Numbers = std::vector<double>;

  explicit Exchange(Transport& transport) : transport_(transport) {}
  std::size_t rank() const { return transport_.rank(); }
  std::size_t ranks() const { return transport_.ranks(); }

  /// The numbers of all ranks one after another, whatever their counts.
  Numbers all_gather(const Numbers& own) {
    sent(cluster::Operation::all_gather, own.size() * (ranks() - 1));
    return transport_.all_gather(own);
  }
  /// The same at rank 0; nothing elsewhere.
  Numbers gather(const Numbers& own) {
    sent(cluster::Operation::gather, rank() > 0 ? own.size() : 0);
    return transport_.gather(own);
  }
  /// Copies the numbers of rank 0 to all ranks.
  Numbers broadcast(const Numbers& at_root) {
    sent(cluster::Operation::broadcast, rank() == 0 ? at_root.size() * (ranks() - 1) : 0);
    return transport_.broadcast(at_root);
  }
  /// `counts[q]` of the items go to rank q, in order; what arrives is in the order of the ranks.
  template <Sendable T>
  std::vector<T> all_to_all(const std::vector<T>& own, const Counts& counts) {
    sent(cluster::Operation::all_to_all,
         (own.size() - counts[rank()]) * (sizeof(T) / sizeof(double)));
    return transport_.all_to_all(own, counts);
  }
  /// Sum over all lower ranks.
  std::size_t sum_below(std::size_t own) {
    sent(cluster::Operation::scan, 1);
    return transport_.sum_below(own);
  }
  /// Value from the rank before; `first` for rank 0.
  double receive_from_previous(double first) {
    return rank() == 0 ? first : transport_.receive<double>(rank() - 1).at(0);
  }
  void send_to_next(double value) {
    const bool last = rank() + 1 == ranks();
    sent(cluster::Operation::pass_on, last ? 0 : 1);
    if (!last) transport_.send(rank() + 1, Numbers{value});
  }

  /// Traffic that this rank has sent to others.
  const cluster::Traffic& traffic() const { return traffic_; }

 private:
  void sent(cluster::Operation operation, std::size_t doubles) {
    const auto which = static_cast<std::size_t>(operation);
    traffic_.bytes[which] += sizeof(double) * doubles;
    ++traffic_.calls[which];
  }

  Transport& transport_;
  cluster::Traffic traffic_;
};

}  // namespace touchstone::optimized
