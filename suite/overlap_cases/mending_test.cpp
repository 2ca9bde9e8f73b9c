// Bodies that the reader of a file completes or mends, and that it says so.
#include "suite/overlap_cases/mending.hpp"

#include <gtest/gtest.h>

#include "suite/overlap_cases/small_files.hpp"

namespace touchstone::shapes {
namespace {

using Lines = std::vector<std::string>;

CaseFile with_body(const std::string& shape_class, const std::string& params) {
  return cases_of(file_with({shape(4, shape_class, params)}, {}));
}

std::string cut_ball(const std::string& planes) {
  return R"({"a": 1, "b": 1, "c": 1, )" + planes + "}";
}

TEST(Mending, ComputesAnInnerPointWherePlanesCutTheOriginOff) {
  const CaseFile file =
      with_body("FacetedEllipsoid", cut_ball(R"("normals": [[1, 0, 0]], "offsets": [0.5])"));
  ASSERT_EQ(file.shapes.size(), 1u);
  const auto& body = std::get<FacetedEllipsoid>(file.shapes[0].body);
  EXPECT_LT(body.origin.x, -0.5);
  EXPECT_LT(norm(body.origin), 1);
  const Lines notes = file.remarks.notes.lines();
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0], fmt::format("file: shapes[0] (id 4, FacetedEllipsoid): params: origin: not "
                                  "stated, and (0, 0, 0) is not inside; the inner point ({:.17g}, "
                                  "{:.17g}, {:.17g}) is computed, which moves nothing",
                                  body.origin.x, body.origin.y, body.origin.z));
}

TEST(Mending, LeavesAnInnerPointThatIsStatedOrNotNeeded) {
  for (const char* planes :
       {R"("normals": [[1, 0, 0]], "offsets": [-0.3])", R"("normals": [], "offsets": [])",
        R"("normals": [[1, 0, 0]], "offsets": [-0.3], "origin": null)"}) {
    const CaseFile file = with_body("FacetedEllipsoid", cut_ball(planes));
    ASSERT_EQ(file.shapes.size(), 1u) << planes;
    EXPECT_EQ(std::get<FacetedEllipsoid>(file.shapes[0].body).origin, Vec3{}) << planes;
    EXPECT_EQ(file.remarks.notes.lines(), Lines{}) << planes;
  }
  const CaseFile stated =
      with_body("FacetedEllipsoid",
                cut_ball(R"("normals": [[1, 0, 0]], "offsets": [0.5], "origin": [-0.6, 0.1, 0])"));
  ASSERT_EQ(stated.shapes.size(), 1u);
  EXPECT_EQ(std::get<FacetedEllipsoid>(stated.shapes[0].body).origin, (Vec3{-0.6, 0.1, 0}));
  EXPECT_EQ(stated.remarks.notes.lines(), Lines{});
}

TEST(Mending, RefusesAnInnerPointThatIsStatedOutsideAndPlanesThatLeaveNothing) {
  const std::pair<const char*, const char*> bodies[] = {
      {R"("normals": [[1, 0, 0]], "offsets": [0.5], "origin": [0, 0, 0])",
       "origin: expected a point inside plane 0, found (0, 0, 0)"},
      {R"("normals": [[1, 0, 0]], "offsets": [1])",
       "planes: expected some of the ellipsoid left inside all of them, found none that holds a "
       "ball of radius 1e-08 where the ellipsoid is the unit ball"},
      {R"("normals": [[1, 0, 0], [-1, 0, 0]], "offsets": [0.2, -0.1])", "planes: expected some"}};
  for (const auto& [planes, words] : bodies) {
    const CaseFile file = with_body("FacetedEllipsoid", cut_ball(planes));
    EXPECT_EQ(file.shapes.size(), 0u) << planes;
    ASSERT_EQ(file.remarks.refused.size(), 1u) << planes;
    EXPECT_NE(file.remarks.refused[0].find(words), std::string::npos) << file.remarks.refused[0];
  }
}

TEST(Mending, TakesARoundedPolyhedronWithoutVerticesForABall) {
  const CaseFile file =
      with_body("ConvexSpheropolyhedron", R"({"vertices": [], "sweep_radius": 0.25})");
  ASSERT_EQ(file.shapes.size(), 1u);
  const auto& body = std::get<Spheropolyhedron>(file.shapes[0].body);
  EXPECT_EQ(body.vertices, std::vector<Vec3>{{}});
  EXPECT_EQ(body.rounding, 0.25);
  EXPECT_EQ(file.remarks.notes.lines(),
            Lines{"file: shapes[0] (id 4, ConvexSpheropolyhedron): params: vertices: none; the "
                  "body is taken for a ball of radius sweep_radius"});
}

TEST(Mending, SaysWhichPolygonsAndMeshesWereTurned) {
  const auto notes = [](const std::string& shape_class, const std::string& params) {
    const CaseFile file = with_body(shape_class, params);
    EXPECT_EQ(file.shapes.size(), 1u) << params;
    return file.remarks.notes.lines();
  };
  const std::string left = R"({"vertices": [[-1, -1], [1, -1], [0, 1]], "sweep_radius": 0})";
  const std::string right = R"({"vertices": [[-1, -1], [0, 1], [1, -1]], "sweep_radius": 0})";
  for (const char* polygon : {"ConvexPolygon", "ConvexSpheropolygon", "SimplePolygon"}) {
    EXPECT_EQ(notes(polygon, left), Lines{});
    EXPECT_EQ(notes(polygon, right),
              Lines{fmt::format("file: shapes[0] (id 4, {}): params: vertices: clockwise; they are "
                                "reversed, the body is the same",
                                polygon)});
  }
  const auto mesh = [](const std::string& faces) {
    return R"({"vertices": [[1,1,1],[1,-1,-1],[-1,1,-1],[-1,-1,1]], "faces": )" + faces + "}";
  };
  EXPECT_EQ(notes("Polyhedron", mesh("[[0,1,2],[0,3,1],[0,2,3],[1,3,2]]")), Lines{});
  EXPECT_EQ(notes("Polyhedron", mesh("[[0,1,2],[1,3,0],[0,2,3],[1,2,3]]")),
            Lines{"file: shapes[0] (id 4, Polyhedron): params: faces: normals that point inward; "
                  "these faces are turned, the solid is the same"});
}

}  // namespace
}  // namespace touchstone::shapes
