#include "render/engines/cuda/cuda_mean.h"

#include "kernels/cuda/layer_mean.h"
#include "kernels/cuda/ycbcr.h"
#include "render/engines/cuda/cuda_layer.h"
#include "render/engines/cuda/host_copy.h"
#include "render/engines/light_tables.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace fathom::cuda {
namespace {

constexpr std::size_t kLightBytes = kernels::kSampleLevels * sizeof(std::uint32_t);
constexpr std::size_t kLevelBytes = 65536 * sizeof(std::uint16_t);
constexpr std::size_t kByteBytes = 65536;
// Of a word that is added, or of a mean of 8 or 16 bits a channel.
constexpr std::size_t kWidestPixel = 3 * sizeof(std::uint16_t);

} // namespace

// All is queued on the display stream, where the frames' colours come from.
CudaMean::CudaMean(std::shared_ptr<Context> context, bool packed)
    : context_(std::move(context)),
      tables_((context_->use(),
               context_->device_memory().take(kLightBytes + kLevelBytes + kByteBytes))) {
    const LightTables host;
    std::vector<std::byte> all(kLightBytes + kLevelBytes + kByteBytes);
    std::memcpy(all.data(), host.view().light, kLightBytes);
    std::memcpy(all.data() + kLightBytes, host.view().level, kLevelBytes);
    std::memcpy(all.data() + kLightBytes + kLevelBytes, host.view().byte, kByteBytes);
    const cudaStream_t stream = context_->display_stream();
    FATHOM_CUDA_CHECK(cudaMemcpyAsync(tables_.as<void>(), all.data(), all.size(),
                                      cudaMemcpyHostToDevice, stream));
    FATHOM_CUDA_CHECK(cudaStreamSynchronize(stream)); // `all` goes
    const std::byte *bytes = tables_.as<std::byte>();
    planes_.tables = {reinterpret_cast<const std::uint32_t *>(bytes),
                      reinterpret_cast<const std::uint8_t *>(bytes + kLightBytes + kLevelBytes),
                      reinterpret_cast<const std::uint16_t *>(bytes + kLightBytes)};
    planes_.packed = packed;
}

CudaMean::~CudaMean() {
    // The memory goes to others: nothing queued may still use it.
    log_failure(cudaStreamSynchronize(context_->display_stream()), "waiting for means");
}

std::size_t CudaMean::pixels() const noexcept {
    return static_cast<std::size_t>(planes_.width) * planes_.height;
}

void CudaMean::begin(Size size, int left, int top) {
    context_->use();
    const bool same = planes_.width == size.width && planes_.height == size.height && sums_;
    planes_.width = size.width;
    planes_.height = size.height;
    planes_.left = left;
    planes_.top = top;
    planes_.samples = 0;
    if (!same) {
        FATHOM_CUDA_CHECK(cudaStreamSynchronize(context_->display_stream()));
        sums_.reset();
        words_.reset();
        sums_ = context_->device_memory().take(3 * pixels() * sizeof(std::uint32_t));
        words_ = context_->device_memory().take(pixels() * kWidestPixel);
    }
    planes_.sums = sums_->as<std::uint32_t>();
    FATHOM_CUDA_CHECK(cudaMemsetAsync(planes_.sums, 0, 3 * pixels() * sizeof(std::uint32_t),
                                      context_->display_stream()));
}

void CudaMean::add_words() {
    kernels::cuda::launch_mean_add(planes_, words_->as<std::uint32_t>(),
                                   context_->display_stream());
    FATHOM_CUDA_CHECK(cudaGetLastError());
}

void CudaMean::queue_means(int bits) {
    context_->use();
    const cudaStream_t stream = context_->display_stream();
    if (bits == 16)
        kernels::cuda::launch_mean_resolve_sixteen_bits(planes_, words_->as<std::uint16_t>(),
                                                        stream);
    else
        kernels::cuda::launch_mean_resolve(planes_, words_->as<std::uint8_t>(), stream);
    FATHOM_CUDA_CHECK(cudaGetLastError());
}

void CudaMean::resolve(std::span<std::uint8_t> rgb) {
    queue_means(8);
    copy_to_host(*context_, rgb.data(), words_->as<void>(), rgb.size());
}

