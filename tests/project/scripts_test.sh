#!/usr/bin/env bash
# Tests ./run, ./check, .ci/run and scripts/prove in a copy of their own, with stand-ins for everything that installs,
# builds or starts something: each writes its call into calls.txt.
# Usage: scripts_test.sh SOURCE
# shellcheck disable=SC2016  # the stand-ins' bodies are expanded when they run
set -euo pipefail

source_folder=$1
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
failures=0
cmake=$(command -v cmake)

fail() {
    printf 'FAILED: %s: %s\n' "$case_name" "$1"
    sed 's/^/    /' out.txt err.txt calls.txt
    failures=$((failures + 1))
}
expect_status() { [[ $status == "$1" ]] || fail "exit code $status, expected $1"; }
expect_out() { [[ $(<out.txt) == "$1" ]] || fail "standard output is not '$1'"; }
expect_in() { grep -qF -e "$2" "$1" || fail "$1 lacks '$2'"; }
expect_not_in() { ! grep -qF -e "$2" "$1" || fail "$1 holds '$2'"; }

# stand_in NAME BODY: a program in PATH that notes its call and does BODY.
stand_in() {
    printf '#!/bin/bash\necho "%s $*" >>"$CALLS"\n%s\n' "$1" "$2" >"$case_folder/bin/$1"
    chmod +x "$case_folder/bin/$1"
}

