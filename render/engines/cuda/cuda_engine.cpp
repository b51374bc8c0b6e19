#include "render/engines/cuda/cuda_engine.h"

#include "render/engines/cuda/cuda_frame.h"

#include "render/base/error.h"
#include "render/engines/perturbed_request.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

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
// What a slice may list of the orbits that it leaves.
constexpr double kMostListed = double(1ULL << 30);

} // namespace

CudaEngine::CudaEngine(EngineInfo info, int device)
    : info_(std::move(info)), context_(std::make_shared<Context>(device)) {}

std::shared_ptr<Frame> CudaEngine::make_frame(const RenderRequest &request) {
    // Pending samples are listed by 32-bit numbers.
    if (static_cast<std::uint64_t>(request.size.width) * request.size.height > 0xffffffffU)
        throw DeviceError(fmt::format("{}: a picture of {} x {} pixels is too large for one frame; "
                                      "export it, which works in bands",
                                      info_.id, request.size.width, request.size.height));
    context_->use();
    return std::make_shared<CudaFrame>(context_, request);
}

bool CudaEngine::iterate(Frame &any_frame, const std::atomic<bool> &stop) {
    auto &frame = static_cast<CudaFrame &>(any_frame);
    if (const auto &perturbation = frame.request().perturbation) {
        const auto data = perturbation->get(table_needs(frame.request()), stop);
        if (!data)
            return false;
        context_->use();
        frame.set_perturbation(data);
    }
    context_->use();
    const Size size = frame.request().size;
    const auto lattice = [&](int stride) {
        return std::ceil(double(size.width) / stride) * std::ceil(double(size.height) / stride);
    };
    // A frame that is done in a slice or two needs no coarse picture before it.
    const bool coarse_first = frame.request().progressive && is_heavy(frame);
    const int first = coarse_first ? kCoarsestStride : 1;
    for (int stride = first; stride >= 1; stride /= 2) {
        const bool skip_coarser = stride < first;
        const double samples = lattice(stride) - (skip_coarser ? lattice(2 * stride) : 0);
        const double before = skip_coarser ? lattice(2 * stride) / lattice(1) : 0;
        const Pass pass{stride, skip_coarser, samples, before, samples / lattice(1)};
        if (samples > 0 && !run_pass(frame, pass, stop))
            return false;
        if (stride == first && first != 1 && turns_out_quick(frame, samples, lattice(1))) {
            // Every band of every lattice would wait for its longest orbits.
            if (!run_pass(frame, {1, false, lattice(1), 0, 1}, stop))
                return false;
            break;
        }
    }
    frame.finish();
    return true;
}

bool CudaEngine::run_pass(CudaFrame &frame, const Pass &pass, const std::atomic<bool> &stop) {
    const RenderRequest &request = frame.request();
    const int height = request.size.height;
    // Orbits that need no second slice are fastest, so a picture of a few slices is cut into rows
    // instead; beyond, each band's slowest orbits would be waited for too often.
    const double bands =
        context_->fits_one_launch(request)
            ? 1
            : std::ceil(static_cast<double>(request.limit) / first_steps(frame, pass.samples));
    int cuts = bands <= kMostBands ? static_cast<int>(bands) : 1;
    // What takes long to finish is finished first where somebody looks.
    const bool from_focus = request.progressive && pass.stride <= kFocusStride &&
                            pass.skip_coarser && bands > kFocusBands;
    if (from_focus)
        cuts = kFocusBands;
    const double listed = pass.samples * static_cast<double>(frame.orbit_bytes());
    cuts = std::max(cuts, static_cast<int>(std::ceil(listed / kMostListed)));
    // Tiles and lattices begin at multiples of this.
    constexpr int kAlignment = 8 * kCoarsestStride;
    const int rows = (height / cuts / kAlignment + 1) * kAlignment;
    std::vector<CudaFrame::Band> parts;
    for (int row = 0; row < height; row += rows)
        parts.push_back({pass.stride, pass.skip_coarser, row, std::min(row + rows, height)});
    if (from_focus) {
        const int focus = request.focus ? request.focus->second : height / 2;
        const auto distance = [focus](const CudaFrame::Band &band) {
            return std::max({0, band.first_row - focus, focus - band.end_row});
        };
        std::stable_sort(parts.begin(), parts.end(),
                         [&](const auto &a, const auto &b) { return distance(a) < distance(b); });
    }
    double done = 0;
    for (const CudaFrame::Band &band : parts) {
        const double share = double(band.end_row - band.first_row) / height;
        const Pass part{pass.stride, pass.skip_coarser, pass.samples * share,
                        pass.progress_before + pass.share * done, pass.share * share};
        if (!run_band(frame, band, part, stop))
            return false;
        done += share;
    }
    return true;
}

bool CudaEngine::run_band(CudaFrame &frame, const CudaFrame::Band &band, const Pass &pass,
                          const std::atomic<bool> &stop) {
    // Rounds of a perturbed orbit are never more than its steps.
    const auto limit =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(frame.request().limit, 0xffffffffU));
    const auto whole = [limit](double steps) {
        return static_cast<std::uint32_t>(std::min<double>(steps, limit));
    };
    // A little more than planned beats a second slice for a few steps.
    double steps = first_steps(frame, pass.samples);
    if (limit < 1.25 * steps)
        steps = limit;
    double taken = 0;
    for (;;) {
        if (stop)
            return false;
        const auto [pending, ms] =
            taken == 0 ? frame.begin_band(band, whole(steps)) : frame.go_on(whole(steps));
        taken += steps;
        const double left = std::min(1.0, static_cast<double>(pending) / pass.samples);
        const double iterated = std::min(1.0, taken / limit);
        frame.set_progress(pass.progress_before + pass.share * (1 - left * (1 - iterated)));
        if (pending == 0)
            return true;
        // Samples only drop out, so a step never gets dearer: this cannot overshoot by much.
        const double next = std::floor(steps * kSliceMs / std::max(ms, 1e-3));
        // Perturbed orbits differ so much in length that few warps would stay full: those that run
        // on are put together anew whenever they have done as much again.
        const double most = frame.request().perturbation ? taken : 64 * steps;
        steps = std::clamp(next, 1.0, most);
    }
}

double CudaEngine::first_steps(const CudaFrame &frame, double samples) const {
    // Too few samples to fill the device take the time of a full one.
    const double busy = std::max(samples, context_->resident_threads());
    return std::max(16.0,
                    std::floor(kSliceMs * context_->iterations_per_ms(frame.request()) / busy));
}

bool CudaEngine::is_heavy(const CudaFrame &frame) const {
    const Size size = frame.request().size;
    const double samples = double(size.width) * size.height;
    return frame.request().limit > first_steps(frame, samples);
}

bool CudaEngine::turns_out_quick(const CudaFrame &frame, double samples, double all) const {
    if (!frame.request().perturbation)
        return false;
    // The first lattice's samples may have left most of the device idle.
    const double busy = std::max(samples, context_->resident_threads());
    return frame.times().iterate_ms * std::max(1.0, all / busy) <= kQuickMs;
}

bool CudaEngine::refresh_colour(Frame &, const std::atomic<bool> &stop) {
    return !stop; // a CUDA frame colours itself whenever it is read
}

} // namespace fathom::cuda
