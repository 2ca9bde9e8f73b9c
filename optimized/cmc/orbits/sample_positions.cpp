// optimized/cmc/orbits/sample_positions.cpp
// Purpose   New positions of a block's stars: apsides by search in vector lanes, positions by
//           rejection in the order of the block's stream.
// Source    B. Pattabiraman et al., Astrophys. J. Suppl. 204, 15 (2013), section 2.1, step 5.
// Computes  The same bits as the serial reference: the same expressions, in the same order.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "optimized/cmc/orbits/draw_lanes.hpp"

namespace touchstone::optimized {
namespace {

constexpr std::uint64_t kMostTrials = 1'000'000;

struct Star {
  std::size_t shell;
  double mass, energy, angular_momentum;
};

struct Turning {
  std::size_t inner, outer;
  double pericentre, apocentre;
  double at_pericentre, bound;  // of the density in s
};

double felt_mass(const Field& field, const Star& star, std::size_t k) {
  if (k == 0) return 0;
  return k < star.shell ? field.enclosed(k) : field.enclosed(k) - star.mass;
}

struct Place {
  double radius, radial_velocity, felt;
  std::size_t interval;  // as the field finds it
};

/// The distances from both apsides are exact where they are small.
struct Trial {
  double radius, from_pericentre, from_apocentre;
  std::size_t found, interval;  // the second between those of the apsides
};

double radial_speed2(const Field& field, const Star& star, const Turning& t, const Trial& trial) {
  const double r = trial.radius;
  const double j2 = star.angular_momentum * star.angular_momentum;
  const bool with_pericentre = trial.interval == t.inner && j2 > 0;
  const bool with_apocentre = trial.interval == t.outer;
  if (!with_pericentre && !with_apocentre)
    return 2 * star.energy - 2 * field.felt(star.mass, star.shell, trial.interval, r) -
           j2 / (r * r);
  const double m = felt_mass(field, star, trial.interval);
  const double u_in = with_pericentre ? trial.from_pericentre / (r * t.pericentre) : 0;
  const double u_out = with_apocentre ? trial.from_apocentre / (r * t.apocentre) : 0;
  if (with_pericentre && with_apocentre) return j2 * u_in * u_out;
  if (with_pericentre) return u_in * (j2 * (1 / r + 1 / t.pericentre) - 2 * m);
  return u_out * (2 * m - j2 * (1 / r + 1 / t.apocentre));
}

Place draw(const Field& field, const Star& star, const Turning& t, cluster::Lfsr113& random,
           BlockCounts& counts) {
  const double width = t.apocentre - t.pericentre;
  for (std::uint64_t trials = 1; trials <= kMostTrials; ++trials) {
    const double s = random.uniform();
    const double height = t.bound * random.uniform();
    if (s == 0 && !(height < t.at_pericentre)) continue;
    Trial trial;
    trial.from_pericentre = width * (s * s * (3 - 2 * s));
    trial.from_apocentre = width * ((1 - s) * (1 - s) * (1 + 2 * s));
    trial.radius =
        s < 0.5 ? t.pericentre + trial.from_pericentre : t.apocentre - trial.from_apocentre;
    trial.found = field.interval(trial.radius);
    trial.interval = std::clamp(trial.found, t.inner, t.outer);
    const double speed =
        s == 0 ? 0 : std::sqrt(std::max(0.0, radial_speed2(field, star, t, trial)));
    const double density = 3 * width * s * (1 - s);
    if (density > t.bound * speed && speed > 0) ++counts.above_bound;
    if (s > 0 && speed > 0 && !(height * speed < density)) continue;
    counts.trials += trials;
    return {trial.radius, random.uniform() < 0.5 ? -speed : speed,
            field.felt(star.mass, star.shell, trial.interval, trial.radius), trial.found};
  }
  throw std::runtime_error(
      "sampling of an orbital position: expected an acceptance, found none in all trials");
}

/// Keeps the data of the prepared stars before new positions are sampled.
void remember(const SampledBlock& block, const Field& field, const PreparedOrbits& o) {
  for (std::size_t i = 0; i < o.count; ++i) {
    const std::size_t to = o.first + i, shell = block.stars.first_shell + to;
    const bool leaves = o.fate[i] == Fate::leaves;
    block.moves.old_radius[to] = block.stars.radius[to];
    block.moves.old_speed2[to] = block.stars.speed2(to);
    block.moves.work[to] = 0;
    block.moves.leaves[to] = leaves;
    if (!block.moves.interval.empty()) block.moves.interval[to] = static_cast<std::uint32_t>(shell);
    if (!block.moves.energy.empty()) {
      block.moves.energy[to] = o.energy[i];
      block.moves.apocentre[to] =
          o.fate[i] == Fate::moves ? o.apocentre[i] : block.moves.old_radius[to];
    }
    if (leaves)
      block.counts->escaped_energy.push_back(
          block.stars.mass[to] * (field.potential(shell) + 0.5 * block.moves.old_speed2[to]));
  }
}

void prepare(const SampledBlock& block, const Field& field, std::size_t first, PreparedOrbits& o) {
  prepare_orbits(block.stars, field, first, o);
  remember(block, field, o);
}

void sample_position(const SampledBlock& block, const Field& field, const PreparedOrbits& o,
                     std::size_t i) {
  const std::size_t to = o.first + i;
  const Star star{block.stars.first_shell + to, o.mass[i], o.energy[i], o.angular_momentum[i]};
  const Turning turning{static_cast<std::size_t>(o.inner[i]),
                        static_cast<std::size_t>(o.outer[i]),
                        o.pericentre[i],
                        o.apocentre[i],
                        o.at_pericentre[i],
                        o.bound[i]};
  const Place place = draw(field, star, turning, *block.random, *block.counts);
  block.moves.work[to] = field.felt_at_shell(star.mass, star.shell, star.shell) - place.felt;
  if (!block.moves.interval.empty())
    block.moves.interval[to] = static_cast<std::uint32_t>(place.interval);
  block.stars.radius[to] = place.radius;
  block.stars.radial_velocity[to] = place.radial_velocity;
  block.stars.tangential_velocity[to] = star.angular_momentum / place.radius;
}

}  // namespace

OrbitScratch::OrbitScratch() = default;
OrbitScratch::~OrbitScratch() = default;
OrbitScratch::OrbitScratch(OrbitScratch&&) noexcept = default;

std::span<PreparedOrbits> OrbitScratch::orbits(std::size_t lanes) {
  if (orbits_.size() < lanes) orbits_.resize(lanes);
  return std::span(orbits_).first(lanes);
}

BlockCounts sample_positions(const BlockStars& stars, const Field& field, const BlockMoves& moves,
                             OrbitScratch& scratch, cluster::Lfsr113& random) {
  BlockCounts counts;
  const SampledBlock block{stars, moves, &random, &counts};
  PreparedOrbits& orbits = scratch.orbits(1).front();
  for (std::size_t first = 0; first < stars.size(); first += PreparedOrbits::kAtOnce) {
    prepare(block, field, first, orbits);
    for (std::size_t i = 0; i < orbits.count; ++i)
      if (orbits.fate[i] == Fate::moves) sample_position(block, field, orbits, i);
  }
  return counts;
}

void sample_blocks(const Field& field, const std::function<SampledBlock*()>& next,
                   std::size_t at_once, OrbitScratch& scratch) {
  const DrawKernel& kernel = best_draw_kernel();
  LaneTeam team(field, scratch.orbits(std::min(at_once, kernel.lanes)), next);
  kernel.draw(team);
}

bool LaneTeam::next_star(std::size_t lane) {
  PreparedOrbits& o = orbits_[lane];
  Own& own = own_[lane];
  for (;;) {
    while (own.at < o.count && o.fate[own.at] != Fate::moves) ++own.at;
    if (own.at < o.count) return load(lane);
    if (o.first + o.count == own.block->stars.size()) return false;
    prepare(*own.block, field_, o.first + o.count, o);
    own.at = 0;
  }
}

bool LaneTeam::take_block(std::size_t lane) {
  Own& own = own_[lane];
  own.block = nullptr;
  if (lane >= orbits_.size()) return false;
  while ((own.block = next_()) != nullptr) {
    for (std::size_t j = 0; j < 4; ++j) state[j][lane] = own.block->random->state()[j];
    prepare(*own.block, field_, 0, orbits_[lane]);
    own.at = 0;
    if (next_star(lane)) return true;
  }
  return false;
}

void LaneTeam::end_block(std::size_t lane) {
  *own_[lane].block->random =
      cluster::Lfsr113({state[0][lane], state[1][lane], state[2][lane], state[3][lane]});
}

void LaneTeam::require_progress(std::uint64_t trial) const {
  for (const Own& own : own_)
    if (own.block != nullptr && trial - own.since > kMostTrials)
      throw std::runtime_error(
          "sampling of an orbital position: expected an acceptance, found none in all trials");
}

}  // namespace touchstone::optimized
