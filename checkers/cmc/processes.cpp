// checkers/cmc/processes.cpp
// Purpose   Stars that a tide takes, and mass that stars lose: who leaves, what is booked and how
//           long the steps are, by laws and without another scheme.
// Source    M. Giersz, D. C. Heggie, J. R. Hurley, Mon. Not. R. Astron. Soc. 388, 429 (2008),
//           section 2.2 (criterion of energy); B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15
//           (2013), equation 11.
// Computes  Orbits and energies in long double, energies as sums over all pairs of shells. Steps
//           in a tide are so short that encounters change nothing that is seen, so that stars
//           before a step say who leaves in it. Where an orbit ends within 1e-4 of the tidal
//           radius, rounding decides, and nothing is compared.
// Cost      Half a second for a serial scheme.
#include <cmath>
#include <memory>
#include <set>

#include "checkers/cmc/after_encounter.hpp"
#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/starts.hpp"
#include "checkers/cmc/time_step_law.hpp"

namespace touchstone::cmc {
namespace {

using cluster::ClusterScheme;
using cluster::Stars;
using cluster::Tide;
using cluster::TideCriterion;
using Real = long double;

constexpr Real kUndecided = 1e-4L;
constexpr std::size_t kLosing = 317;  ///< stars that lose mass

Real kinetic(const Stars& s) {
  Real sum = 0;
  for (std::size_t i = 0; i < s.size(); ++i) sum += Real{s.mass[i]} * s.speed2(i) / 2;
  return sum;
}
Real potential(const Stars& s) {
  Real sum = 0;
  for (std::size_t i = 0; i < s.size(); ++i)
    for (std::size_t j = 0; j < s.size(); ++j)
      sum -= Real{s.mass[i]} * s.mass[j] / std::max(s.radius[i], s.radius[j]) / 2;
  return sum;
}

/// By how much a star is beyond a tide: above 0 it leaves. Relative to the criterion's scale.
class Excess {
 public:
  Excess(const Stars& stars, const Tide& tide) : stars_(stars), others_(stars), tide_(tide) {}

  bool unbound(std::size_t i) const { return !(energy(i) < 0); }
  Real of(std::size_t i, Real mass, Real radius) const {
    if (tide_.criterion == TideCriterion::radius) return apocentre(i) / radius - 1;
    const Real n = static_cast<Real>(stars_.size());
    const Real alpha = 1.5L - 3 * std::pow(std::log(n / 10) / n, 0.25L);
    return 1 + energy(i) * radius / (alpha * mass);
  }

 private:
  Real energy(std::size_t i) const {
    const Real r = stars_.radius[i];
    return Real{stars_.speed2(i)} / 2 + others_.without(stars_.mass[i], r, r);
  }
  /// The one root of the radial speed outside of the star's place, or its place.
  Real apocentre(std::size_t i) const {
    const Real own = stars_.radius[i], e = energy(i), j = own * stars_.tangential_velocity[i];
    const auto moves = [&](Real r) {
      return 2 * (e - others_.without(stars_.mass[i], own, r)) - j * j / (r * r) > 0;
    };
    Real inside = own, outside = 1e9L;
    for (int k = 0; k < 200 && outside > inside * (1 + 1e-12L); ++k) {
      const Real middle = std::sqrt(inside * outside);
      (moves(middle) ? inside : outside) = middle;
    }
    return inside;
  }

