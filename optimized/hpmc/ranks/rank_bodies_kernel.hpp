// optimized/hpmc/ranks/rank_bodies_kernel.hpp
// Purpose   The bodies of one rank: those of its domains, and ghosts, the bodies of other domains
//           that its own can meet; how they migrate and how ghosts are fetched.
// Source    Anderson, Irrgang, Glotzer 2016, section 3.4.
// Law       A rank has a contiguous part of the domains of the run; which rank has which changes
//           nothing but who sends to whom. A domain sees its own bodies and, of the neighbours
//           below it (up to 7, around the periodic box), those within one largest diameter; nothing
//           is needed from above, where its own frozen slab is.
// Cost      Only bodies in the frozen slab are looked at for ghosts. A step sends two messages to
//           each neighbouring rank.
// Not here  Messages (optimized/core/transport.hpp), sweeps (rank_run_kernel.hpp).
#pragma once
#include <cstdint>
#include <vector>

#include "models/hpmc/boxes/domain_grid.hpp"
#include "models/hpmc/rank_work.hpp"
#include "models/hpmc/registry.hpp"
#include "optimized/core/transport.hpp"
#include "optimized/hpmc/ranks/passenger.hpp"
#include "optimized/hpmc/tree/sampler_frame.hpp"

namespace touchstone::optimized {

/// Processor time of the calling thread, in seconds.
double processor_seconds();

/// The configuration that passengers from all ranks make.
shapes::Configuration in_order_of_tags(Parcel all, const shapes::Box& box,
                                       std::vector<shapes::Body> types);

/// Origin of the bodies that a domain sees: the neighbours below it, or all around it.
enum class GhostReach { below, around };

class RankBodies {
 public:
  RankBodies(const shapes::Configuration& start, const shapes::RunParameters& parameters,
             Transport& transport);

  const shapes::DomainGrid& grid() const { return grid_; }
  /// Domains are numbered here from 0; domain(k) is the number in the grid.
  std::size_t domains() const { return own_.size(); }
  std::uint32_t domain(std::size_t k) const { return first_ + static_cast<std::uint32_t>(k); }
  /// Own bodies of domain k, in the order of tags.
  const Parcel& own(std::size_t k) const { return own_[k]; }
  const Parcel& ghosts(std::size_t k) const { return ghosts_[k]; }
  /// Ranks with domains next to those of this one, ascending.
  std::span<const std::size_t> neighbours() const { return neighbours_; }
  const shapes::RankWork& work() const { return work_; }
  /// Processor time in the exchange itself, where threads may spin while they wait.
  double swap_seconds() const { return swap_seconds_; }
  std::size_t memory_bytes() const;

  /// Gathers the bodies that domain k moves, and those that it sees.
  void gather(std::size_t k, DomainBodies& bodies) const;
  /// All bodies of domain k as those that stay, and what it sees.
  void gather_resting(std::size_t k, DomainBodies& bodies) const;
  /// The movers of gather() are where they now are.
  void take_back(std::size_t k, const DomainBodies& bodies);

  void shift(shapes::Vec3 by, const shapes::Box& box);
  /// Scales bodies from one box to another: fractional coordinates stay. Bodies may then have to
  /// migrate.
  void rescale(const shapes::Box& from, const shapes::Box& to);
  /// Bodies that have left their domain go to the one where they are.
  void migrate();
  void fetch_ghosts(GhostReach reach);

  const std::vector<Parcel>& all() const { return own_; }
  /// Restores an earlier state, with the box of then.
  void restore(const std::vector<Parcel>& own, const shapes::Box& box);

 private:
  std::size_t owner(std::uint32_t domain) const;
  bool is_own(std::uint32_t domain) const { return domain - first_ < own_.size(); }
  void find_neighbours();
  void set_box(const shapes::Box& box);
  /// Sends a passenger to its domain, here or on another rank.
  void send(const Passenger& passenger, std::vector<Parcel>& here);
  std::uint64_t swap();

  std::array<int, 3> counts_;
  double diameter_;
  Transport& transport_;
  shapes::DomainGrid grid_;
  std::uint32_t first_ = 0;
  std::vector<Parcel> own_;
  std::vector<Parcel> ghosts_;
  std::vector<Parcel> arrivals_;
  std::vector<std::size_t> neighbours_;
  std::vector<Parcel> out_;  ///< to each neighbour
  std::vector<Parcel> in_;
  shapes::RankWork work_;
  double swap_seconds_ = 0;
};

}  // namespace touchstone::optimized
