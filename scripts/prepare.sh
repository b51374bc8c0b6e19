# Shared by ./run, ./check, scripts/prove and scripts/package, which source it: installs what is missing, finds or
# fetches a CUDA compiler, configures and builds. Everything it says goes to standard error, so that the program's output stays clean.
#
# Environment, all optional:
#   FATHOM_CUDA                auto (default): CUDA where there is a GPU of NVIDIA's, else the CPU alone, because what
#                              no GPU here can run would double the time of the build; on: wherever there is a
#                              compiler; fetch: get NVIDIA's compiler even without a GPU; off: never
#   FATHOM_CUDA_ARCHITECTURES  for example 90 or 75;86: compile for these, with or without a GPU, instead of for the
#                              machine's own or (on and fetch without a GPU) all major ones
#   FATHOM_WERROR              ON: warnings are errors
#   CMAKE_BUILD_PARALLEL_LEVEL number of compiler processes at a time
# shellcheck shell=bash disable=SC2034

fathom_root=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")
fathom_build=$fathom_root/build/release
fathom_bin=$fathom_build/bin/fathom
fathom_cuda_wheels=$fathom_root/build/cuda
fathom_tomlplusplus=$fathom_root/build/tomlplusplus

# What CMake asks for, tests included, and scalable fonts for the window and for plots.
fathom_build_packages=(
    cmake fonts-dejavu-core fonts-roboto-unhinted g++ libcli11-dev libdeflate-dev libfmt-dev libglew-dev libgmp-dev libgtest-dev libhwy-dev
    libimgui-dev libjpeg-dev libmpfr-dev libopenexr-dev libpng-dev libsdl2-dev libstb-dev libx11-dev ninja-build nlohmann-json3-dev
    pkg-config zlib1g-dev
)
# All of Debian 12, Ubuntu 22.04 and 24.04 have these, but for one that 22.04 lacks: see fetch_tomlplusplus.
fathom_lacks_tomlplusplus=no
if grep -qsx 'UBUNTU_CODENAME=jammy' /etc/os-release; then
    fathom_lacks_tomlplusplus=yes
    fathom_build_packages+=(python3-pip)
else
    fathom_build_packages+=(libtomlplusplus-dev)
fi
# What the tests need on top: a compiler's cache for the next time, films read back, the site of the documents, what packages
# install, and for the real window a display without a screen, OpenGL without a GPU, a hand, an eye.
fathom_check_packages=(appstream ccache desktop-file-utils ffmpeg imagemagick libgl1-mesa-dri libxml2-utils mkdocs xauth xdotool xvfb)
# What scripts/package needs on top.
fathom_package_packages=(dpkg-dev git patchelf xz-utils)

say() {
    printf '%s\n' "$*" >&2
}

die() {
    say "$*"
    exit 1
}

# missing_packages NAME...: those that dpkg doesn't call installed, one a line.
missing_packages() {
    local installed name
    installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
    for name in "$@"; do
        grep -qxF "installed $name" <<<"$installed" || printf '%s\n' "$name"
    done
}

# Puts the way to run a command as root into as_root (empty for root itself), or fails.
find_root_rights() {
    as_root=()
    if [[ $(id -u) == 0 ]]; then
        return
    fi
    command -v sudo >/dev/null || return 1
    # Without a password where that is allowed; a password can be asked for only at a terminal.
    sudo -n true 2>/dev/null ||
        { [[ -t 0 && -t 2 ]] && sudo -v -p "Password of %u, to install packages that Fathom needs: "; } || return 1
    as_root=(sudo)
}

