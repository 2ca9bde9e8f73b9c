// optimized/cmc/henon_openmp.hpp
// Purpose   Henon's step on threads of one machine: blocks of stars, each with its own random
//           stream, are shared out among the threads, and everybody reads one copy of the field.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), sections 2.1 and 3.2.
// Computes  The same bits as the serial reference for the same number of ranks, on any number of
//           threads.
// Cost      O(N) but for the searches, log2 N probes for each apsis; memory 160 bytes per star.
// Not here  What a block does (block.hpp); messages (henon_mpi.cpp).
#pragma once
#include <optional>
#include <vector>

#include "models/cmc/registry.hpp"
#include "models/core/shared_work.hpp"
#include "optimized/cmc/block.hpp"
#include "optimized/cmc/close_encounters.hpp"
#include "optimized/cmc/shells/field.hpp"
#include "optimized/cmc/shells/shell_order.hpp"

namespace touchstone::optimized {

class HenonOpenMp final : public cluster::ClusterRun, public SharedWork {
 public:
  HenonOpenMp(const cluster::Stars& start, const cluster::ClusterParameters& parameters);

  void step() override;
  cluster::StepReport report() const override { return report_; }
  cluster::Stars stars() const override { return stars_; }
  std::vector<cluster::Binary> binaries() const override {
    return close_ ? close_->binaries() : std::vector<cluster::Binary>{};
  }
  std::vector<cluster::Lfsr113> streams() const override { return streams_; }
  std::vector<cluster::Work> work() const override { return {{clock_.seconds(), {}}}; }
  std::optional<int> threads_that_ran() const override { return ran_; }

 private:
  double timestep() const;
  void lose_mass(double timestep);
  void encounters(double timestep);
  void close_encounters(double timestep);
  double potential_energy() const;
  void sample_all();
  void strip();
  bool tide() const { return parameters_.tide.criterion != cluster::TideCriterion::none; }
  void sort();
  void correct();
  void feel_at_old_radii();
  void add_energies();
  BlockStars block(const cluster::Block& b);

  cluster::ClusterParameters parameters_;
  double initial_stars_;
  cluster::Stars stars_, sorted_;
  Field field_;
  std::optional<CloseEncounters> close_;
  std::vector<cluster::Block> blocks_;
  std::vector<cluster::Lfsr113> streams_;
  cluster::StepReport report_;
  cluster::PhaseClock clock_{cluster::PhaseClock::Kind::wall};
  // Arrays by star, in the order before the sort.
  std::vector<double> old_radius_, old_speed2_, work_;
  std::vector<double> energy_, apocentre_;  ///< with a tide only
  std::vector<std::uint8_t> leaves_;
  std::vector<std::uint32_t> interval_;  ///< interval of the old field where each star is now
  /// Data of a star that the correction needs, in half a line of the cache.
  struct Moved {
    double radial_velocity, tangential_velocity;
    double speed2_and_work;
    double felt_at_old_radius;  ///< with the new potential
  };
  std::vector<Moved> moved_;
  const std::vector<std::uint32_t>* order_ = nullptr;
  std::vector<double> speed2_;
  ShellOrder shell_order_;
  std::vector<OrbitScratch> scratch_;
  int ran_ = 1;
};

}  // namespace touchstone::optimized
