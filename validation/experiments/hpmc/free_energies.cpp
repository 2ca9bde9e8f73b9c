// validation/experiments/hpmc/free_energies.cpp
// Purpose   Free energies by springs that are weakened to none: two disks in a cage, whose free
//           area is known in closed form; the crystal of hard spheres about its centre of mass and
//           with one body held; its limit of many bodies.
// Source    Frenkel, Ladd 1984; Polson et al. 2000; Vega, Noya 2007 (F / NkT = 4.9590(2) at
//           rho sigma^3 = 1.04086); models/hpmc/observables/free_energy.hpp.
// Method    Thirty-two independent Markov chains through all springs, from strong to weak; a chain
//           goes on with the next spring from where it is.
// Cost      Class S about 4 s; more bodies and longer chains in larger classes.
// Not here  Crystals of bodies that rotate.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "models/core/for_each_index.hpp"
#include "models/core/interrupt.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "models/hpmc/observables/free_energy.hpp"
#include "statistics/blocking.hpp"
#include "validation/chain_estimates.hpp"
#include "validation/experiment.hpp"
#include "validation/experiments/hpmc/published.hpp"
#include "validation/experiments/hpmc/schemes.hpp"
#include "validation/seeds.hpp"
#include "validation/two_stage.hpp"

namespace touchstone::validation::hpmc {
namespace {

using shapes::Anchor;
using shapes::Configuration;

constexpr int kChains = 32;

struct Path {
  const shapes::DepletantScheme* scheme;
  Configuration crystal;
  double strongest;  ///< springs
  double shift;      ///< the strength of the cages
  int nodes = 10;
  int free_samples = 100;  ///< samples per chain, for the chance of no overlap
  int equilibration = 20;  ///< steps of four sweeps at each spring
  int samples = 60;        ///< steps at each spring
  double cage = 0.1;       ///< the longest step of a trial

