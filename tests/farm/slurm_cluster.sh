#!/usr/bin/env bash
# A job on a real Slurm on this machine: slurmctld and a slurmd with two nodes' worth of work, started here and ended here.
# The file is the one that Fathom makes alone, byte for byte. For scripts/prove slurm, as root, where Slurm's programs and
# munge are installed and no other Slurm runs.
# Usage: slurm_cluster.sh SOURCE PROGRAM FOLDER
set -euo pipefail

source_folder=$(readlink -f -- "$1")
program=$(readlink -f -- "$2")
mkdir -p -- "$3"
work=$(readlink -f -- "$3")
rm -rf -- "${work:?}"/*
host=$(hostname -s)
place=(--re -0.7436438870 --im 0.1318259042 --zoom 4e4 --iterations 5000 --size 4000x3000)
began=()

fail() {
    echo "FAILED: $1"
    tail -n 30 "$work"/*.log "$work"/out/* 2>/dev/null || true
    exit 1
}
# wait_for WHAT COMMAND...: until it succeeds; five minutes are the end of a hang.
wait_for() {
    local what=$1 try
    shift
    for ((try = 0; try < 1500; try++)); do
        if "$@" >/dev/null 2>&1; then
            return
        fi
        sleep 0.2
    done
    fail "waited in vain for $what"
}
# start NAME COMMAND...: in the background, until the script ends.
start() {
    local name=$1
    shift
    "$@" >"$work/$name.log" 2>&1 &
    began+=($!)
}
end_all() {
    local at
    for ((at = ${#began[@]} - 1; at >= 0; at--)); do
        kill "${began[at]}" 2>/dev/null || true
    done
    wait
}
trap end_all EXIT

mkdir "$work"/{out,state,spool,munge}
export SLURM_CONF=$work/slurm.conf
cat >"$SLURM_CONF" <<END
ClusterName=fathom
SlurmctldHost=$host
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1
ReturnToService=2
JobAcctGatherType=jobacct_gather/none
NodeName=$host CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
dd if=/dev/urandom of="$work/munge/key" bs=1 count=1024 status=none
chmod 600 "$work/munge/key"
chmod 755 "$work/munge"
start munged munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" \
    --pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed"
wait_for munge test -S "$work/munge/socket"
start slurmctld slurmctld -D -i
start slurmd slurmd -D
wait_for "an idle node" bash -c 'sinfo -h -o %T | grep -qx idle'
sinfo --version

export FATHOM_PROGRAM=$program
"$program" render "${place[@]}" --device cpu -o "$work/alone.png" --quiet
"$program" plan "${place[@]}" --device cpu --tasks 12 -o "$work/job" --quiet
cp -- "$source_folder/assets/farm/fathom.sbatch" "$work"
cd -- "$work"
sbatch=(sbatch --parsable --chdir="$work" --output="$work/out/%A_%a.txt")

# One task ends badly and is submitted again, as by a person; all others are done by then.
FATHOM_PROGRAM=/nonexistent/fathom "${sbatch[@]}" --array=5 --wait fathom.sbatch job --device cpu &&
    fail "a task that cannot start goes unnoticed"
[[ $("$program" task job --list) == 1-12 ]] || fail "tasks are done before there was an array"
"${sbatch[@]}" --array=1-4,6-12 --wait fathom.sbatch job --device cpu || fail "tasks of the array failed"
[[ $("$program" task job --list) == 5 ]] || fail "other tasks are left than the one left out"
# All of them in steps, of which most are done, and the join behind it.
array=$(FATHOM_STEP=4 "${sbatch[@]}" --array=1-4 fathom.sbatch job --device cpu)
"${sbatch[@]}" --dependency="afterok:$array" --wait --wrap "'$program' join job -o joined.png" || fail "the join failed"
cmp alone.png joined.png || fail "the joined file is not the one made alone"
# A film as pictures, two of whose tasks make rings for the four others, which are submitted with them.
film=(--to "$source_folder/assets/deep/e14.toml" --seconds 8 --fps 5 --size 160x90)
"$program" film "${film[@]}" --device cpu -o alone/%06d.png --quiet
"$program" plan "${film[@]}" --device cpu --format png --tasks 4 --ring-tasks 2 -o film --quiet
rings=$("${sbatch[@]}" --array=1-2 fathom.sbatch film --device cpu)
"${sbatch[@]}" --dependency="afterok:$rings" --array=3-6 --wait fathom.sbatch film --device cpu || fail "tasks of the film failed"
"$program" join film -o joined/%06d.png --quiet || fail "the film is not whole"
diff -r alone joined || fail "the film is not the one made alone"
echo "12 tasks by Slurm, $(stat -c %s joined.png) bytes, the same as alone"
