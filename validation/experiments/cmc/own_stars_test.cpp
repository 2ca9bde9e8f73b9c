#include "validation/experiments/cmc/own_stars.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>

#include "models/cmc/registry.hpp"
#include "models/core/errors.hpp"
#include "validation/session.hpp"

namespace touchstone::validation::cmc {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Planted fault: changes of what is seen of a right run.
struct Fault {
  double radii = 1;        ///< factor on all of them
  double lost = 0;         ///< kinetic energy that is not reported, of a step, as a part
  bool conserves = false;  ///< the energy of the start is reported for ever
  bool ends = false;       ///< it says that too few stars are left
};

class Faulty final : public cluster::ClusterRun {
 public:
  Faulty(const cluster::Stars& stars, const cluster::ClusterParameters& p, const Fault& fault)
      : right_(cluster::cluster_scheme("cmc/reference").start(stars, p)),
        fault_(fault),
        begun_(right_->report().total_energy()) {}
  void step() override {
    if (fault_.ends) throw InputError("step: number of stars: expected 21 or more, found 20");
    right_->step();
  }
  cluster::StepReport report() const override {
    cluster::StepReport report = right_->report();
    report.kinetic *= 1 - fault_.lost * static_cast<double>(report.step);
    if (fault_.conserves) report.kinetic += begun_ - report.total_energy();
    return report;
  }
  cluster::Stars stars() const override {
    cluster::Stars stars = right_->stars();
    for (double& r : stars.radius) r *= fault_.radii;
    return stars;
  }
  std::vector<cluster::Lfsr113> streams() const override { return right_->streams(); }

