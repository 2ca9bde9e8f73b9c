#include "benchmarks/timing_job.hpp"

#include <algorithm>
#include <utility>

#include "benchmarks/family.hpp"
#include "suite/external/description.hpp"
#include "suite/footprint.hpp"
#include "suite/machine_state.hpp"
#include "suite/share.hpp"

namespace touchstone::benchmarks {
namespace {

template <class T>
nlohmann::json given(const std::optional<T>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

std::string id_of(const Request& request, const TimingJob& timing) {
  return nlohmann::json{{"family", timing.family},
                        {"title", timing.title},
                        {"entries", timing.entries},
                        {"class", info(request.problem_class).name},
                        {"seed", request.seed},
                        {"runs", given(request.runs)},
                        {"warmup", given(request.warmup)},
                        {"sweeps", given(request.sweeps)}}
      .dump();
}

/// The record of a job that hung or crashed: its entries are timed side by side, so that it is not
/// known which of them did.
ResultRecord lost_record(const Request& request, const TimingJob& timing) {
  const std::vector<std::string>& all = timing.schemes;
  const bool is_one = !all.empty() && std::count(all.begin(), all.end(), all[0]) == std::ssize(all);
  const SchemeInfo lost{
      .name = is_one ? all[0] : timing.family + "/*", .source = "", .backend = ""};
  ResultRecord record = blank_record(request, {timing.family.c_str(),
                                               lost,
                                               timing.title,
                                               "",
                                               {{"entries", timing.entries}},
                                               "",
                                               request.threads});
  record.verdict = Verdict::fail;
  record.replay += external::replay_option(record.scheme);
  return record;
}

}  // namespace

std::vector<ResultRecord> time_side_by_side(const TimedEntries& entries, JobContext& context) {
  std::vector<Driven> pieces;
  for (const auto& entry : entries) {
    check_interrupt();
    entry->begin();
    pieces.push_back({entry->name(), entry->runs(), [one = entry.get()] { return one->run(); }});
  }
  drive(pieces, context.done);
  std::vector<ResultRecord> result;
  for (const auto& entry : entries) {
    check_interrupt();
    for (ResultRecord& record : entry->records()) result.push_back(std::move(record));
  }
  return result;
}

Job timing_job(const Request& request, TimingJob timing) {
  Job job;
  job.id = id_of(request, timing);
  job.title = timing.title;
  job.cost = timing.cost;
  job.lost = [record = lost_record(request, timing)](const std::string& why) {
    ResultRecord lost = record;
    lost.note = why;
    return lost;
  };
  job.facets = {{"--family", {timing.family}},
                {kSchemes, std::move(timing.schemes)},
                {kEntries, std::move(timing.entries)}};
  demand(job, kWorking + timing.bytes, timing.on_device);
  job.run = [run = std::move(timing.run)](JobContext& context) {
    const std::optional<double> load = load_average();
    std::vector<ResultRecord> records = run(context);
    const std::optional<double> clock = clock_megahertz();  // while the processors are still warm
    for (ResultRecord& record : records) {
      record.replay += external::replay_option(record.scheme);
      record.facts["load_average"] = given(load);
      record.facts["clock_megahertz"] = given(clock);
    }
    return records;
  };
  return job;
}

}  // namespace touchstone::benchmarks
