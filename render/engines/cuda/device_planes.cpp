#include "render/engines/cuda/device_planes.h"

#include "render/engines/colour_params.h"

namespace fathom::cuda {
namespace {

// The planes start here, aligned for any type; the counter has the bytes before them.
constexpr std::size_t kHeaderBytes = 256;

bool is_lean(const Context &context, const RenderRequest &request) {
    // Samples are coloured where they are made in plain schemes alone.
    if (request.contents == FrameContents::colours &&
        !kernels::is_plain(colour_params(request.colour, request, {})))
        return false;
    return request.contents != FrameContents::samples && context.fits_one_launch(request);
}

} // namespace

DevicePlanes::DevicePlanes(Context &context, const RenderRequest &request)
    : request_(request), lean_(is_lean(context, request)),
      memory_(context.device_memory().take(kHeaderBytes + plane_bytes())) {}

std::size_t DevicePlanes::count() const noexcept {
    return static_cast<std::size_t>(request_.size.width) * request_.size.height;
}

std::size_t DevicePlanes::real_bytes() const noexcept {
    return is_f32(request_.precision) ? sizeof(float) : sizeof(double);
}

std::size_t DevicePlanes::index_words() const noexcept {
    return kernels::counts_in_64_bits(request_.limit) ? 2 : 1;
}

std::size_t DevicePlanes::reals() const noexcept {
    using kernels::Tracks;
    const Tracks tracks = request_.tracking.level;
    return tracks == Tracks::all ? 5 : tracks == Tracks::gradient ? 4 : 2;
}

std::size_t DevicePlanes::plane_bytes() const noexcept {
    const std::size_t word = sizeof(std::uint32_t);
    if (lean_)
        return count() * word;
    const std::size_t atom = request_.tracking.level == kernels::Tracks::all ? word : 0;
    return count() * (index_words() * word + reals() * real_bytes() + atom);
}

std::byte *DevicePlanes::first_plane() const noexcept {
    return memory_.as<std::byte>() + kHeaderBytes;
}

std::uint32_t *DevicePlanes::colours() const noexcept {
    if (!lean_ || request_.contents != FrameContents::colours)
        return nullptr;
    return reinterpret_cast<std::uint32_t *>(first_plane());
}

template <class Real> kernels::SamplePlanes<Real> DevicePlanes::planes() const noexcept {
    const Size size = request_.size;
    std::byte *bytes = first_plane();
    if (lean_) {
        auto *n = request_.contents == FrameContents::counts ? bytes : nullptr;
        return {reinterpret_cast<std::uint32_t *>(n), nullptr, nullptr, size.width, size.height};
    }
    auto *zx = reinterpret_cast<Real *>(bytes);
    auto *n = reinterpret_cast<std::uint32_t *>(bytes + reals() * count() * real_bytes());
    kernels::SamplePlanes<Real> planes{n, zx, zx + count(), size.width, size.height};
    if (kernels::counts_in_64_bits(request_.limit))
        planes.n_high = n + count();
    if (request_.tracking.level != kernels::Tracks::none) {
        planes.gx = planes.zy + count();
        planes.gy = planes.gx + count();
    }
    if (request_.tracking.level == kernels::Tracks::all) {
        planes.trap = planes.gy + count();
        planes.atom = n + index_words() * count();
    }
    return planes;
}

template kernels::SamplePlanes<float> DevicePlanes::planes() const noexcept;
template kernels::SamplePlanes<double> DevicePlanes::planes() const noexcept;

bool DevicePlanes::are_like(const DevicePlanes &other) const noexcept {
    const RenderRequest &theirs = other.request_;
    return lean_ == other.lean_ && request_.contents == theirs.contents &&
           request_.size == theirs.size && request_.precision == theirs.precision &&
           request_.tracking.level == theirs.tracking.level && request_.limit == theirs.limit;
}

void DevicePlanes::mark_pending(cudaStream_t stream) {
    static_assert(kernels::kPending == 0xffffffffU, "the memset below writes bytes 0xff");
    if (lean_)
        return;
    FATHOM_CUDA_CHECK(cudaMemsetAsync(planes<float>().n, 0xff,
                                      index_words() * count() * sizeof(std::uint32_t), stream));
}

} // namespace fathom::cuda
