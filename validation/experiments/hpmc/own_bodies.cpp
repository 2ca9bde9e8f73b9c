#include "validation/experiments/hpmc/own_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>

#include "models/core/errors.hpp"
#include "models/disks/start.hpp"
#include "models/hpmc/bodies/measure.hpp"
#include "models/hpmc/bodies/named.hpp"
#include "suite/overlap_cases/case_shapes.hpp"
#include "validation/experiments/hpmc/compression.hpp"
#include "validation/experiments/hpmc/schemes.hpp"
#include "validation/experiments/hpmc/shape_effort.hpp"

namespace touchstone::validation::hpmc {
namespace {

using shapes::Body;
using shapes::Configuration;
using shapes::Vec3;

Body body_of_file(const std::string& file) {
  std::ifstream stream(file);
  if (!stream) throw input_error("--body", "file " + file, "a file that can be read", "none");
  const nlohmann::json content = nlohmann::json::parse(stream, nullptr, false);
  if (!content.is_object())
    throw input_error(file, "body", "a JSON object with shape_class and params",
                      content.is_discarded() ? "no JSON" : content.type_name());
  shapes::Remarks remarks{.strict = true};
  const shapes::Fields fields(content, file, remarks);
  fields.allow_only({"shape_class", "params", "id", "name", "comment"});
  return shapes::read_body(fields.text("shape_class"), fields.at("params"), file, remarks);
}

Body body_of_name(const std::string& name) {
  try {
    return shapes::named_body(name);
  } catch (const InputError& unknown) {
    throw InputError(std::string("--body: ") + unknown.what() + ", or a file *.json");
  }
}

struct Lattice {
  const char* name;
  std::size_t per_cell;
  bool of_space_only;
  Configuration (*make)(const Body&, int, double);
};
constexpr Lattice kLattices[] = {{"simple lattice", 1, false, shapes::simple_lattice},
                                 {"face-centred lattice", 4, true, shapes::face_centred_lattice},
                                 {"body-centred lattice", 2, true, shapes::body_centred_lattice}};

/// Cells along a side such that there is a place for each body.
int cells_for(const Lattice& lattice, std::size_t bodies, int dimensions) {
  const auto places = [&](int n) {
    return static_cast<double>(lattice.per_cell) * std::pow(n, dimensions);
  };
  int n = 1;
  while (places(n) < static_cast<double>(bodies)) ++n;
  return n;
}

/// The first `bodies` of evenly spread places; the packing fraction is then the wanted one. Empty
/// where the places would be too dense.
std::optional<Configuration> on_lattice(const Lattice& lattice, const Body& body,
                                        std::size_t bodies, double packing) {
  const int cells = cells_for(lattice, bodies, shapes::dimensions(body));
  const double places =
      static_cast<double>(lattice.per_cell) * std::pow(cells, shapes::dimensions(body));
  const double filled = packing * places / static_cast<double>(bodies);
  if (filled > 1) return std::nullopt;
  const Configuration full = lattice.make(body, cells, filled);
  Configuration c{.box = full.box, .types = full.types};
  for (std::size_t place = 0; place < full.size(); ++place) {
    if ((place + 1) * bodies / full.size() == place * bodies / full.size()) continue;
    c.centres.push_back(full.centres[place]);
  }
  c.type.assign(c.size(), 0);
  c.orientations.assign(c.size(), {});
  return c;
}

/// Why the serial scheme refuses it; empty where it does not.
std::string refusal(const Configuration& c, const shapes::RunParameters& parameters) {
  try {
    (void)serial_scheme().start(c, parameters);
    return "";
  } catch (const InputError& reason) {
    return reason.what();
  }
}

/// The lattice with the fewest empty places on which the bodies do not overlap.
std::optional<OwnStart> lattice_start(const Body& body, std::size_t bodies, double packing) {
  std::optional<OwnStart> best;
  std::size_t fewest = 0;
  for (const Lattice& lattice : kLattices) {
    if (lattice.of_space_only && shapes::dimensions(body) == 2) continue;
    const std::size_t places =
        lattice.per_cell *
        static_cast<std::size_t>(std::llround(std::pow(
            cells_for(lattice, bodies, shapes::dimensions(body)), shapes::dimensions(body))));
    if (best && places - bodies >= fewest) continue;
    const auto c = on_lattice(lattice, body, bodies, packing);
    if (!c || !refusal(*c, {.max_displacement = 0}).empty()) continue;
    fewest = places - bodies;
    best = OwnStart{{.start = *c},
                    fmt::format("{}, {} of {} places empty", lattice.name, fewest, places)};
  }
  return best;
}

/// A dilute lattice, and how it is compressed.
OwnStart compressed_start(const Body& body, std::size_t bodies, double packing) {
  constexpr std::uint64_t kSeed = 1;
  constexpr double kTrialMoves = 4e6, kFewest = 1000, kMost = 20000;  // some seconds
  std::optional<OwnStart> dilute;
  double begin = packing;
  while (!dilute && begin > 0.01) dilute = lattice_start(body, bodies, begin *= 0.75);
  if (!dilute)
    throw input_error("--shapes", "number of bodies",
                      "as many as fill a box that is wider than a body and its image",
                      fmt::format("{}", bodies));
  const shapes::RunParameters loose = usual_moves(dilute->run.start, begin);
  const shapes::RunParameters dense = usual_moves(dilute->run.start, packing);
  const Compression by{.packing = packing,
                       .melting_displacement = loose.max_displacement,
                       .melting_rotation = loose.max_rotation,
                       .melting_steps = 400,
                       .displacement = dense.max_displacement,
                       .rotation = dense.max_rotation,
                       .most = static_cast<std::uint64_t>(
                           std::clamp(kTrialMoves / static_cast<double>(bodies), kFewest, kMost))};
  return {{.start = compressed(dilute->run.start, by, kSeed)},
          fmt::format("compressed from a packing fraction of {:.3g}", begin)};
}

/// Rows of disks, the densest of all starts.
OwnStart rows_of_disks(const shapes::Disk& disk, std::size_t bodies, double packing) {
  const disks::Configuration rows = disks::hexagonal_start(bodies, packing);
  const double unit = 2 * disk.radius;
  Configuration c{.box = shapes::Box::square(unit * rows.box.width), .types = {disk}};
  const Vec3 middle{0.5 * rows.box.width, 0.5 * rows.box.height, 0};
  for (const disks::Vec<double>& r : rows.centres)
    c.centres.push_back(c.box.wrap(unit * (Vec3{r.x, r.y, 0} - middle)));
  c.type.assign(c.size(), 0);
  c.orientations.assign(c.size(), {});
  return {{.start = c}, "hexagonal lattice"};
}

}  // namespace

bool is_body_file(const std::string& name_or_file) {
  const std::string ending = ".json";
  return name_or_file.size() > ending.size() && name_or_file.ends_with(ending);
}

Body own_body(const std::string& name_or_file) {
  const Body body =
      is_body_file(name_or_file) ? body_of_file(name_or_file) : body_of_name(name_or_file);
  if (!shapes::measure(body))
    throw input_error("--body", name_or_file, "a body whose area or volume has a formula",
                      std::string(name(shapes::class_of(body))));
  return body;
}

OwnStart own_start(const Body& body, std::size_t bodies, double packing) {
  OwnStart start;
  if (const auto* disk = std::get_if<shapes::Disk>(&body))
    start = rows_of_disks(*disk, bodies, packing);
  else if (const auto lattice = lattice_start(body, bodies, packing))
    start = *lattice;
  else
    start = compressed_start(body, bodies, packing);
  start.run.parameters = usual_moves(start.run.start, packing);
  return start;
}

}  // namespace touchstone::validation::hpmc
