#include "trajectories/frame_header.hpp"

#include <fmt/format.h>

#include <charconv>

#include "models/core/errors.hpp"
#include "suite/overlap_cases/case_text.hpp"
#include "trajectories/lines.hpp"

namespace touchstone::trajectories {
namespace {

using Keys = std::map<std::string, std::string>;

std::vector<double> numbers(const Keys& keys, const char* key, std::size_t count,
                            const std::string& where) {
  const std::vector<std::string_view> words = words_of(keys.at(key));
  if (words.size() != count)
    throw input_error(where, key, fmt::format("{} numbers", count),
                      fmt::format("{}", words.size()));
  std::vector<double> found;
  for (const std::string_view word : words) found.push_back(number_of(word, where, key));
  return found;
}

/// HOOMD's form: a along x, b in the plane of x and y.
shapes::Box box_of(const Keys& keys, const std::string& where) {
  if (!keys.contains("Lattice"))
    throw input_error(where, "box of the frame", "Lattice=\"ax ay az bx by bz cx cy cz\"",
                      "no such key");
  const std::vector<double> m = numbers(keys, "Lattice", 9, where);
  if (m[1] != 0 || m[2] != 0 || m[5] != 0)
    throw input_error(where, "Lattice", "a = (ax, 0, 0) and b = (bx, by, 0)", keys.at("Lattice"));
  const shapes::Box box{m[0], m[4], m[8], m[3] / m[4], m[6] / m[8], m[7] / m[8], 3};
  try {
    require_valid(box);
  } catch (const InputError& error) {
    throw InputError(where + ": Lattice: " + error.what());
  }
  return box;
}

Columns columns_of(const std::string& properties, const std::string& where) {
  const auto refuse = [&] {
    return input_error(where, "Properties", "name:kind:count for each, pos:R:3 among them",
                       "'" + shapes::printable(properties) + "'");
  };
  std::vector<std::string> parts(1);
  for (const char c : properties)
    if (c == ':')
      parts.emplace_back();
    else
      parts.back() += c;
  if (parts.size() % 3 != 0) throw refuse();
  Columns columns;
  bool position = false;
  for (std::size_t k = 0; k < parts.size(); k += 3) {
    std::size_t count = 0;
    const std::string& text = parts[k + 2];
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || *stop != '\0' || count == 0 || count > 1000) throw refuse();
    if (parts[k] == "pos" && (count == 2 || count == 3)) {
      position = true;
      columns.position = columns.count;
      columns.position_numbers = static_cast<int>(count);
    }
    if (parts[k] == "species") columns.species = columns.count;
    if (parts[k] == "orientation" && count == 4) columns.orientation = columns.count;
    columns.count += count;
  }
  if (!position) throw refuse();
  return columns;
}

std::optional<double> error_of(const Keys& keys, const char* key, const std::string& where) {
  if (!keys.contains(key)) return std::nullopt;
  const double value = numbers(keys, key, 1, where).front();
  if (value < 0) throw input_error(where, key, "a number of at least 0", keys.at(key));
  return value;
}

/// A value from `at` on, which is moved behind it.
std::string value_at(const std::string& line, std::size_t& at, const std::string& where) {
  const char quote = at < line.size() && (line[at] == '"' || line[at] == '\'') ? line[at] : '\0';
  std::string value;
  if (quote == '\0') {
    while (at < line.size() && line[at] != ' ' && line[at] != '\t') value += line[at++];
    return value;
  }
  for (++at; at < line.size() && line[at] != quote; ++at) {
    if (line[at] == '\\' && at + 1 < line.size()) ++at;
    value += line[at];
  }
  if (at++ >= line.size())
    throw input_error(where, "value in quotes", "a closing quote", "the end");
  return value;
}

}  // namespace

Keys keys_of(const std::string& line, const std::string& where) {
  Keys keys;
  for (std::size_t at = line.find_first_not_of(" \t"); at < line.size();
       at = line.find_first_not_of(" \t", at)) {
    std::string key;
    while (at < line.size() && line[at] != '=' && line[at] != ' ') key += line[at++];
    const bool valued = at < line.size() && line[at] == '=';
    keys[key] = valued ? value_at(line, ++at, where) : "T";
  }
  return keys;
}

void require_periodic(const FrameHeader& header, int dimensions, const std::string& where) {
  if (!header.periodic) return;
  const std::vector<std::string_view> words = words_of(*header.periodic);
  for (std::size_t k = 0; k < words.size() && k < static_cast<std::size_t>(dimensions); ++k)
    if (words[k] != "T" && words[k] != "1" && words[k] != "True")
      throw input_error(where, "pbc", "T in all directions: a periodic box", *header.periodic);
}

FrameHeader header_of(const std::string& line, const std::string& where) {
  const Keys keys = keys_of(line, where);
  FrameHeader header{.box = box_of(keys, where)};
  for (const std::string_view word : words_of(keys.at("Lattice")))
    header.sides.see(word, number_of(word, where, "Lattice"));
  if (keys.contains("dimensions")) {
    const double d = numbers(keys, "dimensions", 1, where).front();
    if (d != 2 && d != 3) throw input_error(where, "dimensions", "2 or 3", keys.at("dimensions"));
    header.dimensions = static_cast<int>(d);
  }
  if (keys.contains("Origin")) {
    const std::vector<double> o = numbers(keys, "Origin", 3, where);
    header.corner = shapes::Vec3{o[0], o[1], o[2]};
  }
  header.columns = columns_of(
      keys.contains("Properties") ? keys.at("Properties") : "species:S:1:pos:R:3", where);
  if (header.columns.position_numbers == 2) header.dimensions = 2;
  if (keys.contains("pbc")) header.periodic = keys.at("pbc");
  if (keys.contains("type_shapes"))
    header.type_shapes = shapes::json_of(keys.at("type_shapes"), where + ": type_shapes");
  header.rounding = error_of(keys, "rounding", where);
  header.box_rounding = error_of(keys, "box_rounding", where);
  header.turn_rounding = error_of(keys, "turn_rounding", where);
  return header;
}

}  // namespace touchstone::trajectories
