// Files of cases: what is refused and what is read all the same, and what is said about it.
#include "suite/overlap_cases/cases.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "models/core/errors.hpp"
#include "suite/overlap_cases/small_files.hpp"

namespace touchstone::shapes {
namespace {

using Lines = std::vector<std::string>;

/// The first error about a file, the whole or a part, as a strict reader finds it.
std::string first_error(const std::string& text) {
  try {
    const CaseFile file = cases_of(text, true);
    return file.remarks.refused.empty() ? "accepted" : file.remarks.refused.front();
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(CaseFile, SaysWhatIsWrongAndWhere) {
  const std::string head = R"({"format": "touchstone-overlap/1", )";
  const auto ball = [&](const std::string& params) {
    return file_with({shape(1, "Sphere", params)}, {});
  };
  const auto with_case = [&](const std::string& rest) {
    return file_with({shape(3, "Sphere", R"({"diameter": 1})")}, {R"({"id": 9, )" + rest + "}"});
  };
  const struct {
    std::string text;
    const char* words;
  } cases[] = {
      {"{", "file: not JSON"},
      {"[]", "file: value: expected an object, found array"},
      {R"({"format": "other/2"})", "file: format: expected 'touchstone-overlap/1'"},
      {R"({"format": 7})", "file: format: expected a text, found number 7"},
      {head + R"("cases": []})", "key 'shapes': expected a value, found none"},
      {head + R"("shapes": [], "cases": [], "case": []})", "file: key 'case': expected one of"},
      {file_with({shape(1, "Spere", "{}")}, {}), "the nearest is 'Sphere'"},
      {ball(R"({"diametr": 1})"), "shapes[0] (id 1, Sphere): params: key 'diametr'"},
      {ball(R"({"diameter": 0})"), "radius: expected a positive finite number, found 0"},
      {file_with({shape(1, "ConvexPolygon", R"({"vertices": [[0,0],[1]]})")}, {}),
       "vertices[1]: expected two numbers, found array [1]"},
      {file_with({shape(1, "Polyhedron", R"({"vertices": [], "faces": [[0,1,2]]})")}, {}),
       "vertices: expected at least one point, found array []"},
      {with_case(R"("a": 3, "b": 4)"), "cases[0] (id 9): b: expected the id of a shape"},
      {with_case(R"("a": 3, "b": 3, "q_a": [1,0,0], "q_b": [1,0,0,0], "r_ab": [0,0,0])"),
       "q_a: expected 4 numbers"},
      {with_case(R"("a": 3, "b": 3, "q_a": [2,0,0,0], "q_b": [1,0,0,0], "r_ab": [0,0,0])"),
       "q_a: expected a unit quaternion"},
      {with_case(R"("a": 3, "b": 3, "q_a": [1,0,0,0], "q_b": [1,0,0,0], "r_ab": [0,"x",0])"),
       "r_ab[1]: expected a number, found string"},
  };
  for (const auto& one : cases) {
    const std::string error = first_error(one.text);
    EXPECT_NE(error.find(one.words), std::string::npos) << one.words << "\n" << error;
  }
}

TEST(CaseFile, ReadsWhatIsNotRefusedAndNamesWhatIs) {
  const std::string ball = R"({"diameter": 1})";
  const CaseFile file =
      cases_of(file_with({shape(5, "Sphere", R"({"diameter": -1})"), shape(6, "Sphere", ball), "7",
                          shape(8, "Disk", R"({"diameter": 0})")},
                         {placed(1, 6, 6), placed(2, 5, 6), placed(3, 6, 8), "null",
                          placed(4, 6, 6, "[2, 0, 0, 0]"), placed(5, 6, 6)}));
  ASSERT_EQ(file.shapes.size(), 1u);
  EXPECT_EQ(file.stated_shapes, 4u);
  ASSERT_EQ(file.cases.size(), 2u);
  EXPECT_EQ(file.stated_cases, 6u);
  EXPECT_EQ(file.cases[0].id, 1);
  EXPECT_EQ(file.cases[1].id, 5);
  EXPECT_EQ(file.shapes[file.cases[1].b].id, 6);
  const Lines expected{
      "file: shapes[0] (id 5, Sphere) (ball): radius: expected a positive finite number, found "
      "-0.5",
      "file: shapes[2]: value: expected an object, found number 7",
      "file: shapes[3] (id 8, Disk) (disk): radius: expected a positive finite number, found 0",
      "file: cases[1] (id 2): a: expected the id of a shape that is not refused, found number 5",
      "file: cases[2] (id 3): b: expected the id of a shape that is not refused, found number 8",
      "file: cases[3]: value: expected an object, found null null",
      "file: cases[4] (id 4, Sphere): q_a: expected a unit quaternion [s, x, y, z], found array "
      "[2,0,0,0]"};
  EXPECT_EQ(file.remarks.refused, expected);
}

// Which of two shapes a case means cannot be known.
TEST(CaseFile, AnswersNoCaseWhoseShapeHasAnIdOfAnother) {
  const std::string ball = R"({"diameter": 1})";
  const CaseFile file = cases_of(file_with({shape(1, "Sphere", ball), shape(2, "Sphere", ball),
                                            shape(1, "Sphere", R"({"diameter": 2})")},
                                           {placed(1, 1, 2), placed(2, 2, 2), placed(2, 2, 2)}));
  ASSERT_EQ(file.cases.size(), 1u);
  EXPECT_EQ(file.cases[0].id, 2);
  const Lines expected{
      "file: shapes[2]: id: expected one that no earlier shape has, found 1",
      "file: cases[0] (id 1): a: expected the id of a shape that is not refused, found number 1",
      "file: cases[2]: id: expected one that no earlier case has, found 2"};
  EXPECT_EQ(file.remarks.refused, expected);
}

const char* const kUnknownKeys = R"({"format": "touchstone-overlap/1", "softwear": "mine",
  "shapes": [{"id": 1, "shape_class": "Sphere", "params": {"diameter": 1, "diametre": 2}},
             {"id": 2, "shape_class": "Sphere", "params": {"diameter": 1, "diametre": 2}}],
  "cases": [{"id": 1, "a": 1, "b": 2, "q_a": [1,0,0,0], "q_b": [1,0,0,0], "r_ab": [1,0,0],
             "overlaps": true}]})";

TEST(CaseFile, WarnsOfKeysThatItDoesNotUse) {
  const CaseFile file = cases_of(kUnknownKeys);
  EXPECT_EQ(file.cases.size(), 1u);
  EXPECT_EQ(file.remarks.refused, Lines{});
  const Lines expected{
      "file: key 'softwear' is unknown and not used; the nearest is 'source'",
      "file: shapes[0] (id 1, Sphere): params and 1 more place: key 'diametre' is unknown and not "
      "used; the nearest is 'diameter'",
      "file: cases[0]: key 'overlaps' is unknown and not used; the nearest is 'overlap'"};
  EXPECT_EQ(file.remarks.warnings.lines(), expected);
}

TEST(CaseFile, StrictlyReadHasNoKeysThatAreUnknown) {
  EXPECT_THROW(cases_of(kUnknownKeys, true), InputError);
  std::string known_top = kUnknownKeys;
  known_top.replace(known_top.find("softwear"), 8, "source");
  const CaseFile file = cases_of(known_top, true);
  EXPECT_EQ(file.remarks.warnings.lines(), Lines{});
  EXPECT_EQ(file.shapes.size(), 0u);
  ASSERT_EQ(file.remarks.refused.size(), 3u);
  EXPECT_EQ(file.remarks.refused[0],
            "file: shapes[0] (id 1, Sphere): params: key 'diametre': expected one of diameter, "
            "orientable, found an unknown key; the nearest is 'diameter'");
}

TEST(CaseFile, WithoutAnythingOddIsReadWithoutARemark) {
  const CaseFile file =
      cases_of(file_with({shape(1, "Disk", R"({"diameter": 1})")}, {placed(1, 1, 1)}));
  EXPECT_EQ(file.cases.size(), 1u);
  EXPECT_EQ(file.remarks.refused, Lines{});
  EXPECT_EQ(file.remarks.warnings.lines(), Lines{});
  EXPECT_EQ(file.remarks.notes.lines(), Lines{});
}

}  // namespace
}  // namespace touchstone::shapes
