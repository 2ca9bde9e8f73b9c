// checkers/hpmc/leaf_checks.cpp
// Computes  Balls at random places walk at random, through each other. At each step the ball is
//           asked for at the place where it goes: every leaf with a ball that it overlaps there, by
//           comparing all pairs, must be found by the tree and be on the list. Then each ball
//           around is asked for at a place where it just overlaps the one that has moved, which
//           may be where its list ends.
// Cost      1 s.
#include "checkers/hpmc/leaf_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "checkers/code_checks.hpp"
#include "checkers/draws.hpp"
#include "checkers/findings.hpp"

namespace touchstone::hpmc {
namespace {

using shapes::Vec3;

constexpr int kSystems = 20;
constexpr std::uint64_t kLeastListed = 5000;  ///< leaves that lists must hold, at usual effort
constexpr double kReach =
    2.6;  ///< displacements: beyond it no list of one ball is good for the other

Vec3 draw_within(Draws& draw, double radius, bool plane) {
  for (;;) {
    const Vec3 r{draw.from(-1, 1), draw.from(-1, 1), plane ? 0 : draw.from(-1, 1)};
    if (norm2(r) <= 1) return radius * r;
  }
}

class Walk {
 public:
  Walk(const LeafCode& code, Draws& draw) : draw_(draw), plane_(draw.one_in(2)) {
    const int count = draw.whole(1, 250);
    const double radius = draw.scale(0.05, 1);
    // A ball has some near it, if the number allows.
    const double spacing = draw.scale(0.5, 4) * radius;
    const double side = spacing * std::pow(count, plane_ ? 1.0 / 2 : 1.0 / 3);
    for (int i = 0; i < count; ++i) {
      const Vec3 r{draw.from(-side, side) / 2, draw.from(-side, side) / 2,
                   plane_ ? 0 : draw.from(-side, side) / 2};
      balls_.push_back({r, draw.one_in(3) ? draw.from(0.3, 1) * radius : radius});
    }
    displacement_ = draw.scale(0.05, 2) * spacing;
    leaves_ = code.build(balls_, displacement_);
  }

  void run(Findings& findings) {
    const std::size_t steps = balls_.size() * static_cast<std::size_t>(draw_.whole(1, 12));
    for (std::size_t step = 0; step < steps; ++step) {
      const std::size_t i = draw_.random().below(static_cast<std::uint32_t>(balls_.size()));
      const Vec3 next = balls_[i].r + draw_within(draw_, displacement_, plane_);
      ask(i, next, findings);
      balls_[i].r = next;
      leaves_->move(i, next);
      ask_around(i, findings);
    }
  }

  std::uint64_t listed() const { return listed_; }

 private:
  void ask_around(std::size_t i, Findings& findings) {
    for (std::size_t k = 0; k < balls_.size(); ++k) {
      const double touch = balls_[i].radius + balls_[k].radius;
      const Vec3 apart = balls_[k].r - balls_[i].r;
      const double distance = std::sqrt(norm2(apart));
      if (k == i || leaves_->leaf_of(k) == leaves_->leaf_of(i) || distance == 0 ||
          distance > touch + kReach * displacement_)
        continue;
      ask(k, balls_[i].r + draw_.from(0.9, 1) * touch / distance * apart, findings);
    }
  }

  void ask(std::size_t i, Vec3 place, Findings& findings) {
    const Ball query{place, balls_[i].radius};
    const auto found = leaves_->found(query);
    const auto list = leaves_->listed(leaves_->leaf_of(i), query);
    for (const std::uint32_t leaf : overlapped(i, query)) {
      require(contains(found, leaf), "is not found by the tree", leaf, findings);
      if (!list || leaf == leaves_->leaf_of(i)) continue;
      ++listed_;
      require(contains(*list, leaf), "is not on the list of another", leaf, findings);
    }
  }

  void require(bool holds, const char* otherwise, std::uint32_t leaf, Findings& findings) const {
    findings.expect(holds, holds ? std::string()
                                 : fmt::format("{} balls in {} leaves: leaf {} {}", balls_.size(),
                                               leaves_->size(), leaf, otherwise));
  }

  /// Leaves with a ball that overlaps the query of ball i.
  std::set<std::uint32_t> overlapped(std::size_t i, const Ball& query) const {
    std::set<std::uint32_t> leaves;
    for (std::size_t k = 0; k < balls_.size(); ++k) {
      const double reach = query.radius + balls_[k].radius;
      if (k != i && norm2(balls_[k].r - query.r) < reach * reach)
        leaves.insert(leaves_->leaf_of(k));
    }
    return leaves;
  }

  static bool contains(const std::vector<std::uint32_t>& leaves, std::uint32_t leaf) {
    return std::find(leaves.begin(), leaves.end(), leaf) != leaves.end();
  }

  Draws& draw_;
  bool plane_;
  std::vector<Ball> balls_;
  double displacement_ = 0;
  std::unique_ptr<Leaves> leaves_;
  std::uint64_t listed_ = 0;
};

CheckResult check_near_leaves(const LeafCode& code, const CheckContext& context) {
  Findings findings;
  std::uint64_t listed = 0;
  const auto compare = [&](std::uint64_t number) {
    PhiloxStream random = stream_of_system(context, number);
    Draws draw(random);
    Walk walk(code, draw);
    walk.run(findings);
    listed += walk.listed();
    return true;
  };
  const int walks = compare_drawn(context, kSystems, findings, compare).compared;
  const double least = static_cast<double>(kLeastListed) * walks / kSystems;
  findings.expect(static_cast<double>(listed) >= least,
                  fmt::format("lists had to hold {} leaves, expected {} or more", listed, least));
  return findings.result(listed, fmt::format("{} walks, {} leaves on lists", walks, listed));
}

const bool registered = register_leaf_code(leaf_code<optimized::BoxTree>("hpmc/leaf-lists"));

}  // namespace

bool register_leaf_code(const LeafCode& code, const std::optional<std::string>& killed_by,
                        const Origin& origin) {
  return register_code<LeafCode>("hpmc", code, {{kNearLeaves, check_near_leaves}}, killed_by,
                                 origin);
}

}  // namespace touchstone::hpmc
