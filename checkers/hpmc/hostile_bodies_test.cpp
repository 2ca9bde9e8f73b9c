// Files of overlap cases with bodies that are none.
#include <gtest/gtest.h>

#include <string>

#include "checkers/hpmc/hostile_cases.hpp"

namespace touchstone::hpmc {
namespace {

std::string numbers(int count, const std::string& one) {
  std::string text = "[";
  for (int i = 0; i < count; ++i) text += (i > 0 ? "," : "") + one;
  return text + "]";
}
/// Vertices that are all different.
std::string points(int count, int coordinates) {
  std::string text = "[";
  for (int i = 0; i < count; ++i)
    text += (i > 0 ? ",[" : "[") + std::to_string(i) + ",0" + (coordinates == 3 ? ",0]" : "]");
  return text + "]";
}
/// A closed mesh of a tetrahedron with these faces.
std::string tetrahedron(const std::string& faces) {
  return body("Polyhedron",
              R"({"vertices": [[1,1,1],[1,-1,-1],[-1,1,-1],[-1,-1,1]], "faces": )" + faces + "}");
}
std::vector<Hostile> bad_bodies() {
  const std::string ball = shape("Sphere", R"({"diameter": 1})");
  return {
      {"no id", file_of(R"({"shape_class": "Sphere", "params": {"diameter": 1}})", ""), "key 'id'"},
      {"an id that is no number",
       file_of(R"({"id": "0", "shape_class": "Sphere", "params": {}})", ""),
       "id: expected an integer, found string \"0\""},
      {"half an id", file_of(R"({"id": 0.5, "shape_class": "Sphere", "params": {}})", ""),
       "id: expected an integer, found number 0.5"},
      {"an id beyond 64 bits",
       file_of(R"({"id": 18446744073709551615, "shape_class": "Sphere", "params": {}})", ""),
       "id: expected an integer below 2^63"},
      {"two shapes of one id", file_of(ball + "," + ball, ""),
       "file: shapes[1]: id: expected one that no earlier shape has, found 0"},
      {"no class", file_of(R"({"id": 0, "params": {"diameter": 1}})", ""), "key 'shape_class'"},
      {"an unknown class", body("Spheres", "{}"), "found 'Spheres'; the nearest is 'Sphere'"},
      {"a class of strange letters", body(R"(a\nb\u00e9)", "{}"), R"(found 'a\x0ab\xc3\xa9')"},
      {"a class that is a number", file_of(R"({"id": 0, "shape_class": 1, "params": {}})", ""),
       "shape_class: expected a text, found number 1"},
      {"no params", file_of(R"({"id": 0, "shape_class": "Sphere"})", ""), "key 'params'"},
      {"params in a list", body("Sphere", "[1]"), "params: value: expected an object"},
      {"no diameter", body("Sphere", "{}"), "params: key 'diameter': expected a value, found none"},
      {"a diameter that is null", body("Sphere", R"({"diameter": null})"),
       "diameter: expected a number, found null"},
      {"a key of another class", body("Sphere", R"({"diameter": 1, "a": 1})"), "key 'a'"},
      {"NaN", body("Sphere", R"({"diameter": NaN})"), "NaN and infinities are no numbers of JSON"},
      {"infinity", body("Sphere", R"({"diameter": Infinity})"), "file: not JSON"},
      {"beyond double precision", body("Sphere", R"({"diameter": 1e999})"),
       "file: shapes[0]: params: diameter: number: expected one below 1.8e308"},
      {"a length whose square is not", body("Sphere", R"({"diameter": 1e200})"),
       "diameter: expected a number from -1e+30 to 1e+30, found number 1e+200"},
      {"a length whose square vanishes", body("Sphere", R"({"diameter": 1e-200})"),
       "size: expected a circumradius from 1e-30 to 1e+30, found 5e-201"},
      {"no length", body("Disk", R"({"diameter": 0})"), "radius: expected a positive"},
      {"a diameter below 0", body("Sphere", R"({"diameter": -1})"), "found -0.5"},
      {"true for a number", body("Ellipse", R"({"a": true, "b": 1})"), "a: expected a number"},
      {"an axis of 0", body("Ellipse", R"({"a": 0, "b": 1})"), "half axis a: expected a positive"},
      {"an axis below 0", body("Ellipsoid", R"({"a": 1, "b": 1, "c": -1})"), "half axis c"},
      {"axes that differ too much", body("Ellipse", R"({"a": 1, "b": 1e-9})"),
       "half axes: expected a ratio of at most 1e+06, found 1e+09"},
      {"a union of nothing", body("SphereUnion", R"({"positions": [], "diameters": []})"),
       "diameters: expected 1 numbers"},
      {"fewer diameters",
       body("SphereUnion", R"({"positions": [[0,0,0],[1,0,0]], "diameters": [1]})"),
       "diameters: expected 2 numbers"},
      {"a mask with a fraction",
       body("SphereUnion", R"({"positions": [[0,0,0]], "diameters": [1], "overlap_mask": [0.5]})"),
       "overlap_mask: expected integers from 0"},
      {"more masks",
       body("SphereUnion", R"({"positions": [[0,0,0]], "diameters": [1], "overlap_mask": [1,1]})"),
       "number of overlap masks: expected 1"},
      {"thousands of balls",
       body("SphereUnion", R"({"diameters": [1], "positions": )" + numbers(5000, "[0,0,0]") + "}"),
       "number of positions: expected at most 4096, found 5000"},
  };
}

std::vector<Hostile> bad_polygons() {
  const auto polygon = [](const char* shape_class, const std::string& vertices) {
    return body(shape_class, R"({"vertices": )" + vertices + "}");
  };
  const auto rounded = [](const std::string& vertices, const std::string& rounding) {
    return body("ConvexSpheropolygon",
                R"({"vertices": )" + vertices + R"(, "sweep_radius": )" + rounding + "}");
  };
  return {
      {"two vertices", polygon("ConvexPolygon", "[[0,0],[1,0]]"), "at least 3, found 2"},
      {"vertices that are numbers", polygon("ConvexPolygon", "[0,0,1,0,0,1]"),
       "vertices[0]: expected a list, found number 0"},
      {"vertices in an object", polygon("ConvexPolygon", R"({"x": 0})"),
       "vertices: expected a list"},
      {"vertices of space", polygon("ConvexPolygon", "[[0,0,1],[1,0,1],[0,1,1]]"),
       "vertices[0]: expected two numbers"},
      {"a vertex twice", polygon("ConvexPolygon", "[[-1,-1],[1,-1],[1,-1],[0,1]]"),
       "vertex 2: expected another point than every earlier vertex"},
      {"on a line", polygon("ConvexPolygon", "[[-1,0],[0,0],[1,0]]"), "a polygon that is not flat"},
      {"not convex", polygon("ConvexPolygon", "[[-1,-1],[1,-1],[1,1],[0,0.1],[-1,1]]"),
       "expected a convex polygon"},
      {"a star", polygon("ConvexPolygon", "[[0,1],[-0.6,-0.8],[0.9,0.3],[-0.9,0.3],[0.6,-0.8]]"),
       "expected a convex polygon"},
      {"an origin outside", polygon("ConvexPolygon", "[[1,1],[2,1],[1,2]]"), "origin of the body"},
      {"an eight", polygon("SimplePolygon", "[[0,0],[2,2],[2,0],[0,1]]"),
       "a polygon that does not cross or touch itself, found edges"},
      {"a spike", polygon("SimplePolygon", "[[0,0],[2,0],[1,0],[1,1]]"), "cross or touch itself"},
      {"a rounding of a polygon",
       body("ConvexPolygon", R"({"vertices": [[-1,-1],[1,-1],[0,1]], "sweep_radius": 0.1})"),
       "sweep_radius: expected 0 for this class"},
      {"no rounding key", polygon("ConvexSpheropolygon", "[[0,0]]"), "key 'sweep_radius'"},
      {"a rounded point of no radius", rounded("[[0,0]]", "0"),
       "rounding radius: expected a positive"},
      {"a rounding below 0", rounded("[[-1,-1],[1,-1],[0,1]]", "-1"), "rounding radius"},
      {"no vertex to round", rounded("[]", "1"), "at least 1, found 0"},
      {"thousands of vertices", polygon("SimplePolygon", points(5000, 2)),
       "number of vertices: expected at most 4096, found 5000"},
  };
}

std::vector<Hostile> bad_polyhedra() {
  const auto convex = [](const std::string& vertices) {
    return body("ConvexPolyhedron", R"({"vertices": )" + vertices + "}");
  };
  const auto faceted = [](const std::string& rest) {
    return body("FacetedEllipsoid", R"({"a": 1, "b": 1, "c": 1, )" + rest + "}");
  };
  return {
      {"three vertices", convex("[[1,0,0],[0,1,0],[0,0,1]]"), "at least 4, found 3"},
      {"a flat polyhedron", convex("[[1,0,0],[0,1,0],[-1,0,0],[0,-1,0]]"), "not flat"},
      {"a polyhedron elsewhere", convex("[[1,0,0],[2,0,0],[1,1,0],[1,0,1]]"), "origin of the body"},
      {"hundreds of vertices", convex(points(600, 3)), "expected at most 512, found 600"},
      {"vertices of the plane", convex("[[1,0],[0,1],[0,0],[1,1]]"),
       "vertices[0]: expected 3 numbers"},
      {"an open mesh", tetrahedron("[[0,1,2],[0,3,1],[0,2,3]]"),
       "faces: expected a closed mesh, found edge"},
      {"a face too many", tetrahedron("[[0,1,2],[0,3,1],[0,2,3],[1,3,2],[0,1,2]]"), "belongs to 3"},
      {"no faces", tetrahedron("[]"), "triangles of a closed mesh, or a single vertex, found none"},
      {"a face of two", tetrahedron("[[0,1]]"), "faces: expected at least 3 vertices in each"},
      {"a face with a vertex twice", tetrahedron("[[0,0,1],[0,3,1],[0,2,3],[1,3,2]]"), "faces"},
      {"a vertex that is not there", tetrahedron("[[0,1,2],[0,3,1],[0,2,3],[1,3,9]]"),
       "faces: expected vertices from 0 to 3"},
      {"a vertex below 0", tetrahedron("[[0,1,2],[0,3,1],[0,2,3],[1,3,-1]]"),
       "expected integers from 0 up, found number -1"},
      {"half a vertex", tetrahedron("[[0,1,2],[0,3,1],[0,2,3],[1,3,1.5]]"), "found number 1.5"},
      {"the two sides of a triangle", tetrahedron("[[0,1,2],[0,2,1]]"), "enclose no volume"},
      {"a one-sided mesh",  // the projective plane, of six vertices
       body("Polyhedron", R"({"vertices": [[1,0,0],[0,1,0],[0,0,1],[-1,0,0],[0,-1,0],[0,0,-1]],
            "faces": [[0,1,2],[0,2,3],[0,3,4],[0,4,5],[0,5,1],[1,2,4],[2,3,5],[3,4,1],[4,5,2],[5,1,3]]})"),
       "cannot both point outward"},
      {"a mesh through itself",  // an octahedron whose lower tip is above the upper one's faces
       body("Polyhedron", R"({"vertices": [[1,0,0],[0,1,0],[-1,0,0],[0,-1,0],[0,0,1],[0.6,0.6,0.9]],
            "faces": [[0,1,4],[1,2,4],[2,3,4],[3,0,4],[1,0,5],[2,1,5],[3,2,5],[0,3,5]]})"),
       "expected a mesh that does not pass through itself"},
      {"a notched face from a vertex that does not see it",
       body("Polyhedron", R"({"vertices": [[0,0,0],[4,0,0],[4,3,0],[2,1,0],[0,3,0],
                                           [0,0,1],[4,0,1],[4,3,1],[2,1,1],[0,3,1]],
            "faces": [[2,3,4,0,1],[5,6,7,8,9],[0,1,6,5],[1,2,7,6],[2,3,8,7],[3,4,9,8],[4,0,5,9]]})"),
       "faces: expected faces that are convex, or are seen whole from their first vertex"},
      {"a shell", body("Polyhedron", R"({"vertices": [[0,0,0]], "faces": [[0]], "sweep_radius": 1,
                                         "hull_only": 1})"),
       "hull_only: expected 0"},
      {"fewer offsets", faceted(R"("normals": [[1,0,0]], "offsets": [])"), "number of offsets"},
      {"a normal of 0", faceted(R"("normals": [[0,0,0]], "offsets": [-1])"), "normal 0"},
      {"a plane that leaves out the origin",
       faceted(R"("normals": [[1,0,0]], "offsets": [0.5], "origin": [0,0,0])"),
       "origin: expected a point inside plane 0"},
      {"a plane that leaves out everything", faceted(R"("normals": [[1,0,0]], "offsets": [1.5])"),
       "planes: expected some of the ellipsoid left inside all of them"},
      {"planes that leave out everything together",
       faceted(R"("normals": [[1,0,0],[-1,0,0]], "offsets": [0.5,-0.4])"),
       "planes: expected some of the ellipsoid left inside all of them"},
      {"a normal of 0 and no origin", faceted(R"("normals": [[0,0,0]], "offsets": [1])"),
       "normal 0"},
      {"a rounded polyhedron of no radius and no vertices",
       body("ConvexSpheropolyhedron", R"({"vertices": [], "sweep_radius": 0})"),
       "rounding radius: expected a positive"},
      {"a rounded polyhedron without the key of vertices",
       body("ConvexSpheropolyhedron", R"({"sweep_radius": 1})"),
       "key 'vertices': expected a value, found none"},
      {"an origin outside the ball", faceted(R"("normals": [], "offsets": [], "origin": [2,0,0])"),
       "origin: expected a point inside the ellipsoid"},
      {"too many planes", faceted(R"("offsets": [], "normals": )" + numbers(65, "[1,0,0]")),
       "number of normals: expected at most 64, found 65"},
      {"a dimple that is a ball",
       body("Sphinx", R"({"centers": [[0,0,0],[1,0,0]], "diameters": [1, 1]})"),
       "diameters: expected one ball, then dimples (below 0)"},
      {"a ball that is a dimple", body("Sphinx", R"({"centers": [[0,0,0]], "diameters": [-1]})"),
       "radius: expected a positive"},
      {"a dimple that takes all",
       body("Sphinx", R"({"centers": [[0,0,0],[0.1,0,0]], "diameters": [1, -3]})"),
       "dimples: expected some of the ball left outside each, found none by dimple 0"},
      {"no balls", body("Sphinx", R"({"centers": [], "diameters": []})"), "diameters: expected"},
  };
}

TEST(HostileBodies, AreRefusedInOneLine) {
  for (const auto& kind : {bad_bodies, bad_polygons, bad_polyhedra})
    expect_refused_in_one_line(kind());
}

}  // namespace
}  // namespace touchstone::hpmc
