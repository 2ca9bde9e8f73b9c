#include "benchmarks/turns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iostream>
#include <vector>

#include "benchmarks/stopwatch.hpp"
#include "models/core/errors.hpp"

namespace touchstone::benchmarks {
namespace {

constexpr const char* kWhere = "standard input";

std::uint64_t times_of(const std::string& text) {
  std::uint64_t times = 0;
  const char* end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, times);
  if (error != std::errc() || last != end || times == 0)
    throw input_error(kWhere, "turn", "a positive number", text);
  return times;
}

nlohmann::json answer(TurnedWork& work, const std::string& line) {
  const std::size_t space = std::min(line.find(' '), line.size());
  const std::string word = line.substr(0, space);
  const std::string rest = line.substr(std::min(space + 1, line.size()));
  if (word == "turn") {
    const std::uint64_t times = times_of(rest);
    const Stopwatch watch;
    work.turn(times);
    return {{"seconds", watch.seconds()}};
  }
  if (word != "write") throw input_error(kWhere, "line", "'turn N' or 'write FILE'", line);
  write_doubles(rest, work.result());
  return {{"written", rest}};
}

}  // namespace

void answer_turns(TurnedWork& work, std::istream& in, std::ostream& out) {
  out << work.ready().dump() << std::endl;
  for (std::string line; std::getline(in, line);) out << answer(work, line).dump() << std::endl;
}

void write_doubles(const std::string& path, const std::vector<double>& numbers) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(numbers.data()),
             static_cast<std::streamsize>(numbers.size() * sizeof(double)));
  file.flush();
  if (!file) throw input_error(path, "file", "one that can be written", "none");
}

std::vector<double> read_doubles(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw input_error(path, "file", "one that can be read", "none");
  const auto bytes = static_cast<std::size_t>(file.tellg());
  if (bytes == 0 || bytes % sizeof(double) != 0)
    throw input_error(path, "size", "a multiple of 8 bytes", fmt::format("{} bytes", bytes));
  std::vector<double> numbers(bytes / sizeof(double));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(numbers.data()), static_cast<std::streamsize>(bytes));
  return numbers;
}

}  // namespace touchstone::benchmarks
