// reference/cmc/henon.hpp
// Purpose   Henon's Monte Carlo step as the paper and the public program make it, in the order in
//           which they make it: the oracle of every scheme for star clusters. Written to be read.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), sections 2.1 and 3.5;
//           the public CMC program where the paper is silent. Tide: models/cmc/tide.hpp.
// Computes  One step after another. With p ranks the serial emulation of p processes: each block
//           of equation 17 draws from its own stream, first for its encounters, then for its
//           orbits.
// Cost      O(N log N) per step; about 1 microsecond per star.
// Not here  Threads and messages (optimized/cmc).
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "models/cmc/after_meeting.hpp"
#include "models/cmc/binary_formation.hpp"
#include "models/cmc/collisions.hpp"
#include "models/cmc/registry.hpp"
#include "models/cmc/shell_potential.hpp"
#include "reference/cmc/encounter.hpp"
#include "reference/cmc/orbit.hpp"

namespace touchstone::reference {

/// The stages are virtual, so that mutants break one and keep the others.
class HenonRun : public cluster::ClusterRun {
 public:
  HenonRun(const cluster::Stars& start, const cluster::ClusterParameters& parameters);

  void step() final;
  cluster::StepReport report() const final { return report_; }
  cluster::Stars stars() const final { return stars_; }
  std::vector<cluster::Binary> binaries() const final { return binaries_; }
  std::vector<cluster::Lfsr113> streams() const final { return streams_; }

 protected:
  using Blocks = std::vector<cluster::Block>;

  /// Data of a star's move that the velocity correction needs.
  struct Move {
    double old_radius = 0;
    double old_speed2 = 0;  ///< after the encounter
    double work = 0;        ///< phi'_old(r_old) - phi'_old(r_new)
    double energy = 0;      ///< E' on its orbit, in the old potential
    double apocentre = 0;   ///< apocentre of that orbit
    bool leaves = false;
  };

  virtual double timestep() const;
  /// Stars lose the mass of the coming step; its energy is booked.
  virtual void lose_mass(double timestep);
  virtual void encounters(double timestep);
  /// Pairs with a binary (henon_binaries.cpp). False where they are deflected.
  bool meet_closely(std::size_t first, const Meeting& before, double timestep, double share,
                    double turn);
  virtual double expected_meetings(const cluster::ClosePair& pair, double timestep) const;
  virtual cluster::AfterMeeting follow(const cluster::ClosePair& pair, double turn) const;
  /// Changes the stars and the binaries of a pair that has met; `first` is the inner star.
  virtual void change(std::size_t first, const cluster::AfterMeeting& after);
  /// Pairs of single stars (henon_collisions.cpp). False where they do not collide.
  bool collide(std::size_t first, const Meeting& before, double timestep, double share);
  virtual double expected_collisions(const cluster::SinglePair& pair, double timestep) const;
  virtual cluster::Merged merge(const cluster::SinglePair& pair) const;
  /// The inner star of a pair, `first`, becomes the one that both are.
  virtual void become_one(std::size_t first, const cluster::SinglePair& pair);
  /// Triples of single stars of a block that become binaries (henon_formation.cpp).
  void form_binaries(const cluster::Block& block, double timestep);
  cluster::Triple triple_at(std::size_t first, const cluster::Block& block) const;
  virtual double expected_formations(const cluster::Triple& triple, double timestep) const;
  virtual std::optional<cluster::Formed> form(const cluster::Triple& triple,
                                              const cluster::FormationDraws& draws) const;
  /// The stars from the inner one on, `first`, become the binary and the star.
  virtual void become_binary(std::size_t first, const cluster::Formed& now);
  /// Whether stars may do something else than deflect each other.
  bool others() const { return parameters_.binaries || parameters_.collisions; }
  /// Stars that binaries have become enter, those that stick to others are gone, and the potential
  /// is that of the new masses.
  virtual void settle(double potential_before);
  /// Binaries whose stars have left are booked and forgotten.
  virtual void release_binaries();
  virtual double own_mass(std::size_t star) const { return stars_.mass[star]; }
  virtual void sample_position(std::size_t star, Move& move, cluster::Lfsr113& random);
  /// Marks stars that the tide takes, until those that stay hold each other; books all that leave.
  virtual void strip();
  virtual double staying_mass() const;
  virtual double energy_of_leaving() const;
  /// Removes stars that leave, and brings the rest into radial order.
  virtual void sort();
  virtual void update_potential();
  virtual void correct_velocities();
  /// Gives the stars these squares of their speeds; returns the energy that nobody could give.
  virtual double pay(std::span<const double> speed2);

  Blocks blocks() const;
  /// Blocks with the stars that have been freed in this step, and without those that are gone.
  Blocks blocks_after_encounters() const;
  void meet(std::size_t first, std::size_t second, double timestep, cluster::Lfsr113& random);
  void add_energies();

  cluster::ClusterParameters parameters_;
  double initial_stars_;
  cluster::Stars stars_;
  cluster::ShellPotential shells_;
  std::vector<Move> moves_;  ///< in the order of the stars
  std::vector<cluster::Binary> binaries_;
  /// A star that a binary has become in this step; it comes behind star `behind`.
  struct Freed {
    std::size_t behind = 0;
    double mass = 0, radius = 0, radial_velocity = 0, tangential_velocity = 0;
    std::uint32_t id = 0;
  };
  std::vector<Freed> freed_;       ///< in the order of the stars
  std::vector<std::size_t> gone_;  ///< places of those that have become a part of others
  std::vector<bool> taken_;        ///< by place: stars of triples that have become binaries
  bool masses_changed_ = false;
  std::vector<cluster::Lfsr113> streams_;
  cluster::StepReport report_;
};

/// The star as the old potential sees it.
Mover mover(const cluster::Stars& stars, const cluster::ShellPotential& shells, std::size_t star,
            double own_mass);

}  // namespace touchstone::reference