# install_packages NAME...: installs the missing ones, naming them once; silent if there are none.
install_packages() {
    local missing log
    if ! command -v dpkg-query >/dev/null; then
        # Not Debian's family: CMake will name whatever is not there.
        return
    fi
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]} == 0)); then
        return
    fi
    if ! find_root_rights; then
        say "Fathom needs packages that only an administrator can install, with:"
        die "apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
    fi
    say "Installing: ${missing[*]}"
    log=$(mktemp)
    # needrestart (Ubuntu) would ask questions and restart services.
    as_root+=(env DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1
        apt-get -o DPkg::Lock::Timeout=600)
    # A third-party source that fails to update must not stop us: what counts is the install.
    "${as_root[@]}" update </dev/null >"$log" 2>&1 || true
    if ! "${as_root[@]}" install -y --no-install-recommends "${missing[@]}" </dev/null >>"$log" 2>&1; then
        cat -- "$log" >&2
        if grep -q '^E: Unable to locate package' "$log" && grep -qs '^ID=ubuntu' /etc/os-release; then
            say "Ubuntu keeps many of them in 'universe', to be switched on by: add-apt-repository universe"
        fi
        rm -f -- "$log"
        die "The packages could not be installed (apt's own words are above)."
    fi
    rm -f -- "$log"
}

# Whether FILE is an nvcc that knows C++20 (12.0 on).
is_usable_nvcc() {
    local major
    [[ -x $1 ]] || return 1
    major=$("$1" --version 2>/dev/null | sed -n 's/.*release \([0-9]*\)\..*/\1/p')
    [[ -n $major ]] && ((major >= 12))
}

