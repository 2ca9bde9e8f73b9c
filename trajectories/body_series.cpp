#include "trajectories/body_series.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/hpmc/bodies/named.hpp"
#include "models/hpmc/published.hpp"
#include "trajectories/series_row.hpp"
#include "validation/data_files.hpp"

namespace touchstone::trajectories {
namespace {

/// Published values are of boxes with equal sides.
bool has_equal_sides(const shapes::Box& box) {
  const auto same = [&](double side) { return std::abs(side / box.lx - 1) < 1e-6; };
  return box.xy == 0 && box.xz == 0 && box.yz == 0 && same(box.ly) &&
         (box.dimensions == 2 || same(box.lz));
}

}  // namespace

bool BodySeries::add(const Frame& frame, std::string& why_not) {
  const shapes::Configuration& c = frame.state;
  const double packing = c.types.size() == 1 ? c.packing_fraction() : 0;
  if (c.types.size() != 1)
    why_not = "bodies of several types";
  else if (!shapes::is_convex(c.types.front()))
    why_not = std::holds_alternative<shapes::FacetedEllipsoid>(c.types.front())
                  ? "bodies that do not hold their origin"
                  : "bodies that are not convex";
  else if (!std::isfinite(packing))
    why_not = "bodies without a formula for their volume";
  if (!why_not.empty()) return false;
  if (!distribution_ || frame.types_number != types_number_) {
    constant_ = !distribution_;
    types_number_ = frame.types_number;
    distribution_.emplace(c.types, shapes::kAllPairs);
  }
  if (z_.empty()) {
    bodies_ = c.size();
    packing_ = packing;
    const shapes::NamedBody* const like = shapes::named_like(c.types.front());
    named_ = like != nullptr;
    body_ = named_ ? like->name : std::string(name(class_of(c.types.front())));
  }
  constant_ = constant_ && c.size() == bodies_ && std::abs(packing / packing_ - 1) < 1e-6 &&
              has_equal_sides(c.box);
  distribution_->add(c);
  z_.push_back(distribution_->frame());
  return true;
}

ResultRecord pressure_row(const Request& request, const BodySeries& bodies) {
  ResultRecord record =
      blank_record(request, "hpmc", "beta P / rho of frames, by scale distribution");
  record.params["bodies"] = bodies.bodies();
  record.params["body"] = bodies.body();
  record.params["packing_fraction"] = bodies.packing_fraction();
  std::vector<shapes::PublishedCompressibility> published;
  if (bodies.named())
    published = shapes::published_compressibilities(validation::data_file("hpmc_pressures.csv"),
                                                    bodies.body());
  std::optional<Law> law;
  if (const auto known =
          shapes::most_precise(published, bodies.bodies(), bodies.packing_fraction());
      !bodies.constant()) {
    record.note =
        "shapes that change, or boxes with other sides, numbers or packing fractions: no pressure "
        "is published";
  } else if (known) {
    law = Law{known->value, known->source, request.resolution * known->value.value,
              request.resolution};
  } else {
    const std::string nearest =
        shapes::nearest(published, bodies.bodies(), bodies.packing_fraction());
    record.note = fmt::format(
        "no published value of {} bodies ({}) at {:.6g}, so the pressure is "
        "not judged{}{}",
        bodies.bodies(), bodies.body(), bodies.packing_fraction(),
        nearest.empty() ? "" : "; the nearest is of ", nearest);
  }
  fill_from_series(record, bodies.compressibility(), law);
  return record;
}

}  // namespace touchstone::trajectories
