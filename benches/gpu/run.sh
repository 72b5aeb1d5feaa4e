#!/bin/sh
# Does everything for which a machine with a GPU is needed, in less than four minutes: the tests of the GPU and `bench gpu`.
#
#     benches/gpu/run.sh prepare              downloads and builds everything; needs no GPU
#     benches/gpu/run.sh [PYTHON]             PYTHON is a Python with torch
#
# FASTGAS_CHROMIUM_GPU contains the arguments with which Chromium uses the GPU. The default is for Linux with Vulkan.
# The output is also in gpu-tests.log, gpu-times.log and gpu.json in target/bench.
set -eu
cd "$(dirname "$0")/../.."
: "${FASTGAS_CHROMIUM_GPU:=--enable-unsafe-webgpu --ignore-gpu-blocklist --use-angle=vulkan \
--enable-features=Vulkan,VulkanFromANGLE --disable-vulkan-surface}"
export FASTGAS_CHROMIUM_GPU FASTGAS_GPU=required

# `prepare` and the run use the same command, so that the run compiles nothing.
tests="cargo test --package fastgas-gpu --features encoder"

if [ "${1:-}" = prepare ]; then
  $tests --no-run
  cargo xtask dist --out dist
  exec cargo xtask bench gpu --prepare --site dist
fi

begin=$(date +%s)
logs="${CARGO_TARGET_DIR:-target}/bench"
mkdir -p "$logs"
# The tests compare every kernel and both encoders with the CPU, bit by bit. A failure does not end the measurement.
timeout 45 $tests -- --nocapture > "$logs/gpu-tests.log" 2>&1 || echo "the tests have failed: $logs/gpu-tests.log"
grep -E '^test result|examination_detects_a_missing_guard:|FAILED|panicked' "$logs/gpu-tests.log" || true
# The times of the kernels, with and without the guard.
timeout 25 $tests encoder::tests::times -- --ignored --nocapture > "$logs/gpu-times.log" 2>&1 || true
cat "$logs/gpu-times.log"
# The preparation of the bench takes a few additional seconds.
left=$((215 - ($(date +%s) - begin)))
cargo xtask bench gpu --site dist --seconds "$left" --python "${1:-python3}"
