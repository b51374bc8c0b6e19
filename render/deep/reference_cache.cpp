#include "render/deep/reference_cache.h"

#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/base/lock_unless.h"
#include "render/deep/fixed_point.h"
#include "render/deep/given_orbit.h"
#include "render/deep/jump_levels.h"
#include "render/deep/reference_fit.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <new>
#include <utility>

namespace fathom {
namespace {

// The share of a step's result that a jump may lose. Chosen by comparing with exact arithmetic
// (bench/notebook/deep-zoom.md): of 500 pixels of nr_fail 97.2 % have their index with 2^-34, 98.4
// with 2^-38, 99.4 with 2^-42 and 2^-46, 99.6 without jumps; e50 takes 1.3 times as long with 2^-42
// as with 2^-34.
constexpr double kToleranceOfDoubles = 0x1p-42;
// Of sums of two. The exact pixels of 200 at 4.4e57, a million steps an orbit: 152 with 2^-72, 155
// with 2^-76, 159 with 2^-80, 156 with 2^-86, 157 without jumps, which is what their digits tell.
constexpr double kToleranceOfTwo = 0x1p-80;

// Bits for zooming on without a new reference: so many, and a share of those needed, because deep
// down a new one takes longer.
constexpr long kBitsForZooming = 64;
constexpr long kSpareShare = 32;

// What an index in sums of two may hang on lies so far below what one in doubles may.
constexpr long kBitsForTwo = 64;

constexpr std::size_t kTablesKept = 3;

// Of the memory for an orbit and its jumps: what jumps may take beside a packed one.
constexpr std::uint64_t kJumpsShare = 2;

/// How many steps the shortest jumps along a packed orbit span, so that they fit. A jump is kept as
/// it was put together, plain and wide, and those joined of it are a seventh more, of `bla` as
/// many.
std::uint32_t most_steps(std::uint64_t points, std::uint64_t max_bytes,
                         Approximation approximation) {
    using Linear = kernels::scalar::ComplexSlope<double>;
    constexpr std::uint64_t kBytesAJump =
        (sizeof(kernels::JumpDraft<Linear>) + sizeof(kernels::Jump<double, 2>) +
         sizeof(kernels::WideJump<double, 2>)) *
        8 / 7;
    constexpr std::uint32_t kMost = 1U << 24U;
    const std::uint64_t times = approximation == Approximation::bla ? 16 * 2 : 1;
    std::uint32_t steps = JumpMethod::kMostSteps;
    while (points / steps * times * kBytesAJump > max_bytes / kJumpsShare && steps < kMost)
        steps *= 2;
    return steps;
}

/// Whether all points that are followed by others lie within the bailout.
bool stays_within(const ReferenceOrbit &orbit, double bailout) {
    for (std::size_t i = 0; i + 1 < orbit.z.size(); ++i) {
        const auto &z = orbit.z[i];
        if (i + 1 != orbit.restart && z.x * z.x + z.y * z.y > bailout * bailout)
            return false;
    }
    return true;
}

} // namespace

ReferenceCache::ReferenceCache(int threads)
    : team_(threads > 0 ? threads
                        : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))),
      maker_(std::make_unique<ReferenceMaker>()) {}
ReferenceCache::~ReferenceCache() = default;

void ReferenceCache::use(std::shared_ptr<const ReferenceOrbit> orbit, std::string name,
                         GivenOrbitUse use) {
    const std::lock_guard lock(mutex_);
    given_ = std::make_unique<GivenOrbit>(std::move(orbit), std::move(name));
    given_use_ = use;
}

void ReferenceCache::limit_memory(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    orbit_bytes_ = bytes;
}

std::shared_ptr<const ReferenceOrbit> ReferenceCache::given_orbit(const PerturbationSpec &spec,
                                                                  const TableNeeds &needs) {
    if (!given_)
        return nullptr;
    try {
        return given_->orbit_for(spec, needs);
    } catch (const InputError &) {
        if (given_use_ == GivenOrbitUse::always)
            throw;
        return nullptr;
    }
}

std::shared_ptr<const ReferenceOrbit> ReferenceCache::orbit(const PerturbationSpec &spec,
                                                            const TableNeeds &needs,
                                                            const std::atomic<bool> &stop,
                                                            OrbitProgress *progress) {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (!lock_unless(lock, stop) || !find_orbit(spec, needs, stop, progress))
        return nullptr;
    return orbit_;
}

