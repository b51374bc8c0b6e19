#include "ui/live/julia_preview.h"

#include <algorithm>
#include <utility>

namespace fathom::ui {
namespace {

constexpr Size kPreviewSize{288, 180};
constexpr int kThreads = 2;
// A preview has to follow the hand.
constexpr std::uint64_t kPreviewIterations = 1000;

} // namespace

Location julia_location(const Location &location, const Decimal &re, const Decimal &im) {
    Location julia = location;
    julia.formula.julia = true;
    julia.formula.seed_re = re;
    julia.formula.seed_im = im;
    julia.view = home_view(julia.formula);
    return julia;
}

Location parameter_plane(const Location &julia) {
    Location plane = julia;
    plane.formula.julia = false;
    plane.formula.seed_re = {};
    plane.formula.seed_im = {};
    plane.view = home_view(plane.formula);
    plane.view.re = julia.formula.seed_re;
    plane.view.im = julia.formula.seed_im;
    return plane;
}

JuliaPreview::JuliaPreview(std::function<void()> notify)
    : picture_(kPreviewSize, kThreads, std::move(notify)) {}

void JuliaPreview::follow(const Location &location, const Decimal &re, const Decimal &im,
                          const ColourSettings &colour, SmallView::Clock::time_point now) {
    set_ = julia_location(location, re, im);
    Location small = *set_;
    small.iterations = std::min(small.iterations, kPreviewIterations);
    picture_.show(small, colour, now);
}

void JuliaPreview::enter_from(const Location &here, const Location &set) {
    entered_from_ = here;
    entered_ = set;
}

Location JuliaPreview::return_from(const Location &julia) {
    const std::optional<Location> from = std::exchange(entered_from_, std::nullopt);
    const std::optional<Location> into = std::exchange(entered_, std::nullopt);
    const bool belongs = from && into && into->formula.id == julia.formula.id &&
                         into->formula.seed_re == julia.formula.seed_re &&
                         into->formula.seed_im == julia.formula.seed_im;
    return belongs ? *from : parameter_plane(julia);
}

} // namespace fathom::ui
