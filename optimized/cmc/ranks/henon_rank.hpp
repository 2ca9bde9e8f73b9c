// optimized/cmc/ranks/henon_rank.hpp
// Purpose   Henon's step as one of several ranks makes it: its own block of stars, a copy of the
//           field, and messages.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 3.
// Computes  The same bits as the serial emulation of all ranks. Sums that are reported go from
//           rank to rank in the order of the stars.
// Cost      Per step and rank O(N/p log N) work, O(N) for the field, and messages of 64 bytes per
//           star of its own twice, 16 bytes per star of all once. With binaries 12 kB for the time
//           step, 48 bytes for each that has met a star, and where masses change 16 bytes per star
//           of all once more.
#pragma once
#include <optional>
#include <vector>

#include "models/cmc/registry.hpp"
#include "optimized/cmc/block.hpp"
#include "optimized/cmc/close_encounters.hpp"
#include "optimized/cmc/ranks/exchange.hpp"
#include "optimized/cmc/ranks/sample_sort.hpp"
#include "optimized/cmc/shells/field.hpp"

namespace touchstone::optimized {

class HenonRank {
 public:
  /// All ranks get the same stars and keep their blocks. The number of ranks is that of
  /// `transport`, and must be that of the parameters.
  HenonRank(const cluster::Stars& start, const cluster::ClusterParameters& parameters,
            Transport& transport);

  void step();
  const cluster::StepReport& report() const { return report_; }
  /// Collective: the stars of all ranks.
  cluster::Stars all_stars();
  /// All binaries: every rank has them.
  std::vector<cluster::Binary> binaries() const {
    return close_ ? close_->binaries() : std::vector<cluster::Binary>{};
  }
  const cluster::Lfsr113& stream() const { return stream_; }
  cluster::Work work() const { return {clock_.seconds(), exchange_.traffic()}; }

 private:
  double timestep();
  double longest_step_of_centre();
  void lose_mass(double timestep);
  void encounters(double timestep);
  CloseEncounters::Changes of_all_ranks(const CloseEncounters::Changes& own);
  std::vector<cluster::Binary> binaries_of_all(const std::vector<cluster::Binary>& own);
  std::vector<std::uint32_t> ids_of_all(const std::vector<std::uint32_t>& own);
  double potential_energy() const;
  void sample_own();
  void strip();
  bool tide() const { return parameters_.tide.criterion != cluster::TideCriterion::none; }
  void sort();
  void update_field();
  void correct();
  void add_energies();
  BlockStars block();

  cluster::ClusterParameters parameters_;
  Exchange exchange_;
  double initial_stars_;
  cluster::Stars own_;
  std::size_t first_ = 0;  ///< index of the first own star among all
  Field field_;
  cluster::Lfsr113 stream_;
  cluster::StepReport report_;
  cluster::PhaseClock clock_{cluster::PhaseClock::Kind::processor};
  std::vector<double> old_radius_, old_speed2_, work_;
  std::vector<double> energy_, apocentre_;  ///< with a tide only
  std::vector<std::uint8_t> leaves_;
  OrbitScratch scratch_;
  std::vector<double> all_mass_;
  std::optional<CloseEncounters> close_;  ///< binaries of all; numbers of its own stars
};

}  // namespace touchstone::optimized
