// gpu/hpmc/self_test.hpp
// Purpose   Short runs of every queue, for the self test of gpu/compare.cpp: on a device beside the
//           emulator, which must give the same bits.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "gpu/exec/self_test.hpp"
#include "gpu/hpmc/shape_checkerboard.hpp"
#include "models/hpmc/bodies/named.hpp"

namespace touchstone::gpu {

struct ShapeTestCase {
  std::string name;
  shapes::Configuration start;
  shapes::RunParameters parameters;
  bool turns = true;  ///< has bodies that are turned
};

/// Round and cornered bodies, of one and of two types, rounded, in the plane and in space, in
/// large and small boxes, at constant pressure.
inline std::vector<ShapeTestCase> shape_test_cases() {
  const auto lattice = [](const shapes::Body& body, int n, double packing) {
    return shapes::simple_lattice(body, n, packing);
  };
  const auto named = [&](const char* name, int n, double packing) {
    return lattice(shapes::named_body(name), n, packing);
  };
  const shapes::RunParameters p{
      .max_displacement = 0.2, .max_rotation = 0.5, .sweeps_per_step = 2, .seed = 7};
  shapes::RunParameters pressed = p;
  pressed.box = {.pressure = 4, .max_volume = 1, .max_shear = 0.02, .per_step = 2};
  shapes::Configuration mixed = named("pentagon", 6, 0.45);
  mixed.types.push_back(shapes::scaled(shapes::named_body("square"), 0.6));
  for (std::size_t i = 0; i < mixed.size(); i += 3) mixed.type[i] = 1;
  mixed.box.xy = 0.1;
  for (shapes::Vec3& r : mixed.centres) r = mixed.box.wrap(r + shapes::Vec3{0.1 * r.y, 0, 0});
  return {
      {"disks", named("disk", 8, 0.6), p, false},
      {"spheres", named("sphere", 4, 0.35), p, false},
      {"pentagons and squares, tilted", mixed, p, true},
      {"cubes", named("cube", 4, 0.3), p, true},
      {"tetrahedra at constant pressure", named("tetrahedron", 3, 0.06), pressed, true},
      {"a square among its images", named("square", 1, 0.6), p, true},
      {"rounded rods",
       lattice(shapes::checked(shapes::Spheropolyhedron{{{0, 0, -0.4}, {0, 0, 0.4}}, 0.3}), 3, 0.1),
       p, true}};
}

/// `make(queue, case)` starts a simulation on the device of interest.
template <class Make>
std::vector<SelfTestResult> shapes_self_test(const Make& make) {
  std::vector<SelfTestResult> results;
  for (const auto& [queue, name] : {std::pair{ShapeQueue::registers, "hpmc/register-queue"},
                                    std::pair{ShapeQueue::global, "hpmc/global-queue"},
                                    std::pair{ShapeQueue::block, "hpmc/block-queue"}}) {
    std::vector<double> numbers;
    for (const ShapeTestCase& one : shape_test_cases()) {
      const auto run = make(queue, one);
      run->advance(3);
      const shapes::Configuration end = run->configuration();
      for (std::size_t i = 0; i < end.size(); ++i) {
        const shapes::Vec3& r = end.centres[i];
        const shapes::Orientation& q = end.orientations[i];
        numbers.insert(numbers.end(), {r.x, r.y, r.z, q.s, q.x, q.y, q.z});
      }
    }
    results.push_back(result_of(name, numbers));
  }
  return results;
}

/// Self test on the CUDA device 0, which must be there (gpu/hpmc/shapes_cuda.cu).
std::vector<SelfTestResult> shapes_self_test_on_cuda();

}  // namespace touchstone::gpu
