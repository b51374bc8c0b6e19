#include "render/deep/jump_levels.h"

#include "kernels/formulas/with_formula.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fathom {
namespace {

using Ops = kernels::ScalarOps<double>;

// A part of the orbit that jumps stay in: [first, end], both points of the orbit.
struct Stretch {
    std::uint64_t first;
    std::uint64_t end;
};

std::vector<Stretch> stretches(const OrbitSpan &orbit) {
    const std::uint64_t last = orbit.z.size() - 1;
    if (orbit.restart == 0)
        return {{0, last}};
    return {{0, orbit.restart - 1}, {orbit.restart, last}};
}

// Steps that the shortest jumps of `bla` span, 8 unless memory is short: fewer gain nothing over
// steps.
constexpr std::uint32_t kBilinearShare = JumpMethod::kMostSteps / 8;
constexpr std::uint32_t kMostJoined = 8;
// A jump's length has 32 bits.
constexpr std::uint64_t kLongestJump = std::uint64_t{1} << 31U;
// A block ends where the reference comes so much nearer to 0 than anywhere in it (2^-6 among
// steps, 2^-3 among blocks).
constexpr double kDropOfSteps = -6;
constexpr double kDropOfBlocks = -3;
constexpr double kNoDrop = -std::numeric_limits<double>::infinity();

/// |Z_m| as it is compared: log2 of it, so that no exponent is too large.
double log2_size(const kernels::WidePoint<double> &z) {
    const double size = kernels::scalar::chebyshev<Ops>({z.x, z.y});
    return size == 0 ? -std::numeric_limits<double>::infinity() : std::log2(size) + z.exponent;
}

/// How blocks are cut: at most so many things, and a drop of log2 |Z| below all of them ends one.
struct Cut {
    std::uint32_t most;
    double drop;
};

/// Where blocks begin among `count` things, or some of it at the stop; size(i) is log2 |Z| where
/// thing i begins, and is_far(i, j) whether a block from thing i on may not hold thing j.
template <class SizeAt, class IsFar>
std::vector<std::uint64_t> cut(std::uint64_t count, const Cut &how, const std::atomic<bool> &stop,
                               SizeAt size, IsFar is_far) {
    std::vector<std::uint64_t> starts;
    constexpr double kNoSize = std::numeric_limits<double>::infinity();
    double least = kNoSize;
    std::uint32_t length = 0;
    for (std::uint64_t i = 0; i < count && !stops_at(i, stop); ++i) {
        const double here = size(i);
        const bool dips = least != kNoSize && here < least + how.drop;
        if (i == 0 || length == how.most || dips || is_far(starts.back(), i)) {
            starts.push_back(i);
            least = kNoSize;
            length = 0;
        } else {
            least = std::min(least, here);
        }
        ++length;
    }
    return starts;
}

template <class Formula, class Real> class LevelMaker {
    using Draft = kernels::DraftOf<Formula, Real>;
    using Linear = typename Draft::Linear;
    using Level = typename JumpLevels<Linear>::Level;

  public:
    LevelMaker(const OrbitSpan &orbit, const JumpMethod &method, const JumpWork &work)
        : orbit_(orbit), approximation_(method.approximation), tolerance_(method.tolerance),
          most_steps_(method.most_steps), work_(work),
          tiny_(tiny_points<Real>(orbit)), reader_{orbit.z.data(), orbit.rest.data(), tiny_.data(),
                                                   static_cast<std::uint32_t>(tiny_.size())} {}

    /// Nothing useful at the stop.
    JumpLevels<Linear> make() {
        JumpLevels<Linear> all;
        if (approximation_ == Approximation::none || orbit_.z.size() < 2)
            return all;
        all.levels.push_back(first_level());
        std::size_t before = 0;
        while (!work_.stop && all.levels.back().jumps.size() > stretches(orbit_).size()) {
            const Level &last = all.levels.back();
            // Ever deeper dips make a block each: then they are joined all the same.
            const bool stuck = before != 0 && last.jumps.size() * 4 > before * 3;
            before = last.jumps.size();
            Level next = next_level(last, stuck);
            if (stuck && next.jumps.size() == before)
                break; // they are as long as jumps may be
            all.levels.push_back(std::move(next));
        }
        return all;
    }

  private:
    Level first_level() {
        std::vector<Stretch> blocks;
        std::uint32_t restart = 0;
        for (const Stretch &part : stretches(orbit_)) {
            if (part.first != 0)
                restart = static_cast<std::uint32_t>(blocks.size());
            const std::uint64_t steps = part.end - part.first;
            std::vector<std::uint64_t> starts;
            if (approximation_ == Approximation::la) {
                starts = cut(
                    steps, {most_steps_, kDropOfSteps}, work_.stop,
                    [&](std::uint64_t i) { return log2_size(reader_.high_at(part.first + i)); },
                    [](std::uint64_t, std::uint64_t) { return false; });
            } else {
                for (std::uint64_t i = 0; i < steps && !stops_at(i, work_.stop);
                     i += most_steps_ / kBilinearShare)
                    starts.push_back(i);
            }
            for (std::size_t i = 0; i < starts.size() && !stops_at(i, work_.stop); ++i)
                blocks.push_back({part.first + starts[i],
                                  i + 1 < starts.size() ? part.first + starts[i + 1] : part.end});
        }
        Level level;
        level.restart = restart;
        level.jumps.resize(blocks.size());
        level.below.assign(blocks.size(), kernels::kNoJump);
        for_all(blocks.size(), work_, [&](std::size_t i) { level.jumps[i] = jump_of(blocks[i]); });
        return level;
    }

    [[nodiscard]] Draft jump_of(const Stretch &block) const noexcept {
        kernels::ShortDraft<Formula, Real> quick(block.first);
        std::uint64_t m = block.first + 1;
        while (m < block.end && quick.extend(reader_.point(m), tolerance_))
            ++m;
        if (m >= block.end)
            return quick.draft();
        Draft draft = kernels::single_step<Linear>(block.first);
        for (m = block.first + 1; m < block.end; ++m)
            draft = kernels::merged<Formula>(draft, kernels::single_step<Linear>(m), reader_.at(m),
                                             tolerance_);
        return draft;
    }

    Level next_level(const Level &last, bool stuck) {
        Level level;
        const auto count = static_cast<std::uint32_t>(last.jumps.size());
        const std::uint32_t middle = last.restart == 0 ? count : last.restart;
        for (const Stretch part : {Stretch{0, middle}, Stretch{middle, count}}) {
            if (part.first == part.end)
                continue;
            if (part.first != 0)
                level.restart = static_cast<std::uint32_t>(level.below.size());
            const auto size = [&](std::uint64_t i) {
                return log2_size(reader_.high_at(last.jumps[part.first + i].first));
            };
            const auto is_far = [&](std::uint64_t i, std::uint64_t j) {
                const Draft &end = last.jumps[part.first + j];
                return end.first + end.length - last.jumps[part.first + i].first > kLongestJump;
            };
            const bool staged = approximation_ == Approximation::la;
            const std::uint32_t most = staged ? kMostJoined : 2;
            const double drop = staged && !stuck ? kDropOfBlocks : kNoDrop;
            for (const std::uint64_t start :
                 cut(part.end - part.first, {most, drop}, work_.stop, size, is_far))
                level.below.push_back(static_cast<std::uint32_t>(part.first + start));
        }
        level.jumps.resize(level.below.size());
        for_all(level.below.size(), work_, [&](std::size_t i) {
            const std::uint32_t end = i + 1 < level.below.size() ? level.below[i + 1] : count;
            Draft draft = last.jumps[level.below[i]];
            for (std::uint32_t child = level.below[i] + 1; child < end; ++child) {
                const Draft &next = last.jumps[child];
                draft = kernels::merged<Formula>(draft, next, reader_.at(next.first), tolerance_);
            }
            level.jumps[i] = draft;
        });
        return level;
    }

    const OrbitSpan &orbit_;
    const Approximation approximation_;
    const double tolerance_;
    const std::uint32_t most_steps_;
    const JumpWork &work_;
    const std::vector<kernels::TinyPoint<Real>> tiny_;
    const kernels::OrbitReader<Real> reader_;
};

} // namespace

std::shared_ptr<const AnyJumpLevels> make_jump_levels(kernels::FormulaId formula,
                                                      const OrbitSpan &orbit,
                                                      const JumpMethod &method,
                                                      const JumpWork &work) {
    auto levels = std::make_shared<AnyJumpLevels>();
    kernels::with_formula(formula, [&]<class Formula>() {
        if constexpr (Formula::kDegree != 0) {
            if (method.two)
                levels->of = LevelMaker<Formula, kernels::Two<double>>(orbit, method, work).make();
            else
                levels->of = LevelMaker<Formula, double>(orbit, method, work).make();
        } else if (method.two) { // none, of pixels of that type
            levels->of = JumpLevels<kernels::scalar::ComplexSlope<kernels::Two<double>>>();
        }
    });
    if (work.stop)
        return nullptr;
    return levels;
}

} // namespace fathom
