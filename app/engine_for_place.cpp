#include "app/engine_for_place.h"

#include "app/stop_signals.h"
#include "render/base/error.h"
#include "render/engines/device_failover.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/jobs/survey.h"

#include <memory>

namespace fathom {
namespace {

/// `device`: what `where` asks for, chosen for it where it leaves that open.
int with_device(const std::string &device, const WhereOptions &where, const OutputOptions &output,
                const EngineWork &work) {
    const EngineOptions options = {where.threads, {}};
    std::unique_ptr<Engine> engine;
    try {
        engine = make_engine(device, options);
        return work(*engine);
    } catch (const DeviceError &error) {
        if (device == where.device || device == "cpu")
            throw;
        print_warnings({takeover_words(device, error.what(), engine != nullptr)}, output);
    }
    engine = make_engine("cpu", options);
    return work(*engine);
}

} // namespace

int with_engine(const WhereOptions &where, const OutputOptions &output, const EngineWork &work) {
    return with_device(where.device == "auto" ? automatic_device() : where.device, where, output,
                       work);
}

int with_export_engine(const WhereOptions &where, const OutputOptions &output,
                       const EngineWork &work) {
    return with_device(where.device == "auto" ? automatic_export_device() : where.device, where,
                       output, work);
}

bool settle(const WhereOptions &where, const OutputOptions &output, Place &place) {
    if (!place.location.automatic_iterations && !needs_fit(place.location) && !place.unskew)
        return true;
    bool settled = false;
    with_engine(where, output, [&](Engine &engine) {
        const StopSignals signals;
        settled = settle(place, engine, nullptr, signals.stop());
        return 0;
    });
    return settled;
}

} // namespace fathom
