#include "reference/cmc/fewbody/prince_dormand.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace touchstone::reference {
namespace {

constexpr std::size_t kStages = 13;

/// Weights by which each stage adds up those before it. The autonomous form needs no nodes.
const std::array<std::array<double, kStages - 1>, kStages> kStage{{
    {},
    {1.0 / 18},
    {1.0 / 48, 1.0 / 16},
    {1.0 / 32, 0, 3.0 / 32},
    {5.0 / 16, 0, -75.0 / 64, 75.0 / 64},
    {3.0 / 80, 0, 0, 3.0 / 16, 3.0 / 20},
    {29443841.0 / 614563906, 0, 0, 77736538.0 / 692538347, -28693883.0 / 1125000000,
     23124283.0 / 1800000000},
    {16016141.0 / 946692911, 0, 0, 61564180.0 / 158732637, 22789713.0 / 633445777,
     545815736.0 / 2771057229, -180193667.0 / 1043307555},
    {39632708.0 / 573591083, 0, 0, -433636366.0 / 683701615, -421739975.0 / 2616292301,
     100302831.0 / 723423059, 790204164.0 / 839813087, 800635310.0 / 3783071287},
    {246121993.0 / 1340847787, 0, 0, -37695042795.0 / 15268766246, -309121744.0 / 1061227803,
     -12992083.0 / 490766935, 6005943493.0 / 2108947869, 393006217.0 / 1396673457,
     123872331.0 / 1001029789},
    {-1028468189.0 / 846180014, 0, 0, 8478235783.0 / 508512852, 1311729495.0 / 1432422823,
     -10304129995.0 / 1701304382, -48777925059.0 / 3047939560, 15336726248.0 / 1032824649,
     -45442868181.0 / 3398467696, 3065993473.0 / 597172653},
    {185892177.0 / 718116043, 0, 0, -3185094517.0 / 667107341, -477755414.0 / 1098053517,
     -703635378.0 / 230739211, 5731566787.0 / 1027545527, 5232866602.0 / 850066563,
     -4093664535.0 / 808688257, 3962137247.0 / 1805957418, 65686358.0 / 487910083},
    {403863854.0 / 491063109, 0, 0, -5068492393.0 / 434740067, -411421997.0 / 543043805,
     652783627.0 / 914296604, 11173962825.0 / 925320556, -13158990841.0 / 6184727034,
     3936647629.0 / 1978049680, -160528059.0 / 685178525, 248638103.0 / 1413531060, 0},
}};

constexpr std::array<double, kStages> kOrder8{14005451.0 / 335480064,
                                              0,
                                              0,
                                              0,
                                              0,
                                              -59238493.0 / 1068277825,
                                              181606767.0 / 758867731,
                                              561292985.0 / 797845732,
                                              -1041891430.0 / 1371343529,
                                              760417239.0 / 1151165299,
                                              118820643.0 / 751138087,
                                              -528747749.0 / 2220607170,
                                              1.0 / 4};

constexpr std::array<double, kStages> kOrder7{13451932.0 / 455176623,
                                              0,
                                              0,
                                              0,
                                              0,
                                              -808719846.0 / 976000145,
                                              1757004468.0 / 5645159321,
                                              656045339.0 / 265891186,
                                              -3867574721.0 / 1518517206,
                                              465885868.0 / 322736535,
                                              53011238.0 / 667516719,
                                              2.0 / 45,
                                              0};

}  // namespace

PrinceDormand::PrinceDormand(std::size_t equations, Derivative derivative)
    : derivative_(std::move(derivative)),
      k_(kStages, std::vector<double>(equations)),
      stage_(equations) {}

double PrinceDormand::step(std::vector<double>& y, double h, const Tolerance& tolerance) {
  for (std::size_t s = 0; s < kStages; ++s) {
    for (std::size_t i = 0; i < y.size(); ++i) {
      double sum = 0;
      for (std::size_t earlier = 0; earlier < s; ++earlier)
        sum += kStage[s][earlier] * k_[earlier][i];
      stage_[i] = y[i] + h * sum;
    }
    derivative_(stage_, k_[s]);
  }
  double worst = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    double sum = 0, difference = 0;
    for (std::size_t s = 0; s < kStages; ++s) {
      sum += kOrder8[s] * k_[s][i];
      difference += (kOrder8[s] - kOrder7[s]) * k_[s][i];
    }
    y[i] += h * sum;
    const double allowed = tolerance.absolute + tolerance.relative * std::abs(y[i]);
    const double error = std::abs(h * difference) / allowed;
    worst = error > worst || std::isnan(error) ? error : worst;
  }
  return worst;
}

double PrinceDormand::integrate(std::vector<double>& y, double duration, double& h,
                                const Tolerance& tolerance,
                                const std::function<bool(double, std::span<double>)>& after_step) {
  double t = 0;
  while (t < duration) {
    const bool last = t + h >= duration;
    const double now = last ? duration - t : h;
    std::vector<double> next = y;
    const double error = step(next, now, tolerance);
    const double factor = error > 0 ? 0.9 * std::pow(error, -1.0 / 8) : 5;
    const double change = std::isnan(error) ? 0.2 : std::clamp(factor, 0.2, 5.0);
    if (!(error <= 1)) {
      ++rejected_;
      h = now * change;
      if (!(h > 1e-15 * duration))
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

}  // namespace touchstone::reference
