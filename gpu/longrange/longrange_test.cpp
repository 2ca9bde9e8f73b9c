// Every form of the long-range models in several orders of lanes and with checks, beside the serial
// reference and beside itself with other blocks and on two devices.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "gpu/exec/emulator/on_threads.hpp"
#include "gpu/longrange/device_bound.hpp"
#include "gpu/longrange/emulated.hpp"
#include "gpu/longrange/forms.hpp"
#include "gpu/longrange/self_test.hpp"
#include "models/core/errors.hpp"
#include "models/longrange/registry.hpp"
#include "models/longrange/starts.hpp"

namespace touchstone::gpu {
namespace {

using longrange::Model;
using longrange::RunParameters;
using longrange::Simulation;
using longrange::State;

constexpr std::size_t kParticles = 71;  // no multiple of a warp, nor of two devices

RunParameters parameters(Model model) {
  return {.system = {model, model == Model::hmf ? 0 : 0.05}, .time_step = 0.02};
}

State start_of(Model model, std::size_t n = kParticles) {
  return model == Model::plane ? longrange::annulus(n, 1, 1.5, 3)
                               : longrange::water_bag(n, 2.5, 0.8, 3);
}

template <class Real, SumForm kForm>
std::unique_ptr<Simulation> direct(Model model, int threads, int devices = 1,
                                   Emulation emulation = {.checks = false},
                                   std::size_t n = kParticles) {
  return std::make_unique<Direct<Real, kForm, EmulatedDevice>>(
      emulated_devices(devices, emulation), threads, start_of(model, n), parameters(model));
}
template <HmfForm kForm>
std::unique_ptr<Simulation> hmf(int threads, int devices = 1, bool persistent = false,
                                Emulation emulation = {.checks = false}, std::size_t n = 700) {
  return std::make_unique<Hmf<kForm, EmulatedDevice>>(emulated_devices(devices, emulation), threads,
                                                      persistent, start_of(Model::hmf, n),
                                                      parameters(Model::hmf));
}

void expect_same(Simulation& a, Simulation& b) {
  a.advance(5);
  b.advance(5);
  EXPECT_EQ(a.state(), b.state());
  EXPECT_EQ(a.forces(), b.forces());
  EXPECT_EQ(a.energies().potential, b.energies().potential);
}

/// The forces of a state by a serial loop over the sources, with the operations of the kernel.
std::vector<double> ring_forces_in_order(const State& state, double softening) {
  std::vector<double> f;
  const auto n = static_cast<double>(state.q.size());
  for (const double here : state.q) {
    const SineCosine i = sine_cosine(here);
    double x = 0;
    double y = 0;
    for (const double there : state.q) {
      const SineCosine j = sine_cosine(there);
      const double dx = i.cosine - j.cosine;
      const double dy = i.sine - j.sine;
      const double d = dx * dx + dy * dy + 2 * softening;
      const double w = 1 / (d * std::sqrt(d));
      x += dx * w;
      y += dy * w;
    }
    f.push_back((i.sine * x - i.cosine * y) / n);
  }
  return f;
}

/// The sums of a force by the definition of RegisterForces: chunks in the precision of pairs, each
/// the next of its stream, and streams in their order.
template <class Pairs, class Real>
Point<double> sums_of_streams(const std::vector<Point<Real>>& points, std::size_t i,
                              Real softening) {
  Point<double> streams[kStreams] = {};
  for (std::size_t first = 0; first < points.size(); first += kChunkSources) {
    Real x = 0;
    Real y = 0;
    for (std::size_t j = first; j < std::min(points.size(), first + kChunkSources); ++j) {
      const Real dx = points[i].x - points[j].x;
      const Real dy = points[i].y - points[j].y;
      const Real w = Pairs::weight(dx * dx + (dy * dy + softening), ByEstimate{});
      x += dx * w;
      y += dy * w;
    }
    Point<double>& stream = streams[first / kChunkSources % kStreams];
    stream.x += static_cast<double>(x);
    stream.y += static_cast<double>(y);
  }
  Point<double> sum{};
  for (const Point<double>& stream : streams) sum = {sum.x + stream.x, sum.y + stream.y};
  return sum;
}

constexpr std::size_t kManyChunks = 8 * 128 + 3 * 128 + 21;  // streams of two chunks and of one

/// Forces in the plane beside the definition, for all numbers of targets of a thread.
template <class Real>
void expect_sums_of_streams() {
  const State start = start_of(Model::plane, kManyChunks);
  std::vector<Point<Real>> points;
  for (std::size_t i = 0; i < kManyChunks; ++i)
    points.push_back({static_cast<Real>(start.q[i]), static_cast<Real>(start.q[kManyChunks + i])});
  const double factor = -2 / static_cast<double>(kManyChunks);
  for (const int targets : {32, 64, 128}) {
    const std::vector<double> found =
        direct<Real, SumForm::registers>(Model::plane, targets, 1, {.checks = false}, kManyChunks)
            ->forces();
    for (std::size_t i = 0; i < kManyChunks; i += 17) {
      const Point<double> sum = sums_of_streams<PlanePairs>(points, i, static_cast<Real>(0.05));
      EXPECT_EQ(found[i], factor * sum.x) << targets << " " << i;
      EXPECT_EQ(found[kManyChunks + i], factor * sum.y) << targets << " " << i;
    }
  }
}

TEST(DeviceDirect, RegistersAddChunksAndStreamsInTheStatedOrder) {
  expect_sums_of_streams<float>();
  expect_sums_of_streams<double>();  // eight sums of rounded numbers: their order is seen
}

TEST(DeviceDirect, RegistersOfManyChunksBreakNoRule) {
  for (const Emulation emulation : {Emulation{Order::reverse}, Emulation{Order::shuffled, 1}}) {
    EXPECT_EQ(
        (direct<double, SumForm::registers>(Model::ring, 64, 1, emulation, kManyChunks)->forces()),
        (direct<double, SumForm::registers>(Model::ring, 32, 2, {.checks = false}, kManyChunks)
             ->forces()));
  }
}

TEST(DeviceDirect, TilesAddSumsOf256Sources) {
  constexpr std::size_t n = 600;
  const State start = start_of(Model::plane, n);
  for (const int tile : {40, 256, 300}) {
    const std::vector<double> found =
        direct<double, SumForm::tiles>(Model::plane, tile, 1, {.checks = false}, n)->forces();
    for (std::size_t i = 0; i < n; i += 7) {
      double sum = 0;
      for (std::size_t first = 0; first < n; first += 256) {
        double part = 0;
        for (std::size_t j = first; j < std::min(n, first + 256); ++j) {
          const double dx = start.q[i] - start.q[j];
          const double dy = start.q[n + i] - start.q[n + j];
          part += dx * (1 / (dx * dx + dy * dy + 0.05));
        }
        sum += part;
      }
      EXPECT_EQ(found[i], -2 / static_cast<double>(n) * sum) << tile << " " << i;
    }
  }
}

TEST(DeviceDirect, TilesInDoubleAreTheSerialLoopBitForBit) {
  const auto plane = direct<double, SumForm::tiles>(Model::plane, 32);
  const auto serial = longrange::scheme("longrange/yoshida-reference")
                          .start(start_of(Model::plane), parameters(Model::plane));
  EXPECT_EQ(plane->forces(), serial->forces());
  for (const std::uint64_t steps : {1u, 0u, 6u}) plane->advance(steps);
  serial->advance(7);
  EXPECT_EQ(plane->state(), serial->state());
  const auto ring = direct<double, SumForm::tiles>(Model::ring, 32);
  EXPECT_EQ(ring->forces(), ring_forces_in_order(start_of(Model::ring), 0.05));
}

TEST(DeviceDirect, EveryOrderOfLanesGivesTheSameBitsAndBreaksNoRule) {
  for (const Model model : {Model::ring, Model::plane})
    for (const Emulation emulation :
         {Emulation{Order::forward}, Emulation{Order::reverse}, Emulation{Order::shuffled, 1},
          Emulation{Order::shuffled, 2}}) {
      expect_same(*direct<double, SumForm::tiles>(model, 40),
                  *direct<double, SumForm::tiles>(model, 40, 1, emulation));
      expect_same(*direct<float, SumForm::tiles>(model, 40),
                  *direct<float, SumForm::tiles>(model, 40, 1, emulation));
      expect_same(*direct<double, SumForm::registers>(model, 64),
                  *direct<double, SumForm::registers>(model, 64, 1, emulation));
      expect_same(*direct<float, SumForm::registers>(model, 32),
                  *direct<float, SumForm::registers>(model, 32, 1, emulation));
    }
}

TEST(DeviceDirect, NeitherBlocksNorDevicesDecideABit) {
  for (const Model model : {Model::ring, Model::plane})
    for (const std::size_t n : {1u, 2u, 301u})  // fewer than devices; more than a chunk
      for (const auto& [threads, devices] : {std::pair{32, 2}, {64, 1}, {7, 3}, {128, 1}}) {
        const Emulation fast{.checks = false};
        expect_same(*direct<double, SumForm::tiles>(model, 32, 1, fast, n),
                    *direct<double, SumForm::tiles>(model, threads, devices, fast, n));
        expect_same(*direct<float, SumForm::registers>(model, 32, 1, fast, n),
                    *direct<float, SumForm::registers>(model, threads, devices, fast, n));
        expect_same(*direct<double, SumForm::registers>(model, 32, 1, fast, n),
                    *direct<double, SumForm::registers>(model, threads, devices, fast, n));
      }
}

TEST(DeviceHmf, EveryOrderBlockAndDeviceGivesTheSameBitsAndBreaksNoRule) {
  for (const Emulation emulation :
       {Emulation{Order::forward}, Emulation{Order::reverse}, Emulation{Order::shuffled, 1}}) {
    expect_same(*hmf<HmfForm::angle>(32), *hmf<HmfForm::angle>(64, 1, false, emulation));
    expect_same(*hmf<HmfForm::angle>(32), *hmf<HmfForm::angle>(64, 1, true, emulation));
    expect_same(*hmf<HmfForm::angle>(32), *hmf<HmfForm::angle>(32, 2, false, emulation));
    expect_same(*hmf<HmfForm::rotation>(32), *hmf<HmfForm::rotation>(96, 3, false, emulation));
    expect_same(*hmf<HmfForm::rotation>(32), *hmf<HmfForm::rotation>(32, 1, true, emulation));
  }
}

TEST(DeviceHmf, ChunksGrowWithTheNumberOfParticlesOnly) {
  EXPECT_EQ(hmf_chunk(1), 256);
  EXPECT_EQ(hmf_chunk(256 * kMostChunks), 256);
  EXPECT_EQ(hmf_chunk(256 * kMostChunks + 1), 512);
  EXPECT_EQ(hmf_chunk(50'000'000), 16384);
}

/// The field of so many chunks, by the block that is asked for.
struct FieldOfChunks {
  static constexpr const char* kName = "longrange/test-field";
  std::size_t shared_bytes(int) const { return kFieldGroups * sizeof(Turn); }
  Span<const Turn> sums;
  Span<Turn> field;
  template <class Context>
  void operator()(Context& ctx) const {
    const auto place = ctx.template shared<Turn>(kFieldGroups, "sum");
    const Turn found = mean_field(ctx, ctx.global(sums, "sums"), sums.size, 1, place);
    if (ctx.thread() == 0) ctx.global(field, "field").store(ctx.block(), found);
  }
};

TEST(DeviceHmf, EveryBlockAddsManyChunksInTheSameOrder) {
  std::vector<Turn> sums;
  for (int c = 0; c < 700; ++c) sums.push_back({1.0 / (c + 3), 2.0 / (c + 7)});
  const Turn expected = sum_of_chunks(sums);
  for (const int threads : {32, 96, 256, 288}) {
    std::vector<Turn> field(2);
    emulate(FieldOfChunks{span_of(std::as_const(sums)), span_of(field)}, {2, threads},
            Emulation{Order::shuffled, 1});
    for (const Turn& found : field) {
      EXPECT_EQ(found.cosine, expected.cosine) << threads;
      EXPECT_EQ(found.sine, expected.sine) << threads;
    }
  }
}

TEST(DeviceHmf, SumsAreThoseOfTheSerialProgramToRounding) {
  const State start = start_of(Model::hmf, 5000);
  const auto m = longrange::magnetisation(start.q);
  const auto energies =
      Hmf<HmfForm::angle, EmulatedDevice>(emulated_devices(1, {.checks = false}), 32, false, start,
                                          parameters(Model::hmf))
          .energies();
  EXPECT_NEAR(energies.potential, 2500 * (1 - m.length() * m.length()), 1e-10);
}

TEST(DeviceMath, SinesAndCosinesAreThoseOfTheLibrary) {
  for (const double x : {0.0, 1e-9, 0.78, -0.79, 2.4, -3.2, 100.5, -9e5, 3e7, -1e12}) {
    const SineCosine found = sine_cosine(x);
    EXPECT_NEAR(found.sine, std::sin(x), 2e-16) << x;
    EXPECT_NEAR(found.cosine, std::cos(x), 2e-16) << x;
  }
}

TEST(DeviceMath, SeriesReachDoublePrecision) {
  for (double x = 1e-12; x < 1e12; x *= 1.7) {
    EXPECT_NEAR(inverse(x) * x, 1, 5e-16) << x;
    EXPECT_NEAR(inverse_three_halves(x) * x * std::sqrt(x), 1, 8e-16) << x;
  }
}

TEST(DeviceLongrange, SelfTestGivesTheSameBytesInAnyOrderAndOnTwoDevices) {
  const auto first = longrange_self_test(emulated_devices(1, {.checks = false}));
  const auto other =
      longrange_self_test(emulated_devices(2, {.order = Order::reverse, .checks = false}));
  ASSERT_EQ(first.size(), 3u);
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].bytes, other[i].bytes);
}

