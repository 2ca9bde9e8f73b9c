// statistics/one_run.hpp
// Purpose   A value of one run of another program, stated without an error, held to several
//           independent runs of ours: no error is made up for it.
// Source    Prediction interval of one further observation; e.g. W. Q. Meeker, G. J. Hahn, L. A.
//           Escobar, Statistical Intervals, 2nd ed. (2017), section 4.6.
// Computes  If theirs is one more of our n runs, which have the scatter s, its distance from our
//           mean over s sqrt(1 + 1/n) has Student's law with n - 1 degrees of freedom. More runs
//           of ours see no effect below the scatter of a single one.
// Assumes   Runs of a normal law: true for sums over many particles.
#pragma once
#include "statistics/judge.hpp"

namespace touchstone {

/// Scatter of a single one of the independent runs whose mean this is.
double scatter_of_runs(const Estimate& mean);

/// judge() of our mean against one run of theirs. With fewer than two runs of ours: inconclusive.
Judgement judge_one_run(const Estimate& mean, double theirs, double resolution, double false_alarm,
                        double power = kJudgePower);

}  // namespace touchstone
