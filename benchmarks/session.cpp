#include "benchmarks/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <ostream>

#include "benchmarks/cmc/cluster_session.hpp"
#include "benchmarks/ecmc/chain_session.hpp"
#include "benchmarks/floor.hpp"
#include "benchmarks/hpmc/shape_session.hpp"
#include "benchmarks/longrange/integrator_session.hpp"
#include "models/core/interrupt.hpp"
#include "models/core/names.hpp"
#include "models/core/progress.hpp"

namespace touchstone::benchmarks {
namespace {

constexpr const char* kRate = "trial moves per second";

class Session {
 public:
  Session(const Request& request, std::ostream& text)
      : request_(request),
        text_(text),
        writer_(request.out, request.resume),
        finished_(request.resume ? finished_entries(request.out) : std::set<std::string>{}),
        progress_(static_cast<double>(sizes(request).size())) {}

  ExitCode run() {
    for (const std::size_t disks : sizes(request_)) run_size(disks);
    if (request_.filter == "*" && !finished_.count("floor")) write_floor();
    return code_;
  }

 private:
  void run_size(std::size_t disks) {
    std::vector<Entry> todo;
    for (const Entry& entry : entries(request_, disks))
      if (!finished_.count(entry_key(request_, entry)) && affordable(entry)) todo.push_back(entry);
    if (todo.empty()) return progress_.skip(1);
    progress_.begin(fmt::format("{} disks", disks));
    const CommonStart start = common_start(request_, disks);
    std::vector<std::unique_ptr<TimedEntry>> timed;
    for (const Entry& entry : todo) add(timed, entry, start);
    time_all(timed);
    for (const auto& entry : timed) finish(*entry, start);
  }

  /// A size takes about as long as its entries; rates of a smaller size foretell those of the next.
  bool affordable(const Entry& entry) {
    const auto rate = rate_.find(fmt::format("{}/{}", entry.scheme->info.name, entry.threads));
    if (rate == rate_.end()) return true;
    if (protocol(request_, entry, nominal_trials(entry) / rate->second)) return true;
    text_ << fmt::format("{}: left out, one sweep takes {:.2g} s, too long for class {}\n",
                         entry.name(), nominal_trials(entry) / rate->second,
                         info(request_.problem_class).name);
    return false;
  }

  void add(std::vector<std::unique_ptr<TimedEntry>>& timed, const Entry& entry,
           const CommonStart& start) {
    check_interrupt();
    auto next = std::make_unique<TimedEntry>(entry, start, request_.seed);
    // the first sweep finds cold caches and untouched pages: an upper bound
    const auto chosen = protocol(request_, entry, next->seconds_per_sweep());
    next->set_protocol(chosen.value_or(Protocol{3, 0, 1}));
    timed.push_back(std::move(next));
  }

  void time_all(const std::vector<std::unique_ptr<TimedEntry>>& timed) {
    std::vector<Driven> pieces;
    for (const auto& entry : timed)
      pieces.push_back({entry->entry().name(), entry->protocol().runs, "trials/s",
                        [one = entry.get()] { return one->run(); }});
    drive(pieces, progress_, 1);
  }

  void finish(const TimedEntry& timed, const CommonStart& start) {
    for (const ResultRecord& record : records(request_, timed, start)) {
      writer_.write(record);
      code_ = worst(code_, exit_code(record.verdict));
      if (record.verdict == Verdict::fail)
        text_ << fmt::format("{}: no rate: {}\n", timed.entry().name(), record.note);
      if (record.metric == kRate)
        rate_[fmt::format("{}/{}", record.scheme, record.threads)] = record.value;
    }
  }

  void write_floor() {
    check_interrupt();
    const ResultRecord record = floor_record(request_);
    writer_.write(record);
    text_ << fmt::format("floor: {:.3g} trial moves per second on one core ({})\n", record.value,
                         record.params.at("floor_text").get<std::string>());
  }

