// checkers/mutants/cmc/henon_mutants.cpp
// Purpose   The mutants of Henon's step and the checks that must catch each.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "checkers/cmc/cluster_kind.hpp"
#include "checkers/mutants/cmc/faulty_henon.hpp"
#include "reference/cmc/sample_orbit.hpp"

namespace touchstone::mutants {
namespace {

using Names = std::vector<std::string>;

constexpr const char* kBits = "cmc/equals reference";
constexpr const char* kPublic = "cmc/public program";
constexpr const char* kStart = "cmc/public start";
constexpr const char* kProcesses = "cmc/drawn processes";
constexpr const char* kTide = "cmc/tide law";
constexpr const char* kLoss = "cmc/mass loss law";
constexpr const char* kDrawn = "cmc/drawn binaries";
constexpr const char* kMeetings = "cmc/binary meetings";
constexpr const char* kApart = "cmc/binaries apart";
constexpr const char* kBalance = "cmc/energy balance";

/// `prepare` may repair a start that makes no sense.
bool add(const char* name, HenonFault fault, const Origin& origin, Names killed_by,
         cluster::Stars (*prepare)(const cluster::Stars&) = nullptr) {
  cluster::ClusterScheme scheme{
      .info = {.name = std::string("mutant/henon-") + name,
               .source = "planted fault",
               .claims = Claims::conserves_particles | Claims::thread_invariant |
                         Claims::equals_reference},
      .start =
          [fault, prepare](const cluster::Stars& start, const cluster::ClusterParameters& p) {
            return std::make_unique<FaultyHenon>(fault, prepare ? prepare(start) : start, p);
          },
      .equals = "cmc/reference",
      .follows_binaries = true};
  return register_mutant(ClusterMutant{
      .scheme = std::move(scheme), .origin = origin, .killed_by = std::move(killed_by)});
}

/// Registers a mutant that samples new orbital positions of single stars in a wrong way.
template <class Sample>
bool add_orbit(const char* name, const Origin& origin, Sample sample,
               Names killed_by = {"cmc/time in shell"}) {
  cluster::ClusterScheme scheme{
      .info = {.name = std::string("mutant/orbit-") + name,
               .source = "planted fault",
               .claims = Claims::conserves_particles},
      .start =
          [](const cluster::Stars& start, const cluster::ClusterParameters& p) {
            return std::make_unique<FaultyHenon>(HenonFault::none, start, p);
          },
      .sample_orbit = sample};
  return register_mutant(ClusterMutant{
      .scheme = std::move(scheme), .origin = origin, .killed_by = std::move(killed_by)});
}

/// A run of another scheme whose reports of its work are changed.
class MiscountedWork final : public cluster::ClusterRun {
 public:
  using Change = void (*)(cluster::Work&);
  MiscountedWork(std::unique_ptr<cluster::ClusterRun> run, Change change)
      : run_(std::move(run)), change_(change) {}
  void step() override { run_->step(); }
  cluster::StepReport report() const override { return run_->report(); }
  cluster::Stars stars() const override { return run_->stars(); }
  std::vector<cluster::Lfsr113> streams() const override { return run_->streams(); }
  std::vector<cluster::Work> work() const override {
    std::vector<cluster::Work> all = run_->work();
    for (cluster::Work& one : all) change_(one);
    return all;
  }

 private:
  std::unique_ptr<cluster::ClusterRun> run_;
  Change change_;
};

bool add_miscounted(const char* name, const char* of, bool messages, const char* killer,
                    MiscountedWork::Change change) {
  return register_mutant(
      ClusterMutant{.scheme = {.info = {.name = std::string("mutant/") + name,
                                        .source = "planted fault",
                                        .claims = Claims::conserves_particles},
                               .start =
                                   [of, change](const cluster::Stars& start,
                                                const cluster::ClusterParameters& p) {
                                     return std::make_unique<MiscountedWork>(
                                         cluster::cluster_scheme(of).start(start, p), change);
                                   },
                               .messages = messages},
                    .origin = Origin::invented("seeded fault: a report that flatters a benchmark"),
                    .killed_by = {killer}});
}

void half_of_the_traffic(cluster::Work& work) {
  for (std::uint64_t& bytes : work.traffic.bytes) bytes /= 2;
}

using Samples = std::vector<cluster::OrbitSample>;

Samples inward(const cluster::Stars& stars, std::size_t star, std::size_t count,
               const cluster::Lfsr113& stream) {
  Samples samples = reference::sample_orbit(stars, star, count, stream, stars.mass[star]);
  for (auto& sample : samples) sample.radial_velocity = -std::abs(sample.radial_velocity);
  return samples;
}

Samples with_own_shell(const cluster::Stars& stars, std::size_t star, std::size_t count,
                       const cluster::Lfsr113& stream) {
  return reference::sample_orbit(stars, star, count, stream, 0);
}

/// Uniform between the outermost positions met.
Samples flat(const cluster::Stars& stars, std::size_t star, std::size_t count,
             const cluster::Lfsr113& stream) {
  Samples samples = reference::sample_orbit(stars, star, count, stream, stars.mass[star]);
  std::vector<Samples::value_type> sorted = samples;
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.radius < b.radius; });
  cluster::Lfsr113 random(7);
  for (auto& sample : samples) {
    const double r =
        sorted.front().radius + random.uniform() * (sorted.back().radius - sorted.front().radius);
    sample = *std::lower_bound(sorted.begin(), sorted.end(), r,
                               [](const auto& a, double value) { return a.radius < value; });
  }
  return samples;
}

