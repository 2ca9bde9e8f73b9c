// validation/experiments/hpmc/schemes.hpp
// Purpose   Which registered schemes of hard shapes run an experiment, and the roles that some of
//           them have. No other file of this folder knows a scheme by name.
#pragma once
#include <cstddef>
#include <vector>

#include "models/hpmc/depletants_and_springs.hpp"
#include "models/hpmc/registry.hpp"
#include "suite/problem_class.hpp"

namespace touchstone::validation::hpmc {

/// The serial scheme that experiments about bodies and ensembles use, where one scheme will do.
const shapes::ShapeScheme& serial_scheme();
/// The serial oracle of a number of bodies: all pairs for few disks or balls, else the serial
/// scheme. (References of overlap prove their answers, in a millisecond for each pair of polyhedra:
/// checks hold the serial scheme's algorithms to them.)
const shapes::ShapeScheme& serial_oracle(const shapes::Body& body, std::size_t bodies);
/// The same algorithm with domains that move at the same time.
const shapes::ShapeScheme& domain_scheme();
/// All correct schemes that put bodies on springs and take large systems, for free energies:
/// whatever is registered, by name.
std::vector<const shapes::DepletantScheme*> spring_schemes();

/// No exception when the scheme starts from this state. A program that breaks down should run: its
/// measurement will say so.
bool can_run(const shapes::ShapeScheme& scheme, const shapes::Configuration& start,
             const shapes::RunParameters& parameters);

/// How an experiment meets the schemes.
struct Applicability {
  ProblemClass problem_class;
  bool cheap;  ///< one that class S can afford for every scheme
};
/// All correct schemes of this machine that take such a run: whatever is registered. The first are
/// the two roles. Class S leaves out those that claim another one's trajectory, bit for bit, which
/// checks hold them to, and experiments that are not cheap are then for the two roles and for
/// programs that say what they run.
std::vector<const shapes::ShapeScheme*> schemes_for(const shapes::Configuration& start,
                                                    const shapes::RunParameters& parameters,
                                                    const Applicability& experiment);

/// With domains, for schemes that take them.
shapes::RunParameters with_domains(const shapes::ShapeScheme& scheme,
                                   shapes::RunParameters parameters);

}  // namespace touchstone::validation::hpmc
