#include "benchmarks/longrange/timed_integrator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <sstream>

#include "benchmarks/alone.hpp"
#include "benchmarks/session.hpp"
#include "models/core/registry.hpp"

namespace touchstone::benchmarks::longrange {
namespace {

namespace lr = touchstone::longrange;
using lr::Model;

constexpr const char* kDirect = "longrange/direct-double-portable";

Request tiny() {
  Request request;
  request.problem_class = ProblemClass::tiny;
  return request;
}

/// A correct scheme, seen through one planted fault.
class Heated final : public lr::Simulation {
 public:
  explicit Heated(std::unique_ptr<lr::Simulation> inner) : inner_(std::move(inner)) {}
  void advance(std::uint64_t steps) override {
    inner_->advance(steps);
    done_ += steps;
  }
  lr::State state() const override { return inner_->state(); }
  lr::Energies energies() const override {
    lr::Energies e = inner_->energies();
    if (done_ > 0) e.kinetic += 1e-3 * std::abs(e.potential);
    return e;
  }
  std::vector<double> forces() const override { return inner_->forces(); }
  std::size_t memory_bytes() const override { return inner_->memory_bytes(); }

 private:
  std::unique_ptr<lr::Simulation> inner_;
  std::uint64_t done_ = 0;
};

TimedIntegrator entry(const lr::LongrangeScheme& scheme, std::size_t targets = 0,
                      Model model = Model::plane, int runs = 3) {
  Request request = tiny();
  request.runs = runs;
  return {request, {&scheme, model, 256, 1, targets}, cold_start(model, 256, 1)};
}

std::string note_on(const lr::LongrangeScheme& scheme, std::size_t targets = 0, int runs = 3) {
  TimedIntegrator one = entry(scheme, targets, Model::plane, runs);
  return time_alone(one).back().note;
}

TEST(TimedIntegrator, FindsNothingWrongWithACorrectScheme) {
  EXPECT_EQ(note_on(lr::scheme(kDirect)), "");
}

TEST(TimedIntegrator, CatchesEnergyThatIsNotConserved) {
  lr::LongrangeScheme scheme = lr::scheme(kDirect);
  scheme.start = [inner = scheme.start](const lr::State& start, const lr::RunParameters& p) {
    return std::make_unique<Heated>(inner(start, p));
  };
  TimedIntegrator one = entry(scheme);
  const ResultRecord record = time_alone(one).at(0);
  EXPECT_THAT(record.note, testing::HasSubstr("the kinetic one of the state"));
  EXPECT_EQ(record.verdict, Verdict::fail);
  EXPECT_TRUE(std::isnan(record.value));
}

TEST(TimedIntegrator, CatchesAnotherTimeStep) {
  lr::LongrangeScheme scheme = lr::scheme(kDirect);
  scheme.start = [inner = scheme.start](const lr::State& start, lr::RunParameters p) {
    p.time_step *= 1 + 1e-9;
    return inner(start, p);
  };
  EXPECT_THAT(note_on(scheme), testing::HasSubstr("momenta after a step"));
}

TEST(TimedIntegrator, ASampleStandsForThreeTimesAllParticles) {
  for (const char* name : {kDirect, "longrange/yoshida-reference"})
    for (const Model model : {Model::ring, Model::plane}) {
      TimedIntegrator one = entry(lr::scheme(name), 100, model);
      one.begin();
      const benchmarks::Run run = one.run();
      const ResultRecord record = one.records().at(0);
      EXPECT_EQ(record.note, "") << name;
      EXPECT_DOUBLE_EQ(record.value, 3 * 2.56 * run.seconds / static_cast<double>(run.count));
      EXPECT_EQ(record.params["extent"], "sampled targets");
      EXPECT_EQ(record.params["targets"], 100);
    }
}

/// Forces on other particles than those that were asked for.
class Shifted final : public lr::DirectSums {
 public:
  explicit Shifted(std::unique_ptr<lr::DirectSums> inner) : inner_(std::move(inner)) {}
  std::vector<double> forces(std::size_t first, std::size_t some) override {
    return inner_->forces(first + 1, some);
  }

 private:
  std::unique_ptr<lr::DirectSums> inner_;
};

TEST(TimedIntegrator, CatchesWrongForcesOfASample) {
  lr::LongrangeScheme scheme = lr::scheme(kDirect);
  scheme.sums = [inner = scheme.sums](const lr::State& state, const lr::RunParameters& p) {
    return std::make_unique<Shifted>(inner(state, p));
  };
  EXPECT_THAT(note_on(scheme, 100), testing::HasSubstr("forces of the sample"));
}

/// Forces that are wrong on the first particles alone.
class WrongAtFirst final : public lr::DirectSums {
 public:
  explicit WrongAtFirst(std::unique_ptr<lr::DirectSums> inner) : inner_(std::move(inner)) {}
  std::vector<double> forces(std::size_t first, std::size_t some) override {
    return inner_->forces(first == 0 ? 1 : first, some);
  }