TEST(DeviceBound, IsThatOfTheBusiestUnit) {
  const DeviceRates device{9, 100, 1e9, 2e12, 4e7};  // 1e11 clocks of multiprocessors in a second
  const auto close = [](double found, double expected) {
    EXPECT_NEAR(found, expected, 1e-12 * expected);
  };
  close(least_seconds(Kernels::registers_single, Model::plane, 1000, device), 3e6 / 16 / 1e11);
  close(least_seconds(Kernels::registers_double, Model::ring, 1000, device), 3e6 * 12 / 64 / 1e11);
  close(least_seconds(Kernels::tiles_mixed, Model::ring, 1000, device), 3e6 * 3 / 16 / 1e11);
  // In the cache operations, beyond it bytes.
  close(least_seconds(Kernels::hmf_angle, Model::hmf, 1000, device), 3e3 * 50 / 64 / 1e11);
  close(least_seconds(Kernels::hmf_angle, Model::hmf, 10'000'000, device), 3e7 * 32 / 2e12);
  EXPECT_EQ(least_seconds(Kernels::hmf_angle, Model::hmf, 1000, {}), 0);
  // Each of two devices has half of the particles, and sums what all do to them.
  close(least_seconds(Kernels::registers_single, Model::plane, 1000, device, 2), 1.5e6 / 16 / 1e11);
  close(least_seconds(Kernels::hmf_angle, Model::hmf, 10'000'000, device, 2), 1.5e7 * 32 / 2e12);
}

