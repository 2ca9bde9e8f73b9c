// benchmarks/session.hpp
// Purpose   Runs the benchmarks with Google Benchmark and writes one record per number. The runs of
//           all schemes of one size are interleaved in random order, so that ratios are taken under
//           the same conditions.
// Cost      Records of a size are written when the size is finished; an interrupt keeps the sizes
//           before.
// Not here  Comparing two builds (compare_ab.py).
#pragma once
#include <iosfwd>
#include <set>
#include <string>

#include "benchmarks/timing.hpp"
#include "models/core/results.hpp"

namespace touchstone::benchmarks {

/// Throws InputError when family and filter match no scheme of this machine, naming the nearest.
void require_known(const Request& request);

/// Exit code: 0, 1 when a count or a state was wrong, kInterruptedExit after a signal.
int run(const Request& request, std::ostream& text);

/// What would be timed.
void list(const Request& request, std::ostream& text);

/// What identifies a timed entry among records, whatever protocol its sweeps were given.
std::string entry_key(const nlohmann::json& record);
std::string entry_key(const Request& request, const Entry& entry);
/// The entries a results file holds; empty when there is no such file.
std::set<std::string> finished_entries(const std::string& path);

/// The records of a finished entry: rate, seconds per sweep, bytes per disk.
std::vector<ResultRecord> records(const Request& request, const TimedEntry& timed,
                                  const CommonStart& start);

}  // namespace touchstone::benchmarks
