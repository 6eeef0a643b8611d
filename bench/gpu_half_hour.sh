#!/bin/sh
# One stage of a half hour on a GPU: sh bench/gpu_half_hour.sh NAME FOLDER SETTING…
# build/NAME.tlnet is taught, as bench/gpu_train.py is told; what it saves is copied to FOLDER.
# The package comes from a bundle in build/ (make bundle). The plan is bench/gpu_half_hour.md.
set -eu
name=$1 out=$2
shift 2
export PYTHONUNBUFFERED=1
cd build
tar -xzf tuolaji-*-bundle.tar.gz
cd tuolaji-*-bundle
export PYTHONPATH="$PWD"
compiled="from tuolaji.kernel import SPEED; raise SystemExit(not SPEED.compiled)"
python3 -c "$compiled" 2>/dev/null || python3 -c "import build; build.compile_kernel()"
python3 -c "$compiled"
cd ../..
# In parts, since one file that comes back may have 16 MiB: cat NAME.tlnet.?? > NAME.tlnet.
keep() { { split -b 12m "build/$name.tlnet" "$out/$name.tlnet." && cp "build/$name.jsonl" "$out/"; } 2>/dev/null || true; }
while sleep 20; do keep; done &
trap "keep; kill $!" EXIT
python3 bench/gpu_train.py "build/$name.tlnet" threads=13 jobs=2 "$@"