TEST(DeviceForms, SayWhatIsOutOfRange) {
  RunParameters p = parameters(Model::plane);
  p.tile = 4096;
  const State many = start_of(Model::plane, 4096);
  EXPECT_THROW(longrange::scheme("longrange/tiles-double-cuda").start(many, p), InputError);
  p = parameters(Model::plane);
  p.system.softening = 1e-20;
  const State few = start_of(Model::plane);
  EXPECT_NO_THROW(longrange::scheme("longrange/tiles-double-cuda").start(few, p));
  EXPECT_THROW(longrange::scheme("longrange/registers-single-cuda").start(few, p), InputError);
  EXPECT_THROW(longrange::scheme("longrange/registers-double-cuda")
                   .start(longrange::annulus(5, 1e7, 2e7, 1), parameters(Model::plane)),
               InputError);
}

TEST(DeviceForms, TwoDevicesThatAreOneAreCalledVirtual) {
  int virtual_ones = 0;
  for (const LongrangeForm& form : longrange_forms(1))
    virtual_ones += form.is_virtual && form.name.find("dual-virtual") != std::string::npos &&
                    form.source.find("dual(virtual)") != std::string::npos;
  EXPECT_EQ(virtual_ones, 3);
  for (const LongrangeForm& form : longrange_forms(2)) {
    EXPECT_EQ(form.name.find("virtual"), std::string::npos);
    EXPECT_FALSE(form.is_virtual);
  }
}