  const Stars& stars_;
  OthersPotential others_;
  const Tide& tide_;
};

/// Ids that stay, by rounds: as the mass falls so does the tidal radius. Stars that are not bound
/// leave before the first one: by energies, their mass would take others with it. Nothing where
/// rounding decides.
std::optional<std::set<std::uint32_t>> staying(const Stars& s, const Tide& tide) {
  const Excess excess(s, tide);
  std::vector<bool> left(s.size(), false);
  for (std::size_t i = 0; i < s.size(); ++i) left[i] = excess.unbound(i);
  for (bool more = true; more;) {
    Real mass = 0;
    for (std::size_t i = 0; i < s.size(); ++i)
      if (!left[i]) mass += s.mass[i];
    const Real radius = tide.radius * std::cbrt(mass);
    more = false;
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (left[i]) continue;
      const Real beyond = excess.of(i, mass, radius);
      if (std::abs(beyond) < kUndecided) return std::nullopt;
      if (beyond > 0) left[i] = more = true;
    }
  }
  std::set<std::uint32_t> ids;
  for (std::size_t i = 0; i < s.size(); ++i)
    if (!left[i]) ids.insert(s.id[i]);
  return ids;
}

Stars those(const Stars& s, const std::set<std::uint32_t>& ids, bool in) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < s.size(); ++i)
    if ((ids.count(s.id[i]) > 0) == in) order.push_back(i);
  return cluster::reordered(s, order);
}

struct TideCounts {
  std::uint64_t trials = 0, steps = 0, left = 0;
};

void judge_tide(Findings& findings, const ClusterScheme& scheme,
                const cluster::ClusterParameters& p, TideCounts& counts) {
  constexpr std::size_t kStars = 331;
  const auto run = scheme.start(unequal_with_losses(kStars, p.seed), p);
  for (int step = 1; step <= 4; ++step) {
    const Stars before = run->stars();
    const double booked = run->report().escaped_energy;
    run->step();
    counts.trials += run->report().trials;
    const Stars after = run->stars();
    const auto expected = staying(before, p.tide);
    if (!expected) continue;
    const std::string here = fmt::format("step {} on {} ranks: ", step, p.ranks);
    const std::set<std::uint32_t> found(after.id.begin(), after.id.end());
    findings.expect(found == *expected, fmt::format("{}{} stars stay, expected {} (or others)",
                                                    here, found.size(), expected->size()));
    Real mass = 0;
    for (const double m : after.mass) mass += m;
    findings.expect_near(run->report().tidal_radius,
                         static_cast<double>(p.tide.radius * std::cbrt(mass)), 1e-12,
                         here + "tidal radius");
    const Stars rest = those(before, found, true);
    const Real moving = kinetic(those(before, found, false));
    const Real energy = moving + potential(before) - potential(rest);
    findings.expect_near(run->report().escaped_energy - booked, static_cast<double>(energy),
                         1e-5 * static_cast<double>(moving) + 1e-9, here + "energy that leaves");
    ++counts.steps;
    counts.left += before.size() - after.size();
  }
}

CheckResult tides(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  TideCounts of_radius, of_energy;
  for (const std::size_t ranks : {1u, 3u, 8u})
    // Tides that take a third of the mass at once show what judges the rest.
    for (const Tide& tide : {Tide{TideCriterion::radius, 2.5}, Tide{TideCriterion::radius, 8},
                             Tide{TideCriterion::energy, 1}, Tide{TideCriterion::energy, 1.5},
                             Tide{TideCriterion::energy, 3}, Tide{TideCriterion::energy, 12}})
      judge_tide(findings, scheme,
                 {.seed = static_cast<std::uint32_t>(part_seed(context, 80 + ranks)),
                  .ranks = ranks,
                  .threads = context.threads,
                  .theta_max = 1e-7,
                  .tide = tide},
                 tide.criterion == TideCriterion::radius ? of_radius : of_energy);
  for (const TideCounts& counts : {of_radius, of_energy})
    findings.expect(counts.steps >= 12 && counts.left >= 75,
                    fmt::format("only {} steps of one criterion, in which {} stars left",
                                counts.steps, counts.left));
  return findings.result(of_radius.trials + of_energy.trials,
                         fmt::format("{} stars left in {} steps", of_radius.left + of_energy.left,
                                     of_radius.steps + of_energy.steps));
}

using Table = std::vector<std::pair<double, double>>;

/// Share of the mass at a time: straight between two lines of the table, constant beyond them.
Real share_at(const Table& table, double time) {
  for (std::size_t k = 1; k < table.size(); ++k) {
    const auto [from, high] = table[k - 1];
    const auto [to, low] = table[k];
    if (time <= from) return high;
    if (time < to) return high + (Real{low} - high) * (Real{time} - from) / (Real{to} - from);
  }
  return table.back().second;
}

