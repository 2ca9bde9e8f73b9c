// gpu/longrange/self_test.hpp
// Purpose   Short runs of the forms that give the same bits on every device, for the self test of
//           gpu/compare.cpp: on a device beside the emulator, and on two devices.
#pragma once
#include <string>
#include <vector>

#include "gpu/exec/self_test.hpp"
#include "gpu/longrange/direct.hpp"
#include "gpu/longrange/hmf.hpp"
#include "models/longrange/system.hpp"

namespace touchstone::gpu {

/// A start of which every coordinate is a fraction of two: the same on every machine.
inline longrange::State self_test_start(std::size_t numbers) {
  longrange::State start;
  for (std::size_t i = 0; i < numbers; ++i) {
    start.q.push_back(static_cast<double>(i * 37 % 64) / 16 - 1.5);
    start.p.push_back(static_cast<double>(i * 11 % 32) / 32 - 0.5);
  }
  return start;
}

inline SelfTestResult self_test_run(const char* name, longrange::Simulation& run) {
  run.advance(4);
  longrange::State end = run.state();
  end.q.insert(end.q.end(), end.p.begin(), end.p.end());
  return result_of(name, end.q);
}

template <class Device>
std::vector<SelfTestResult> longrange_self_test(const Devices<Device>& devices) {
  using longrange::Model;
  const longrange::State start = self_test_start(602);
  const longrange::RunParameters ring{.system = {Model::ring, 0.1}};
  const longrange::RunParameters plane{.system = {Model::plane, 0.1}};
  Direct<double, SumForm::tiles, Device> ring_run(devices, 64, start, ring);
  Direct<double, SumForm::tiles, Device> plane_run(devices, 64, start, plane);
  Hmf<HmfForm::angle, Device> hmf_run(devices, 64, false, start, {});
  return {self_test_run(RingPairs::kTileName, ring_run),
          self_test_run(PlanePairs::kTileName, plane_run),
          self_test_run(HmfPass<HmfForm::angle>::kName, hmf_run)};
}

/// Self test on the CUDA device 0, which must be there (gpu/longrange/longrange_cuda.cu): as one
/// device and as two virtual ones.
std::vector<SelfTestResult> longrange_self_test_on_cuda(int devices);

}  // namespace touchstone::gpu
