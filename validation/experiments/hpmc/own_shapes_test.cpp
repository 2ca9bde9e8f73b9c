#include "validation/experiments/hpmc/own_shapes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numbers>
#include <sstream>

#include "models/core/errors.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "models/hpmc/registry.hpp"
#include "validation/experiments/hpmc/own_bodies.hpp"
#include "validation/experiments/hpmc/own_published.hpp"
#include "validation/experiments/hpmc/published.hpp"
#include "validation/experiments/hpmc/shape_effort.hpp"
#include "validation/session.hpp"

namespace touchstone::validation::hpmc {
namespace {

namespace fs = std::filesystem;
using shapes::Configuration;
using shapes::RunParameters;
using testing::HasSubstr;

constexpr double kContact = 1.05;

Configuration scaled(Configuration c, double factor) {
  c.box.lx *= factor;
  c.box.ly *= factor;
  c.box.lz *= factor;
  for (shapes::Vec3& r : c.centres) r = c.box.wrap(factor * r);
  return c;
}

/// Planted fault: no two bodies come nearer than if they were 5 % larger, since all lengths are
/// shrunk before the right scheme sees them. Every configuration is legal.
class Swollen final : public shapes::Simulation {
 public:
  Swollen(const Configuration& start, RunParameters p) {
    p.max_displacement /= kContact;
    right_ = shapes::shape_scheme("hpmc/serial-tree").start(scaled(start, 1 / kContact), p);
  }
  void advance(std::uint64_t steps) override { right_->advance(steps); }
  Configuration configuration() const override { return scaled(right_->configuration(), kContact); }
  shapes::MoveStats stats() const override { return right_->stats(); }
  std::size_t memory_bytes() const override { return right_->memory_bytes(); }

 private:
  std::unique_ptr<shapes::Simulation> right_;
};

const bool registered = shapes::register_shape_scheme(
    {.info = {.name = "planted/swollen-bodies", .source = "bodies that are 5 % too large"},
     .start = [](const Configuration& c, const RunParameters& p) {
       return std::make_unique<Swollen>(c, p);
     }});

/// Planted fault: in equilibrium at first, then it moves in every 400th step alone: to see anything
/// costs many times what was planned.
class Lazy final : public shapes::Simulation {
 public:
  Lazy(const Configuration& start, const RunParameters& p)
      : right_(shapes::shape_scheme("hpmc/serial-tree").start(start, p)) {}
  void advance(std::uint64_t steps) override {
    if (step_ == 0) right_->advance(300);  // not at the start: every plan asks whether it can start
    for (; steps > 0; --steps)
      if (++step_ % 400 == 0) right_->advance(1);
  }
  Configuration configuration() const override { return right_->configuration(); }
  shapes::MoveStats stats() const override { return right_->stats(); }
  std::size_t memory_bytes() const override { return right_->memory_bytes(); }

