#include "app/engine_for_place.h"

#include "app/progress_bar.h"
#include "app/stop_signals.h"
#include "render/base/error.h"
#include "render/engines/device_failover.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/jobs/automatic_limit.h"
#include "render/jobs/survey.h"

#include <chrono>
#include <future>
#include <memory>

namespace fathom::app {
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

bool settle_with_progress(Place &place, Engine &engine,
                          const std::shared_ptr<ReferenceCache> &reference_cache,
                          const std::atomic<bool> &stop, const OutputOptions &output) {
    LimitProgress progress;
    auto settled = std::async(std::launch::async, [&] {
        return settle(place, engine, reference_cache, stop, &progress);
    });
    ProgressBar bar(output.quiet);
    while (settled.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready)
        bar.show(progress.share());
    return settled.get();
}

bool settle(const WhereOptions &where, const OutputOptions &output, Place &place) {
    if (!place.location.automatic_iterations && !needs_fit(place.location) && !place.unskew)
        return true;
    bool settled = false;
    with_engine(where, output, [&](Engine &engine) {
        const StopSignals signals;
        settled = settle_with_progress(place, engine, nullptr, signals.stop(), output);
        return 0;
    });
    return settled;
}

} // namespace fathom::app
