// checkers/mutants/hpmc/faulty_meshes.cpp
// Purpose   Mutant of overlap algorithms of meshes: of several parts only one is asked.
#include <cstdint>
#include <set>

#include "checkers/hpmc/overlap_kind.hpp"

namespace touchstone::mutants {
namespace {

using shapes::Body;

/// The part that the first triangle belongs to.
Body first_part(const Body& body) {
  const auto* const all = std::get_if<shapes::Polyhedron>(&body);
  if (all == nullptr || all->triangles.empty()) return body;
  std::set<std::uint32_t> part(all->triangles[0].begin(), all->triangles[0].end());
  shapes::Polyhedron one{.vertices = all->vertices, .rounding = all->rounding};
  for (std::size_t before = 0; before != part.size();) {
    before = part.size();
    for (const auto& t : all->triangles)
      if (part.contains(t[0]) || part.contains(t[1]) || part.contains(t[2]))
        part.insert(t.begin(), t.end());
  }
  for (const auto& t : all->triangles)
    if (part.contains(t[0])) one.triangles.push_back(t);
  return one;
}

const bool registered = register_mutant(OverlapMutant{
    .scheme = {.info = {.name = "mutant/overlap-first-part",
                        .source = "other parts of a mesh are forgotten"},
               .takes = shapes::any_of_classes({shapes::BodyClass::polyhedron}),
               .prepare =
                   [](const Body& a, const Body& b) {
                     return shapes::overlap_algorithm("hpmc/overlap-trees-meshes")
                         .prepare(first_part(a), first_part(b));
                   }},
    .origin =
        Origin::invented("a body of several parts, one of which is inside another body: until "
                         "this check the reference, too, asked one vertex of all parts"),
    .killed_by = {"overlap/parts"}});

}  // namespace
}  // namespace touchstone::mutants
