#include "benchmarks/overlap/overlap_session.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <sstream>

#include "benchmarks/overlap/overlap_places.hpp"
#include "models/core/results.hpp"

namespace touchstone::benchmarks::overlap {
namespace {

TEST(OverlapPlaces, HoldEveryClassAndBothAnswers) {
  std::set<shapes::BodyClass> classes;
  for (const TimedPair& pair : timed_pairs()) {
    classes.insert(class_of(pair.a));
    classes.insert(class_of(pair.b));
    const auto test = prepare(pair.a, pair.b);
    int meet = 0;
    const auto all = places(pair, 1, 200);
    for (const Place& p : all) meet += test->overlaps(p.q_a, p.q_b, p.r) ? 1 : 0;
    EXPECT_GT(meet, 10) << pair.name;
    EXPECT_LT(meet, 190) << pair.name;
  }
  EXPECT_EQ(classes.size(), shapes::kBodyClasses);
}

TEST(OverlapSession, TimesEveryAlgorithmOnce) {
  const auto path =
      std::filesystem::temp_directory_path() / ("overlap_" + std::to_string(::getpid()) + ".jsonl");
  Request request;
  request.problem_class = ProblemClass::tiny;
  request.filter = "hpmc/overlap-*-polygons";
  request.out = path.string();
  request.runs = 1;
  std::ostringstream text;
  std::ostringstream listed;
  family().list(request, listed);
  EXPECT_EQ(family().run(request, text), ExitCode::pass) << text.str();
  std::set<std::string> found;
  for (const auto& record : read_results(path.string())) {
    EXPECT_GT(record.at("value").get<double>(), 0);
    const std::string name = record.at("scheme").get<std::string>() + "/" +
                             record.at("params").at("bodies_tested").get<std::string>();
    EXPECT_TRUE(found.insert(name).second) << name;
    EXPECT_NE(listed.str().find(name + "\n"), std::string::npos);
  }
  EXPECT_GE(found.size(), 20u);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace touchstone::benchmarks::overlap
