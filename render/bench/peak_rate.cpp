#include "render/bench/peak_rate.h"

#include "kernels/simd/fma_rate.h"
#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/base/thread_team.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>
#include <vector>

namespace fathom {
namespace {

constexpr int kTries = 15;

/// Fused multiply-adds a second of all threads together.
double fma_rate(ThreadTeam &team, kernels::FmaRate work) {
    constexpr double kLongEnoughMs = 8; // and short enough to fit between other programs
    std::uint64_t rounds = 1000;
    double best = 0;
    for (int tries = 0; tries < kTries;) {
        std::atomic<std::uint64_t> done = 0;
        const Stopwatch watch;
        team.run([&] { done += work(rounds); });
        const double ms = watch.ms();
        if (ms < kLongEnoughMs) {
            rounds *= 2;
            continue;
        }
        best = std::max(best, static_cast<double>(done) / (ms / 1000));
        ++tries;
    }
    return best;
}

/// Bytes read and written a second, in arrays that no cache holds.
double copy_rate(ThreadTeam &team) {
    constexpr std::size_t kBytes = std::size_t{256} << 20;
    const std::size_t share = kBytes / static_cast<std::size_t>(team.size());
    const std::vector<std::byte> from(kBytes);
    std::vector<std::byte> to(kBytes);
    double best = 0;
    for (int tries = 0; tries < kTries; ++tries) {
        std::atomic<std::size_t> next = 0;
        const Stopwatch watch;
        team.run([&] {
            const std::size_t at = share * next++;
            std::memcpy(to.data() + at, from.data() + at, share);
        });
        best = std::max(best, 2.0 * static_cast<double>(share) * team.size() / (watch.ms() / 1000));
    }
    return best;
}

} // namespace

PeakRate measure_host_peak_rate(const std::string &instruction_set, int threads) {
    const auto rates = kernels::fma_rates();
    const auto found = std::find_if(rates.begin(), rates.end(), [&](const auto &each) {
        return each.instruction_set == instruction_set;
    });
    if (found == rates.end()) {
        std::vector<std::string_view> known;
        for (const auto &each : rates)
            known.emplace_back(each.instruction_set);
        throw InputError(fmt::format("this processor has no instruction set {}; choose {}",
                                     instruction_set, fmt::join(known, " or ")));
    }
    ThreadTeam team(threads);
    return {fma_rate(team, found->f32), fma_rate(team, found->f64), copy_rate(team)};
}

} // namespace fathom
