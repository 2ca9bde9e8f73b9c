// reference/cmc/schemes.cpp
// Purpose   Registers the reference of the star clusters.
#include <memory>

#include "models/cmc/registry.hpp"
#include "reference/cmc/henon.hpp"
#include "reference/cmc/sample_all.hpp"
#include "reference/cmc/sample_orbit.hpp"

namespace touchstone::reference {
namespace {

const bool registered = cluster::register_cluster_scheme(
    {.info = {.name = "cmc/reference",
              .source = "Pattabiraman et al. 2013, section 2",
              .claims = Claims::conserves_particles | Claims::equals_reference,
              .baseline = true},
     .start =
         [](const cluster::Stars& start, const cluster::ClusterParameters& parameters) {
           return std::make_unique<HenonRun>(start, parameters);
         },
     .sample_orbit =
         [](const cluster::Stars& stars, std::size_t star, std::size_t count,
            const cluster::Lfsr113& stream) {
           return sample_orbit(stars, star, count, stream,
                               star < stars.size() ? stars.mass[star] : 0);
         },
     .sample_positions = sample_all,
     .follows_binaries = true,
     .follows_collisions = true,
     .follows_formation = true});

}  // namespace
}  // namespace touchstone::reference
