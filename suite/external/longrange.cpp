// suite/external/longrange.cpp
// Purpose   Long-range systems in a program of the user's: an integrator like any other.
#include <fmt/format.h>

#include <memory>

#include "suite/external/schemes.hpp"
#include "suite/external/words.hpp"

namespace touchstone::external {
namespace {

using longrange::Energies;
using longrange::RunParameters;
using longrange::State;

/// Numbers of one particle on a line: its coordinates of `first`, then of `second`.
std::string lines(std::size_t particles, const std::vector<double>& first,
                  const std::vector<double>& second) {
  std::string text;
  for (std::size_t i = 0; i < particles; ++i) {
    for (const auto* values : {&first, &second})
      for (std::size_t k = i; k < values->size(); k += particles)
        text += fmt::format("{} ", (*values)[k]);
    text.back() = '\n';
  }
  return text;
}

class Longrange final : public longrange::Simulation {
 public:
  Longrange(Pool::Lease program, const State& start, const RunParameters& p)
      : program_(std::move(program)),
        dimensions_(longrange::dimensions(p.system.model)),
        particles_(start.q.size() / dimensions_),
        moves_(p.system.model == longrange::Model::hmf ? particles_ : particles_ * particles_) {
    program_->start(
        fmt::format("start longrange {}\nmodel {}\nsoftening {}\ntime_step {}\nthreads {}\nstate\n",
                    particles_, longrange::name(p.system.model), p.system.softening, p.time_step,
                    p.threads) +
        lines(particles_, start.q, start.p));
  }

  void advance(std::uint64_t steps) override {
    program_->count_moves(steps * moves_);
    program_->ask(fmt::format("advance {}\n", steps));
  }
  State state() const override {
    program_->ask("state\n");
    const std::vector<double> all = columns(2 * dimensions_);
    const auto half = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    return {{all.begin(), half}, {half, all.end()}};
  }
  Energies energies() const override {
    program_->ask("energies\n");
    const std::vector<double> both = program_->numbers(2);
    return {both[0], both[1]};
  }
  std::vector<double> forces() const override {
    program_->ask("forces\n");
    return columns(dimensions_);
  }
  std::size_t memory_bytes() const override {
    return 3 * particles_ * dimensions_ * sizeof(double);
  }

 private:
  /// A line for each particle, as arrays one after another.
  std::vector<double> columns(std::size_t width) const {
    std::vector<double> all(width * particles_);
    for (std::size_t i = 0; i < particles_; ++i) {
      const std::vector<double> line = program_->numbers(width);
      for (std::size_t k = 0; k < width; ++k) all[k * particles_ + i] = line[k];
    }
    return all;
  }

  Pool::Lease program_;
  std::size_t dimensions_;
  std::size_t particles_;
  std::size_t moves_;  ///< moves in a step: pairs where the program may sum them
};

/// Throws InputError where several orders are claimed.
void require_one_order(const Description& d) {
  std::vector<std::string> orders;
  for (const std::string& claim : d.claims)
    if (claim.starts_with("order ")) orders.push_back(claim);
  if (orders.size() > 1)
    throw input_error(d.file, "\"claims\"", "one order at most", line_of(orders, ", "));
}

}  // namespace

longrange::LongrangeScheme longrange_scheme(const Description& d) {
  longrange::LongrangeScheme scheme;
  scheme.info = d.info;
  std::vector<std::string> known;
  scheme.info.claims = claims_of<Claims>(d, known);
  known = {"thread invariant"};  // the others say nothing of integrators
  scheme.claims = claims_of<longrange::IntegratorClaims>(d, known);
  require_known_claims(d, known);
  require_one_order(d);
  for (const std::string& model : d.models) try {
      scheme.models.push_back(longrange::model_named(model));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: \"models\": {}", d.file, error.what()));
    }
  scheme.info.parallel = has(scheme.info.claims, Claims::thread_invariant);
  scheme.screened_starts = true;
  scheme.force_error = d.force_error;
  scheme.energy_error = d.energy_error;
  scheme.smallest_softening = d.smallest_softening;
  const auto pool = std::make_shared<Pool>(d.command);
  scheme.start = [pool, name = d.info.name, models = scheme.models](const State& start,
                                                                    const RunParameters& p) {
    longrange::require_startable(name, models, p, start);
    return std::make_unique<Longrange>(Pool::lease(pool), start, p);
  };
  return scheme;
}

}  // namespace touchstone::external
