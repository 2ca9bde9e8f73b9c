#!/usr/bin/env bash
# tools/cluster/array.sh
# Purpose   A plan as a job array of Slurm: each task runs its share and comes back to the queue until that is finished.
# Use       sbatch $(./touchstone plan --sbatch plan.jsonl) --array=0-63%32 --time=4:00:00 tools/cluster/array.sh plan.jsonl campaign
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

# The signal comes to this shell, which passes it on until the work has ended: at first that may have no handler yet.
stopping=0
trap 'stopping=1' USR1 TERM
(trap '' USR1 && exec "$tree/touchstone" work --plan "$plan" --shard "$share" --into "$into") &
work=$!
wait "$work"
code=$?
if ((stopping)); then
  while kill -USR1 "$work" 2>/dev/null; do sleep 1; done
  if ((code > 128)); then
    wait "$work"
    code=$?
  fi
fi
if [[ $code -eq 75 ]]; then
  ((stopping)) || sleep 60  # another process has the rest in hand
  exec scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit "$code"
