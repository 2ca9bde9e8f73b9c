#include "models/hpmc/boxes/box_moves.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "models/core/errors.hpp"
#include "models/hpmc/move.hpp"

namespace touchstone::shapes {
namespace {

Box scaled(Box box, double volume_ratio) {
  const double f = box.dimensions == 2 ? std::sqrt(volume_ratio) : std::cbrt(volume_ratio);
  box.lx *= f;
  box.ly *= f;
  if (box.dimensions == 3) box.lz *= f;
  return box;
}

double& length(Box& box, std::uint32_t k) { return k == 0 ? box.lx : k == 1 ? box.ly : box.lz; }
double& tilt(Box& box, std::uint32_t k) { return k == 0 ? box.xy : k == 1 ? box.xz : box.yz; }

std::vector<BoxMove> kinds(const BoxMoves& moves) {
  std::vector<BoxMove> all;
  if (moves.max_volume > 0) all.push_back(BoxMove::volume);
  if (moves.max_log_volume > 0) all.push_back(BoxMove::log_volume);
  if (moves.max_length > 0) all.push_back(BoxMove::length);
  if (moves.max_shear > 0) all.push_back(BoxMove::shear);
  return all;
}

}  // namespace

BoxTrial draw_box_trial(const Philox& random, std::uint64_t step, std::uint32_t number,
                        const Box& box, std::size_t bodies, const BoxMoves& moves) {
  PhiloxStream stream = random.stream(Purpose::shape_box, step, number);
  const std::vector<BoxMove> possible = kinds(moves);
  BoxTrial trial{.kind = possible[stream.below(static_cast<std::uint32_t>(possible.size()))],
                 .box = box};
  const double u = symmetric_number(stream.next());
  const double uniform = stream.uniform();
  trial.log_uniform = std::log(uniform);
  const double n = static_cast<double>(bodies);
  const double v = box.volume();
  const auto d = static_cast<std::uint32_t>(box.dimensions);
  const auto weigh = [&](double count) {
    const double changed = trial.box.volume();
    trial.log_weight = -moves.pressure * (changed - v) + count * std::log(changed / v);
  };
  switch (trial.kind) {
    case BoxMove::volume: {
      const double changed = v + moves.max_volume * u;
      if (!(changed > 0)) return trial;
      trial.box = scaled(box, changed / v);
      weigh(n);
      return trial;
    }
    case BoxMove::log_volume:
      trial.box = scaled(box, std::exp(moves.max_log_volume * u));
      weigh(n + 1);
      return trial;
    case BoxMove::length: {
      double& edge = length(trial.box, stream.below(d));
      if (!(edge + moves.max_length * u > 0)) return trial;
      edge += moves.max_length * u;
      weigh(n);
      return trial;
    }
    case BoxMove::shear:
      tilt(trial.box, d == 2 ? 0 : stream.below(3)) += moves.max_shear * u;
      trial.log_weight = 0;
      return trial;
  }
  return trial;
}

void require_valid(const BoxMoves& moves) {
  const auto require = [](const char* what, double x) {
    if (!(x >= 0) || !std::isfinite(x))
      throw input_error("box moves", what, "a finite number, 0 or more", fmt::format("{}", x));
  };
  require("pressure", moves.pressure);
  require("largest change of the volume", moves.max_volume);
  require("largest change of ln V", moves.max_log_volume);
  require("largest change of a length", moves.max_length);
  require("largest change of a tilt", moves.max_shear);
  if (moves.per_step < 1 || moves.per_step > 1000000)
    throw input_error("box moves", "moves per step", "1 to 1000000",
                      fmt::format("{}", moves.per_step));
}

}  // namespace touchstone::shapes
