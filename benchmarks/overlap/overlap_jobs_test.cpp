#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <sstream>

#include "benchmarks/overlap/overlap_places.hpp"
#include "benchmarks/session.hpp"
#include "suite/results.hpp"

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

TEST(OverlapJobs, TimeEveryAlgorithmOnce) {
  const auto path =
      std::filesystem::temp_directory_path() / ("overlap_" + std::to_string(::getpid()) + ".jsonl");
  Request request;
  request.problem_class = ProblemClass::tiny;
  request.filter = "hpmc/overlap-*-polygons";
  request.out = path.string();
  request.runs = 1;
  std::ostringstream text;
  std::ostringstream listed;
  list(request, listed);
  EXPECT_EQ(run(request, text), 0) << text.str();
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

class Opposite final : public shapes::PairOverlap {
 public:
  explicit Opposite(std::unique_ptr<shapes::PairOverlap> inner) : inner_(std::move(inner)) {}
  bool overlaps(const shapes::Orientation& a, const shapes::Orientation& b,
                shapes::Vec3 r_ab) const override {
    return !inner_->overlaps(a, b, r_ab);
  }

 private:
  std::unique_ptr<shapes::PairOverlap> inner_;
};

// Alone, too: the judge of its answers need not be timed beside it.
TEST(OverlapJobs, WrongAnswersHaveNoRate) {
  ASSERT_TRUE(shapes::register_overlap(
      {.info = {.name = "stranger/ellipses", .source = "here"},
       .takes = shapes::any_of_classes({shapes::BodyClass::ellipse}),
       .prepare = [](const shapes::Body& a,
                     const shapes::Body& b) -> std::unique_ptr<shapes::PairOverlap> {
         return std::make_unique<Opposite>(shapes::prepare(a, b));
       },
       .speed = -100}));
  Request request;
  request.problem_class = ProblemClass::tiny;
  request.filter = "stranger/ellipses";
  request.runs = 1;
  std::ostringstream text;
  EXPECT_EQ(run(request, text), 1);
  EXPECT_NE(text.str().find("not timed: place 0: other answer"), std::string::npos) << text.str();
}

}  // namespace
}  // namespace touchstone::benchmarks::overlap
