#include "validation/experiments/hpmc/schemes.hpp"

#include "models/core/errors.hpp"
#include "models/core/registry.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "suite/external/program.hpp"

namespace touchstone::validation::hpmc {

using shapes::ShapeScheme;

const ShapeScheme& serial_scheme() { return baseline_of(shapes::shape_schemes()); }

const ShapeScheme& serial_oracle(const shapes::Body& body, std::size_t bodies) {
  constexpr std::size_t kAllPairs = 64;
  const shapes::BodyClass c = shapes::class_of(body);
  const bool round = c == shapes::BodyClass::disk || c == shapes::BodyClass::ball;
  return round && bodies <= kAllPairs ? shapes::shape_scheme("hpmc/metropolis-reference")
                                      : serial_scheme();
}

const ShapeScheme& domain_scheme() { return shapes::shape_scheme("hpmc/domains"); }

std::vector<const shapes::DepletantScheme*> spring_schemes() {
  const shapes::Configuration two = shapes::simple_lattice(shapes::named_body("sphere"), 2, 0.1);
  std::vector<const shapes::DepletantScheme*> chosen;
  for (const shapes::DepletantScheme& scheme : shapes::depletant_schemes()) {
    if (scheme.all_pairs || scheme.mutant) continue;
    try {
      const auto springs = shapes::springs_at(two, 1, shapes::Anchor::centre_of_mass);
      (void)scheme.start(two, {}, {.springs = springs});
      chosen.push_back(&scheme);
    } catch (const InputError&) {  // depletants alone
    }
  }
  return chosen;
}

shapes::RunParameters with_domains(const ShapeScheme& scheme, shapes::RunParameters parameters) {
  if (scheme.cuts) parameters.domains = {2, 2, 1};
  return parameters;
}

bool can_run(const ShapeScheme& scheme, const shapes::Configuration& start,
             const shapes::RunParameters& parameters) {
  if (scheme.runs) return scheme.runs(start, with_domains(scheme, parameters));
  try {
    (void)scheme.start(start, with_domains(scheme, parameters));
    return true;
  } catch (const external::ProgramFault&) {
    return true;
  } catch (const InputError&) {
    return false;
  }
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
