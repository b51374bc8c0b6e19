#pragma once
#include "kernels/colour/layer_mean.h"
#include "kernels/cuda/mean.h"

#include <cstdint>
#include <cuda_runtime.h>

namespace fathom::kernels::cuda {

/// From the coarsest to the finest; each pixel is of the finest that has it, and one of them has
/// to.
struct Layers {
    LayerPlanes layers[kMostLayers];
    int count = 0;
};

/// Queues the addition of a sample a pixel, the mean of what it covers of its layer.
void launch_layers_add(const MeanPlanes &planes, const Layers &layers, cudaStream_t stream);

/// Likewise of layers that are turned against the picture; a pixel that none has is of the first.
struct TurnedLayers {
    struct Layer {
        const std::uint32_t *words = nullptr;
        PointFrame frame;
    };
    Layer layers[kMostLayers];
    int count = 0;
};
void launch_layers_add(const MeanPlanes &planes, const TurnedLayers &layers, cudaStream_t stream);

} // namespace fathom::kernels::cuda
