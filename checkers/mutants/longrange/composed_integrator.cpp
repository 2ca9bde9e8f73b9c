#include "checkers/mutants/longrange/composed_integrator.hpp"

#include <cmath>
#include <utility>

#include "checkers/mutants/longrange/faulty_forces.hpp"

namespace touchstone::mutants {
namespace {

constexpr double kGrid = 0x1p-47;  // sums are exact up to 64

class ComposedIntegrator final : public longrange::Simulation {
 public:
  ComposedIntegrator(int order, Grid grid, longrange::State start,
                     const longrange::RunParameters& p)
      : order_(order), grid_(grid), parameters_(p), state_(std::move(start)) {
    for (auto* values : {&state_.q, &state_.p})
      for (double& value : *values) value = on_grid(value);
  }

  void advance(std::uint64_t steps) override {
    for (; steps > 0; --steps) step(order_, parameters_.time_step);
  }
  longrange::State state() const override { return state_; }
  longrange::Energies energies() const override {
    return {longrange::kinetic_energy(state_),
            faulty_potential(IntegratorFault::none, parameters_.system, state_.q)};
  }
  std::vector<double> forces() const override {
    return faulty_forces(IntegratorFault::none, parameters_.system, state_.q, 1);
  }
  std::size_t memory_bytes() const override { return 3 * state_.q.size() * sizeof(double); }

 private:
  double on_grid(double value) const {
    if (grid_ == Grid::none) return value;
    const double multiple = value / kGrid;
    return kGrid * (grid_ == Grid::nearest ? std::nearbyint(multiple) : std::floor(multiple));
  }
  void add(std::vector<double>& to, double duration, const std::vector<double>& rates) const {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += on_grid(duration * rates[i]);
  }
  void step(int order, double duration) {
    if (order > 2) {
      const double outer = duration / (2 - std::pow(2, 1.0 / (order - 1)));
      for (const double part : {outer, duration - 2 * outer, outer}) step(order - 2, part);
      return;
    }
    add(state_.p, duration / 2, forces());
    add(state_.q, duration, state_.p);
    add(state_.p, duration / 2, forces());
  }

  int order_;
  Grid grid_;
  longrange::RunParameters parameters_;
  longrange::State state_;
};

}  // namespace

std::unique_ptr<longrange::Simulation> composed_integrator(int order, Grid grid,
                                                           const longrange::State& start,
                                                           const longrange::RunParameters& p) {
  longrange::require_valid(p, start);
  return std::make_unique<ComposedIntegrator>(order, grid, start, p);
}

}  // namespace touchstone::mutants
