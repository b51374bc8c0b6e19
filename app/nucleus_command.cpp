#include "app/commands.h"
#include "app/engine_for_place.h"
#include "app/progress_bar.h"
#include "app/stop_signals.h"
#include "render/deep/misiurewicz.h"
#include "render/deep/nucleus.h"
#include "render/places/view.h"

#include <fmt/format.h>
#include <future>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace fathom::app {
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
    return wait_with_progress(std::move(result), progress.done, progress.of, output.quiet);
}

int stopped_search() {
    print_error("stopped; nothing was found yet");
    return kInterruptedExitCode;
}

/// Zooms of views about a nucleus.
struct NucleusZooms {
    Decimal whole;                 ///< shows the minibrot
    Decimal julia;                 ///< the embedded Julia set about it
    std::vector<Decimal> half_way; ///< what the place shows, p times, p^2 times, ...
};

NucleusZooms zooms_of(const Nucleus &nucleus, const View &from) {
    constexpr std::size_t kStops = 3;
    NucleusZooms zooms{view_of(nucleus, from).zoom, embedded_julia_view(nucleus, from).zoom, {}};
    for (View view = from; zooms.half_way.size() < kStops; zooms.half_way.push_back(view.zoom))
        view = multiplied_view(nucleus, view);
    return zooms;
}

void print_nucleus_json(const Nucleus &nucleus, const NucleusZooms &zooms) {
    auto half_way = nlohmann::ordered_json::array();
    for (const Decimal &zoom : zooms.half_way)
        half_way.push_back(zoom.to_string());
    print_json({{"period", nucleus.period},
                {"re", nucleus.re.to_string()},
                {"im", nucleus.im.to_string()},
                {"size", nucleus.size.to_string()},
                {"turn", nucleus.turn_degrees},
                {"zoom", zooms.whole.to_string()},
                {"julia_zoom", zooms.julia.to_string()},
                {"half_way_zooms", half_way},
                {"newton_steps", nucleus.newton_steps}});
}

int print_nucleus(const Location &location, const OutputOptions &output) {
    const auto nucleus = watch(find_nucleus, location, output);
    if (!nucleus)
        return stopped_search();
    const NucleusZooms zooms = zooms_of(*nucleus, location.view);
    if (output.json) {
        print_nucleus_json(*nucleus, zooms);
        return 0;
    }
    print_text(fmt::format(
        "period  {}\nre      {}\nim      {}\nsize    {}\nturn    {:.3f} degrees\n"
        "zoom    {}, Julia set {}, half-way {}, {}, {}\nfound in {} steps of Newton's method\n",
        nucleus->period, nucleus->re.to_string(), nucleus->im.to_string(),
        nucleus->size.to_string(), nucleus->turn_degrees, zooms.whole.to_string(),
        zooms.julia.to_string(), zooms.half_way[0].to_string(), zooms.half_way[1].to_string(),
        zooms.half_way[2].to_string(), nucleus->newton_steps));
    return 0;
}

int print_misiurewicz(const Location &location, const OutputOptions &output) {
    const auto point = watch(find_misiurewicz, location, output);
    if (!point)
        return stopped_search();
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
        return stopped_search();
    return command.misiurewicz ? print_misiurewicz(place.location, output)
                               : print_nucleus(place.location, output);
}

} // namespace fathom::app
