#pragma once
#include "render/engines/cuda/context.h"
#include "render/engines/frame_mean.h"

#include <optional>
#include <vector>

namespace fathom::cuda {

/// A layer in the memory of one GPU. All is queued on the display stream.
class CudaLayer : public ColourLayer, private FrameDisplay {
  public:
    /// Throws DeviceError.
    CudaLayer(std::shared_ptr<Context> context, Size size);
    ~CudaLayer() override;
    CudaLayer(const CudaLayer &) = delete;
    CudaLayer &operator=(const CudaLayer &) = delete;

    [[nodiscard]] Size size() const noexcept override { return size_; }
    void take(Frame &frame, int left, int top) override;
    [[nodiscard]] const std::uint32_t *words() const noexcept { return words_.as<std::uint32_t>(); }

  private:
    void begin_tiles(Size size, bool first) override;
    void put_tile(const ColourTile &tile) override;
    [[nodiscard]] bool accepts_device(Size, int cuda_device) override {
        return cuda_device == context_->device();
    }
    /// What `write` throws passes: a layer cannot do without one of its parts.
    bool put_from_device(void *stream, const Write &write) override;
    void put_from_host(Size size, const Write &write) override;
    /// Has part_words_ take so many words.
    void make_room(std::size_t words);
    /// Queues the copy of a part of that size into its place.
    void place(const std::uint32_t *words, Size size, cudaMemcpyKind kind);
    void place_host_words();

    const std::shared_ptr<Context> context_;
    const Size size_;
    MemoryPool<DeviceMemory>::Lease words_;
    /// Of parts that are narrower, one after the other.
    std::optional<MemoryPool<DeviceMemory>::Lease> part_words_;
    std::size_t part_room_ = 0;             ///< of that, in words
    Size part_;                             ///< of the frame that is taken
    int left_ = 0, top_ = 0;                ///< likewise
    std::vector<std::uint32_t> host_words_; ///< of frames that are not on this device
    bool tiles_came_ = false;               ///< that are not placed yet
};

} // namespace fathom::cuda
