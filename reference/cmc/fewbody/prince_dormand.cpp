#include "reference/cmc/fewbody/prince_dormand.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace touchstone::reference {
namespace {

constexpr std::size_t kStages = 13;

/// Weights by which each stage adds up those before it. The autonomous form needs no nodes.
template <class Real>
const std::array<std::array<Real, kStages - 1>, kStages> kStage{{
    {},
    {Real(1) / 18},
    {Real(1) / 48, Real(1) / 16},
    {Real(1) / 32, 0, Real(3) / 32},
    {Real(5) / 16, 0, Real(-75) / 64, Real(75) / 64},
    {Real(3) / 80, 0, 0, Real(3) / 16, Real(3) / 20},
    {Real(29443841) / 614563906, 0, 0, Real(77736538) / 692538347, Real(-28693883) / 1125000000,
     Real(23124283) / 1800000000},
    {Real(16016141) / 946692911, 0, 0, Real(61564180) / 158732637, Real(22789713) / 633445777,
     Real(545815736) / 2771057229, Real(-180193667) / 1043307555},
    {Real(39632708) / 573591083, 0, 0, Real(-433636366) / 683701615, Real(-421739975) / 2616292301,
     Real(100302831) / 723423059, Real(790204164) / 839813087, Real(800635310) / 3783071287},
    {Real(246121993) / 1340847787, 0, 0, Real(-37695042795) / 15268766246,
     Real(-309121744) / 1061227803, Real(-12992083) / 490766935, Real(6005943493) / 2108947869,
     Real(393006217) / 1396673457, Real(123872331) / 1001029789},
    {Real(-1028468189) / 846180014, 0, 0, Real(8478235783) / 508512852,
     Real(1311729495) / 1432422823, Real(-10304129995) / 1701304382,
     Real(-48777925059) / 3047939560, Real(15336726248) / 1032824649,
     Real(-45442868181) / 3398467696, Real(3065993473) / 597172653},
    {Real(185892177) / 718116043, 0, 0, Real(-3185094517) / 667107341,
     Real(-477755414) / 1098053517, Real(-703635378) / 230739211, Real(5731566787) / 1027545527,
     Real(5232866602) / 850066563, Real(-4093664535) / 808688257, Real(3962137247) / 1805957418,
     Real(65686358) / 487910083},
    {Real(403863854) / 491063109, 0, 0, Real(-5068492393) / 434740067, Real(-411421997) / 543043805,
     Real(652783627) / 914296604, Real(11173962825) / 925320556, Real(-13158990841) / 6184727034,
     Real(3936647629) / 1978049680, Real(-160528059) / 685178525, Real(248638103) / 1413531060, 0},
}};

template <class Real>
constexpr std::array<Real, kStages> kOrder8{Real(14005451) / 335480064,
                                            0,
                                            0,
                                            0,
                                            0,
                                            Real(-59238493) / 1068277825,
                                            Real(181606767) / 758867731,
                                            Real(561292985) / 797845732,
                                            Real(-1041891430) / 1371343529,
                                            Real(760417239) / 1151165299,
                                            Real(118820643) / 751138087,
                                            Real(-528747749) / 2220607170,
                                            Real(1) / 4};

template <class Real>
constexpr std::array<Real, kStages> kOrder7{Real(13451932) / 455176623,
                                            0,
                                            0,
                                            0,
                                            0,
                                            Real(-808719846) / 976000145,
                                            Real(1757004468) / 5645159321,
                                            Real(656045339) / 265891186,
                                            Real(-3867574721) / 1518517206,
                                            Real(465885868) / 322736535,
                                            Real(53011238) / 667516719,
                                            Real(2) / 45,
                                            0};

/// Adds `factor` times `terms` to `sums`, of which there are as many.
template <class Real>
void add(Real factor, const std::vector<Real>& terms, std::vector<Real>& sums) {
  if (factor == 0) return;  // as a fourth of them are
  const Real* const term = terms.data();
  Real* const sum = sums.data();
  for (std::size_t i = 0; i < sums.size(); ++i) sum[i] += factor * term[i];
}

}  // namespace

template <class Real>
PrinceDormand<Real>::PrinceDormand(std::size_t equations, Derivative derivative)
    : derivative_(std::move(derivative)),
      k_(kStages, std::vector<Real>(equations)),
      sum_(equations),
      difference_(equations) {}

template <class Real>
Real PrinceDormand<Real>::step(std::vector<Real>& y, Real h, const Tolerance& tolerance) {
  for (std::size_t s = 0; s < kStages; ++s) {
    std::fill(sum_.begin(), sum_.end(), Real(0));
    for (std::size_t earlier = 0; earlier < s; ++earlier)
      add(kStage<Real>[s][earlier], k_[earlier], sum_);
    for (std::size_t i = 0; i < y.size(); ++i) sum_[i] = y[i] + h * sum_[i];
    derivative_(sum_, k_[s]);
  }
  std::fill(sum_.begin(), sum_.end(), Real(0));
  std::fill(difference_.begin(), difference_.end(), Real(0));
  for (std::size_t s = 0; s < kStages; ++s) {
    add(kOrder8<Real>[s], k_[s], sum_);
    add(kOrder8<Real>[s] - kOrder7<Real>[s], k_[s], difference_);
  }
  Real worst = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    y[i] += h * sum_[i];
    const Real allowed = tolerance.absolute + tolerance.relative * std::abs(y[i]);
    const Real error = std::abs(h * difference_[i]) / allowed;
    worst = error > worst || std::isnan(error) ? error : worst;
  }
  return worst;
}

template <class Real>
Real PrinceDormand<Real>::integrate(
    std::vector<Real>& y, Real duration, Real& h, const Tolerance& tolerance,
    const std::function<bool(Real, std::span<const Real>)>& after_step) {
  constexpr Real kSmallest = Real(4.5) * std::numeric_limits<Real>::epsilon();
  Real t = 0;
  while (t < duration) {
    const bool last = t + h >= duration;
    const Real now = last ? duration - t : h;
    std::vector<Real> next = y;
    const Real error = step(next, now, tolerance);
    const Real factor = error > 0 ? Real(0.9) * std::pow(error, Real(-1) / 8) : Real(5);
    const Real change = std::isnan(error) ? Real(0.2) : std::clamp(factor, Real(0.2), Real(5));
    if (!(error <= 1)) {
      ++rejected_;
      h = now * change;
      if (!(h > kSmallest * duration))
        throw std::runtime_error("few bodies: the steps become too small");
      continue;
    }
    ++steps_;
    y = std::move(next);
    t = last ? duration : t + now;
    if (!last || change < 1) h = now * change;
    if (after_step && !after_step(t, y)) break;
  }
  return t;
}

template class PrinceDormand<double>;
template class PrinceDormand<long double>;

}  // namespace touchstone::reference
