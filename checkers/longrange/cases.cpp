#include "checkers/longrange/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "models/core/random/philox.hpp"

namespace touchstone::integrator {

using longrange::LongrangeScheme;
using longrange::Model;
using longrange::State;
using longrange::System;

std::vector<System> systems_of(const LongrangeScheme& scheme, bool also_stiff) {
  std::vector<System> all;
  for (const Model model : longrange::kModels) {
    if (!scheme.runs(model)) continue;
    all.push_back({model, model == Model::hmf ? 0 : 0.1});
    if (also_stiff && model != Model::hmf)
      all.push_back({model, std::max(1e-3, scheme.smallest_softening)});
  }
  return all;
}

std::string text(const System& system, std::size_t particles) {
  return fmt::format("{} eps={} N={}", name(system.model), system.softening, particles);
}

State random_state(const System& system, std::size_t n, std::uint64_t seed) {
  PhiloxStream random = Philox(seed).stream(Purpose::test, 0, 0x1A7Eu);
  const double turned = 2 * std::numbers::pi * random.uniform();
  const std::size_t size = n * longrange::dimensions(system.model);
  State state;
  for (std::size_t i = 0; i < size; ++i) {
    double q = 2.5 * (random.uniform() - 0.5) + turned;
    if (system.model != Model::plane) q += 2 * std::numbers::pi * (random.below(5) - 2.0);
    state.q.push_back(q);
    state.p.push_back(random.uniform() - 0.4);
  }
  return state;
}

std::unique_ptr<longrange::Simulation> begin(const LongrangeScheme& scheme, const State& start,
                                             const System& system, double time_step, int threads) {
  return scheme.start(start, {.system = system, .time_step = time_step, .threads = threads});
}

State run(const LongrangeScheme& scheme, const State& start, const System& system, double time_step,
          std::uint64_t steps) {
  const auto simulation = begin(scheme, start, system, time_step);
  simulation->advance(steps);
  return simulation->state();
}

State fourth_order_run(const LongrangeScheme& scheme, const State& start, const System& system,
                       double time_step, std::uint64_t steps) {
  const State coarse = run(scheme, start, system, time_step, steps);
  if (longrange::order_of(scheme.claims) != 2) return coarse;
  State fine = run(scheme, start, system, time_step / 2, 2 * steps);
  for (std::size_t i = 0; i < fine.q.size(); ++i) {
    fine.q[i] += difference(system, fine.q[i], coarse.q[i]) / 3;
    fine.p[i] += (fine.p[i] - coarse.p[i]) / 3;
  }
  return fine;
}

std::uint64_t affordable(const LongrangeScheme& scheme, std::uint64_t steps) {
  return scheme.costly_steps ? std::max<std::uint64_t>(1, steps / 4) : steps;
}

double difference(const System& system, double a, double b) {
  if (system.model == Model::plane) return a - b;
  return std::remainder(a - b, 2 * std::numbers::pi);
}

double distance(const System& system, const State& a, const State& b) {
  if (a.q.size() != b.q.size() || a.p.size() != b.p.size())
    return std::numeric_limits<double>::infinity();
  double worst = 0;
  const auto hold = [&](double error) {
    worst = std::isnan(error) ? std::numeric_limits<double>::infinity()
                              : std::max(worst, std::abs(error));
  };
  for (std::size_t i = 0; i < a.q.size(); ++i) {
    hold(difference(system, a.q[i], b.q[i]));
    hold(a.p[i] - b.p[i]);
  }
  return worst;
}

void Bounds::hold(double error, double bound, const std::string& what) {
  ++held_;
  const bool kept = std::abs(error) <= bound;
  if (!kept) ++broken_;
  const double ratio = std::isfinite(error) ? std::abs(error) / bound : 1e300;
  if (held_ > 1 && ratio <= worst_) return;
  worst_ = ratio;
  worst_what_ = fmt::format("{}: error {:.2g}, bound {:.2g}", what, error, bound);
}

CheckResult Bounds::result(std::uint64_t least) const {
  CheckResult result{.verdict = broken_ == 0 ? Verdict::pass : Verdict::fail,
                     .value = worst_,
                     .unit = "of the bound",
                     .detail = worst_what_};
  if (held_ < least && broken_ == 0) {
    result.verdict = Verdict::fail;
    result.detail = held_ == 0 ? "nothing was compared"
                               : fmt::format("{} comparisons of at least {}", held_, least);
  }
  result.params = {{"compared", held_}, {"broken", broken_}};
  return result;
}

}  // namespace touchstone::integrator
