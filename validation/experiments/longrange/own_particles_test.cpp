#include "validation/experiments/longrange/own_particles.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <sstream>

#include "models/core/errors.hpp"
#include "models/longrange/registry.hpp"
#include "validation/session.hpp"

namespace touchstone::validation::longrange {
namespace {

namespace fs = std::filesystem;
namespace lr = touchstone::longrange;
using testing::HasSubstr;

/// Planted fault: momenta are multiplied before anybody sees them.
class Heated final : public lr::Simulation {
 public:
  Heated(const lr::State& start, const lr::RunParameters& p, double factor)
      : right_(lr::scheme("longrange/yoshida-reference").start(start, p)), factor_(factor) {}
  void advance(std::uint64_t steps) override { right_->advance(steps); }
  lr::State state() const override {
    lr::State state = right_->state();
    for (double& p : state.p) p *= factor_;
    return state;
  }
  lr::Energies energies() const override { return right_->energies(); }
  std::vector<double> forces() const override { return right_->forces(); }
  std::size_t memory_bytes() const override { return right_->memory_bytes(); }

 private:
  std::unique_ptr<lr::Simulation> right_;
  double factor_;
};

const bool registered[] = {
    lr::register_scheme({.info = {.name = "planted/heated", .source = "kinetic energy 44 % higher"},
                         .models = {lr::Model::hmf},
                         .start =
                             [](const lr::State& state, const lr::RunParameters& p) {
                               return std::make_unique<Heated>(state, p, 1.2);
                             },
                         .costly_steps = true}),  // so that no experiment takes it
    // right on average, for half of the starts have almost no kinetic energy
    lr::register_scheme({.info = {.name = "planted/erratic", .source = "one start runs hot"},
                         .models = {lr::Model::hmf},
                         .start =
                             [](const lr::State& state, const lr::RunParameters& p) {
                               const bool hot = state.q.at(0) > 0;
                               return std::make_unique<Heated>(state, p, hot ? std::sqrt(2.0) : 0);
                             },
                         .costly_steps = true}),
    // energies of half of the runs, but not of the last, are no numbers: squares are infinite
    lr::register_scheme({.info = {.name = "planted/overflow", .source = "huge momenta"},
                         .models = {lr::Model::hmf},
                         .start =
                             [](const lr::State& state, const lr::RunParameters& p) {
                               const bool huge = state.q.at(0) > 0;
                               return std::make_unique<Heated>(state, p, huge ? 1e200 : 1);
                             },
                         .costly_steps = true}),
    lr::register_scheme({.info = {.name = "planted/a nan", .source = "momenta are no numbers"},
                         .models = {lr::Model::hmf},
                         .start =
                             [](const lr::State& state, const lr::RunParameters& p) {
                               return std::make_unique<Heated>(state, p, std::nan(""));
                             },
                         .costly_steps = true})};

OwnParticles small() {
  return {.particles = 200,
          .model = "hmf",
          .energy = 0.4,
          .steps = 40,
          .error = 0.02,
          .schemes = "longrange/yoshida-reference"};
}

std::string message(const OwnParticles& wanted) {
  try {
    (void)own_point(wanted).experiment.plan(Plan{});
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(OwnParticles, ImpossiblePointsAreAnsweredWithWhatIsExpected) {
  OwnParticles wanted = small();
  wanted.model = "hfm";
  EXPECT_THAT(message(wanted), HasSubstr("--model: unknown model 'hfm'; the nearest"));
  wanted = small();
  wanted.particles = 1;
  EXPECT_THAT(message(wanted), HasSubstr("--particles: number of particles: expected an integer"));
  wanted = small();
  wanted.energy = 0;
  EXPECT_EQ(
      message(wanted),
      "--energy: energy per particle: expected a number above 0.01 for this start, found none");
  wanted.energy = 0.5;
  wanted.start = "water-bag";
  EXPECT_THAT(message(wanted), HasSubstr("above 0.5 for this start"));
  wanted.start = "cold";
  EXPECT_THAT(message(wanted), HasSubstr("expected equilibrium or water-bag, found 'cold'"));
  wanted = small();
  wanted.model = "ring";
  EXPECT_THAT(message(wanted), HasSubstr("--energy: energy per particle: expected none for ring"));
  wanted = small();
  wanted.time_step = -1;
  EXPECT_THAT(message(wanted), HasSubstr("time step"));
  wanted = small();
  wanted.error = std::nan("");
  EXPECT_THAT(message(wanted), HasSubstr("--error"));
  wanted = small();
  wanted.schemes = "longrange/yoshida-referense";
  EXPECT_THAT(message(wanted), HasSubstr("'longrange/yoshida-reference'"));
}

TEST(OwnParticles, RunsFollowFromTheErrorAndTheNumberOfParticles) {
  const auto runs = [](double error) {
    OwnParticles wanted = small();
    wanted.error = error;
    return own_point(wanted).experiment.plan(Plan{}).front().record.params["runs"].get<double>();
  };
  EXPECT_EQ(runs(0.07), 32);
  EXPECT_NEAR(runs(0.002) / runs(0.004), 4, 0.05);
}

class OwnParticlesRun : public testing::Test {
 protected:
  void SetUp() override {
    for (const bool added : registered) ASSERT_TRUE(added);
    folder_ =
        fs::temp_directory_path() / ("touchstone-own-particles-" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    request_.out = (folder_ / "validation.jsonl").string();
  }
  void TearDown() override { fs::remove_all(folder_); }
  int run(const std::string& schemes) {
    OwnParticles wanted = small();
    wanted.schemes = schemes;
    request_.own = own_point(wanted);
    return validation::run(request_, text_);
  }
  /// The record of the last scheme whose name of a quantity begins so.
  nlohmann::json record(const std::string& metric) {
    nlohmann::json found;
    for (const auto& one : read_results(request_.out))
      if (one["metric"].get<std::string>().starts_with(metric)) found = one;
    return found;
  }

  fs::path folder_;
  Request request_;
  std::ostringstream text_;
};

TEST_F(OwnParticlesRun, ARightSchemePassesBesideTheReference) {
  EXPECT_EQ(run("longrange/hmf-*"), 0) << text_.str();
  EXPECT_EQ(record("kinetic")["verdict"], "pass");
  EXPECT_EQ(record("kinetic")["params"]["oracle"], "longrange/yoshida-reference");
  EXPECT_EQ(record("root mean square")["verdict"], "pass");
  EXPECT_EQ(record("relative change")["verdict"], "pass");
  EXPECT_THAT(read_results(request_.out)[0]["note"].get<std::string>(),
              HasSubstr("infinitely many in equilibrium"));
  EXPECT_THAT(read_results(request_.out)[0]["replay"].get<std::string>(),
              HasSubstr("validate --particles 200 --model hmf --energy 0.4 --steps 40 --error 0.02 "
                        "--scheme longrange/yoshida-reference --seed 1"));
}

TEST_F(OwnParticlesRun, AWrongSchemeFailsInTheQuantityThatIsWrong) {
  EXPECT_EQ(run("planted/heated"), 1) << text_.str();
  EXPECT_EQ(record("kinetic")["verdict"], "fail");
  EXPECT_EQ(record("root mean square")["verdict"], "pass");
  EXPECT_EQ(record("relative change")["verdict"], "fail");
}

TEST_F(OwnParticlesRun, AnEnergyOfSomeRunThatIsNoNumberFails) {
  for (const int seed : {1, 2, 3}) {
    request_.plan.seed = static_cast<std::uint64_t>(seed);
    EXPECT_EQ(run("planted/overflow"), 1) << text_.str();
    EXPECT_EQ(record("relative change")["verdict"], "fail") << seed;
  }
}

TEST_F(OwnParticlesRun, AStateOfNoNumbersFailsAndOthersGoOn) {
  EXPECT_EQ(run("planted/a nan,longrange/hmf-*"), 1) << text_.str();
  std::map<std::string, std::set<std::string>> verdicts;
  for (const auto& one : read_results(request_.out))
    verdicts[one["scheme"]].insert(one["verdict"].get<std::string>());
  EXPECT_EQ(verdicts["planted/a nan"], std::set<std::string>{"fail"});
  verdicts.erase("planted/a nan");
  ASSERT_GE(verdicts.size(), 2u);
  for (const auto& [scheme, of_it] : verdicts) EXPECT_FALSE(of_it.contains("fail")) << scheme;
}

TEST_F(OwnParticlesRun, ValuesThatScatterTooMuchAreInconclusive) {
  (void)run("planted/erratic");
  EXPECT_EQ(record("kinetic")["verdict"], "inconclusive") << text_.str();
}

}  // namespace
}  // namespace touchstone::validation::longrange
