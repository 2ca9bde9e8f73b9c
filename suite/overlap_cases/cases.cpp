#include "suite/overlap_cases/cases.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "models/core/errors.hpp"
#include "suite/overlap_cases/case_fields.hpp"
#include "suite/overlap_cases/case_shapes.hpp"
#include "suite/overlap_cases/case_text.hpp"

namespace touchstone::shapes {
namespace {

constexpr const char* kFormat = "touchstone-overlap/1";

CaseShape read_shape(const nlohmann::json& json, const std::string& place) {
  const Fields at_place(json, place);
  at_place.allow_only({"id", "shape_class", "params", "comment", "name"});
  CaseShape shape{
      .id = at_place.whole("id"), .shape_class = at_place.text("shape_class"), .body = {}};
  const std::string where =
      fmt::format("{} (id {}, {})", place, shape.id, printable(shape.shape_class));
  shape.body = read_body(shape.shape_class, at_place.at("params"), where);
  return shape;
}

bool has_tag(const Fields& f, const std::string& wanted) {
  for (const char* key : {"tag", "tags"})
    if (f.has(key))
      for (const std::string& tag : f.texts(key))
        if (tag == wanted) return true;
  return f.has(wanted.c_str()) && f.truth(wanted.c_str());
}

/// "Sphere"; of bodies of two classes "Sphere + Ellipsoid".
std::string classes_of(const CaseShape& a, const CaseShape& b) {
  return a.shape_class == b.shape_class ? a.shape_class : a.shape_class + " + " + b.shape_class;
}

/// One class for both bodies, or a list of two.
void require_classes(const Fields& f, const CaseShape& a, const CaseShape& b) {
  const std::vector<std::string> said = f.texts("shape_class");
  if (said.empty() || said.size() > 2)
    f.refuse("shape_class", "a class, or a list of two", f.at("shape_class"));
  const auto require = [&](const char* key, const CaseShape& shape, const std::string& name) {
    if (shape.shape_class != name)
      throw input_error(f.where(), key, "a shape of class " + printable(name),
                        fmt::format("shape {} of class {}", shape.id, shape.shape_class));
  };
  require("a", a, said.front());
  require("b", b, said.back());
}

struct Reader {
  const CaseFile& file;
  const std::map<std::int64_t, std::size_t>& places;  ///< index of each shape, by id

  std::size_t shape(const Fields& f, const char* key) const {
    const auto found = places.find(f.whole(key));
    if (found == places.end()) f.refuse(key, "the id of a shape of the file", f.at(key));
    return found->second;
  }

  OverlapCase operator()(const nlohmann::json& json, const std::string& place) const {
    const Fields at_place(json, place);
    at_place.allow_only({"id", "shape_class", "a", "b", "q_a", "q_b", "r_ab", "overlap", "margin",
                         "tag", "tags", "touching_convention", "comment", "source", "group"});
    OverlapCase one{.id = at_place.whole("id")};
    const Fields by_id(json, fmt::format("{} (id {})", place, one.id));
    one.a = shape(by_id, "a");
    one.b = shape(by_id, "b");
    const CaseShape& a = file.shapes[one.a];
    const CaseShape& b = file.shapes[one.b];
    if (by_id.has("shape_class")) require_classes(by_id, a, b);
    one.shape_class = classes_of(a, b);
    one.where = fmt::format("{} (id {}, {})", place, one.id, one.shape_class);
    const Fields f(json, one.where);
    if (dimensions(a.body) != dimensions(b.body))
      throw input_error(one.where, "bodies", "two of the plane, or two of space",
                        fmt::format("one of {} and one of {} dimensions", dimensions(a.body),
                                    dimensions(b.body)));
    one.q_a = f.unit_quaternion("q_a");
    one.q_b = f.unit_quaternion("q_b");
    const std::vector<double> r = f.numbers("r_ab", 3);
    one.r_ab = {r[0], r[1], r[2]};
    if (dimensions(a.body) == 2) require_in_plane(f, one);
    if (f.has("overlap")) one.overlap = f.truth("overlap");
    if (f.has("margin")) one.margin = f.number("margin");
    one.touching_convention = has_tag(f, "touching_convention");
    return one;
  }

  static void require_in_plane(const Fields& f, const OverlapCase& one) {
    if (one.r_ab.z != 0) f.refuse("r_ab", "a third number of 0: bodies of the plane", f.at("r_ab"));
    for (const auto& [key, q] : {std::pair{"q_a", one.q_a}, {"q_b", one.q_b}})
      if (q.x != 0 || q.y != 0) f.refuse(key, "a rotation about z: [s, 0, 0, z]", f.at(key));
  }
};

void require_list(const nlohmann::json& value, const std::string& name, const char* key) {
  if (!value.is_array()) throw input_error(name, key, "a list", value.type_name());
}

/// An id that no earlier one of the list has, and its place.
void add_id(std::map<std::int64_t, std::size_t>& places, std::int64_t id, const std::string& where,
            const char* what) {
  if (!places.emplace(id, places.size()).second)
    throw input_error(where, "id", fmt::format("one that no earlier {} has", what),
                      fmt::format("{}", id));
}

CaseFile cases_in(const std::string& text, const std::string& name) {
  const nlohmann::json json = json_of(text, name);
  const Fields top(json, name);
  if (top.text("format") != kFormat)
    top.refuse("format", std::string("'") + kFormat + "'", top.at("format"));
  CaseFile file;
  require_list(top.at("shapes"), name, "shapes");
  require_list(top.at("cases"), name, "cases");
  std::map<std::int64_t, std::size_t> shapes;
  for (const nlohmann::json& shape : top.at("shapes")) {
    const std::string place = fmt::format("{}: shapes[{}]", name, file.shapes.size());
    file.shapes.push_back(read_shape(shape, place));
    add_id(shapes, file.shapes.back().id, place, "shape");
  }
  std::map<std::int64_t, std::size_t> cases;
  const Reader read{file, shapes};
  for (const nlohmann::json& one : top.at("cases")) {
    const std::string place = fmt::format("{}: cases[{}]", name, file.cases.size());
    file.cases.push_back(read(one, place));
    add_id(cases, file.cases.back().id, place, "case");
  }
  return file;
}

}  // namespace

CaseFile read_cases(std::istream& text, const std::string& name) {
  return cases_in(text_of(text, name), name);
}

CaseFile read_cases(const std::string& path) { return cases_in(text_of_file(path), path); }

}  // namespace touchstone::shapes
