#!/usr/bin/env bash
# tools/cluster/rehearsal.sh
# Purpose   A plan on a real Slurm, with two nodes on this machine: an array over both, all processes of one node killed in
#           mid-run, a task of the other one stopped by USR1, both back in the queue; what is gathered equals a run in one
#           process record by record, but for times and hosts. The plan has programs on 1 to 4 MPI ranks. Then a share whose disk is full, and its successor, which finds space.
# Use       tools/cluster/rehearsal.sh [TOUCHSTONE-PLAN-OPTION...]   (as root; Debian: slurm-wlm, and for ranks openmpi-bin)
# Exit      0 equal, 1 not, 77 there is no Slurm here.
set -euo pipefail

TREE=$(cd -P "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
command -v slurmctld slurmd sbatch >/dev/null || { echo "not run: there is no Slurm (Debian: slurm-wlm)" && exit 77; }
[[ $(id -u) -eq 0 ]] || { echo "not run: slurmd needs root" && exit 77; }
folder=$(mktemp -d)
export SLURM_CONF=$folder/slurm.conf
processes=()
clean_up() {
  scancel --quiet --user="$(id -un)" 2>/dev/null || true
  kill -KILL "${processes[@]}" 2>/dev/null || true
  ! mountpoint -q "$folder/small" || umount -l "$folder/small"
  rm -rf "$folder"
}
trap clean_up EXIT

cat >"$SLURM_CONF" <<TEXT
ClusterName=rehearsal
SlurmctldHost=$(hostname -s)(127.0.0.1)
AuthType=auth/none
CredType=cred/none
SlurmUser=root
SlurmdUser=root
SlurmctldPort=16817
PluginDir=$(dpkg -L slurm-wlm-basic-plugins | grep '/auth_none\.so$' | xargs dirname)
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool.%n
SlurmctldPidFile=$folder/controller.pid
SlurmdPidFile=$folder/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SchedulerParameters=requeue_setup_env_fail
MinJobAge=600
SlurmdParameters=config_overrides
NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=16821 CPUs=4 RealMemory=1000
NodeName=n2 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=16822 CPUs=4 RealMemory=1000
PartitionName=all Nodes=ALL Default=YES MaxTime=1:00:00 State=UP
TEXT
mkdir -p "$folder/state" "$folder/spool.n1" "$folder/spool.n2" "$folder/one"
slurmctld -D >"$folder/controller.log" 2>&1 &
processes+=($!)
for node in n1 n2; do
  slurmd -D -N "$node" >"$folder/$node.log" 2>&1 &
  processes+=($!)
done
for _ in {1..60}; do
  [[ $(sinfo --noheader --format=%T 2>/dev/null) != idle ]] || break
  sleep 1
done
[[ $(sinfo --noheader --format=%T) == idle ]] || { tail -n 5 "$folder"/*.log && exit 1; }

plan=$folder/plan.jsonl
options=("$@")
[[ $# -gt 0 ]] || options=(--family ecmc --verbs 'check,balance')
"$TREE/touchstone" plan "${options[@]}" >"$plan"
cd "$TREE"
head -n 60 "$plan" >"$folder/some.jsonl"
# on_ranks FAMILY RANKS CHECKS: a few checks of the program of this tree, which takes its requests on so many ranks.
on_ranks() {
  "$TREE/touchstone" ranks "$1" --ranks "$2" --describe >"$folder/$1-$2.json"
  "$TREE/touchstone" plan --verbs check --external "$folder/$1-$2.json" | grep -E "\|($3)\|" >>"$plan"
}
if command -v mpirun >/dev/null; then
  on_ranks cmc 1 'cmc/seeds|cmc/encounters'
  on_ranks cmc 3 'cmc/.*'
  on_ranks hpmc 2 'shapes/ideal gas|shapes/thousands'
  on_ranks hpmc 4 'shapes/domains|shapes/ideal gas'
fi
request=$("$TREE/touchstone" plan --sbatch "$plan")
echo "$(wc -l <"$plan") jobs, $(grep -c '"needs": \["mpi"\]' "$plan") of them on ranks; a task asks for $request"
# The same jobs in one process, without a scheduler.
"$TREE/touchstone" work --plan "$plan" --into "$folder/one" 2>/dev/null
# shellcheck disable=SC2086  # words of sbatch
array=$(sbatch --parsable --array=0-3 --exclusive --time=10 $request --output="$folder/task.%a.log" \
  tools/cluster/array.sh "$plan" "$folder/shared")
for _ in {1..100}; do  # until a batch is under way on both nodes
  (($(squeue --noheader --states=R | wc -l) < 2)) || [[ -z $(find "$folder/shared/running" -name '*.jsonl' 2>/dev/null) ]] || break
  sleep 0.2
done
stopped=$(squeue --noheader --states=R --format='%A' | tail -n 1)
lost=$(squeue --noheader --states=R --format='%A' | head -n 1)
scancel --signal=KILL --full "$lost" && echo "killed the processes of job $lost on $(squeue --noheader --jobs="$lost" --format=%N)"
# It is asked again and again by scancel while the task is on its way to the queue.
timeout 5 scancel --quiet --batch --signal=USR1 "$stopped" || true
echo "stopped job $stopped"
scontrol requeue "$lost" 2>/dev/null || true  # unless Slurm has done so by itself
for _ in {1..600}; do
  [[ -n $(squeue --noheader) ]] || break
  sleep 1
done
[[ -z $(squeue --noheader) ]] || { squeue && exit 1; }
echo "array $array is finished; hosts and tasks: $(cat "$folder"/shared/work.*.jsonl | wc -l) batches"
"$TREE/touchstone" gather "$folder/one" >"$folder/one.txt"
"$TREE/touchstone" gather "$folder/shared" >"$folder/shared.txt" || { cat "$folder/shared.txt" && exit 1; }
tail -n 2 "$folder/shared.txt"
python3 - "$folder/one/results.jsonl" "$folder/shared/results.jsonl" "$TREE/tools/cluster" "$plan" "$folder"/*/work.*.jsonl <<'PYTHON'
import json, sys
sys.path.insert(0, sys.argv[3])
import gather
one, shared = ([json.loads(line) for line in open(path)] for path in sys.argv[1:3])
other = [f"{a['job']['id']}\n  {a}\n  {b}" for a, b in zip(one, shared) if gather.without_effort(a) != gather.without_effort(b)]
if other or len(one) != len(shared):
    sys.exit("\n".join([f"DIFFERS from a run in one process: {len(shared)} records for {len(one)}, {len(other)} are others", *other]))
planned = {job["key"]: job["memory"] for job in map(json.loads, open(sys.argv[4]))}
for note in (json.loads(line) for path in sys.argv[5:] for line in open(path)):
    if note["largest_process"] > max(planned[key] for key in note["jobs"]):
        sys.exit(f"took more memory than was planned: {note}")
print(f"the {len(one)} records of a run in one process, but for times and hosts, in the memory that was planned")
PYTHON

# One share on a file system of 64 KiB, which its records do not fit into.
mkdir "$folder/small"
if ! mount -t tmpfs -o size=64k none "$folder/small" 2>/dev/null; then
  echo "a full disk was not rehearsed: file systems cannot be mounted here"
  exit 0
fi
share() {
  sbatch --wait --quiet --array=0-0 --time=10 --output="$folder/small.log" tools/cluster/array.sh "$folder/some.jsonl" \
    "$folder/small/campaign"
}
code=0
share || code=$?
[[ $code -eq 74 ]] || { echo "a full disk: expected code 74, found $code" && cat "$folder/small.log" && exit 1; }
mount -o remount,size=100m "$folder/small"
share
"$TREE/touchstone" gather "$folder/small/campaign" | tail -n 2
echo "a full disk ended a task with code 74, and its successor went on"
