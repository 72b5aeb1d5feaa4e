#!/bin/sh
# Runs everything that needs a machine with a GPU, in less than four minutes: the GPU tests and `bench gpu`.
#
#     benches/gpu/run.sh prepare                    downloads and builds everything for both encoders; needs no GPU
#     benches/gpu/run.sh [PYTHON]                   measures the English encoder; PYTHON is a Python with torch
#     benches/gpu/run.sh --multilingual [PYTHON]    measures the multilingual encoder
#
# FASTGAS_CHROMIUM_GPU contains the arguments that make Chromium use the GPU. The default is for Linux with Vulkan.
# The output is also in target/bench: gpu-tests.log, gpu-times.log, and gpu.json or gpu-multilingual.json.
set -eu
cd "$(dirname "$0")/../.."
: "${FASTGAS_CHROMIUM_GPU:=--enable-unsafe-webgpu --ignore-gpu-blocklist --use-angle=vulkan \
--enable-features=Vulkan,VulkanFromANGLE --disable-vulkan-surface}"
export FASTGAS_CHROMIUM_GPU FASTGAS_GPU=required

# `prepare` and the measurement use the same cargo command, so that the measurement compiles no tests.
# All tests of the crate fastgas-gpu are in its library, so `--lib` omits no test.
tests="cargo test --package fastgas-gpu --lib --features encoder"

if [ "${1:-}" = prepare ]; then
  $tests --no-run
  # Also writes the files of the multilingual encoder, which a test needs.
  cargo xtask dist
  cargo xtask bench gpu --prepare --site dist
  exec cargo xtask bench gpu --prepare --site dist --multilingual
fi

encoder=
if [ "${1:-}" = --multilingual ]; then
  encoder=$1
  shift
fi
begin=$(date +%s)
logs="${CARGO_TARGET_DIR:-target}/bench"
mkdir -p "$logs"
# The tests compare every kernel and both encoders with the CPU, bit by bit. A failure does not end the measurement.
timeout 45 $tests -- --nocapture > "$logs/gpu-tests.log" 2>&1 ||
  echo "the tests have failed or have taken more than 45 s: $logs/gpu-tests.log"
grep -E '^test result|conformance_test_detects_a_missing_guard:|: skipped:|FAILED|panicked' "$logs/gpu-tests.log" || true
# Prints the times of the GPU kernels. With guarded arithmetic, the compiler of the shaders cannot fuse or reorder operations.
# The kernels are also measured with unguarded arithmetic and with the corrected arithmetic for other GPUs.
timeout 25 $tests measured_times_of_kernels_are_printed -- --ignored --nocapture > "$logs/gpu-times.log" 2>&1 || true
cat "$logs/gpu-times.log"
# `--seconds` limits the measurement to the rest of 215 seconds. The limit does not include the preparation,
# which takes a few seconds, so that this script needs less than four minutes in total.
left=$((215 - ($(date +%s) - begin)))
# `$encoder` is empty or one argument.
cargo xtask bench gpu --site dist --seconds "$left" --python "${1:-python3}" $encoder
