#include "render/engines/cuda/slice_schedule.h"

#include <algorithm>
#include <cmath>

namespace fathom::cuda {
namespace {

using kernels::kCoarsestStride;

// What a slice should take. The first one of a pass is planned for a device at its ceiling, so it
// may take half as long again: inside the 8 ms that keep a display smooth.
constexpr double kSliceMs = 5;
constexpr int kMostBands = 4;
// Where a watched picture takes long, its finest lattices are made in so many bands.
constexpr int kFocusBands = 6;
constexpr int kFocusStride = 2;
// A perturbed picture that is expected to take no longer is made at once.
constexpr double kQuickMs = 10;
// Perturbed orbits that wait for others leave a slice before its end, so rounds that would take so
// many times as long take about as long as planned.
constexpr double kRoundsLeftOut = 2;
// What a slice may list of the orbits that it leaves.
constexpr double kMostListed = double(1ULL << 30);

} // namespace

bool SliceSchedule::run() {
    const Size size = request_.size;
    const auto lattice = [&](int stride) {
        return std::ceil(double(size.width) / stride) * std::ceil(double(size.height) / stride);
    };
    // A frame that is done in a slice or two needs no coarse picture before it.
    const bool coarse_first = request_.progressive && is_heavy();
    const int first = coarse_first ? kCoarsestStride : 1;
    for (int stride = first; stride >= 1; stride /= 2) {
        const bool skip_coarser = stride < first;
        const double samples = lattice(stride) - (skip_coarser ? lattice(2 * stride) : 0);
        const double before = skip_coarser ? lattice(2 * stride) / lattice(1) : 0;
        const Pass pass{stride, skip_coarser, samples, before, samples / lattice(1)};
        if (samples > 0 && !run_pass(pass))
            return false;
        if (stride == first && first != 1 && turns_out_quick(samples, lattice(1))) {
            // Every band of every lattice would wait for its longest orbits.
            if (!run_pass({1, false, lattice(1), 0, 1}))
                return false;
            break;
        }
    }
    return true;
}

bool SliceSchedule::run_pass(const Pass &pass) {
    const int height = request_.size.height;
    double done = 0;
    for (const Band &band : bands_of(pass)) {
        const double share = double(band.end_row - band.first_row) / height;
        const Pass part{pass.stride, pass.skip_coarser, pass.samples * share,
                        pass.progress_before + pass.share * done, pass.share * share};
        if (!run_band(band, part))
            return false;
        done += share;
    }
    return true;
}

std::vector<Band> SliceSchedule::bands_of(const Pass &pass) const {
    const int height = request_.size.height;
    if (context_.fits_one_launch(request_)) // SliceMethod::whole takes no bands, and lists nothing
        return {{pass.stride, pass.skip_coarser, 0, height}};
    // Orbits that need no second slice are fastest, so a picture of a few slices is cut into rows
    // instead; beyond, each band's slowest orbits would be waited for too often.
    const double slices =
        std::ceil(static_cast<double>(request_.limit) / first_steps(pass.samples));
    int cuts = slices <= kMostBands ? static_cast<int>(slices) : 1;
    // What takes long to finish is finished first where somebody looks.
    const bool from_focus = request_.progressive && pass.stride <= kFocusStride &&
                            pass.skip_coarser && slices > kFocusBands;
    if (from_focus)
        cuts = kFocusBands;
    const double listed = pass.samples * static_cast<double>(slices_.orbit_bytes());
    cuts = std::max(cuts, static_cast<int>(std::ceil(listed / kMostListed)));
    // Tiles and lattices begin at multiples of this.
    constexpr int kAlignment = 8 * kCoarsestStride;
    const int rows = (height / cuts / kAlignment + 1) * kAlignment;
    std::vector<Band> bands;
    for (int row = 0; row < height; row += rows)
        bands.push_back({pass.stride, pass.skip_coarser, row, std::min(row + rows, height)});
    if (from_focus) {
        const int focus = request_.focus ? request_.focus->second : height / 2;
        const auto distance = [focus](const Band &band) {
            return std::max({0, band.first_row - focus, focus - band.end_row});
        };
        std::stable_sort(bands.begin(), bands.end(),
                         [&](const auto &a, const auto &b) { return distance(a) < distance(b); });
    }
    return bands;
}

bool SliceSchedule::run_band(const Band &band, const Pass &pass) {
    // Rounds of a perturbed orbit are never more than its steps.
    const auto limit =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(request_.limit, 0xffffffffU));
    const auto whole = [limit](double steps) {
        return static_cast<std::uint32_t>(std::min<double>(steps, limit));
    };
    // A little more than planned beats a second slice for a few steps.
    double steps = planned_steps(pass.samples);
    if (limit < 1.25 * steps)
        steps = limit;
    // However it is measured, a slice must not become all overhead.
    const double least = std::max(1.0, std::floor(steps / 16));
    double taken = 0;
    for (;;) {
        if (stop_)
            return false;
        const auto [pending, ms] =
            taken == 0 ? slices_.begin_band(band, whole(steps)) : slices_.go_on(whole(steps));
        taken += steps;
        const double left = std::min(1.0, static_cast<double>(pending) / pass.samples);
        const double iterated = std::min(1.0, taken / limit);
        went_on_(pass.progress_before + pass.share * (1 - left * (1 - iterated)));
        if (pending == 0)
            return true;
        // Samples only drop out, so a step never gets dearer: this cannot overshoot by much. Where
        // few are left, it is other frames that a slice has waited for: shorter ones would wait as
        // long.
        const double fitting = std::floor(steps * kSliceMs / std::max(ms, 1e-3));
        const double next = slices_.are_few_left() ? std::max(fitting, steps) : fitting;
        // Perturbed orbits differ so much in length that few warps would stay full: those that run
        // on are put together anew whenever they have done as much again, or what is planned for so
        // few.
        const double most = request_.perturbation
                                ? std::max(taken, planned_steps(static_cast<double>(pending)))
                                : 64 * steps;
        steps = std::clamp(next, least, most);
    }
}

double SliceSchedule::first_steps(double samples) const {
    // Too few samples to fill the device take the time of a full one.
    const double busy = std::max(samples, context_.resident_threads());
    return std::max(16.0, std::floor(kSliceMs * context_.iterations_per_ms(request_) / busy));
}

double SliceSchedule::planned_steps(double samples) const {
    return first_steps(samples) * (request_.perturbation ? kRoundsLeftOut : 1);
}

bool SliceSchedule::is_heavy() const {
    const Size size = request_.size;
    const double samples = double(size.width) * size.height;
    return request_.limit > first_steps(samples);
}

bool SliceSchedule::turns_out_quick(double samples, double all) const {
    if (!request_.perturbation)
        return false;
    // The first lattice's samples may have left most of the device idle.
    const double busy = std::max(samples, context_.resident_threads());
    return slices_.ms() * std::max(1.0, all / busy) <= kQuickMs;
}

} // namespace fathom::cuda