std::optional<double> ReferenceCache::find_orbit(const PerturbationSpec &spec,
                                                 const TableNeeds &needs,
                                                 const std::atomic<bool> &stop,
                                                 OrbitProgress *progress) {
    if (auto given = given_orbit(spec, needs)) {
        if (given != orbit_)
            maker_ = std::make_unique<ReferenceMaker>(); // would go on with an orbit of its own
        orbit_ = std::move(given);
        reference_ = orbit_->spec;
        return 0;
    }
    const Stopwatch watch;
    choose_reference(spec, needs);
    const auto before = std::exchange(orbit_, nullptr);
    orbit_ = maker_->make(*reference_, stop, progress);
    if (!orbit_)
        return std::nullopt;
    return orbit_ == before ? 0 : watch.ms();
}

std::shared_ptr<const PerturbationData> ReferenceCache::prepare(const PerturbationSpec &spec,
                                                                const TableNeeds &needs,
                                                                const std::atomic<bool> &stop,
                                                                PerturbationProgress *progress) {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (!lock_unless(lock, stop))
        return nullptr;
    try {
        return prepare_alone(spec, needs, stop, progress);
    } catch (const std::bad_alloc &) {
        forget_jumps();
        throw MemoryError(
            fmt::format("the jumps along a reference orbit of {} points do not fit into this "
                        "machine's memory",
                        orbit_ ? orbit_->z.size() : 0),
            {Remedy::Kind::fewer_iterations, Remedy::Kind::no_approximation,
             "close other programs"});
    }
}

std::shared_ptr<const PerturbationData>
ReferenceCache::prepare_alone(const PerturbationSpec &spec, const TableNeeds &needs,
                              const std::atomic<bool> &stop, PerturbationProgress *progress) {
    const Stopwatch watch;
    auto data = std::make_shared<PerturbationData>();
    const auto orbit_ms =
        find_orbit(spec, needs, stop, progress != nullptr ? &progress->orbit : nullptr);
    if (!orbit_ms)
        return nullptr;
    data->reference_ms = *orbit_ms;
    if (progress != nullptr)
        progress->making_tables = true;
    const Stopwatch tables_watch;
    const auto levels = levels_for(spec, needs, stop);
    if (!levels)
        return nullptr;
    data->tables = tables_for(spec, levels, needs, stop);
    if (!data->tables)
        return nullptr;
    data->tables_ms = tables_watch.ms();
    data->orbit = orbit_;
    data->needs = needs;
    // In units of 2^-exponent of the zoom, see make_request.
    const WideNumber zoom = to_wide(spec.view.zoom);
    const double unit = 1 / zoom.fraction;
    const Decimal re = spec.view.re - reference_->re;
    const Decimal im = spec.view.im - reference_->im;
    data->centre_re = unit * in_views(re, spec.view.zoom);
    data->centre_im = unit * in_views(im, spec.view.zoom);
    const auto above = [&](const Decimal &exact, double rounded) {
        const kernels::Two<double> value = nearest_two(exact, zoom.exponent);
        return value.hi - rounded + value.lo;
    };
    data->centre_re_rest = above(re, data->centre_re);
    data->centre_im_rest = above(im, data->centre_im);
    const double half_diagonal = 2 * unit * longest(spec.view.matrix) *
                                 std::hypot(spec.size.width, spec.size.height) / spec.size.height;
    data->c_size =
        1.0001 * (std::max(std::fabs(data->centre_re), std::fabs(data->centre_im)) + half_diagonal);
    const CommonStartSpec start{
        kernels::formula_info(spec.formula.id).power, spec.formula.julia, spec.bailout,
        kernels::wide_real(data->c_size, -static_cast<std::int32_t>(zoom.exponent)), needs.trap};
    data->start = common_start(orbit_span(), *data->tables, start);
    preparing_ms_ += watch.ms();
    return data;
}

// One picture has its orbit asked for several times.
void ReferenceCache::follow(const View &view) {
    if (view_ && view_->re == view.re && view_->im == view.im && view_->zoom == view.zoom)
        return;
    view_before_ = std::exchange(view_, view);
}

