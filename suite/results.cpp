#include "suite/results.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "suite/cores.hpp"
#include "suite/record_text.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

template <class T>
json nullable(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// The launcher exports the state of the working tree: a program cannot know it at build time
/// without relinking on every commit.
json git_description() {
  const std::string sha = environment("TOUCHSTONE_GIT_SHA");
  return {{"sha", sha.empty() ? json(nullptr) : json(sha)},
          {"dirty", environment("TOUCHSTONE_GIT_DIRTY") == "1"}};
}

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown";
}

json parse_record(const std::string& path, std::size_t line_number, const std::string& line) {
  const std::string where = fmt::format("{}:{}", path, line_number);
  json record = json::parse(line, nullptr, false);
  if (record.is_discarded())
    throw input_error(where, "malformed result record", "one JSON object per line",
                      "'" + line.substr(0, 40) + (line.size() > 40 ? "...'" : "'"));
  const json schema = record.is_object() ? record.value("schema", json("none")) : json("none");
  if (schema != json(kResultSchema))
    throw InputError(fmt::format(
        "{}: schema is '{}', expected '{}'; write results of this program to a file of their own",
        where, schema.is_string() ? schema.get<std::string>() : schema.dump(), kResultSchema));
  for (const char* field : {"kind", "family", "scheme", "metric", "verdict", "key"})
    if (!record.contains(field) || !record[field].is_string())
      throw input_error(where, "incomplete record", std::string("a text field '") + field + "'",
                        "none");
  return record;
}

/// A run killed while writing leaves a last line without its newline: that line is set aside, the
/// finished records before it stay.
void set_cut_line_aside(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return;
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  if (text.empty() || text.back() == '\n') return;
  const std::size_t last = text.rfind('\n');
  const std::size_t keep = last == std::string::npos ? 0 : last + 1;
  if (text[keep] != '{') return;  // no record: read_results() refuses the file
  std::ofstream(path + ".cut", std::ios::app) << text.substr(keep) << '\n';
  std::filesystem::resize_file(path, keep);
}

}  // namespace

std::string resume_key(const ResultRecord& r) {
  json params = r.params;
  params.erase("milliseconds");  // differs from run to run; the work is the same
  params.erase("series");        // what was measured, for the figures of reports
  return as_utf8(fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}", r.kind, r.family, r.scheme,
                             r.problem_class, r.metric, record_text(params), r.seed, r.threads,
                             r.ranks));
}

json host_description() {
  return {{"cpu", processor_name()},
          {"cores", available_cores()},
          {"gpu", environment("TOUCHSTONE_GPU").empty() ? json(nullptr)
                                                        : json(environment("TOUCHSTONE_GPU"))}};
}

json build_description() {
#if defined(__clang__)
  const std::string compiler = fmt::format("clang {}.{}", __clang_major__, __clang_minor__);
#else
  const std::string compiler = fmt::format("g++ {}.{}", __GNUC__, __GNUC_MINOR__);
#endif
  return {{"compiler", compiler}, {"flags", TOUCHSTONE_FLAGS}, {"type", TOUCHSTONE_BUILD_TYPE}};
}

json to_json(const ResultRecord& r) {
  json expected = nullptr;
  if (r.expected)
    expected = {{"value", r.expected->value},
                {"uncertainty", r.expected->uncertainty},
                {"source", r.expected_source}};
  json allowance = nullptr, origin = nullptr;
  if (r.allowance) allowance = {{"value", r.allowance->value}, {"why", r.allowance->why}};
  if (r.origin)
    origin = {{"kind", name(r.origin->kind)}, {"text", r.origin->text}, {"link", r.origin->link}};
  return {{"schema", kResultSchema},
          {"key", resume_key(r)},
          {"kind", r.kind},
          {"family", r.family},
          {"scheme", r.scheme},
          {"backend", r.backend},
          {"class", r.problem_class},
          {"params", r.params},
          {"seed", r.seed},
          {"threads", r.threads},
          {"ranks", r.ranks},
          {"metric", r.metric},
          {"value", r.value},
          {"low", nullable(r.low)},
          {"high", nullable(r.high)},
          {"n_eff", nullable(r.n_eff)},
          {"expected", expected},
          {"z", nullable(r.z)},
          {"p", nullable(r.p)},
          {"allowance", allowance},
          {"origin", origin},
          {"facts", r.facts},
          {"verdict", std::string(name(r.verdict))},
          {"replay", r.replay},
          {"seconds", r.seconds},
          {"note", r.note},
          {"host", host_description()},
          {"build", build_description()},
          {"git", git_description()},
          {"time", utc_now()}};
}

std::vector<json> read_results(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw input_error(path, "cannot be read", "a results file (*.jsonl)", "no such file");
  std::vector<json> records;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (file.eof())  // no newline at the end: the writer was killed
      throw input_error(fmt::format("{}:{}", path, number), "truncated record", "a complete line",
                        "end of file after '" + line.substr(0, 40) + "'");
    if (!line.empty()) records.push_back(parse_record(path, number, line));
  }
  return records;
}

std::vector<json> earlier_results(const std::string& path) {
  if (!std::filesystem::exists(path)) return {};
  const ResultWriter mended(path);
  return read_results(path);
}

ResultWriter::ResultWriter(const std::string& path) : path_(path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error)
    throw input_error(path, "results cannot be written", "a folder that can be written",
                      "none, and it cannot be made: " + error.message());
  if (std::filesystem::is_directory(path))
    throw input_error(path, "results cannot be written", "a file, as " + path + "/results.jsonl",
                      "a folder");
  if (std::filesystem::is_regular_file(path)) {
    set_cut_line_aside(path);
    read_results(path);  // throws where they are none
  }
  if (!std::ofstream(path, std::ios::app))
    throw input_error(path, "results cannot be written", "a writable file",
                      "permission or path error");
}

void ResultWriter::write(const ResultRecord& record) { write(std::vector{to_json(record)}); }

void ResultWriter::write(const std::vector<json>& records) {
  std::string lines;
  for (const json& record : records) lines += record_text(record) + '\n';
  std::ofstream file(path_, std::ios::app);
  file << lines << std::flush;
  if (!file)
    throw input_error(path_, "a result could not be written", "space and permission",
                      "write error");
}

}  // namespace touchstone
