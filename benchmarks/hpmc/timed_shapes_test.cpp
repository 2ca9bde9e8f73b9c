#include "benchmarks/hpmc/timed_shapes.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>

#include "benchmarks/alone.hpp"
#include "benchmarks/hpmc/move_profile.hpp"
#include "benchmarks/session.hpp"

namespace touchstone::benchmarks::hpmc {
namespace {

namespace fs = std::filesystem;
using shapes::Configuration;
using shapes::ShapeScheme;
using testing::HasSubstr;

/// A correct scheme, seen through one planted fault.
enum class Fault {
  none,
  other_start,
  tries_half,
  counts_twice,
  accepts_more,
  rests,
  overlaps,
  loses_a_body,
  wide_steps,
  never_rotates,
  rarely_rotates
};

class Faulty final : public shapes::Simulation {
 public:
  Faulty(std::unique_ptr<shapes::Simulation> inner, Fault fault)
      : inner_(std::move(inner)), start_(inner_->configuration()), fault_(fault) {}
  void advance(std::uint64_t steps) override {
    inner_->advance(steps);
    done_ += steps;
  }
  Configuration configuration() const override {
    Configuration c = fault_ == Fault::rests && done_ > 1 ? start_ : inner_->configuration();
    if (fault_ == Fault::other_start) c.centres[3].x *= 1 + 1e-15;
    if (done_ < 2) return c;
    if (fault_ == Fault::overlaps) c.centres[1] = c.centres[0];
    if (fault_ == Fault::loses_a_body) c.centres.pop_back();
    return c;
  }
  shapes::MoveStats stats() const override {
    shapes::MoveStats stats = inner_->stats();
    if (fault_ == Fault::tries_half) stats.translations.trials /= 2;
    if (fault_ == Fault::counts_twice) stats += inner_->stats();
    if (fault_ == Fault::accepts_more)
      stats.rotations.accepted = (stats.rotations.accepted + stats.rotations.trials) / 2;
    return stats;
  }
  std::size_t memory_bytes() const override { return inner_->memory_bytes(); }

