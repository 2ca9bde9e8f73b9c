#include "benchmarks/ecmc/chain_turns.hpp"

#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <utility>

#include "models/core/errors.hpp"
#include "suite/guarded_program.hpp"
#include "suite/options.hpp"

namespace touchstone::benchmarks::ecmc {
namespace {

const disks::ChainScheme& chosen(const Request& request) {
  for (const disks::ChainScheme& scheme : disks::chain_schemes())
    if (is_wanted(request, scheme)) return scheme;
  throw input_error("--scheme", "name", "a scheme of event chains", request.filter);
}

/// In [-1/2, 1/2) sides: exact, since a coordinate has 32 bits.
double in_sides(disks::FixedCoordinate x) {
  return static_cast<double>(static_cast<std::int32_t>(x)) /
         static_cast<double>(disks::kTicksPerSide);
}

void append_places(std::vector<double>& numbers, const std::vector<disks::FixedCoordinate>& x,
                   const std::vector<disks::FixedCoordinate>& y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    numbers.insert(numbers.end(), {in_sides(x[i]), in_sides(y[i])});
}

}  // namespace

ChainTurns::ChainTurns(const Request& request, std::size_t disks, std::size_t active, double leg)
    : request_(request),
      start_(request, disks),
      leg_(start_.leg(active)),
      path_(leg),
      scheme_(&chosen(request)) {
  if (!(leg > 0) || !(leg < 1e9)) throw input_error("--leg", "sides", "more than 0", "another");
  if (!start_.steady)
    throw input_error("start", "liftings in a sweep", "a steady number", "one that is not");
  leg_.duration =
      std::llround(leg / static_cast<double>(active) * static_cast<double>(disks::kTicksPerSide));
  chains_ = scheme_->start(leg_, start_.minimal(),
                           {.threads = request.threads,
                            .seed = request.seed,
                            .on_violation = disks::OnViolation::remember,
                            .record = false});
}

std::vector<double> ChainTurns::start() const {
  const disks::FixedConfiguration& all = leg_.start;
  std::vector<double> numbers{static_cast<double>(all.size()), 1 / all.box.width,
                              static_cast<double>(leg_.active.size())};
  append_places(numbers, all.x, all.y);
  numbers.insert(numbers.end(), leg_.active.begin(), leg_.active.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    numbers.push_back(static_cast<double>(start_.minimal().from(i).size()));
    for (const disks::Arrow& arrow : start_.minimal().from(i)) numbers.push_back(arrow.to);
  }
  return numbers;
}

nlohmann::json ChainTurns::ready() const {
  const Subject subject = chain_subject(scheme_->info, "", "", leg_.start.size(), request_.threads);
  return {{"units", path_}, {"record", to_json(blank_record(request_, subject))}};
}

void ChainTurns::turn(std::uint64_t times) {
  for (; times > 0; --times) {
    const std::uint64_t before = chains_->liftings();
    chains_->advance(leg_.duration);
    counts_.push_back(static_cast<double>(chains_->liftings() - before));
  }
}

std::vector<double> ChainTurns::result() const {
  std::vector<double> numbers{static_cast<double>(counts_.size())};
  numbers.insert(numbers.end(), counts_.begin(), counts_.end());
  append_places(numbers, chains_->positions(), leg_.start.y);
  return numbers;
}

int chain_turns_program(int argc, const char* const* argv) {
  Request request;
  std::string start;
  std::size_t disks = 0;
  std::size_t active = kPublishedActive;
  double leg = 0;
  CLI::App app("Legs of event chains, asked for turn by turn by bench --peers.",
               "touchstone_benchmarks chain-turns");
  app.add_option("--scheme", request.filter, "the first scheme of this name or pattern")
      ->required();
  app.add_option("--disks", disks, "number of disks")->required();
  app.add_option("--active", active, "number of active disks")->capture_default_str();
  app.add_option("--leg", leg, "sides of the box that they go together in a turn")->required();
  app.add_option("--start", start, "file for the start, in double precision")->required();
  app.add_option("--seed", request.seed, "seed of all random numbers")->check(any_seed());
  add_threads(app, request.threads, "of the scheme");
  if (const auto code = parse(app, argc, argv)) return *code;
  return guarded_program("touchstone_benchmarks", std::cerr, [&]() -> int {
    ChainTurns work(request, disks, active, leg);
    write_doubles(start, work.start());
    answer_turns(work, std::cin, std::cout);
    return 0;
  });
}

}  // namespace touchstone::benchmarks::ecmc
