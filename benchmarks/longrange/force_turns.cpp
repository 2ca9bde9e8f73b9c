#include "benchmarks/longrange/force_turns.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <utility>

#include "benchmarks/longrange/integrator_entries.hpp"
#include "benchmarks/selection.hpp"
#include "models/core/errors.hpp"
#include "suite/guarded_program.hpp"
#include "suite/options.hpp"

namespace touchstone::benchmarks::longrange {
namespace {

namespace lr = touchstone::longrange;

/// Momenta become as small as this, and what they would add to a coordinate is lost to rounding.
constexpr double kNoTime = 1e-30;
constexpr int kEvaluations = 3;  // of a step

const lr::LongrangeScheme& chosen(const Request& request, lr::Model model) {
  for (const lr::LongrangeScheme* scheme : lr::widest_first(model, true))
    if (is_wanted(request, *scheme)) return *scheme;
  throw input_error("--scheme", "name", "a scheme of this model that this machine runs",
                    request.filter);
}

}  // namespace

ForceTurns::ForceTurns(const Request& request, const lr::System& system, double tolerance,
                       std::vector<double> q)
    : request_(request),
      parameters_{.system = system,
                  .time_step = kNoTime,
                  .threads = request.threads,
                  .tolerance = tolerance},
      q_(std::move(q)),
      scheme_(&chosen(request, system.model)) {
  const lr::State start{q_, std::vector<double>(q_.size(), 0.0)};
  simulation_ = scheme_->start(start, parameters_);
}

nlohmann::json ForceTurns::ready() const {
  const Subject subject{.family = kFamily,
                        .scheme = scheme_->info,
                        .metric = "",
                        .name = "",
                        .threads = parameters_.threads};
  return {{"units", kEvaluations}, {"record", to_json(blank_record(request_, subject))}};
}

void ForceTurns::turn(std::uint64_t times) { simulation_->advance(times); }

std::vector<double> ForceTurns::result() const {
  if (simulation_->state().q != q_)
    throw input_error(scheme_->info.name, "coordinates", "those of the file", "others");
  return simulation_->forces();
}

int force_turns_program(int argc, const char* const* argv) {
  Request request;
  std::string model;
  std::string coordinates;
  double softening = 0;
  double tolerance = 0;
  CLI::App app("Forces of one scheme, asked for turn by turn on standard input by bench --peers.",
               "touchstone_benchmarks force-turns");
  app.add_option("--model", model, "ring or gravity-2d")->required();
  app.add_option("--scheme", request.filter, "its first scheme of this name or pattern")
      ->required();
  app.add_option("--softening", softening, "of the model")->required();
  app.add_option("--tolerance", tolerance, "error of forces that is asked for")->required();
  app.add_option("--coordinates", coordinates, "file of numbers in double precision")->required();
  app.add_option("--seed", request.seed, "what the coordinates were drawn with, for the record")
      ->check(any_seed());
  add_threads(app, request.threads, "of the scheme");
  if (const auto code = parse(app, argc, argv)) return *code;
  return guarded_program("touchstone_benchmarks", std::cerr, [&]() -> int {
    ForceTurns work(request, {lr::model_named(model), softening}, tolerance,
                    read_doubles(coordinates));
    answer_turns(work, std::cin, std::cout);
    return 0;
  });
}

}  // namespace touchstone::benchmarks::longrange
