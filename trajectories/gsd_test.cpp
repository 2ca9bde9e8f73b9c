#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "models/core/errors.hpp"
#include "models/core/source_tree.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "models/hpmc/registry.hpp"
#include "trajectories/sampled_disks.hpp"

namespace touchstone::trajectories {
namespace {

using nlohmann::json;
using shapes::Body;
using shapes::Configuration;
using testing::AllOf;
using testing::HasSubstr;

constexpr int kNoPackage = 77;

/// A frame in the conventions of HOOMD; `with` adds keys or replaces them.
json frame_of(const Configuration& c, const json& type_shapes, const json& with = json::object()) {
  const shapes::Box& b = c.box;
  json frame = {{"box", {b.lx, b.ly, b.dimensions == 2 ? 0 : b.lz, b.xy, b.xz, b.yz}},
                {"type_shapes", type_shapes},
                {"typeid", c.type},
                {"position", json::array()},
                {"orientation", json::array()}};
  for (std::size_t k = 0; k < type_shapes.size(); ++k)
    frame["types"].push_back(std::string(1, static_cast<char>('A' + k)));
  for (const auto& r : c.centres) frame["position"].push_back({r.x, r.y, r.z});
  for (const auto& q : c.orientations) frame["orientation"].push_back({q.s, q.x, q.y, q.z});
  frame.update(with);
  return frame;
}

/// Equilibrated by the serial reference, at a packing fraction where bodies are often near.
Configuration sampled(Configuration start) {
  const auto run = shapes::shape_scheme("hpmc/metropolis-reference")
                       .start(start, {.max_displacement = 0.1, .max_rotation = 0.3, .seed = 3});
  run->advance(5);
  return run->configuration();
}

class Gsd : public testing::Test {
 protected:
  /// Judges a file of these frames; nothing where Python has no package gsd.
  std::optional<std::vector<ResultRecord>> judged(const std::string& name,
                                                  const std::vector<json>& frames,
                                                  double diameter = 0) {
    std::string lines;
    for (const json& frame : frames) lines += frame.dump() + "\n";
    const std::string text = file_with(name + ".jsonl", lines);
    Request request;
    request.file = (std::filesystem::path(text).parent_path() / (name + ".gsd")).string();
    request.assumed.diameter = diameter;
    const std::string script = (source_tree() / "trajectories/write_gsd.py").string();
    const int status = std::system(fmt::format("/usr/bin/python3 -B '{}' '{}' <'{}' 2>'{}.errors'",
                                               script, request.file, text, text)
                                       .c_str());
    if (status == kNoPackage << 8) return std::nullopt;
    EXPECT_EQ(status, 0) << text << ".errors";
    return rows_of(request);
  }
};

#define JUDGED(rows, ...)                                                             \
  const auto rows##_or_nothing = judged(__VA_ARGS__);                                 \
  if (!rows##_or_nothing) GTEST_SKIP() << "not run: no python3-gsd (Debian package)"; \
  const std::vector<ResultRecord>& rows = *rows##_or_nothing

struct Kind {
  std::string name;
  Configuration start;
  json type_shapes;
};

json vertices_of(const shapes::ConvexPolygon& polygon) {
  json all = json::array();
  for (const auto& v : polygon.vertices) all.push_back({v.x, v.y});
  return all;
}
json vertices_of(const shapes::ConvexPolyhedron& polyhedron) {
  json all = json::array();
  for (const auto& v : polyhedron.vertices) all.push_back({v.x, v.y, v.z});
  return all;
}

/// Bodies whose circumscribed balls are apart: some have no volume that is known.
Configuration apart(const Body& body) {
  Configuration c = shapes::simple_lattice(shapes::Ball{circumradius(body)}, 3, 0.4);
  c.types = {shapes::checked(body)};
  return c;
}

std::vector<Kind> kinds() {
  const auto pentagon = shapes::regular_polygon(5, 0.5);
  const auto octahedron = std::get<shapes::ConvexPolyhedron>(shapes::named_body("octahedron"));
  const Body ellipse = shapes::Ellipse{0.6, 0.3};
  const Body ellipsoid = shapes::Ellipsoid{0.6, 0.4, 0.3};
  const Body rounded = shapes::checked(shapes::Spheropolygon{{{-0.4, 0}, {0.4, 0}}, 0.2});
  const Body notched = shapes::checked(
      shapes::SimplePolygon{{{0.5, -0.5}, {0.1, 0}, {0.5, 0.5}, {-0.5, 0.5}, {-0.5, -0.5}}});
  const Body pair_of_balls = shapes::SphereUnion{{{-0.2, 0, 0}, {0.25, 0, 0}}, {0.3, 0.2}};
  const std::vector<shapes::Vec3> corners{
      {0.6, 0, 0}, {0, 0.6, 0}, {0, 0, 0.6}, {-0.4, -0.4, -0.4}};
  const Body mesh =
      shapes::Polyhedron{corners, {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}, 0, {0, 0, 0}};
  return {{"disks",
           shapes::simple_lattice(shapes::Disk{0.4}, 7, 0.6),
           {{{"type", "Sphere"}, {"diameter", 0.8}}}},
          {"balls",
           shapes::simple_lattice(shapes::Ball{0.5}, 4, 0.45),
           {{{"type", "Sphere"}, {"diameter", 1.0}}}},
          {"ellipses",
           shapes::simple_lattice(ellipse, 6, 0.35),
           {{{"type", "Ellipsoid"}, {"a", 0.6}, {"b", 0.3}, {"c", 1}}}},
          {"ellipsoids",
           shapes::simple_lattice(ellipsoid, 4, 0.15),
           {{{"type", "Ellipsoid"}, {"a", 0.6}, {"b", 0.4}, {"c", 0.3}}}},
          {"pentagons",
           shapes::simple_lattice(pentagon, 6, 0.55),
           {{{"type", "Polygon"}, {"rounding_radius", 0}, {"vertices", vertices_of(pentagon)}}}},
          {"rounded",
           shapes::simple_lattice(rounded, 5, 0.3),
           {{{"type", "Polygon"}, {"rounding_radius", 0.2}, {"vertices", {{-0.4, 0}, {0.4, 0}}}}}},
          {"notched",
           shapes::simple_lattice(notched, 5, 0.4),
           {{{"type", "Polygon"},
             {"vertices", {{0.5, -0.5}, {0.1, 0}, {0.5, 0.5}, {-0.5, 0.5}, {-0.5, -0.5}}}}}},
          {"octahedra",
           shapes::simple_lattice(octahedron, 3, 0.15),
           {{{"type", "ConvexPolyhedron"},
             {"rounding_radius", 0},
             {"vertices", vertices_of(octahedron)}}}},
          {"unions",
           apart(pair_of_balls),
           {{{"type", "SphereUnion"},
             {"centers", {{-0.2, 0, 0}, {0.25, 0, 0}}},
             {"diameters", {0.6, 0.4}}}}},
          {"meshes",
           apart(mesh),
           {{{"type", "Mesh"},
             {"vertices", vertices_of(shapes::ConvexPolyhedron{corners})},
             {"indices", {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}}}}}};
}

TEST_F(Gsd, FramesOfEveryKindOfShapeAreLegal) {
  for (const Kind& kind : kinds()) {
    const Configuration c = sampled(kind.start);
    JUDGED(rows, kind.name,
           {frame_of(kind.start, kind.type_shapes), frame_of(c, kind.type_shapes)});
    const ResultRecord overlaps = row(rows, "overlaps");
    EXPECT_EQ(overlaps.verdict, Verdict::pass) << kind.name << ": " << overlaps.note;
    EXPECT_EQ(overlaps.facts.at("frames"), 2) << kind.name;
    EXPECT_EQ(overlaps.facts.at("outside"), 0) << kind.name;
    EXPECT_LT(overlaps.facts.at("smallest_effect"), 1e-5) << kind.name;
    EXPECT_EQ(row(rows, "number of bodies").facts.at("bodies"), c.size()) << kind.name;
  }
}

TEST_F(Gsd, OneOverlapInOneFrameFailsForEveryKindOfShape) {
  for (const Kind& kind : kinds()) {
    const Configuration c = sampled(kind.start);
    Configuration faulty = c;
    faulty.centres[1] = faulty.centres[0];
    faulty.centres[1].x += 0.1;
    JUDGED(rows, "faulty-" + kind.name,
           {frame_of(c, kind.type_shapes), frame_of(faulty, kind.type_shapes),
            frame_of(c, kind.type_shapes)});
    const ResultRecord overlaps = row(rows, "overlaps");
    EXPECT_EQ(overlaps.verdict, Verdict::fail) << kind.name;
    EXPECT_EQ(overlaps.facts.at("bad_frames"), 1) << kind.name;
    EXPECT_THAT(overlaps.note, HasSubstr(".gsd: frame 2: bodies")) << kind.name;
  }
}

TEST_F(Gsd, QuaternionsBeginWithTheRealPart) {
  const Kind kind = kinds()[2];
  const Configuration c = sampled(kind.start);
  json other = frame_of(c, kind.type_shapes);  // the same turns backwards
  for (auto& q : other["orientation"]) q[3] = -q[3].get<double>();
  JUDGED(rows, "backwards", {other});
  EXPECT_EQ(row(rows, "overlaps").verdict, Verdict::fail);
}

TEST_F(Gsd, TiltedBoxesAreThoseOfHoomd) {
  // two disks and their images: legal with this tilt, and not with the opposite one
  Configuration c{
      .box = {2.4, 1.2, 1, -0.5, 0, 0, 2}, .types = {shapes::Disk{0.5}}, .type = {0, 0}};
  c.centres = {{-1, -0.3, 0}, {0.1, 0.15, 0}};
  c.orientations.assign(2, {});
  const json disk = {{{"type", "Sphere"}, {"diameter", 1.0}}};
  JUDGED(rows, "tilted", {frame_of(c, disk)});
  EXPECT_EQ(row(rows, "overlaps").verdict, Verdict::pass) << row(rows, "overlaps").note;
  c.box.xy = 0.5;
  JUDGED(wrong, "tilted-away", {frame_of(c, disk)});
  EXPECT_EQ(row(wrong, "overlaps").verdict, Verdict::fail);
}

TEST_F(Gsd, MixturesKeepTheirTypes) {
  const Configuration c = sampled(shapes::tetrahedra_and_octahedra(2, 0.4));
  json type_shapes = json::array();
  for (const Body& body : c.types)
    type_shapes.push_back({{"type", "ConvexPolyhedron"},
                           {"vertices", vertices_of(std::get<shapes::ConvexPolyhedron>(body))}});
  JUDGED(rows, "mixture", {frame_of(c, type_shapes)});
  EXPECT_EQ(row(rows, "overlaps").verdict, Verdict::pass) << row(rows, "overlaps").note;
  json exchanged = type_shapes;
  std::swap(exchanged[0], exchanged[1]);
  JUDGED(wrong, "exchanged", {frame_of(c, exchanged)});
  EXPECT_EQ(row(wrong, "overlaps").verdict, Verdict::fail);
}

TEST_F(Gsd, DefaultsAreThoseOfHoomd) {
  const Configuration c = shapes::simple_lattice(shapes::named_body("cube"), 3, 0.9);
  json frame =
      frame_of(c, {{{"type", "ConvexPolyhedron"},
                    {"vertices", vertices_of(std::get<shapes::ConvexPolyhedron>(c.types[0]))}}});
  frame.erase("orientation");  // (1, 0, 0, 0)
  frame.erase("typeid");       // the first type
  JUDGED(rows, "defaults", {frame});
  EXPECT_EQ(row(rows, "overlaps").verdict, Verdict::pass) << row(rows, "overlaps").note;
}

// Frames have positions, orientations and what is logged; all else is that of the first frame.
TEST_F(Gsd, LaterFramesOfHoomdHaveWhatMovesAlone) {
  const Configuration c = shapes::simple_lattice(shapes::named_body("cube"), 3, 0.3);
  const json cube = {{{"type", "ConvexPolyhedron"},
                      {"rounding_radius", 0.0},
                      {"vertices", vertices_of(std::get<shapes::ConvexPolyhedron>(c.types[0]))}}};
  const json log = {{"hpmc/integrate/ConvexPolyhedron/overlaps", {0}}, {"Simulation/tps", {1.5}}};
  json first = frame_of(c, cube, {{"log", log}});
  json later = frame_of(sampled(c), cube, {{"log", log}});
  for (const char* key : {"box", "types", "type_shapes", "typeid"}) later.erase(key);
  JUDGED(rows, "later", {first, later, later});
  EXPECT_EQ(row(rows, "overlaps").verdict, Verdict::pass) << row(rows, "overlaps").note;
  EXPECT_EQ(row(rows, "overlaps").facts.at("frames"), 3);
}

TEST_F(Gsd, SinglePrecisionIsNoOverlap) {
  // contacts of the file's own rounding, at distances that are no single-precision numbers
  Configuration c{.box = shapes::Box::square(40), .types = {shapes::Disk{0.5}}};
  for (int k = 0; k < 30; ++k) c.centres.push_back({-19.3 + 1.0000001 * k, 0.1, 0});
  c.type.assign(30, 0);
  c.orientations.assign(30, {});
  const json disk = {{{"type", "Sphere"}, {"diameter", 1.0}}};
  JUDGED(rows, "single", {frame_of(c, disk)});
  EXPECT_EQ(row(rows, "overlaps").verdict, Verdict::pass) << row(rows, "overlaps").note;
  EXPECT_GT(row(rows, "overlaps").facts.at("within_rounding"), 0);
  for (auto& r : c.centres) r.x *= 1 - 2e-6 / 19;
  c.centres[3].x -= 2e-5;
  JUDGED(wrong, "single-deeper", {frame_of(c, disk)});
  EXPECT_EQ(row(wrong, "overlaps").verdict, Verdict::fail);
}

TEST_F(Gsd, DisksHaveTheirPressure) {
  std::vector<json> frames;
  for (const disks::Configuration& d : sampled_disks(0.65, 300)) {
    Configuration c{.box = {d.box.width, d.box.height, 1, 0, 0, 0, 2},
                    .types = {shapes::Disk{0.5}}};
    for (const auto& p : d.centres) c.centres.push_back(c.box.wrap({p.x, p.y, 0}));
    c.type.assign(d.size(), 0);
    c.orientations.assign(d.size(), {});
    frames.push_back(frame_of(c, {{{"type", "Sphere"}, {"diameter", 1.0}}}));
  }
  JUDGED(rows, "pressure", frames);
  const ResultRecord pressure = row(rows, "by event chains");
  ASSERT_TRUE(pressure.expected);
  EXPECT_NEAR(pressure.expected->value, 6.901074, 1e-6);
  EXPECT_NEAR(pressure.value, 6.901074, 0.4);
}

TEST_F(Gsd, WithoutShapesAskForADiameter) {
  const Configuration c = shapes::simple_lattice(shapes::Ball{0.5}, 3, 0.4);
  const json frame = frame_of(c, {json::object()});
  JUDGED(rows, "no-shapes", {frame}, 1);
  EXPECT_EQ(row(rows, "overlaps").verdict, Verdict::pass);
  try {
    judged("no-shapes", {frame});
    FAIL() << "nothing was refused";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("no-shapes.gsd"), HasSubstr("--diameter")));
  }
}

TEST_F(Gsd, OtherFilesAreRefused) {
  JUDGED(rows, "good",
         {frame_of(shapes::simple_lattice(shapes::Ball{0.5}, 3, 0.4),
                   {{{"type", "Sphere"}, {"diameter", 1.0}}})});
  EXPECT_EQ(row(rows, "overlaps").verdict, Verdict::pass);
  Request request;
  request.file = file_with("no.gsd", "this is no GSD");
  try {
    rows_of(request);
    FAIL() << "nothing was refused";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("no.gsd: GSD"), HasSubstr("expected a file of the schema hoomd"),
                      HasSubstr("found")));
  }
}

}  // namespace
}  // namespace touchstone::trajectories
