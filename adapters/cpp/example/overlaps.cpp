// Overlap of disks or of balls. Put your own test in its place.
#include <cmath>

#include "touchstone_external.hpp"

using namespace touchstone::external;

struct Spheres : Overlaps {
  // a.body, a.centre and a.orientation, a quaternion, say what a is and where.
  bool overlap(const Placed& a, const Placed& b) {
    const bool known = a.body.name == "disk" || a.body.name == "ball";
    if (!known || b.body.name != a.body.name) throw Refused("only disks, or only balls");
    const double x = b.centre[0] - a.centre[0], y = b.centre[1] - a.centre[1];
    return std::hypot(x, y, b.centre[2] - a.centre[2]) <= a.body.radius + b.body.radius;
  }
};

int main() { return serve<Spheres>(); }
