// checkers/cmc/binaries_apart.cpp
// Purpose   Binaries that meet nobody, in clusters beside the same ones without binaries: no star
//           moves otherwise, and their energy leaves with their stars and their mass.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1. Slow loss of
//           mass: a (m1 + m2) stays (J. H. Jeans, Mon. Not. R. Astron. Soc. 85, 2 (1924)).
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/findings.hpp"
#include "checkers/cmc/meeting_law.hpp"
#include "checkers/cmc/starts.hpp"
#include "models/cmc/binary_meetings.hpp"

namespace touchstone::cmc {
namespace {

using cluster::Binary;
using cluster::ClusterParameters;
using cluster::ClusterScheme;
using cluster::Stars;
using Real = long double;

constexpr std::size_t kStars = 400;

/// Binaries of 1e-12 that meet nobody, in the order of the ids.
std::vector<Binary> tiny_binaries(const Stars& stars) {
  std::map<std::uint32_t, Binary> all;
  for (std::size_t i = 0; i < stars.size(); ++i)
    if (stars.id[i] % 5 < 2)
      all[stars.id[i]] = {stars.id[i], {0.25 * stars.mass[i], 0.75 * stars.mass[i]}, 1e-12, 0.3};
  std::vector<Binary> binaries;
  for (const auto& [id, one] : all) binaries.push_back(one);
  return binaries;
}

/// A run beside the same one without binaries: stars are the same, and binaries leave with their
/// stars and their energy, or become wider and lighter as their mass is lost.
void judge_apart(Findings& findings, const ClusterScheme& scheme, const ClusterParameters& without,
                 std::uint64_t& trials) {
  const Stars start = unequal_with_losses(kStars, without.seed);
  ClusterParameters with = without;
  const std::vector<Binary> begun = tiny_binaries(start);
  with.binaries =
      std::make_shared<const cluster::BinaryPopulation>(cluster::BinaryPopulation{begun, 1e-3});
  const auto plain = scheme.start(start, without), run = scheme.start(start, with);
  Real escaped = 0, lost = 0;
  std::vector<Binary> expected = begun;
  for (int step = 1; step <= 6; ++step) {
    const std::string here = fmt::format("tiny binaries, step {} on {} ranks: ", step, with.ranks);
    const double time = run->report().time;
    plain->step();
    run->step();
    trials += run->report().trials;
    const std::string different = first_difference(run->stars(), plain->stars());
    findings.expect(different.empty(), here + different);
    if (with.mass_loss) {
      const double kept = with.mass_loss->kept(time, run->report().time);
      lost += (1 - Real{kept} * kept * kept) * internal(expected);
      for (Binary& one : expected)
        one = {one.id,
               {one.mass[0] * kept, one.mass[1] * kept},
               one.semimajor_axis / kept,
               one.eccentricity};
    }
    const std::vector<std::uint32_t> ids = run->stars().id;
    const std::set<std::uint32_t> there(ids.begin(), ids.end());
    std::vector<Binary> left;
    for (const Binary& one : expected) {
      if (there.count(one.id) > 0)
        left.push_back(one);
      else
        escaped -= binding(one);
    }
    expected = left;
    const std::vector<Binary> found = run->binaries();
    findings.expect(found.size() == expected.size(),
                    fmt::format("{}{} binaries, expected {}", here, found.size(), expected.size()));
    for (std::size_t k = 0; k < std::min(found.size(), expected.size()); ++k) {
      findings.expect(found[k].id == expected[k].id, here + "another binary is left");
      for (const auto& [is, must] : {std::pair{found[k].mass[0], expected[k].mass[0]},
                                     std::pair{found[k].mass[1], expected[k].mass[1]},
                                     std::pair{found[k].semimajor_axis, expected[k].semimajor_axis},
                                     std::pair{found[k].eccentricity, expected[k].eccentricity}})
        findings.expect_near(is / must, 1, 1e-12, here + "numbers of a binary");
    }
    const cluster::StepReport a = run->report(), b = plain->report();
    const auto whole = static_cast<double>(std::abs(internal(begun)));
    findings.expect_near(a.escaped_energy - b.escaped_energy, static_cast<double>(escaped),
                         1e-10 * whole, here + "energy of binaries that left");
    findings.expect_near(a.lost_energy - b.lost_energy, static_cast<double>(lost), 1e-10 * whole,
                         here + "energy of binaries that lost mass");
    findings.expect(a.moved_energy == 0 && a.meetings == cluster::MeetingCounts{},
                    here + "a meeting is reported");
  }
  findings.expect(expected.size() < begun.size(), "no binary has left: nothing was tested");
}

CheckResult binaries_apart(const ClusterScheme& scheme, const CheckContext& context) {
  Findings findings;
  std::uint64_t trials = 0;
  for (const std::size_t ranks : {1u, 3u})
    for (const int kind : {0, 1, 2}) {
      ClusterParameters p{.seed = static_cast<std::uint32_t>(part_seed(context, 600 + ranks)),
                          .ranks = ranks,
                          .threads = context.threads};
      if (kind == 1) p.tide = {cluster::TideCriterion::energy, 6};
      if (kind == 2)
        p.mass_loss = std::make_shared<const cluster::MassTable>(
            cluster::MassTable({{0, 1}, {1e-4, 0.9}, {1, 0.5}}));
      judge_apart(findings, scheme, p, trials);
    }
  return findings.result(trials, "6 steps of 400 stars, alone, in a tide and losing mass");
}

const bool registered = register_check(ClusterCheck{
    .name = "cmc/binaries apart",
    .shows =
        "binaries that meet nobody change no star, leave with theirs, and lose mass as they do",
    .needs = Claims::conserves_particles,
    .run = binaries_apart,
    .only = {.of_ranks = true, .of_binaries = true}});

}  // namespace
}  // namespace touchstone::cmc