 private:
  std::unique_ptr<lr::DirectSums> inner_;
};

// Two samples of 100 fit among 256 particles, so that the last one that is timed begins with the
// first particle or not as the number of samples says.
TEST(TimedIntegrator, VerdictDoesNotDependOnHowManySamplesAreTimed) {
  lr::LongrangeScheme scheme = lr::scheme(kDirect);
  scheme.sums = [inner = scheme.sums](const lr::State& state, const lr::RunParameters& p) {
    return std::make_unique<WrongAtFirst>(inner(state, p));
  };
  for (const int runs : {0, 1, 2, 3, 4, 5})
    EXPECT_THAT(note_on(scheme, 100, runs), testing::HasSubstr("forces of the sample")) << runs;
}

TEST(StepBound, FollowsTheCounts) {
  MachineRates rates;
  rates.vectors = "avx512";
  rates.lanes = 8;
  rates.multiply_add[0] = rates.multiply_add[1] = 1;
  rates.pairs[0][0] = 12;
  lr::LongrangeScheme scheme;
  scheme.roofline = lr::Roofline::pairs_in_double;
  scheme.info.lanes = 8;
  const StepBound ring = step_bound({&scheme, Model::ring, 8, 1}, rates, 0);
  EXPECT_EQ(ring.ports, 3 * 8 * 8 / 8 * 10);
  EXPECT_EQ(ring.mixture, 3 * 8 * 8 / 8 * 12);
  EXPECT_EQ(step_bound({&scheme, Model::plane, 8, 2}, rates, 0).ports, 3 * 8 * 8 / 8 * 8 / 2.0);
  scheme.roofline = lr::Roofline::hmf_rotation;
  const IntegratorEntry hmf{&scheme, Model::hmf, 8, 1};
  EXPECT_EQ(step_bound(hmf, rates, 1e9).ports, 3 * 19);
  EXPECT_EQ(step_bound(hmf, rates, 1).ports, 3 * 8 * 48);
  scheme.info.lanes = 4;
  EXPECT_EQ(step_bound(hmf, rates, 1).ports, 0);
}

TEST(MachineRates, AreThere) {
  const MachineRates rates = measure_machine_rates();
  EXPECT_GT(rates.multiply_add[0], 0);
  EXPECT_GT(rates.root_estimate[1], 0);
  EXPECT_GE(rate_records(tiny(), rates).size(), 4u);
  EXPECT_GT(update_bandwidth(1000, 1), 0);
}

TEST(IntegratorEntries, LongSumsOfAllPairsAreSampled) {
  Request request = tiny();
  request.problem_class = ProblemClass::S;
  request.threads = 2;
  bool direct = false;
  for (const IntegratorEntry& e : integrator_entries(request, Model::ring, 512'000)) {
    EXPECT_FALSE(e.scheme->emulated) << e.name();
    if (e.scheme->info.baseline) {
      EXPECT_EQ(e.targets, 16u);
      EXPECT_EQ(e.threads, 1);
    } else {
      EXPECT_EQ(e.targets, e.scheme->sums ? 1024u : 0u) << e.name();
      direct = direct || e.scheme->sums;
    }
  }
  EXPECT_TRUE(direct);
  // One for each method, the reference included.
  std::set<std::string> methods;
  for (const lr::LongrangeScheme* scheme : lr::widest_first(Model::plane))
    EXPECT_TRUE(scheme->method.empty() || methods.insert(scheme->method).second);
  EXPECT_EQ(methods.count("longrange/direct-double"), 1u);
  for (const IntegratorEntry& e : integrator_entries(request, Model::hmf, 10'000'000))
    EXPECT_EQ(e.targets, 0u) << e.name();
}

TEST(IntegratorJobs, RecordWhatTakesTooLongAndAreResumed) {
  const bool added =
      lr::register_scheme({.info = {.name = "slow/hmf", .source = "here"},
                           .models = {Model::hmf},
                           .start =
                               [](const lr::State& start, const lr::RunParameters& p) {
                                 return baseline_of(lr::schemes()).start(start, p);
                               },
                           .operations = 4e5});
  ASSERT_TRUE(added);
  const auto out = std::filesystem::temp_directory_path() /
                   ("touchstone-longrange-" + std::to_string(::getpid()) + ".jsonl");
  std::filesystem::remove(out);
  Request request = tiny();
  request.filter = "slow/*";
  request.disks = {16, 1024, 2048};
  request.runs = 1;
  request.out = out.string();
  std::ostringstream text;
  ASSERT_EQ(run(request, text), 0) << text.str();
  const auto records = read_results(request.out);
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].at("verdict"), "pass") << text.str();
  EXPECT_EQ(records[2].at("verdict"), "not run");
  EXPECT_TRUE(records[2].at("value").is_null());
  EXPECT_THAT(records[2].at("note"), testing::HasSubstr("too long for class tiny"));
  EXPECT_THAT(text.str(), testing::HasSubstr("not timed: left out"));
  request.resume = true;
  ASSERT_EQ(run(request, text), 0);
  EXPECT_EQ(read_results(request.out).size(), 3u);
  std::filesystem::remove(out);
}

}  // namespace
}  // namespace touchstone::benchmarks::longrange
