#include "gpu/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gpu/cmc/orbits_cuda.hpp"
#include "gpu/cmc/orbits_emulated.hpp"
#include "gpu/cmc/step/step_cuda.hpp"
#include "gpu/cmc/step/step_emulated.hpp"
#include "gpu/exec/device_status.hpp"
#include "gpu/exec/emulator/emulated_device.hpp"
#include "gpu/exec/self_test.hpp"
#include "gpu/hpmc/self_test.hpp"
#include "gpu/hpmc/shapes_emulated.hpp"
#include "gpu/longrange/emulated.hpp"
#include "gpu/longrange/self_test.hpp"
#include "models/cmc/plummer.hpp"
#include "models/core/errors.hpp"

namespace touchstone::gpu {
namespace {

#ifdef TOUCHSTONE_CUDA
bool same_bits(const std::vector<SelfTestResult>& found,
               const std::vector<SelfTestResult>& expected) {
  bool same = found.size() == expected.size();
  for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i) {
    const bool equal = found[i].bytes == expected[i].bytes;
    fmt::print("{:<24} {}\n", found[i].kernel,
               equal ? "pass" : "fail: other bits than the emulator");
    same = same && equal;
  }
  return same;
}

/// Whether both forms of the kernels sample the same orbital positions for every star of a cluster.
bool same_orbits() {
  const cluster::Stars stars = cluster::plummer::sample(2000, 1);
  bool same = true;
  for (const bool fused : {false, true}) {
    std::vector<cluster::Lfsr113> here = cluster::separate_streams(1, 100);
    std::vector<cluster::Lfsr113> there = here;
    const bool equal = sample_positions_on_cuda(stars, there, fused) ==
                           orbits_on_emulator(stars).sample_positions(here, fused) &&
                       there == here;
    fmt::print("{:<24} {}\n", fused ? "cmc/orbits-fused" : "cmc/throw-stars",
               equal ? "pass" : "fail: other bits than the emulator");
    same = same && equal;
  }
  return same;
}

/// Whether whole steps give the same stars and energies, with a block of stars for each 40.
bool same_steps() {
  const cluster::Stars stars = cluster::plummer::sample(4000, 1);
  const cluster::ClusterParameters parameters{.seed = 1, .ranks = 100};
  const auto here = henon_on_emulator(stars, parameters);
  const auto there = henon_on_cuda(stars, parameters);
  bool same = true;
  for (int step = 0; step < 5; ++step) {
    here->step();
    there->step();
    same = same && there->stars() == here->stars() && there->streams() == here->streams() &&
           there->report().kinetic == here->report().kinetic &&
           there->report().potential == here->report().potential &&
           there->report().trials == here->report().trials;
  }
  fmt::print("{:<24} {}\n", "cmc/steps", same ? "pass" : "fail: other bits than the emulator");
  return same;
}

/// Hard shapes by every queue.
bool same_shapes() {
  const auto expected = shapes_self_test([](ShapeQueue queue, const ShapeTestCase& one) {
    return shapes_on_emulator("self test", queue, one.start, one.parameters);
  });
  return same_bits(shapes_self_test_on_cuda(), expected);
}

ExitCode compare() {
  EmulatedDevice emulator({Order::forward, 1, false});
  bool same = same_bits(self_test_on_cuda(), self_test(emulator));
  const auto expected = longrange_self_test(emulated_devices(1, emulator.emulation()));
  for (const int devices : {1, 2})
    same = same_bits(longrange_self_test_on_cuda(devices), expected) && same;
  same = same_orbits() && same;
  same = same_steps() && same;
  same = same_shapes() && same;
  const std::string refusal = refusal_on_cuda();
  fmt::print("{:<24} {}\n", "an impossible launch",
             refusal.empty() ? "fail: nobody refused it" : "pass: " + refusal);
  fmt::print("sums of blocks, by block size:\n{}", describe(tune_sums_on_cuda()));
  return same && !refusal.empty() ? ExitCode::pass : ExitCode::failed;
}
#else
ExitCode compare() { return ExitCode::failed; }  // never called: there is no device
#endif

}  // namespace

int compare_with_emulator() {
  const std::string why_not = why_no_device();
  fmt::print("{}\n", why_not.empty() ? device_status().text : why_not);
  return why_not.empty() ? static_cast<int>(compare()) : kNotRun;
}

}  // namespace touchstone::gpu
