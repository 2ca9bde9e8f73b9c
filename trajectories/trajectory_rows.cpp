// Rows about a trajectory: bodies, pressure, and of equal disks order and structure.
#include <fmt/format.h>

#include <cmath>

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/disks/published.hpp"
#include "trajectories/findings.hpp"
#include "trajectories/legality_rows.hpp"
#include "trajectories/rows.hpp"
#include "trajectories/series_row.hpp"
#include "validation/data_files.hpp"

namespace touchstone::trajectories {
namespace {

/// A row about chains that never end in some frames: no number, and no failure of legal frames.
void leave_open(ResultRecord& record, const DiskSeries& series, bool must_decide) {
  record.value = std::nan("");
  record.verdict = must_decide ? Verdict::inconclusive : Verdict::not_run;
  record.facts["frames"] = series.frames();
  record.note +=
      fmt::format("{}disks touch all around the box in {} of {} frames: chains never end",
                  record.note.empty() ? "" : "; ", series.closed(), series.frames());
}

/// The published value of the same number, box and packing fraction; else its nearest is named.
ResultRecord pressure_row(const Request& request, const DiskSeries& series) {
  const disks::Configuration& first = series.first();
  const disks::Aspect aspect{first.box.width, first.box.height};
  ResultRecord record = blank_record(request, "mpmc", "beta P d^2 of frames, by event chains");
  record.params["disks"] = first.size();
  record.params["packing_fraction"] = first.packing_fraction();
  const disks::EquationOfState published(validation::data_file("hard_disk_eos.csv"));
  const auto known = published.find(first.size(), first.packing_fraction(), aspect);
  std::optional<Law> law;
  if (!series.constant())
    record.note = "box or number change: no pressure of one packing fraction";
  else if (known.empty())
    record.note = fmt::format(
        "{} disks at {:.6g}: no published value, so the pressure itself is not judged; the nearest "
        "is of {}",
        first.size(), first.packing_fraction(),
        disks::describe(published.nearest(first.size(), first.packing_fraction(), aspect)));
  else
    law = Law{known.front().pressure, known.front().source,
              request.resolution * known.front().pressure.value, request.resolution};
  if (series.closed() > 0)
    leave_open(record, series, law.has_value());
  else
    fill_from_series(record, series.chains, law);
  return record;
}

/// A difference of two estimates of the pressure that vanishes in equilibrium.
ResultRecord difference_row(const Request& request, const DiskSeries& series,
                            const std::string& metric, std::span<const double> difference,
                            bool must_decide) {
  ResultRecord record = blank_record(request, "mpmc", metric);
  if (series.closed() > 0) {
    leave_open(record, series, must_decide);
    return record;
  }
  double scale = 0;
  for (const double p : series.chains) scale += p / static_cast<double>(series.frames());
  record.params["scale"] = scale;
  fill_from_series(record, difference,
                   Law{{0, 0},
                       "both are exact for a uniform distribution",
                       request.resolution * scale,
                       request.resolution,
                       "the pressure",
                       must_decide});
  return record;
}

ResultRecord plain_row(const Request& request, const std::string& metric,
                       std::span<const double> series) {
  ResultRecord record = blank_record(request, "mpmc", metric);
  fill_from_series(record, series, {});
  return record;
}

ResultRecord not_run_row(const Request& request, const Findings& found) {
  ResultRecord record = blank_record(request, found.plane ? "mpmc" : "hpmc",
                                     found.plane ? "beta P d^2 of frames, by event chains"
                                                 : "beta P / rho of frames, by scale distribution");
  record.value = std::nan("");
  record.verdict = Verdict::not_run;
  record.note = found.no_pressure.empty() ? found.no_disks : found.no_pressure;
  return record;
}

void add_disk_rows(std::vector<ResultRecord>& rows, const Request& request,
                   const DiskSeries& series) {
  rows.push_back(pressure_row(request, series));
  rows.push_back(difference_row(request, series, "beta P d^2 at contact less that of chains",
                                series.contact_excess, true));
  rows.push_back(difference_row(request, series,
                                "beta P d^2 by scale distribution less that of chains",
                                series.scale_excess, false));
  rows.push_back(plain_row(request, "beta P d^2 of frames, by scale distribution", series.scale));
  rows.push_back(plain_row(request, "g(r) at contact", series.contact));
  if (!std::isnan(series.order.front()))
    rows.push_back(plain_row(request, "|psi6| of frames", series.order));
  rows.push_back(plain_row(request, "S(k) at the smallest k", series.structure));
}

}  // namespace

std::vector<ResultRecord> trajectory_rows(const Request& request, JobContext& context) {
  const auto reader = open_trajectory(request.file, request.assumed);
  Findings found(request.tolerance);
  for (Frame frame; reader->next(frame);) {
    check_interrupt();
    found.add(frame);
    context.done(0);
  }
  if (found.frames == 0)
    throw input_error(request.file, "trajectory", "at least one frame", "none");
  std::vector<ResultRecord> rows{overlap_row(request, found), number_row(request, found)};
  if (found.no_disks.empty())
    add_disk_rows(rows, request, found.disks);
  else if (found.convex.frames() == found.frames)
    rows.push_back(pressure_row(request, found.convex));
  else
    rows.push_back(not_run_row(request, found));
  hint_at_diameter(rows, request, found);
  return rows;
}

}  // namespace touchstone::trajectories
