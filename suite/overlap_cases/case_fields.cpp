#include "suite/overlap_cases/case_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/core/errors.hpp"
#include "models/core/names.hpp"
#include "suite/overlap_cases/case_text.hpp"

namespace touchstone::shapes {
namespace {

constexpr std::size_t kMostShown = 60;

/// Appends the value found, shortened where a list is long.
void show(const nlohmann::json& value, std::string& text) {
  if (text.size() > kMostShown) return;
  if (value.is_string()) {
    text += '"' + printable(value.get_ref<const std::string&>()) + '"';
  } else if (value.is_structured()) {
    text += value.is_array() ? '[' : '{';
    const std::size_t begin = text.size();
    for (const auto& [key, one] : value.items()) {
      if (text.size() > kMostShown) break;
      if (text.size() > begin) text += ',';
      if (value.is_object()) text += '"' + printable(key) + "\":";
      show(one, text);
    }
    text += value.is_array() ? ']' : '}';
  } else {
    text += value.dump();
  }
}

std::string shown(const nlohmann::json& value) {
  std::string text;
  show(value, text);
  if (text.size() > kMostShown) text = text.substr(0, kMostShown - 3) + "...";
  return std::string(value.type_name()) + " " + text;
}

std::string element(const std::string& what, std::size_t i) {
  return fmt::format("{}[{}]", what, i);
}

}  // namespace

std::string one_of(const std::vector<std::string>& names) {
  std::string text = "one of ";
  for (const std::string& name : names) {
    if (text.size() > 7) text += ", ";
    text += name;
  }
  return text;
}

Fields::Fields(const Json& object, std::string where, Remarks& remarks)
    : object_(object), where_(std::move(where)), remarks_(remarks) {
  if (!object.is_object()) throw input_error(where_, "value", "an object", shown(object));
}

void Fields::refuse(const std::string& what, const std::string& expected, const Json& found) const {
  throw input_error(where_, what, expected, shown(found));
}

void Fields::allow_only(std::initializer_list<const char*> known) const {
  const std::vector<std::string> names(known.begin(), known.end());
  for (const auto& [key, value] : object_.items()) {
    if (std::find(names.begin(), names.end(), key) != names.end()) continue;
    const std::string what = "key '" + printable(key) + "'";
    const std::string nearest = "the nearest is '" + nearest_name(printable(key), names) + "'";
    if (remarks_.strict)
      throw input_error(where_, what, one_of(names), "an unknown key; " + nearest);
    remarks_.warnings.add(where_, what + " is unknown and not used; " + nearest);
  }
}

bool Fields::has(const char* key) const {
  const auto place = object_.find(key);
  return place != object_.end() && !place->is_null();
}

const nlohmann::json& Fields::at(const char* key) const {
  const auto place = object_.find(key);
  if (place == object_.end())
    throw input_error(where_, fmt::format("key '{}'", key), "a value", "none");
  return *place;
}

double Fields::number(const Json& value, const std::string& what) const {
  if (!value.is_number()) refuse(what, "a number", value);
  const auto x = value.get<double>();
  if (!(std::abs(x) <= kLargestNumber))
    refuse(what, fmt::format("a number from -{0:g} to {0:g}", kLargestNumber), value);
  return x;
}
double Fields::number(const char* key) const { return number(at(key), key); }

std::int64_t Fields::whole(const char* key) const {
  const Json& value = at(key);
  if (!value.is_number_integer()) refuse(key, "an integer", value);
  if (value.is_number_unsigned() &&
      value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
    refuse(key, "an integer below 2^63", value);
  return value.get<std::int64_t>();
}

bool Fields::truth(const char* key) const {
  const Json& value = at(key);
  if (!value.is_boolean()) refuse(key, "true or false", value);
  return value.get<bool>();
}

std::string Fields::text(const char* key) const {
  const Json& value = at(key);
  if (!value.is_string()) refuse(key, "a text", value);
  return value.get<std::string>();
}

std::vector<std::string> Fields::texts(const char* key) const {
  const Json& value = at(key);
  if (value.is_string()) return {text(key)};
  std::vector<std::string> all;
  for (const Json& one : value.is_array() ? value : Json::array({nullptr})) {
    if (!one.is_string()) refuse(key, "a text, or a list of texts", value);
    all.push_back(one.get<std::string>());
  }
  return all;
}

const nlohmann::json& Fields::array(const Json& value, const std::string& what) const {
  if (!value.is_array()) refuse(what, "a list", value);
  return value;
}

std::vector<double> Fields::numbers(const Json& value, const std::string& what,
                                    std::size_t size) const {
  array(value, what);
  if (size != 0 && value.size() != size) refuse(what, fmt::format("{} numbers", size), value);
  std::vector<double> all;
  for (std::size_t i = 0; i < value.size(); ++i) all.push_back(number(value[i], element(what, i)));
  return all;
}
std::vector<double> Fields::numbers(const char* key, std::size_t size) const {
  return numbers(at(key), key, size);
}

std::vector<Vec2> Fields::points2(const char* key) const {
  const Json& rows = array(at(key), key);
  std::vector<Vec2> all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<double> x = numbers(rows[i], element(key, i), 0);
    const bool in_plane = x.size() == 2 || (x.size() == 3 && x[2] == 0);
    if (!in_plane) refuse(element(key, i), "two numbers", rows[i]);
    all.push_back({x[0], x[1]});
  }
  return all;
}

std::vector<Vec3> Fields::points3(const char* key) const {
  const Json& rows = array(at(key), key);
  std::vector<Vec3> all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<double> x = numbers(rows[i], element(key, i), 3);
    all.push_back({x[0], x[1], x[2]});
  }
  return all;
}

Orientation Fields::unit_quaternion(const Json& value, const std::string& what) const {
  const std::vector<double> x = numbers(value, what, 4);
  const Orientation q{x[0], x[1], x[2], x[3]};
  if (!(std::abs(norm2(q) - 1) < 1e-6)) refuse(what, "a unit quaternion [s, x, y, z]", value);
  return q;
}
Orientation Fields::unit_quaternion(const char* key) const { return unit_quaternion(at(key), key); }
std::vector<Orientation> Fields::unit_quaternions(const char* key) const {
  const Json& rows = array(at(key), key);
  std::vector<Orientation> all;
  for (std::size_t i = 0; i < rows.size(); ++i)
    all.push_back(unit_quaternion(rows[i], element(key, i)));
  return all;
}

std::vector<std::vector<std::uint32_t>> Fields::index_lists(const char* key) const {
  const Json& rows = array(at(key), key);
  std::vector<std::vector<std::uint32_t>> all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    all.emplace_back();
    for (const Json& value : array(rows[i], element(key, i))) {
      if (!value.is_number_unsigned() ||
          value.get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max())
        refuse(element(key, i), "integers from 0 up", value);
      all.back().push_back(value.get<std::uint32_t>());
    }
  }
  return all;
}

}  // namespace touchstone::shapes
