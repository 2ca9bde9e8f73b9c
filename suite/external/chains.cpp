// suite/external/chains.cpp
// Purpose   Legs of event chains in a program of the user's: a scheme like any other.
// Not here  Whole simulations by event chains: they are disks without trial moves (disks.cpp).
#include <fmt/format.h>

#include <memory>

#include "suite/external/schemes.hpp"

namespace touchstone::external {
namespace {

using disks::RealEnd;
using disks::RealLeg;

std::string request(const RealLeg& leg, int threads) {
  const disks::Configuration& c = leg.start;
  std::string text = fmt::format(
      "start chains {}\nbox {} {}\nactive {}\ndirection {}\nlength {}\nthreads {}\ncentres\n",
      c.size(), c.box.width, c.box.height, disks::disk_numbers(leg.active), leg.along_x ? "x" : "y",
      leg.length, threads);
  for (const auto& r : c.centres) text += fmt::format("{} {}\n", r.x, r.y);
  return text;
}

class Chains final : public disks::RealLegRun {
 public:
  Chains(Pool::Lease program, const RealLeg& leg, int threads)
      : program_(std::move(program)), active_(leg.active), size_(leg.start.size()) {
    program_->start(request(leg, threads));
  }

  void advance(std::uint64_t legs) override {
    program_->count_moves(legs);
    const std::vector<std::uint64_t> told =
        program_->ask_counts(fmt::format("advance {}\n", legs), 1 + active_.size());
    liftings_ = told[0];
    active_.assign(told.begin() + 1, told.end());
  }
  RealEnd end() const override {
    program_->ask("state\n");
    RealEnd end{.centres = {}, .active = active_, .liftings = liftings_};
    for (std::size_t i = 0; i < size_; ++i) {
      const std::vector<double> r = program_->numbers(2);
      end.centres.push_back({r[0], r[1]});
    }
    return end;
  }

 private:
  Pool::Lease program_;
  std::vector<std::size_t> active_;
  std::size_t size_;
  std::uint64_t liftings_ = 0;
};

}  // namespace

disks::RealLegScheme chain_scheme(const Description& d) {
  disks::RealLegScheme scheme;
  scheme.info = d.info;
  std::vector<std::string> known;
  scheme.info.claims = claims_of<Claims>(d, known);
  known = {kEqualsReference, "thread invariant"};  // a leg samples nothing
  require_known_claims(d, known);
  scheme.info.parallel = has(scheme.info.claims, Claims::thread_invariant);
  scheme.position_error = d.position_error;
  const auto pool = std::make_shared<Pool>(d.command);
  scheme.start = [pool](const RealLeg& leg, int threads) {
    disks::require_valid(leg);
    return std::make_unique<Chains>(Pool::lease(pool), leg, threads);
  };
  return scheme;
}

}  // namespace touchstone::external
