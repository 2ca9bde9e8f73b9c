// Overlap of disks or of balls by the code of overlaps_code.hpp. Put your own library in its place.
#include "overlaps_code.hpp"
#include "touchstone_external.hpp"

using namespace touchstone::external;

struct MyOverlaps : Overlaps {
  // a.body, a.centre and a.orientation, a quaternion, say what a is and where.
  bool overlap(const Placed& a, const Placed& b) {
    const bool is_known = a.body.name == "disk" || a.body.name == "ball";
    if (!is_known || b.body.name != a.body.name) throw Refused("only disks, or only balls");
    const auto collide = a.body.name == "disk" ? disks_collide : balls_collide;
    return collide(a.centre, a.body.radius, b.centre, b.body.radius);
  }
};

int main() { return serve<MyOverlaps>(); }