# begin NAME: a fresh tree where all is installed and there is neither nvcc nor GPU; the user is root.
begin() {
    case_name=$1
    case_folder=$work/${1// /_}
    mkdir -p "$case_folder"/{bin,tree/build/tomlplusplus,elsewhere} # toml++: what Ubuntu 22.04 would fetch
    cp -r "$source_folder"/{run,check,scripts,.ci} "$case_folder/tree"
    cd "$case_folder/elsewhere"
    export CALLS=$case_folder/elsewhere/calls.txt MISSING=$case_folder/missing
    : >calls.txt
    : >"$MISSING"
    stand_in id 'echo 0'
    stand_in dpkg-query 'shift 2; for p; do grep -qx "$p" "$MISSING" || echo "installed $p"; done'
    stand_in apt-get '[[ $* != *install* ]] || : >"$MISSING"'
    stand_in cmake 'mkdir -p build/release; touch build/release/build.ninja; echo "-- CUDA: stand-in"'
    stand_in ninja '
        cd "$2"
        if [[ -e bin/fathom ]]; then echo "ninja: no work to do."; exit; fi
        if [[ $* == *-n* ]]; then exit; fi
        echo "compiling"
        mkdir -p bin && cp ../../../bin/fathom bin/fathom'
    stand_in fathom '
        [[ ${1:-} != render ]] || while (($#)); do [[ $1 != -o ]] || touch "$2"; shift; done
        echo "fathom speaks"; exit "${FATHOM_EXIT:-0}"'
    stand_in ctest 'echo "100% tests passed"'
    stand_in nvidia-smi 'exit 9'
    stand_in nvcc 'exit 1'
    stand_in python3 'exit 1'
    stand_in sudo 'exit 1'
}

# call COMMAND...: with the stand-ins first in PATH, no settings of the caller's, and no terminal.
call() {
    status=0
    env -u FATHOM_WERROR -u FATHOM_CUDA_ARCHITECTURES -u CUDACXX -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER \
        PATH="$case_folder/bin:/usr/bin:/bin" CUDA_HOME=/nonexistent FATHOM_CUDA="${cuda:-off}" "$@" \
        </dev/null >out.txt 2>err.txt || status=$?
}

begin "run builds and starts"
call env FATHOM_EXIT=7 ../tree/run probe "a b" --json
expect_status 7
expect_in calls.txt "-DFATHOM_CUDA=OFF"
expect_out "fathom speaks"
expect_in calls.txt "fathom probe a b --json"
expect_in err.txt "Building Fathom, which takes about "
expect_not_in calls.txt apt-get
call ../tree/run --version
expect_status 0
[[ $(grep -c '^cmake' calls.txt) == 1 ]] || fail "the second run configured again"
[[ ! -s err.txt ]] || fail "the second run is not silent"

begin "root installs what is missing"
printf 'libpng-dev\nlibgmp-dev\n' >"$MISSING"
call ../tree/run --version
expect_status 0
[[ $(grep -cx 'Installing: libgmp-dev libpng-dev' err.txt) == 1 ]] || fail "packages are not named once"
expect_in calls.txt "install -y --no-install-recommends libgmp-dev libpng-dev"
expect_not_in calls.txt sudo

begin "a user with sudo installs"
echo libpng-dev >"$MISSING"
stand_in id 'echo 1000'
stand_in sudo '[[ $1 != -n ]] || shift; "$@"'
call ../tree/run --version
expect_status 0
expect_in calls.txt "sudo env DEBIAN_FRONTEND=noninteractive"

begin "a user without sudo is told the command"
echo libpng-dev >"$MISSING"
stand_in id 'echo 1000'
call ../tree/run --version
expect_status 1
expect_in err.txt "apt-get update && apt-get install -y --no-install-recommends libpng-dev"
expect_not_in calls.txt "cmake --preset"

begin "apt fails"
echo libpng-dev >"$MISSING"
stand_in apt-get 'echo "E: no such package" >&2; exit 100'
call ../tree/run --version
expect_status 1
expect_in err.txt "E: no such package"
expect_not_in calls.txt "cmake --preset"

begin "the build fails"
stand_in ninja '[[ $* == *-n* ]] || { echo "error: no semicolon"; exit 1; }'
call ../tree/run --version
expect_status 1
expect_in err.txt "error: no semicolon"
expect_out ""

begin "no display"
call ../tree/run
expect_status 0
expect_out "fathom speaks
$PWD/fathom.png"
expect_in err.txt "There is no display"
expect_in calls.txt "fathom render -o $PWD/fathom.png --quiet"
call ../tree/run fathom.png
expect_in calls.txt "fathom render --location fathom.png -o $PWD/fathom-2.png --quiet"
call env SDL_VIDEODRIVER=offscreen ../tree/run fathom.png
expect_out "fathom speaks"
call ../tree/run gui --tour builtin
expect_in calls.txt "fathom gui --tour builtin"

begin "check"
call ../tree/check -R png
expect_status 0
expect_in calls.txt "ctest --preset release -j "
expect_in calls.txt " -R png"
expect_in calls.txt "-DFATHOM_WERROR=OFF"
stand_in ctest 'mkdir -p build/release/Testing/Temporary
    printf "[  SKIPPED ] Gpu.Works (0 ms)\n[  SKIPPED ] 1 test, listed below:\n[  SKIPPED ] Gpu.Works\n" >build/release/Testing/Temporary/LastTest.log'
call ../tree/check --quick -R png
expect_status 0
expect_in calls.txt " -R png -LE slow|window|scripts|style"
expect_in err.txt "SKIPPED: Gpu.Works"
expect_in err.txt "Left out"
stand_in ctest 'exit 8'
call bash ../tree/.ci/run
expect_status 8
expect_in calls.txt "-DFATHOM_WERROR=ON -DFATHOM_CUDA=OFF -DCMAKE_CUDA_ARCHITECTURES=90"

begin "check with a GPU"
stand_in nvidia-smi 'echo "GPU 0: a stand-in"'
call env FATHOM_CUDA=off CMAKE_BUILD_PARALLEL_LEVEL=3 ../tree/check
expect_status 0
expect_in calls.txt "ninja -C $case_folder/tree/build/release -j 3 all"
expect_in calls.txt "ctest --preset release -j 1"

begin "prove"
stand_in ctest 'echo "100% tests passed, 0 tests failed out of 12"'
stand_in ninja 'exit 0'
call ../tree/scripts/prove --list
expect_status 0
for part in clang asan tsan fuzz neon bits ray openjd slurm tidy; do
    grep -q "^$part " out.txt || fail "there is no part $part"
done
[[ ! -s calls.txt ]] || fail "a list is no reason to do anything"
call ../tree/scripts/prove clang asan
expect_status 0
expect_in calls.txt "-B build/prove/clang -DFATHOM_CUDA=OFF -DFATHOM_WERROR=ON -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++"
expect_in calls.txt "ninja -C build/asan"
expect_in out.txt "clang  passed"
expect_in out.txt "100% tests passed, 0 tests failed out of 12"
record=$(echo ../tree/build/prove/record-*.md)
expect_in "$record" "| clang | \`ctest --test-dir build/prove/clang"
expect_in "$record" "| asan | \`ctest --test-dir build/asan"

begin "a part of prove fails, and the next one runs"
stand_in ctest '[[ $* != *asan* ]] || { echo "50% tests passed, 1 tests failed out of 2"; exit 8; }'
stand_in ninja 'exit 0'
call ../tree/scripts/prove asan tsan
expect_status 1
expect_in out.txt "asan   FAILED"
expect_in out.txt "tsan   passed"
record=$(echo ../tree/build/prove/record-*.md)
expect_in "$record" "FAILED with 8: 50% tests passed, 1 tests failed out of 2"
call ../tree/scripts/prove asn
expect_status 1
expect_in err.txt "There is no part 'asn'"

nvcc='echo "Cuda compilation tools, release 13.0, V13.0.88"'
cuda_cmake='mkdir -p build/release; touch build/release/build.ninja; echo "-- CUDA: $CUDACXX"'
begin "an nvcc in PATH is used where there is a GPU"
stand_in nvcc "$nvcc"
stand_in nvidia-smi 'echo "GPU 0: NVIDIA"'
stand_in cmake "$cuda_cmake"
cuda=auto call ../tree/run --version
expect_in calls.txt "-DFATHOM_CUDA=ON"
expect_in err.txt "CUDA: $case_folder/bin/nvcc"
expect_not_in calls.txt "python3 -m"

begin "nothing is built that no GPU here can run, unless asked for"
stand_in nvcc "$nvcc"
stand_in cmake "$cuda_cmake"
# On a machine with a GPU there is nothing to see.
if ! PATH="$case_folder/bin:/usr/bin:/bin" bash -c 'source ../tree/scripts/prepare.sh; has_nvidia_gpu'; then
    cuda=auto call ../tree/run --version
    expect_status 0
    expect_in calls.txt "-DFATHOM_CUDA=OFF"
    [[ $(grep -c 'No NVIDIA GPU here: building for the CPU alone' err.txt) == 1 ]] || fail "it does not say so once"
fi
cuda=auto call env FATHOM_CUDA_ARCHITECTURES=90 ../tree/run --version
expect_in calls.txt "-DFATHOM_CUDA=ON -DCMAKE_CUDA_ARCHITECTURES=90"
expect_in err.txt "CUDA: $case_folder/bin/nvcc"
: >calls.txt
cuda=on call ../tree/run --version
expect_in calls.txt "-DFATHOM_CUDA=ON"
expect_not_in calls.txt "-DCMAKE_CUDA_ARCHITECTURES"
expect_in err.txt "CUDA: $case_folder/bin/nvcc"

begin "the machine's own architecture, or all for a package"
cat >architectures.cmake <<EOF
cmake_minimum_required(VERSION 3.22)
include($source_folder/cmake/FathomCuda.cmake)
fathom_cuda_architectures(nvcc found)
message("\${found}")
EOF
stand_in nvcc 'printf "sm_%s\n" 70 75 80 86 90'
architectures() {
    call /usr/bin/env PATH="$case_folder/bin:$PATH" "$cmake" -DFATHOM_CUDA=OFF "$@" -P architectures.cmake
}
all='75-real;80-real;90-real;90-virtual'
architectures
expect_in err.txt "$all"
stand_in nvidia-smi 'echo 8.6; echo 7.0'
architectures
[[ $(tail -n 1 err.txt) == 86-real ]] || fail "not for the machine's own GPU"
architectures -DFATHOM_ALL_GPUS=ON
expect_in err.txt "$all"

begin "how far a long build is"
stand_in ninja '
    cd "$2"
    [[ $* != *-n* ]] || exit 0
    echo "status $NINJA_STATUS" >>"$CALLS"
    mkdir -p bin && cp ../../../bin/fathom bin/fathom
    echo "[1/9] Building a"; echo "[5/9] Building b"; echo "warning: c"'
# Without waiting for a quarter of a minute.
sed -i 's/SECONDS + 15/SECONDS + 0/' ../tree/scripts/prepare.sh
call ../tree/run --version
expect_status 0
expect_in calls.txt "status [%f/%t] "
expect_in err.txt "    1 of 9 steps"
expect_in err.txt "    5 of 9 steps"
expect_not_in err.txt "warning"

begin "the compiler's wheels"
stand_in nvcc 'echo "Cuda compilation tools, release 11.5, V11.5.119"' # too old to be used
stand_in python3 '
    while (($#)) && [[ $1 != --target ]]; do shift; done
    if (($#)); then mkdir -p "$2"/nvidia/cu13/{bin,lib} && cp "$(dirname "$0")/new-nvcc" "$2/nvidia/cu13/bin/nvcc"; fi'
stand_in new-nvcc "$nvcc"
cuda=off call ../tree/run --version
expect_not_in calls.txt "python3 -m"
stand_in nvidia-smi 'echo "GPU 0: NVIDIA"'
cuda=auto call ../tree/run --version
expect_status 0
expect_in calls.txt "nvidia-cuda-nvcc==13.0."
[[ -x ../tree/build/cuda/nvidia/cu13/lib64/../bin/nvcc ]] || fail "build/cuda is not a toolkit"
[[ $(grep -c '^cmake' calls.txt) == 2 ]] || fail "the new compiler was not configured"

begin "the wheels cannot be had"
stand_in python3 '[[ $* != *install* ]] || { echo "no network"; exit 1; }'
cuda=fetch call ../tree/run --version
expect_status 0
expect_in err.txt "could not be fetched"
expect_in calls.txt "-DFATHOM_CUDA=ON"
[[ ! -e ../tree/build/cuda ]] || fail "half of a toolkit was left"

begin "an unknown setting"
cuda=maybe call ../tree/run --version
expect_status 1
expect_in err.txt "FATHOM_CUDA=maybe"
expect_not_in calls.txt "cmake --preset"

((failures == 0)) || exit 1
echo "All cases of the scripts passed."
