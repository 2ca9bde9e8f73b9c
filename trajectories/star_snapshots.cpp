#include "trajectories/star_snapshots.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/core/errors.hpp"

namespace touchstone::trajectories {
namespace {

constexpr const char* kHead = "a line '# time T' before the stars of each snapshot";

/// Words of a line that begins with #, without it.
std::vector<std::string_view> words_behind_hash(std::string_view line) {
  return words_of(line.substr(line.find('#') + 1));
}

bool is_comment(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string::npos || line[first] == '#';
}

bool is_head(const std::string& line) {
  if (line.find('#') == std::string::npos) return false;
  const auto words = words_behind_hash(line);
  return !words.empty() && words.front() == "time";
}

/// A number of a star; masses and radii are above 0, tangential velocities not below it.
double number_of_star(std::string_view word, std::size_t column, const std::string& where) {
  constexpr const char* kNames[] = {"mass", "radius", "radial velocity", "tangential velocity"};
  const double value = number_of(word, where, kNames[column]);
  const bool possible = column == 2 || value > 0 || (column == 3 && value == 0);
  if (!possible)
    throw input_error(where, kNames[column], column == 3 ? "0 or more" : "above 0",
                      fmt::format("{}", value));
  return value;
}

}  // namespace

SnapshotReader::SnapshotReader(const std::string& path) : file_(path), lines_(file_, path) {
  if (!file_) throw input_error(path, "star cluster", "a file with snapshots", "no such file");
}

bool SnapshotReader::read_head(Snapshot& snapshot) {
  for (std::string line; head_.empty() && lines_.next(line);) {
    if (is_head(line))
      head_ = line, head_at_ = lines_.where();
    else if (!is_comment(line))
      throw input_error(lines_.where(), "head", kHead, "'" + line.substr(0, 60) + "'");
  }
  if (head_.empty()) return false;
  snapshot = {.where = head_at_};
  const auto words = words_behind_hash(head_);
  for (std::size_t k = 0; k < words.size(); k += 2) {
    const std::string key(words[k]);
    if (k + 1 == words.size())
      throw input_error(head_at_, key, "a number behind it", "the end of the line");
    const double value = number_of(words[k + 1], head_at_, key);
    if (key == "time")
      snapshot.time = value;
    else if (key == "escaped_mass")
      snapshot.escaped_mass = value;
    else if (key == "escaped_energy")
      snapshot.escaped_energy = value;
    else
      throw input_error(head_at_, "head", "time, escaped_mass or escaped_energy", "'" + key + "'");
  }
  if (time_ && !(snapshot.time > *time_))
    throw input_error(head_at_, "time", fmt::format("above {}, that before", *time_),
                      fmt::format("{}", snapshot.time));
  time_ = snapshot.time;
  head_.clear();
  return true;
}

void SnapshotReader::add_star(Snapshot& snapshot, const std::string& line, Digits& digits) const {
  const auto words = words_of(line);
  if (words.size() != 4)
    throw input_error(lines_.where(), "columns", "mass radius radial_velocity tangential_velocity",
                      fmt::format("{} columns", words.size()));
  cluster::Stars& s = snapshot.stars;
  std::size_t column = 0;
  for (auto* values : {&s.mass, &s.radius, &s.radial_velocity, &s.tangential_velocity}) {
    values->push_back(number_of_star(words[column], column, lines_.where()));
    // All columns tell the number of digits, masses alone their size.
    digits.see(words[column], column == 0 ? values->back() : 0.0);
    ++column;
  }
  s.id.push_back(static_cast<std::uint32_t>(s.id.size()));
}

bool SnapshotReader::next(Snapshot& snapshot) {
  if (!read_head(snapshot)) return false;
  Digits digits;
  for (std::string line; lines_.next(line);) {
    if (is_head(line)) {
      head_ = line, head_at_ = lines_.where();
      break;
    }
    if (!is_comment(line)) add_star(snapshot, line, digits);
  }
  if (snapshot.stars.size() == 0)
    throw input_error(snapshot.where, "snapshot", "at least one star", "none");
  const auto& radius = snapshot.stars.radius;
  snapshot.ascending = std::is_sorted(radius.begin(), radius.end());
  snapshot.mass_rounding = digits.rounding();
  if (!snapshot.ascending) snapshot.stars = reordered(snapshot.stars, radial_order(snapshot.stars));
  return true;
}

}  // namespace touchstone::trajectories
