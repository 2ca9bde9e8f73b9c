// Rows about a trajectory: legality of all frames; pressure, order and structure of equal disks.
#include <fmt/format.h>

#include <cmath>

#include "models/core/errors.hpp"
#include "models/core/interrupt.hpp"
#include "models/disks/published.hpp"
#include "trajectories/ball_series.hpp"
#include "trajectories/disk_series.hpp"
#include "trajectories/legality.hpp"
#include "trajectories/rows.hpp"
#include "trajectories/series_row.hpp"
#include "validation/data_files.hpp"

namespace touchstone::trajectories {
namespace {

/// Overlaps of this part of a diameter matter: they change the packing fraction by 0.2 %, and a
/// pressure of the dense fluid by 1 %.
constexpr double kDeepest = 1e-3;

/// Findings about the frames of a file.
struct Found {
  explicit Found(double tolerance) : legality(tolerance) {}

  Legality legality;
  DiskSeries disks = {};
  BallSeries balls = {};
  std::string no_disks = {};  ///< why there is no series of disks
  std::size_t frames = 0;
  std::size_t bodies = 0;        ///< in the first frame
  std::size_t other_number = 0;  ///< frames with another number
  std::string first_other = {};
  std::size_t outside = 0;
  bool plane = true;
};

void look_at(Found& found, const Frame& frame) {
  if (found.frames++ == 0) found.bodies = frame.state.size();
  found.plane = frame.state.box.dimensions == 2;
  found.outside += frame.outside;
  if (frame.state.size() != found.bodies && found.other_number++ == 0)
    found.first_other = fmt::format("{}: {} bodies", frame.where, frame.state.size());
  const bool legal = found.legality.add(frame) == 0;
  if (!legal && found.no_disks.empty()) found.no_disks = "bodies overlap";
  if (legal && found.balls.compressibility().size() + 1 == found.frames) found.balls.add(frame);
  if (!found.no_disks.empty()) return;
  if (const auto disks = equal_disks(frame, found.no_disks)) found.disks.add(*disks);
}

/// How near disks or balls came, from which a reader sees a diameter that is not that of the run.
std::string nearness(const Request& request, const Legality& legality) {
  if (!std::isfinite(legality.closest())) return "";
  const bool asked = legality.overlaps() > 0 && request.assumed.diameter > 0;
  return fmt::format("; the closest two centres are {:.6g} diameters apart{}", legality.closest(),
                     asked ? ": is --diameter that of the run?" : "");
}

ResultRecord overlap_row(const Request& request, const Found& found) {
  const Legality& legality = found.legality;
  ResultRecord record = blank_record(request, found.plane ? "mpmc" : "hpmc", "overlaps in frames");
  record.value = static_cast<double>(legality.overlaps());
  record.expected = Published{0, 0};
  record.expected_source = "hard bodies";
  record.facts = {{"frames", found.frames},
                  {"bad_frames", legality.bad_frames()},
                  {"near_pairs", legality.pairs()},
                  {"within_rounding", legality.within_rounding()},
                  {"smallest_effect", legality.open_share()},
                  {"outside", found.outside}};
  record.note = legality.overlaps() > 0 ? fmt::format("{} of {} frames; {}", legality.bad_frames(),
                                                      found.frames, legality.first())
                : found.other_number > 0
                    ? fmt::format("{} frames", found.frames)
                    : fmt::format("{} frames of {} bodies", found.frames, found.bodies);
  if (std::isfinite(legality.closest())) record.facts["closest"] = legality.closest();
  record.note += nearness(request, legality);
  if (legality.within_rounding() > 0)
    record.note +=
        fmt::format("; {} contacts within the rounding of the file", legality.within_rounding());
  if (found.outside > 0)
    record.note += fmt::format("; {} centres were outside the box and are wrapped", found.outside);
  record.verdict = legality.overlaps() > 0 ? Verdict::fail : Verdict::pass;
  if (record.verdict == Verdict::pass && legality.open_share() > kDeepest) {
    record.verdict = Verdict::inconclusive;
    record.note += fmt::format(
        "; rounding leaves open overlaps of {:.2g} diameters: more digits "
        "would do",
        legality.open_share());
  }
  return record;
}

ResultRecord number_row(const Request& request, const Found& found) {
  ResultRecord record =
      blank_record(request, found.plane ? "mpmc" : "hpmc", "frames with another number of bodies");
  record.value = static_cast<double>(found.other_number);
  record.expected = Published{0, 0};
  record.expected_source = "the first frame";
  record.facts = {{"frames", found.frames}, {"bodies", found.bodies}};
  record.note = fmt::format("{} bodies in the first frame", found.bodies);
  if (found.other_number > 0) record.note += "; " + found.first_other;
  record.verdict = found.other_number > 0 ? Verdict::fail : Verdict::pass;
  return record;
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
              request.resolution * known.front().pressure.value};
  fill_from_series(record, series.chains, law);
  return record;
}

/// A difference of two estimates of the pressure that vanishes in equilibrium.
ResultRecord difference_row(const Request& request, const DiskSeries& series,
                            const std::string& metric, std::span<const double> difference,
                            bool must_decide) {
  double scale = 0;
  for (const double p : series.chains) scale += p / static_cast<double>(series.frames());
  ResultRecord record = blank_record(request, "mpmc", metric);
  record.params["scale"] = scale;
  fill_from_series(record, difference,
                   Law{{0, 0},
                       "both are exact for a uniform distribution",
                       request.resolution * scale,
                       must_decide});
  return record;
}

ResultRecord plain_row(const Request& request, const std::string& metric,
                       std::span<const double> series) {
  ResultRecord record = blank_record(request, "mpmc", metric);
  fill_from_series(record, series, {});
  return record;
}

ResultRecord balls_row(const Request& request, const BallSeries& balls) {
  ResultRecord record =
      blank_record(request, "hpmc", "beta P / rho of frames, by scale distribution");
  record.params["bodies"] = balls.bodies();
  record.params["packing_fraction"] = balls.packing_fraction();
  std::optional<Law> law;
  if (!balls.constant())
    record.note = "box or number change: no pressure of one packing fraction";
  else
    law = published_balls(balls.bodies(), balls.packing_fraction(), request.resolution);
  if (balls.constant() && !law)
    record.note =
        fmt::format("no published value of {} balls at {:.6g}, so the pressure is not judged",
                    balls.bodies(), balls.packing_fraction());
  fill_from_series(record, balls.compressibility(), law);
  return record;
}

ResultRecord not_run_row(const Request& request, const Found& found) {
  ResultRecord record = blank_record(request, found.plane ? "mpmc" : "hpmc",
                                     found.plane ? "beta P d^2 of frames, by event chains"
                                                 : "beta P / rho of frames, by scale distribution");
  record.value = std::nan("");
  record.verdict = Verdict::not_run;
  record.note = found.legality.overlaps() > 0 ? "bodies overlap"
                : found.plane                 ? found.no_disks
                                              : "not equal balls";
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
  Found found(request.tolerance);
  for (Frame frame; reader->next(frame);) {
    check_interrupt();
    look_at(found, frame);
    context.done(0);
  }
  if (found.frames == 0)
    throw input_error(request.file, "trajectory", "at least one frame", "none");
  std::vector<ResultRecord> rows{overlap_row(request, found), number_row(request, found)};
  if (found.no_disks.empty())
    add_disk_rows(rows, request, found.disks);
  else if (found.balls.compressibility().size() == found.frames)
    rows.push_back(balls_row(request, found.balls));
  else
    rows.push_back(not_run_row(request, found));
  return rows;
}

}  // namespace touchstone::trajectories
