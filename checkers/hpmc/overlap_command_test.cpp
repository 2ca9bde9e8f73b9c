// The verb `overlap`: what it prints where, and its exit codes.
#include "checkers/hpmc/overlap_command.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "models/core/errors.hpp"
#include "models/core/source_tree.hpp"
#include "suite/overlap_cases/small_files.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::file_with;
using shapes::placed;
using shapes::shape;

struct Said {
  int code;
  std::string answers;
  std::string errors;
};

Said say(const OverlapRequest& request, const std::string& file) {
  std::istringstream stream(file);
  std::ostringstream answers;
  std::ostringstream errors;
  const int code = run_overlap(request, stream, answers, errors);
  return {code, answers.str(), errors.str()};
}
Said say(const std::string& file) { return say({.cases = "file"}, file); }

Said say_about_data(const std::string& name, OverlapRequest request = {}) {
  request.cases = (source_tree() / "validation/data" / name).string();
  std::ostringstream answers;
  std::ostringstream errors;
  const int code = run_overlap(request, answers, errors);
  return {code, answers.str(), errors.str()};
}

bool has(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

/// Lines of a text, without their signatures.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    all.push_back(line.substr(line.find(": ") + 2));
  return all;
}

const std::string kBall = R"({"diameter": 1})";

TEST(OverlapCommand, AllAlgorithmsGiveTheAnswersOfTheSamples) {
  const Said sample = say_about_data("hpmc_overlap_cases.json", {.strict = true});
  EXPECT_EQ(sample.code, 0) << sample.answers;
  EXPECT_TRUE(has(sample.answers, "44 cases, "));
  EXPECT_TRUE(has(sample.answers, ", 0 wrong"));
  EXPECT_EQ(lines_of(sample.errors).size(), 1u) << sample.errors;
  EXPECT_TRUE(has(sample.errors,
                  "shapes[11] (id 11, Polyhedron): params and 1 more place: faces: "
                  "normals that point inward; these faces are turned"));
  EXPECT_EQ(say_about_data("hpmc_overlap_example.json", {.strict = true}).errors, "");
}

TEST(OverlapCommand, ComparesMarginsOfTheFileAndJudgesNothingWhereThereIsNoCase) {
  const auto with_margin = [](const char* margin) {
    std::string apart = placed(1, 0, 0);
    apart.insert(apart.size() - 1, std::string(R"(, "overlap": false, "margin": )") + margin);
    return file_with({shape(0, "Sphere", kBall)}, {apart});
  };
  EXPECT_EQ(say(with_margin("0.5")).code, 0);
  const Said wrong = say(with_margin("0.7"));
  EXPECT_EQ(wrong.code, 1);
  EXPECT_TRUE(has(wrong.answers, "WRONG MARGIN")) << wrong.answers;
  const Said nothing = say(file_with({shape(0, "Sphere", kBall)}, {}));
  EXPECT_EQ(nothing.code, 3);
  EXPECT_EQ(nothing.errors, "touchstone_checkers: file: nothing was judged: there are no cases\n");
}

TEST(OverlapCommand, WritesVerdictsAsJunitDoes) {
  const std::string junit = testing::TempDir() + "overlap-junit.xml";
  std::string wrong = placed(1, 0, 0);
  wrong.insert(wrong.size() - 1, R"(, "overlap": false, "margin": 0.7)");
  const Said all =
      say({.cases = "file", .junit = junit},
          file_with({shape(0, "Sphere", kBall), shape(1, "Sphere", R"({"diameter": 0})")},
                    {wrong, placed(2, 0, 1)}));
  EXPECT_EQ(all.code, 2);
  std::ifstream stream(junit);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_TRUE(has(text, R"(name="case 1, Sphere")")) << text;
  EXPECT_TRUE(has(text, "fail: WRONG MARGIN")) << text;
  EXPECT_TRUE(has(text, R"(classname="file" name="refused")")) << text;
}

