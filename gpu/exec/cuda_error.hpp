// gpu/exec/cuda_error.hpp
// Purpose   A call of the CUDA runtime that failed: which, why, and for which kernel and grid.
#pragma once
#include <stdexcept>
#include <string>

#include "gpu/exec/context.hpp"

namespace touchstone::gpu {

class CudaError : public std::runtime_error {
 public:
  /// `kernel` is empty where no kernel is involved.
  CudaError(const std::string& call, const std::string& reason, const std::string& kernel = "",
            Launch launch = {})
      : std::runtime_error(text(call, reason, kernel, launch)) {}

 private:
  static std::string text(const std::string& call, const std::string& reason,
                          const std::string& kernel, Launch launch) {
    if (kernel.empty()) return call + ": " + reason;
    return "kernel '" + kernel + "', " + std::to_string(launch.blocks) + " blocks of " +
           std::to_string(launch.threads) + " threads: " + call + ": " + reason;
  }
};

/// A launch that the device, or the kernel's own limits, refused before it began: other sizes may
/// do. After any other error the device may be unusable.
class LaunchRefused : public CudaError {
 public:
  using CudaError::CudaError;
};

}  // namespace touchstone::gpu
