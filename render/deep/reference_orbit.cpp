#include "render/deep/reference_orbit.h"

#include "render/base/error.h"
#include "render/base/machine_memory.h"
#include "render/deep/orbit_builder.h"
#include "render/numbers/real.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <new>
#include <optional>

namespace fathom {
namespace {

using Point = kernels::OrbitPoint<double>;
using StartKind = OrbitBuilder::Kind;
using End = OrbitBuilder::End;

constexpr long kMostPart = 10'000;

constexpr long limbs_for(long bits) {
    return (bits + kLimbBits - 1) / kLimbBits;
}

void check_coordinate(const char *name, const Decimal &value) {
    const Decimal most = Decimal::from_double(kMostPart);
    if (value > most || value < -most)
        throw InputError(fmt::format("{} of a reference orbit is beyond {}; use one nearer to 0",
                                     name, kMostPart));
}

void check(const ReferenceSpec &spec) {
    if (static_cast<std::size_t>(spec.formula.id) >= kernels::formulas().size())
        throw InputError("the reference orbit's formula does not exist; choose one of the list");
    check_coordinate("the real part", spec.re);
    check_coordinate("the imaginary part", spec.im);
    check_coordinate("the seed's real part", spec.formula.seed_re);
    check_coordinate("the seed's imaginary part", spec.formula.seed_im);
    if (spec.radius.sign() < 0)
        throw InputError("the radius of a reference orbit is negative; use 0 or more");
    if (spec.reach.sign() < 0)
        throw InputError("the reach of a reference orbit is negative; use 0 or more");
    if (!(spec.bailout >= LocationLimits::kMinBailout &&
          spec.bailout <= LocationLimits::kMaxBailout))
        throw InputError(fmt::format("the bailout of a reference orbit is not between {} and {}; "
                                     "use one that is",
                                     LocationLimits::kMinBailout, LocationLimits::kMaxBailout));
    if (spec.bits < 1 || spec.bits > ReferenceSpec::kMostBits)
        throw InputError(fmt::format("a reference orbit cannot have {} bits; use 1 to {}",
                                     spec.bits, ReferenceSpec::kMostBits));
    if (spec.max_bytes < sizeof(Point))
        throw InputError(
            "a reference orbit is given no memory for a single point; allow it more bytes");
}

/// For all |z| within the bailout and z_0, which may be outside.
std::size_t whole_limbs(const ReferenceSpec &spec, std::size_t fraction) {
    const double z0 = spec.formula.julia ? std::hypot(spec.re.to_double(), spec.im.to_double()) : 0;
    return fathom::whole_limbs(spec.formula.id, fraction, std::log2(std::max(spec.bailout, z0)),
                               std::log2(static_cast<double>(kMostPart)));
}

bool same_orbit(const ReferenceSpec &a, const ReferenceSpec &b) {
    return a.formula.id == b.formula.id && a.formula.julia == b.formula.julia && a.re == b.re &&
           a.im == b.im &&
           (!a.formula.julia ||
            (a.formula.seed_re == b.formula.seed_re && a.formula.seed_im == b.formula.seed_im)) &&
           (!looks_back(a.formula.id) || (a.formula.parameter_re == b.formula.parameter_re &&
                                          a.formula.parameter_im == b.formula.parameter_im));
}

OrbitGoal goal_of(const ReferenceSpec &spec) {
    OrbitGoal goal;
    const std::uint64_t parts = spec.formula.julia ? 2 : 1;
    goal.limit = std::min<std::uint64_t>(spec.limit, longest_orbit(spec) / parts - 1);
    goal.bailout_squared = spec.bailout * spec.bailout;
    if (!spec.formula.julia && !looks_back(spec.formula.id)) {
        goal.radius = to_wide(spec.radius);
        goal.reach = to_wide(spec.reach);
        goal.pixels = spec.pixels;
    }
    return goal;
}

// Of the memory that an orbit and its jumps may take: points that stay as they are where the others
// are packed, and all that the orbit takes.
constexpr std::uint64_t kPlainShare = 4;
constexpr std::uint64_t kPackedShare = 2;
/// Sums of two doubles are to hold the points that are kept.
constexpr long kPackedBits = 128;

/// Whether the orbit might not fit as it is.
bool is_to_be_packed(const ReferenceSpec &spec) {
    return can_be_packed(spec) && std::min(spec.limit, kernels::kLongestPackedOrbit) >=
                                      spec.max_bytes / kPlainShare / sizeof(Point);
}

OrbitPacking packing_of(const ReferenceSpec &spec) {
    const kernels::Two<double> re = nearest_two(spec.re);
    const kernels::Two<double> im = nearest_two(spec.im);
    return {spec.formula.id,
            {re, im},
            static_cast<std::size_t>(spec.max_bytes / kPlainShare / sizeof(Point)),
            static_cast<std::size_t>(spec.max_bytes / kUnpackedShare),
            static_cast<std::size_t>(spec.max_bytes / sizeof(PackedPoints::Correction)) + 1};
}

std::shared_ptr<const OrbitBuffer> one_behind_the_other(const OrbitBuffer &first,
                                                        const OrbitBuffer &second) {
    const std::size_t size = first.size() + second.size();
    auto both = std::make_shared<OrbitBuffer>(size);
    if (both->capacity() < size)
        throw std::bad_alloc();
    for (const OrbitBuffer *part : {&first, &second})
        for (std::size_t i = 0; i < part->size(); ++i)
            both->push_back(part->data()[i]);
    return both;
}

} // namespace

std::uint64_t default_orbit_bytes() {
    constexpr std::uint64_t kUnknown = std::uint64_t{4} << 30U;
    static const std::uint64_t memory = usable_memory(); // each spec asks
    return memory == 0 ? kUnknown : memory / 4 * 3;
}

bool can_be_packed(const ReferenceSpec &spec) {
    return kernels::is_power(spec.formula.id) && !spec.formula.julia && !spec.two;
}

std::uint64_t longest_orbit(const ReferenceSpec &spec) {
    return can_be_packed(spec) ? kernels::kLongestPackedOrbit : kernels::kLongestOrbit;
}

long needed_bits(const View &view, int height) {
    constexpr double kBeyondPixels = 24 + 16;
    constexpr long kLeast = 64;
    const double pixel =
        view.zoom.log10() * kLog2Of10 + std::log2(height) + std::log2(longest(view.matrix));
    return std::max(kLeast, static_cast<long>(std::ceil(pixel + kBeyondPixels)));
}

struct ReferenceMaker::State {
    State(const ReferenceSpec &spec, long spare_bits);

