// suite/footprint.hpp
// Purpose   Memory of a job before it is run, for schedulers: bytes of its program, which are the
//           same for all its jobs and counted when they are listed (tools/cluster/plan.py), and
//           those here.
// Computes  kWorking + particles x bytes of one, at most. Bytes of one are half as much again as
//           the peak of `bench` with one scheme had for each particle, at 3 x 10^4 to 10^5 of them.
// Not here  What an earlier run of the job took (touchstone plan --measured).
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace touchstone {

/// Bytes of what does not grow with particles: samples, graphs of small models, stacks of threads.
inline constexpr double kWorking = 64.0 * (1 << 20);

/// Largest number among the parameters of a record that count particles (disks, bodies, stars,
/// ...); 0 without one.
double particles_in(const nlohmann::json& params);

/// Bytes for each particle of a simulation by the scheme; of one that is not known by itself or by
/// its family, those of the scheme that needs most.
double bytes_of_particle(const std::string& scheme);

/// Bytes of a job that holds so many particles for the scheme.
inline double footprint(const std::string& scheme, double particles) {
  return kWorking + particles * bytes_of_particle(scheme);
}

}  // namespace touchstone
