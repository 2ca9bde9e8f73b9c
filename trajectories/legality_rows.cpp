#include "trajectories/legality_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "validation/experiment.hpp"

namespace touchstone::trajectories {
namespace {

/// Overlaps of this part of a diameter matter: they change the packing fraction by 0.2 %, and a
/// pressure of the dense fluid by 1 %.
constexpr double kDeepest = 1e-3;

/// How near disks or balls came, from which a reader sees a diameter that is not that of the run.
std::string nearness(const Request& request, const Findings& found) {
  const Legality& legality = found.legality;
  if (!std::isfinite(legality.closest()))
    return found.bodies > 1 && request.assumed.diameter > 0
               ? "; no two of them are near each other: is --diameter that of the run?"
               : "";
  const bool asked = legality.overlaps() > 0 && request.assumed.diameter > 0;
  return fmt::format("; the closest two centres are {:.6g} diameters apart{}", legality.closest(),
                     asked ? ": is --diameter that of the run?" : "");
}

}  // namespace

ResultRecord overlap_row(const Request& request, const Findings& found) {
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
  record.note += nearness(request, found);
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

ResultRecord number_row(const Request& request, const Findings& found) {
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

void hint_at_diameter(std::vector<ResultRecord>& rows, const Request& request,
                      const Findings& found) {
  double independent = 1;
  for (const ResultRecord& row : rows) independent = std::max(independent, row.n_eff.value_or(1));
  const double pairs = found.missing_pairs();
  // No pair, where so many are expected and each is there by chance, is seen once in e^pairs.
  if (pairs * independent < -std::log(validation::kFalseAlarm)) return;
  const std::string which =
      request.assumed.diameter > 0 ? "--diameter" : "the diameter in the file";
  for (ResultRecord& row : rows) {
    if (row.metric == "overlaps in frames")
      row.note += fmt::format(
          "; none are nearer, where {:.2g} pairs or more in each frame would be: "
          "{} may be too small",
          pairs, which);
    else if (row.metric.find("contact") != std::string::npos)
      row.note +=
          fmt::format("{}{} may be too small: see overlaps", row.note.empty() ? "" : "; ", which);
  }
}

}  // namespace touchstone::trajectories
