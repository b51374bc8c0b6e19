#include "ui/live/progress.h"

#include "render/deep/perturbation.h"
#include "ui/state/number_text.h"
#include "ui/texts/status.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fathom::ui {

std::string describe(const Progress &progress) {
    const double percent = std::floor(progress.share * 100); // 100 only when it is
    switch (progress.state) {
    case Progress::State::starting:
        return texts::status::kStarting;
    case Progress::State::waiting:
        return texts::status::kWaiting;
    case Progress::State::computing:
        if (!progress.doing.empty())
            return progress.doing;
        // Before the first samples are final there are coarse ones to be seen.
        if (progress.share <= 0)
            return texts::status::kPreview;
        return percent < 1 ? fmt::format(texts::status::kComputingSlowly, progress.share * 100)
                           : fmt::format(texts::status::kComputing, percent);
    case Progress::State::stopped:
        return fmt::format(texts::status::kStopped, percent);
    case Progress::State::complete:
        break;
    }
    return {};
}

std::string describe(const PerturbationProgress &progress) {
    if (progress.making_tables)
        return texts::status::kTables;
    const auto done = static_cast<double>(progress.orbit.done.load());
    const auto of = static_cast<double>(progress.orbit.of.load());
    const double percent = std::floor(of > 0 ? 100 * done / of : 0.0);
    // The limit may be far beyond what an orbit takes; its steps go on all the same.
    if (percent < 1)
        return done < 1000 ? texts::status::kOrbit
                           : fmt::format(texts::status::kOrbitSteps, short_count(done));
    return fmt::format(texts::status::kOrbitShare, percent);
}

Progress limit_progress(double share) {
    return {Progress::State::computing, share,
            fmt::format(texts::status::kFindingLimit, std::floor(share * 100))};
}

Progress together(const std::vector<Progress> &engines) {
    double sum = 0;
    for (const Progress &engine : engines)
        sum += engine.share;
    const double mean = sum / static_cast<double>(engines.size());
    const auto any = [&](Progress::State state) {
        return std::any_of(engines.begin(), engines.end(),
                           [&](const Progress &engine) { return engine.state == state; });
    };
    using State = Progress::State;
    if (any(State::computing) || any(State::waiting))
        return {State::computing, mean, engines.front().doing};
    for (const State state : {State::starting, State::stopped})
        if (any(state))
            return {state, mean, {}};
    return {State::complete, 1, {}};
}

} // namespace fathom::ui
