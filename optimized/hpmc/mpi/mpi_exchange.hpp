// optimized/hpmc/mpi/mpi_exchange.hpp
// Purpose   Parcels of bodies between MPI ranks: one message to each neighbour, all under way at
//           once.
// Errors    Those of MPI end the run (its default error handler).
#pragma once
#include "optimized/hpmc/ranks/rank_exchange.hpp"

namespace touchstone::optimized {

class MpiExchange final : public RankExchange {
 public:
  std::size_t rank() const override;
  std::size_t ranks() const override;
  void swap(std::span<const std::size_t> neighbours, const std::vector<Parcel>& out,
            std::vector<Parcel>& in) override;
  bool any(bool own) override;
  /// The passengers of all ranks, at rank 0; nothing elsewhere.
  Parcel gather(const Parcel& own) const;
};

}  // namespace touchstone::optimized
