#include "validation/experiments/hpmc/shape_chains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/disks/chains/static_rift.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/seeds.hpp"

namespace touchstone::validation::hpmc {
namespace {

/// The box, then type, centre and orientation of each body.
std::vector<double> numbers_of(const shapes::Configuration& c) {
  const shapes::Box& box = c.box;
  std::vector<double> numbers{box.lx, box.ly, box.lz, box.xy, box.xz, box.yz};
  for (std::size_t i = 0; i < c.size(); ++i) {
    const shapes::Vec3& r = c.centres[i];
    const shapes::Orientation& q = c.orientations[i];
    numbers.insert(numbers.end(),
                   {static_cast<double>(c.type[i]), r.x, r.y, r.z, q.s, q.x, q.y, q.z});
  }
  return numbers;
}

/// The configuration of a chain; dimension and types are those of `like`.
shapes::Configuration shapes_of(const std::vector<double>& numbers,
                                const shapes::Configuration& like) {
  shapes::Configuration c{.box = like.box, .types = like.types};
  shapes::Box& box = c.box;
  auto next = numbers.begin();
  for (double* side : {&box.lx, &box.ly, &box.lz, &box.xy, &box.xz, &box.yz}) *side = *next++;
  for (; next != numbers.end(); next += 8) {
    c.type.push_back(static_cast<std::uint32_t>(next[0]));
    c.centres.push_back({next[1], next[2], next[3]});
    c.orientations.push_back({next[4], next[5], next[6], next[7]});
  }
  return c;
}

/// Simulation from a checkpoint or the start; a checkpoint that is refused is the scheme's own
/// fault.
std::unique_ptr<shapes::Simulation> start(const shapes::ShapeScheme& scheme,
                                          const shapes::Configuration& c,
                                          const shapes::RunParameters& parameters) try {
  return scheme.start(c, parameters);
} catch (const InputError& refusal) {
  if (parameters.first_step == 0) throw;
  throw IllegalState(fmt::format("after {} steps: {}", parameters.first_step, refusal.what()));
}

}  // namespace

std::string sums_name(std::uint64_t part) { return fmt::format("sums of part {}", part); }

BeginChain density_of(std::size_t bodies) {
  struct Observer final : ChainObserver {
    explicit Observer(double number) : n(number) {}
    void add(const shapes::Configuration& c) override {
      const double v = c.box.volume();
      all[0] += v;
      all[1] += v * v;
      ++all[2];
    }
    double value() const override { return n * all[2] / all[0]; }
    std::vector<double>& sums() override { return all; }
    double n;
    std::vector<double> all{0, 0, 0};
  };
  return [=] { return std::make_unique<Observer>(static_cast<double>(bodies)); };
}

namespace {

/// Sums: of beta P, of the density, number of samples.
struct RiftObserver final : ChainObserver {
  explicit RiftObserver(bool by_density) : per_density(by_density) {}
  void add(const shapes::Configuration& c) override {
    disks::Configuration plane;
    plane.box = {c.box.lx, c.box.ly};
    for (const shapes::Vec3& r : c.centres)
      plane.centres.push_back(plane.box.wrap({r.x + 0.5 * c.box.lx, r.y + 0.5 * c.box.ly}));
    all[0] += disks::static_rift_pressure(plane).mean();
    all[1] += plane.density();
    ++all[2];
  }
  double value() const override { return all[0] / (per_density ? all[1] : all[2]); }
  std::vector<double>& sums() override { return all; }
  bool per_density;
  std::vector<double> all{0, 0, 0};
};

}  // namespace

BeginChain static_rifts() {
  return [] { return std::make_unique<RiftObserver>(true); };
}

BeginChain static_rift_pressures() {
  return [] { return std::make_unique<RiftObserver>(false); };
}

std::string ShapeChains::key(std::size_t index) const {
  const shapes::RunParameters& p = run.parameters;
  const shapes::BoxMoves& box = p.box;
  // Chains are told apart by the name of the measurement too: observables have no key.
  return nlohmann::json{
      {"name", run.name},
      {"scheme", scheme.info.name},
      {"bodies", run.start.size()},
      {"box", run.start.box.volume()},
      {"moves", {p.max_displacement, p.max_rotation, p.translations}},
      {"sweeps_per_step", p.sweeps_per_step},
      {"domains", p.domains},
      {"pressure", box.pressure},
      {"box_moves",
       {box.max_volume, box.max_log_volume, box.max_length, box.max_shear, box.per_step}},
      {"steps", {run.equilibration, run.samples, run.steps_between}},
      {"prepared", static_cast<bool>(run.prepare)},
      {"parts", parts},
      {"chain", index},
      {"seed", seed}}
      .dump();
}

shapes::RunParameters ShapeChains::parameters(std::size_t index) const {
  shapes::RunParameters all = run.parameters;
  all.seed = derive_seed(seed, "chains of shapes", index);
  return all;
}

std::uint64_t ShapeChains::end_of_segment(std::uint64_t step) const {
  if (!scheme.continues) return length();
  const double steps = std::max(1.0, run.trials_of_segment / run.trials_of_step());
  return std::min(length(), step + static_cast<std::uint64_t>(steps));
}

ChainState ShapeChains::begin(std::size_t index) const {
  ChainState state;
  state.configuration =
      numbers_of(run.prepare ? run.prepare(index, parameters(index).seed) : run.start);
  return state;
}

void ShapeChains::advance(std::size_t index, ChainState& state,
                          const std::function<void(std::uint64_t)>& report) const {
  shapes::RunParameters going_on = parameters(index);
  going_on.first_step = state.step;
  const auto simulation = start(scheme, shapes_of(state.configuration, run.start), going_on);
  const auto step = [&](ChainState& next, std::uint64_t steps) {
    check_interrupt();
    simulation->advance(steps);
    next.step += steps;
    report(steps);
  };
  const std::uint64_t end = end_of_segment(state.step);
  ChainState next = state;  // an interrupt leaves `state` as it was
  while (next.step < std::min(end, equilibration())) step(next, 1);
  while (next.step < end) {
    const std::uint64_t part = (next.step - equilibration()) / of_part();
    const std::uint64_t end_of_part = equilibration() + (part + 1) * of_part();
    std::vector<double>& sums = next.series[sums_name(part)];
    const auto observer = observe();
    if (!sums.empty()) observer->sums() = sums;
    while (next.step < std::min(end, end_of_part)) {
      step(next, count(run.steps_between));
      observer->add(simulation->configuration());
    }
    sums = observer->sums();
    if (next.step == end_of_part) next.series[kShapeValue].push_back(observer->value());
  }
  next.stats += simulation->stats().of_bodies();
  next.configuration = numbers_of(simulation->configuration());
  next.finished = next.step == length();
  state = std::move(next);
}

void judge_halves_into(ResultRecord& record, ChainStore& store, const ShapeChains& chains,
                       double unit, const Expected& known, const Aim& aim) {
  const auto scaled = [&](Estimate e) {
    e.mean *= unit;
    e.standard_error *= unit;
    return e;
  };
  const Estimate mean = two_stage_mean(
      chain_means(store, chains, kShapeValue), chains.chains,
      [&] {
        const PublishedShapes expected = known(store.run(chains));
        return std::hypot(expected.value.uncertainty, expected.further) / unit;
      },
      aim.of_stages() / unit);
  const auto& all = store.run(chains, chains_of(mean, chains));
  const PublishedShapes expected = known(all);
  const Estimate drift = scaled(chain_drift(all, kShapeValue));
  const Estimate sides = scaled(chain_sides(all, kShapeValue));
  judge_into(record, scaled(mean),
             {expected.value.value, std::hypot(expected.value.uncertainty, expected.further)},
             expected.source, aim);
  record.expected = expected.value;  // what is allowed further is ours
  if (expected.further > 0) record.allowance = Allowance{expected.further, expected.why};
  record.note = fmt::format(
      "second halves less first: {:+.2g} +- {:.2g}; odd chains less even: {:+.2g} +- {:.2g}",
      drift.mean, drift.standard_error, sides.mean, sides.standard_error);
  if (all.size() > chains.chains)
    record.note += fmt::format("; {} chains, where {} were planned", all.size(), chains.chains);
  if (beyond_chance(drift) || beyond_chance(sides)) {
    withhold_pass(record);
    record.note = "not in equilibrium: " + record.note;
  }
}

}  // namespace touchstone::validation::hpmc
