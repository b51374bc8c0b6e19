#pragma once
#include "render/engines/sample_buffer.h"

#include <span>

namespace fathom {

/// What sample_noise counts by.
constexpr int kNoiseOfAll = 65'536;

/// How much samples beside each other differ, which tells how many of them a pixel's mean needs: of
/// squares of `side` samples each way (at least 2) the mean difference between two opposite
/// corners, in places of an order of all samples by their escape indices, of which there are
/// kNoiseOfAll: 0 where neighbours escape together, a third of it where nothing is in order.
/// Colours do not matter. Whole numbers alone, so the same on all machines. `pictures`: finished,
/// some squares high and wide at least. 0 if there are no squares.
int sample_noise(std::span<const SampleBuffer> pictures, int side);

} // namespace fathom
