#include "validation/experiments/mpmc/own_disks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <sstream>

#include "models/core/errors.hpp"
#include "models/disks/published.hpp"
#include "models/disks/registry.hpp"
#include "validation/data_files.hpp"
#include "validation/experiments/mpmc/disk_effort.hpp"
#include "validation/session.hpp"

namespace touchstone::validation::mpmc {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr double kContact = 1.02;

disks::Configuration scaled(disks::Configuration c, double factor) {
  c.box = {c.box.width * factor, c.box.height * factor};
  for (disks::Vec<double>& p : c.centres) p = c.box.wrap({p.x * factor, p.y * factor});
  return c;
}

/// Planted fault: no two disks come nearer than 1.02 diameters, since all lengths are shrunk before
/// the right scheme sees them. Every configuration is legal.
class Swollen final : public disks::Simulation {
 public:
  Swollen(const disks::Configuration& start, disks::RunParameters p) {
    p.max_displacement /= kContact;
    right_ = disks::scheme("mpmc/metropolis-cell-list").start(scaled(start, 1 / kContact), p);
  }
  void advance(std::uint64_t sweeps) override { right_->advance(sweeps); }
  disks::Configuration configuration() const override {
    return scaled(right_->configuration(), kContact);
  }
  SweepStats stats() const override { return right_->stats(); }
  std::size_t memory_bytes() const override { return right_->memory_bytes(); }

