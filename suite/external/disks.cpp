// suite/external/disks.cpp
// Purpose   Hard disks in a program of the user's: a scheme like any other.
#include <fmt/format.h>

#include <memory>

#include "models/core/errors.hpp"
#include "suite/external/schemes.hpp"

namespace touchstone::external {
namespace {

using disks::Configuration;

Start request(const Configuration& start, const disks::RunParameters& p) {
  Start text{
      .head = fmt::format("start disks {}\nbox {} {}\n", start.size(), start.box.width,
                          start.box.height),
      .seed = p.seed,
      .settings = fmt::format("threads {}\nmax_displacement {}\ntrials_per_cell {}\ncentres\n",
                              p.threads, p.max_displacement, p.trials_per_cell),
      .rows = ""};
  for (const auto& r : start.centres) text.rows += fmt::format("{} {}\n", r.x, r.y);
  return text;
}

class Disks final : public disks::Simulation {
 public:
  Disks(Pool::Lease program, const Configuration& start, const disks::RunParameters& p)
      : program_(std::move(program)), box_(start.box), size_(start.size()), threads_(p.threads) {}

  void advance(std::uint64_t sweeps) override {
    program_->count_moves(sweeps * size_);
    const std::vector<std::uint64_t> done =
        program_->ask_counts(fmt::format("advance {}\n", sweeps), 2);
    stats_ = {done[0], done[1]};
  }
  Configuration configuration() const override {
    program_->ask("state\n");
    Configuration c{.box = box_, .centres = {}};
    for (std::size_t i = 0; i < size_; ++i) {
      const std::vector<double> r = program_->numbers(2);
      c.centres.push_back({r[0], r[1]});
    }
    return c;
  }
  int threads() const override { return threads_; }  // it was told; what it does is its own matter
  SweepStats stats() const override { return stats_; }
  std::size_t memory_bytes() const override { return size_ * sizeof(disks::Vec<double>); }

 private:
  Pool::Lease program_;
  disks::Box box_;
  std::size_t size_;
  int threads_;
  SweepStats stats_ = {};
};

}  // namespace

disks::DiskScheme disk_scheme(const Description& d) {
  disks::DiskScheme scheme;
  scheme.info = d.info;
  scheme.info.parallel = true;  // it is told how many threads to use
  std::vector<std::string> known;
  scheme.info.claims = claims_of<Claims>(d, known);
  if (has(scheme.info.claims, Claims::detailed_balance))
    scheme.info.claims = scheme.info.claims | Claims::global_balance;  // which it implies
  require_known_claims(d, known);
  scheme.tolerance = d.tolerance;
  scheme.equals = d.equals;
  scheme.trial_moves = d.trial_moves;
  scheme.screened_starts = true;
  if (has(scheme.info.claims, Claims::equals_reference) == d.equals.empty())
    throw input_error(d.file, "\"equals\"", "a scheme, together with the claim 'equals reference'",
                      d.equals.empty() ? "the claim alone" : "the scheme alone");
  if (!d.equals.empty()) disks::scheme(d.equals);  // throws unless it is one
  const auto pool = std::make_shared<Pool>(d.command);
  scheme.start = [pool](const Configuration& start, const disks::RunParameters& p) {
    disks::require_valid(p);
    disks::require_legal_start(start);  // so that a user's program need not handle overlaps
    if (p.first_sweep != 0) throw Refused("a program of the user's begins with sweep 0");
    return std::make_unique<Disks>(Pool::begin(pool, request(start, p)), start, p);
  };
  return scheme;
}

}  // namespace touchstone::external