 private:
  std::unique_ptr<shapes::Simulation> inner_;
  Configuration start_;
  Fault fault_;
  std::uint64_t done_ = 0;
};

const ShapeSystem& pentagons() { return shape_systems().at(2); }
const ShapeSystem& solid() { return shape_systems().back(); }

Request of_class(ProblemClass problem_class, int runs) {
  Request request;
  request.problem_class = problem_class;
  request.runs = runs;
  return request;
}

std::string verdict_on(Fault fault, const ShapeEntry& correct, CommonShapes& common,
                       const Request& request = of_class(ProblemClass::tiny, 3)) {
  shapes::ShapeScheme scheme = *correct.scheme;
  if (fault >= Fault::wide_steps) scheme.equals.clear();  // else its bits would tell
  scheme.start = [=, inner = scheme.start](const Configuration& c, shapes::RunParameters p) {
    if (fault == Fault::wide_steps) p.max_displacement *= 1.4;
    if (fault == Fault::never_rotates) p.translations = 1;
    if (fault == Fault::rarely_rotates) p.translations = 0.52;
    return std::make_unique<Faulty>(inner(c, p), fault);
  };
  ShapeEntry entry = correct;
  entry.scheme = &scheme;
  TimedShapes timed(request, entry, common);
  return time_alone(timed).back().note;
}

const ShapeScheme& serial() { return shapes::shape_scheme("hpmc/serial-tree"); }

std::string verdict_on(Fault fault) {
  static CommonShapes common(pentagons(), 1, 1);
  return verdict_on(fault, {&serial(), &pentagons(), 1, 1, {1, 1, 1}}, common);
}

/// 1024 disks in 2 x 2 domains.
std::string verdict_with_domains(Fault fault) {
  const ShapeSystem& disks = shape_systems().front();
  static CommonShapes common(disks, 2, 1);
  return verdict_on(fault, {&shapes::shape_scheme("hpmc/domains"), &disks, 2, 1, {2, 2, 1}},
                    common);
}

TEST(TimedShapes, FindsNothingWrongWithACorrectScheme) { EXPECT_EQ(verdict_on(Fault::none), ""); }
TEST(TimedShapes, CatchesAnotherFirstStep) {
  EXPECT_THAT(verdict_on(Fault::other_start), HasSubstr("first step is not that of"));
}
TEST(TimedShapes, CatchesTrialMovesNotMade) {
  EXPECT_THAT(verdict_on(Fault::tries_half), HasSubstr("trial moves, expected 4 sweeps of 64"));
}
TEST(TimedShapes, CatchesTrialMovesCountedTwice) {
  EXPECT_THAT(verdict_on(Fault::counts_twice), HasSubstr("trial moves, expected 4 sweeps of 64"));
  EXPECT_THAT(verdict_with_domains(Fault::counts_twice), HasSubstr("trial moves, expected 4"));
}
TEST(TimedShapes, CatchesSmallerAcceptance) {
  EXPECT_THAT(verdict_on(Fault::wide_steps), HasSubstr("fewer accepted in a sweep"));
  EXPECT_THAT(verdict_with_domains(Fault::wide_steps), HasSubstr("fewer accepted in a sweep"));
}
TEST(TimedShapes, CatchesAnotherShareOfRotations) {
  EXPECT_THAT(verdict_on(Fault::never_rotates), HasSubstr("were translations"));
  EXPECT_THAT(verdict_on(Fault::rarely_rotates), HasSubstr("were translations"));
}
TEST(TimedShapes, FindsNothingWrongWithDomains) {
  EXPECT_EQ(verdict_with_domains(Fault::none), "");
}
TEST(TimedShapes, CatchesAnotherAcceptance) {
  EXPECT_THAT(verdict_on(Fault::accepts_more), HasSubstr("accepted moves"));
}
TEST(TimedShapes, CatchesBodiesThatRest) {
  EXPECT_THAT(verdict_on(Fault::rests), HasSubstr("0 bodies have moved"));
}
TEST(TimedShapes, CatchesOverlap) {
  EXPECT_THAT(verdict_on(Fault::overlaps), HasSubstr("an overlap"));
}
TEST(TimedShapes, CatchesALostBody) {
  EXPECT_THAT(verdict_on(Fault::loses_a_body), HasSubstr("63 bodies are left of 64"));
}

TEST(TimedShapes, VerdictDoesNotDependOnHowManyStepsAreTimed) {
  CommonShapes common(pentagons(), 1, 5);
  const ShapeEntry entry{&serial(), &pentagons(), 1, 1, {1, 1, 1}};
  for (const Request& request : {of_class(ProblemClass::tiny, 1), of_class(ProblemClass::tiny, 5),
                                 of_class(ProblemClass::S, 3)}) {
    EXPECT_EQ(verdict_on(Fault::none, entry, common, request), "");
    EXPECT_THAT(verdict_on(Fault::wide_steps, entry, common, request), HasSubstr("fewer"));
  }
}

TEST(ShapeStart, IsAFunctionOfSystemSizeAndSeed) {
  const ShapeStart a = shape_start(solid(), 2, 3), b = shape_start(solid(), 2, 3);
  EXPECT_TRUE(a.steady);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.configuration.centres, b.configuration.centres);
}

TEST(ShapeStart, IsRelaxedWhereFiftyStepsAreNot) {
  // The tiling expands into its cages: acceptance falls from a quarter to a fifth.
  const auto early = [] {
    const auto run = serial().start(solid().lattice(2), solid().parameters());
    run->advance(50);
    return acceptance(run->stats().translations);
  };
  const ShapeStart start = shape_start(solid(), 2, 1);
  EXPECT_GT(early(), 1.1 * start.means.at(0));
}

TEST(ShapeStart, SaysWhenItIsNotInEquilibrium) {
  ShapeSystem system = solid();
  system.most_steps = 31;
  EXPECT_FALSE(shape_start(system, 2, 1).steady);
  CommonShapes common(system, 2, 1);
  TimedShapes timed(of_class(ProblemClass::tiny, 1), {&serial(), &system, 2, 1, {1, 1, 1}}, common);
  const ResultRecord record = time_alone(timed).at(0);
  EXPECT_EQ(record.verdict, Verdict::inconclusive);
  EXPECT_TRUE(std::isnan(record.value));
  EXPECT_THAT(record.note, HasSubstr("not in equilibrium"));
}

TEST(ShapeStart, CopiesFewBodiesWhereManyAreWanted) {
  for (const ShapeSystem& system : shape_systems()) {
    const int copies = copies_for(system, std::size_t{1} << 24);
    const int relaxed = relaxed_copies(system, copies);
    EXPECT_EQ(copies % relaxed, 0) << system.name;
    EXPECT_LE(system.bodies(relaxed), kCopiedBodies) << system.name;
    EXPECT_GE(system.bodies(relaxed), kCopiedBodies / 8) << system.name;
    EXPECT_EQ(relaxed_copies(system, system.copies[2]), system.copies[2]) << system.name;
  }
  const ShapeStart one = shape_start(solid(), 2, 1);
  const ShapeStart many = side_by_side(one, 3);
  EXPECT_EQ(many.configuration.size(), 27 * one.configuration.size());
  EXPECT_EQ(many.means, one.means);
  EXPECT_EQ(side_by_side(one, 1).configuration.centres, one.configuration.centres);
}

TEST(ShapeSystems, StartAtTheirPackingFractionAndSize) {
  for (const ShapeSystem& system : shape_systems()) {
    const int copies = system.copies[0];
    const ShapeStart start = shape_start(system, copies, 1);
    EXPECT_EQ(start.configuration.size(), system.bodies(copies)) << system.name;
    EXPECT_NEAR(start.configuration.packing_fraction(), system.packing, 1e-9) << system.name;
    EXPECT_NEAR(start.configuration.box.lx, system.side(copies), 1e-9) << system.name;
    // The published sizes of trial moves are those of about a fifth of translations accepted.
    EXPECT_NEAR(start.means.at(0), 0.21, 0.06) << system.name;
  }
}

TEST(ShapeSystems, CopiesAreLegalAndAsDense) {
  const Configuration one = shape_start(pentagons(), 1, 1).configuration;
  const Configuration nine = replicated(one, 3);
  EXPECT_EQ(nine.size(), 9 * one.size());
  EXPECT_NEAR(nine.packing_fraction(), one.packing_fraction(), 1e-12);
  EXPECT_NO_THROW(shapes::shape_scheme("hpmc/serial-tree").start(nine, pentagons().parameters()));
}

TEST(ShapeEntries, AreSchemesDomainsAndThreads) {
  Request request;
  request.threads = 2;
  std::vector<std::string> names;
  for (const int copies : shape_sizes(request, solid()))
    for (const ShapeEntry& entry : shape_entries(request, solid(), copies))
      names.push_back(entry.name());
  // Domains of 96 bodies would be less than three bodies wide.
  EXPECT_THAT(names, testing::IsSupersetOf(
                         {"hpmc/serial-tree/tetrahedra-octahedra/bodies:96/threads:1",
                          "hpmc/serial-tree/tetrahedra-octahedra/bodies:4116/threads:1",
                          "hpmc/domains/tetrahedra-octahedra/bodies:4116/threads:1",
                          "hpmc/domains/tetrahedra-octahedra/bodies:4116/threads:2",
                          "hpmc/ranks/tetrahedra-octahedra/bodies:4116/ranks:1/threads:1",
                          "hpmc/ranks/tetrahedra-octahedra/bodies:4116/ranks:16/threads:1"}));
  const auto of_few = [](const std::string& one) {
    return one.find("bodies:96/") != std::string::npos && one.find("domains") != std::string::npos;
  };
  EXPECT_EQ(std::count_if(names.begin(), names.end(), of_few), 0);
}

TEST(ShapeEntries, OfRanksEndWhereFrozenSlabsFillTheDomains) {
  Request request;
  request.problem_class = ProblemClass::W;
  request.filter = "hpmc/ranks";
  const ShapeSystem& dodecahedra = shape_systems().at(3);
  std::vector<int> ranks;
  for (const ShapeEntry& entry : shape_entries(request, dodecahedra, 4)) {
    EXPECT_EQ(entry.domains[0] * entry.domains[1] * entry.domains[2], entry.ranks);
    EXPECT_GT(entry.active_share(), 0.05);
    ranks.push_back(entry.ranks);
  }
  EXPECT_THAT(ranks, testing::ElementsAre(1, 2, 4, 8, 16, 24, 48, 96));
  ranks.clear();
  for (const ShapeEntry& entry : shape_entries(request, dodecahedra, 1))
    ranks.push_back(entry.ranks);
  EXPECT_THAT(ranks, testing::ElementsAre(1, 2));
}

TEST(ShapeEntries, ShareOfActiveBodies) {
  const ShapeEntry cut{&shapes::shape_scheme("hpmc/domains"), &solid(), 7, 2, {2, 1, 1}};
  EXPECT_NEAR(cut.active_share(), 1 - 2 * std::sqrt(2) / solid().side(7), 1e-9);
}

TEST(ShapeJobs, WriteRatesOnThreadsAndAreResumed) {
  const fs::path out =
      fs::temp_directory_path() / fmt::format("touchstone-hpmc-{}.jsonl", getpid());
  fs::remove(out);
  Request request;
  request.problem_class = ProblemClass::tiny;
  request.family = "hpmc";
  request.filter = "hpmc/[!o]*";  // not the overlap tests
  request.threads = 2;
  request.disks = {256};
  request.runs = 2;
  request.out = out.string();
  std::ostringstream text;
  ASSERT_EQ(run(request, text), 0) << text.str();
  const auto written = read_results(request.out);
  bool domains = false, ranks = false;
  std::map<std::string, double> parts, wholes;  // of trial moves in single precision, by system
  double most_support = 0;
  for (const nlohmann::json& r : written) {
    const double value = r.at("value").get<double>();
    if (r.at("metric") == kSupport) most_support = std::max(most_support, value);
    if (r.at("metric") == kPartOfMove && r.at("scheme") == "hpmc/serial-tree") {
      parts[r.at("params").at("system")] += value;
      wholes[r.at("params").at("system")] = r.at("params").at("whole").get<double>();
    }
    if (r.at("metric") != kMovesPerSecond) continue;
    EXPECT_GT(value, 0);
    const bool turned = r.at("params").contains("acceptance_rotations");
    const std::string system = r.at("params").at("system");
    EXPECT_EQ(turned, system != "disks" && system != "spheres");
    domains |= r.at("scheme") == "hpmc/domains";
    if (r.at("scheme") != "hpmc/ranks" || r.at("ranks") != 2) continue;
    ranks = true;
    const nlohmann::json& step = r.at("params").at("rank_step");
    EXPECT_GT(step.at("most_bytes").get<double>(), 0);
    EXPECT_GE(step.at("most_sweep_seconds").get<double>(), step.at("sweep_seconds").get<double>());
    EXPECT_DOUBLE_EQ(step.at("bodies").get<double>(),
                     r.at("params").at("bodies").get<double>() / 2);
  }
  EXPECT_TRUE(domains);
  EXPECT_TRUE(ranks);
  EXPECT_GT(most_support, 0);
  EXPECT_EQ(parts.size(), 3u);  // pentagons, dodecahedra, tetrahedra with octahedra
  for (const auto& [system, whole] : wholes) EXPECT_GT(parts[system], 0.3 * whole) << system;
  request.resume = true;
  ASSERT_EQ(run(request, text), 0);
  EXPECT_EQ(read_results(request.out).size(), written.size());
  fs::remove(out);
}

}  // namespace
}  // namespace touchstone::benchmarks::hpmc
