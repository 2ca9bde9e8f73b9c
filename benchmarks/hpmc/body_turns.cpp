#include "benchmarks/hpmc/body_turns.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <utility>

#include "benchmarks/hpmc/shape_entries.hpp"
#include "benchmarks/selection.hpp"
#include "models/core/errors.hpp"
#include "suite/guarded_program.hpp"
#include "suite/options.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

const ShapeSystem& round_system(const std::string& name) {
  for (const ShapeSystem& system : shape_systems())
    if (system.round && system.name == name) return system;
  throw input_error("--system", "name", "disks or spheres", name);
}

const shapes::ShapeScheme& chosen(const Request& request) {
  for (const shapes::ShapeScheme& scheme : shapes::shape_schemes())
    if (is_wanted(request, scheme)) return scheme;
  throw input_error("--scheme", "name", "a scheme of hard shapes", request.filter);
}

void append_centres(std::vector<double>& numbers, const shapes::Configuration& bodies) {
  for (const shapes::Vec3& c : bodies.centres) numbers.insert(numbers.end(), {c.x, c.y, c.z});
}

shapes::Configuration start_of(const ShapeSystem& system, std::size_t bodies, std::uint64_t seed) {
  ShapeStart start = shape_start(system, copies_for(system, bodies), seed);
  if (!start.steady)
    throw input_error(system.name, "start", "equilibrium", "acceptances that are not steady");
  return std::move(start.configuration);
}

}  // namespace

BodyTurns::BodyTurns(const Request& request, const std::string& system, std::size_t bodies)
    : request_(request),
      system_(&round_system(system)),
      scheme_(&chosen(request)),
      parameters_(system_->parameters()) {
  parameters_.threads = request.threads;
  parameters_.seed = request.seed;
  const shapes::Configuration start = start_of(*system_, bodies, request.seed);
  const shapes::Box& box = start.box;
  start_ = {static_cast<double>(box.dimensions),
            box.lx,
            box.ly,
            box.dimensions == 3 ? box.lz : 0,
            system_->diameter,
            system_->displacement,
            static_cast<double>(parameters_.sweeps_per_step),
            static_cast<double>(start.size())};
  append_centres(start_, start);
  simulation_ = scheme_->start(start, parameters_);
}

nlohmann::json BodyTurns::ready() const {
  const std::size_t bodies = simulation_->configuration().size();
  const Subject subject{.family = kFamily,
                        .scheme = scheme_->info,
                        .metric = "",
                        .name = "",
                        .threads = parameters_.threads};
  return {{"units", bodies * static_cast<std::size_t>(parameters_.sweeps_per_step)},
          {"record", to_json(blank_record(request_, subject))}};
}

void BodyTurns::turn(std::uint64_t times) {
  const SweepStats before = simulation_->stats().of_bodies();
  simulation_->advance(times);
  const SweepStats after = simulation_->stats().of_bodies();
  counts_.push_back(static_cast<double>(after.trials - before.trials));
  counts_.push_back(static_cast<double>(after.accepted - before.accepted));
}

std::vector<double> BodyTurns::result() const {
  std::vector<double> numbers{static_cast<double>(counts_.size() / 2)};
  numbers.insert(numbers.end(), counts_.begin(), counts_.end());
  append_centres(numbers, simulation_->configuration());
  return numbers;
}

int body_turns_program(int argc, const char* const* argv) {
  Request request;
  std::string system;
  std::string start;
  std::size_t bodies = 0;
  CLI::App app("Trial moves of round bodies, asked for turn by turn by bench --peers.",
               "touchstone_benchmarks body-turns");
  app.add_option("--system", system, "disks or spheres")->required();
  app.add_option("--scheme", request.filter, "the first scheme of this name or pattern")
      ->required();
  app.add_option("--particles", bodies, "number of bodies, nearly")->required();
  app.add_option("--start", start, "file for the start, in double precision")->required();
  app.add_option("--seed", request.seed, "seed of all random numbers")->check(any_seed());
  add_threads(app, request.threads, "of the scheme");
  if (const auto code = parse(app, argc, argv)) return *code;
  return guarded_program("touchstone_benchmarks", std::cerr, [&]() -> int {
    BodyTurns work(request, system, bodies);
    write_doubles(start, work.start());
    answer_turns(work, std::cin, std::cout);
    return 0;
  });
}

}  // namespace touchstone::benchmarks::hpmc