void ReferenceCache::choose_reference(const PerturbationSpec &spec, const TableNeeds &needs) {
    follow(spec.view);
    ReferenceSpec wanted;
    wanted.formula = spec.formula;
    wanted.re = spec.view.re;
    wanted.im = spec.view.im;
    wanted.radius = divide(Decimal::from_double(2), spec.view.zoom, 20);
    wanted.limit = spec.limit;
    wanted.bailout = spec.bailout;
    wanted.bits =
        needed_bits(spec.view, spec.size.height) + (needs.beyond_doubles() ? kBitsForTwo : 0);
    wanted.two = needs.beyond_doubles();
    wanted.max_bytes = orbit_bytes_;
    // Jumps would pass over points outside a bailout that is lower than the orbit's.
    const bool is_inside = reference_ && (spec.bailout >= reference_->bailout ||
                                          (orbit_ && stays_within(*orbit_, spec.bailout)));
    const bool on_axis = belongs_on_axis(spec.formula, spec.view, spec.size, needs);
    // Also one that was stopped on its way: the maker goes on with it, so that a view that keeps
    // moving comes to its pictures.
    if (is_inside && same_formula(reference_->formula, spec.formula) &&
        wanted.bits <= reference_->bits && is_near(*reference_, spec.view, needs) &&
        (!on_axis || reference_->im.is_zero())) {
        wanted.re = reference_->re;
        wanted.im = reference_->im;
        wanted.bits = reference_->bits;
        wanted.two = needs.beyond_doubles() || reference_->two;
    } else {
        wanted.bits = std::min(wanted.bits + kBitsForZooming + wanted.bits / kSpareShare,
                               ReferenceSpec::kMostBits);
        orbit_.reset();
        forget_jumps(); // they hold the orbit's memory
        ++made_;
        if (view_before_) {
            PointOfPlane ahead = heading(*view_before_, spec.view, spec.size, needs);
            wanted.re = std::move(ahead.re);
            wanted.im = std::move(ahead.im);
        }
        if (on_axis)
            wanted.im = Decimal();
        // An old one would go on with points that are outside the bailout.
        maker_ = std::make_unique<ReferenceMaker>();
    }
    wanted.reach = reach_of(spec.view, spec.size, wanted.re, wanted.im);
    wanted.pixels =
        static_cast<std::uint64_t>(spec.size.width) * static_cast<std::uint64_t>(spec.size.height);
    reference_ = std::move(wanted);
}

std::shared_ptr<const AnyJumpLevels> ReferenceCache::levels_for(const PerturbationSpec &spec,
                                                                const TableNeeds &needs,
                                                                const std::atomic<bool> &stop) {
    const auto fits = [&](const std::optional<Levels> &levels) {
        return levels && levels->orbit == orbit_ && levels->approximation == spec.approximation;
    };
    if (needs.f32 && packed_points(*orbit_) != nullptr)
        throw InputError(
            "float pixels need a copy of their reference orbit, and this one is packed "
            "because it is longer than memory for orbits holds",
            {{Remedy::Kind::precision, "perturb-f64x"}, Remedy::Kind::fewer_iterations});
    // An orbit's are kept for both: a picture may ask by turns.
    auto &kept = levels_[needs.beyond_doubles() ? 1 : 0];
    if (fits(kept))
        return kept->levels;
    if (!fits(levels_[needs.beyond_doubles() ? 0 : 1]))
        forget_jumps(); // of another orbit, or a shorter one: they would only hold memory
    JumpMethod method{spec.approximation,
                      needs.beyond_doubles() ? kToleranceOfTwo : kToleranceOfDoubles,
                      needs.beyond_doubles()};
    if (packed_points(*orbit_) != nullptr)
        method.most_steps = most_steps(orbit_->z.size(), orbit_bytes_, spec.approximation);
    auto levels = make_jump_levels(spec.formula.id, orbit_span(), method, {team_, stop});
    if (levels)
        kept = Levels{orbit_, spec.approximation, levels};
    return levels;
}

std::shared_ptr<const AnyJumpTables>
ReferenceCache::tables_for(const PerturbationSpec &spec,
                           std::shared_ptr<const AnyJumpLevels> levels, const TableNeeds &needs,
                           const std::atomic<bool> &stop) {
    for (const Tables &known : tables_)
        if (known.levels == levels && known.needs == needs)
            return known.tables;
    auto tables = make_jump_tables(spec.formula.id, orbit_span(), *levels, needs, {team_, stop});
    if (!tables)
        return nullptr;
    tables_.push_front({std::move(levels), needs, tables});
    if (tables_.size() > kTablesKept)
        tables_.pop_back();
    return tables;
}

OrbitSpan ReferenceCache::orbit_span() const noexcept {
    return {orbit_->z,    orbit_->tiny,      orbit_->restart,
            orbit_->rest, orbit_->tiny_rest, packed_points(*orbit_) != nullptr};
}

void ReferenceCache::forget_jumps() noexcept {
    levels_ = {};
    tables_.clear();
}

} // namespace fathom