 private:
  std::unique_ptr<shapes::Simulation> right_;
  std::uint64_t step_ = 0;
};

const bool lazy = shapes::register_shape_scheme(
    {.info = {.name = "planted/lazy-bodies", .source = "bodies that hardly ever move"},
     .start = [](const Configuration& c, const RunParameters& p) {
       return std::make_unique<Lazy>(c, p);
     }});

OwnShapes small() {
  return {
      .shapes = 27, .body = "sphere", .packing = 0.3, .error = 0.02, .schemes = "hpmc/serial-tree"};
}

std::string message(const OwnShapes& wanted) {
  try {
    (void)own_point(wanted).experiment.plan(Plan{});
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::vector<std::string> rows(const OwnShapes& wanted) {
  std::vector<std::string> found;
  for (const Measurement& m : own_point(wanted).experiment.plan(Plan{}))
    found.push_back(m.name + " " + m.record.scheme);
  return found;
}

TEST(OwnShapes, ImpossiblePointsAreAnsweredWithWhatIsExpected) {
  OwnShapes wanted = small();
  wanted.packing = 0.8;
  EXPECT_EQ(message(wanted),
            "--packing: packing fraction of sphere: expected a number above 0 and below 0.7405, "
            "found 0.8");
  wanted = small();
  wanted.shapes = 1;
  EXPECT_THAT(message(wanted), HasSubstr("--shapes: number of bodies: expected an integer from 4"));
  wanted = small();
  wanted.body = "sphare";
  EXPECT_THAT(message(wanted), HasSubstr("the nearest known name is 'sphere'"));
  wanted.body = "nowhere.json";
  EXPECT_THAT(message(wanted), HasSubstr("--body: file nowhere.json: expected a file"));
  for (const double error : {0.0, -1.0, 0.21, std::nan("")}) {
    wanted = small();
    wanted.error = error;
    EXPECT_THAT(message(wanted), HasSubstr("--error")) << error;
  }
  wanted = small();
  wanted.schemes = "hpmc/serial-tre";
  EXPECT_THAT(message(wanted), HasSubstr("'hpmc/serial-tree'"));
}

TEST(OwnShapes, AnErrorIsSmallOrRefused) {
  OwnShapes wanted = small();
  const auto samples = [&] {
    const auto all = own_point(wanted).experiment.plan(Plan{});
    return all.front().record.params.at("samples").get<double>();
  };
  const double planned = samples();
  wanted.error /= 1e5;
  EXPECT_GT(samples(), 1e8 * planned);
  wanted.error = 1e-12;
  EXPECT_THAT(message(wanted), HasSubstr("--error: effort: expected a larger error"));
}

TEST(OwnShapes, PackingsThatNoStartReachesAreRefused) {
  OwnShapes wanted = small();
  wanted.body = "octahedron";
  wanted.shapes = 8;
  wanted.packing = 0.99;
  EXPECT_THAT(message(wanted), HasSubstr("start: packing fraction of a compressed fluid"));
}

TEST(OwnShapes, BodiesComeFromFilesToo) {
  const fs::path file =
      fs::temp_directory_path() / ("touchstone own-body-" + std::to_string(::getpid()) + ".json");
  std::ofstream(file) << R"({"shape_class": "Ellipsoid", "params": {"a": 1, "b": 0.5, "c": 0.5}})";
  OwnShapes wanted = small();
  wanted.body = file.string();
  EXPECT_EQ(message(wanted), "no error");
  EXPECT_THAT(own_point(wanted).options, HasSubstr("--body '" + file.string() + "'"));
  EXPECT_THAT(rows(wanted).front(), HasSubstr("hpmc/own-point/27-touchstone-own-body-"));
  const auto key = [&] {
    return resume_key(own_point(wanted).experiment.plan(Plan{}).front().record);
  };
  const std::string first = key();
  EXPECT_EQ(key(), first);
  std::ofstream(file) << R"({"shape_class": "Ellipsoid", "params": {"a": 1, "b": 0.6, "c": 0.5}})";
  EXPECT_NE(key(), first);  // another body, whatever the file is called
  std::ofstream(file) << R"({"shape_class": "Ellipsoid", "params": {"a": -1, "b": 1, "c": 1}})";
  EXPECT_THAT(message(wanted), HasSubstr(file.string()));
  std::ofstream(file) << "[";
  EXPECT_THAT(message(wanted), HasSubstr("expected a JSON object with shape_class and params"));
  fs::remove(file);
}

TEST(OwnShapes, TheOracleComesFirstAndPublishedValuesAreUsedWhereThereAreSome) {
  EXPECT_EQ(rows(small()),
            (std::vector<std::string>{"hpmc/own-point/27-sphere-0.3 hpmc/metropolis-reference",
                                      "hpmc/own-point/27-sphere-0.3-oracle hpmc/serial-tree"}));
  OwnShapes wanted = small();
  wanted.schemes = "";
  wanted.shapes = 125;
  EXPECT_THAT(rows(wanted), testing::ElementsAre(HasSubstr("hpmc/serial-tree"),
                                                 HasSubstr("-oracle hpmc/domains")));
  wanted = small();
  wanted.shapes = 72;
  wanted.body = "disk";
  wanted.packing = 0.65;
  EXPECT_EQ(rows(wanted),
            (std::vector<std::string>{"hpmc/own-point/72-disk-0.65 hpmc/serial-tree",
                                      "hpmc/own-point/72-disk-0.65-published hpmc/serial-tree"}));
}

TEST(OwnShapes, TheNearestPublishedValueIsOfTheSameBody) {
  EXPECT_THAT(nearest_published("sphere", 256, 0.4), HasSubstr("1331 at 0.3927: 6.6566 (hoomd"));
  EXPECT_THAT(nearest_published("truncated-octahedron", 100, 0.6), HasSubstr("0.7: 19.85"));
  EXPECT_THAT(nearest_published("c-polygon", 100, 0.4), HasSubstr("0.4688: 8.27"));
  EXPECT_THAT(nearest_published("disk", 100, 0.65), HasSubstr("72 at 0.65: 8.338"));
  EXPECT_EQ(nearest_published("cube", 100, 0.4), "");
}

TEST(OwnShapes, StartsHaveTheWantedNumberAndPacking) {
  for (const auto& [body, packing] : {std::pair("sphere", 0.4),
                                      {"cube", 0.5},
                                      {"disk", 0.8},
                                      {"octahedron", 0.4},
                                      {"pentagon", 0.6}}) {
    const OwnStart start = own_start(shapes::named_body(body), 30, packing);
    EXPECT_EQ(start.run.start.size(), 30u) << body;
    EXPECT_NEAR(start.run.start.packing_fraction(), packing, 1e-9) << start.description;
    EXPECT_NO_THROW(
        shapes::shape_scheme("hpmc/serial-tree").start(start.run.start, start.run.parameters))
        << body << ": " << start.description;
  }
}

TEST(ShapeEffort, SecondVirialCoefficientsAreThoseOfTheBooks) {
  EXPECT_NEAR(second_virial(shapes::named_body("disk")), 2, 1e-9);
  EXPECT_NEAR(second_virial(shapes::named_body("sphere")), 4, 1e-9);
  EXPECT_NEAR(second_virial(shapes::named_body("cube")), 5.5, 0.15);  // 1 + 3 * 3/2
  EXPECT_NEAR(second_virial(shapes::named_body("square")), 1 + 4 / std::numbers::pi, 0.05);
}

TEST(ShapeEffort, TheScaleOfThePressureIsAboutRight) {
  for (const char* body : {"sphere", "truncated-octahedron", "disk"})
    for (const PublishedShapesLine& line : published_lines(body)) {
      if (line.quantity != "Z" && line.quantity != "P*") continue;
      const shapes::Body& one = shapes::named_body(body);
      const bool plane = shapes::dimensions(one) == 2;
      const double z = line.quantity == "Z"
                           ? line.value.value
                           : line.value.value / line.packing * (plane ? std::numbers::pi / 4 : 1);
      const double ratio = approximate_compressibility(one, line.packing) / z;
      EXPECT_GT(ratio, 0.6) << line.source;
      EXPECT_LT(ratio, 1.6) << line.source;
    }
}

class OwnShapesRun : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(registered);
    folder_ = fs::temp_directory_path() / ("touchstone-own-shapes-" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    request_.out = (folder_ / "validation.jsonl").string();
    request_.plan.threads = 2;
  }
  void TearDown() override { fs::remove_all(folder_); }
  int run(const OwnShapes& wanted) {
    request_.own = own_point(wanted);
    return validation::run(request_, text_);
  }

  fs::path folder_;
  Request request_;
  std::ostringstream text_;
};

TEST_F(OwnShapesRun, ARightSchemePassesBesideTheOracle) {
  EXPECT_EQ(run(small()), 0) << text_.str();
  const auto records = read_results(request_.out);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0]["scheme"], "hpmc/metropolis-reference");
  EXPECT_EQ(records[0]["verdict"], "not claimed");
  EXPECT_THAT(records[0]["note"].get<std::string>(),
              HasSubstr("the nearest is of 1331 at 0.3142: 4.2952"));
  EXPECT_EQ(records[1]["verdict"], "pass");
  EXPECT_EQ(records[1]["expected"]["value"], records[0]["value"]);
  EXPECT_NE(records[1]["value"], records[0]["value"]);  // random numbers of its own
  EXPECT_EQ(records[1]["replay"],
            "./touchstone validate --shapes 27 --body sphere --packing 0.3 --error 0.02 --scheme "
            "hpmc/serial-tree --seed 1");
}

TEST_F(OwnShapesRun, ASchemeWhoseBodiesAreTooLargeFails) {
  OwnShapes wanted = small();
  wanted.schemes = "planted/swollen-bodies";
  EXPECT_EQ(run(wanted), 1) << text_.str();
  const auto records = read_results(request_.out);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[1]["verdict"], "fail");
}

TEST_F(OwnShapesRun, TooLittleEffortIsInconclusive) {
  ASSERT_TRUE(lazy);
  OwnShapes wanted = small();
  wanted.schemes = "planted/lazy-bodies";
  EXPECT_EQ(run(wanted), 3) << text_.str();
  EXPECT_EQ(read_results(request_.out).at(1)["verdict"], "inconclusive");
}

}  // namespace
}  // namespace touchstone::validation::hpmc