  double trials() const {
    return 4.0 * kChains * nodes * (equilibration + samples) * static_cast<double>(crystal.size());
  }
};

/// beta F / N of one chain.
double chain_free_energy(const Path& path, Anchor anchor, std::uint64_t seed) {
  const double n = static_cast<double>(path.crystal.size());
  double free_energy =
      einstein_free_energy(path.crystal, path.strongest, anchor) -
      log_share_without_overlap(path.crystal, path.strongest, anchor, path.free_samples, seed) / n;
  auto nodes = shapes::spring_nodes(path.strongest, path.shift, path.nodes);
  std::sort(nodes.begin(), nodes.end(),
            [](const auto& a, const auto& b) { return a.spring > b.spring; });
  Configuration state = path.crystal;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const shapes::Springs springs = springs_at(path.crystal, nodes[k].spring, anchor);
    const auto run =
        path.scheme->start(state,
                           {.max_displacement = std::min(path.cage, 2 / std::sqrt(nodes[k].spring)),
                            .seed = derive_seed(seed, "springs", k)},
                           {.springs = springs});
    run->advance(static_cast<std::uint64_t>(path.equilibration));
    double sum = 0;
    for (int sample = 0; sample < path.samples; ++sample) {
      check_interrupt();
      run->advance(1);
      sum += sum_of_squares(run->configuration(), springs);
    }
    free_energy -= nodes[k].weight * 0.5 * sum / path.samples / n;
    state = run->configuration();
    // A crystal that drifts as a whole goes on from where it began.
    if (anchor == Anchor::centre_of_mass)
      for (shapes::Vec3& r : state.centres)
        r = state.box.wrap(r - (run->configuration().centres[0] - path.crystal.centres[0]));
  }
  return free_energy;
}

Runs free_energies(const Path& path, Anchor anchor, std::uint64_t seed, Bench& bench,
                   double share) {
  return [=, &path, &bench](std::size_t first, std::size_t count) {
    std::vector<double> values(count);
    for_each_index(count, bench.plan.threads, [&](std::size_t k) {
      values[k] = chain_free_energy(path, anchor, derive_seed(seed, "free energy", first + k));
    });
    bench.done(share * static_cast<double>(count) / kChains);
    return values;
  };
}

Measurement blank(const Plan& plan, const std::string& name, const std::string& metric,
                  const Path& path) {
  Measurement m;
  m.name = "hpmc/free-energies/" + name;
  m.record = blank_record(plan, "hpmc", metric);
  m.record.scheme = path.scheme->info.name;
  m.record.backend = path.scheme->info.backend;
  m.record.threads = plan.threads;
  m.record.params["case"] = name;
  m.record.params["bodies"] = path.crystal.size();
  m.record.params["chains"] = kChains;
  m.record.params["springs"] = path.nodes;
  m.record.params["strongest_spring"] = path.strongest;
  m.record.params["samples"] = path.samples;
  m.cost = path.trials() / 1.5e6;
  return m;
}

/// One disk held; the other one between four images of it, in a square of side 1.8: the area
/// between four circles of radius 1 about the corners.
Path two_disks(const shapes::DepletantScheme& scheme, Anchor anchor, double more) {
  Configuration c{.box = shapes::Box::square(1.8), .types = {shapes::named_body("disk")}};
  c.type = {0, 0};
  c.centres = {{0, 0, 0}, c.box.wrap({0.9, 0.9, 0})};
  c.orientations = {{}, {}};
  return {.scheme = &scheme,
          .crystal = c,
          .strongest = 300,
          .shift = 30,
          .nodes = 8,
          .free_samples = 20000,
          .samples = static_cast<int>((anchor == Anchor::first_body ? 8000 : 2000) * more),
          .cage = 0.2};
}

double cage_area() {
  const double half = 0.9, end = half - std::sqrt(1 - half * half);
  const auto integral = [](double t) {  // of sqrt(1 - t^2)
    return 0.5 * (t * std::sqrt(1 - t * t) + std::asin(t));
  };
  return 4 * (half * end - (integral(half) - integral(half - end)));
}

Measurement cage(const Plan& plan, const shapes::DepletantScheme& scheme, Anchor anchor,
                 double more) {
  const Path path = two_disks(scheme, anchor, more);
  const bool held = anchor == Anchor::first_body;
  Measurement m = blank(plan, held ? "two-disks-one-held" : "two-disks-centre-of-mass",
                        "free energy of two disks", path);
  // Relative to the area of the cage, of which beta F / N is half the logarithm.
  const Aim aim = aim_at(m.record, 0.5 * effect_of(plan.problem_class), 1);
  m.measure = [=](ResultRecord& record, Bench& bench) {
    const double exact = -0.5 * std::log(0.5 * path.crystal.box.volume() * cage_area());
    judge_into(
        record,
        two_stage_mean(free_energies(path, anchor, record.seed, bench, 1), kChains, 0, aim.effect),
        Published{exact, 0}, "closed form: the area between four circles", aim);
  };
  return m;
}

Path crystal(const shapes::DepletantScheme& scheme, int cells, double packing, int samples) {
  return {.scheme = &scheme,
          .crystal = shapes::face_centred_lattice(shapes::named_body("sphere"), cells, packing),
          .strongest = 5000,
          .shift = 250,
          .equilibration = 10 + samples / 10,
          .samples = samples};
}

/// Measured once in a run of the program for each scheme, by number of bodies.
using Found = std::map<std::size_t, Estimate>;

const Estimate& found(Found& all, const Path& path, std::uint64_t seed, Bench& bench,
                      double share) {
  const auto at = all.find(path.crystal.size());
  if (at != all.end()) return at->second;
  return all
      .emplace(path.crystal.size(), estimate_independent(free_energies(path, Anchor::centre_of_mass,
                                                                       seed + path.crystal.size(),
                                                                       bench, share)(0, kChains)))
      .first->second;
}

/// How much longer than in class S the chains are.
double effort_of(ProblemClass size) {
  return size <= ProblemClass::S ? 1 : size == ProblemClass::W ? 8 : 80;
}

/// Crystals of spheres: their free energies, two ways to hold one of them, and the limit of many.
std::vector<Measurement> crystals(const Plan& plan, const shapes::DepletantScheme& scheme) {
  const bool quick = plan.problem_class <= ProblemClass::S;
  const double more = effort_of(plan.problem_class);
  std::vector<Measurement> all;
  const PublishedShapes limit =
      published_shapes("Vega, Noya 2007", "sphere", "F/NkT", "fcc crystal", 0.54499302);
  const auto results = std::make_shared<Found>();
  std::vector<Path> paths;
  for (const int cells : quick ? std::vector{3, 4} : std::vector{3, 4, 5, 6})
    paths.push_back(crystal(scheme, cells, limit.packing, static_cast<int>(16 * more)));
  for (const Path& path : paths) {
    Measurement m = blank(plan, fmt::format("fcc-spheres-{}", path.crystal.size()),
                          "free energy of a body", path);
    m.measure = [=](ResultRecord& record, Bench& bench) {
      report_into(record, found(*results, path, record.seed, bench, 1));
    };
    all.push_back(std::move(m));
  }
  const Path small = crystal(scheme, 2, limit.packing, static_cast<int>(50 * more));
  Measurement anchors = blank(plan, "fcc-spheres-anchors",
                              "free energy with one body held, less that about the centre", small);
  anchors.cost *= 2;
  const Aim difference = aim_at(anchors.record, effect_of(plan.problem_class), limit.value.value);
  anchors.measure = [=](ResultRecord& record, Bench& bench) {
    const auto [held, centred] =
        two_stage_means(free_energies(small, Anchor::first_body, record.seed, bench, 0.5),
                        free_energies(small, Anchor::centre_of_mass, record.seed + 1, bench, 0.5),
                        kChains, difference.effect);
    judge_difference_into(record, held, centred, "one crystal, one free energy", difference);
  };
  all.push_back(std::move(anchors));
  Measurement last =
      blank(plan, "fcc-spheres-limit", "free energy of a body, many bodies", paths.back());
  last.cost = 0.1;
  const Aim aim = aim_at(last.record, effect_of(plan.problem_class), limit.value.value);
  last.measure = [=](ResultRecord& record, Bench& bench) {
    std::vector<double> bodies, values, errors;
    for (const Path& path : paths) {
      const Estimate& one = found(*results, path, record.seed, bench, 0);
      bodies.push_back(static_cast<double>(path.crystal.size()));
      values.push_back(one.mean);
      errors.push_back(one.standard_error);
    }
    const shapes::SizeLimit fit = shapes::extrapolated(bodies, values, errors);
    const Estimate estimate{fit.limit, fit.error, static_cast<double>(kChains)};
    judge_into(record, estimate, limit.value, limit.source, aim);
    record.note = fmt::format("slope {:.3g} in 1 / N, chi squared {:.3g} of {} sizes", fit.slope,
                              fit.chi2, paths.size());
  };
  all.push_back(std::move(last));
  return all;
}

std::vector<Measurement> plan_free_energies(const Plan& plan) {
  const double more = effort_of(plan.problem_class);
  std::vector<Measurement> all;
  for (const shapes::DepletantScheme* scheme : spring_schemes()) {
    all.push_back(cage(plan, *scheme, Anchor::first_body, more));
    all.push_back(cage(plan, *scheme, Anchor::centre_of_mass, more));
    for (Measurement& m : crystals(plan, *scheme)) all.push_back(std::move(m));
  }
  return all;
}

const bool registered = register_experiment(
    {"hpmc/free-energies",
     "Springs that are weakened to none give the free energy of two disks in a cage and of the "
     "crystal of hard spheres.",
     plan_free_energies});

}  // namespace
}  // namespace touchstone::validation::hpmc
