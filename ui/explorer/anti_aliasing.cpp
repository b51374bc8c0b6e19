#include "ui/explorer/anti_aliasing.h"

#include "ui/explorer/messages.h"
#include "ui/state/motion.h"
#include "ui/state/session.h"
#include "ui/texts/view.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace fathom::ui {

void AntiAliasing::set_samples(int samples) {
    samples_ = std::clamp(samples, 1, kMostSamplesAtRest);
    messages_.note(fmt::format("samples {}", samples_));
}

void AntiAliasing::next_samples() {
    const auto *next =
        std::upper_bound(std::begin(kSampleChoices), std::end(kSampleChoices), samples_);
    set_samples(next == std::end(kSampleChoices) ? 1 : *next);
    messages_.say(samples_ == 1 ? texts::view::kSamplesOff
                                : fmt::format(texts::view::kSamplesAre, samples_));
}

void AntiAliasing::refine(EngineFeed *engine, bool at_rest) {
    const Picture *picture = engine == nullptr ? nullptr : engine->picture(session_.generation());
    const auto refined = picture == nullptr ? nullptr : engine->refined();
    // Other colours may come with all their samples at once.
    if (std::exchange(last_, refined) != refined && refined && refined->samples == samples_)
        messages_.note(
            fmt::format("refined {} {} {}", engine->info().id, picture->generation, samples_));
    if (engine != nullptr && at_rest)
        engine->refine(session_, samples_);
}

} // namespace fathom::ui