/// Seeds are numbers of steps of one stream.
std::unique_ptr<cluster::ClusterRun> start_with_lag(const cluster::Stars& start,
                                                    cluster::ClusterParameters p) {
  auto streams = cluster::separate_streams(1, p.ranks, p.between_streams);
  for (cluster::Lfsr113& stream : streams)
    for (std::uint32_t k = 0; k < p.seed % 1024; ++k) stream.next();
  p.continued = std::make_shared<const cluster::Continuation>(
      cluster::Continuation{start.size(), streams, {}});
  return cluster::cluster_scheme("cmc/openmp").start(start, p);
}

bool add_lag() {
  cluster::ClusterScheme scheme{.info = {.name = "mutant/henon-seeds-are-lags",
                                         .source = "planted fault",
                                         .claims = Claims::conserves_particles},
                                .start = start_with_lag};
  return register_mutant(
      ClusterMutant{.scheme = std::move(scheme),
                    .origin = Origin::invented("seeded fault: a seed is a lag of another one"),
                    .killed_by = {"cmc/seeds apart"}});
}

const bool registered =
    add_lag() &&
    add_miscounted("ranks-half-of-the-traffic", "cmc/ranks", true, "cmc/traffic",
                   half_of_the_traffic) &&
    add("no-self-shell", HenonFault::no_self_shell,
        Origin::pitfall("known pitfall: the star's own shell"), {kBits, kPublic, kBalance}) &&
    add("no-velocity-correction", HenonFault::no_velocity_correction,
        Origin::invented("energy drifts without the correction of Stodolkiewicz"),
        {kBits, kPublic, "cmc/energy", kBalance, "cmc/encounters"}) &&
    add("no-square", HenonFault::no_square, Origin::paper("equation 7 as printed"),
        {kBits, kPublic, "cmc/time step law"}) &&
    add("seeds-instead-of-jumps", HenonFault::seeds_instead_of_jumps,
        Origin::invented("parallel streams from different seeds"), {kBits, "cmc/streams"}) &&
    add("shared-stream", HenonFault::shared_stream, Origin::invented("every rank seeded alike"),
        {kBits, "cmc/streams", "cmc/jumps"}) &&
    add("unsorted-potential", HenonFault::unsorted_potential,
        Origin::invented("the potential before the sort"),
        {kBits, kPublic, "cmc/energy", kBalance}) &&
    add("stale-potential", HenonFault::stale_potential,
        Origin::invented("the potential of the step before"),
        {kBits, kPublic, "cmc/energy", kBalance}) &&
    add("debt-not-booked", HenonFault::debt_not_booked,
        Origin::invented("energy that no star can give is forgotten"), {kBits, kBalance}) &&
    add("debt-ends-with-rank", HenonFault::debt_ends_with_rank,
        Origin::invented("the next rank is not told what the one before could not pay"),
        {kBits, kBalance}) &&
    add("work-of-own-shell", HenonFault::work_of_own_shell,
        Origin::pitfall("known pitfall: the star's own shell"), {kBits, kPublic, kBalance}) &&
    add("lost-star", HenonFault::lost_star, Origin::invented("off by one in a redistribution"),
        {kBits, "cmc/stars", "cmc/escapers"}) &&
    add("wrong-partner", HenonFault::wrong_partner,
        Origin::invented("pairs counted from the second star"),
        {kBits, kPublic, "cmc/encounters", "cmc/drawn clusters"}) &&
    add("pair-across-ranks", HenonFault::pair_across_ranks,
        Origin::invented("a pair that is cut by the boundary of two ranks"),
        {kBits, "cmc/encounters"}) &&
    add("gentle-encounters", HenonFault::gentle_encounters,
        Origin::invented("half the angle of deflection"),
        {kBits, kPublic, kStart, "cmc/encounters"}) &&
    add("outward-kicks", HenonFault::outward_kicks,
        Origin::invented("a random direction out of a half of all"),
        {kBits, kPublic, kStart, "cmc/encounters"}) &&
    add("one-sign", HenonFault::one_sign,
        Origin::invented("the sign of the radial velocity forgotten"),
        {kBits, kPublic, "cmc/positions in steps"}) &&
    add("flat-positions", HenonFault::flat_positions,
        Origin::paper("equation 14 without equation 15"),
        {kBits, kPublic, "cmc/positions in steps"}) &&
    add("ranks-of-threads", HenonFault::ranks_of_threads,
        Origin::invented("blocks cut by the number of threads"),
        {kBits, "cmc/thread invariance"}) &&
    add("sorts-its-start", HenonFault::none, Origin::invented("bad input repaired in silence"),
        {"cmc/bad input"},
        [](const cluster::Stars& stars) {
          const bool whole = stars.radius.size() == stars.mass.size() &&
                             stars.radial_velocity.size() == stars.mass.size() &&
                             stars.tangential_velocity.size() == stars.mass.size() &&
                             stars.id.size() == stars.mass.size();
          return whole ? cluster::reordered(stars, cluster::radial_order(stars)) : stars;
        }) &&
    add("starts-over", HenonFault::starts_over,
        Origin::invented("a checkpoint without the random streams"), {"cmc/continuation"}) &&
    add("wrong-density", HenonFault::wrong_density, Origin::invented("a bin counted by half"),
        {kBits, kPublic, kStart}) &&
    add("tide-by-blocks", HenonFault::tide_by_blocks,
        Origin::invented("mass that left is not handed on between ranks"), {kProcesses, kTide}) &&
    add("tide-not-booked", HenonFault::tide_not_booked,
        Origin::invented("the energy of escapers is forgotten"), {kProcesses, kTide, kBalance}) &&
    add("stale-tide", HenonFault::stale_tide,
        Origin::invented("the tidal radius of the step before"), {kProcesses, kTide}) &&
    add("tide-of-first-mass", HenonFault::tide_of_first_mass,
        Origin::invented("the mass that left still holds stars"), {kProcesses, kTide}) &&
    add("tide-books-all-shells", HenonFault::tide_books_all_shells,
        Origin::invented("pairs of escapers are counted twice"), {kProcesses, kTide}) &&
    add("loss-not-booked", HenonFault::loss_not_booked,
        Origin::invented("the energy of lost mass is forgotten"), {kProcesses, kLoss, kBalance}) &&
    add("loss-without-potential", HenonFault::loss_without_potential,
        Origin::invented("the potential keeps the mass that was lost"), {kProcesses}) &&
    add("loss-at-any-step", HenonFault::loss_at_any_step,
        Origin::invented("equation 11 is never asked"), {kProcesses, kLoss}) &&
    add("pairs-alike", HenonFault::pairs_alike,
        Origin::invented("equation 7 for stars of one mass"),
        {kProcesses, "cmc/time step of pairs", "cmc/parameters"}) &&
    add("meets-in-short-time", HenonFault::meets_in_short_time,
        Origin::invented("times of steps are taken for dynamical times"), {kDrawn, kMeetings}) &&
    add("meets-unfocused", HenonFault::meets_unfocused,
        Origin::invented("a cross section without gravity"), {kDrawn}) &&
    add("meets-at-any-step", HenonFault::meets_at_any_step,
        Origin::invented("equations 9 and 10 are never asked"), {kMeetings}) &&
    add("binaries-pass", HenonFault::binaries_pass,
        Origin::invented("binaries meet single stars only"), {kDrawn, kMeetings}) &&
    add("one-binary-meets", HenonFault::one_binary_meets,
        Origin::invented("the second of two binaries keeps its orbit"), {kDrawn, kMeetings}) &&
    add("second-star-stays", HenonFault::second_star_stays,
        Origin::invented("two binaries that are lost leave three stars"), {kDrawn, kMeetings}) &&
    add("meets-alike", HenonFault::meets_alike,
        Origin::invented("random numbers of a meeting without the step"), {kDrawn}) &&
    add("meets-in-one-plane", HenonFault::meets_in_one_plane,
        Origin::invented("a meeting has the same direction around each velocity"), {kDrawn}) &&
    add("no-recoil", HenonFault::no_recoil,
        Origin::invented("a binary that a star pushes off from does not move"),
        {kDrawn, kMeetings}) &&
    add("lost-companion", HenonFault::lost_companion,
        Origin::invented("an ionised binary leaves one star"), {kDrawn, kMeetings}) &&
    add("doubled-companion", HenonFault::doubled_companion,
        Origin::invented("a star keeps the mass of the binary that it was"), {kDrawn, kMeetings}) &&
    add("stale-binary", HenonFault::stale_binary,
        Origin::invented("what a fly-by does to the binary is forgotten"), {kDrawn, kMeetings}) &&
    add("meeting-not-booked", HenonFault::meeting_not_booked,
        Origin::invented("the energy of masses that change places is forgotten"),
        {kDrawn, kMeetings}) &&
    add("binary-stays", HenonFault::binary_stays, Origin::invented("a binary outlives its star"),
        {kApart}) &&
    add("binary-not-booked", HenonFault::binary_not_booked,
        Origin::invented("the energy of binaries that left is forgotten"), {kApart}) &&
    add("binary-keeps-mass", HenonFault::binary_keeps_mass,
        Origin::invented("mass loss passes binaries by"), {kApart}) &&
    add_orbit("one-sign", Origin::invented("the sign of the radial velocity forgotten"), inward) &&
    add_orbit("own-shell", Origin::pitfall("known pitfall: the star's own shell"), with_own_shell,
              {"cmc/time in shell", "cmc/single orbits"}) &&
    add_orbit("flat", Origin::paper("equation 14 without equation 15"), flat);

}  // namespace
}  // namespace touchstone::mutants
