#include "kernels/cuda/layer_mean.h"

namespace fathom::kernels::cuda {
namespace {

constexpr unsigned kColumns = 32;
constexpr unsigned kRows = 8;

__global__ void __launch_bounds__(kColumns *kRows)
    add_kernel(const __grid_constant__ MeanPlanes planes, const __grid_constant__ Layers layers) {
    const int column = static_cast<int>(blockIdx.x * kColumns + threadIdx.x);
    const int row = static_cast<int>(blockIdx.y * kRows + threadIdx.y);
    if (column >= planes.width || row >= planes.height)
        return;
    int at = layers.count - 1;
    while (at > 0 && !has_pixel(layers.layers[at].x, layers.layers[at].y, column, row))
        --at;
    std::uint32_t *sums = planes.sums + 3 * (static_cast<std::size_t>(row) * planes.width + column);
    add_covered_light(layers.layers[at], column, row, planes.packed, planes.tables.light, sums);
}

__global__ void __launch_bounds__(kColumns *kRows)
    add_turned_kernel(const __grid_constant__ MeanPlanes planes,
                      const __grid_constant__ TurnedLayers layers) {
    const int column = static_cast<int>(blockIdx.x * kColumns + threadIdx.x);
    const int row = static_cast<int>(blockIdx.y * kRows + threadIdx.y);
    if (column >= planes.width || row >= planes.height)
        return;
    int at = layers.count - 1;
    CellPoint first = first_point(layers.layers[at].frame.grid, column, row);
    while (at > 0 && !has_points(layers.layers[at].frame, first)) {
        --at;
        first = first_point(layers.layers[at].frame.grid, column, row);
    }
    std::uint32_t *sums = planes.sums + 3 * (static_cast<std::size_t>(row) * planes.width + column);
    const LightsOfWords lights{layers.layers[at].words, planes.tables.light, planes.packed};
    add_light_of_points(layers.layers[at].frame, first, lights, sums);
}

dim3 blocks_of(const MeanPlanes &planes) {
    return {(planes.width + kColumns - 1) / kColumns, (planes.height + kRows - 1) / kRows};
}

} // namespace

void launch_layers_add(const MeanPlanes &planes, const Layers &layers, cudaStream_t stream) {
    add_kernel<<<blocks_of(planes), dim3(kColumns, kRows), 0, stream>>>(planes, layers);
}

void launch_layers_add(const MeanPlanes &planes, const TurnedLayers &layers, cudaStream_t stream) {
    add_turned_kernel<<<blocks_of(planes), dim3(kColumns, kRows), 0, stream>>>(planes, layers);
}

} // namespace fathom::kernels::cuda
