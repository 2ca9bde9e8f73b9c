// gpu/longrange/schemes.cpp
// Purpose   Registers the long-range models for devices: on CUDA where there is a device, else on
//           the grid emulator, with the same kernels.
// Source    Rocha Filho, sections 3.1 and 3.2, with one and with two devices.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <utility>

#include "gpu/exec/device_status.hpp"
#include "gpu/longrange/cuda.hpp"
#include "gpu/longrange/emulated.hpp"
#include "gpu/longrange/forms.hpp"
#include "models/core/device_backend.hpp"
#include "models/core/errors.hpp"

namespace touchstone::gpu {

using longrange::IntegratorClaims;
using longrange::Model;
using longrange::RunParameters;
using longrange::State;

std::vector<LongrangeForm> longrange_forms(int real_devices) {
  const bool one = real_devices < 2;
  const std::string two = one ? "dual-virtual" : "dual";
  const std::string on_two =
      one ? "dual(virtual): two devices that are one, with separate buffers" : "two devices";
  return {
      {Kernels::tiles_double, 1, "longrange/tiles-double-cuda",
       "Rocha Filho, section 3.2 and Figure 1, in chord form"},
      {Kernels::tiles_mixed, 1, "longrange/tiles-mixed-cuda",
       "Rocha Filho, section 3.2: pairs in single precision, sums in double"},
      {Kernels::registers_double, 1, "longrange/registers-double-cuda",
       "Rocha Filho, section 3.2, several targets in the registers of a thread"},
      {Kernels::registers_single, 1, "longrange/registers-single-cuda",
       "Rocha Filho, section 3.2, several targets in the registers of a thread, pairs and sums "
       "of 128 in single precision"},
      {Kernels::tiles_double, 2, "longrange/tiles-double-cuda-" + two,
       "Rocha Filho, section 3.2, " + on_two, "longrange/tiles-double-cuda", one},
      {Kernels::registers_single, 2, "longrange/registers-single-cuda-" + two,
       "Rocha Filho, section 3.2, " + on_two, "longrange/registers-single-cuda", one},
      {Kernels::hmf_angle, 1, "longrange/hmf-angle-cuda",
       "Rocha Filho, section 3.1, sines and cosines not stored"},
      {Kernels::hmf_rotation, 1, "longrange/hmf-rotation-cuda",
       "Rocha Filho, section 3.1, with sines and cosines rotated"},
      {Kernels::hmf_persistent, 1, "longrange/hmf-angle-cuda-persistent",
       "Rocha Filho, section 3.1, many steps in a cooperative launch", "longrange/hmf-angle-cuda"},
      {Kernels::hmf_angle, 2, "longrange/hmf-angle-cuda-" + two,
       "Rocha Filho, section 3.1, " + on_two, "longrange/hmf-angle-cuda", one}};
}

bool of_hmf(Kernels kernels) {
  return kernels == Kernels::hmf_angle || kernels == Kernels::hmf_rotation ||
         kernels == Kernels::hmf_persistent;
}

std::vector<Model> models_of(Kernels kernels) {
  if (of_hmf(kernels)) return {Model::hmf};
  if (kernels == Kernels::tiles_mixed) return {Model::plane};  // as the paper
  return {Model::ring, Model::plane};
}

namespace {

/// Squared distances and what becomes of them stay normal numbers of single precision, in which the
/// estimates are.
constexpr double kFarthest = 1e6;
constexpr double kSmallestEstimated = 1e-12;
constexpr double kLargestEstimated = 1e12;
constexpr std::size_t kLargestTile = 1024;

double force_error(Kernels kernels) {
  if (kernels == Kernels::tiles_mixed || kernels == Kernels::registers_single) return 2e-6;
  return kernels == Kernels::registers_double ? 2e-14 : 1e-14;
}

void require_range(Kernels kernels, const State& start, const RunParameters& p) {
  if (of_hmf(kernels)) return;
  if (p.tile > kLargestTile)
    throw input_error("direct sums on a device", "tile", fmt::format("at most {}", kLargestTile),
                      fmt::format("{}", p.tile));
  if (kernels == Kernels::tiles_double) return;
  if (!(p.system.softening >= kSmallestEstimated && p.system.softening <= kLargestEstimated))
    throw input_error("pairs by estimates of a device", "softening",
                      fmt::format("{} to {}", kSmallestEstimated, kLargestEstimated),
                      fmt::format("{}", p.system.softening));
  if (p.system.model != Model::plane) return;
  for (const double q : start.q)
    if (std::abs(q) > kFarthest)
      throw input_error("pairs by estimates of a device", "coordinate",
                        fmt::format("at most {}", kFarthest), fmt::format("{}", q));
}

std::unique_ptr<longrange::Simulation> on_emulator(const LongrangeForm& form, const State& start,
                                                   const RunParameters& p) {
  switch (form.kernels) {
    case Kernels::tiles_double:
      return direct_on_emulator<double, SumForm::tiles>(form.devices, start, p);
    case Kernels::tiles_mixed:
      return direct_on_emulator<float, SumForm::tiles>(form.devices, start, p);
    case Kernels::registers_double:
      return direct_on_emulator<double, SumForm::registers>(form.devices, start, p);
    case Kernels::registers_single:
      return direct_on_emulator<float, SumForm::registers>(form.devices, start, p);
    case Kernels::hmf_rotation:
      return hmf_on_emulator<HmfForm::rotation>(form.devices, false, start, p);
    case Kernels::hmf_angle:
    case Kernels::hmf_persistent:
      break;
  }
  return hmf_on_emulator<HmfForm::angle>(form.devices, form.kernels == Kernels::hmf_persistent,
                                         start, p);
}

/// Promises of a form. One that equals another bit for bit is judged by that alone.
IntegratorClaims claims_of(const LongrangeForm& form) {
  if (!form.equals.empty()) return IntegratorClaims::none;
  if (force_error(form.kernels) < 1e-9) return longrange::kAllIntegratorClaims;
  // Rounded pairs have no potential: no symplectic form, and an order that rounding hides.
  return IntegratorClaims::model | IntegratorClaims::time_reversible |
         IntegratorClaims::bounded_energy | IntegratorClaims::momentum;
}

bool add(const LongrangeForm& form) {
  const bool on_cuda = device_files_exist();
  const bool on_two = form.devices > 1 && !form.is_virtual;
  const auto start = [form, on_cuda](const State& state, const RunParameters& p) {
    longrange::require_startable(form.name, models_of(form.kernels), p, state);
    require_range(form.kernels, state, p);
#ifdef TOUCHSTONE_CUDA
    if (on_cuda) return longrange_on_cuda(form, state, p);
#else
    static_cast<void>(on_cuda);
#endif
    return on_emulator(form, state, p);
  };
  std::function<double(Model, std::size_t)> least;
#ifdef TOUCHSTONE_CUDA
  if (on_cuda)
    least = [kernels = form.kernels, on_two](Model model, std::size_t particles) {
      static const DeviceRates device = device_rates_on_cuda();
      return least_seconds(kernels, model, particles, device, on_two ? 2 : 1);
    };
#endif
  const bool equal = !form.equals.empty();
  return longrange::register_scheme(
      {.info = {.name = form.name,
                .source = form.source,
                .claims = equal ? Claims::thread_invariant | Claims::equals_reference
                                : Claims::thread_invariant,
                .backend = on_cuda ? kDeviceBackend : "emulated",
                .on_device = on_cuda,
                .parallel = true},
       .claims = claims_of(form),
       .models = models_of(form.kernels),
       .start = start,
       .force_error = force_error(form.kernels),
       .least_seconds = least,
       .available = on_two ? Available(why_no_two_devices) : device_here(),
       .emulated = !on_cuda,
       .equals = form.equals});
}

bool register_all() {
  for (const LongrangeForm& form : longrange_forms(device_files())) add(form);
  return true;
}

const bool registered = register_all();

}  // namespace
}  // namespace touchstone::gpu
