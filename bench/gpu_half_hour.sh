#!/bin/sh
# One stage of the next half hour on a GPU: sh bench/gpu_half_hour.sh STAGE FOLDER
# Each stays below ten minutes; what it saves lies in FOLDER. The plan is bench/gpu_half_hour.md.
set -eu
stage=$1 out=$2
base=bench/checkpoints/classic.tlnet
export PYTHONUNBUFFERED=1
python setup.py --quiet build_ext --inplace
train() { python -m tuolaji train "$@" --set threads=13; }
case $stage in
classic)  # goes on from the checkpoint, rate and entropy as in its second run, then down
  train --start $base --out "$out/classic.tlnet" --minutes 8.5 --set seed=11 --set house=0.1 \
    --set past=0.2 --set rate=2e-4:1e-5 --set entropy=0.004:0.001 --set points=0.0035:0.0025 \
    --against club --against expert:30ms --jobs 2 ;;
six-player | four-deck | joker-bid)  # from random weights, a minute of hints
  train --ruleset "$stage" --out "$out/$stage.tlnet" --minutes 8.5 --set seed=21 --set hints=1 \
    --set hint_minutes=1 --set primer=400 --set rate=4e-4:3e-5 --set entropy=0.01:0.002 \
    --set points=0.00625:0.003 --set shape.width=448 --set shape.blocks=2 \
    --set shape.critic_width=320 --set shape.critic_blocks=2 --against club --jobs 2 ;;
brittle)  # a learner with nothing else to do than to beat the frozen policy
  train --start $base --out "$out/brittle.tlnet" --minutes 8.5 --set seed=31 --set rival=$base \
    --set past=0.9 --set house=0 --set rate=2e-4:5e-5 --set entropy=0.006:0.002 \
    --against policy:src/tuolaji/bots/nets/master-4x2.tlnet --jobs 2 ;;
*) echo "there is no stage $stage" >&2; exit 1 ;;
esac
