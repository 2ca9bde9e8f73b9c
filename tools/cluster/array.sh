#!/usr/bin/env bash
# tools/cluster/array.sh
# Purpose   A plan as a job array of Slurm: each task runs its share and comes back to the queue until that is finished.
# Use       sbatch --array=0-63%32 --time=4:00:00 tools/cluster/array.sh plan.jsonl campaign
#           then, anywhere: ./touchstone gather campaign
# Source    sbatch(1): --signal sends USR1 two minutes before the limit; tools/cluster/work.py then keeps what is
#           finished and ends with 75. A node that dies gives its task back by --requeue.
#SBATCH --job-name=touchstone
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --signal=B:USR1@120
#SBATCH --requeue
#SBATCH --open-mode=append
set -uo pipefail

plan=$1 into=$2
# Slurm runs a copy of this file: the tree is where sbatch was called, or what TOUCHSTONE_TREE says.
tree=${TOUCHSTONE_TREE:-${SLURM_SUBMIT_DIR:-.}}
share=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN))/$SLURM_ARRAY_TASK_COUNT

# The signal comes to this shell; `wait` ends early by it, and is called again for the code of the work.
"$tree/touchstone" work --plan "$plan" --shard "$share" --into "$into" &
work=$!
trap 'kill -USR1 $work' USR1 TERM
wait "$work"
code=$?
while kill -0 "$work" 2>/dev/null; do
  wait "$work"
  code=$?
done
[[ $code -ne 75 ]] || exec scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
exit "$code"