 private:
  std::unique_ptr<disks::Simulation> right_;
};

const bool registered = disks::register_scheme(
    {.info = {.name = "planted/swollen", .source = "disks that are 2 % too large"},
     .start = [](const disks::Configuration& c, const disks::RunParameters& p) {
       return std::make_unique<Swollen>(c, p);
     }});

OwnDisks small() {
  return {.disks = 24,
          .packing_fraction = 0.5,
          .error = 0.01,
          .schemes = "mpmc/checkerboard-reference"};
}

std::string message(const OwnDisks& wanted) {
  try {
    (void)own_point(wanted).experiment.plan(Plan{});
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::vector<std::string> rows(const OwnDisks& wanted) {
  std::vector<std::string> found;
  for (const Measurement& m : own_point(wanted).experiment.plan(Plan{}))
    found.push_back(m.name + " " + m.record.scheme);
  return found;
}

TEST(OwnDisks, ImpossiblePointsAreAnsweredWithWhatIsExpected) {
  OwnDisks wanted = small();
  wanted.packing_fraction = 0.95;
  EXPECT_EQ(message(wanted),
            "--packing: packing fraction: expected a number above 0 and below 0.9069 (close "
            "packing), found 0.95");
  wanted.packing_fraction = -0.1;
  EXPECT_THAT(message(wanted), HasSubstr("--packing"));
  wanted.packing_fraction = 0.9;  // below close packing, but 24 disks leave holes in a square
  EXPECT_THAT(message(wanted), HasSubstr("do not fit on a lattice"));
  wanted = small();
  wanted.disks = 1;
  EXPECT_THAT(message(wanted), HasSubstr("--disks: number of disks: expected an integer from 4"));
  for (const double error : {0.0, -1.0, 0.21, std::nan("")}) {
    wanted = small();
    wanted.error = error;
    EXPECT_THAT(message(wanted), HasSubstr("--error")) << error;
  }
  wanted.error = 1e-12;
  EXPECT_THAT(message(wanted), HasSubstr("--error: effort: expected a larger error"));
  wanted = small();
  wanted.aspect = "round";
  EXPECT_THAT(message(wanted), HasSubstr("found 'round'"));
}

TEST(OwnDisks, UnknownSchemesAreAnsweredWithTheNearest) {
  OwnDisks wanted = small();
  wanted.schemes = "mpmc/metropolis-cell-list,mpmc/checkerboard-refernce";
  EXPECT_THAT(message(wanted), HasSubstr("'mpmc/checkerboard-reference'"));
  wanted.schemes = "ecmc/sampler-cells";  // moves by event chains
  EXPECT_THAT(message(wanted), HasSubstr("no scheme with trial moves"));
}

TEST(OwnDisks, ASchemeThatCannotRunThePointIsNamedOrNotRun) {
  OwnDisks wanted = small();
  wanted.disks = 10;
  wanted.packing_fraction = 0.6;  // two cells each way, too wide for vector lanes
  wanted.schemes = "mpmc/checkerboard-portable";
  EXPECT_THAT(message(wanted), HasSubstr("--scheme: mpmc/checkerboard-portable cannot run"));
  wanted.schemes = "mpmc/checkerboard-p*";
  EXPECT_EQ(rows(wanted),
            (std::vector<std::string>{"mpmc/own-point/10-0.6 mpmc/metropolis-reference",
                                      "mpmc/own-point/10-0.6-oracle mpmc/checkerboard-portable"}));
  wanted.schemes = "";  // the fastest that can
  EXPECT_EQ(message(wanted), "no error");
}

TEST(OwnDisks, TheOracleComesFirstAndPublishedValuesAreUsedWhereThereAreSome) {
  OwnDisks wanted = small();
  wanted.schemes = "mpmc/checkerboard-reference,mpmc/metropolis-cell-list";
  EXPECT_EQ(rows(wanted),
            (std::vector<std::string>{"mpmc/own-point/24-0.5 mpmc/metropolis-reference",
                                      "mpmc/own-point/24-0.5-oracle mpmc/checkerboard-reference",
                                      "mpmc/own-point/24-0.5-oracle mpmc/metropolis-cell-list"}));
  wanted.disks = 870;
  wanted.packing_fraction = 0.67;
  wanted.schemes = "mpmc/metropolis-cell-list";  // the oracle itself
  EXPECT_EQ(rows(wanted), (std::vector<std::string>{
                              "mpmc/own-point/870-0.67 mpmc/metropolis-cell-list",
                              "mpmc/own-point/870-0.67-published mpmc/metropolis-cell-list"}));
}

TEST(OwnDisks, TheNearestPublishedValueIsOneOfASimilarPressure) {
  const disks::EquationOfState published(data_file("hard_disk_eos.csv"));
  const auto nearest = [&](std::size_t number, double packing) {
    const auto& v = published.nearest(number, packing, disks::kSquare);
    return std::pair(v.disks, v.packing_fraction);
  };
  EXPECT_EQ(nearest(500, 0.66), std::pair(std::size_t{72}, 0.66));
  EXPECT_EQ(nearest(800, 0.6705), std::pair(std::size_t{870}, 0.67));
  EXPECT_EQ(nearest(3, 0.1), std::pair(std::size_t{3}, 0.094248));
}

TEST(OwnDisks, TheEffortFollowsFromTheErrorAlone) {
  const auto sweeps = [](double error) {
    OwnDisks wanted = small();
    wanted.error = error;
    const Measurement m = own_point(wanted).experiment.plan(Plan{}).back();
    EXPECT_EQ(m.record.params["error"], error);
    EXPECT_NEAR(m.record.params["resolution"].get<double>(),
                9 * std::sqrt(2.0) * error * approximate_pressure(0.5), 1e-12);
    return m.record.params["sweeps"].get<double>();
  };
  EXPECT_NEAR(sweeps(0.0005) / sweeps(0.001), 4, 0.1);
  EXPECT_EQ(sweeps(0.07), 1000);  // as long as the equilibration, so that a drift shows
}

TEST(OwnDisks, TheScaleOfThePressureIsAboutRight) {
  const disks::EquationOfState published(data_file("hard_disk_eos.csv"));
  for (const disks::PublishedPressure& v : published.values()) {
    if (v.disks < 72) continue;
    const double ratio = approximate_pressure(v.packing_fraction) / v.pressure.value;
    EXPECT_NEAR(ratio, 1, 0.25) << v.where;
  }
}

class OwnDisksRun : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(registered);
    folder_ = fs::temp_directory_path() / ("touchstone-own-disks-" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    request_.out = (folder_ / "validation.jsonl").string();
    request_.plan.threads = 2;
  }
  void TearDown() override { fs::remove_all(folder_); }
  int run(const std::string& schemes) {
    OwnDisks wanted = small();
    wanted.schemes = schemes;
    request_.own = own_point(wanted);
    return validation::run(request_, text_);
  }

  fs::path folder_;
  Request request_;
  std::ostringstream text_;
};

TEST_F(OwnDisksRun, ARightSchemePassesBesideTheOracle) {
  EXPECT_EQ(run("mpmc/checkerboard-reference"), 0) << text_.str();
  const auto records = read_results(request_.out);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0]["scheme"], "mpmc/metropolis-reference");
  EXPECT_EQ(records[0]["verdict"], "not claimed");
  EXPECT_THAT(records[0]["note"].get<std::string>(), HasSubstr("the nearest is of 72 disks"));
  EXPECT_EQ(records[1]["verdict"], "pass");
  EXPECT_EQ(records[1]["expected"]["value"], records[0]["value"]);
  EXPECT_LT(records[1]["low"], records[1]["value"]);
  EXPECT_EQ(records[1]["replay"],
            "./touchstone validate --disks 24 --packing 0.5 --error 0.01 --scheme "
            "mpmc/checkerboard-reference --seed 1");
  request_.resume = true;
  EXPECT_EQ(run("mpmc/checkerboard-reference"), 0);
  EXPECT_EQ(read_results(request_.out).size(), 2u);  // finished before
}

TEST_F(OwnDisksRun, ASchemeWhoseDisksAreTooLargeFails) {
  EXPECT_EQ(run("planted/swollen"), 1) << text_.str();
  const auto records = read_results(request_.out);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[1]["verdict"], "fail");
  EXPECT_GT(std::abs(records[1]["z"].get<double>()), 8);
}

TEST_F(OwnDisksRun, TheListSaysWhatWouldBeRun) {
  OwnDisks wanted = small();
  request_.own = own_point(wanted);
  list(request_, text_);
  EXPECT_THAT(text_.str(), HasSubstr("--disks 24 --packing 0.5 --error 0.01: 2 measurements"));
}

}  // namespace
}  // namespace touchstone::validation::mpmc