// Real threads, for ThreadSanitizer: one pass of tiles and one of the HMF model.
TEST(DeviceDirectThreads, TilesAndPassesHaveNoRaces) {
  constexpr std::int64_t n = 75;
  std::vector<Point<double>> points(n);
  for (std::size_t i = 0; i < n; ++i) points[i] = {static_cast<double>(i), 0.5};
  auto next = points;
  std::vector<double> q(2 * n), p(2 * n), force(2 * n);
  const OwnParticles own{n, 0, n, span_of(q), span_of(p), span_of(force)};
  const TileForces<PlanePairs, double> tiles{
      own, {0.1, 0, 0.1, true}, 0.1, span_of(std::as_const(points)), span_of(next)};
  run_on_threads(tiles, launch_for(n, 40));
  std::vector<double> angle(512, 0.3), momenta(512);
  std::vector<Turn> none, sums(2), new_sums(2);
  run_on_threads(
      HmfPass<HmfForm::angle>{{500, 0, 256, 2, span_of(angle), span_of(none), span_of(momenta)},
                              {0.1, 0.1},
                              span_of(std::as_const(sums)),
                              span_of(new_sums)},
      {2, 32});
  EXPECT_NEAR(new_sums[1].cosine, 244 * std::cos(0.3), 1e-10);
  EXPECT_GT(force[0], 0);
}

}  // namespace
}  // namespace touchstone::gpu
