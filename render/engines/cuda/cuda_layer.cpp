#include "render/engines/cuda/cuda_layer.h"

#include "render/engines/cuda/host_copy.h"
#include "render/engines/engine.h"

#include <algorithm>
#include <utility>

namespace fathom::cuda {
namespace {

constexpr std::size_t kWord = sizeof(std::uint32_t);

std::size_t cells(Size size) {
    return static_cast<std::size_t>(size.width) * size.height;
}

} // namespace

CudaLayer::CudaLayer(std::shared_ptr<Context> context, Size size)
    : context_(std::move(context)), size_(size),
      words_((context_->use(), context_->device_memory().take(cells(size) * kWord))) {}

CudaLayer::~CudaLayer() {
    // The memory goes to others: nothing queued may still use it.
    log_failure(cudaStreamSynchronize(context_->display_stream()), "waiting for a layer's colours");
}

void CudaLayer::take(Frame &frame, int left, int top) {
    context_->use();
    part_ = frame.request().size;
    left_ = left;
    top_ = top;
    ShownTiles shown;
    while (!frame.show(*this, shown)) {
        // A tile was being coloured, and comes the next time.
    }
    if (std::exchange(tiles_came_, false))
        place_host_words();
}

bool CudaLayer::put_from_device(void *, const Write &write) {
    if (part_.width == size_.width) { // rows of it follow each other here, too
        write(words_.as<std::uint32_t>() + static_cast<std::size_t>(top_) * size_.width);
        return true;
    }
    make_room(cells(part_));
    write(part_words_->as<std::uint32_t>());
    place(part_words_->as<std::uint32_t>(), part_, cudaMemcpyDeviceToDevice);
    return true;
}

// What is queued for the part before comes first on the stream, so nothing waits for it here but
// where its memory goes.
void CudaLayer::make_room(std::size_t words) {
    if (part_room_ >= words)
        return;
    if (part_words_)
        FATHOM_CUDA_CHECK(cudaStreamSynchronize(context_->display_stream()));
    part_room_ = 0;
    part_words_.reset();
    part_words_ = context_->device_memory().take(words * kWord);
    part_room_ = words;
}

void CudaLayer::place(const std::uint32_t *words, Size size, cudaMemcpyKind kind) {
    std::uint32_t *to =
        words_.as<std::uint32_t>() + static_cast<std::size_t>(top_) * size_.width + left_;
    FATHOM_CUDA_CHECK(cudaMemcpy2DAsync(to, size_.width * kWord, words, size.width * kWord,
                                        size.width * kWord, static_cast<std::size_t>(size.height),
                                        kind, context_->display_stream()));
}

void CudaLayer::place_host_words() {
    place(host_words_.data(), part_, cudaMemcpyHostToDevice);
    FATHOM_CUDA_CHECK(cudaStreamSynchronize(context_->display_stream())); // they are written anew
}

void CudaLayer::begin_tiles(Size size, bool) {
    host_words_.resize(cells(size));
    tiles_came_ = true;
}

void CudaLayer::put_tile(const ColourTile &tile) {
    const Region &region = tile.region;
    for (int y = 0; y < region.height; ++y)
        std::copy_n(tile.rgba + static_cast<std::size_t>(y) * tile.stride, region.width,
                    &host_words_[static_cast<std::size_t>(region.y + y) * part_.width + region.x]);
}

void CudaLayer::put_from_host(Size size, const Write &write) {
    host_words_.resize(cells(size));
    write(host_words_.data());
    place_host_words();
}

} // namespace fathom::cuda
