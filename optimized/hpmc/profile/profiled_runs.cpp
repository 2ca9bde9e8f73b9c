// optimized/hpmc/profile/profiled_runs.cpp
// Purpose   The serial tree with clocks around its checks and builds, for profiles of trial moves;
//           and support functions in vector lanes and one point after the other.
// Not here  Who reads them (benchmarks/hpmc).
#include <algorithm>
#include <chrono>

#include "models/hpmc/profile.hpp"
#include "optimized/hpmc/overlap/xenocollide.hpp"
#include "optimized/hpmc/tree/domain_run_kernel.hpp"

namespace touchstone::optimized {
namespace {

using shapes::Body;
using shapes::Configuration;
using shapes::MovePart;
using shapes::PartTime;
using shapes::RunParameters;
using shapes::Vec3;
using Clock = std::chrono::steady_clock;
using PartTimes = std::array<PartTime, shapes::kMoveParts>;

/// Time stamp of the processor where it has a counter that is quick to read.
std::uint64_t ticks() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  return static_cast<std::uint64_t>(Clock::now().time_since_epoch().count());
#endif
}

struct Tally {
  std::uint64_t ticks = 0;
  std::uint64_t calls = 0;
};
/// Tallies of the one run that is being profiled, on one thread.
std::array<Tally, shapes::kMoveParts> tallies;

template <class Work>
auto clocked(MovePart part, Work&& work) {
  struct Stop {
    Tally& tally;
    std::uint64_t start;
    ~Stop() {
      tally.ticks += ticks() - start;
      ++tally.calls;
    }
  };
  const Stop stop{tallies[static_cast<std::size_t>(part)], ticks()};
  return work();
}

template <class Test>
struct ClockedTest : Test {
  using Test::Test;
  template <class... Arguments>
  bool operator()(const Arguments&... arguments) const {
    return clocked(MovePart::checks, [&] { return Test::operator()(arguments...); });
  }
  void screen(const ScreenPair& pair, const FloatTurn& a, const FloatTurn* turns, NearBodies& near,
              ScreenVerdict& verdict) const {
    if constexpr (Test::kScreens)
      clocked(MovePart::screens, [&] { Test::screen(pair, a, turns, near, verdict); });
  }
};

struct ClockedTree : BoxTree {
  template <class... Arguments>
  void build(const Arguments&... arguments) {
    clocked(MovePart::build, [&] { BoxTree::build(arguments...); });
  }
};

/// Ticks that a clock around nothing counts: the median of many.
double ticks_of_nothing() {
  std::array<double, 1001> found;
  for (double& one : found) {
    const std::uint64_t start = ticks();
    one = static_cast<double>(ticks() - start);
  }
  std::nth_element(found.begin(), found.begin() + found.size() / 2, found.end());
  return found[found.size() / 2];
}

template <class Test>
class Profiled final : public shapes::ProfiledRun {
 public:
  Profiled(const Configuration& c, const RunParameters& p) : run_(c, p) {}
  PartTimes advance(std::uint64_t steps) override {
    tallies = {};
    const std::uint64_t first = ticks();
    const auto start = Clock::now();
    run_.advance(steps);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const double tick = seconds / static_cast<double>(ticks() - first);
    const double nothing = ticks_of_nothing();
    PartTimes times;
    for (std::size_t k = 0; k < times.size(); ++k) {
      const auto calls = static_cast<double>(tallies[k].calls);
      const double counted = static_cast<double>(tallies[k].ticks) - nothing * calls;
      times[k] = {tick * std::max(0.0, counted), tallies[k].calls};
    }
    return times;
  }
  Configuration configuration() const override { return run_.configuration(); }

 private:
  DomainRun<ClockedTest<Test>, ClockedTree> run_;
};

template <class Test>
std::unique_ptr<shapes::ProfiledRun> start(const Configuration& c, const RunParameters& p) {
  return std::make_unique<Profiled<Test>>(c, p);
}

Vec3 one_by_one(const PointCloud& cloud, Vec3 n) {
  Vec3 best = cloud.point(0);
  double most = dot(best, n);
  for (std::size_t i = 1; i < cloud.count(); ++i) {
    const Vec3 p = cloud.point(i);
    const double here = dot(p, n);
    if (here > most) {
      most = here;
      best = p;
    }
  }
  return best;
}

class CloudSupport final : public shapes::SupportFunction {
 public:
  using Function = Vec3 (*)(const PointCloud&, Vec3);
  CloudSupport(const Body& body, Function function) : cloud_(body), function_(function) {}
  Vec3 operator()(Vec3 n) const override { return function_(cloud_, n); }

 private:
  PointCloud cloud_;
  Function function_;
};

bool register_function(const std::string& name, CloudSupport::Function function) {
  return shapes::register_support({name, [function](const Body& body) {
                                     return std::make_unique<CloudSupport>(body, function);
                                   }});
}

bool register_all() {
  shapes::register_move_profiler({"hpmc/serial-tree", start<ScreenedTest>});
  shapes::register_move_profiler({"hpmc/serial-tree-double", start<AnyTest>});
  register_function("none", &one_by_one);
  for (const XenoKernels& kernels : xeno_kernels())
    if (kernels.supported) register_function(kernels.name, kernels.support);
  return true;
}

const bool registered = register_all();

}  // namespace
}  // namespace touchstone::optimized