void CudaMean::resolve_sixteen_bits(std::span<std::uint8_t> rgb) {
    queue_means(16);
    copy_to_host(*context_, rgb.data(), words_->as<void>(), rgb.size());
}

void CudaMean::resolve_png_lines(int bits, std::span<std::uint8_t> lines) {
    queue_means(bits);
    const kernels::PngLines layout = png_lines({planes_.width, planes_.height}, bits);
    const auto filtered = context_->device_memory().take(layout.bytes());
    const Drain drain(context_->display_stream());
    kernels::cuda::launch_png_lines(layout, words_->as<std::uint8_t>(), filtered.as<std::uint8_t>(),
                                    context_->display_stream());
    FATHOM_CUDA_CHECK(cudaGetLastError());
    copy_to_host(*context_, lines.data(), filtered.as<void>(), lines.size());
}

void CudaMean::resolve_ycbcr(const kernels::YcbcrFrame &frame, std::span<std::uint8_t> planes) {
    queue_means(frame.bits == 8 ? 8 : 16);
    const auto made = context_->device_memory().take(frame.bytes());
    const Drain drain(context_->display_stream());
    kernels::cuda::launch_ycbcr(frame, words_->as<std::uint8_t>(), made.as<std::uint8_t>(),
                                context_->display_stream());
    FATHOM_CUDA_CHECK(cudaGetLastError());
    copy_to_host(*context_, planes.data(), made.as<void>(), planes.size());
}

std::shared_ptr<ColourLayer> CudaMean::make_layer(Size size) {
    return std::make_shared<CudaLayer>(context_, size);
}

void CudaMean::add_layers(std::span<const PlacedLayer> layers) {
    context_->use();
    kernels::cuda::Layers placed;
    for (const PlacedLayer &layer : layers)
        placed.layers[placed.count++] = {static_cast<const CudaLayer *>(layer.layer)->words(),
                                         layer.x, layer.y};
    kernels::cuda::launch_layers_add(planes_, placed, context_->display_stream());
    FATHOM_CUDA_CHECK(cudaGetLastError());
}

void CudaMean::add_layers(std::span<const TurnedLayer> layers) {
    context_->use();
    kernels::cuda::TurnedLayers placed;
    for (const TurnedLayer &layer : layers)
        placed.layers[placed.count++] = {static_cast<const CudaLayer *>(layer.layer)->words(),
                                         kernels::point_frame(layer.grid)};
    kernels::cuda::launch_layers_add(planes_, placed, context_->display_stream());
    FATHOM_CUDA_CHECK(cudaGetLastError());
}

bool CudaMean::accepts_device(Size size, int cuda_device) {
    return size.width == planes_.width && size.height == planes_.height &&
           cuda_device == context_->device();
}

bool CudaMean::put_from_device(void *, const Write &write) {
    write(words_->as<std::uint32_t>());
    add_words();
    return true;
}

void CudaMean::count_sample() {
    if (std::exchange(tiles_came_, false))
        add_host_words();
    ++planes_.samples;
}

void CudaMean::begin_tiles(Size, bool) {
    host_words_.resize(pixels());
    tiles_came_ = true;
}

void CudaMean::put_tile(const ColourTile &tile) {
    const Region &region = tile.region;
    for (int y = 0; y < region.height; ++y)
        std::copy_n(
            tile.rgba + static_cast<std::size_t>(y) * tile.stride, region.width,
            &host_words_[static_cast<std::size_t>(region.y + y) * planes_.width + region.x]);
}

void CudaMean::put_from_host(Size, const Write &write) {
    host_words_.resize(pixels());
    write(host_words_.data());
    add_host_words();
}

void CudaMean::add_host_words() {
    context_->use();
    const cudaStream_t stream = context_->display_stream();
    FATHOM_CUDA_CHECK(cudaMemcpyAsync(words_->as<void>(), host_words_.data(),
                                      pixels() * sizeof(std::uint32_t), cudaMemcpyHostToDevice,
                                      stream));
    FATHOM_CUDA_CHECK(cudaStreamSynchronize(stream)); // they are written anew
    add_words();
}

} // namespace fathom::cuda
