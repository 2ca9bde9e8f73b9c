// gpu/cmc/step/henon.hpp
// Purpose   Henon's step on a device, from the time step to the energies: the host's side. All
//           stars stay in the memory of the device between steps. A template over its device.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), sections 2.1 and 3.2, and
//           the appendix.
// Computes  The bits of the serial emulation of as many ranks: each block of equation 17 draws from
//           its own stream, and sums have the roundings of a loop (gpu/exec/sums). Blocks are what
//           fills the device: one of 20 stars is the smallest.
// Cost      The host waits once in a step, for the number of stars that stay, and once more for
//           each 1024 that leave. 44 launches, and a sort of 12 bytes for each star. With a tide
//           the host decides who leaves (step_tide.hpp).
// Not here  Kernels (the other files of this folder), registration (step_schemes.cpp).
#pragma once
#include <algorithm>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gpu/cmc/device_streams.hpp"
#include "gpu/cmc/step/field.hpp"
#include "gpu/cmc/step/step_buffers.hpp"
#include "gpu/cmc/step/step_tide.hpp"
#include "gpu/exec/sums/sum_buffers.hpp"
#include "models/cmc/registry.hpp"
#include "models/cmc/timesteps.hpp"

namespace touchstone::gpu {

/// Threads of a block of the grid, which decide about speed only.
struct StepThreads {
  int of_stars = 256;   ///< kernels with a thread for each star
  int of_blocks = 128;  ///< kernels with a thread for each block of stars
};

template <class Device>
class HenonOnDevice final : public cluster::ClusterRun {
 public:
  HenonOnDevice(std::shared_ptr<Device> device, const StepThreads& threads,
                const cluster::Stars& start, const cluster::ClusterParameters& parameters)
      : device_owner_(std::move(device)),
        device_(*device_owner_),
        threads_(threads),
        parameters_(parameters),
        initial_stars_(static_cast<double>(start.size())),
        count_(star_count(start.size())),
        blocks_(step_blocks(count_, parameters.ranks)),
        now_(device_, count_),
        next_(device_, count_),
        moving_(device_, count_, parameters.tide.criterion != cluster::TideCriterion::none),
        streams_(device_.upload(stream_states(first_streams(parameters)))),
        left_(device_.template allocate<double>(blocks_.ranks)),
        rest_(device_.template allocate<double>(blocks_.ranks)),
        leaving_(device_.template allocate<double>(kLeavingAtOnce)),
        counts_(device_.template allocate<std::uint64_t>(kStepCounts)),
        sums_(device_.template allocate<double>(kStepSums)),
        serial_(device_, std::max(count_, blocks_.ranks)) {
    if (parameters.continued) {
      initial_stars_ = static_cast<double>(parameters.continued->initial_stars);
      report_ = parameters.continued->report;
    }
    device_.write(now_.mass, start.mass);
    device_.write(now_.radial, start.radial_velocity);
    device_.write(now_.tangential, start.tangential_velocity);
    device_.write(now_.id, start.id);
    std::vector<double> radius{cluster::kInnermost};
    radius.insert(radius.end(), start.radius.begin(), start.radius.end());
    radius.push_back(cluster::kOutermost);
    device_.write(now_.radius, radius);
    std::vector<double> sums(kStepSums, 0.0);
    sums[kAllUnplaced] = report_.unplaced_energy;
    device_.write(sums_, sums);
    update_field(now_);
    add_energies();
  }

  void step() override {
    clock_.start();
    const double dt = timestep();
    lose_mass(dt);
    end_phase(cluster::Phase::timestep);
    device_.launch(Meet{now_.stars(), blocks_, initial_stars_, counts_.span(), streams_.span()},
                   per_block());
    end_phase(cluster::Phase::encounters);
    sample_positions();
    const std::vector<std::uint64_t> counts = device_.read(counts_);
    if (counts[kStuck] > 0)
      throw std::runtime_error(
          "sampling of an orbital position: expected an acceptance, found none in all trials");
    std::int32_t stay = count_ - static_cast<std::int32_t>(counts[kLeaving]);
    if (tide()) stay = strip_stars();
    if (stay < count_) (void)cluster::blocks_of_step(static_cast<std::size_t>(stay), parameters_);
    end_phase(cluster::Phase::orbits);
    sort(stay);
    end_phase(cluster::Phase::sort);
    const std::int32_t before = count_;
    count_ = stay;
    update_field(next_);
    end_phase(cluster::Phase::potential);
    blocks_ = step_blocks(count_, parameters_.ranks);
    correct(before);
    std::swap(now_, next_);
    end_phase(cluster::Phase::correction);
    report_.trials = counts[kTrials];
    report_.above_bound = counts[kAboveBound];
    report_.timestep = double_of(static_cast<std::int64_t>(counts[kTimeStep]));
    ++report_.step;
    report_.time += report_.timestep;
    add_energies();
    device_.wait();  // or a clock of the host would stop before the step has ended
    end_phase(cluster::Phase::diagnostics);
  }

