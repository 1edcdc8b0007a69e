#!/bin/sh
# Shares a run among the processors of one machine with GNU parallel, and merges it.
# A shard that was killed is started again; --resume keeps its finished parts.
#
# usage: parallel.sh GRAMMAR SEEDS SHARDS FOLDER [OPTIONS OF BATCH]
set -eu
grammar=$1 seeds=$2 shards=$3 folder=$4
shift 4

seq "$shards" | parallel --will-cite --retries 3 --joblog "$folder.log" \
    delvewright batch "$grammar" --seeds "$seeds" --parts "$folder" --shard "{}/$shards" --jobs 1 --resume "$@"
delvewright merge "$folder" -o "$folder.parquet"
