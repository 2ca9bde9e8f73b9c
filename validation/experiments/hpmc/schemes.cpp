#include "validation/experiments/hpmc/schemes.hpp"

#include "models/core/errors.hpp"
#include "models/core/registry.hpp"
#include "suite/external/program.hpp"

namespace touchstone::validation::hpmc {
namespace {

using shapes::ShapeScheme;

/// No exception when the scheme starts from this state. A program that breaks down should run: its
/// measurement will say so.
bool can_run(const ShapeScheme& scheme, const shapes::Configuration& start,
             const shapes::RunParameters& parameters) {
  if (scheme.runs) return scheme.runs(start, parameters);
  try {
    (void)scheme.start(start, with_domains(scheme, parameters));
    return true;
  } catch (const external::ProgramFault&) {
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

const ShapeScheme& serial_scheme() { return baseline_of(shapes::shape_schemes()); }

const ShapeScheme& domain_scheme() { return shapes::shape_scheme("hpmc/domains"); }

const shapes::DepletantScheme& spring_scheme() {
  return shapes::depletant_scheme("hpmc/surrounded-tree");
}

shapes::RunParameters with_domains(const ShapeScheme& scheme, shapes::RunParameters parameters) {
  if (scheme.cuts) parameters.domains = {2, 2, 1};
  return parameters;
}

std::vector<const ShapeScheme*> schemes_for(const shapes::Configuration& start,
                                            const shapes::RunParameters& parameters,
                                            const Applicability& experiment) {
  const bool quick = experiment.problem_class <= ProblemClass::S;
  std::vector<const ShapeScheme*> chosen{&serial_scheme(), &domain_scheme()};
  for (const ShapeScheme& scheme : shapes::shape_schemes()) {
    if (&scheme == chosen[0] || &scheme == chosen[1]) continue;
    if (!scheme.available || scheme.mutant || scheme.emulated) continue;
    if (quick && !scheme.equals.empty()) continue;
    if (quick && !experiment.cheap && !scheme.runs) continue;
    if (can_run(scheme, start, parameters)) chosen.push_back(&scheme);
  }
  return chosen;
}

}  // namespace touchstone::validation::hpmc
