// suite/external/stars.cpp
// Purpose   Star clusters in a program of the user's: a scheme like any other, without ranks.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>

#include "models/cmc/shell_potential.hpp"
#include "models/core/shared_work.hpp"
#include "suite/external/schemes.hpp"

namespace touchstone::external {
namespace {

using cluster::ClusterParameters;

std::string request(const cluster::Stars& start, const ClusterParameters& p) {
  std::string text = fmt::format("start stars {}\ntheta_max {}\nseed {}\nthreads {}\nstars\n",
                                 start.size(), p.theta_max, p.seed, p.threads);
  for (std::size_t i = 0; i < start.size(); ++i)
    text += fmt::format("{} {} {} {}\n", start.mass[i], start.radius[i], start.radial_velocity[i],
                        start.tangential_velocity[i]);
  return text;
}

class Stars final : public cluster::ClusterRun, public SharedWork {
 public:
  Stars(Pool::Lease program, const cluster::Stars& start, const ClusterParameters& p)
      : program_(std::move(program)), sent_(start.id), stars_(start) {
    program_->start(request(start, p));
    add_energies();
  }

  void step() override {
    program_->count_moves(stars_.size());
    const std::vector<double> told = program_->ask_numbers("advance 1\n", 2);
    report_.timestep = told[0] - report_.time;
    report_.time = told[0];
    report_.escaped_energy = told[1];
    report_.trials = stars_.size();  // one new position each, or more: it does not say
    ++report_.step;
    take_stars();
    add_energies();
  }
  cluster::StepReport report() const override { return report_; }
  cluster::Stars stars() const override { return stars_; }
  std::vector<cluster::Lfsr113> streams() const override { return {}; }
  std::optional<int> threads_that_ran() const override { return std::nullopt; }

 private:
  void take_stars() {
    const std::uint64_t count = program_->ask_counts("state\n", 1)[0];
    if (count > sent_.size())
      program_->wrong(fmt::format("at most the {} stars that were sent", sent_.size()),
                      fmt::format("ok {}", count));
    stars_ = {};
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::vector<double> star = program_->numbers(5);
      if (!(star[0] >= 0 && star[0] < static_cast<double>(sent_.size())) ||
          star[0] != std::floor(star[0]))
        program_->wrong(fmt::format("the number of a star, 0 to {}", sent_.size() - 1),
                        fmt::format("{}", star[0]));
      stars_.id.push_back(sent_[static_cast<std::size_t>(star[0])]);
      stars_.mass.push_back(star[1]);
      stars_.radius.push_back(star[2]);
      stars_.radial_velocity.push_back(star[3]);
      stars_.tangential_velocity.push_back(star[4]);
    }
  }
  void add_energies() {
    report_.stars = stars_.size();
    report_.kinetic = cluster::kinetic_energy(stars_);
    report_.potential = cluster::potential_energy(stars_, cluster::shell_potential(stars_));
  }

  Pool::Lease program_;
  std::vector<std::uint32_t> sent_;  ///< the id of each star, in the order in which they were sent
  cluster::Stars stars_;
  cluster::StepReport report_;
};

}  // namespace

cluster::ClusterScheme cluster_scheme(const Description& d) {
  cluster::ClusterScheme scheme;
  scheme.info = d.info;
  std::vector<std::string> known;
  scheme.info.claims = claims_of<Claims>(d, known);
  known = {"conserves particles", "thread invariant"};  // the others say nothing of stars
  require_known_claims(d, known);
  scheme.info.parallel = has(scheme.info.claims, Claims::thread_invariant);
  scheme.has_ranks = false;
  scheme.energy_error = d.escaped_energy_error;
  const auto pool = std::make_shared<Pool>(d.command);
  scheme.start = [pool](const cluster::Stars& start, const ClusterParameters& p) {
    cluster::require_runnable(start, p);
    if (p.ranks != 1) throw Refused("external schemes: the protocol has no ranks");
    if (p.binaries || p.collisions || p.formation || p.mass_loss ||
        p.tide.criterion != cluster::TideCriterion::none)
      throw Refused(
          "external schemes: the protocol has no binaries, collisions, mass loss or tides");
    if (p.continued) throw Refused("external schemes: the protocol has no continued runs");
    return std::make_unique<Stars>(Pool::lease(pool), start, p);
  };
  return scheme;
}

}  // namespace touchstone::external