  cluster::StepReport report() const override {
    cluster::StepReport report = report_;
    const std::vector<double> sums = device_.read(sums_);
    report.kinetic = sums[kKinetic];
    report.potential = sums[kPotential];
    report.unplaced_energy = sums[kAllUnplaced];
    return report;
  }
  cluster::Stars stars() const override {
    const auto n = static_cast<std::size_t>(count_);
    std::vector<double> radius = device_.read(now_.radius);
    return {first<double>(now_.mass, n),
            {radius.begin() + 1, radius.begin() + 1 + count_},
            first<double>(now_.radial, n),
            first<double>(now_.tangential, n),
            first<std::uint32_t>(now_.id, n)};
  }
  std::vector<cluster::Lfsr113> streams() const override {
    return streams_in(device_.read(streams_));
  }
  /// Nothing for few stars: a wait for the device at the end of each phase would be seen.
  std::vector<cluster::Work> work() const override {
    if (!phases_are_timed()) return {};
    return {{clock_.seconds(), {}}};
  }

 private:
  template <class T>
  using Buffer = typename Device::template Buffer<T>;
  static constexpr std::int64_t kLeavingAtOnce = 1024;
  static constexpr double kFewestForPhases = 2e5;

  /// Before any memory is allocated: the start may be refused.
  static std::vector<cluster::Lfsr113> first_streams(const cluster::ClusterParameters& p) {
    if (p.continued) return p.continued->streams;
    return cluster::separate_streams(p.seed, p.ranks, p.between_streams);
  }
  template <class T>
  std::vector<T> first(const Buffer<T>& buffer, std::size_t count) const {
    return read_first<Device, T>(device_, buffer, count);
  }

  bool tide() const { return parameters_.tide.criterion != cluster::TideCriterion::none; }
  bool phases_are_timed() const { return initial_stars_ >= kFewestForPhases; }
  void end_phase(cluster::Phase phase) {
    if (!phases_are_timed()) return;
    device_.wait();
    clock_.end(phase);
  }
  Launch per_star(std::int32_t more = 0) const {
    return launch_for(std::int64_t{count_} + more, threads_.of_stars);
  }
  Launch per_block() const { return launch_for(blocks_.ranks, threads_.of_blocks); }
  Span<double> sum(StepSum which) { return sums_.span().part(which, 1); }
  Span<const double> start_at(StepSum which) { return sum(which); }

  /// Known to the host only where mass is lost, which limits it; else the device goes on.
  double timestep() {
    const bool alike = parameters_.pair_masses == cluster::PairMasses::alike;
    device_.launch(BeginStarStep{counts_.span()}, {1, 1});
    if (parameters_.timestep == cluster::TimestepScheme::bins)
      device_.launch(LeastTime<false>{now_.stars(), blocks_, initial_stars_, alike, counts_.span()},
                     per_block());
    else
      device_.launch(LeastTime<true>{now_.stars(), blocks_, initial_stars_, alike, counts_.span()},
                     per_star());
    constexpr double kRightAngle = std::numbers::pi / 2;
    const double share = parameters_.theta_max / kRightAngle;
    device_.launch(SetTimeStep{share * share, counts_.span()}, {1, 1});
    if (!parameters_.mass_loss) return 0;
    std::vector<std::uint64_t> counts = device_.read(counts_);
    const double relaxation = double_of(static_cast<std::int64_t>(counts[kTimeStep]));
    const double dt = std::min(relaxation, cluster::evolution_time(parameters_.mass_loss.get(),
                                                                   report_.time, report_.timestep));
    counts[kTimeStep] = static_cast<std::uint64_t>(word_of(dt));
    device_.write(counts_, counts);
    return dt;
  }

  void lose_mass(double dt) {
    if (!parameters_.mass_loss) return;
    const double kept = parameters_.mass_loss->kept(report_.time, report_.time + dt);
    const cluster::StepReport known = report();
    report_.lost_energy += cluster::lost_energy(kept, known.kinetic, known.potential);
    device_.launch(ScaleMasses{count_, kept, now_.mass.span()}, per_star());
    update_field(now_);
  }

  void sample_positions() {
    const DeviceStars stars{now_.mass.span(), now_.radial.span(), now_.tangential.span()};
    device_.launch(PrepareOrbits{now_.shells(count_), stars, moving_.orbits(), moving_.moves(),
                                 counts_.span(), count_, halvings_of(count_)},
                   per_star());
    device_.launch(SampleStars{now_.shells(count_), blocks_, now_.mass.span(), now_.radial.span(),
                               now_.tangential.span(), moving_.orbits(), moving_.moves(),
                               streams_.span(), counts_.span()},
                   per_block());
  }

  /// Number of stars that stay.
  std::int32_t strip_stars() {
    const auto n = static_cast<std::size_t>(count_);
    TideStars stars{first<double>(now_.mass, n),
                    first<double>(moving_.tide_energy, n),
                    first<double>(moving_.tide_apocentre, n),
                    first<double>(moving_.old_speed2, n),
                    first<ShellPoint>(now_.points, n + 2),
                    first<std::uint8_t>(moving_.leaves, n)};
    const Stripped stripped = strip(parameters_.tide, stars, report_.escaped_energy);
    report_.tidal_radius = stripped.tidal_radius;
    report_.escaped_energy = stripped.escaped_energy;
    stars.leaves.resize(static_cast<std::size_t>(moving_.leaves.size()));
    device_.write(moving_.leaves, stars.leaves);
    return static_cast<std::int32_t>(stripped.stay);
  }

