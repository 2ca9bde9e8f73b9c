// checkers/cmc/bad_input.cpp
// Purpose   Starts that make no sense are refused, with words that say what is wrong, and so is a
//           step after which too few stars are left for another one.
#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/cmc/findings.hpp"
#include "models/cmc/binary_formation.hpp"
#include "models/cmc/binary_meetings.hpp"
#include "models/cmc/collisions.hpp"
#include "models/cmc/plummer.hpp"
#include "models/core/errors.hpp"

namespace touchstone::cmc {
namespace {

using cluster::ClusterParameters;
using cluster::Stars;

struct BadStart {
  const char* what;
  std::function<void(Stars&, ClusterParameters&)> spoil;
  std::vector<const char*> words;  ///< that the message must have
};

const std::vector<BadStart>& bad_starts() {
  static const std::vector<BadStart> all{
      {"a star without mass", [](auto& s, auto&) { s.mass[4] = 0; }, {"star 5", "mass"}},
      {"a negative mass", [](auto& s, auto&) { s.mass[0] = -0.01; }, {"star 1", "mass", "-0.01"}},
      {"unsorted radii",
       [](auto& s, auto&) { std::swap(s.radius[7], s.radius[8]); },
       {"star 9", "radius"}},
      {"two stars at one radius",
       [](auto& s, auto&) { s.radius[3] = s.radius[2]; },
       {"star 4", "radius"}},
      {"no radius", [](auto& s, auto&) { s.radius[0] = 0; }, {"star 1", "radius"}},
      {"a velocity that is no number",
       [](auto& s, auto&) { s.radial_velocity[1] = std::nan(""); },
       {"star 2", "radial velocity", "nan"}},
      {"fewer masses than stars", [](auto& s, auto&) { s.mass.pop_back(); }, {"masses"}},
      {"fewer ids than stars", [](auto& s, auto&) { s.id.pop_back(); }, {"ids"}},
      {"more radial velocities than stars",
       [](auto& s, auto&) { s.radial_velocity.push_back(0); },
       {"radial velocities"}},
      {"fewer tangential velocities than stars",
       [](auto& s, auto&) { s.tangential_velocity.pop_back(); },
       {"tangential velocities"}},
      {"a tangential velocity below 0",
       [](auto& s, auto&) { s.tangential_velocity[6] = -1e-9; },
       {"star 7", "tangential velocity"}},
      {"an endless radius",
       [](auto& s, auto&) { s.radius.back() = std::numeric_limits<double>::infinity(); },
       {"star 200", "radius", "inf"}},
      {"an endless mass",
       [](auto& s, auto&) { s.mass[1] = std::numeric_limits<double>::infinity(); },
       {"star 2", "mass", "inf"}},
      {"stars of a bin and no more",
       [](auto& s, auto&) { s = cluster::plummer::sample(20, 1); },
       {"20", "21"}},
      {"more ranks than bins", [](auto&, auto& p) { p.ranks = 11; }, {"ranks", "11", "10 bins"}},
      {"no rank with more than a bin", [](auto&, auto& p) { p.ranks = 10; }, {"time step", "20"}},
      {"no rank", [](auto&, auto& p) { p.ranks = 0; }, {"ranks", "0"}},
      {"too many ranks", [](auto&, auto& p) { p.ranks = (1u << 20) + 1; }, {"1 to 1048576"}},
      {"too many threads", [](auto&, auto& p) { p.threads = 1025; }, {"threads", "1025"}},
      {"no thread", [](auto&, auto& p) { p.threads = 0; }, {"threads", "0"}},
      {"more than a right angle",
       [](auto&, auto& p) { p.theta_max = 1.5707963267948968; },
       {"theta_max"}},
      {"a tide without a radius",
       [](auto&, auto& p) { p.tide.criterion = cluster::TideCriterion::energy; },
       {"tide", "tidal radius", "above 0"}},
      {"no deflection", [](auto&, auto& p) { p.theta_max = 0; }, {"theta_max"}},
      {"a continuation with a stream too many",
       [](auto&, auto& p) {
         p.continued = std::make_shared<const cluster::Continuation>(
             cluster::Continuation{200, {cluster::Lfsr113(1), cluster::Lfsr113(2)}, {}});
       },
       {"1 streams", "2 streams"}},
      {"a continuation of fewer stars",
       [](auto&, auto& p) {
         p.continued = std::make_shared<const cluster::Continuation>(
             cluster::Continuation{199, {cluster::Lfsr113(1)}, {}});
       },
       {"at most 199", "200 stars"}},
      {"a negative jump", [](auto&, auto& p) { p.between_streams.doublings = -1; }, {"jump"}}};
  return all;
}

/// Binaries that make no sense, for schemes that follow any.
struct BadBinaries {
  const char* what;
  std::function<void(cluster::BinaryPopulation&)> spoil;
  std::vector<const char*> words;
};

const std::vector<BadBinaries>& bad_binaries() {
  static const std::vector<BadBinaries> all{
      {"a binary that is no star", [](auto& b) { b.binaries[1].id = 200; }, {"binary 2", "id"}},
      {"binaries in no order",
       [](auto& b) { std::swap(b.binaries[0], b.binaries[1]); },
       {"binary 2", "id"}},
      {"a binary of another mass",
       [](auto& b) { b.binaries[0].mass[1] *= 1.001; },
       {"binary 1", "mass"}},
      {"a binary without an axis",
       [](auto& b) { b.binaries[0].semimajor_axis = 0; },
       {"binary 1", "axis"}},
      {"a binary that is not bound",
       [](auto& b) { b.binaries[1].eccentricity = 1; },
       {"binary 2", "eccentricity"}},
      {"no closeness", [](auto& b) { b.closeness = 0; }, {"closeness"}},
      {"any closeness",
       [](auto& b) { b.closeness = std::numeric_limits<double>::infinity(); },
       {"closeness"}},
      {"points below nothing", [](auto& b) { b.point_like = -0.01; }, {"point", "-0.01"}},
      {"points that are wider", [](auto& b) { b.point_like = 1.01; }, {"point", "1.01"}},
      {"steps of no length", [](auto& b) { b.part_of_time = 0; }, {"9 and 10", "at most 1"}},
      {"steps that are too long", [](auto& b) { b.part_of_time = 1.01; }, {"9 and 10", "1.01"}},
      {"meetings that nobody follows",
       [](auto& b) { b.scattering = "cmc/scatering-reference"; },
       {"'cmc/scattering-reference'"}}};
  return all;
}

cluster::BinaryPopulation two_binaries(const Stars& stars) {
  cluster::BinaryPopulation all;
  for (const std::uint32_t id : {3u, 7u})
    for (std::size_t i = 0; i < stars.size(); ++i)
      if (stars.id[i] == id)
        all.binaries.push_back({id, {stars.mass[i] / 2, stars.mass[i] / 2}, 1e-3, 0.5});
  return all;
}

void judge_binaries(Findings& findings, const cluster::ClusterScheme& scheme) {
  Stars stars = cluster::plummer::sample(200, 1);
  ClusterParameters parameters;
  const auto start = [&](const cluster::BinaryPopulation& binaries) {
    ClusterParameters p = parameters;
    p.binaries = std::make_shared<const cluster::BinaryPopulation>(binaries);
    return scheme.start(stars, p);
  };
  if (!scheme.follows_binaries)
    return findings.expect_refused("binaries that the scheme does not follow", {"binaries"},
                                   [&] { start(two_binaries(stars)); });
  findings.expect_accepted("two binaries", [&] { start(two_binaries(stars)); });
  for (const double part : {0.0, 1.0}) {
    cluster::BinaryPopulation binaries = two_binaries(stars);
    binaries.point_like = part;
    findings.expect_accepted("points at a limit", [&] { start(binaries); });
  }
  for (const BadBinaries& bad : bad_binaries()) {
    cluster::BinaryPopulation binaries = two_binaries(stars);
    bad.spoil(binaries);
    findings.expect_refused(bad.what, bad.words, [&] { start(binaries); });
  }
  parameters.continued = std::make_shared<const cluster::Continuation>(
      cluster::Continuation{199, {cluster::Lfsr113(1)}, {}});
  findings.expect_refused("a continuation with binaries of fewer stars", {"at most 199"},
                          [&] { start(two_binaries(stars)); });
  const std::uint32_t first = stars.id[3];
  cluster::BinaryPopulation large{
      .binaries = {{cluster::kFreed, {stars.mass[3] / 2, stars.mass[3] / 2}, 1e-3, 0.5}}};
  stars.id[3] = cluster::kFreed;
  findings.expect_refused("a binary of an id that freed stars have", {"largest id"},
                          [&] { start(large); });
  stars.id[3] = first;
  stars.id[199] = cluster::kFreed + 1000;
  findings.expect_accepted("a star that a binary has become", [&] { start(two_binaries(stars)); });
  stars.id[199] = cluster::kFreed + 7;
  findings.expect_refused("a star of an id that a binary keeps", {"binary 7", "id"},
                          [&] { start(two_binaries(stars)); });
}

void judge_collisions(Findings& findings, const cluster::ClusterScheme& scheme) {
  using cluster::Collisions;
  const Stars stars = cluster::plummer::sample(200, 1);
  const auto start = [&](const Collisions& how) {
    scheme.start(stars, {.collisions = std::make_shared<const Collisions>(how)});
  };
  if (!scheme.follows_collisions)
    return findings.expect_refused("collisions that the scheme does not follow", {"collisions"},
                                   [&] { start({1e-6}); });
  for (const Collisions& good : {Collisions{1, 0, 1}, Collisions{1e-300, 3, 1e-300}})
    findings.expect_accepted("collisions at a limit", [&] { start(good); });
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {0.0, -1e-6, 1.1, kNan})
    findings.expect_refused("a radius of stars", {"collisions", "radius"}, [&] { start({bad}); });
  for (const double bad : {-0.1, 3.1, kNan})
    findings.expect_refused("an exponent", {"collisions", "power"}, [&] { start({1e-6, bad}); });
  for (const double bad : {0.0, -1.0, 1.1, kNan})
    findings.expect_refused("a part of the time of equation 8", {"equation 8"}, [&] {
      start({1e-6, 0.8, bad});
    });
}

void judge_formation(Findings& findings, const cluster::ClusterScheme& scheme) {
  using cluster::BinaryFormation;
  const Stars stars = cluster::plummer::sample(200, 1);
  const auto start = [&](double hardness, bool binaries) {
    ClusterParameters p{.formation =
                            std::make_shared<const BinaryFormation>(BinaryFormation{hardness})};
    if (binaries)
      p.binaries = std::make_shared<const cluster::BinaryPopulation>(cluster::BinaryPopulation{});
    scheme.start(stars, p);
  };
  if (!scheme.follows_formation)
    return findings.expect_refused("binaries that form, which the scheme does not follow",
                                   {"formation of binaries"}, [&] { start(5, false); });
  for (const double good : {0.01, 1e6})
    findings.expect_accepted("a hardness at a limit", [&] { start(good, true); });
  for (const double bad : {0.0, -1.0, 2e6, std::numeric_limits<double>::quiet_NaN()})
    findings.expect_refused("a hardness of binaries", {"formation of binaries", "hardness"},
                            [&] { start(bad, true); });
  findings.expect_refused("binaries that form and do not meet", {"formation", "binaries of"},
                          [&] { start(5, false); });
  // A binary that has formed keeps the id of its second star for when it is lost.
  const auto formed = [&](std::uint32_t companion, std::uint32_t of_other) {
    const auto half = [&](std::size_t i) { return stars.mass[i] / 2; };
    cluster::BinaryPopulation all;
    for (const auto& [id, kept] : {std::pair{3u, companion}, std::pair{7u, of_other}}) {
      const auto at = static_cast<std::size_t>(std::find(stars.id.begin(), stars.id.end(), id) -
                                               stars.id.begin());
      all.binaries.push_back({id, {half(at), half(at)}, 1e-3, 0.5, kept});
    }
    scheme.start(stars, {.binaries = std::make_shared<const cluster::BinaryPopulation>(all)});
  };
  findings.expect_accepted("binaries that have formed", [&] { formed(1000, 1001); });
  findings.expect_refused("two binaries with one star", {"id of a star that is freed"},
                          [&] { formed(1000, 1000); });
  findings.expect_refused("a binary with a star that is outside", {"id of a star", "binary 3"},
                          [&] { formed(5, 1001); });
}

/// Starts at the limit of what can be run.
struct GoodStart {
  const char* what;
  std::size_t stars;
  ClusterParameters parameters;
};

std::vector<GoodStart> limits() {
  return {{"a bin and one star", 21, {.timestep = cluster::TimestepScheme::sliding}},
          {"a bin and two stars", 22, {}},
          {"a bin for each rank", 220, {.ranks = 11, .timestep = cluster::TimestepScheme::sliding}},
          {"a right angle", 200, {.theta_max = 1.5707963267948966}}};
}

/// Steps in which some stars leave, so that too few are left for another one.
struct BadStep {
  const char* what;
  std::size_t stars, leave;
  ClusterParameters parameters;
  std::vector<const char*> words;  ///< that the message must have
};

const std::vector<BadStep>& bad_steps() {
  constexpr auto kSliding = cluster::TimestepScheme::sliding;
  static const std::vector<BadStep> all{
      {"fewer bins than ranks",
       60,
       1,
       {.ranks = 3, .timestep = kSliding},
       {"ranks", "3", "2 bins"}},
      {"a bin and no more", 22, 2, {.timestep = kSliding}, {"number of stars", "21", "20"}},
      {"fewer than a bin", 22, 3, {.timestep = kSliding}, {"number of stars", "20", "19"}},
      {"no rank with two stars behind a bin", 42, 1, {.ranks = 2}, {"time step", "22", "21"}}};
  return all;
}

CheckResult refuses_bad_input(const cluster::ClusterScheme& scheme, const CheckContext&) {
  Findings findings;
  for (const BadStart& bad : bad_starts()) {
    Stars stars = cluster::plummer::sample(200, 1);
    ClusterParameters parameters;
    bad.spoil(stars, parameters);
    findings.expect_refused(bad.what, bad.words, [&] { scheme.start(stars, parameters); });
  }
  for (const GoodStart& good : limits()) {
    Stars stars = cluster::plummer::sample(good.stars, 1);
    findings.expect_accepted(good.what, [&] { scheme.start(stars, good.parameters); });
  }
  judge_binaries(findings, scheme);
  judge_collisions(findings, scheme);
  judge_formation(findings, scheme);
  for (const BadStep& bad : bad_steps()) {
    Stars stars = cluster::plummer::sample(bad.stars, 1);
    for (std::size_t k = 0; k < bad.leave; ++k) stars.radial_velocity[5 + 2 * k] = 1000;
    const auto run = scheme.start(stars, bad.parameters);
    findings.expect_refused(bad.what, bad.words, [&] { run->step(); });
  }
  return findings.result(
      bad_starts().size() + limits().size() + bad_steps().size(),
      fmt::format("{} bad starts, {} at a limit, {} steps after which too few stars are left",
                  bad_starts().size(), limits().size(), bad_steps().size()));
}

const bool registered = register_check(
    ClusterCheck{.name = "cmc/bad input",
                 .shows = "starts that make no sense are refused, and the error says what is wrong",
                 .needs = Claims::conserves_particles,
                 .run = refuses_bad_input,
                 .only = {.of_ranks = true}});

}  // namespace
}  // namespace touchstone::cmc
