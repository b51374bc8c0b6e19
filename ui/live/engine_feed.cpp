#include "ui/live/engine_feed.h"

#include "render/base/clock.h"
#include "render/deep/perturbation.h"
#include "render/places/location.h"
#include "ui/state/session.h"

#include <algorithm>
#include <cmath>

namespace fathom::ui {
namespace {

using Clock = std::chrono::steady_clock;

// Of a picture under way when the view has moved on: the window's size in it, and how far the
// middle may lie off its middle, in heights.
constexpr double kFinestUseful = 0.25;
constexpr double kWidestUseful = 2;
constexpr double kFarthestUseful = 0.6;
// A tour changes its limit gradually.
constexpr double kLimitsAlike = 1.25;
// Of a reference orbit under way, as long as it will serve the present view, too.
constexpr double kFinestPrepared = 0x1p-16;
constexpr double kWidestPrepared = 16;
constexpr double kFarthestPrepared = 16;

// What is found for each view by itself follows it.
bool same_but_for_fit(ColourSettings a, const ColourSettings &b) {
    if (a.scheme.mapping == kernels::ColourMapping::rank) {
        a.ranks = b.ranks;
    } else {
        a.scheme.density = b.scheme.density;
        a.scheme.offset = b.scheme.offset;
    }
    return a == b;
}

/// The middle of a picture in another: by how much it is magnified there, and how far it lies off
/// that one's middle, in heights of the picture.
struct Position {
    double scale = 0;
    double away = 0;
};

Position position_in(const View &picture, const View &other, Size size) {
    const AffineMap map = pixel_offset(picture, size, other, size);
    const PixelPosition middle{0.5 * size.width, 0.5 * size.height};
    const auto [x, y] = mapped(map, middle);
    const double scale = std::hypot(map.xx, map.yx);
    return {scale, std::hypot(x - middle.x, y - middle.y) / (scale * size.height)};
}

} // namespace

EngineFeed::EngineFeed(std::unique_ptr<Engine> engine, std::function<void()> notify)
    : worker_(std::move(engine), std::move(notify)) {}

void EngineFeed::follow(const Session &session, const Pace &pace) {
    if (!follows(session)) {
        if (pace.moving && worker_.busy() && (still_useful(session) || prepares_for(session)))
            return;
        keep_complete_frame();
        stopped_.reset();
        asked_ = session.request();
        asked_->focus = pace.focus;
        asked_->asked = Clock::now();
        worker_.submit(*asked_);
    } else if (ColourSettings colour = session.colour();
               asked_ && asked_->colour != colour && !recolouring() &&
               !(pace.keeps_fit && same_but_for_fit(colour, asked_->colour))) {
        asked_->colour = std::move(colour);
        worker_.set_colour(asked_->colour);
        refined_samples_ = 0;
        if (frame_)
            recoloured_at_ = frame_->revision();
    }
}

// Whether a picture is to have other colours, all of whose samples are there: it is shown again
// when all of it has them, and may have others only then.
bool EngineFeed::recolouring() const {
    const std::shared_ptr<Frame> frame = worker_.frame();
    return frame && worker_.busy() && frame->progress() >= 1 && !frame->complete();
}

// Whether what was asked for last will still show most of the present view, not much too coarse.
bool EngineFeed::still_useful(const Session &session) const {
    if (!asked_ || !same_but_for_fit(asked_->colour, session.colour()))
        return false;
    const Location &last = *asked_->location;
    const Location &wanted = session.location();
    const Size size = session.size();
    const auto limit = std::min(wanted.iterations, most_iterations(session.precision()));
    const double limits = static_cast<double>(limit) / asked_->limit;
    if (asked_->size != size || wanted.formula != last.formula || wanted.bailout != last.bailout ||
        limits > kLimitsAlike || limits * kLimitsAlike < 1)
        return false;
    const Position window = position_in(session.picture_view(), last.view, size);
    return window.scale > kFinestUseful && window.scale < kWidestUseful &&
           window.away * window.scale < kFarthestUseful;
}

// Whether a reference orbit is under way that the present view would ask for again: asking for each
// view on a continuous way, it would be stopped over and over.
bool EngineFeed::prepares_for(const Session &session) const {
    const auto preparing = preparation();
    if (!preparing)
        return false;
    const PerturbationSpec &spec = preparing->spec();
    const Location &wanted = session.location();
    if (spec.formula != wanted.formula || spec.size != session.size() ||
        !is_perturbed(session.precision()))
        return false;
    const Position window = position_in(session.picture_view(), spec.view, spec.size);
    return window.scale > kFinestPrepared && window.scale < kWidestPrepared &&
           window.away < kFarthestPrepared;
}

std::shared_ptr<const Perturbation> EngineFeed::preparation() const {
    const std::shared_ptr<Frame> frame = worker_.busy() ? worker_.frame() : nullptr;
    const auto preparing = frame ? frame->request().perturbation : nullptr;
    return preparing && !preparing->last() ? preparing : nullptr;
}

std::shared_ptr<const Perturbation> EngineFeed::perturbation() const {
    return frame_ ? frame_->request().perturbation : nullptr;
}

void EngineFeed::refine(const Session &session, int samples) {
    if (refined_samples_ == samples || now_.generation != session.generation() || !now_.complete ||
        !complete_frame(session))
        return;
    refined_samples_ = samples;
    if (samples > 1)
        worker_.refine(samples);
    else
        unrefine();
}

std::shared_ptr<const RefinedPicture> EngineFeed::refined() const {
    auto picture = worker_.refined();
    return picture && picture->tag == now_.generation ? picture : nullptr;
}

void EngineFeed::unrefine() {
    refined_samples_ = 0;
    if (now_.samples == 1 && !worker_.refining())
        return;
    worker_.stop_refinement();
    now_.samples = 1;
    tiles_.forget();
    revision_.reset();
}

bool EngineFeed::follows(const Session &session) const {
    return stopped_ == session.generation() || (asked_ && asked_->tag == session.generation());
}

void EngineFeed::stop(const Session &session) {
    worker_.cancel();
    stopped_ = session.generation();
}

std::shared_ptr<Frame> EngineFeed::whole_frame(const Session &session) const {
    std::shared_ptr<Frame> frame = worker_.frame();
    const bool whole = frame && frame->request().tag == session.generation() && frame->complete();
    return whole && !worker_.busy() ? frame : nullptr;
}

std::shared_ptr<Frame> EngineFeed::complete_frame(const Session &session) const {
    // An engine whose turn it is not gets new colours later.
    return asked_ && asked_->colour == session.colour() ? whole_frame(session) : nullptr;
}

bool EngineFeed::stands(std::uint64_t generation) const {
    if (now_.generation < generation || !frame_)
        return false;
    if (now_.complete)
        return true;
    if (tiles_.revisions.empty()) // a GPU's picture is seen as a whole
        return frame_->progress() > 0;
    return std::all_of(tiles_.revisions.begin(), tiles_.revisions.end(),
                       [this](std::uint64_t revision) { return revision > recoloured_at_; });
}

double EngineFeed::progress(std::uint64_t generation) const {
    const std::shared_ptr<Frame> frame = worker_.frame();
    return frame && frame->request().tag == generation ? frame->progress() : 0;
}

bool EngineFeed::outdated() const {
    const std::shared_ptr<Frame> frame = worker_.frame();
    return frame && (frame != frame_ || revision_ != frame->revision() ||
                     frame->complete() != now_.complete || worker_.refined() != refined_);
}

// So that the engine need not wait for the window: while it computes the next frame, this one is
// shown.
void EngineFeed::keep_complete_frame() {
    std::shared_ptr<Frame> frame = worker_.frame();
    if (frame && frame->complete() && (frame != frame_ || !now_.complete))
        worker_.discard(std::exchange(ready_, std::move(frame)));
}

std::optional<std::uint64_t> EngineFeed::update() {
    std::shared_ptr<Frame> frame = ready_ ? std::exchange(ready_, nullptr) : worker_.frame();
    if (!frame)
        return std::nullopt;
    record();
    if (frame != frame_)
        begin_picture(std::move(frame));
    // Read before the colours: what comes meanwhile is seen the next time.
    bool complete = frame_->complete();
    const std::uint64_t revision = frame_->revision();
    if (frame_ == worker_.frame() && recolouring())
        return std::nullopt; // else its tiles would be seen to change one by one
    if (revision != revision_ || (complete && !now_.complete)) {
        const bool all = transfer();
        revision_ = all ? std::optional(revision) : std::nullopt;
        complete = complete && all;
        now_.samples = 1;
    }
    now_.complete = complete;
    show_refined();
    if (!complete || announced_)
        return std::nullopt;
    announced_ = true;
    unrecorded_ = frame_;
    return now_.generation;
}

// Returns whether all of the frame's colours have come over.
bool EngineFeed::transfer() {
    const bool all = pixel_buffers_.show(*frame_, now_.texture, tiles_);
    opengl_ms_ += pixel_buffers_.opengl_ms();
    return all;
}

void EngineFeed::show_refined() {
    const auto refined = worker_.refined();
    if (refined == refined_)
        return;
    refined_ = refined;
    if (!refined || refined->tag != now_.generation || !now_.complete)
        return;
    const Stopwatch watch;
    now_.texture.gl().upload(refined->rgba.data());
    opengl_ms_ += watch.ms();
    now_.samples = refined->samples;
    tiles_.forget(); // what these pixels hide has to come again with other colours
}

void EngineFeed::begin_picture(std::shared_ptr<Frame> frame) {
    const std::uint64_t shown = now_.generation;
    if (now_.complete)
        std::swap(now_, before_);
    worker_.discard(std::exchange(frame_, std::move(frame)));
    refined_samples_ = 0; // the same picture, computed again, has not been refined
    revision_.reset();
    tiles_ = {};
    recoloured_at_ = 0;
    const RenderRequest &request = frame_->request();
    announced_ = announced_ && request.tag == shown;
    now_.view = request.location->view;
    now_.formula = request.location->formula;
    now_.asked = request.asked;
    now_.size = request.size;
    now_.generation = request.tag;
    now_.complete = false;
    now_.samples = 1;
}

void EngineFeed::record() {
    if (const auto ms = timer_.poll())
        draw_ms_ = *ms;
    if (!unrecorded_)
        return;
    const std::shared_ptr<Frame> frame = std::exchange(unrecorded_, nullptr);
    const FrameTimes times = frame->times();
    stats_.add({times.iterate_ms, times.colour_ms, pixel_buffers_.thread_ms() + draw_ms_,
                times.iterations, frame->request().tag});
}

const Picture *EngineFeed::picture(std::uint64_t generation) const {
    return now_.generation == generation && generation != 0 ? &now_ : nullptr;
}

const Picture *EngineFeed::earlier_picture(std::uint64_t generation,
                                           const WantedPicture &wanted) const {
    if (now_.complete && now_.generation != generation && wanted(now_))
        return &now_;
    return before_.complete && wanted(before_) ? &before_ : nullptr;
}

} // namespace fathom::ui
