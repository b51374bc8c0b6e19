#pragma once
#include "kernels/cuda/mean.h"
#include "render/engines/cuda/context.h"
#include "render/engines/frame_mean.h"

#include <optional>

namespace fathom::cuda {

/// Means in the memory of one GPU, best of that GPU's frames.
class CudaMean : public FrameMean {
  public:
    /// `packed` as make_host_mean. Throws DeviceError.
    CudaMean(std::shared_ptr<Context> context, bool packed);
    ~CudaMean() override;
    CudaMean(const CudaMean &) = delete;
    CudaMean &operator=(const CudaMean &) = delete;

    void begin(Size size, int left, int top) override;
    std::shared_ptr<ColourLayer> make_layer(Size size) override;
    void resolve(std::span<std::uint8_t> rgb) override;
    void resolve_sixteen_bits(std::span<std::uint8_t> rgb) override;
    void resolve_png_lines(int bits, std::span<std::uint8_t> lines) override;
    void resolve_ycbcr(const kernels::YcbcrFrame &frame, std::span<std::uint8_t> planes) override;

    void begin_tiles(Size size, bool first) override;
    void put_tile(const ColourTile &tile) override;
    [[nodiscard]] bool accepts_device(Size size, int cuda_device) override;
    /// What `write` throws passes: a mean cannot do without one of its samples.
    bool put_from_device(void *stream, const Write &write) override;
    void put_from_host(Size size, const Write &write) override;

  private:
    void count_sample() override;
    void add_layers(std::span<const PlacedLayer> layers) override;
    void add_layers(std::span<const TurnedLayer> layers) override;
    /// Queues the means, of 8 or 16 bits, into the words' memory, which is free by then.
    void queue_means(int bits);
    [[nodiscard]] std::size_t pixels() const noexcept;
    /// Adds words of the device.
    void add_words();
    /// Those of the host.
    void add_host_words();

    const std::shared_ptr<Context> context_;
    kernels::cuda::MeanPlanes planes_;
    MemoryPool<DeviceMemory>::Lease tables_;
    std::optional<MemoryPool<DeviceMemory>::Lease> sums_, words_;
    std::vector<std::uint32_t> host_words_; ///< of frames that are not on this device
    bool tiles_came_ = false;               ///< that are not added yet
};

} // namespace fathom::cuda