    /// Whether what is here is the beginning of that orbit.
    [[nodiscard]] bool serves(const ReferenceSpec &wanted) const {
        return same_orbit(spec, wanted) && wanted.bits <= format.fraction_bits() - spare_bits &&
               whole_limbs(wanted, format.fraction) <= format.whole && (spec.two || !wanted.two) &&
               (first->store()->packs() || has_no_room || !is_to_be_packed(wanted));
    }
    /// Makes `first`, packed; false where there is no room for that.
    bool begin_packed(OrbitBuilder::Start start);
    bool advance(const ReferenceSpec &wanted, const std::atomic<bool> &stop,
                 OrbitProgress *progress);
    /// The orbit so far, for those who only read; the same one if nothing has changed.
    std::shared_ptr<const ReferenceOrbit> hand_out();
    [[nodiscard]] bool handed_out_all() const;
    [[nodiscard]] std::uint64_t period() const {
        return first->end() == End::kPeriod ? first->n() : 0;
    }
    [[nodiscard]] bool escaped() const {
        return (critical ? *critical : *first).end() == End::kEscape;
    }

    ReferenceSpec spec;
    long spare_bits;
    FixedFormat format;
    bool has_no_room = false;             ///< the system reserves none for a packed orbit
    std::optional<OrbitBuilder> first;    ///< the reference point's orbit
    std::optional<OrbitBuilder> critical; ///< of a Julia set
    std::shared_ptr<const ReferenceOrbit> handed_out;
};

ReferenceMaker::State::State(const ReferenceSpec &wanted, long spare)
    : spec(wanted), spare_bits(spare) {
    const bool packs = is_to_be_packed(wanted);
    const long bits = packs ? std::max(wanted.bits, kPackedBits) : wanted.bits;
    format.fraction = static_cast<std::size_t>(limbs_for(bits + spare));
    format.whole = whole_limbs(wanted, format.fraction);
    const FixedNumber zero = to_fixed(Decimal(), format);
    const std::uint64_t parts =
        (wanted.formula.julia ? 4 : 1) * (wanted.two ? 2 : 1); // two, and both in a row
    OrbitBuilder::Start start;
    start.formula = wanted.formula.id;
    start.format = format;
    start.most_points = std::clamp<std::uint64_t>(wanted.max_bytes / parts / sizeof(Point), 1,
                                                  kernels::kLongestOrbit / parts);
    start.most_bytes = start.most_points * sizeof(Point);
    start.two = wanted.two;
    start.zx = start.zy = zero;
    start.px = to_fixed(Real::of(wanted.formula.parameter_re), format);
    start.py = to_fixed(Real::of(wanted.formula.parameter_im), format);
    if (!wanted.formula.julia) {
        start.cx = to_fixed(wanted.re, format);
        start.cy = to_fixed(wanted.im, format);
        if (!packs || !begin_packed(start))
            first.emplace(start);
        return;
    }
    start.kind = StartKind::kCritical;
    start.cx = to_fixed(wanted.formula.seed_re, format);
    start.cy = to_fixed(wanted.formula.seed_im, format);
    critical.emplace(start);
    start.kind = StartKind::kPoint;
    start.spare_bits = spare;
    start.most_spare_bits = wanted.bits;
    start.zx = to_fixed(wanted.re, format);
    start.zy = to_fixed(wanted.im, format);
    first.emplace(start);
}

bool ReferenceMaker::State::begin_packed(OrbitBuilder::Start start) {
    // More points than fit, if there were waypoints alone.
    constexpr std::uint64_t kPointsAByte = PackedPoints::kWindow / sizeof(PackedPoints::Waypoint);
    start.packing = packing_of(spec);
    start.most_points = std::min(kernels::kLongestPackedOrbit,
                                 kPointsAByte * (spec.max_bytes + sizeof(PackedPoints::Waypoint)));
    start.most_bytes = spec.max_bytes / kPackedShare;
    try {
        first.emplace(start);
    } catch (const std::bad_alloc &) { // where address space is limited
        has_no_room = true;
    }
    return !has_no_room;
}

bool ReferenceMaker::State::advance(const ReferenceSpec &wanted, const std::atomic<bool> &stop,
                                    OrbitProgress *progress) {
    const OrbitGoal goal = goal_of(wanted);
    std::atomic<std::uint64_t> *done = progress == nullptr ? nullptr : &progress->done;
    if (progress != nullptr) {
        progress->done = 0;
        progress->of = goal.limit;
    }
    if (!first->advance(goal, stop, done))
        return false;
    if (!critical || first->end() == End::kTooFewBits)
        return true;
    return critical->advance(goal, stop, done);
}

bool ReferenceMaker::State::handed_out_all() const {
    const std::size_t size = first->store()->size();
    const std::size_t behind = critical ? critical->store()->size() : 0;
    return handed_out != nullptr && handed_out->z.size() == size + behind &&
           handed_out->restart == (critical ? size : 0) && handed_out->end == first->end() &&
           (!critical || handed_out->critical_end == critical->end());
}

std::shared_ptr<const ReferenceOrbit> ReferenceMaker::State::hand_out() {
    if (handed_out_all())
        return handed_out;
    auto orbit = std::make_shared<ReferenceOrbit>();
    orbit->spec = spec;
    orbit->bits = format.fraction_bits();
    orbit->tiny = first->tiny();
    orbit->tiny_rest = first->tiny_rest();
    orbit->period = period();
    orbit->escaped = escaped();
    orbit->end = first->end();
    if (critical)
        orbit->critical_end = critical->end();
    handed_out = orbit;
    const std::size_t size = first->store()->size();
    if (!critical) {
        orbit->store = first->store();
        orbit->z = {orbit->store->data(), size};
        orbit->rest_store = first->rest();
        if (orbit->rest_store)
            orbit->rest = {orbit->rest_store->data(), size};
        return orbit;
    }
    orbit->restart = size;
    for (kernels::TinyPoint<double> tiny : critical->tiny()) {
        tiny.at += orbit->restart;
        orbit->tiny.push_back(tiny);
    }
    orbit->store = one_behind_the_other(*first->store(), *critical->store());
    orbit->z = {orbit->store->data(), orbit->store->size()};
    if (first->rest()) {
        orbit->tiny_rest.insert(orbit->tiny_rest.end(), critical->tiny_rest().begin(),
                                critical->tiny_rest().end());
        orbit->rest_store = one_behind_the_other(*first->rest(), *critical->rest());
        orbit->rest = {orbit->rest_store->data(), orbit->rest_store->size()};
    }
    return orbit;
}

ReferenceMaker::ReferenceMaker() = default;
ReferenceMaker::~ReferenceMaker() = default;

std::shared_ptr<const ReferenceOrbit> ReferenceMaker::make(const ReferenceSpec &spec,
                                                           const std::atomic<bool> &stop,
                                                           OrbitProgress *progress) {
    check(spec);
    try {
        // Differences of a formula that looks back are not followed: as many bits as may count.
        const bool may_shrink = spec.formula.julia && looks_back(spec.formula.id);
        if (!state_ || !state_->serves(spec))
            state_ = std::make_unique<State>(spec, may_shrink ? spec.bits : 0);
        for (;;) {
            if (!state_->advance(spec, stop, progress))
                return nullptr;
            if (state_->first->end() != End::kTooFewBits)
                break;
            // The first time as many as it misses so far, then as many as may ever count.
            const long missing = std::lround(state_->first->shrunk_bits()) + kLimbBits;
            const long spare = state_->spare_bits == 0 ? std::min(missing, spec.bits) : spec.bits;
            state_ = std::make_unique<State>(spec, spare);
        }
        return state_->hand_out();
    } catch (const std::bad_alloc &) {
        state_.reset();
        throw MemoryError("there is not enough memory for the reference orbit: lower the limit of "
                          "iterations or close other programs");
    } catch (const InputError &) {
        state_.reset(); // gives its memory back
        throw;
    }
}

} // namespace fathom
