#pragma once
#include "render/engines/engine.h"

#include <atomic>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace fathom {

/// The colours of all pixels as Frame::read_rgba gives them, row by row.
inline std::vector<std::uint32_t> colours_of(Frame &frame) {
    const Size size = frame.request().size;
    // Not what a frame without colours would leave by itself.
    std::vector<std::uint32_t> rgba(static_cast<std::size_t>(size.width) * size.height, 0xdeadbeef);
    frame.read_rgba(rgba.data());
    return rgba;
}

/// Likewise of a whole picture, of which it expects success.
inline std::vector<std::uint32_t> colours_of(Engine &engine, const RenderRequest &request) {
    const std::atomic<bool> stop = false;
    const auto frame = engine.make_frame(request);
    EXPECT_TRUE(frame->iterate(stop));
    return colours_of(*frame);
}

} // namespace fathom