/// Masses follow the table, what is lost is booked, and no step is longer than equation 11 says.
struct LossCounts {
  std::uint64_t trials = 0, limited = 0;
};

void judge_loss(Findings& findings, const ClusterScheme& scheme, cluster::ClusterParameters p,
                const Table& table, LossCounts& counts) {
  p.mass_loss = std::make_shared<const cluster::MassTable>(table);
  const Stars start = unequal_with_losses(kLosing, p.seed);
  const auto run = scheme.start(start, p);
  Real booked = 0, previous = 0, lost = 0;
  for (int step = 1; step <= 8; ++step) {
    const Stars before = run->stars();
    const double time = run->report().time;
    run->step();
    const cluster::StepReport report = run->report();
    const Stars after = run->stars();
    counts.trials += report.trials;
    const std::string here = fmt::format("step {} on {} ranks: ", step, p.ranks);
    const Real relaxation = relaxation_step(before, p, kLosing);
    const Real evolution = lost > 0 ? 0.001L * (1 - lost) * previous / lost : 2 * relaxation;
    counts.limited += evolution < relaxation ? 1 : 0;
    findings.expect_near(report.timestep / static_cast<double>(std::min(relaxation, evolution)), 1,
                         1e-9, here + "time step over its law");
    const Real share = share_at(table, time + report.timestep);
    const Real kept = share / share_at(table, time);
    for (std::size_t i = 0; i < after.size(); ++i)
      findings.expect_near(after.mass[i] / start.mass[after.id[i]],
                           static_cast<double>(share / table.front().second), 1e-12,
                           fmt::format("{}mass of star {}", here, after.id[i]));
    booked += (1 - kept) * kinetic(before) + (1 - kept * kept) * potential(before);
    findings.expect_near(report.lost_energy, static_cast<double>(booked), 1e-8,
                         here + "energy of the mass that is lost");
    findings.expect_near(report.kinetic, static_cast<double>(kinetic(after)), 1e-11,
                         here + "kinetic energy");
    findings.expect_near(report.potential, static_cast<double>(potential(after)), 1e-8,
                         here + "potential energy");
    previous = report.timestep;
    lost = 1 - kept;
  }
}

CheckResult mass_loss(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  LossCounts counts;
  for (const std::size_t ranks : {1u, 3u}) {
    const cluster::ClusterParameters p{
        .seed = static_cast<std::uint32_t>(part_seed(context, 90 + ranks)),
        .ranks = ranks,
        .threads = context.threads};
    judge_loss(findings, scheme, p, {{0, 1}, {1e-4, 0.95}, {1, 0.5}}, counts);
    // All of it within the first step, and stars that had lost mass before.
    const auto step =
        static_cast<double>(relaxation_step(unequal_with_losses(kLosing, p.seed), p, kLosing));
    judge_loss(findings, scheme, p, {{0.5 * step, 0.9}, {0.7 * step, 0.899}}, counts);
  }
  findings.expect(counts.limited >= 6, "equation 11 limits too few steps: nothing was tested");
  return findings.result(counts.trials, "8 steps with each of two tables on 1 and 3 ranks");
}

const bool registered =
    register_check(ClusterCheck{
        .name = "cmc/tide law",
        .shows = "the stars that a tide takes are those beyond it once all of them have left, and "
                 "their energy is booked to rounding",
        .needs = Claims::conserves_particles,
        .cost = "72 steps of 331 stars",
        .run = tides,
        .only = {.of_ranks = true}}) &&
    register_check(ClusterCheck{
        .name = "cmc/mass loss law",
        .shows = "masses follow their table, their energy is booked, and steps obey equation 11",
        .needs = Claims::conserves_particles,
        .run = mass_loss,
        .only = {.of_ranks = true}});

}  // namespace
}  // namespace touchstone::cmc
