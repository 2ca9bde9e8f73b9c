// validation/experiments/hpmc/shape_effort.hpp
// Purpose   Trial moves, estimator and effort for the pressure of any hard body at any packing
//           fraction, before anything was run there.
// Source    Fluid: T. Boublik, J. Chem. Phys. 63, 4084 (1975) in space, scaled particles in the
//           plane (M. A. Cotter, F. H. Stillinger, J. Chem. Phys. 57, 3356 (1972)), for the second
//           virial coefficient of the body. Crystal: free volume, with the body's rotations.
//           Costs were measured with schemes of this suite.
// Cost      Some milliseconds: the second virial coefficient is a mean over random pairs.
// Not here  Hard disks by their own schemes (experiments/mpmc/disk_effort.hpp).
#pragma once
#include <string>

#include "models/hpmc/bodies/body.hpp"
#include "models/hpmc/registry.hpp"
#include "validation/experiments/hpmc/shape_chains.hpp"

namespace touchstone::validation::hpmc {

/// A packing fraction that no configuration exceeds: that of lattices of disks and of balls, else
/// 1.
double densest_packing(const shapes::Body& body);

/// Second virial coefficient over the measure of the body: 2 for disks, 4 for balls. From 20000
/// pairs, the same at each call.
double second_virial(const shapes::Body& body);

/// beta P / rho to about a factor of two: a scale for errors, never compared with anything.
double approximate_compressibility(const shapes::Body& body, double packing);

/// Trial moves that are accepted neither always nor hardly ever.
shapes::RunParameters usual_moves(const shapes::Configuration& start, double packing);

/// How the pressure of this body is read off.
struct Estimator {
  std::string name;
  BeginChain begin;
};
Estimator estimator_of(const shapes::Body& body, double packing);

/// Relative error squared times trial moves; about twice what was measured.
double relative_cost(const shapes::Body& body, double packing);

/// Steps of four sweeps, from a lattice.
int equilibration_steps(const shapes::Body& body, double packing, std::size_t bodies);

}  // namespace touchstone::validation::hpmc
