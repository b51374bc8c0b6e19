#include "render/perturbation.h"

#include "render/clock.h"
#include "render/error.h"
#include "render/fixed_point.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace fathom {
namespace {

// The share of a step's result that a jump may lose. Chosen by comparing with exact arithmetic
// (docs/measurements.md): of 500 pixels at a place in the seahorse valley at 1e20, 2^-24 gave 86 %
// their index, 2^-32 96 %, 2^-40 as many as no jumps at all; each 2^-8 costs e50 half as many
// rounds again.
constexpr double kTolerance = 0x1p-38;

// A reference is kept while the picture's centre lies within so many of its heights: the
// differences of pixels lose as many bits as the offset has more than they.
constexpr double kFarthest = 256;

// Bits for zooming on without a new reference: so many, and a share of those needed, because deep
// down a new one takes longer.
constexpr long kSpareBits = 64;
constexpr long kSpareShare = 32;

constexpr std::size_t kTablesKept = 3;

template <class Lock> bool lock_unless(Lock &lock, const std::atomic<bool> &stop) {
    using namespace std::chrono_literals;
    while (!stop)
        if (lock.try_lock_for(2ms))
            return true;
    return false;
}

/// value times zoom, about: within a double's range for what lies in a view.
double in_views(const Decimal &value, const Decimal &zoom) {
    return (value * zoom).to_double();
}

bool same_formula(const FormulaChoice &a, const FormulaChoice &b) {
    return a.id == b.id && a.julia == b.julia &&
           (!a.julia || (a.seed_re == b.seed_re && a.seed_im == b.seed_im));
}

} // namespace

Perturber::Perturber(int threads)
    : team_(threads > 0 ? threads
                        : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))) {}
Perturber::~Perturber() = default;

std::shared_ptr<const PerturbationData> Perturber::prepare(const PerturbationSpec &spec,
                                                           const TableNeeds &needs,
                                                           const std::atomic<bool> &stop,
                                                           PerturbationProgress *progress) {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (!lock_unless(lock, stop))
        return nullptr;
    auto data = std::make_shared<PerturbationData>();
    const Stopwatch reference_watch;
    choose_reference(spec);
    const auto before = orbit_;
    auto orbit = maker_.make(*reference_, stop, progress != nullptr ? &progress->orbit : nullptr);
    if (!orbit)
        return nullptr;
    orbit_ = std::move(orbit);
    data->reference_ms = orbit_ == before ? 0 : reference_watch.ms();
    if (progress != nullptr)
        progress->making_tables = true;
    const Stopwatch tables_watch;
    const auto levels = levels_for(spec, stop);
    if (stop)
        return nullptr;
    data->tables = tables_for(spec, levels, needs);
    data->tables_ms = tables_watch.ms();
    data->orbit = orbit_;
    data->needs = needs;
    // In units of 2^-exponent of the zoom, see make_request.
    const WideNumber zoom = to_wide(spec.view.zoom);
    const double unit = 1 / zoom.fraction;
    data->centre_re = unit * in_views(spec.view.re - reference_->re, spec.view.zoom);
    data->centre_im = unit * in_views(spec.view.im - reference_->im, spec.view.zoom);
    const double half_diagonal =
        2 * unit * std::hypot(spec.size.width, spec.size.height) / spec.size.height;
    data->c_size =
        1.0001 * (std::max(std::fabs(data->centre_re), std::fabs(data->centre_im)) + half_diagonal);
    return data;
}

void Perturber::choose_reference(const PerturbationSpec &spec) {
    ReferenceSpec wanted;
    wanted.formula = spec.formula;
    wanted.re = spec.view.re;
    wanted.im = spec.view.im;
    wanted.radius = divide(Decimal::from_double(2), spec.view.zoom, 20);
    wanted.limit = spec.limit;
    wanted.bailout = spec.bailout;
    wanted.bits = needed_bits(spec.view, spec.size.height);
    const bool is_near =
        reference_ && same_formula(reference_->formula, spec.formula) &&
        std::fabs(in_views(spec.view.re - reference_->re, spec.view.zoom)) <= 4 * kFarthest &&
        std::fabs(in_views(spec.view.im - reference_->im, spec.view.zoom)) <= 4 * kFarthest;
    // Also one that was stopped on its way: the maker goes on with it, so that a view that keeps
    // moving comes to its pictures.
    if (is_near && wanted.bits <= reference_->bits) {
        wanted.re = reference_->re;
        wanted.im = reference_->im;
        wanted.bits = reference_->bits;
    } else {
        wanted.bits = std::min(wanted.bits + kSpareBits + wanted.bits / kSpareShare,
                               ReferenceSpec::kMostBits);
        orbit_.reset();
    }
    reference_ = std::move(wanted);
}

