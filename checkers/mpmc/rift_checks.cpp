// checkers/mpmc/rift_checks.cpp
// Purpose   The pressure by virtual event chains against closed forms of two to four disks, and
//           chain by chain against chains that look at all disks.
// Source    models/disks/chains/static_rift.hpp (the law), models/disks/exact_cases.hpp.
// Computes  Chains by all pairs: the active disk moves until it meets the nearest disk ahead of it,
//           which moves on, as far as the chain is long. Boxes are thin, wide, and dense.
// Cost      360000 configurations of up to four disks; 24 configurations of up to 200.
#include "checkers/mpmc/rift_checks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "checkers/code_checks.hpp"
#include "checkers/exact_values.hpp"
#include "checkers/findings.hpp"
#include "checkers/mpmc/estimator_checks.hpp"
#include "models/disks/direct_sampling.hpp"
#include "models/disks/exact_cases.hpp"
#include "models/disks/start.hpp"

namespace touchstone {
namespace {

using disks::Configuration;
using disks::RiftPressure;

CheckResult exact_torus(const RiftEstimator& estimator, const CheckContext& context) {
  constexpr double kResolution = 0.02;
  const double configurations = std::ceil(120000 * context.effort);
  ExactValues exact(context, kResolution);
  for (const auto& [disks, side, chain] :
       {std::tuple<std::size_t, double, double>{2, 2.5, 0.1}, {3, 3, 0.5}, {4, 4, 0.23}}) {
    const disks::DirectSampler sampler(disks, {side, side});
    PhiloxStream random = Philox(part_seed(context, disks)).stream(Purpose::start, 0, 0);
    std::vector<double> along_x, along_y;
    Configuration c;
    for (double k = 0; k < configurations; ++k) {
      sampler.sample(random, c);
      const RiftPressure p = estimator.pressure(c, chain);
      along_x.push_back(p.x);
      along_y.push_back(p.y);
    }
    const double pressure = disks::exact_torus(disks, side).pressure;
    exact.compare(fmt::format("N = {} along x", disks), along_x, pressure);
    exact.compare(fmt::format("N = {} along y", disks), along_y, pressure);
  }
  return exact.result(6, static_cast<std::uint64_t>(3 * configurations));
}

/// Sum of the separations at contact of one chain along +x that begins at disk `active`.
double sum_of_contacts(Configuration c, std::size_t active, double chain) {
  double sum = 0;
  for (;;) {
    std::size_t next = active;
    double free = chain, separation = 0;
    for (std::size_t j = 0; j < c.size(); ++j) {
      const double dy = std::remainder(c.centres[j].y - c.centres[active].y, c.box.height);
      if (j == active || !(std::abs(dy) < 1)) continue;
      const double touching = std::sqrt(1 - dy * dy);
      double ahead = c.centres[j].x - c.centres[active].x;
      ahead -= c.box.width * std::floor(ahead / c.box.width);
      const double way = std::max(0.0, ahead - touching);
      if (!(way < free)) continue;
      next = j;
      free = way;
      separation = touching;
    }
    c.centres[active].x += free;
    if (next == active) return sum;
    chain -= free;
    sum += separation;
    active = next;
  }
}

double pressure_along_x(const Configuration& c, double chain) {
  double sum = 0;
  for (std::size_t i = 0; i < c.size(); ++i) sum += sum_of_contacts(c, i, chain);
  return c.density() * (1 + sum / (static_cast<double>(c.size()) * chain));
}

Configuration turned(const Configuration& c) {
  Configuration other{{c.box.height, c.box.width}, {}};
  for (const auto r : c.centres) other.centres.push_back({r.y, r.x});
  return other;
}

struct Dense {
  std::size_t disks;
  double packing, aspect;  ///< aspect: width over height
};

CheckResult virtual_chains(const RiftEstimator& estimator, const CheckContext& context) {
  Findings findings;
  std::uint64_t number = 0;
  const Dense cases[] = {{1, 0.15, 1},  {2, 0.35, 1},    {13, 0.45, 3},
                         {30, 0.5, 10}, {57, 0.4, 0.21}, {200, 0.7, 1.3}};
  for (const Dense& one : cases)
    for (const double chain : {0.1, 0.5})
      for (int k = 0; k < 2; ++k) {
        const Configuration c = disks::compressed_start(one.disks, one.packing, {one.aspect, 1},
                                                        part_seed(context, 100 + number++));
        const RiftPressure found = estimator.pressure(c, chain);
        const std::string what = fmt::format("{} disks at {}, chains of {} over those by all pairs",
                                             one.disks, one.packing, chain);
        findings.expect_near(found.x / pressure_along_x(c, chain), 1, 1e-9, what + ", along x");
        findings.expect_near(found.y / pressure_along_x(turned(c), chain), 1, 1e-9,
                             what + ", along y");
      }
  return findings.result(number, "24 configurations of 1 to 200 disks: the same chains");
}

const bool registered = register_rift({"mpmc/pressure-static-rift", disks::static_rift_pressure});

}  // namespace

bool register_rift(const RiftEstimator& estimator, const std::optional<std::string>& killed_by,
                   const Origin& origin) {
  return register_code<RiftEstimator>(
      "mpmc", estimator, {{kExactTorus, exact_torus}, {kVirtualChains, virtual_chains}}, killed_by,
      origin);
}

}  // namespace touchstone
