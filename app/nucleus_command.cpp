#include "app/commands.h"
#include "app/engine_for_place.h"
#include "app/progress_bar.h"
#include "app/stop_signals.h"
#include "render/deep/misiurewicz.h"
#include "render/deep/nucleus.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <future>
#include <nlohmann/json.hpp>

namespace fathom {
namespace {

/// search(location, stop, progress) on a thread of its own, while this one shows how far it is.
template <class Search>
auto watch(Search search, const Location &location, const OutputOptions &output) {
    const StopSignals signals;
    SearchProgress progress;
    auto result = std::async(std::launch::async, [&] {
        const RealCacheGuard guard;
        return search(location, signals.stop(), &progress);
    });
    ProgressBar bar(output.quiet);
    while (result.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
        const auto of = static_cast<double>(std::max<std::uint64_t>(progress.of, 1));
        bar.show(std::min(static_cast<double>(progress.done) / of, 1.0));
    }
    return result.get();
}

int stopped() {
    print_error("stopped; nothing was found yet");
    return kInterruptedExitCode;
}

int print_nucleus(const Location &location, const OutputOptions &output) {
    const auto nucleus = watch(find_nucleus, location, output);
    if (!nucleus)
        return stopped();
    if (output.json)
        print_json({{"period", nucleus->period},
                    {"re", nucleus->re.to_string()},
                    {"im", nucleus->im.to_string()},
                    {"size", nucleus->size.to_string()},
                    {"turn", nucleus->turn_degrees},
                    {"newton_steps", nucleus->newton_steps}});
    else
        print_text(fmt::format("period  {}\nre      {}\nim      {}\nsize    {}\nturn    {:.3f} "
                               "degrees\nfound in {} steps of Newton's method\n",
                               nucleus->period, nucleus->re.to_string(), nucleus->im.to_string(),
                               nucleus->size.to_string(), nucleus->turn_degrees,
                               nucleus->newton_steps));
    return 0;
}

int print_misiurewicz(const Location &location, const OutputOptions &output) {
    const auto point = watch(find_misiurewicz, location, output);
    if (!point)
        return stopped();
    if (output.json)
        print_json({{"preperiod", point->preperiod},
                    {"period", point->period},
                    {"re", point->re.to_string()},
                    {"im", point->im.to_string()},
                    {"multiplier", point->multiplier.to_string()},
                    {"turn", point->turn_degrees},
                    {"newton_steps", point->newton_steps}});
    else
        print_text(fmt::format("preperiod   {}\nperiod      {}\nre          {}\nim          {}\n"
                               "multiplier  {}, turned by {:.3f} degrees\nfound in {} steps of "
                               "Newton's method\n",
                               point->preperiod, point->period, point->re.to_string(),
                               point->im.to_string(), point->multiplier.to_string(),
                               point->turn_degrees, point->newton_steps));
    return 0;
}

} // namespace

int run(const NucleusCommand &command, const OutputOptions &output) {
    Place place = resolve_place(command.where);
    print_warnings(place.warnings, output);
    if (!settle(command.where, output, place))
        return stopped();
    return command.misiurewicz ? print_misiurewicz(place.location, output)
                               : print_nucleus(place.location, output);
}

} // namespace fathom