std::shared_ptr<const AnyJumpLevels> Perturber::levels_for(const PerturbationSpec &spec,
                                                           const std::atomic<bool> &stop) {
    if (levels_ && levels_->orbit == orbit_ && levels_->approximation == spec.approximation)
        return levels_->levels;
    const OrbitSpan span{orbit_->z, orbit_->tiny, orbit_->restart};
    auto levels = std::make_shared<const AnyJumpLevels>(
        make_jump_levels(spec.formula.id, span, spec.approximation, kTolerance, team_, stop));
    if (!stop)
        levels_ = Levels{orbit_, spec.approximation, levels};
    return levels;
}

std::shared_ptr<const AnyJumpTables>
Perturber::tables_for(const PerturbationSpec &spec, std::shared_ptr<const AnyJumpLevels> levels,
                      const TableNeeds &needs) {
    for (const Tables &known : tables_)
        if (known.levels == levels && known.needs == needs)
            return known.tables;
    const OrbitSpan span{orbit_->z, orbit_->tiny, orbit_->restart};
    auto tables = make_jump_tables(spec.formula.id, span, *levels, needs);
    // Those of an older orbit would only hold its memory.
    std::erase_if(tables_, [&](const Tables &known) { return known.levels != levels; });
    tables_.push_front({std::move(levels), needs, tables});
    if (tables_.size() > kTablesKept)
        tables_.pop_back();
    return tables;
}

Perturbation::Perturbation(PerturbationSpec spec, std::shared_ptr<Perturber> perturber)
    : spec_(std::move(spec)),
      perturber_(perturber ? std::move(perturber) : std::make_shared<Perturber>()) {}

std::shared_ptr<const PerturbationData> Perturbation::get(const RenderRequest &request,
                                                          const std::atomic<bool> &stop) {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (!lock_unless(lock, stop))
        return nullptr;
    const TableNeeds needs = table_needs(request);
    if (const auto known = last(); known && known->needs == needs)
        return known;
    if (refusal_)
        throw InputError(*refusal_);
    try {
        auto data = perturber_->prepare(spec_, needs, stop, &progress_);
        if (data) {
            const std::lock_guard data_lock(data_mutex_);
            data_ = data;
        }
        return data;
    } catch (const InputError &error) {
        refusal_ = error.what();
        throw;
    }
}

std::shared_ptr<const PerturbationData> Perturbation::last() const {
    const std::lock_guard lock(data_mutex_);
    return data_;
}

TableNeeds table_needs(const RenderRequest &request) {
    TableNeeds needs;
    needs.f32 = is_f32(request.precision);
    needs.wide = can_be_wide(request.precision);
    needs.tracked = request.tracking.on;
    if (needs.tracked)
        needs.trap = request.tracking.trap;
    return needs;
}

template <class Real, int kLinear>
kernels::scalar::PerturbedView<Real, kLinear> perturbed_view(const RenderRequest &request,
                                                             const PerturbationData &data) {
    kernels::scalar::PerturbedView<Real, kLinear> view;
    view.tables = std::get<JumpTables<Real, kLinear>>(*data.tables).view;
    view.limit = request.limit;
    view.bailout_squared = static_cast<Real>(request.bailout * request.bailout);
    const kernels::WideReal size = kernels::wide_real(data.c_size, request.map_exponent);
    // Rounded upwards, so that no pixel lies beyond.
    Real mantissa = static_cast<Real>(size.a);
    if (mantissa < size.a)
        mantissa = std::nextafter(mantissa, Real(4));
    view.wide_c_size = {mantissa, 0, size.e};
    view.c_size = mantissa * kernels::ScalarOps<Real>::power_of_two(size.e);
    view.own = request.settings.julia ? Real(0) : Real(1);
    view.own_exponent = request.map_exponent;
    view.trap = kernels::rounded<Real>(request.tracking).trap;
    return view;
}

template kernels::scalar::PerturbedView<float, 2> perturbed_view(const RenderRequest &,
                                                                 const PerturbationData &);
template kernels::scalar::PerturbedView<float, 4> perturbed_view(const RenderRequest &,
                                                                 const PerturbationData &);
template kernels::scalar::PerturbedView<double, 2> perturbed_view(const RenderRequest &,
                                                                  const PerturbationData &);
template kernels::scalar::PerturbedView<double, 4> perturbed_view(const RenderRequest &,
                                                                  const PerturbationData &);

kernels::PixelMap perturbed_map(const RenderRequest &request, const PerturbationData &data) {
    kernels::PixelMap map = request.map;
    map.centre_re = data.centre_re;
    map.centre_im = data.centre_im;
    return map;
}

} // namespace fathom
