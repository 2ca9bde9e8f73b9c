#include "suite/overlap_cases/cases.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "models/core/errors.hpp"
#include "suite/overlap_cases/case_fields.hpp"
#include "suite/overlap_cases/case_shapes.hpp"
#include "suite/overlap_cases/case_text.hpp"
#include "suite/overlap_cases/plane.hpp"

namespace touchstone::shapes {
namespace {

constexpr const char* kFormat = "touchstone-overlap/1";

CaseShape read_shape(const Fields& f, std::int64_t id, Remarks& remarks) {
  CaseShape shape{.id = id, .shape_class = f.text("shape_class"), .body = {}};
  const std::string where =
      fmt::format("{} (id {}, {})", f.where(), id, printable(shape.shape_class));
  shape.body = read_body(shape.shape_class, f.at("params"), where, remarks);
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

class Reader {
 public:
  Reader(std::string name, bool strict) : name_(std::move(name)) { file_.remarks.strict = strict; }

  CaseFile read(const nlohmann::json& json) {
    const Fields top(json, name_, file_.remarks);
    if (top.text("format") != kFormat)
      top.refuse("format", std::string("'") + kFormat + "'", top.at("format"));
    top.allow_only({"format", "shapes", "cases", "conventions", "comment", "source", "name"});
    for (const nlohmann::json& one : list(top, "shapes"))
      keep_or_refuse([&] { add_shape(one, element("shapes", file_.stated_shapes++)); });
    for (const nlohmann::json& one : list(top, "cases"))
      keep_or_refuse([&] { add_case(one, element("cases", file_.stated_cases++)); });
    return std::move(file_);
  }

 private:
  const nlohmann::json& list(const Fields& top, const char* key) const {
    const nlohmann::json& value = top.at(key);
    if (!value.is_array()) throw input_error(name_, key, "a list", value.type_name());
    return value;
  }
  std::string element(const char* key, std::size_t i) const {
    return fmt::format("{}: {}[{}]", name_, key, i);
  }
  /// One that is refused is named; the others are read all the same.
  template <class Add>
  void keep_or_refuse(Add add) {
    try {
      add();
    } catch (const InputError& error) {
      file_.remarks.refused.emplace_back(error.what());
    }
  }

  void add_shape(const nlohmann::json& json, const std::string& place) {
    const Fields f(json, place, file_.remarks);
    f.allow_only({"id", "shape_class", "params", "comment", "name"});
    const std::int64_t id = f.whole("id");
    const auto [known, is_new] = places_.emplace(id, std::nullopt);
    known->second.reset();  // a case that names an id of two shapes could mean either
    if (!is_new)
      throw input_error(place, "id", "one that no earlier shape has", fmt::format("{}", id));
    file_.shapes.push_back(read_shape(f, id, file_.remarks));
    known->second = file_.shapes.size() - 1;
  }

  /// The place of a shape that is not refused.
  std::size_t shape(const Fields& f, const char* key) const {
    const auto found = places_.find(f.whole(key));
    if (found == places_.end()) f.refuse(key, "the id of a shape of the file", f.at(key));
    if (!found->second) f.refuse(key, "the id of a shape that is not refused", f.at(key));
    return *found->second;
  }

  void add_case(const nlohmann::json& json, const std::string& place) {
    const Fields at_place(json, place, file_.remarks);
    at_place.allow_only({"id", "shape_class", "a", "b", "q_a", "q_b", "r_ab", "overlap", "margin",
                         "tag", "tags", "touching_convention", "comment", "source", "group"});
    const std::int64_t id = at_place.whole("id");
    if (!cases_.insert(id).second)
      throw input_error(place, "id", "one that no earlier case has", fmt::format("{}", id));
    OverlapCase one{.id = id};
    const Fields by_id(json, fmt::format("{} (id {})", place, id), file_.remarks);
    one.a = shape(by_id, "a");
    one.b = shape(by_id, "b");
    const CaseShape& a = file_.shapes[one.a];
    const CaseShape& b = file_.shapes[one.b];
    if (by_id.has("shape_class")) require_classes(by_id, a, b);
    one.shape_class = classes_of(a, b);
    one.where = fmt::format("{} (id {}, {})", place, id, one.shape_class);
    const int both = dimensions(a.body);
    if (both != dimensions(b.body))
      throw input_error(
          one.where, "bodies", "two of the plane, or two of space",
          fmt::format("one of {} and one of {} dimensions", both, dimensions(b.body)));
    read_placement(Fields(json, one.where, file_.remarks), both == 2, one);
    file_.cases.push_back(std::move(one));
  }

  static void read_placement(const Fields& f, bool flat, OverlapCase& one) {
    one.q_a = f.unit_quaternion("q_a");
    one.q_b = f.unit_quaternion("q_b");
    const std::vector<double> r = f.numbers("r_ab", 3);
    one.r_ab = {r[0], r[1], r[2]};
    if (flat) {
      one.q_a = in_plane(f, "q_a", one.q_a);
      one.q_b = in_plane(f, "q_b", one.q_b);
      one.r_ab = in_plane(f, "r_ab", one.r_ab);
    }
    if (f.has("overlap")) one.overlap = f.truth("overlap");
    if (f.has("margin")) one.margin = f.number("margin");
    one.touching_convention = has_tag(f, "touching_convention");
  }

  std::string name_;
  CaseFile file_ = {};
  std::map<std::int64_t, std::optional<std::size_t>> places_ = {};  ///< by id; none: refused
  std::set<std::int64_t> cases_ = {};                               ///< ids, refused or not
};

}  // namespace

CaseFile read_cases(std::istream& text, const std::string& name, bool strict) {
  return Reader(name, strict).read(json_of(text_of(text, name), name));
}

CaseFile read_cases(const std::string& path, bool strict) {
  return Reader(path, strict).read(json_of(text_of_file(path), path));
}

}  // namespace touchstone::shapes
