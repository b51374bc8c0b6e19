// Refuses processors without AVX2 and fused multiply-add before any other code of the program runs:
// what computes pixels is compiled for these (FATHOM_PIXEL_FLAGS), and a linker may take any inline
// function from there. So this source calls nothing but the system.
#if defined(__x86_64__)
#include <unistd.h>

namespace {

constexpr char kSentence[] =
    "fathom: this processor lacks AVX2 or fused multiply-add (FMA), which Fathom needs; run it on "
    "one that has both: Intel from 2013 (Haswell) on, AMD from 2015 (Excavator) on\n";
constexpr int kExitCode = 3; // of a device that fails

// Constructors with the least number that programs may use run before those of all other sources.
[[gnu::constructor(101)]] void refuse_old_processor() {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2"))
        return;
    [[maybe_unused]] const auto written = write(STDERR_FILENO, kSentence, sizeof kSentence - 1);
    _exit(kExitCode);
}

} // namespace
#endif
