#include "optimized/hpmc/mpi/served.hpp"

#define OMPI_SKIP_MPICXX 1  // the interface for C only
#include <fmt/format.h>
#include <mpi.h>

#include <memory>
#include <optional>

#include "models/core/errors.hpp"
#include "optimized/core/mpi/mpi_transport.hpp"
#include "optimized/hpmc/mpi/sent_bodies.hpp"
#include "optimized/hpmc/ranks/rank_run_kernel.hpp"
#include "touchstone_external.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Configuration;
using shapes::MoveStats;
using shapes::RunParameters;

/// A run on the ranks of a transport. All calls are collective.
class Run {
 public:
  virtual ~Run() = default;
  virtual void advance(std::uint64_t steps) = 0;
  virtual MoveStats stats() = 0;       ///< sums over all ranks
  virtual Configuration bodies() = 0;  ///< at rank 0; elsewhere the box alone
};

template <class PairTest>
class RunWith final : public Run {
 public:
  RunWith(const Configuration& start, const RunParameters& parameters, Transport& transport)
      : types_(start.types), transport_(transport), rank_(start, parameters, transport) {}

  void advance(std::uint64_t steps) override { rank_.advance(steps); }
  MoveStats stats() override {
    MoveStats sum = rank_.stats();
    for (SweepStats* one : {&sum.translations, &sum.rotations}) {
      one->trials = transport_.sum(one->trials);
      one->accepted = transport_.sum(one->accepted);
    }
    return sum;  // trial moves of the box are counted by rank 0
  }
  Configuration bodies() override {
    Parcel own;
    for (const Parcel& part : rank_.bodies()) own.insert(own.end(), part.begin(), part.end());
    return in_order_of_tags(transport_.gather(own), rank_.box(), types_);
  }

 private:
  std::vector<shapes::Body> types_;
  Transport& transport_;
  RankRun<PairTest> rank_;
};

template <class PairTest>
std::unique_ptr<Run> begin(const Configuration& start, const RunParameters& parameters,
                           Transport* transport) {
  require_startable_by_ranks<PairTest>(start, parameters);
  if (transport == nullptr) return nullptr;
  return std::make_unique<RunWith<PairTest>>(start, parameters, *transport);
}

Configuration start_of(const external::Shapes& s) {
  Configuration start{.box = {s.sides[0], s.sides[1], s.sides[2], s.tilts[0], s.tilts[1],
                              s.tilts[2], s.dimensions}};
  for (const external::Body& body : s.bodies) start.types.push_back(sent_body(body));
  for (const std::size_t type : s.types) start.type.push_back(static_cast<std::uint32_t>(type));
  for (const auto& r : s.centres) start.centres.push_back({r[0], r[1], r[2]});
  for (const auto& q : s.orientations) start.orientations.push_back({q[0], q[1], q[2], q[3]});
  return start;
}

RunParameters parameters_of(const external::Shapes& s) {
  RunParameters p{.max_displacement = s.max_displacement,
                  .max_rotation = s.max_rotation,
                  .translations = s.translations,
                  .sweeps_per_step = static_cast<int>(s.sweeps_per_step),
                  .threads = s.threads,
                  .ranks = static_cast<int>(s.ranks),
                  .seed = s.seed};
  for (std::size_t k = 0; k < 3; ++k) p.domains[k] = static_cast<int>(s.domains[k]);
  if (s.constant_pressure)
    p.box = {.pressure = s.pressure,
             .max_volume = s.max_volume,
             .max_log_volume = s.max_log_volume,
             .max_length = s.max_length,
             .max_shear = s.max_shear,
             .per_step = static_cast<int>(s.box_moves_per_step)};
  return p;
}

struct ShapesOnRanks : external::Shapes {
  void start() {
    if (const std::size_t most = mpi_transport()->ranks(); ranks > most)
      throw external::Refused(
          fmt::format("started on {} ranks, and {} are asked for", most, ranks));
    run_.reset();
    transport_ = mpi_transport(static_cast<std::size_t>(ranks));
    try {
      const Configuration start = start_of(*this);
      const RunParameters parameters = parameters_of(*this);
      run_ = RoundTest::takes(start) ? begin<RoundTest>(start, parameters, transport_.get())
                                     : begin<ScreenedTest>(start, parameters, transport_.get());
    } catch (const InputError& error) {
      throw external::Refused(error.what());
    }
  }

  void advance(std::uint64_t steps) {
    if (!run_) return;  // a rank that has no part in it
    run_->advance(steps);
    const MoveStats all = run_->stats();
    translation_trials = all.translations.trials, translations_accepted = all.translations.accepted;
    rotation_trials = all.rotations.trials, rotations_accepted = all.rotations.accepted;
    SweepStats box;
    for (const SweepStats& kind : all.box) box += kind;
    box_trials = box.trials, boxes_accepted = box.accepted;
  }

  std::pair<decltype(centres), decltype(orientations)> state() {
    const Configuration now = run_ ? run_->bodies() : Configuration{};
    for (std::size_t i = 0; i < now.size(); ++i) {
      const shapes::Vec3& r = now.centres[i];
      const shapes::Orientation& q = now.orientations[i];
      centres[i] = {r.x, r.y, r.z};
      orientations[i] = {q.s, q.x, q.y, q.z};
    }
    if (run_) {
      sides = {now.box.lx, now.box.ly, now.box.lz};
      tilts = {now.box.xy, now.box.xz, now.box.yz};
    }
    return {centres, orientations};
  }

 private:
  std::unique_ptr<Transport> transport_;
  std::unique_ptr<Run> run_;
};

}  // namespace

nlohmann::ordered_json description_of_shapes() {
  return {{"simulates", "shapes"},
          {"claims", nlohmann::ordered_json::array(
                         {"global balance", "conserves particles", "thread invariant"})},
          {"proposals", "tangents"},
          {"domains", true},
          {"ranks", true},
          {"constant_pressure", true}};
}

int serve_shapes() { return external::serve_on_ranks<ShapesOnRanks>(); }

}  // namespace touchstone::optimized
