// Schemes under names that nobody expects, with the fields that registrations begin with: they are
// timed and verified because they are registered, and those that are wrong have no rate. Those of
// disks and of event chains are in mpmc/disk_jobs_test.cpp and ecmc/chain_jobs_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "benchmarks/session.hpp"
#include "models/cmc/registry.hpp"
#include "models/core/errors.hpp"
#include "models/core/registry.hpp"
#include "models/hpmc/registry.hpp"
#include "models/longrange/registry.hpp"
#include "suite/results.hpp"

namespace touchstone::benchmarks {
namespace {

namespace lr = touchstone::longrange;

SchemeInfo info_of(const char* name) {
  return {.name = name, .source = "a scheme of another name"};
}

/// Spheres alone, by random numbers of its own; `longer`: factor of the trial moves.
bool register_spheres(const char* name, double longer) {
  return shapes::register_shape_scheme(
      {.info = info_of(name),
       .start = [=](const shapes::Configuration& c, shapes::RunParameters p) {
         for (const shapes::Body& body : c.types)
           if (!std::holds_alternative<shapes::Ball>(body))
             throw input_error(name, "bodies", "spheres", "others");
         p.seed += 12345;
         p.max_displacement *= longer;
         return baseline_of(shapes::shape_schemes()).start(c, p);
       }});
}

/// A cluster whose report counts each trial so often.
class Counted final : public cluster::ClusterRun {
 public:
  Counted(std::unique_ptr<cluster::ClusterRun> inner, std::uint64_t times)
      : inner_(std::move(inner)), times_(times) {}
  void step() override { inner_->step(); }
  cluster::StepReport report() const override {
    cluster::StepReport report = inner_->report();
    report.trials *= times_;
    return report;
  }
  cluster::Stars stars() const override { return inner_->stars(); }
  std::vector<cluster::Lfsr113> streams() const override { return inner_->streams(); }

 private:
  std::unique_ptr<cluster::ClusterRun> inner_;
  std::uint64_t times_;
};
bool register_cluster(const char* name, std::uint64_t times) {
  return cluster::register_cluster_scheme(
      {.info = info_of(name),
       .start = [=](const cluster::Stars& stars,
                    cluster::ClusterParameters p) -> std::unique_ptr<cluster::ClusterRun> {
         p.seed += 12345;
         return std::make_unique<Counted>(baseline_of(cluster::cluster_schemes()).start(stars, p),
                                          times);
       }});
}

/// `faster`: factor of the time step.
bool register_integrator(const char* name, double faster) {
  return lr::register_scheme({.info = info_of(name),
                              .models = {lr::Model::hmf},
                              .start = [=](const lr::State& state, lr::RunParameters p) {
                                p.time_step *= faster;
                                return baseline_of(lr::schemes()).start(state, p);
                              }});
}

const bool registered[] = {register_spheres("stranger/spheres", 1),
                           register_spheres("stranger/eager-spheres", 1.4),
                           register_cluster("stranger/stars", 1),
                           register_cluster("stranger/stars-twice", 2),
                           register_integrator("stranger/rotors", 1),
                           register_integrator("stranger/fast-rotors", 1 + 1e-9)};

/// Exit code and records of `bench` with one scheme.
struct Outcome {
  int code;
  std::vector<nlohmann::json> records;
  std::string text;
};
Outcome timed(const std::string& scheme) {
  const auto out = std::filesystem::temp_directory_path() /
                   ("touchstone-stranger-" + std::to_string(::getpid()) + ".jsonl");
  std::filesystem::remove(out);
  Request request;
  request.problem_class = ProblemClass::tiny;
  request.threads = 2;
  request.filter = scheme;
  request.out = out.string();
  std::ostringstream text;
  Outcome outcome{run(request, text), read_results(request.out), text.str()};
  std::filesystem::remove(out);
  return outcome;
}

void expect_timed(const std::string& scheme) {
  const Outcome outcome = timed(scheme);
  EXPECT_EQ(outcome.code, 0) << outcome.text;
  ASSERT_EQ(outcome.records.size(), 1u) << outcome.text;  // one size, on one thread
  EXPECT_EQ(outcome.records[0].at("scheme"), scheme);
  EXPECT_EQ(outcome.records[0].at("verdict"), "pass");
  EXPECT_GT(outcome.records[0].at("value").get<double>(), 0);
}

void expect_no_rate(const std::string& scheme, const char* reason) {
  const Outcome outcome = timed(scheme);
  EXPECT_EQ(outcome.code, 1) << outcome.text;
  ASSERT_EQ(outcome.records.size(), 1u) << outcome.text;
  EXPECT_EQ(outcome.records[0].at("verdict"), "fail");
  EXPECT_TRUE(outcome.records[0].at("value").is_null());
  EXPECT_THAT(outcome.text, testing::HasSubstr(reason));
}

TEST(Strangers, WereAdded) {
  for (const bool added : registered) EXPECT_TRUE(added);
}

TEST(Strangers, OfShapesAreTimedWhereTheyTakeTheBodies) {
  expect_timed("stranger/spheres");
  expect_no_rate("stranger/eager-spheres", "fewer accepted in a sweep");
}

TEST(Strangers, OfClustersAreTimed) {
  expect_timed("stranger/stars");
  expect_no_rate("stranger/stars-twice", "positions tried for each star");
}

TEST(Strangers, OfLongRangeModelsAreTimed) {
  expect_timed("stranger/rotors");
  expect_no_rate("stranger/fast-rotors", "momenta after a step");
}

}  // namespace
}  // namespace touchstone::benchmarks
