// Rows about a star cluster: masses, energy, virial ratio, radii that hold a share of the mass.
// Law       Stars leave or lose mass, and are never new or heavier. The mass that is gone is that
//           of the heads. The energy, with that of the stars that have left, changes by no more
//           than a stated part. 2 K = |V| in the mean over snapshots of a cluster in equilibrium;
//           own shells, which not every program counts, make less than 2 / N of difference (1.7 / N
//           in Plummer's model), and a cluster that changes in its relaxation time as much.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/cmc/structure.hpp"
#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "trajectories/plummer_rows.hpp"
#include "trajectories/rows.hpp"
#include "trajectories/series_row.hpp"
#include "trajectories/star_series.hpp"

namespace touchstone::trajectories {
namespace {

ResultRecord masses_row(const Request& request, const StarSeries& series) {
  ResultRecord record =
      blank_record(request, "cmc", "stars of snapshots that are new or heavier than before");
  record.value = static_cast<double>(series.heavier);
  record.expected = Published{0, 0};
  record.expected_source = "stars only leave or lose mass";
  record.facts = {{"snapshots", series.snapshots()}, {"sorted", series.sorted}};
  record.note =
      fmt::format("{} snapshots, {} stars in the first, {} in the last; radii {}",
                  series.snapshots(), series.first().stars.size(), series.last().stars.size(),
                  series.sorted == 0 ? "ascend in all"
                                     : fmt::format("did not ascend in {}, which are "
                                                   "sorted",
                                                   series.sorted));
  if (series.heavier > 0) record.note += "; " + series.first_heavier;
  record.verdict = series.heavier > 0 ? Verdict::fail : Verdict::pass;
  return record;
}

ResultRecord gone_row(const Request& request, const StarSeries& series) {
  ResultRecord record =
      blank_record(request, "cmc", "mass that is gone from snapshots, and in no head");
  record.value = series.unknown_mass;
  record.expected = Published{0, 0};
  record.expected_source = "conservation of mass";
  record.allowance = Allowance{series.mass_rounding, "rounding of the masses in the file"};
  const bool all_there = std::abs(series.unknown_mass) <= series.mass_rounding;
  record.verdict = all_there ? Verdict::pass : Verdict::fail;
  const auto& masses = series.first().stars.mass;
  if (all_there && !(series.mass_rounding < *std::min_element(masses.begin(), masses.end()))) {
    record.verdict = Verdict::inconclusive;
    record.note = "rounding of the file hides a star: more digits would do";
  }
  if (!all_there && !series.told_mass) {
    record.verdict = Verdict::not_claimed;
    record.note =
        "stars have left or lost mass, and heads do not tell escaped_mass: no law to "
        "judge by";
  }
  return record;
}

ResultRecord energy_row(const Request& request, const StarSeries& series) {
  ResultRecord record = blank_record(request, "cmc", "largest energy change of snapshots");
  const double scale = std::abs(series.energy.front());
  record.value = std::abs(series.energy_change) / (scale > 0 ? scale : 1);
  record.expected = Published{0, 0};
  record.expected_source = "conservation of energy";
  record.facts = {{"first_energy", series.energy.front()}, {"energies", series.energy}};
  record.note = fmt::format("a part of the first, {:.6g}; largest at {}", series.energy.front(),
                            series.where_energy);
  record.verdict = Verdict::not_claimed;
  const bool left = series.first().stars.size() != series.last().stars.size();
  if (left && !series.told_energy) {
    record.note += "; stars have left, and heads do not tell escaped_energy: no law to judge by";
  } else if (!(request.bound > 0)) {
    record.note += "; no law to judge by: none is stated with --bound";
  } else {
    record.allowance = Allowance{request.bound, "stated with --bound"};
    record.verdict = record.value <= request.bound ? Verdict::pass : Verdict::fail;
    if (series.snapshots() < 2) {
      record.verdict = Verdict::inconclusive;
      record.note += "; one snapshot shows no change: two would do";
    }
  }
  return record;
}

/// Resolution of the test in standard errors of the expected value, with room.
constexpr double kSeen = 7;

ResultRecord virial_row(const Request& request, const StarSeries& series) {
  ResultRecord record = blank_record(request, "cmc", "virial ratio 2 K / |V| of snapshots");
  const double shells = 2 / static_cast<double>(series.first().stars.size());
  const double resolution = std::max(request.resolution, kSeen * shells);
  fill_from_series(
      record, series.virial_ratio,
      Law{{1, shells}, "virial theorem, in equilibrium", resolution, resolution, "the ratio"});
  record.allowance = Allowance{shells, "2 / N as a standard error: own shells, and slow changes"};
  record.facts["values"] = series.virial_ratio;
  return record;
}

/// The radius that holds a share of the mass at the end; its interval is that of so many stars.
ResultRecord radius_row(const Request& request, const StarSeries& series, std::size_t k) {
  const double share = kShares[k];
  ResultRecord record = blank_record(
      request, "cmc", fmt::format("radius with {:.0f} % of the mass, at the end", 100 * share));
  const cluster::Stars& stars = series.last().stars;
  const double error = 1.96 * std::sqrt(share * (1 - share) / static_cast<double>(stars.size()));
  record.value = series.radii[k].back();
  record.low = cluster::lagrangian_radius(stars, std::max(0.0, share - error));
  record.high = cluster::lagrangian_radius(stars, std::min(1 - 1e-9, share + error));
  record.facts = {{"times", series.time}, {"values", series.radii[k]}};
  record.verdict = Verdict::not_claimed;
  record.note = fmt::format("at time {:.6g}; {:.6g} at {:.6g}; no law to judge by",
                            series.time.back(), series.radii[k].front(), series.time.front());
  return record;
}

}  // namespace

std::vector<ResultRecord> star_rows(const Request& request, JobContext& context) {
  SnapshotReader reader(request.file);
  StarSeries series;
  for (Snapshot snapshot; reader.next(snapshot);) {
    check_interrupt();
    series.add(snapshot);
    context.done(0);
  }
  if (series.snapshots() == 0)
    throw input_error(request.file, "star cluster", "at least one snapshot", "none");
  std::vector<ResultRecord> rows{masses_row(request, series), gone_row(request, series),
                                 energy_row(request, series), virial_row(request, series)};
  for (std::size_t k = 0; k < kShares.size(); ++k) rows.push_back(radius_row(request, series, k));
  if (request.start == "plummer")
    for (ResultRecord& row : plummer_rows(request, series.first())) rows.push_back(std::move(row));
  return rows;
}

}  // namespace touchstone::trajectories
