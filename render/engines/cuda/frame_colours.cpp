#include "render/engines/cuda/frame_colours.h"

#include "kernels/cuda/launch.h"
#include "render/engines/colour_params.h"
#include "render/places/palette.h"

namespace fathom::cuda {

FrameColours::FrameColours(Context &context, const RenderRequest &request,
                           const DevicePlanes &planes, StreamOrder &order)
    : context_(context), request_(request), planes_(planes), order_(order) {
    set(request.colour);
}

void FrameColours::set(const ColourSettings &settings) {
    auto palette = context_.device_palette(settings.lut);
    auto ranks = context_.device_ranks(settings.ranks);
    const auto held = order_.hold();
    // A queued colour pass may still read the old ones, which may go with their last frame.
    if (palette != palette_ || ranks != ranks_)
        order_.wait_for_colours();
    palette_ = std::move(palette);
    ranks_ = std::move(ranks);
    settings_ = settings;
}

kernels::ColourParams FrameColours::on_device() const {
    const auto *ranks = ranks_ ? ranks_->as<const float>() : nullptr;
    const auto *lut = palette_->as<const std::uint32_t>();
    const std::size_t entries = settings_.lut->size();
    const auto *fine = lut + entries;
    const bool summed = entries <= kernels::kMostFilteredEntries;
    return colour_params(settings_, request_,
                         {lut, ranks, summed ? fine + 3 * entries : nullptr, fine});
}

void FrameColours::colour_into(std::uint32_t *device_rgba) {
    context_.use();
    const cudaStream_t stream = context_.display_stream();
    order_.colours([&] {
        if (const std::uint32_t *made = planes_.colours())
            FATHOM_CUDA_CHECK(cudaMemcpyAsync(device_rgba, made, planes_.count() * sizeof *made,
                                              cudaMemcpyDeviceToDevice, stream));
        else
            with_real(request_.precision, [&]<class Real>() {
                kernels::cuda::launch_colour(planes_.planes<Real>(), on_device(), device_rgba,
                                             stream);
            });
    });
}

} // namespace fathom::cuda