has_nvidia_gpu() {
    local device
    # Any one of: a driver that is loaded (Windows' own under WSL), a display controller of NVIDIA's on the bus, a
    # driver that answers, which may take a second.
    compgen -G '/proc/driver/nvidia/gpus/*' >/dev/null && return
    compgen -G '/usr/lib/wsl/lib/libcuda.so*' >/dev/null && return
    for device in /sys/bus/pci/devices/*; do
        if grep -qs '^0x10de' "$device/vendor" && grep -qs '^0x03' "$device/class"; then
            return
        fi
    done
    nvidia-smi -L 2>/dev/null | grep '^GPU' >/dev/null
}

# Whether the build is to have CUDA; dies of a setting that it does not know.
wants_cuda() {
    case ${FATHOM_CUDA:-auto} in
    auto) [[ -n ${FATHOM_CUDA_ARCHITECTURES:-} ]] || has_nvidia_gpu ;;
    on | fetch) ;;
    off) return 1 ;;
    *) die "FATHOM_CUDA=$FATHOM_CUDA is not known: use auto, on, fetch or off." ;;
    esac
}

# Unpacks NVIDIA's compiler wheels into build/cuda, without root. Versions that belong together: CUDA 13.0
# update 2, which every driver from 580 on runs.
fetch_cuda_wheels() {
    local log=$fathom_root/build/cuda.log part=$fathom_cuda_wheels.part toolkit
    # A failed try is not repeated at every start, but once a day or when asked for.
    if [[ ${FATHOM_CUDA:-auto} != fetch && -n $(find "$log" -mmin -1440 2>/dev/null) ]]; then
        return 1
    fi
    say "Fetching NVIDIA's CUDA compiler into build/cuda (about 100 MB)..."
    if ! python3 -m pip --version >/dev/null 2>&1; then
        # In a subshell, because not being allowed to install it only costs the GPU.
        if ! (install_packages python3-pip); then
            echo "python3-pip is missing" >"$log"
            return 1
        fi
    fi
    rm -rf -- "$part"
    if ! python3 -m pip --disable-pip-version-check install --quiet --no-deps --only-binary :all: \
        --target "$part" nvidia-cuda-nvcc==13.0.88 nvidia-cuda-runtime==13.0.96 nvidia-cuda-crt==13.0.88 \
        nvidia-nvvm==13.0.88 nvidia-cuda-cccl==13.0.85 </dev/null >"$log" 2>&1; then
        rm -rf -- "$part"
        say "NVIDIA's CUDA compiler could not be fetched (build/cuda.log says why; tried again after a day)."
        return 1
    fi
    # nvcc and CMake look for lib64 and for the name without a version, as in NVIDIA's own installer.
    toolkit=$part/nvidia/cu13
    ln -s lib "$toolkit/lib64"
    ln -s libcudart.so.13 "$toolkit/lib/libcudart.so"
    rm -rf -- "$fathom_cuda_wheels"
    mv -- "$part" "$fathom_cuda_wheels"
    rm -f -- "$log"
}

# Unpacks toml++, a library of headers alone, into build/tomlplusplus from the Python package that carries it.
fetch_tomlplusplus() {
    local log=$fathom_root/build/tomlplusplus.log part=$fathom_tomlplusplus.part
    if [[ -d $fathom_tomlplusplus ]]; then
        return
    fi
    say "Fetching toml++ into build/tomlplusplus..."
    rm -rf -- "$part"
    mkdir -p -- "$part"
    if ! {
        python3 -m pip --disable-pip-version-check download --no-deps --no-binary :all: --dest "$part" \
            pytomlpp==1.1.0 &&
            tar -C "$part" -xf "$part/pytomlpp-1.1.0.tar.gz" --strip-components=3 \
                pytomlpp-1.1.0/third_party/tomlplusplus/include
    } </dev/null >"$log" 2>&1; then
        cat -- "$log" >&2
        rm -rf -- "$part"
        die "toml++, which Ubuntu 22.04 does not package, could not be fetched (pip's own words are above)."
    fi
    mv -- "$part" "$fathom_tomlplusplus"
    rm -f -- "$log"
}

# Prints the nvcc to use; fails where there is none and none can be had.
find_nvcc() {
    local nvcc
    for nvcc in "${CUDACXX:-}" "$(command -v nvcc || true)" "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" \
        "$fathom_cuda_wheels/nvidia/cu13/bin/nvcc"; do
        if [[ -n $nvcc ]] && is_usable_nvcc "$nvcc"; then
            printf '%s\n' "$nvcc"
            return
        fi
    done
    if [[ ${FATHOM_CUDA:-auto} == fetch ]] || has_nvidia_gpu; then
        fetch_cuda_wheels || return 1
        printf '%s\n' "$fathom_cuda_wheels/nvidia/cu13/bin/nvcc"
        return
    fi
    return 1
}

# Configures build/release if that has not been done yet with these settings. Later changes of CMake's files
# are ninja's to notice.
configure() {
    local launcher=$fathom_root/scripts/compiler_launcher cuda=OFF nvcc='' settings stamp=$fathom_build/.configured-with
    local arguments=("-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher" "-DCMAKE_CUDA_COMPILER_LAUNCHER=$launcher"
        "-DFATHOM_WERROR=${FATHOM_WERROR:-OFF}")
    if wants_cuda; then
        cuda=ON
        nvcc=$(find_nvcc) || true
    fi
    arguments+=("-DFATHOM_CUDA=$cuda")
    if [[ -n ${FATHOM_CUDA_ARCHITECTURES:-} ]]; then
        arguments+=("-DCMAKE_CUDA_ARCHITECTURES=$FATHOM_CUDA_ARCHITECTURES")
    fi
    if [[ $fathom_lacks_tomlplusplus == yes ]]; then
        fetch_tomlplusplus
        arguments+=("-DCMAKE_PREFIX_PATH=$fathom_tomlplusplus")
    fi
    settings="$fathom_root ${arguments[*]} $nvcc"
    if [[ -f $fathom_build/build.ninja && -f $stamp && $(<"$stamp") == "$settings" ]]; then
        return
    fi
    if [[ -f $stamp ]]; then
        # A compiler can't be changed in CMake's cache, only with a new one; what is built stays.
        rm -rf -- "$stamp" "$fathom_build/CMakeCache.txt" "$fathom_build/CMakeFiles"
    fi
    mkdir -p -- "$fathom_build"
    [[ -z $nvcc ]] || export CUDACXX=$nvcc
    if ! (cd -- "$fathom_root" && cmake --preset release "${arguments[@]}") >"$fathom_build/configure.log" 2>&1; then
        cat -- "$fathom_build/configure.log" >&2
        die "Fathom could not be configured (CMake's own words are above)."
    fi
    if [[ ${FATHOM_CUDA:-auto} == auto && $cuda == OFF ]]; then
        say "No NVIDIA GPU here: building for the CPU alone (FATHOM_CUDA=on builds for GPUs, too)."
    else
        sed -n 's/^-- CUDA: /CUDA: /p' "$fathom_build/configure.log" >&2
    fi
    printf '%s' "$settings" >"$stamp"
}

# Prints how many compilers may run at a time: one a core, as long as each has 1.5 GiB of memory.
build_jobs() {
    local cores available_kib jobs
    cores=$(nproc)
    available_kib=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo)
    jobs=$((${available_kib:-0} / (1536 * 1024)))
    ((jobs < cores)) || jobs=$cores
    ((jobs > 0)) || jobs=1
    printf '%s\n' "${CMAKE_BUILD_PARALLEL_LEVEL:-$jobs}"
}

# seconds_of_processor TARGET: what a first build of it takes one core of the machine on which it was measured
# (bench/notebook/building.md).
seconds_of_processor() {
    local seconds=580
    [[ $1 != all ]] || seconds=$((seconds + 350))
    ! wants_cuda || seconds=$((seconds + 280))
    printf '%s\n' "$seconds"
}

# minutes_of_build TARGET JOBS: how long its first build takes here, by how long this machine takes for a loop that took
# the measured one 0.242 s.
minutes_of_build() {
    local took i TIMEFORMAT=%U
    took=$({ time for ((i = 0; i < 200000; i++)); do :; done; } 2>&1)
    took=$((10#${took//[^0-9]/})) # milliseconds
    printf '%s\n' $((($(seconds_of_processor "$1") * took / 242 / $2 + 59) / 60))
}

# Reads what ninja writes where there is no terminal, and says a few times a minute how far it is.
tell_progress() {
    local line next=$((SECONDS + 15))
    while IFS= read -r line; do
        if ((SECONDS >= next)) && [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
            say "    ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]} steps"
            next=$((SECONDS + 15))
        fi
    done
}

# build TARGET: quiet unless there is something to do, and then how far it is; the whole log if it fails.
build() {
    local log=$fathom_build/build.log command jobs
    mkdir -p -- "$fathom_root/build"
    [[ -w $fathom_root/build && (! -e $fathom_build || -w $fathom_build) ]] ||
        die "$fathom_build cannot be written: it was made by another user, who can remove it."
    # Two at a time would write the same files; the program itself must not hold the lock, see run.
    exec 9>"$fathom_root/build/.lock"
    if ! flock -n 9; then
        say "Waiting for another build of Fathom..."
        flock 9
    fi
    configure
    jobs=$(build_jobs)
    command=(ninja -C "$fathom_build" -j "$jobs" "$1")
    if ! "${command[@]}" -n 2>&1 | grep '^ninja: no work to do' >/dev/null; then
        if [[ -x $fathom_bin ]]; then
            say "Building Fathom..."
        else
            say "Building Fathom, which takes about $(minutes_of_build "$1" "$jobs") minutes on $jobs cores the first time..."
        fi
        if [[ -t 2 ]]; then
            # At a terminal ninja shows its progress in one line.
            "${command[@]}" >&2 || die "Fathom could not be built (the compiler's own words are above)."
        elif ! NINJA_STATUS='[%f/%t] ' "${command[@]}" 2>&1 | tee -- "$log" | tell_progress; then
            cat -- "$log" >&2
            die "Fathom could not be built (the compiler's own words are above)."
        fi
    fi
    exec 9>&-
}
