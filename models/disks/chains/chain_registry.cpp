#include "models/disks/chains/chain_registry.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "models/core/errors.hpp"
#include "models/core/registry.hpp"

namespace touchstone::disks {
namespace {

Registry<ChainScheme>& registry() {
  static Registry<ChainScheme> all("scheme");  // filled before main() by the registration lines
  return all;
}

class RunByLegs final : public ChainRun {
 public:
  RunByLegs(const Leg& leg, const ConstraintGraph& graph, const ChainParameters& parameters,
            RunLeg run)
      : leg_(leg), graph_(graph), parameters_(parameters), run_(std::move(run)), now_(begin(leg)) {}

  void advance(Ticks duration) override {
    if (violation_ != kNoViolation && parameters_.on_violation == OnViolation::abort) return;
    leg_.duration = duration;
    const JudgedEnd next = run_(leg_, graph_);
    leg_.start.x = now_.x = next.end.x;
    leg_.active = now_.active = next.end.active;
    for (std::size_t i = 0; i < now_.x.size(); ++i)
      if (next.end.local_time[i] != kNeverActive)
        now_.local_time[i] = elapsed_ + next.end.local_time[i];
    liftings_ += next.end.liftings.size();
    if (parameters_.record)
      for (const Lifting& l : next.end.liftings)
        now_.liftings.push_back({elapsed_ + l.time, l.from, l.to});
    if (violation_ == kNoViolation && next.violation != kNoViolation)
      violation_ = elapsed_ + next.violation;
    elapsed_ += duration;
  }
  std::uint64_t liftings() const override { return liftings_; }
  Ticks violation() const override { return violation_; }
  LegEnd end() const override { return now_; }

 private:
  Leg leg_;
  ConstraintGraph graph_;
  ChainParameters parameters_;
  RunLeg run_;
  LegEnd now_;
  Ticks elapsed_ = 0;
  std::uint64_t liftings_ = 0;
  Ticks violation_ = kNoViolation;
};

}  // namespace

void ChainRun::choose_active(const std::vector<DiskIndex>&) {
  throw std::logic_error("this scheme keeps its active disks");
}

std::uint64_t ChainRun::carried() const {
  throw std::logic_error("this scheme does not sum up contact separations");
}

std::unique_ptr<ChainRun> run_by_legs(const Leg& leg, const ConstraintGraph& graph,
                                      const ChainParameters& parameters, RunLeg run) {
  require_valid(parameters);
  require_valid(leg, graph);
  return std::make_unique<RunByLegs>(leg, graph, parameters, std::move(run));
}

void require_valid(const ChainParameters& p) {
  if (p.threads < 1 || p.threads > 1024)
    throw input_error("threads", "number of threads", "1 to 1024", fmt::format("{}", p.threads));
}

const std::vector<ChainScheme>& chain_schemes() { return registry().items(); }

const ChainScheme& chain_scheme(const std::string& name) { return registry().item(name); }

bool register_chain_scheme(ChainScheme scheme, const char* file) {
  registering_files().emplace_back(file);
  return registry().add(std::move(scheme));
}

}  // namespace touchstone::disks
