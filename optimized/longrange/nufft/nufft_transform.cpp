// optimized/longrange/nufft/nufft_transform.cpp
// Purpose   Definitions of nufft_transform.hpp.
#include "optimized/longrange/nufft/nufft_transform.hpp"

#include <mutex>
#include <stdexcept>

namespace touchstone::optimized {
namespace {

/// FFTW's planner, and only it, is not made for several threads.
std::mutex& planner() {
  static std::mutex one;
  return one;
}

fftw_complex* raw(Complex* z) { return reinterpret_cast<fftw_complex*>(z); }

}  // namespace

Transform::Transform(TransformKind kind, std::size_t n) : n_(n) {
  const TransformArray<Complex> a(n + 1);
  const TransformArray<Complex> b(n + 1);
  auto* real = reinterpret_cast<double*>(a.data());
  const auto size = static_cast<int>(n);
  const std::lock_guard lock(planner());
  switch (kind) {
    case TransformKind::real_to_complex:
      plan_.reset(fftw_plan_dft_r2c_1d(size, real, raw(b.data()), FFTW_ESTIMATE));
      break;
    case TransformKind::complex_to_real:
      plan_.reset(fftw_plan_dft_c2r_1d(size, raw(b.data()), real, FFTW_ESTIMATE));
      break;
    case TransformKind::forward:
    case TransformKind::backward:
      plan_.reset(fftw_plan_dft_1d(size, raw(a.data()), raw(b.data()),
                                   kind == TransformKind::forward ? FFTW_FORWARD : FFTW_BACKWARD,
                                   FFTW_ESTIMATE));
      break;
  }
  if (plan_ == nullptr) throw std::runtime_error("FFTW made no plan");
}

void Transform::execute(double* in, Complex* out) const {
  fftw_execute_dft_r2c(plan_.get(), in, raw(out));
}
void Transform::execute(Complex* in, double* out) const {
  fftw_execute_dft_c2r(plan_.get(), raw(in), out);
}
void Transform::execute(Complex* in, Complex* out) const {
  fftw_execute_dft(plan_.get(), raw(in), raw(out));
}

void Transform::Destroy::operator()(fftw_plan_s* plan) const {
  const std::lock_guard lock(planner());
  fftw_destroy_plan(plan);
}

void cosine_transform(std::size_t n, double* values) {
  const auto size = static_cast<int>(n);
  fftw_plan plan = nullptr;
  {
    const std::lock_guard lock(planner());
    plan = fftw_plan_r2r_2d(size, size, values, values, FFTW_REDFT00, FFTW_REDFT00, FFTW_ESTIMATE);
  }
  if (plan == nullptr) throw std::runtime_error("FFTW made no plan");
  fftw_execute(plan);
  const std::lock_guard lock(planner());
  fftw_destroy_plan(plan);
}

std::size_t good_transform_size(std::size_t n) {
  for (std::size_t size = n + n % 2;; size += 2) {
    std::size_t rest = size;
    for (const std::size_t prime : {2u, 3u, 5u})
      while (rest % prime == 0) rest /= prime;
    if (rest == 1 && size > 0) return size;
  }
}

}  // namespace touchstone::optimized
