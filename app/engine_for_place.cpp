#include "app/engine_for_place.h"

#include "app/stop_signals.h"
#include "render/base/error.h"
#include "render/engines/device_failover.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/jobs/survey.h"

#include <memory>

namespace fathom {
int with_engine(const WhereOptions &where, const OutputOptions &output, const EngineWork &work) {
    const EngineOptions options = {where.threads, {}};
    const std::string device = where.device == "auto" ? automatic_device() : where.device;
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
