// optimized/hpmc/mpi/sent_bodies.hpp
// Purpose   Bodies of the external protocol as those of the models.
#pragma once
#include "models/hpmc/bodies/body.hpp"

namespace touchstone::external {
struct Body;
}

namespace touchstone::optimized {

/// Throws InputError for what is no body, and external::Refused for an unknown class.
shapes::Body sent_body(const external::Body& body);

}  // namespace touchstone::optimized
