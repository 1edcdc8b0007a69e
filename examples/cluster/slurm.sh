#!/bin/sh
# A shard of a run as one task of a Slurm job array. All tasks write into the same folder of a shared file system.
#
# usage: sbatch --array=1-8 slurm.sh GRAMMAR SEEDS 8 FOLDER [OPTIONS OF BATCH]
# and when the array is done:
#        sbatch --dependency=afterok:JOB --wrap "delvewright merge FOLDER -o levels.parquet"
#SBATCH --job-name=levels
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu

# A requeued or pre-empted task finds its parts and goes on. If tasks failed, submit only them: --array=3,5.
grammar=$1 seeds=$2 shards=$3 folder=$4
shift 4
exec delvewright batch "$grammar" --seeds "$seeds" --parts "$folder" "$@" \
    --shard "$SLURM_ARRAY_TASK_ID/$shards" --jobs "$SLURM_CPUS_PER_TASK" --resume