TEST(OverlapCommand, WritesOneObjectPerLine) {
  const Said sample =
      say_about_data("hpmc_overlap_cases.json", {.algorithm = "*exact*", .json = true});
  std::istringstream lines(sample.answers);
  std::string line;
  std::size_t count = 0;
  while (std::getline(lines, line)) {
    ++count;
    const auto json = nlohmann::json::parse(line);
    for (const char* key : {"id", "overlap", "margin", "algorithm"})
      EXPECT_TRUE(json.contains(key)) << line;
  }
  EXPECT_GT(count, 30u);
}

TEST(OverlapCommand, RefusesPatternsAndFilesThatMakeNoSense) {
  std::ostringstream text;
  EXPECT_THROW(say_about_data("hpmc_overlap_cases.json", {.algorithm = "hpmc/overlap-exat"}),
               InputError);
  EXPECT_THROW(run_overlap({.cases = "no/such/file.json"}, text, text), InputError);
  EXPECT_THROW(say("{"), InputError);
  EXPECT_THROW(say("[]"), InputError);
  EXPECT_THROW(say(R"({"format": "touchstone-overlap/1", "shapes": {}, "cases": []})"), InputError);
}

const std::string kPartlyRefused = file_with(
    {shape(1, "Sphere", kBall), shape(2, "Sphere", R"({"diameter": 0})"),
     shape(3, "ConvexPolygon", R"({"vertices": [[-1, -1], [1, -1], [0, 1]]})"),
     shape(4, "Ellipse", R"({"a": 1, "b": 2})")},
    {placed(1, 1, 1), placed(2, 1, 2), placed(3, 3, 4), placed(4, 3, 1), placed(5, 3, 3)});

TEST(OverlapCommand, AnswersAllCasesButThoseThatItRefusesAndNames) {
  const Said all = say(kPartlyRefused);
  EXPECT_EQ(all.code, 2);
  EXPECT_TRUE(has(all.answers, "    1  Sphere                 apart")) << all.answers;
  EXPECT_TRUE(has(all.answers, "    5  ConvexPolygon          overlap")) << all.answers;
  EXPECT_TRUE(has(all.answers, "\n2 cases, ")) << all.answers;
  for (const char* refused : {"\n    2 ", "\n    3 ", "\n    4 "})
    EXPECT_FALSE(has(all.answers, refused)) << all.answers;
  const std::vector<std::string> expected{
      "file: shapes[1] (id 2, Sphere) (ball): radius: expected a positive finite number, found 0",
      "file: cases[1] (id 2): b: expected the id of a shape that is not refused, found number 2",
      "file: cases[3] (id 4, ConvexPolygon + Sphere): bodies: expected two of the plane, or two of "
      "space, found one of 2 and one of 3 dimensions",
      "file: cases[2] (id 3, ConvexPolygon + Ellipse): bodies: expected a pair that an algorithm "
      "takes: convex polygon meets one of disk, convex polygon, spheropolygon, simple polygon, "
      "found "
      "ellipse",
      "file: 2 of 5 cases are answered; refused are 1 of 4 shapes and 3 of the cases"};
  EXPECT_EQ(lines_of(all.errors), expected);
  EXPECT_EQ(all.errors.rfind("touchstone", 0), 0u) << "signed: " << all.errors;
}

TEST(OverlapCommand, AnswersInJsonAreNotMixedWithWhatIsRefused) {
  const Said all = say({.cases = "file", .json = true}, kPartlyRefused);
  EXPECT_EQ(all.code, 2);
  std::istringstream lines(all.answers);
  std::set<int> ids;
  for (std::string line; std::getline(lines, line);)
    ids.insert(nlohmann::json::parse(line).at("id").get<int>());
  EXPECT_EQ(ids, (std::set<int>{1, 5}));
  EXPECT_TRUE(has(all.errors, "2 of 5 cases are answered")) << all.errors;
}

