#include "suite/share.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "models/core/errors.hpp"
#include "suite/footprint.hpp"
#include "suite/record_text.hpp"

namespace touchstone {

void add_share(CLI::App& app, JobShare& share) {
  const auto write = app.add_option("--write-jobs", share.write,
                                    "list the jobs in this file, for processes that share them, "
                                    "and run nothing (see: touchstone plan --help)");
  app.add_option("--only-jobs", share.only, "run only the jobs whose keys are lines of this file")
      ->excludes(write);
}

namespace {

std::vector<std::string> named(const Job& job, const char* name) {
  for (const auto& [facet, words] : job.facets)
    if (facet == name) return words;
  return {};
}

std::uint64_t bytes_of(const Job& job) {
  const std::vector<std::string> stated = named(job, kBytes);
  return stated.empty() ? static_cast<std::uint64_t>(kWorking) : std::stoull(stated.front());
}

}  // namespace

void demand(Job& job, double bytes, bool on_device) {
  job.facets.push_back({kBytes, {fmt::format("{:.0f}", bytes)}});
  if (on_device) job.facets.push_back({kNeeds, {"gpu"}});
}

void write_jobs(const std::vector<Job>& jobs, const std::string& path) {
  std::ofstream file(path);
  for (const Job& job : jobs)
    file << record_text({{"key", job.id},
                         {"title", job.title},
                         {"cost", job.cost},
                         {"with", job.with},
                         {"memory", bytes_of(job)},
                         {"needs", named(job, kNeeds)}})
         << '\n';
  file.flush();
  if (!file) throw input_error("--write-jobs", "file", "one that can be written", path);
}

std::vector<std::size_t> places_of(const std::vector<Job>& jobs, const std::string& path) {
  std::vector<std::size_t> places(jobs.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (path.empty()) return places;
  std::map<std::string, std::size_t> unseen;  // wanted, and the line that wants it
  std::ifstream file(path);
  if (!file) throw input_error("--only-jobs", "file", "one that can be read", path);
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);)
    if (++number; !line.empty()) unseen.emplace(line, number);
  const std::map<std::string, std::size_t> wanted = unseen;
  std::erase_if(places, [&](std::size_t k) {
    unseen.erase(jobs[k].id);
    return wanted.count(jobs[k].id) == 0;
  });
  if (!unseen.empty())
    throw input_error(fmt::format("{}:{}", path, unseen.begin()->second), "key of a job",
                      "one that --write-jobs lists with these options", unseen.begin()->first);
  return places;
}

}  // namespace touchstone
