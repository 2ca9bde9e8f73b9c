// optimized/longrange/nufft/nufft_transform.hpp
// Purpose   Arrays and one-dimensional transforms of FFTW, for the non-uniform transforms.
// Source    M. Frigo, S. G. Johnson, Proc. IEEE 93, 216 (2005). Plans are estimated, not
//           measured: a measured plan depends on the clock, and with it the last bits of every
//           force.
// Cost      O(n log n) for any n whose prime factors are small.
#pragma once
#include <fftw3.h>

#include <complex>
#include <cstddef>
#include <memory>
#include <new>
#include <span>

namespace touchstone::optimized {

using Complex = std::complex<double>;

/// Aligned to a vector of AVX-512, which is more than FFTW asks for; zeros at first.
template <class T>
class TransformArray {
 public:
  TransformArray() = default;
  explicit TransformArray(std::size_t size)
      : data_(static_cast<T*>(::operator new[](sizeof(T) * size, kAlignment))), size_(size) {
    std::uninitialized_fill_n(data_.get(), size, T());
  }
  T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) const { return data_[i]; }
  std::span<T> span() const { return {data_.get(), size_}; }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Free {
    void operator()(T* data) const { ::operator delete[](data, kAlignment); }
  };
  std::unique_ptr<T[], Free> data_;
  std::size_t size_ = 0;
};

enum class TransformKind {
  real_to_complex,  ///< sum over j of in_j exp(-2 pi i j k / n), k = 0 ... n/2
  complex_to_real,  ///< sum over all k of in_k exp(+2 pi i j k / n); destroys its input
  forward,          ///< complex, exponent -
  backward          ///< complex, exponent +
};

/// A plan for n numbers. Several threads may execute it at once on arrays of their own.
class Transform {
 public:
  Transform(TransformKind kind, std::size_t n);
  /// Arrays as aligned as a TransformArray; `in` and `out` differ.
  void execute(double* in, Complex* out) const;
  void execute(Complex* in, double* out) const;
  void execute(Complex* in, Complex* out) const;
  std::size_t size() const { return n_; }

 private:
  struct Destroy {
    void operator()(fftw_plan_s* plan) const;
  };
  std::size_t n_;
  std::unique_ptr<fftw_plan_s, Destroy> plan_;
};

/// Transforms n^2 numbers in place: the even continuation of each row and column, f_0 + (-1)^k
/// f_(n-1) + 2 sum of f_j cos(pi j k / (n - 1)), in both dimensions.
void cosine_transform(std::size_t n, double* values);

/// The least number of at least `n` that is even and has no prime factor but 2, 3 and 5.
std::size_t good_transform_size(std::size_t n);

}  // namespace touchstone::optimized