// Refused cases may hide more wrong answers: the exit code is the worse one.
TEST(OverlapCommand, EndsWithBadInputThoughAnAnswerIsWrong) {
  std::string wrong = placed(1, 1, 1);
  wrong.insert(wrong.size() - 1, R"(, "overlap": true)");
  const Said all = say(file_with({shape(1, "Sphere", kBall)}, {wrong, placed(2, 1, 9)}));
  EXPECT_TRUE(has(all.answers, "WRONG")) << all.answers;
  EXPECT_EQ(all.code, 2);
  const Said none = say(file_with({shape(1, "Sphere", "{}")}, {placed(2, 1, 1)}));
  EXPECT_EQ(none.code, 2);
  EXPECT_TRUE(has(none.errors, "file: nothing was judged: all cases are refused\n"));
  EXPECT_EQ(say(file_with({shape(1, "Sphere", "{}")}, {})).code, 2);
}

TEST(OverlapCommand, WarnsOfUnknownKeysUnlessItIsStrict) {
  const std::string file =
      file_with({shape(1, "Sphere", R"({"diameter": 1, "radius": 1})")}, {placed(1, 1, 1)});
  const Said lenient = say(file);
  EXPECT_EQ(lenient.code, 0);
  EXPECT_TRUE(has(lenient.answers, "1 cases, "));
  EXPECT_EQ(
      lines_of(lenient.errors),
      std::vector<std::string>{"warning: file: shapes[0] (id 1, Sphere): params: key "
                               "'radius' is unknown and not used; the nearest is 'diameter'"});
  const Said strict = say({.cases = "file", .strict = true}, file);
  EXPECT_EQ(strict.code, 2);
  EXPECT_TRUE(has(strict.errors,
                  "key 'radius': expected one of diameter, orientable, found an "
                  "unknown key; the nearest is 'diameter'"))
      << strict.errors;
}

/// Two bodies along x, the second of diameter 1, a hair nearer and farther than contact.
std::string about_contact(const std::string& shape_class, const std::string& params,
                          double distance) {
  return file_with({shape(1, shape_class, params), shape(2, "Sphere", kBall)},
                   {placed(1, 1, 2, "[1, 0, 0, 0]", fmt::format("[{}, 0, 0]", distance - 1e-3)),
                    placed(2, 1, 2, "[1, 0, 0, 0]", fmt::format("[{}, 0, 0]", distance + 1e-3))});
}

TEST(OverlapCommand, AnswersAboutBodiesThatItCompletedAsAboutTheSameBodiesInFull) {
  const struct {
    const char* shape_class;
    const char* params;
    double contact;  ///< with a ball of radius 0.5
  } bodies[] = {
      {"ConvexSpheropolyhedron", R"({"vertices": [], "sweep_radius": 0.25})", 0.75},
      {"FacetedEllipsoid", R"({"a": 1, "b": 1, "c": 1, "normals": [[1, 0, 0]], "offsets": [0.5]})",
       0},
  };
  for (const auto& body : bodies) {
    const Said said = say(about_contact(body.shape_class, body.params, body.contact));
    EXPECT_EQ(said.code, 0) << said.errors;
    EXPECT_TRUE(has(said.errors, ": note: file: shapes[0]")) << said.errors;
    std::istringstream lines(said.answers);
    int answers = 0;
    for (std::string line; std::getline(lines, line);) {
      if (!has(line, "hpmc/overlap-")) continue;  // no answer: the first and the last line
      EXPECT_TRUE(has(line, line.rfind("    1", 0) == 0 ? " overlap " : " apart ")) << line;
      ++answers;
    }
    EXPECT_GE(answers, 4) << "at least two algorithms";
  }
}

TEST(OverlapCommand, AnswersAboutATiltOfRoundingAsAboutNone) {
  const std::string square =
      shape(1, "ConvexPolygon", R"({"vertices": [[-0.5,-0.5],[0.5,-0.5],[0.5,0.5],[-0.5,0.5]]})");
  const auto answers = [&](const std::string& q) {
    const Said said = say(file_with({square}, {placed(1, 1, 1, q, "[1.1, 0.2, 0]")}));
    EXPECT_EQ(said.code, 0) << said.errors;
    return said.answers;
  };
  EXPECT_EQ(answers("[0.8, 1e-17, -2e-17, 0.6]"), answers("[0.8, 0, 0, 0.6]"));
}

}  // namespace
}  // namespace touchstone::hpmc
