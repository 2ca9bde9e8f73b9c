// Files of overlap cases whose cases are none.
#include <gtest/gtest.h>

#include <string>

#include "checkers/hpmc/hostile_cases.hpp"

namespace touchstone::hpmc {
namespace {

std::vector<Hostile> bad_cases() {
  const std::string own = R"("a": 0, "b": 0, )";
  const std::string one = R"({"id": 7, "a": 0, "b": 0, )" + kPlaced + "}";
  return {
      {"two cases of one id", file_of(shape("Sphere", R"({"diameter": 1})"), one + "," + one),
       "file: cases[1]: id: expected one that no earlier case has, found 7"},
      {"no b", pair(R"("a": 0, )" + kPlaced), "key 'b': expected a value, found none"},
      {"a shape that is not there", pair(R"("a": 0, "b": 9, )" + kPlaced),
       "file: cases[0] (id 7): b: expected the id of a shape of the file, found number 9"},
      {"a name for a shape", pair(R"("a": 0, "b": "ball", )" + kPlaced), "b: expected an integer"},
      {"another class", pair(R"("shape_class": "Sphere", "a": 0, "b": 3, )" + kPlaced),
       "b: expected a shape of class Sphere, found shape 3 of class Ellipsoid"},
      {"the classes exchanged",
       pair(R"("shape_class": ["Ellipsoid", "Sphere"], "a": 0, "b": 3, )" + kPlaced),
       "a: expected a shape of class Ellipsoid, found shape 0 of class Sphere"},
      {"three classes", pair(R"("shape_class": ["Sphere", "Sphere", "Sphere"], )" + own + kPlaced),
       "shape_class: expected a class, or a list of two"},
      {"no classes", pair(R"("shape_class": [], )" + own + kPlaced), "a class, or a list of two"},
      {"a class that is null in a list",
       pair(R"("shape_class": [null, "Sphere"], )" + own + kPlaced),
       "shape_class: expected a text, or a list of texts"},
      {"plane and space", pair(R"("a": 0, "b": 1, )" + kPlaced),
       "bodies: expected two of the plane, or two of space"},
      {"two classes that do not meet", pair(R"("a": 2, "b": 4, )" + kPlaced),
       "file: cases[0] (id 7, Ellipse + ConvexPolygon): bodies: expected a pair that an algorithm "
       "takes: ellipse meets one of disk, ellipse, found convex polygon"},
      {"no orientation", pair(own + R"("q_b": [1,0,0,0], "r_ab": [2,0,0])"), "key 'q_a'"},
      {"a quaternion of 0", pair(own + R"("q_a": [0,0,0,0], "q_b": [1,0,0,0], "r_ab": [2,0,0])"),
       "q_a: expected a unit quaternion"},
      {"a quaternion of length 2",
       pair(own + R"("q_a": [1,1,1,1], "q_b": [1,0,0,0], "r_ab": [2,0,0])"),
       "q_a: expected a unit"},
      {"a quaternion of huge numbers",
       pair(own + R"("q_a": [1e200,0,0,0], "q_b": [1,0,0,0], "r_ab": [2,0,0])"), "q_a[0]"},
      {"three numbers of a quaternion",
       pair(own + R"("q_a": [1,0,0], "q_b": [1,0,0,0], "r_ab": [2,0,0])"),
       "q_a: expected 4 numbers"},
      {"an angle for a quaternion", pair(own + R"("q_a": 0.5, "q_b": [1,0,0,0], "r_ab": [2,0,0])"),
       "q_a: expected a list, found number 0.5"},
      {"two numbers of a distance",
       pair(own + R"("q_a": [1,0,0,0], "q_b": [1,0,0,0], "r_ab": [2,0])"),
       "r_ab: expected 3 numbers"},
      {"a distance beyond double precision",
       pair(own + R"("q_a": [1,0,0,0], "q_b": [1,0,0,0], "r_ab": [0,1e400,0])"),
       "file: cases[0]: r_ab[1]: number: expected one below 1.8e308"},
      {"a distance out of the plane",
       pair(R"("a": 1, "b": 2, "q_a": [1,0,0,0], "q_b": [1,0,0,0], "r_ab": [2,0,1])"),
       "r_ab: expected a third number of 0"},
      {"an orientation out of the plane",
       pair(R"("a": 1, "b": 2, "q_a": [0,1,0,0], "q_b": [1,0,0,0], "r_ab": [2,0,0])"),
       "q_a: expected a rotation about z"},
      {"an orientation a little more than rounding out of the plane",
       pair(R"("a": 1, "b": 2, "q_a": [1,2e-15,0,0], "q_b": [1,0,0,0], "r_ab": [2,0,0])"),
       "q_a: expected a rotation about z: [s, 0, 0, z] (at most 1.8e-15 of its length"},
      {"a distance a little more than rounding out of the plane",
       pair(R"("a": 1, "b": 2, "q_a": [1,0,0,0], "q_b": [1,0,0,0], "r_ab": [2,0,5e-15])"),
       "r_ab: expected a third number of 0"},
      {"an answer in words", pair(own + kPlaced + R"(, "overlap": "no")"),
       "overlap: expected true or false"},
      {"a margin in words", pair(own + kPlaced + R"(, "margin": "none")"),
       "margin: expected a number"},
      {"tags that are numbers", pair(own + kPlaced + R"(, "tags": [1])"),
       "tags: expected a text, or"},
      {"a misspelt key", pair(own + kPlaced + R"(, "overlaps": true)"),
       "key 'overlaps': expected one of"},
      {"a key of a million letters",
       pair(own + kPlaced + ", \"" + std::string(1000000, 'k') + "\": 1"),
       "kkk...': expected one of"},
      {"a number for a distance of a million digits",
       pair(own + R"("q_a": [)" + std::string(1000000, '9') + "]"), "number: expected one below"},
  };
}

TEST(HostilePairs, AreRefusedInOneLine) { expect_refused_in_one_line(bad_cases()); }

}  // namespace
}  // namespace touchstone::hpmc
