#include "ui/live/progress.h"

#include "render/deep/perturbation.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fathom {

std::string describe(const Headway &headway) {
    const double percent = std::floor(headway.share * 100); // 100 only when it is
    switch (headway.state) {
    case Headway::State::starting:
        return "starting...";
    case Headway::State::waiting:
        return "waits for its turn";
    case Headway::State::computing:
        if (!headway.doing.empty())
            return headway.doing;
        return fmt::format("computing {:.0f} %", percent);
    case Headway::State::stopped:
        return fmt::format("stopped at {:.0f} %, incomplete", percent);
    case Headway::State::complete:
        break;
    }
    return {};
}

std::string describe(const PerturbationProgress &progress) {
    if (progress.making_tables)
        return "tables";
    const auto done = static_cast<double>(progress.orbit.done.load());
    const auto of = static_cast<double>(progress.orbit.of.load());
    return fmt::format("reference orbit {:.0f} %", std::floor(of > 0 ? 100 * done / of : 0.0));
}

Headway together(const std::vector<Headway> &engines) {
    double sum = 0;
    for (const Headway &engine : engines)
        sum += engine.share;
    const double mean = sum / static_cast<double>(engines.size());
    const auto any = [&](Headway::State state) {
        return std::any_of(engines.begin(), engines.end(),
                           [&](const Headway &engine) { return engine.state == state; });
    };
    using State = Headway::State;
    if (any(State::computing) || any(State::waiting))
        return {State::computing, mean, engines.front().doing};
    for (const State state : {State::starting, State::stopped})
        if (any(state))
            return {state, mean, {}};
    return {State::complete, 1, {}};
}

} // namespace fathom
