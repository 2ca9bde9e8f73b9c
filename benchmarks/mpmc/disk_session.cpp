#include "benchmarks/mpmc/disk_session.hpp"

#include <fmt/format.h>

#include <map>
#include <ostream>

#include "benchmarks/journal.hpp"
#include "benchmarks/mpmc/roofline.hpp"
#include "models/core/interrupt.hpp"

namespace touchstone::benchmarks::mpmc {
namespace {

constexpr const char* kFamily = "mpmc";
constexpr const char* kRate = "trial moves per second";

ResultRecord blank(const Request& request, const DiskEntry& entry) {
  ResultRecord record = blank_record(request, kFamily, entry.scheme->info, entry.threads, kRate);
  record.params = {{"disks", entry.disks}};
  record.replay =
      fmt::format("./touchstone bench --class {} --filter {} --disks {} --threads {} --seed {}",
                  record.problem_class, record.scheme, entry.disks, entry.threads, request.seed);
  return record;
}

class DiskSession {
 public:
  DiskSession(const Request& request, std::ostream& text)
      : request_(request),
        text_(text),
        journal_(request, text, kFamily, {"disks"}),
        progress_(static_cast<double>(disk_sizes(request).size())) {}

  ExitCode run() {
    for (const std::size_t disks : disk_sizes(request_)) run_size(disks);
    if (request_.filter == "*" && !journal_.has(blank_roofline_record(request_))) write_roofline();
    return journal_.worst_code();
  }

 private:
  void run_size(std::size_t disks) {
    std::vector<DiskEntry> todo;
    for (const DiskEntry& entry : disk_entries(request_, disks))
      if (!journal_.has(blank(request_, entry)) && affordable(entry)) todo.push_back(entry);
    if (todo.empty()) return progress_.skip(1);
    progress_.begin(fmt::format("{} disks", disks));
    const CommonStart start = common_start(request_, disks);
    std::vector<std::unique_ptr<TimedDisks>> timed;
    for (const DiskEntry& entry : todo) add(timed, entry, start);
    time_all(timed);
    for (const auto& entry : timed) finish(*entry, start);
  }

  /// A size takes about as long as its entries; rates of a smaller size foretell those of the next.
  bool affordable(const DiskEntry& entry) {
    const auto rate = rate_.find(fmt::format("{}/{}", entry.scheme->info.name, entry.threads));
    if (rate == rate_.end()) return true;
    if (protocol(request_, entry, nominal_trials(entry) / rate->second)) return true;
    text_ << fmt::format("{}: left out, one sweep takes {:.2g} s, too long for class {}\n",
                         entry.name(), nominal_trials(entry) / rate->second,
                         info(request_.problem_class).name);
    return false;
  }

  void add(std::vector<std::unique_ptr<TimedDisks>>& timed, const DiskEntry& entry,
           const CommonStart& start) {
    check_interrupt();
    auto next = std::make_unique<TimedDisks>(entry, start, request_.seed);
    // the first sweep finds cold caches and untouched pages: an upper bound
    const auto chosen = protocol(request_, entry, next->seconds_per_sweep());
    next->set_protocol(chosen.value_or(Protocol{3, 0, 1}));
    timed.push_back(std::move(next));
  }

  void time_all(const std::vector<std::unique_ptr<TimedDisks>>& timed) {
    std::vector<Driven> pieces;
    for (const auto& entry : timed)
      pieces.push_back({entry->entry().name(), entry->protocol().runs, "trials/s",
                        [one = entry.get()] { return one->run(); }});
    drive(pieces, progress_, 1);
  }

  void finish(TimedDisks& timed, const CommonStart& start) {
    for (const ResultRecord& record : records(request_, timed, start)) {
      journal_.write(record, timed.entry().name());
      if (record.metric == kRate)
        rate_[fmt::format("{}/{}", record.scheme, record.threads)] = record.value;
    }
  }

  void write_roofline() {
    check_interrupt();
    const ResultRecord record = roofline_record(request_);
    journal_.write(record, record.scheme);
    text_ << fmt::format("roofline: {:.3g} trial moves per second on one core ({})\n", record.value,
                         record.params.at("floor_text").get<std::string>());
  }

  const Request& request_;
  std::ostream& text_;
  Journal journal_;
  std::map<std::string, double> rate_;
  Progress progress_;
};

ExitCode run(const Request& request, std::ostream& text) {
  return DiskSession(request, text).run();
}

void list(const Request& request, std::ostream& text) {
  for (const std::size_t disks : disk_sizes(request))
    for (const DiskEntry& entry : disk_entries(request, disks)) text << entry.name() << '\n';
}

}  // namespace

Family family() { return {kFamily, &disk_names, &run, &list}; }

namespace {
const bool registered = register_family(family());
}

std::vector<ResultRecord> records(const Request& request, TimedDisks& timed,
                                  const CommonStart& start) {
  const disks::RunParameters run;
  const auto sweeps = static_cast<double>(timed.protocol().sweeps);
  std::vector<double> rates;
  std::vector<double> per_sweep;
  std::uint64_t trials = 0;
  for (const Run& one : timed.runs()) {
    rates.push_back(static_cast<double>(one.count) / one.seconds);
    per_sweep.push_back(one.seconds / sweeps);
    trials += one.count;
  }
  ResultRecord rate = blank(request, timed.entry());
  rate.params.update(
      {{"packing_fraction", kPackingFraction},
       {"max_displacement", run.max_displacement},
       {"trials_per_cell", run.trials_per_cell},
       {"warmup_sweeps", timed.protocol().warmup},
       {"sweeps", timed.protocol().sweeps},
       {"attempted_trials", trials},
       {"protocol", timed.protocol().full() ? "as published" : "reduced"},
       {"start", fmt::format("lattice melted for {} sweeps", start.melting_sweeps)}});
  const std::string wrong = timed.verify();
  ResultRecord sweep = rate;
  judge_runs(rate, timed.runs(), rates, wrong);
  if (!wrong.empty()) return {rate};
  sweep.metric = "seconds per sweep";
  judge_runs(sweep, timed.runs(), per_sweep, wrong);
  ResultRecord memory = rate;
  memory.metric = "bytes per disk";
  memory.value =
      static_cast<double>(timed.memory_bytes()) / static_cast<double>(timed.entry().disks);
  memory.low = memory.high = std::nullopt;
  return {sweep, memory, rate};  // the rate last: with it the entry is finished
}

}  // namespace touchstone::benchmarks::mpmc
