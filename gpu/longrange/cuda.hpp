// gpu/longrange/cuda.hpp
// Purpose   The long-range models on CUDA devices, for programs that nvcc does not compile.
#pragma once
#include <memory>

#include "gpu/longrange/device_bound.hpp"
#include "gpu/longrange/forms.hpp"
#include "models/longrange/registry.hpp"

namespace touchstone::gpu {

/// Simulation on the first `devices` devices; two on a machine with one are virtual, with streams
/// and buffers of their own. Blocks of RunParameters::tile threads, where that is given and the
/// form has tiles; else as many as a trial finds fastest, where there are particles enough to tell.
/// Throws InputError without a device.
std::unique_ptr<longrange::Simulation> longrange_on_cuda(const LongrangeForm& form,
                                                         const longrange::State& start,
                                                         const longrange::RunParameters& p);

/// Rates of the first device; zeros without one.
DeviceRates device_rates_on_cuda();

}  // namespace touchstone::gpu
