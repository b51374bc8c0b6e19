#include "render/deep/orbit_rounds.h"

#include "render/base/error.h"
#include "render/base/thread_team.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <new>
#include <thread>
#include <utility>

namespace fathom {
namespace {

using Wide = kernels::WidePoint<double>;

/// A point known to fewer bits is not begun at.
constexpr long kLeastBits = 100;
/// Bits of a map beyond those that the orbit has.
constexpr long kGuardBits = 64;
/// What a map leaves out, and what its nodes' orbits leave out, is less by this than what the
/// orbit's own steps have lost at the end of the first round.
constexpr long kBelowError = 5;
constexpr long kNodesBelowError = 24;
/// A round is passed over if that makes the orbit less sure by a factor of 2^this at most: of the
/// 64 bits that there are for it.
constexpr long kMayAdd = 14;
/// In steps: what a map takes to tell the end of a round, for each node.
constexpr double kStepsOfNode = 16;
/// A round of a map's making, beside those of the threads that are waited for: others may want
/// them.
constexpr double kRoundOfOthers = 0.125;
/// A map's radius is so much larger than the largest |u| that is foreseen: half of it is taken, and
/// orbits are foreseen in doubles.
constexpr long kRoomBits = 3;
/// Rounds to come that are counted.
constexpr std::uint64_t kMostCounted = 1024;

WideComplex wide_of(const Wide &z) {
    return normalised({z.x, z.y, z.exponent});
}

/// The product of 2 Z_i, i = 1 .. q - 1.
WideComplex slope_of_round(const OrbitPoints &orbit, std::uint64_t q) {
    WideComplex product = wide(1);
    for (PointWalk walk(orbit, 1); walk.at() < q; walk.step()) {
        const Wide z = walk.point();
        product = product * WideComplex{2 * z.x, 2 * z.y, z.exponent};
    }
    return product;
}

int cores() {
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

std::uint64_t index_of(const OrbitPoints &orbit) {
    return orbit.z.size() - 1;
}

/// The orbits of a map's nodes, each a round.
class NodeRounds {
  public:
    struct Start {
        const RoundMap &map;
        const OrbitPoints &orbit;
        const FixedNumber &cx, &cy;
        LengthBound error; ///< that the nodes may have, as ThriftyOrbit::error()
        bool two = false;  ///< rests are wanted
    };
    NodeRounds(const Start &start, const std::atomic<bool> &stop)
        : start_(start), stop_(stop), y_is_0_(is_zero(start.cy)),
          ends_(static_cast<std::size_t>(start.map.nodes())),
          threads_(std::min(start.map.nodes(), cores())) {}

    /// False if stopped, or if a point of a round may be another double than the first round's.
    bool run();
    [[nodiscard]] const std::vector<RoundMap::End> &ends() const noexcept { return ends_; }
    /// Of all rounds' points from the first one on, and of the tiny ones among them.
    std::vector<kernels::OrbitPoint<double>> rests;
    std::map<std::uint64_t, kernels::OrbitPoint<double>> wide_rests;

  private:
    void take_turns();
    bool follow(int k);
    [[nodiscard]] ThriftyOrbit begin_at(int k) const;
    bool is_same(const PointWalk &walk, const OrbitStepper &stepper, long apart);

    const Start &start_;
    const std::atomic<bool> &stop_;
    bool y_is_0_;
    std::vector<RoundMap::End> ends_;
    int threads_;
    std::atomic<int> next_{0};
    std::atomic<bool> failed_{false};
};

bool NodeRounds::run() {
    std::optional<ThreadTeam> team;
    try {
        team.emplace(threads_);
    } catch (const DeviceError &) { // the system gives no more
        team.emplace(1);
    }
    team->run([this] { take_turns(); });
    return !failed_;
}

void NodeRounds::take_turns() {
    const RealCacheGuard guard;
    while (!failed_) {
        const int k = next_.fetch_add(1);
        if (k >= start_.map.nodes())
            return;
        try {
            if (!follow(k))
                failed_ = true;
        } catch (const std::bad_alloc &) {
            failed_ = true;
        }
    }
}

ThriftyOrbit NodeRounds::begin_at(int k) const {
    const FixedFormat format = start_.map.bounds().format;
    const std::complex<double> node = start_.map.node(k);
    const auto beside = [&](const FixedNumber &c, double by) {
        Real z = to_real(c, format);
        Real move = Real::of(by);
        mpfr_mul_2si(move.get(), move.get(), start_.map.log2_radius(), MPFR_RNDN);
        mpfr_add(z.get(), z.get(), move.get(), MPFR_RNDN); // exact
        return to_fixed(z, format);
    };
    const FixedNumber x = beside(start_.cx, node.real());
    const FixedNumber y = beside(start_.cy, node.imag());
    ThriftyOrbit orbit(kernels::kMandelbrot, format, cores() < 2 * threads_ ? 1 : 0);
    orbit.start(x, y, start_.cx, start_.cy);
    orbit.go_on_at(x, y, start_.error, {});
    return orbit;
}

/// Whether all points within 2^apart of the stepper's are the same in all that is kept.
bool NodeRounds::is_same(const PointWalk &walk, const OrbitStepper &stepper, long apart) {
    const auto &z = start_.orbit.z[walk.at()];
    const auto point = stepper.sure_point(apart, y_is_0_);
    if (!point || point->x != z.x || point->y != z.y)
        return false;
    if (start_.two) {
        const auto rest = stepper.sure_rest(*point, apart, y_is_0_);
        if (!rest)
            return false;
        rests.push_back(*rest);
    }
    if (!walk.is_tiny())
        return true;
    const Wide tiny = walk.point();
    const SureRounding rounding(stepper.x(), stepper.y(), stepper.format(), apart, y_is_0_);
    const auto wide = rounding.wide_point();
    if (!wide || wide->x != tiny.x || wide->y != tiny.y || wide->exponent != tiny.exponent)
        return false;
    if (!start_.two)
        return true;
    const auto wide_rest = rounding.rest(tiny);
    if (wide_rest)
        wide_rests[walk.at()] = *wide_rest;
    return wide_rest.has_value();
}

/// From Z_1 + u; the first of them tells about the points of all rounds.
bool NodeRounds::follow(int k) {
    const RoundBounds &bounds = start_.map.bounds();
    ThriftyOrbit orbit = begin_at(k);
    // All orbits that begin with |u| up to half of the radius, with all the limbs, are so near.
    LengthBound apart(2, start_.map.log2_radius());
    for (PointWalk walk(start_.orbit, 1); walk.at() < bounds.length; walk.step()) {
        if (stop_.load(std::memory_order_relaxed) || failed_)
            return false;
        const Wide z = walk.point();
        const double size = std::hypot(z.x, z.y);
        const auto exponent = static_cast<long>(z.exponent);
        if (k == 0) {
            LengthBound within = apart;
            within.add(orbit.away());
            if (!is_same(walk, orbit.stepper(), within.log2()))
                return false;
            apart.multiply(2 * size, exponent);
            apart.add(step_error(bounds.format, 2, exponent < 0 ? 1 : size));
            apart.add(step_error(bounds.format, 2, exponent < 0 ? 1 : size));
        }
        orbit.step(size, exponent);
    }
    RoundMap::End &end = ends_[static_cast<std::size_t>(k)];
    const OrbitStepper &stepper = orbit.stepper();
    end.z = {to_real(stepper.x(), stepper.format()), to_real(stepper.y(), stepper.format())};
    end.away = bounds.rounding;
    end.away.add(orbit.away());
    return true;
}

/// Numbers of nodes less one, and what rounds to come could be passed over with them.
struct Prospect {
    std::uint64_t rounds = 0;
    double log2_largest = -std::numeric_limits<double>::infinity(); ///< |u| among them
};
using Prospects = std::array<Prospect, RoundMap::kMostNodes>;

/// Z' = Z_q + A Z^2, as long as |u| = |Z|^2 is below 2^log2_most: of so many nodes. Where Z comes
/// to 0 its period may have been found.
Prospects rounds_to_come(const std::array<double, RoundMap::kMostNodes> &log2_most,
                         const WideComplex &first, const WideComplex &slope, std::uint64_t most) {
    constexpr double kNearOctaves = 20;
    Prospects prospects;
    WideComplex z = first;
    for (std::uint64_t n = 1; n <= most; ++n) {
        const double log2_u = 2 * log2_size(z);
        bool is_in_some = false;
        for (std::size_t i = 0; i < prospects.size(); ++i) {
            if (prospects[i].rounds != n - 1 || log2_u >= log2_most[i])
                continue;
            prospects[i].rounds = n;
            prospects[i].log2_largest = std::max(prospects[i].log2_largest, log2_u);
            is_in_some = true;
        }
        if (!is_in_some)
            break;
        z = first + slope * z * z;
        if (log2_size(z) < log2_size(first) - kNearOctaves)
            break;
    }
    return prospects;
}

/// As far from Z_1 as orbits may begin that are likely to have the first round's doubles, to so
/// many digits: where rounds end, parts of some points are small.
double log2_alike(const OrbitPoints &orbit, std::uint64_t q, long digits, bool y_is_0) {
    constexpr long kBelowDoubles = -1080;
    constexpr long kChance = 10; // the next digits may be a tie's
    const auto room = [=](double part, std::int32_t exponent) {
        return part == 0 ? kBelowDoubles : std::ilogb(part) + long{exponent} - digits - kChance;
    };
    LengthBound growth(1);
    long least = 0;
    for (PointWalk walk(orbit, 1); walk.at() < q; walk.step()) {
        const Wide z = walk.point();
        least = std::min(least, room(z.x, z.exponent) - growth.log2());
        if (!y_is_0)
            least = std::min(least, room(z.y, z.exponent) - growth.log2());
        growth.multiply(2 * std::hypot(z.x, z.y), static_cast<long>(z.exponent));
    }
    return static_cast<double>(least);
}

} // namespace

OrbitRounds::OrbitRounds(const ThriftyStepper::Start &start)
    : format_(start.format), cx_(start.cx), cy_(start.cy), two_(start.two) {}

std::optional<std::uint64_t> OrbitRounds::same_as() const noexcept {
    if (left_ <= 1)
        return {};
    return length_ - left_ + 1;
}

const kernels::OrbitPoint<double> &OrbitRounds::rest() const {
    return passed_->rests[length_ - left_];
}

const kernels::OrbitPoint<double> &OrbitRounds::wide_rest() const {
    return passed_->wide_rests.at(length_ - left_ + 1);
}

bool OrbitRounds::look(const Here &here, const std::atomic<bool> &stop) {
    const Wide &z = here.orbit.tiny.back().z;
    const LengthBound length = length_of(z);
    if (!here.stepper.may_land() || length.is_zero())
        return true;
    const std::uint64_t n = index_of(here.orbit);
    // Not at each of points that come nearer and nearer, which would all be gone back from.
    if (length.log2() < log2_nearest_ && n >= 2 * planned_at_ && is_promising(here)) {
        if (const auto plan = this->plan(here)) {
            auto round = make_round(here, *plan, stop);
            if (stop.load(std::memory_order_relaxed))
                return false;
            if (round)
                kept_.push_back(std::move(round));
        }
        planned_at_ = n;
    }
    log2_nearest_ = std::min(log2_nearest_, length.log2());
    begin(here);
    return true;
}

double OrbitRounds::steps_of_round(const Here &here) const {
    const std::uint64_t taken = index_of(here.orbit) - steps_passed_;
    // The first of the rounds within it was taken for its map.
    const std::uint64_t first = kept_.empty() ? 0 : kept_.back()->map.bounds().length;
    return static_cast<double>(taken) - static_cast<double>(first);
}

/// By what is known of the derivative: the map's reach is about its reciprocal, and all nodes have
/// to lead to the bits that there are.
bool OrbitRounds::is_promising(const Here &here) const {
    constexpr double kSlack = 8;
    const double log2_first = log2_size(wide_of(here.orbit.tiny.back().z));
    const double bits =
        log2_first - here.growth_bits + static_cast<double>(format_.fraction_bits());
    const double straight = -here.growth_bits - 2 * log2_first;
    return straight > 0 && (straight + kSlack) * RoundMap::kMostNodes > bits &&
           bits > kLeastBits - kSlack && here.limit > 2 * index_of(here.orbit) &&
           steps_of_round(here) > 0;
}

std::optional<OrbitRounds::Plan> OrbitRounds::plan(const Here &here) const {
    const std::uint64_t q = index_of(here.orbit);
    const WideComplex first = wide_of(here.orbit.tiny.back().z);
    const double log2_first = log2_size(first);
    Plan plan{RoundBounds(here.orbit, q, format_)};
    plan.bits = static_cast<long>(log2_first) - plan.bounds.error.log2() + kBelowError;
    if (plan.bits < kLeastBits)
        return {};
    constexpr long kDigits = 53;
    const double alike = log2_alike(here.orbit, q, two_ ? 2 * kDigits : kDigits, is_zero(cy_));
    std::array<double, RoundMap::kMostNodes> log2_most{};
    for (std::size_t i = 0; i < log2_most.size(); ++i) {
        const double straight =
            static_cast<double>(plan.bounds.log2_reach) - 1 -
            std::ceil(static_cast<double>(plan.bits) / static_cast<double>(i + 1));
        log2_most[i] = std::min(straight, alike) - kRoomBits;
    }
    const Prospects prospects = rounds_to_come(log2_most, first, slope_of_round(here.orbit, q),
                                               std::min(kMostCounted, here.limit / q - 1));
    double best = 0;
    for (int nodes = 1; nodes <= RoundMap::kMostNodes; ++nodes) {
        const Prospect &prospect = prospects[static_cast<std::size_t>(nodes - 1)];
        const double saved = static_cast<double>(prospect.rounds) *
                             (steps_of_round(here) - kStepsOfNode * (nodes + 1));
        const int waited_for = (nodes + cores() - 1) / cores();
        const auto length = static_cast<double>(q);
        const double gain = saved - (waited_for + kRoundOfOthers * nodes) * length;
        // Where the last point of all is not told, all is lost that was done up to there.
        if (gain > std::max(best, (nodes + 1) * length) && saved > nodes * length) {
            best = gain;
            plan.nodes = nodes;
            plan.log2_radius = static_cast<long>(std::ceil(prospect.log2_largest)) + kRoomBits;
        }
    }
    if (plan.nodes == 0)
        return {};
    return plan;
}

std::unique_ptr<OrbitRounds::Round> OrbitRounds::make_round(const Here &here, const Plan &plan,
                                                            const std::atomic<bool> &stop) const {
    RoundMap map(plan.bounds, plan.nodes, plan.log2_radius, plan.bits + kGuardBits);
    const auto log2_weight = static_cast<long>(std::ilogb(map.weight())) + 1;
    const LengthBound error(1, plan.log2_radius - plan.bits - log2_weight - kNodesBelowError);
    const NodeRounds::Start start{map, here.orbit, cx_, cy_, error, two_};
    NodeRounds rounds(start, stop);
    if (!rounds.run())
        return nullptr;
    const OrbitStepper &stepper = here.stepper.orbit().stepper();
    RoundMap::End first;
    first.z = {to_real(stepper.x(), stepper.format()), to_real(stepper.y(), stepper.format())};
    first.away = plan.bounds.rounding;
    first.away.add(here.stepper.orbit().away());
    map.interpolate(first, rounds.ends());
    return std::make_unique<Round>(
        Round{std::move(map), std::move(rounds.rests), std::move(rounds.wide_rests)});
}

std::optional<LengthBound> OrbitRounds::error_behind(const RoundBounds &bounds,
                                                     const Here &here) const {
    LengthBound error;
    if (here.stepper.is_thrifty())
        error = here.stepper.orbit().error();
    else if (bounds.length == index_of(here.orbit))
        error = bounds.error;
    else
        return {};
    error.multiply(length_of(here.orbit.tiny.back().z));
    error.multiply(2, 0);
    error.multiply(bounds.growth);
    error.add(bounds.error);
    return error;
}

bool OrbitRounds::begin(const Here &here) {
    const LengthBound length = length_of(here.orbit.tiny.back().z);
    for (auto round = kept_.rbegin(); round != kept_.rend(); ++round) {
        const RoundMap &map = (*round)->map;
        const RoundBounds &bounds = map.bounds();
        if (!map.takes(length))
            continue;
        const auto error = error_behind(bounds, here);
        if (!error)
            continue;
        const ThriftyOrbit &orbit = here.stepper.orbit();
        const OrbitStepper &at = orbit.stepper();
        auto image = map.image({to_real(at.x(), at.format()), to_real(at.y(), at.format())}, length,
                               orbit.away());
        if (image.added.log2() > error->log2() + kMayAdd)
            continue;
        passed_ = round->get();
        length_ = left_ = bounds.length;
        steps_passed_ += length_;
        landing_ = {index_of(here.orbit) + length_, std::move(image.x), std::move(image.y), *error,
                    image.away};
        return true;
    }
    return false;
}

} // namespace fathom
