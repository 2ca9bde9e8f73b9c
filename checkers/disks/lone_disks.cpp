#include "checkers/disks/lone_disks.hpp"

namespace touchstone::property {

Run draw_sweep(Draws& draw, disks::Vec<double> side, std::uint32_t lines, double max_displacement) {
  Run run;
  run.start.box = {lines * side.x, lines * side.y};
  run.parameters = {.max_displacement = max_displacement,
                    .trials_per_cell = 1,
                    .threads = draw.whole(1, 4),
                    .seed = draw.random().next(),
                    .first_sweep = (std::uint64_t{1} << draw.whole(0, 41)) - 1,
                    .columns = lines,
                    .rows = lines};
  run.sweeps = 1;
  return run;
}

Run draw_lone_disks(Draws& draw, double longest) {
  const disks::Vec<double> side{draw.from(1.02, 1.41), draw.from(1.02, 1.41)};
  Run run = draw_sweep(draw, side, kLonesLines, draw.scale(0.05, longest));
  for (std::uint32_t row = 0; row < kLonesLines; row += kLonesApart)
    for (std::uint32_t column = 0; column < kLonesLines; column += kLonesApart)
      run.start.centres.push_back(
          {(column + draw.from(0.01, 0.99)) * side.x, (row + draw.from(0.01, 0.99)) * side.y});
  return run;
}

disks::Vec<double> cell_sides(const Run& run) {
  return {run.start.box.width / kLonesLines, run.start.box.height / kLonesLines};
}

std::vector<disks::Vec<double>> moves_by(const disks::DiskScheme& scheme, const Run& run) {
  const auto simulation = begin(scheme, run.start, run.parameters);
  simulation->advance(run.sweeps);
  return displacements(run.start, simulation->configuration());
}

}  // namespace touchstone::property