 private:
  std::unique_ptr<cluster::ClusterRun> right_;
  Fault fault_;
  double begun_;
};

bool plant(const std::string& name, const std::function<Fault(std::uint32_t seed)>& fault) {
  return cluster::register_cluster_scheme(
      {.info = {.name = name, .source = "what is seen is not what the stars do"},
       .start = [fault](const cluster::Stars& stars, const cluster::ClusterParameters& p) {
         return std::make_unique<Faulty>(stars, p, fault(p.seed));
       }});
}

const bool registered[] = {
    plant("planted/stretched", [](std::uint32_t) { return Fault{.radii = 1.1}; }),
    // right on average
    plant("planted/uneven",
          [](std::uint32_t seed) { return Fault{.radii = seed % 2 == 0 ? 0.3 : 1.7}; }),
    plant("planted/losing energy", [](std::uint32_t) { return Fault{.lost = 2e-3}; }),
    plant("planted/without errors", [](std::uint32_t) { return Fault{.conserves = true}; }),
    plant("planted/no energy", [](std::uint32_t) { return Fault{.lost = std::nan("")}; }),
    plant("planted/no energy at times",
          [](std::uint32_t seed) { return Fault{.lost = seed % 2 == 0 ? std::nan("") : 0}; }),
    plant("planted/ending", [](std::uint32_t) { return Fault{.ends = true}; }),
    plant("planted/ending at times",
          [](std::uint32_t seed) { return Fault{.ends = seed % 2 == 0}; })};

OwnStars small() { return {.stars = 1000, .time = 0.5, .error = 0.02, .schemes = "cmc/openmp"}; }

std::string message(const OwnStars& wanted) {
  try {
    (void)own_point(wanted).experiment.plan(Plan{});
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(OwnStars, ImpossibleClustersAreAnsweredWithWhatIsExpected) {
  OwnStars wanted = small();
  wanted.stars = 10;
  EXPECT_EQ(message(wanted),
            "--stars: number of stars: expected an integer from 100 to 10000000, found 10");
  for (const double time : {0.0, -1.0, 15.0, std::nan("")}) {
    wanted = small();
    wanted.time = time;
    EXPECT_THAT(message(wanted), HasSubstr("--time: half-mass relaxation times")) << time;
  }
  wanted = small();
  wanted.error = 0.5;
  EXPECT_THAT(message(wanted), HasSubstr("--error"));
  wanted.error = 1e-12;
  EXPECT_THAT(message(wanted), HasSubstr("--error: effort: expected a larger error"));
  wanted = small();
  wanted.schemes = "cmc/openpm";
  EXPECT_THAT(message(wanted), HasSubstr("'cmc/openmp'"));
}

TEST(OwnStars, OtherStartsHaveRecordsOfTheirOwn) {
  OwnStars wanted = small();
  wanted.start = {"king:7", "kroupa"};
  const OwnPoint point = own_point(wanted);
  EXPECT_THAT(point.options, HasSubstr("--error 0.02 --start king:7 --masses kroupa"));
  const ResultRecord record = point.experiment.plan(Plan{}).front().record;
  EXPECT_EQ(record.params["start"], "king:7");
  EXPECT_EQ(record.params["masses"], "kroupa");
  EXPECT_NE(point.experiment.plan(Plan{}).front().name,
            own_point(small()).experiment.plan(Plan{}).front().name);
  wanted.start.model = "king:13";
  EXPECT_EQ(message(wanted), "King's model: W0: expected 1 to 12, found 13");
  wanted.start = {"plummer", "krupa"};
  EXPECT_THAT(message(wanted), HasSubstr("--masses: value: expected equal, kroupa"));
}

TEST(OwnStars, AnotherContentOfAFileIsAnotherCluster) {
  const fs::path file =
      fs::temp_directory_path() / ("touchstone own masses " + std::to_string(::getpid()) + ".csv");
  OwnStars wanted = small();
  wanted.start.masses = "file:" + file.string();
  const auto key = [&](const char* content) {
    std::ofstream(file) << content;
    return resume_key(own_point(wanted).experiment.plan(Plan{}).front().record);
  };
  const std::string first = key("mass\n1\n2\n");
  EXPECT_NE(key("mass\n1\n3\n"), first);
  EXPECT_EQ(key("mass\n1\n2\n"), first);
  EXPECT_THAT(own_point(wanted).options,
              HasSubstr("--masses 'file:" + file.string() + "'"));  // as a shell reads it
  fs::remove(file);
}

TEST(OwnStars, FewerStarsTakeMoreClusters) {
  const auto clusters = [](std::int64_t stars) {
    OwnStars wanted = small();
    wanted.error = 0.01;
    wanted.stars = stars;
    return own_point(wanted).experiment.plan(Plan{}).front().record.params["clusters"].get<int>();
  };
  EXPECT_EQ(clusters(10000), 32);
  EXPECT_EQ(clusters(100), 400);
}

class OwnStarsRun : public testing::Test {
 protected:
  void SetUp() override {
    for (const bool added : registered) ASSERT_TRUE(added);
    folder_ = fs::temp_directory_path() / ("touchstone-own-stars-" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    request_.out = (folder_ / "validation.jsonl").string();
    request_.plan.threads = 2;
  }
  void TearDown() override { fs::remove_all(folder_); }
  /// The code, and the records beside the reference in `records_`.
  int run(const std::string& schemes) {
    OwnStars wanted = small();
    wanted.schemes = schemes;
    wanted.start = start_;
    wanted.binaries = binaries_;
    wanted.tide = tide_;
    wanted.time = time_;
    if (tide_ != "none") wanted.tidal_radius = 6;
    wanted.collisions = collisions_;
    wanted.formation = formation_;
    request_.own = own_point(wanted);
    const int code = validation::run(request_, text_);
    for (const auto& one : read_results(request_.out))
      (one["scheme"] == "cmc/reference" ? reference_ : records_).push_back(one);
    return code;
  }

  fs::path folder_;
  cluster::ClusterStart start_;
  cluster::BinaryWords binaries_;
  std::string tide_ = "none", collisions_ = "none", formation_ = "none";
  double time_ = small().time;
  Request request_;
  std::ostringstream text_;
  std::vector<nlohmann::json> reference_, records_;
};

TEST_F(OwnStarsRun, ARightSchemePassesBesideTheReference) {
  EXPECT_EQ(run("cmc/openmp"), 0) << text_.str();
  ASSERT_EQ(reference_.size(), 5u);
  ASSERT_EQ(records_.size(), 5u);  // three radii, and the energy beside reference and paper
  for (const auto& one : records_) EXPECT_EQ(one["verdict"], "pass");
  EXPECT_EQ(records_[1]["metric"], "radius of 50 % of the mass");
  EXPECT_EQ(records_[1]["expected"]["value"], reference_[1]["value"]);
  EXPECT_NE(records_[1]["value"], reference_[1]["value"]);  // clusters of its own
  EXPECT_THAT(reference_[1]["note"].get<std::string>(), HasSubstr("0.76965 (isotropic"));
  EXPECT_THAT(records_[1]["replay"].get<std::string>(),
              HasSubstr("validate --stars 1000 --time 0.5 --error 0.02 --scheme cmc/openmp"));
}

TEST_F(OwnStarsRun, KingsModelOfUnequalMassesPassesBesideTheReference) {
  start_ = {"king:4", "two:4:0.2"};
  EXPECT_EQ(run("cmc/openmp"), 0) << text_.str();
  ASSERT_EQ(records_.size(), 4u);  // the paper's bound is not that of such a start
  EXPECT_EQ(records_[3]["metric"], "decadic logarithm of the relative error of the energy");
  EXPECT_THAT(records_[1]["replay"].get<std::string>(),
              HasSubstr("--start king:4 --masses two:4:0.2 --scheme cmc/openmp"));
  EXPECT_THAT(reference_[1]["note"].get<std::string>(), testing::Not(HasSubstr("nearest")));
}

TEST_F(OwnStarsRun, ClustersWithBinariesPassBesideTheReference) {
  binaries_ = {.fraction = 0.05, .axes = "axis:2e-3:1e-2"};
  time_ = 0.1;
  EXPECT_EQ(run("cmc/openmp"), 0) << text_.str();
  ASSERT_EQ(records_.size(), 5u);
  EXPECT_EQ(records_[3]["metric"], "part of the binaries that is left");
  EXPECT_LT(records_[3]["value"].get<double>(), 1);
  EXPECT_GT(records_[3]["value"].get<double>(), 0.3);
  EXPECT_THAT(records_[1]["replay"].get<std::string>(),
              HasSubstr("--binaries 0.05 --axes axis:2e-3:1e-2 --scheme cmc/openmp"));
}

TEST_F(OwnStarsRun, ClustersThatLoseMassPassBesideTheReference) {
  tide_ = "energy";
  EXPECT_EQ(run("cmc/openmp"), 0) << text_.str();
  ASSERT_EQ(records_.size(), 5u);
  EXPECT_EQ(records_[3]["metric"], "part of the mass that is left");
  EXPECT_LT(records_[3]["value"].get<double>(), 0.99);
  EXPECT_GT(records_[3]["value"].get<double>(), 0.3);
  EXPECT_THAT(records_[1]["replay"].get<std::string>(),
              HasSubstr("--tide energy --tidal-radius 6 --scheme cmc/openmp"));
}

TEST_F(OwnStarsRun, ClustersWhoseStarsCollidePassBesideTheReference) {
  collisions_ = "spheres:3e-3:0";
  time_ = 0.1;
  EXPECT_EQ(run("cmc/openmp"), 0) << text_.str();
  ASSERT_EQ(records_.size(), 5u);
  EXPECT_EQ(records_[3]["metric"], "collisions for each star of the start");
  EXPECT_GT(records_[3]["value"].get<double>(), 0.01);
  EXPECT_LT(records_[3]["value"].get<double>(), 0.7);
  EXPECT_THAT(records_[1]["replay"].get<std::string>(),
              HasSubstr("--collisions spheres:3e-3:0 --scheme cmc/openmp"));
}

TEST_F(OwnStarsRun, ClustersInWhichBinariesFormPassBesideTheReference) {
  formation_ = "three-body:0.1";
  time_ = 0.1;
  EXPECT_EQ(run("cmc/openmp"), 0) << text_.str();
  ASSERT_EQ(records_.size(), 5u);
  EXPECT_EQ(records_[3]["metric"], "binaries that have formed for each star of the start");
  EXPECT_GT(records_[3]["value"].get<double>(), 0.001);
  EXPECT_LT(records_[3]["value"].get<double>(), 0.3);
  EXPECT_THAT(records_[1]["replay"].get<std::string>(),
              HasSubstr("--formation three-body:0.1 --scheme cmc/openmp"));
}

TEST_F(OwnStarsRun, NothingIsJudgedWhereTheReferenceRunsOutOfStars) {
  collisions_ = "spheres:0.3";
  EXPECT_EQ(run("cmc/openmp"), 3) << text_.str();
  ASSERT_EQ(records_.size(), 5u);
  for (const auto* of : {&reference_, &records_})
    for (const auto& one : *of) EXPECT_EQ(one["verdict"], "not run");
  EXPECT_THAT(records_[1]["note"].get<std::string>(),
              HasSubstr("a cluster of the reference: after"));
}

TEST_F(OwnStarsRun, ASchemeThatAlwaysRunsOutOfStarsFailsAndOthersGoOn) {
  time_ = 0.1;
  EXPECT_EQ(run("planted/ending,planted/ending at times,cmc/openmp"), 1) << text_.str();
  ASSERT_EQ(records_.size(), 15u);
  for (const auto& one : records_)
    EXPECT_EQ(one["verdict"], one["scheme"] == "cmc/openmp"       ? "pass"
                              : one["scheme"] == "planted/ending" ? "fail"
                                                                  : "inconclusive")
        << one;
}

TEST(OwnStars, CollisionsThatMakeNoSenseAreRefused) {
  OwnStars wanted = small();
  wanted.collisions = "spheres:2";
  EXPECT_EQ(message(wanted),
            "collisions: radius of a star, in virial radii: expected above 0, at most 1, found 2");
  wanted.collisions = "spheres:1e-4";
  wanted.schemes = "planted/stretched";
  EXPECT_THAT(message(wanted), HasSubstr("collisions: scheme: expected one that follows them"));
}

TEST(OwnStars, FormationOfBinariesThatMakesNoSenseIsRefused) {
  OwnStars wanted = small();
  wanted.formation = "three-body:0";
  EXPECT_THAT(message(wanted), HasSubstr("formation of binaries: least hardness: expected in"));
  wanted.formation = "three-body";
  wanted.schemes = "planted/stretched";
  EXPECT_THAT(message(wanted), HasSubstr("binaries: scheme: expected one that follows them"));
}

TEST(OwnStars, TidesThatMakeNoSenseAreRefused) {
  OwnStars wanted = small();
  wanted.tide = "moon";
  EXPECT_EQ(message(wanted),
            "--tide: value: expected none, radius (apocentres) or energy, found 'moon'");
  wanted.tide = "radius";
  EXPECT_EQ(message(wanted), "--tide: tidal radius: expected --tidal-radius, found 0");
  wanted = small();
  wanted.tidal_radius = 5;
  EXPECT_EQ(message(wanted), "--tide: tidal radius: expected none without a tide, found 5");
  wanted = small();
  wanted.mass_loss = "no-such-table.csv";
  EXPECT_THAT(message(wanted), HasSubstr("no-such-table.csv"));
}

TEST(OwnStars, SchemesThatFollowNoBinariesAreRefused) {
  OwnStars wanted = small();
  wanted.binaries.fraction = 0.1;
  wanted.schemes = "planted/uneven";
  EXPECT_THAT(message(wanted), HasSubstr("binaries: scheme: expected one that follows them"));
  wanted.binaries.fraction = 1.5;
  EXPECT_EQ(message(wanted), "--binaries: part of the stars: expected 0 to 1, found 1.5");
}

TEST_F(OwnStarsRun, AWrongSchemeFails) {
  EXPECT_EQ(run("planted/stretched"), 1) << text_.str();
  EXPECT_EQ(records_.at(1)["verdict"], "fail");
}

TEST_F(OwnStarsRun, ASchemeWithSmallerErrorsPasses) {
  start_ = {"plummer", "two:2:0.3"};
  time_ = 0.1;
  EXPECT_EQ(run("planted/without errors"), 0) << text_.str();
  EXPECT_EQ(records_.at(3)["verdict"], "pass");
  EXPECT_THAT(records_.at(3)["note"].get<std::string>(), HasSubstr("which is no fault"));
}

TEST_F(OwnStarsRun, EnergiesThatAreNoNumbersFail) {
  time_ = 0.1;
  EXPECT_NE(run("planted/no energy"), 0) << text_.str();
  for (const std::size_t row : {3u, 4u}) EXPECT_NE(records_.at(row)["verdict"], "pass");
}

TEST_F(OwnStarsRun, EnergiesOfSomeClustersThatAreNoNumbersFail) {
  time_ = 0.1;
  EXPECT_EQ(run("planted/no energy at times"), 1) << text_.str();
  EXPECT_EQ(records_.at(4)["verdict"], "fail");
}

/// Errors that the paper's bound for so few stars would allow.
TEST_F(OwnStarsRun, ASchemeThatLosesEnergyFailsBesideTheReference) {
  start_ = {"plummer", "two:2:0.3"};
  time_ = 0.1;
  EXPECT_EQ(run("planted/losing energy"), 1) << text_.str();
  ASSERT_EQ(records_.size(), 4u);
  EXPECT_EQ(records_[3]["verdict"], "fail");
  EXPECT_LT(records_[3]["value"].get<double>(), std::log10(0.04));
}

TEST_F(OwnStarsRun, RadiiThatScatterTooMuchAreInconclusive) {
  EXPECT_EQ(run("planted/uneven"), 3) << text_.str();
  EXPECT_EQ(records_.at(1)["verdict"], "inconclusive");
}

}  // namespace
}  // namespace touchstone::validation::cmc
