#include "ui/explorer/engine_pictures.h"

#include "render/base/clock.h"
#include "render/base/error.h"
#include "ui/explorer/colour_flow_and_fit.h"
#include "ui/explorer/compared_pair.h"
#include "ui/explorer/engines_in_use.h"
#include "ui/explorer/limit_following.h"
#include "ui/explorer/messages.h"
#include "ui/explorer/view_steering.h"
#include "ui/state/session.h"
#include "ui/window/held_picture.h"

#include <cmath>
#include <fmt/format.h>

namespace fathom::ui {

EnginePictures::EnginePictures(const Uses &uses, bool every_picture)
    : use_(uses), every_picture_(every_picture),
      failover_(uses.pacing, uses.messages, uses.session, uses.in_use, uses.compared),
      anti_aliasing_(uses.messages, uses.session) {
    use_.held.paint_with([this] { paint(); });
}

void EnginePictures::ask(const std::optional<std::pair<double, double>> &cursor) {
    const Stopwatch watch;
    if (use_.in_use.settle())
        failover_.check();
    use_.in_use.tell_lack();
    const auto active = use_.in_use.ids();
    use_.session.use_engine(use_.in_use.engines().traits(active));
    use_.in_use.engines().pause_others(active);
    for (const std::string &id : active)
        if (id != "auto")
            follow(id, pace_for(cursor));
    anti_aliasing_.refine(use_.in_use.first(), anti_aliases() && !use_.steering.moving());
    engine_ms_ += watch.ms();
}

// What is compared has to be the samples' own colours.
bool EnginePictures::anti_aliases() const {
    return !every_picture_ && !use_.in_use.choice().comparing() && !use_.colours.flow();
}

void EnginePictures::follow(const std::string &id, const Pace &pace) {
    EngineFeed *feed = use_.in_use.engines().use(id);
    if (feed == nullptr)
        return;
    if (!use_.in_use.must_wait(id))
        feed->follow(use_.session, pace);
    else if (!feed->follows(use_.session))
        feed->cancel();
}

Pace EnginePictures::pace_for(const std::optional<std::pair<double, double>> &cursor) const {
    Pace pace;
    pace.moving = use_.steering.moving() && !use_.in_use.choice().comparing() && !every_picture_;
    pace.keeps_fit = (pace.moving || use_.colours.keeps_fit()) && !use_.held.held();
    if (cursor) {
        const Size size = use_.session.size();
        const auto x = static_cast<int>(std::floor(cursor->first));
        const auto y = static_cast<int>(std::floor(cursor->second));
        if (x >= 0 && y >= 0 && x < size.width && y < size.height)
            pace.focus.emplace(x, y);
    }
    return pace;
}

// Whether neither the view nor the ranks of its colours will change by themselves.
bool EnginePictures::settled() const {
    return !use_.steering.moving() && use_.colours.settled();
}

std::shared_ptr<Frame> EnginePictures::settled_frame() {
    return use_.colours.settled() ? use_.in_use.complete_frame() : nullptr;
}

std::optional<SettledPicture> EnginePictures::settled_picture() {
    const EngineFeed *feed = use_.in_use.first();
    auto frame = settled() ? use_.in_use.complete_frame() : nullptr;
    if (!frame)
        return std::nullopt;
    if (!anti_aliases())
        return SettledPicture{std::move(frame), nullptr};
    if (!feed->refined_with(anti_aliasing_.samples()))
        return std::nullopt;
    return SettledPicture{std::move(frame), feed->refined()};
}

void EnginePictures::take_over() {
    for (const std::string &id : use_.in_use.ids())
        if (EngineFeed *feed = use_.in_use.engines().find(id))
            take_over(id, *feed);
    use_.compared.update();
    let_preview_in();
}

void EnginePictures::take_over(const std::string &id, EngineFeed &feed) {
    const Stopwatch watch;
    try {
        if (use_.in_use.choice().comparing())
            feed.unrefine();
        if (const auto generation = feed.update()) {
            failover_.recovered();
            use_.messages.note(fmt::format("frame {} {}", id, *generation));
        }
    } catch (const std::exception &error) { // memory may run out, too
        use_.in_use.engines().fail(id, complaint_of(error));
    }
    engine_ms_ += watch.ms() - feed.take_opengl_ms();
}

void EnginePictures::draw() {
    take_over();
    paint();
}

void EnginePictures::paint() {
    const double opacity = use_.held.opacity();
    if (opacity < 1)
        paint_scenes();
    if (opacity > 0)
        use_.held.draw(use_.session.size(), opacity);
}

// What is compared, or waited for, is never hidden behind another picture.
void EnginePictures::let_preview_in() {
    HeldPicture &held = use_.held;
    held.advance();
    if (jumps_ != held.count()) {
        jumps_ = held.count();
        previewed_ = use_.session.generation();
        knew_colours_ = false;
    }
    if (use_.in_use.choice().comparing() || every_picture_)
        held.let_go();
    if (!held.held())
        return;
    // The pictures of a film that plays are of other views by now than the one that was surveyed.
    if (!knew_colours_ && knows_colours()) {
        knew_colours_ = true;
        if (use_.steering.moving())
            previewed_ = use_.session.generation();
    }
    if (preview_stands())
        held.fade();
}

bool EnginePictures::knows_colours() const {
    if (use_.steering.moving())
        return use_.colours.surveyed();
    return use_.limit.settled() && use_.colours.settled();
}

// An engine that cannot make the picture says why; nobody is to wait for it.
bool EnginePictures::preview_stands() {
    const EngineFeed *feed = use_.in_use.first();
    if (feed == nullptr)
        return false;
    if (feed->refusal() || feed->failure())
        return true;
    const bool is_known = use_.steering.moving() ? knew_colours_ : knows_colours();
    return (is_known || use_.held.hurried()) && feed->stands(previewed_);
}

void EnginePictures::paint_scenes() {
    const Size size = use_.session.size();
    const EngineChoice &choice = use_.in_use.choice();
    if (choice.mode() == CompareMode::difference) {
        if (use_.compared.picture() != nullptr)
            return presenter_.draw(*use_.compared.picture(), size);
        // Under the veil that says why there is none, the view moves as ever.
        return presenter_.draw(moving_scene_of(use_.in_use.first()), 0, size.width);
    }
    const auto active = use_.in_use.ids();
    const int split = choice.comparing()
                          ? static_cast<int>(std::lround(choice.divider() * size.width))
                          : size.width;
    for (std::size_t at = 0; at < active.size(); ++at) {
        EngineFeed *feed = use_.in_use.engines().find(active[at]);
        const Scene scene = choice.comparing() ? exact_scene_of(feed) : moving_scene_of(feed);
        if (feed != nullptr)
            feed->timer().begin();
        presenter_.draw(scene, at == 0 ? 0 : split, at == 0 ? split : size.width);
        if (feed != nullptr)
            feed->timer().end();
    }
}

// Never a warped picture.
Scene EnginePictures::exact_scene_of(EngineFeed *feed) const {
    Scene scene;
    scene.view = use_.session.picture_view();
    scene.size = use_.session.size();
    if (feed != nullptr)
        scene.now = feed->picture(use_.session.generation());
    return scene;
}

Scene EnginePictures::moving_scene_of(EngineFeed *feed) const {
    Scene scene = exact_scene_of(feed);
    scene.exact = scene.now != nullptr && use_.steering.shows_view();
    scene.shown = use_.steering.shown();
    if (scene.exact && scene.now->complete)
        return scene; // where a file holds nothing, nothing is shown
    const auto wanted = [this](const Picture &picture) { return can_stand_in(picture); };
    if (feed != nullptr && scene.now == nullptr && feed->newest() != nullptr &&
        wanted(*feed->newest()))
        scene.now = feed->newest();
    if (feed != nullptr)
        scene.before =
            feed->earlier_picture(scene.now == nullptr ? 0 : scene.now->generation, wanted);
    if (scene.before == nullptr)
        scene.before = use_.in_use.engines().any_picture(wanted);
    return scene;
}

// Another formula's picture says nothing about this view, except where its seed or parameter
// changes under the same view: there the old picture is replaced in place.
bool EnginePictures::can_stand_in(const Picture &picture) const {
    const Location &location = use_.session.location();
    const FormulaChoice &formula = picture.formula;
    return formula == location.formula ||
           (formula.id == location.formula.id && formula.julia == location.formula.julia &&
            picture.view == use_.session.picture_view());
}

void EnginePictures::draw_complete() {
    take_over();
    EngineFeed *engine = use_.in_use.first();
    const Picture *picture = engine == nullptr ? nullptr : engine->earlier_picture(0);
    if (picture == nullptr)
        return;
    engine->timer().begin();
    presenter_.draw(picture->texture.gl(), use_.session.size());
    engine->timer().end();
}

void EnginePictures::note_drawn() {
    if (logged_generation_ == use_.session.generation())
        return;
    logged_generation_ = use_.session.generation();
    use_.messages.note(fmt::format("drawn {}", logged_generation_));
}

} // namespace fathom::ui