  const Request& request_;
  std::ostream& text_;
  ResultWriter writer_;
  std::set<std::string> finished_;
  std::map<std::string, double> rate_;
  Progress progress_;
  ExitCode code_ = ExitCode::pass;
};

bool matches_mpmc(const Request& request) {
  const auto all = mpmc_names();
  return matches(request.family, "mpmc") &&
         std::any_of(all.begin(), all.end(),
                     [&](const std::string& name) { return matches(request.filter, name); });
}

ResultRecord blank(const Request& request, const TimedEntry& timed, const CommonStart& start) {
  const Entry& entry = timed.entry();
  const disks::RunParameters run;
  ResultRecord record;
  record.kind = "benchmark";
  record.family = entry.scheme->info.name.substr(0, entry.scheme->info.name.find('/'));
  record.scheme = entry.scheme->info.name;
  record.backend = entry.scheme->info.backend;
  record.problem_class = std::string(info(request.problem_class).name);
  record.seed = request.seed;
  record.threads = entry.threads;
  std::uint64_t trials = 0;
  for (const Run& one : timed.runs()) trials += one.count;
  record.params = {{"disks", entry.disks},
                   {"packing_fraction", kPackingFraction},
                   {"max_displacement", run.max_displacement},
                   {"trials_per_cell", run.trials_per_cell},
                   {"warmup_sweeps", timed.protocol().warmup},
                   {"sweeps", timed.protocol().sweeps},
                   {"runs", timed.runs().size()},
                   {"attempted_trials", trials},
                   {"protocol", timed.protocol().full() ? "as published" : "reduced"},
                   {"start", fmt::format("lattice melted for {} sweeps", start.melting_sweeps)},
                   {"interval", "quartiles of the runs"}};
  record.replay =
      fmt::format("./touchstone bench --class {} --filter {} --disks {} --threads {} --seed {}",
                  record.problem_class, record.scheme, entry.disks, entry.threads, request.seed);
  return record;
}

void set_quartiles(ResultRecord& record, const std::vector<double>& values) {
  const Quartiles q = quartiles(values);
  record.value = q.median;
  record.low = q.low;
  record.high = q.high;
}

}  // namespace

std::vector<ResultRecord> records(const Request& request, const TimedEntry& timed,
                                  const CommonStart& start) {
  const std::string wrong = timed.verify();
  std::vector<double> rates;
  std::vector<double> per_sweep;
  double seconds = 0;
  for (const Run& run : timed.runs()) {
    rates.push_back(static_cast<double>(run.count) / run.seconds);
    per_sweep.push_back(run.seconds / static_cast<double>(timed.protocol().sweeps));
    seconds += run.seconds;
  }
  ResultRecord rate = blank(request, timed, start);
  rate.seconds = seconds;
  rate.note = wrong;
  rate.verdict = wrong.empty() ? Verdict::pass : Verdict::fail;
  rate.value = std::numeric_limits<double>::quiet_NaN();
  rate.metric = kRate;
  if (!wrong.empty()) return {rate};  // no rate for a wrong result
  set_quartiles(rate, rates);
  ResultRecord sweep = rate;
  sweep.metric = "seconds per sweep";
  set_quartiles(sweep, per_sweep);
  ResultRecord memory = rate;
  memory.metric = "bytes per disk";
  memory.value =
      static_cast<double>(timed.memory_bytes()) / static_cast<double>(timed.entry().disks);
  memory.low = memory.high = std::nullopt;
  return {sweep, memory, rate};  // the rate last: with it the entry is finished
}

std::string entry_key(const nlohmann::json& record) {
  return fmt::format("{}|{}|{}|{}|{}", record.value("scheme", ""), record.value("class", ""),
                     record.at("params").value("disks", std::size_t{0}), record.value("threads", 0),
                     record.value("seed", std::uint64_t{0}));
}

std::string entry_key(const Request& request, const Entry& entry) {
  return fmt::format("{}|{}|{}|{}|{}", entry.scheme->info.name, info(request.problem_class).name,
                     entry.disks, entry.threads, request.seed);
}

std::set<std::string> finished_entries(const std::string& path) {
  std::set<std::string> result;
  if (!std::filesystem::exists(path)) return result;
  for (const nlohmann::json& record : read_results(path)) {
    if (record.at("metric") == kRate) result.insert(entry_key(record));
    if (record.at("metric") == kFloorMetric) result.insert("floor");
  }
  return result;
}

void require_known(const Request& request) {
  if (matches_mpmc(request) || ecmc::is_wanted(request) || cmc::is_wanted(request) ||
      longrange::is_wanted(request) || hpmc::is_wanted(request))
    return;
  std::vector<std::string> names;
  if (matches(request.family, "mpmc")) names = mpmc_names();
  if (matches(request.family, "ecmc"))
    for (const std::string& name : ecmc::names()) names.push_back(name);
  if (matches(request.family, "longrange"))
    for (const std::string& name : longrange::integrator_names()) names.push_back(name);
  if (matches(request.family, "cmc"))
    for (const std::string& name : cmc::cluster_names()) names.push_back(name);
  if (matches(request.family, "hpmc"))
    for (const std::string& name : hpmc::shape_names()) names.push_back(name);
  const std::string nearest = nearest_name(request.filter, names);
  throw InputError(fmt::format("--filter '{}' (family '{}') matches no scheme of this machine{}",
                               request.filter, request.family,
                               nearest.empty() ? "" : "; the nearest name is '" + nearest + "'"));
}

int run(const Request& request, std::ostream& text) {
  try {
    require_known(request);
    ExitCode code = ExitCode::pass;
    if (matches_mpmc(request)) code = worst(code, Session(request, text).run());
    if (ecmc::is_wanted(request)) code = worst(code, ecmc::run(request, text));
    if (longrange::is_wanted(request)) code = worst(code, longrange::run(request, text));
    if (cmc::is_wanted(request)) code = worst(code, cmc::run(request, text));
    if (hpmc::is_wanted(request)) code = worst(code, hpmc::run(request, text));
    return static_cast<int>(code);
  } catch (const Interrupted&) {
    text << "interrupted; finished sizes are kept in " << request.out
         << ". Continue with the same command and --resume." << std::endl;
    return kInterruptedExit;
  }
}

void list(const Request& request, std::ostream& text) {
  require_known(request);
  if (matches_mpmc(request))
    for (const std::size_t disks : sizes(request))
      for (const Entry& entry : entries(request, disks)) text << entry.name() << '\n';
  if (ecmc::is_wanted(request)) ecmc::list(request, text);
  if (longrange::is_wanted(request)) longrange::list(request, text);
  if (cmc::is_wanted(request)) cmc::list(request, text);
  if (hpmc::is_wanted(request)) hpmc::list(request, text);
}

}  // namespace touchstone::benchmarks
