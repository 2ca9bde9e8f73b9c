#include "models/longrange/system.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"

namespace touchstone::longrange {
namespace {

constexpr std::string_view kNames[] = {"hmf", "ring", "gravity-2d"};

void require_finite(const char* what, const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      throw input_error("state", fmt::format("{} {}", what, i), "a finite number",
                        fmt::format("{}", values[i]));
}

}  // namespace

std::string_view name(Model model) { return kNames[static_cast<std::size_t>(model)]; }

Model model_named(const std::string& wanted) {
  for (const Model model : kModels)
    if (name(model) == wanted) return model;
  const std::vector<std::string> known(std::begin(kNames), std::end(kNames));
  throw InputError(fmt::format("unknown model '{}'; {}", wanted, suggestion(wanted, known)));
}

void require_valid(const System& system) {
  const std::string found = fmt::format("{}", system.softening);
  const std::string where = std::string(name(system.model));
  if (system.model == Model::hmf) {
    if (system.softening != 0)
      throw input_error(where, "softening", "0: this model has none", found);
  } else if (!(std::isfinite(system.softening) && system.softening >= kSmallestSoftening)) {
    throw input_error(where, "softening",
                      fmt::format("a finite number of at least {}", kSmallestSoftening), found);
  } else {
    const double largest = system.model == Model::ring ? kLargestRingSoftening : kLargestSoftening;
    if (system.softening > largest)
      throw input_error(where, "softening", fmt::format("at most {}", largest), found);
  }
}

void require_valid(const RunParameters& p) {
  require_valid(p.system);
  if (!(std::isfinite(p.time_step) && p.time_step > 0))
    throw input_error("time step", "value", "a positive finite number",
                      fmt::format("{}", p.time_step));
  if (p.threads < 1 || p.threads > 1024)
    throw input_error("threads", "number of threads", "1 to 1024", fmt::format("{}", p.threads));
  if (!(p.tolerance >= 0 && p.tolerance < 1))
    throw input_error("tolerance", "value", "0 or more and below 1",
                      fmt::format("{}", p.tolerance));
}

void require_valid(const RunParameters& p, const State& state) {
  require_valid(p);
  const std::size_t per_particle = dimensions(p.system.model);
  if (state.q.empty() || state.q.size() % per_particle != 0)
    throw input_error("state", "number of coordinates",
                      fmt::format("a positive multiple of {}", per_particle),
                      fmt::format("{}", state.q.size()));
  if (state.p.size() != state.q.size())
    throw input_error("state", "number of momenta",
                      fmt::format("{}, as many as coordinates", state.q.size()),
                      fmt::format("{}", state.p.size()));
  require_finite("coordinate", state.q);
  require_finite("momentum", state.p);
  const std::size_t n = particles(p.system, state);
  if (p.tile != 0 && n % p.tile != 0)
    throw input_error("tile", "number of particles", fmt::format("a multiple of {}", p.tile),
                      fmt::format("{}", n));
}

double kinetic_energy(const State& state) {
  long double sum = 0;
  for (const double p : state.p) sum += static_cast<long double>(p) * p;
  return static_cast<double>(sum / 2);
}

double Magnetisation::length() const { return std::hypot(x, y); }

Magnetisation magnetisation(std::span<const double> angles) {
  long double x = 0;
  long double y = 0;
  for (const double angle : angles) {
    x += std::cos(angle);
    y += std::sin(angle);
  }
  const auto n = static_cast<long double>(angles.size());
  return {static_cast<double>(x / n), static_cast<double>(y / n)};
}

}  // namespace touchstone::longrange
