// optimized/cmc/block.hpp
// Purpose   Work of one rank or thread on its block of stars in a step, from the arrays that all
//           ranks have.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), sections 2.1, 3.2 and
//           3.6.
// Computes  The same bits as the serial reference for the block's stream.
// Not here  Sorting and the exchange between blocks (henon_openmp.cpp, ranks/henon_rank.cpp).
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "models/cmc/lfsr113.hpp"
#include "models/cmc/registry.hpp"
#include "optimized/cmc/shells/field.hpp"

namespace touchstone::optimized {

/// Stars of a block; the first has the shell `first_shell` of the field, from 1.
struct BlockStars {
  std::size_t first_shell = 1;
  std::span<const double> mass;
  std::span<double> radius;
  std::span<double> radial_velocity;
  std::span<double> tangential_velocity;

  std::size_t size() const { return mass.size(); }
  double speed2(std::size_t i) const {
    return radial_velocity[i] * radial_velocity[i] +
           tangential_velocity[i] * tangential_velocity[i];
  }
};

/// Data of each star's move that the velocity correction needs.
struct BlockMoves {
  std::span<double> old_radius;
  std::span<double> old_speed2;
  std::span<double> work;
  std::span<std::uint8_t> leaves;
  std::span<std::uint32_t> interval = {};  ///< interval of the old shells; may be empty
  std::span<double> energy = {};           ///< on the orbit, without the own shell; may be empty
  std::span<double> apocentre = {};        ///< apocentre of that orbit; may be empty
};

struct BlockCounts {
  std::uint64_t trials = 0;
  std::uint64_t above_bound = 0;
  std::vector<double> escaped_energy;  ///< energy of each star that leaves, in order
};

struct PreparedOrbits;

/// Scratch of one thread: orbits for each of `lanes` lanes.
class OrbitScratch {
 public:
  OrbitScratch();
  ~OrbitScratch();
  OrbitScratch(OrbitScratch&&) noexcept;
  std::span<PreparedOrbits> orbits(std::size_t lanes);

 private:
  std::vector<PreparedOrbits> orbits_;
};

/// A block of stars, where they move from, and what it draws from.
struct SampledBlock {
  BlockStars stars;
  BlockMoves moves;
  cluster::Lfsr113* random;
  BlockCounts* counts;
};

/// Number density around a shell: of the 20 stars around it.
double local_density(const Field& field, std::size_t k);

/// The smallest relaxation time of the block's bins, without the factor of theta_max.
double least_relaxation_time(const BlockStars& stars, double initial_stars,
                             cluster::PairMasses pairs);
/// The same around stars first ... end - 1 (from 0) of all, by sliding averages.
double least_sliding_time(const BlockStars& all, const Field& field, std::size_t first,
                          std::size_t end, double initial_stars, cluster::PairMasses pairs);
double deflection_factor(double theta_max);

/// Random numbers of a pair, as the generator gives them.
struct PairDraws {
  std::uint32_t azimuth = 0, process = 0, axis = 0;
};
/// Deflects the block's stars in pairs. Their draws are kept in `draws`, one for each pair, unless
/// it is empty.
void deflect_pairs(const BlockStars& stars, const Field& field, double timestep,
                   double initial_stars, cluster::Lfsr113& random, std::span<PairDraws> draws = {});

/// New positions and velocities on their orbits.
BlockCounts sample_positions(const BlockStars& stars, const Field& field, const BlockMoves& moves,
                             OrbitScratch& scratch, cluster::Lfsr113& random);
/// The same for many blocks in vector lanes: `next` gives one after another, nullptr at the end.
/// At most `at_once` of them are under way, so that other threads get some too.
void sample_blocks(const Field& field, const std::function<SampledBlock*()>& next,
                   std::size_t at_once, OrbitScratch& scratch);
/// Number of blocks at once from which on that is the faster way.
constexpr std::size_t kFewestForLanes = 3;

/// Mass of the block's stars that stay, added to that of the blocks before it, star by star.
double staying_mass(const BlockStars& stars, std::span<const std::uint8_t> leaves, double before);
/// Marks stars that the tide takes; true if there are any that were not marked.
bool strip(const cluster::Tide& tide, double mass, double alpha, const BlockMoves& moves);
/// Energy and mass of the stars that left, from the centre.
struct Leaving {
  double energy = 0;
  double mass = 0;
};
Leaving leaving(const BlockStars& stars, const Field& field, const BlockMoves& moves,
                const Leaving& before);

/// Scales velocities to these squares; returns the energy left over at the end of the block.
double correct_velocities(const BlockStars& stars, std::span<const double> speed2);
/// The second pass: takes the energy that the block before has left; returns what is left now.
double take_energy(const BlockStars& stars, double excess);

}  // namespace touchstone::optimized
