// benchmarks/hpmc/shape_start.hpp
// Purpose   Starts in equilibrium for the timed systems of hard shapes, made by the serial
//           baseline.
// Computes  A fluid begins as a small lattice, is melted, compressed, copied side by side and
//           relaxed; the solid begins as the tiling of space and is relaxed. Relaxed: the
//           acceptances of translations and of rotations are steady (../equilibrium.hpp). A
//           function of system, size and seed alone. The comparison of sweeps
//           (sweep_comparison.hpp) does not lean on this resolution: it goes in pairs.
//           More bodies than kRelaxedBodies are copies of fewer that are in equilibrium, whose
//           acceptances they have: relaxing all of them would be serial steps of millions.
// Cost      Spans end after 100 to 1000 steps; ShapeSystem::most_steps are the limit.
#pragma once
#include "benchmarks/equilibrium.hpp"
#include "benchmarks/hpmc/shape_systems.hpp"

namespace touchstone::benchmarks::hpmc {

/// The scheme that prepares starts and that others are compared with: serial, and for all bodies.
const shapes::ShapeScheme& baseline_scheme();

/// `means` are the acceptances of translations and, of bodies that are not round, rotations.
struct ShapeStart : Relaxation {
  shapes::Configuration configuration;
};

/// Steps from `start` until acceptances no longer change.
ShapeStart relaxed(const shapes::Configuration& start, const shapes::RunParameters& parameters,
                   std::uint64_t most_steps);

/// Start of so many copies of a block, all of them relaxed.
ShapeStart shape_start(const ShapeSystem& system, int copies, std::uint64_t seed);

/// Largest number of bodies that are relaxed together where more are wanted than kRelaxedBodies.
inline constexpr std::size_t kCopiedBodies = 8192;
inline constexpr std::size_t kRelaxedBodies = std::size_t{1} << 18;

/// Copies of a block that are relaxed together; `copies` is a multiple.
int relaxed_copies(const ShapeSystem& system, int copies);
/// Relaxed bodies side by side, `times` along each direction.
ShapeStart side_by_side(const ShapeStart& relaxed, int times);

/// Trial moves of bodies made after `before`.
shapes::MoveStats difference(const shapes::MoveStats& after, const shapes::MoveStats& before);

/// Accepted trial moves of one kind, relative to all of them; NaN where there were none.
double acceptance(const SweepStats& stats);

}  // namespace touchstone::benchmarks::hpmc
