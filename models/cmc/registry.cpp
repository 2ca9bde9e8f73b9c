#include "models/cmc/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "models/cmc/binary_formation.hpp"
#include "models/cmc/binary_meetings.hpp"
#include "models/cmc/collisions.hpp"
#include "models/core/errors.hpp"
#include "models/core/registry.hpp"

namespace touchstone::cluster {
namespace {

Registry<ClusterScheme>& registry() {
  static Registry<ClusterScheme> all("scheme");  // filled before main() by the registration lines
  return all;
}

constexpr std::size_t kMostRanks = 1 << 20;

}  // namespace

void require_valid(const ClusterParameters& p) {
  if (p.ranks < 1 || p.ranks > kMostRanks)
    throw input_error("ranks", "number of ranks", fmt::format("1 to {}", kMostRanks),
                      fmt::format("{}", p.ranks));
  if (p.threads < 1 || p.threads > 1024)
    throw input_error("threads", "number of threads", "1 to 1024", fmt::format("{}", p.threads));
  if (!(p.theta_max > 0 && p.theta_max <= std::numbers::pi / 2))
    throw input_error("theta_max", "largest deflection", "above 0, at most pi/2",
                      fmt::format("{}", p.theta_max));
  if (p.tide.criterion != TideCriterion::none &&
      !(p.tide.radius > 0 && std::isfinite(p.tide.radius)))
    throw input_error("tide", "tidal radius", "above 0", fmt::format("{}", p.tide.radius));
}

std::vector<Block> blocks_of_step(std::size_t stars, const ClusterParameters& p) {
  std::vector<Block> blocks = partition(stars, p.ranks);
  std::size_t largest = 0;
  for (const Block& block : blocks) largest = std::max(largest, block.size());
  if (stars < kBin + 1)
    throw input_error("step", "number of stars", fmt::format("{} or more", kBin + 1),
                      fmt::format("{}", stars));
  if (p.timestep == TimestepScheme::bins && largest < kBin + 2)
    throw input_error("time step", "stars of the largest rank",
                      fmt::format("{} or more: a bin and two behind it", kBin + 2),
                      fmt::format("{}", largest));
  return blocks;
}

MeetingCounts& MeetingCounts::operator+=(const MeetingCounts& more) {
  all += more.all;
  of_binaries += more.of_binaries;
  exchanges += more.exchanges;
  ionised += more.ionised;
  given_up += more.given_up;
  crowded += more.crowded;
  collisions += more.collisions;
  formed += more.formed;
  return *this;
}

void require_runnable(const Stars& stars, const ClusterParameters& p) {
  require_valid(p);
  require_valid(stars, "start");
  (void)blocks_of_step(stars.size(), p);
  if (p.binaries) require_valid(*p.binaries, stars);
  if (p.collisions) require_valid(*p.collisions);
  if (p.formation) require_valid(*p.formation, stars);
  if (p.formation && !p.binaries)
    throw input_error("formation of binaries", "binaries of the cluster", "none or some",
                      "nothing that says how they meet other stars");
  // Stars that binaries have become were not there at the start.
  const auto of_start = static_cast<std::size_t>(std::count_if(
      stars.id.begin(), stars.id.end(), [](std::uint32_t id) { return id < kFreed; }));
  const std::size_t fewest = p.binaries ? std::max(of_start, kBin + 1) : stars.size();
  if (p.continued &&
      (p.continued->streams.size() != p.ranks || p.continued->initial_stars < fewest))
    throw input_error(
        "continued run", "streams and stars",
        fmt::format("{} streams, at most {} stars", p.ranks, p.continued->initial_stars),
        fmt::format("{} streams, {} stars", p.continued->streams.size(), stars.size()));
}

const std::vector<ClusterScheme>& cluster_schemes() { return registry().items(); }

const ClusterScheme& cluster_scheme(const std::string& name) { return registry().item(name); }

ClusterScheme that_refuses_others(ClusterScheme scheme) {
  if (!scheme.start) return scheme;
  if (scheme.follows_binaries && scheme.follows_collisions && scheme.follows_formation)
    return scheme;
  scheme.start = [name = scheme.info.name, start = scheme.start, binaries = scheme.follows_binaries,
                  collisions = scheme.follows_collisions, formation = scheme.follows_formation](
                     const Stars& stars, const ClusterParameters& p) {
    for (const auto& [what, refused] :
         {std::pair{"binaries", p.binaries && !binaries},
          std::pair{"collisions", p.collisions && !collisions},
          std::pair{"formation of binaries", p.formation && !formation}})
      if (refused) throw input_error(what, "scheme", "one that follows them", "'" + name + "'");
    return start(stars, p);
  };
  return scheme;
}

bool register_cluster_scheme(ClusterScheme scheme, const char* file) {
  registering_files().emplace_back(file);
  return registry().add(that_refuses_others(std::move(scheme)));
}

}  // namespace touchstone::cluster