  void sort(std::int32_t stay) {
    device_.launch(MakeKeys{count_, moving_.position.span(), moving_.leaves.span(),
                            moving_.keys.span(), moving_.places.span()},
                   per_star());
    device_.sort_pairs(moving_.keys.span().part(0, count_),
                       moving_.sorted_keys.span().part(0, count_),
                       moving_.places.span().part(0, count_), moving_.order.span().part(0, count_),
                       moving_.sort_scratch.span());
    device_.launch(
        OrderEqualRadii{stay, moving_.sorted_keys.span(), now_.id.span(), moving_.order.span()},
        per_star());
    device_.launch(
        GatherSorted{stay, moving_.sorted_keys.span(), moving_.order.span(), now_.mass.span(),
                     now_.id.span(), next_.radius.span(), next_.mass.span(), next_.id.span()},
        per_star());
    if (!tide())
      for (std::int32_t from = stay; from < count_; from += kLeavingAtOnce) book_leaving(from);
  }
  void book_leaving(std::int32_t from) {
    device_.launch(
        GatherLeaving{from, count_, moving_.order.span(), moving_.work.span(), leaving_.span()},
        launch_for(kLeavingAtOnce, threads_.of_stars));
    const std::vector<double> energies = device_.read(leaving_);
    const auto here = std::min<std::int64_t>(count_ - from, kLeavingAtOnce);
    for (std::int64_t i = 0; i < here; ++i)
      report_.escaped_energy += energies[static_cast<std::size_t>(i)];
  }

  /// The shells of the first count_ of these stars, and the sum of the potential energy.
  void update_field(SortedStars<Device>& stars) {
    const auto part = [this](Buffer<double>& buffer) { return buffer.span().part(0, count_); };
    const Span<double> terms = part(moving_.terms), running = part(moving_.running);
    device_.launch(MassTerms{count_, stars.mass.span(), stars.radius.span(), terms}, per_star());
    serial_.total(part(stars.mass), start_at(kZero), sum(kMass));
    serial_.running(terms, start_at(kMass), running, sum(kUnplaced));
    device_.launch(PotentialTerms{count_, stars.radius.span(), running, sums_.span(),
                                  stars.enclosed.span(), terms},
                   per_star(2));
    serial_.running(terms, start_at(kZero), running, sum(kUnplaced));
    device_.launch(StoreShells{count_, stars.radius.span(), stars.mass.span(), running,
                               stars.points.span(), terms},
                   per_star(2));
  }

  /// `before`: stars before the sort.
  void correct(std::int32_t before) {
    device_.launch(
        FeelAtOldRadii{before, now_.radius.span(), now_.mass.span(), moving_.position.span(),
                       moving_.leaves.span(), next_.shells(count_), moving_.felt.span()},
        launch_for(before, threads_.of_stars));
    const Corrected corrected{next_.mass.span(), next_.radial.span(), next_.tangential.span(),
                              moving_.failed.span(), moving_.too_much.span()};
    device_.launch(CorrectVelocities{count_, moving_.order.span(), moving_.old_speed2.span(),
                                     moving_.work.span(), moving_.felt.span(), now_.radial.span(),
                                     now_.tangential.span(), next_.points.span(), corrected},
                   per_star());
    device_.launch(SettleBlocks{blocks_, corrected, left_.span()}, per_block());
    device_.launch(TakeFromNext{blocks_, corrected, left_.span(), rest_.span()}, per_block());
    serial_.total(rest_.span(), start_at(kZero), sum(kUnplaced));
    device_.launch(BookUnplaced{sums_.span()}, {1, 1});
  }

  void add_energies() {
    report_.stars = static_cast<std::size_t>(count_);
    const Span<double> terms = moving_.terms.span().part(0, count_);
    serial_.total(terms, start_at(kZero), sum(kPotential));  // as update_field left them
    device_.launch(
        KineticTerms{count_, now_.mass.span(), now_.radial.span(), now_.tangential.span(), terms},
        per_star());
    serial_.total(terms, start_at(kZero), sum(kKinetic));
  }

  std::shared_ptr<Device> device_owner_;  // before the buffers
  Device& device_;
  StepThreads threads_;
  cluster::ClusterParameters parameters_;
  double initial_stars_;
  std::int32_t count_;
  StepBlocks blocks_;
  SortedStars<Device> now_, next_;
  MovingStars<Device> moving_;
  Buffer<DeviceStream> streams_;
  Buffer<double> left_, rest_, leaving_;
  Buffer<std::uint64_t> counts_;
  Buffer<double> sums_;
  SerialSums<Device> serial_;
  cluster::StepReport report_;
  cluster::PhaseClock clock_{cluster::PhaseClock::Kind::wall};
};

}  // namespace touchstone::gpu
