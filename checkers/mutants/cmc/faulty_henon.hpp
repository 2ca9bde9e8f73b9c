// checkers/mutants/cmc/faulty_henon.hpp
// Purpose   Henon's step with one fault in it, otherwise the reference.
// Source    The papers' own pitfalls and faults met in real codes: each mutant says which
//           (henon_mutants.cpp).
#pragma once
#include "reference/cmc/henon.hpp"

namespace touchstone::mutants {

enum class HenonFault {
  none,
  no_self_shell,           ///< a star feels its own shell while it moves
  no_velocity_correction,  ///< the work of the changing potential is not paid for
  no_square,               ///< equation 7 as printed
  seeds_instead_of_jumps,  ///< rank q draws from seed + q
  unsorted_potential,      ///< from stars in the order before they moved
  stale_potential,         ///< potential of the step before
  lost_star,               ///< the last star of the second rank's share is not sent on
  wrong_partner,           ///< a star meets its neighbour on the other side
  pair_across_ranks,       ///< a rank's first star meets the last one of the rank before
  one_sign,                ///< every star moves outward
  flat_positions,          ///< positions are drawn without the density of equation 13
  shared_stream,           ///< all ranks draw from one stream
  ranks_of_threads,        ///< number of blocks equal to the number of threads
  starts_over,             ///< a continued run draws from the beginning of its streams
  gentle_encounters,       ///< half the angle of deflection
  outward_kicks,           ///< the inner star of a pair is always kicked outwards
  wrong_density,           ///< n counts 10 stars in the shell of 20
  tide_by_blocks,          ///< a rank counts only its own stars that left
  tide_not_booked,         ///< the energy of stars that left is forgotten
  stale_tide,              ///< tidal radius of the mass before the step
  tide_of_first_mass,      ///< tidal radius of the mass of the start
  tide_books_all_shells,   ///< m E as if every star were the only one that leaves
  loss_not_booked,         ///< the energy of lost mass is forgotten
  loss_without_potential,  ///< potential of the masses before the loss
  loss_at_any_step,        ///< steps as long as if nothing were lost
  pairs_alike,             ///< pairs of one mass each, whatever was asked for
  meets_in_short_time,     ///< expected meetings of a step in the units of steps
  meets_unfocused,         ///< cross section without the attraction of the stars
  meets_at_any_step,       ///< equations 9 and 10 are never asked
  binaries_pass,           ///< two binaries are always deflected
  one_binary_meets,        ///< the outer one of two binaries does not change
  second_star_stays,       ///< two binaries that are lost leave three stars
  meets_alike,             ///< a binary's meetings are the same one in each step
  meets_in_one_plane,      ///< the third draw does not turn the meeting
  no_recoil,               ///< the binary goes on as if the star had pushed off from nothing
  lost_companion,          ///< an ionised binary leaves one star
  doubled_companion,       ///< and one that keeps the mass of both
  stale_binary,            ///< a fly-by does not change the binary
  meeting_not_booked,      ///< the fall of the potential energy is forgotten
  binary_stays,            ///< binaries are not forgotten with their stars
  binary_not_booked,       ///< the energy of binaries that left is forgotten
  binary_keeps_mass,       ///< its stars lose no mass, which the cluster loses
  debt_not_booked,         ///< energy that nobody could give is forgotten
  debt_ends_with_rank,     ///< stars of the next rank do not pay for those of the one before
  work_of_own_shell        ///< a star is paid for the work of its own shell, in the new potential
};

class FaultyHenon final : public reference::HenonRun {
 public:
  FaultyHenon(HenonFault fault, const cluster::Stars& start, const cluster::ClusterParameters& p);

 private:
  double timestep() const override;
  void lose_mass(double timestep) override;
  void strip() override;
  double staying_mass() const override;
  double energy_of_leaving() const override;
  void encounters(double timestep) override;
  double own_mass(std::size_t star) const override;
  void sample_position(std::size_t star, Move& move, cluster::Lfsr113& random) override;
  void sort() override;
  void update_potential() override;
  void correct_velocities() override;
  double pay(std::span<const double> speed2) override;
  double expected_meetings(const cluster::ClosePair& pair, double timestep) const override;
  cluster::AfterMeeting follow(const cluster::ClosePair& pair, double turn) const override;
  void change(std::size_t first, const cluster::AfterMeeting& after) override;
  void settle(double potential_before) override;
  void release_binaries() override;

  /// Repeats an encounter until its first star goes outwards faster than before.
  void meet_outwards(std::size_t first, double timestep, cluster::Lfsr113& random);

  HenonFault fault_;
  bool correcting_ = false;
};

}  // namespace touchstone::mutants
