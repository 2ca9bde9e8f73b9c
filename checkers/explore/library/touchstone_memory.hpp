// checkers/explore/library/touchstone_memory.hpp
// Purpose   The memory of a concurrent algorithm in production, for a project of your own:
//           touchstone::NativeMemory, and the names of memory orders in touchstone::order.
// Not here  The memory that the explorer plays (touchstone_explore.hpp).
#pragma once
#include "models/core/native_memory.hpp"
