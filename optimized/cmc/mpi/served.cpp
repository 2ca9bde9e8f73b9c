#include "optimized/cmc/mpi/served.hpp"

#define OMPI_SKIP_MPICXX 1  // the interface for C only
#include <mpi.h>

#include <limits>
#include <memory>
#include <optional>

#include "models/core/errors.hpp"
#include "optimized/cmc/ranks/henon_rank.hpp"
#include "optimized/core/mpi/mpi_transport.hpp"
#include "touchstone_external.hpp"

namespace touchstone::optimized {
namespace {

cluster::Stars sent(const std::vector<external::Star>& stars) {
  cluster::Stars start;
  for (const external::Star& s : stars) {
    start.id.push_back(static_cast<std::uint32_t>(s.number));
    start.mass.push_back(s.mass);
    start.radius.push_back(s.radius);
    start.radial_velocity.push_back(s.radial_velocity);
    start.tangential_velocity.push_back(s.tangential_velocity);
  }
  return start;
}

struct StarsOnRanks : external::Stars {
  void start() {
    transport_ = mpi_transport();
    if (seed > std::numeric_limits<std::uint32_t>::max())
      throw external::Refused("seeds are below 2^32");
    const cluster::ClusterParameters parameters{.seed = static_cast<std::uint32_t>(seed),
                                                .ranks = transport_->ranks(),
                                                .threads = threads,
                                                .theta_max = theta_max};
    const cluster::Stars start = sent(stars);
    try {
      cluster::require_runnable(start, parameters);
    } catch (const InputError& error) {
      throw external::Refused(error.what());
    }
    run_.emplace(start, parameters, *transport_);
  }

  void advance(std::uint64_t steps) {
    for (; steps > 0; --steps) run_->step();
    time = run_->report().time;
    escaped_energy = run_->report().escaped_energy;
  }

  const std::vector<external::Star>& state() {
    const cluster::Stars all = run_->all_stars();
    stars.clear();
    for (std::size_t i = 0; i < all.size(); ++i)
      stars.push_back({all.id[i], all.mass[i], all.radius[i], all.radial_velocity[i],
                       all.tangential_velocity[i]});
    return stars;
  }

 private:
  std::unique_ptr<Transport> transport_;
  std::optional<HenonRank> run_;
};

}  // namespace

nlohmann::ordered_json description_of_stars() {
  return {{"simulates", "stars"},
          {"claims", nlohmann::ordered_json::array({"conserves particles", "thread invariant"})}};
}

int serve_stars() { return external::serve_on_ranks<StarsOnRanks>(); }

}  // namespace touchstone::optimized
