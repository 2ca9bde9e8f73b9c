#include "reference/longrange/yoshida_integrator.hpp"

#include <memory>

#include "models/longrange/yoshida.hpp"
#include "reference/longrange/forces.hpp"

namespace touchstone::reference {

using longrange::kB0;
using longrange::kB1;
using longrange::kD0;
using longrange::kD1;

YoshidaIntegrator::YoshidaIntegrator(const longrange::State& start,
                                     const longrange::RunParameters& parameters)
    : parameters_(parameters), state_(start) {
  longrange::require_valid(parameters, start);
  evaluate();  // step 1
}

void YoshidaIntegrator::advance(std::uint64_t steps) {
  const double dt = parameters_.time_step;
  for (; steps > 0; --steps) {
    kick(kB0 * dt);   // step 2
    drift(kD0 * dt);  // step 3
    evaluate();       // step 4
    kick(kB1 * dt);   // step 5
    drift(kD1 * dt);  // step 6
    evaluate();       // step 7
    kick(kB1 * dt);   // step 8
    drift(kD0 * dt);  // step 9
    evaluate();       // step 10
    kick(kB0 * dt);   // step 11, with the force of step 10
  }                   // step 12: that force is step 1 of the next
}

longrange::Energies YoshidaIntegrator::energies() const {
  return {longrange::kinetic_energy(state_), potential(parameters_.system, state_.q)};
}

void YoshidaIntegrator::kick(double duration) {
  for (std::size_t i = 0; i < force_.size(); ++i) state_.p[i] += duration * force_[i];
}

void YoshidaIntegrator::drift(double duration) {
  for (std::size_t i = 0; i < force_.size(); ++i) state_.q[i] += duration * state_.p[i];
}

void YoshidaIntegrator::evaluate() { force_ = reference::forces(parameters_.system, state_.q); }

namespace {

class SomeForces final : public longrange::DirectSums {
 public:
  SomeForces(const longrange::State& state, const longrange::RunParameters& parameters)
      : system_(parameters.system), q_(state.q) {
    longrange::require_valid(parameters, state);
  }
  std::vector<double> forces(std::size_t first, std::size_t some) override {
    return forces_on(system_, q_, first, some);
  }

 private:
  longrange::System system_;
  std::vector<double> q_;
};

const bool registered = longrange::register_scheme(
    {.info = {.name = "longrange/yoshida-reference",
              .source = "Rocha Filho, section 3 (steps 11 and 12 and the sign of equation 8 put "
                        "right)",
              .claims = Claims::thread_invariant,
              .baseline = true},
     .claims = longrange::kAllIntegratorClaims,
     .models = {longrange::Model::hmf, longrange::Model::ring, longrange::Model::plane},
     .start =
         [](const longrange::State& start, const longrange::RunParameters& parameters) {
           return std::make_unique<YoshidaIntegrator>(start, parameters);
         },
     .sums =
         [](const longrange::State& state, const longrange::RunParameters& parameters) {
           return std::make_unique<SomeForces>(state, parameters);
         },
     .operations = 120});

}  // namespace
}  // namespace touchstone::reference
