#include "suite/external/cost.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "models/cmc/plummer.hpp"
#include "models/core/errors.hpp"
#include "models/disks/start.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "models/hpmc/configuration.hpp"
#include "models/longrange/starts.hpp"
#include "suite/external/schemes.hpp"
#include "suite/results.hpp"

namespace touchstone::external {
namespace {

constexpr double kLongEnough = 0.02;  ///< seconds in which moves are timed
constexpr std::uint64_t kMostSteps = 1u << 16;

template <class Do>
double seconds_for(Do&& act) {
  const auto before = std::chrono::steady_clock::now();
  act();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
}

/// The least of some times: others may use the machine meanwhile.
template <class Do>
double least_seconds(int times, Do&& act) {
  double least = seconds_for(act);
  while (--times > 0) least = std::min(least, seconds_for(act));
  return least;
}

/// Times simulations: `begin(other, seed)` gives one, of another system where `other`; `look` asks
/// for its state, `advance` for so many steps of `moves` moves.
template <class Begin, class Look, class Advance>
Cost cost_of(const Begin& begin, const Look& look, const Advance& advance, double moves) {
  look(*begin(false, 1));  // the program itself has started
  Cost cost;
  cost.start = seconds_for([&] { begin(true, 1); });
  auto run = begin(false, 1);
  run.reset();
  cost.restart = seconds_for([&] { run = begin(false, 2); });
  look(*run);
  cost.request = least_seconds(9, [&] { look(*run); });
  for (std::uint64_t steps = 1; steps <= kMostSteps; steps *= 4) {
    const double spent = seconds_for([&] { advance(*run, steps); }) - cost.request;
    cost.move = std::max(0.0, spent) / (static_cast<double>(steps) * moves);
    if (spent > kLongEnough) break;
  }
  return cost;
}

Cost cost_of_disks(const Description& d) {
  const disks::DiskScheme scheme = disk_scheme(d);
  const auto start = disks::random_start(32, 0.3, disks::kSquare, 1);
  return cost_of(
      [&](bool other, std::uint64_t seed) {
        return scheme.start(start, {.max_displacement = other ? 0.21 : 0.2, .seed = seed});
      },
      [](const disks::Simulation& run) { run.configuration(); },
      [](disks::Simulation& run, std::uint64_t sweeps) { run.advance(sweeps); }, 32);
}

Cost cost_of_shapes(const Description& d) {
  const shapes::ShapeScheme scheme = shape_scheme(d);
  for (const auto& [body, cells] :
       {std::pair{"disk", 5}, {"sphere", 3}, {"pentagon", 5}, {"cube", 3}})
    try {
      const auto start = shapes::simple_lattice(shapes::named_body(body), cells, 0.3);
      return cost_of(
          [&](bool other, std::uint64_t seed) {
            return scheme.start(start, {.max_displacement = other ? 0.11 : 0.1,
                                        .max_rotation = 0.2,
                                        .sweeps_per_step = 1,
                                        .seed = seed});
          },
          [](const shapes::Simulation& run) { run.configuration(); },
          [](shapes::Simulation& run, std::uint64_t steps) { run.advance(steps); },
          static_cast<double>(start.size()));
    } catch (const Refused&) {
      continue;
    }
  throw Refused("no disks, spheres, pentagons or cubes");
}

Cost cost_of_longrange(const Description& d) {
  const longrange::LongrangeScheme scheme = longrange_scheme(d);
  const longrange::Model model = longrange::model_named(d.models.at(0));
  constexpr std::size_t kParticles = 64;
  const longrange::State start = model == longrange::Model::plane
                                     ? longrange::annulus(kParticles, 1, 1.5, 1)
                                     : longrange::water_bag(kParticles, 1, 1, 1);
  const auto n = static_cast<double>(kParticles);
  return cost_of(
      [&](bool other, std::uint64_t) {
        return scheme.start(start, {.system = {model, model == longrange::Model::hmf ? 0 : 0.1},
                                    .time_step = other ? 0.02 : 0.01});
      },
      [](const longrange::Simulation& run) { run.state(); },
      [](longrange::Simulation& run, std::uint64_t steps) { run.advance(steps); },
      model == longrange::Model::hmf ? n : n * n);
}

Cost cost_of_stars(const Description& d) {
  const cluster::ClusterScheme scheme = cluster_scheme(d);
  const cluster::Stars start = cluster::plummer::sample(100, 1);
  return cost_of(
      [&](bool other, std::uint64_t) { return scheme.start(start, {.seed = other ? 2u : 1u}); },
      [](const cluster::ClusterRun& run) { run.stars(); },
      [](cluster::ClusterRun& run, std::uint64_t steps) {
        for (; steps > 0; --steps) run.step();
      },
      static_cast<double>(start.size()));
}

Cost cost_of_chains(const Description& d) {
  const disks::RealLegScheme scheme = chain_scheme(d);
  disks::RealLeg leg{.start = disks::random_start(20, 0.3, disks::kSquare, 1),
                     .active = {0},
                     .along_x = true,
                     .length = 5};
  return cost_of(
      [&](bool other, std::uint64_t) {
        leg.length = other ? 4 : 5;
        return scheme.start(leg, 1);
      },
      [](const disks::RealLegRun& run) { run.end(); },
      [](disks::RealLegRun& run, std::uint64_t legs) { run.advance(legs); }, 1);
}

/// The cost that the last of these records which has one states.
std::optional<Cost> recorded_cost(const std::string& scheme,
                                  const std::vector<nlohmann::json>& records) {
  std::optional<Cost> found;
  for (const nlohmann::json& record : records) {
    const auto place = "/facts/program/seconds"_json_pointer;
    if (record.value("scheme", "") != scheme || !record.contains(place)) continue;
    const nlohmann::json& seconds = record.at(place);
    const auto stated = [&](const char* what) {
      return seconds.contains(what) && seconds.at(what).is_number();
    };
    if (!stated("start") || !stated("restart") || !stated("request") || !stated("move")) continue;
    found = {.start = seconds.at("start"),
             .restart = seconds.at("restart"),
             .request = seconds.at("request"),
             .move = seconds.at("move")};
  }
  return found;
}

std::optional<Cost> measured_cost(const std::optional<Description>& described) {
  using Measure = Cost (*)(const Description&);
  static const std::map<std::string, Measure> kinds{{"chains", cost_of_chains},
                                                    {"disks", cost_of_disks},
                                                    {"longrange", cost_of_longrange},
                                                    {"shapes", cost_of_shapes},
                                                    {"stars", cost_of_stars}};
  const auto kind = kinds.find(described->simulates);
  if (kind == kinds.end()) return std::nullopt;
  try {
    return kind->second(*described);
  } catch (const Refused&) {
    return std::nullopt;
  } catch (const ProgramFault&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<Cost> cost_for(const std::string& scheme, const std::string& earlier) {
  const std::optional<Description> described = description_of(scheme);
  if (!described) return std::nullopt;
  std::optional<Cost> cost;
  if (!earlier.empty()) cost = recorded_cost(scheme, earlier_results(earlier));
  if (!cost) cost = measured_cost(described);
  if (cost) described->command.known->set_cost(*cost);
  return cost;
}

double seconds_of(const std::string& text, const std::string& option) {
  static const std::map<std::string, double> units{{"", 1}, {"s", 1}, {"min", 60}, {"h", 3600}};
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const auto unit = units.find(std::string(stop, end));
  if (error != std::errc() || unit == units.end() || !(value > 0) || !std::isfinite(value))
    throw input_error(option, "time", "seconds, or a number and s, min or h, as 5min", text);
  return value * unit->second;
}

}  // namespace touchstone::external
