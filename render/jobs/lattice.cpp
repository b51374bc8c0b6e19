#include "render/jobs/lattice.h"

#include "render/engines/engine.h"
#include "render/engines/method_decision.h"
#include "render/places/location.h"

#include <algorithm>
#include <cmath>

namespace fathom {

Size lattice_of(Size size, int longest) {
    const int longer = std::max(size.width, size.height);
    if (longer <= longest)
        return size;
    const auto side = [&](int pixels) {
        return std::max(
            1, static_cast<int>(std::lround(static_cast<double>(longest) * pixels / longer)));
    };
    return {side(size.width), side(size.height)};
}

std::optional<SampleBuffer> count_lattice(Engine &engine, const Location &location, Size lattice,
                                          const Method &method, const std::atomic<bool> &stop) {
    RenderRequest request =
        make_request(location, lattice, {0, 0, lattice.width, lattice.height}, {}, method);
    request.contents = FrameContents::counts;
    const std::shared_ptr<Frame> frame = engine.make_frame(request);
    if (!frame->iterate(stop))
        return std::nullopt;
    SampleBuffer samples(request);
    frame->read_samples(samples);
    return samples;
}

} // namespace fathom
