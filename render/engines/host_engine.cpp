#include "render/engines/host_engine.h"

#include "render/base/error.h"
#include "render/engines/host_context.h"
#include "render/engines/host_frame.h"

#include <fmt/format.h>
#include <new>

namespace fathom {

HostEngine::HostEngine(EngineInfo info, const kernels::TileLoops &loops, int threads,
                       bool shortcuts)
    : info_(std::move(info)), context_(std::make_shared<HostContext>(loops, threads, shortcuts)) {}

std::shared_ptr<Frame> HostEngine::make_frame(const RenderRequest &request) {
    try {
        return std::make_shared<HostFrame>(request, context_);
    } catch (const std::bad_alloc &) {
        throw DeviceError(fmt::format("{}: not enough memory for a picture of {} x {} pixels; "
                                      "choose a smaller one, or export it, which works in bands",
                                      info_.id, request.size.width, request.size.height));
    }
}

} // namespace fathom
