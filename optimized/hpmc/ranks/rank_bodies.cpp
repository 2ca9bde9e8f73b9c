#include <algorithm>
#include <ctime>
#include <set>
#include <utility>

#include "models/core/exec.hpp"
#include "optimized/hpmc/ranks/rank_bodies_kernel.hpp"

namespace touchstone::optimized {

using shapes::Vec3;

namespace {

bool by_tag(const Passenger& a, const Passenger& b) { return a.tag < b.tag; }

/// Steps to neighbouring domains: up to 7 above, up to 26 around.
template <class Visit>
void for_each_step(int lowest, Visit&& visit) {
  for (int x = lowest; x <= 1; ++x)
    for (int y = lowest; y <= 1; ++y)
      for (int z = lowest; z <= 1; ++z)
        if (x != 0 || y != 0 || z != 0) visit(std::array<int, 3>{x, y, z});
}

}  // namespace

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

shapes::Configuration in_order_of_tags(Parcel all, const shapes::Box& box,
                                       std::vector<shapes::Body> types) {
  std::sort(all.begin(), all.end(), by_tag);
  shapes::Configuration c{.box = box, .types = std::move(types)};
  for (const Passenger& p : all) {
    c.type.push_back(p.type);
    c.centres.push_back(p.r);
    c.orientations.push_back(p.q);
  }
  return c;
}

RankBodies::RankBodies(const shapes::Configuration& start, const shapes::RunParameters& p,
                       Transport& transport)
    : counts_(p.domains),
      diameter_(largest_diameter(start)),
      transport_(transport),
      grid_(start.box, counts_, diameter_) {
  const auto [first, last] = slice_bounds(grid_.size(), transport_.ranks(), transport_.rank());
  first_ = static_cast<std::uint32_t>(first);
  own_.resize(last - first);
  ghosts_.resize(own_.size());
  arrivals_.resize(own_.size());
  find_neighbours();
  for (std::uint32_t tag = 0; tag < start.size(); ++tag) {
    const Vec3 r = start.box.wrap(start.centres[tag]);
    const std::uint32_t here = grid_.domain(r);
    if (is_own(here))
      own_[here - first_].push_back({r, start.orientations[tag], start.type[tag], tag, here});
  }
}

std::size_t RankBodies::owner(std::uint32_t domain) const {
  const std::size_t all = grid_.size();  // the inverse of slice_bounds()
  return ((domain + std::size_t{1}) * transport_.ranks() + all - 1) / all - 1;
}

void RankBodies::find_neighbours() {
  std::set<std::size_t> found;
  for (std::size_t k = 0; k < own_.size(); ++k)
    for_each_step(-1, [&](std::array<int, 3> step) {
      if (const auto next = grid_.neighbour(domain(k), step)) found.insert(owner(next->domain));
    });
  found.erase(transport_.rank());
  neighbours_.assign(found.begin(), found.end());
  out_.resize(neighbours_.size());
  in_.resize(neighbours_.size());
  work_.neighbours = neighbours_.size();
}

void RankBodies::gather(std::size_t k, DomainBodies& bodies) const {
  bodies.clear();
  for (const Passenger& p : own_[k])
    if (grid_.active(p.r, domain(k))) bodies.add(p.r, p.q, p.type, p.tag);
  bodies.movers = bodies.size();
  if (bodies.movers < own_[k].size())
    for (const Passenger& p : own_[k])
      if (!grid_.active(p.r, domain(k))) bodies.add(p.r, p.q, p.type, p.tag);
  for (const Passenger& p : ghosts_[k]) bodies.add(p.r, p.q, p.type, p.tag);
}

void RankBodies::gather_resting(std::size_t k, DomainBodies& bodies) const {
  bodies.clear();
  for (const Passenger& p : own_[k]) bodies.add(p.r, p.q, p.type, p.tag);
  for (const Passenger& p : ghosts_[k]) bodies.add(p.r, p.q, p.type, p.tag);
}

void RankBodies::take_back(std::size_t k, const DomainBodies& bodies) {
  auto next = own_[k].begin();
  for (std::size_t i = 0; i < bodies.movers; ++i, ++next) {
    while (next->tag != bodies.tags[i]) ++next;  // both are in the order of tags
    next->r = bodies.centres[i];
    next->q = bodies.orientations[i];
  }
}

void RankBodies::shift(Vec3 by, const shapes::Box& box) {
  for (Parcel& own : own_)
    for (Passenger& p : own) p.r = box.wrap(grid_.any_cut() ? p.r + by : p.r);
}

void RankBodies::rescale(const shapes::Box& from, const shapes::Box& to) {
  for (Parcel& own : own_)
    for (Passenger& p : own) p.r = to.wrap(to.from_fractional(from.fractional(p.r)));
  set_box(to);
}

void RankBodies::restore(const std::vector<Parcel>& own, const shapes::Box& box) {
  own_ = own;
  set_box(box);
}

void RankBodies::set_box(const shapes::Box& box) {
  grid_ = shapes::DomainGrid(box, counts_, diameter_);
}

void RankBodies::send(const Passenger& passenger, std::vector<Parcel>& here) {
  if (is_own(passenger.domain)) {
    here[passenger.domain - first_].push_back(passenger);
    return;
  }
  const auto to = std::lower_bound(neighbours_.begin(), neighbours_.end(), owner(passenger.domain));
  out_.at(static_cast<std::size_t>(to - neighbours_.begin())).push_back(passenger);
}

std::uint64_t RankBodies::swap() {
  std::uint64_t passengers = 0;
  for (const Parcel& parcel : out_) passengers += parcel.size();
  const double before = processor_seconds();
  if (transport_.ranks() > 1) transport_.swap(neighbours_, out_, in_);
  swap_seconds_ += processor_seconds() - before;
  work_.messages += neighbours_.size();
  return passengers;
}

void RankBodies::migrate() {
  if (!grid_.any_cut()) return;
  for (Parcel& parcel : out_) parcel.clear();
  for (std::size_t k = 0; k < own_.size(); ++k) {
    const auto leaves = [&](Passenger& p) {
      p.domain = grid_.domain(p.r);
      if (p.domain == domain(k)) return false;
      ++work_.migrants;
      send(p, arrivals_);
      return true;
    };
    std::erase_if(own_[k], leaves);
  }
  work_.migrant_bytes += swap() * sizeof(Passenger);
  for (const Parcel& parcel : in_)
    for (const Passenger& p : parcel) arrivals_[p.domain - first_].push_back(p);
  for (std::size_t k = 0; k < own_.size(); ++k) {
    std::sort(arrivals_[k].begin(), arrivals_[k].end(), by_tag);
    const auto middle = static_cast<std::ptrdiff_t>(own_[k].size());
    own_[k].insert(own_[k].end(), arrivals_[k].begin(), arrivals_[k].end());
    std::inplace_merge(own_[k].begin(), own_[k].begin() + middle, own_[k].end(), by_tag);
    arrivals_[k].clear();
  }
}

void RankBodies::fetch_ghosts(GhostReach reach) {
  if (!grid_.any_cut()) return;
  for (Parcel& parcel : out_) parcel.clear();
  for (Parcel& ghosts : ghosts_) ghosts.clear();
  const bool below = reach == GhostReach::below;
  for (std::size_t k = 0; k < own_.size(); ++k)
    for_each_step(below ? 0 : -1, [&](std::array<int, 3> step) {
      const auto next = grid_.neighbour(domain(k), step);
      if (!next) return;
      for (Passenger p : own_[k]) {
        // Bodies that a neighbour above can meet are in this domain's frozen slab.
        if (below && grid_.active(p.r, domain(k))) continue;
        p.r = p.r + next->image;
        p.domain = next->domain;
        if (below ? grid_.reached(p.r, next->domain) : grid_.beside(p.r, next->domain))
          send(p, ghosts_);
      }
    });
  work_.ghost_bytes += swap() * sizeof(Passenger);
  for (const Parcel& parcel : in_)
    for (const Passenger& p : parcel) ghosts_[p.domain - first_].push_back(p);
  for (const Parcel& ghosts : ghosts_) work_.ghosts += ghosts.size();
}

std::size_t RankBodies::memory_bytes() const {
  std::size_t passengers = 0;
  for (const std::vector<Parcel>* parcels : {&own_, &ghosts_, &arrivals_, &out_, &in_})
    for (const Parcel& parcel : *parcels) passengers += parcel.capacity();
  return passengers * sizeof(Passenger);
}

}  // namespace touchstone::optimized
