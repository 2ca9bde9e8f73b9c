// checkers/explore/kernels/story.hpp
// Purpose   One run of a kernel for people: a table with a column for each thread, and in it every
//           operation, its line in the kernel, the value read and where that comes from.
#pragma once
#include <string>

#include "checkers/explore/kernels/kernel_system.hpp"

namespace touchstone::explore {

/// "taken.store(1,rel)", "flag.wait(==1,acq)", "fence(acq)".
std::string text(const Operation& op, const std::vector<std::string>& locations);

/// The table, then how it ends: what is wrong, what threads wait for, the final values.
std::string story(const KernelQuestion& question, Judge judge, const Path& path);

/// Both accesses of the race that ends the path: "thread 0, line 39 count.load(na); thread 1, ...".
std::string race_sites(const KernelQuestion& question, const Path& path);

}  // namespace touchstone::explore
