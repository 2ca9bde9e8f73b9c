// gpu/exec/emulator/abandoned.hpp
// Purpose   Thrown in the lanes of a block in which another lane failed, so that their stacks are
//           left in good order.
#pragma once

namespace touchstone::gpu {

struct Abandoned {};

}  // namespace touchstone::gpu
