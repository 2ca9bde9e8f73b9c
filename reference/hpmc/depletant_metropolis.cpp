#include "reference/hpmc/depletant_metropolis.hpp"

#include <cmath>
#include <utility>

namespace touchstone::reference {

using shapes::Orientation;
using shapes::Vec3;

namespace {

const shapes::Configuration& runnable(const shapes::Configuration& start,
                                      const shapes::RunParameters& p,
                                      const shapes::DepletantsAndSprings& s) {
  require_runnable(start, p, s);
  return start;
}

}  // namespace

DepletantMetropolis::DepletantMetropolis(const shapes::Configuration& start,
                                         const shapes::RunParameters& p,
                                         const shapes::DepletantsAndSprings& s)
    : ShapeMetropolis(runnable(start, p, s), p),
      terms_(s),
      depletant_radius_(circumradius(s.depletants.body)),
      far_images_(start.box.images(image_range(start, p) + 2 * depletant_radius_)),
      path_(start.size()) {
  if (s.depletants.fugacity > 0)
    for (const shapes::Body& body : state_.types)
      with_depletant_.push_back(prepare_trusted(body, s.depletants.body));
  if (s.springs.spring > 0)
    for (std::size_t i = 0; i < start.size(); ++i)
      path_[i] = state_.box.nearest(state_.centres[i] - s.springs.sites[i]);
}

bool DepletantMetropolis::accepts(std::uint32_t tag, std::uint64_t sweep,
                                  const shapes::Trial& trial, Vec3 r, const Orientation& q) {
  const shapes::Springs& springs = terms_.springs;
  if (springs.anchor == shapes::Anchor::first_body && tag == 0 && !trial.rotation) return false;
  std::vector<Vec3> path = path_;
  path[tag] = path[tag] + trial.step;
  if (springs.any()) {
    std::vector<Orientation> turned = state_.orientations;
    turned[tag] = q;
    const PhiloxBlock words =
        random_.stream(Purpose::shape_move, sweep, tag).block(shapes::kSpringBlock);
    const double change = energy(path, turned) - energy(path_, state_.orientations);
    if (!springs_accept(change, shapes::unit_number(words[0], words[1]))) return false;
  }
  if (terms_.depletants.fugacity > 0 && !depletants_accept(tag, sweep, r, q)) return false;
  path_ = std::move(path);
  return true;
}

double DepletantMetropolis::energy(const std::vector<Vec3>& u,
                                   const std::vector<Orientation>& q) const {
  const shapes::Springs& springs = terms_.springs;
  Vec3 mean{};
  if (springs.anchor == shapes::Anchor::centre_of_mass) {
    for (const Vec3& one : u) mean = mean + one;
    mean = 1 / static_cast<double>(u.size()) * mean;
  }
  double sum = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    if (springs.spring > 0) sum += 0.5 * springs.spring * norm2(u[i] - mean);
    if (springs.turning > 0)
      sum += springs.turning * turning_energy(q[i], springs.orientations[i], springs.symmetry);
  }
  return sum;
}

bool DepletantMetropolis::springs_accept(double change, double uniform) const {
  return change <= 0 || uniform < std::exp(-change);
}

bool DepletantMetropolis::depletants_accept(std::uint32_t tag, std::uint64_t sweep, Vec3 r,
                                            const Orientation& q) const {
  const PhiloxStream stream = random_.stream(Purpose::shape_move, sweep, tag);
  const double mean = terms_.depletants.fugacity * shapes::ball_volume(reach(tag), law_.plane);
  const int count = number_of_depletants(stream, mean);
  for (int k = 0; k < count; ++k)
    if (rejects(tag, r, q, r + depletant_place(stream, k, reach(tag)),
                shapes::draw_depletant_turn(stream, k, law_.plane)))
      return false;
  return true;
}

bool DepletantMetropolis::rejects(std::uint32_t tag, Vec3 r, const Orientation& q, Vec3 p,
                                  const Orientation& t) const {
  return meets(state_.type[tag], q, p - r, t) && !meets_any(p, t);
}

bool DepletantMetropolis::meets_any(Vec3 p, const Orientation& t) const {
  for (const Vec3& image : far_images_)
    for (std::size_t j = 0; j < state_.size(); ++j)
      if (meets(state_.type[j], state_.orientations[j], p - (state_.centres[j] + image), t))
        return true;
  return false;
}

bool DepletantMetropolis::meets(std::uint32_t type, const Orientation& q, Vec3 from_body,
                                const Orientation& t) const {
  const double reach = radii_[type] + depletant_radius_;
  return norm2(from_body) <= reach * reach && with_depletant_[type]->overlaps(q, t, from_body);
}

namespace {

const bool registered = shapes::register_depletant_scheme(
    {.info = {.name = "hpmc/surrounded-reference",
              .source = "Glaser, Karas, Glotzer 2015; Frenkel, Ladd 1984",
              .claims = Claims::global_balance | Claims::conserves_particles},
     .start = [](const shapes::Configuration& start, const shapes::RunParameters& p,
                 const shapes::DepletantsAndSprings& s) -> std::unique_ptr<shapes::Simulation> {
       return std::make_unique<DepletantMetropolis>(start, p, s);
     },
     .all_pairs = true});

}  // namespace
}  // namespace touchstone::reference
