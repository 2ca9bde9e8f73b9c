// checkers/mutants/longrange/some_forces.cpp
// Purpose   Mutants of the forces on some particles alone, which benchmarks time where a whole step
//           takes too long: one would report the time of other sums.
// Source    Seeded faults.
#include <memory>
#include <string>
#include <utility>

#include "checkers/longrange/integrator_kind.hpp"

namespace touchstone::mutants {
namespace {

using longrange::DirectSums;
using longrange::LongrangeScheme;
using longrange::Model;
using longrange::RunParameters;
using longrange::State;

constexpr const char* kRight = "longrange/direct-double-portable";

/// Looked up when it is run: the order of registrations is not known.
const LongrangeScheme& right() { return longrange::scheme(kRight); }

class FirstForgotten final : public DirectSums {
 public:
  FirstForgotten(const State& state, const RunParameters& p) : inner_(right().sums(state, p)) {}
  std::vector<double> forces(std::size_t, std::size_t some) override {
    return inner_->forces(0, some);
  }

 private:
  std::unique_ptr<DirectSums> inner_;
};

/// Sources: the targets alone, as if the rest of the system were not there.
class TargetsOnly final : public DirectSums {
 public:
  TargetsOnly(State state, const RunParameters& p) : state_(std::move(state)), parameters_(p) {}
  std::vector<double> forces(std::size_t first, std::size_t some) override {
    const std::size_t n = longrange::particles(parameters_.system, state_);
    State targets;
    for (std::size_t k = 0; k < state_.q.size(); k += n)
      for (std::size_t i = first; i < first + some; ++i) targets.q.push_back(state_.q[k + i]);
    targets.p.resize(targets.q.size());
    return right().sums(targets, parameters_)->forces(0, some);
  }

 private:
  State state_;
  RunParameters parameters_;
};

template <class Sums>
bool add(const std::string& name, const Origin& origin) {
  return register_mutant(IntegratorMutant{
      .scheme = {.info = {.name = "mutant/integrator-" + name, .source = "planted fault"},
                 .models = {Model::ring, Model::plane},
                 .start = [](const State& start,
                             const RunParameters& p) { return right().start(start, p); },
                 .sums = [](const State& state,
                            const RunParameters& p) { return std::make_unique<Sums>(state, p); }},
      .origin = origin,
      .killed_by = {"integrator/some forces"}});
}

const bool registered =
    add<FirstForgotten>(
        "first-target-forgotten",
        Origin::invented("seeded fault: forces on the first particles, whichever are asked for")) &&
    add<TargetsOnly>(
        "sources-forgotten",
        Origin::invented("seeded fault: the targets act on each other, the others on nobody"));

}  // namespace
}  // namespace touchstone::mutants
