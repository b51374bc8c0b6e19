#include "ui/explorer/colour_flow_and_fit.h"

#include "render/base/assets.h"
#include "render/base/error.h"
#include "render/engines/rank_table.h"
#include "ui/explorer/engines_in_use.h"
#include "ui/explorer/location_edit.h"
#include "ui/explorer/messages.h"
#include "ui/explorer/view_steering.h"
#include "ui/state/session.h"
#include "ui/texts/colour.h"
#include "ui/texts/common.h"
#include "ui/window/held_picture.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace fathom::ui {
namespace {

constexpr std::chrono::milliseconds kFlowStep{16};
// Surveys take cores that the picture wants, too.
constexpr std::chrono::milliseconds kPauseWhileMoving{200};
// How long colours take to those of a new survey, and how often they make a step.
constexpr std::chrono::milliseconds kFitGlide{900};
constexpr std::chrono::milliseconds kFitGlideMoving{2500}; ///< pictures differ by little then
constexpr std::chrono::milliseconds kFitGlideStep{33};
// A picture keeps its colours until it is complete, unless it takes longer.
constexpr std::chrono::seconds kLongestWait{2};

// Whether colours are spread by surveys, one after the other as the view moves.
bool follows_view(const Location &location) {
    return location.colour.mapping == kernels::ColourMapping::rank || needs_fit(location);
}

} // namespace

ColourFlowAndFit::ColourFlowAndFit(const Uses &uses)
    : messages_(uses.messages), session_(uses.session), in_use_(uses.in_use),
      steering_(uses.steering), held_(uses.held), panel_(find_assets_dir(), uses.settings),
      surveyor_(uses.background) {}

void ColourFlowAndFit::update(UiClock::Time now) {
    preview();
    let_flow(now);
    update_survey(now);
}

void ColourFlowAndFit::preview() {
    if (pointed_ == previewed_)
        return;
    previewed_ = pointed_;
    session_.preview_palette(previewed_ ? std::make_shared<const PaletteTable>(*previewed_)
                                        : nullptr);
    messages_.note(previewed_ ? "preview " + previewed_->name : "preview");
}

// Engines and whoever waits for a picture have time between two steps.
void ColourFlowAndFit::let_flow(UiClock::Time now) {
    if (!flow()) {
        still_offset_.reset();
        return;
    }
    if (now - flowed_at_ < kFlowStep)
        return;
    flowed_at_ = now;
    Location edited = session_.location();
    if (!still_offset_)
        still_offset_ = edited.colour.offset;
    edited.colour.offset = panel_.flow(edited.colour.offset, now);
    session_.adjust_colours(edited);
    messages_.note(fmt::format("coloured {}", session_.colour_generation()));
}

void ColourFlowAndFit::update_survey(UiClock::Time now) {
    const Location &location = session_.location();
    const bool ranked = location.colour.mapping == kernels::ColourMapping::rank;
    const bool fitted = needs_fit(location);
    const bool moving = steering_.moving();
    gliding_ = false;
    if (moving)
        moved_at_ = now;
    keeps_fit_ = follows_view(location) &&
                 (moving || (in_use_.iterating() && now - moved_at_ < kLongestWait));
    if (jumps_ != held_.count()) {
        jumps_ = held_.count();
        surveyor_.stop(); // what it knows is of the place before
    }
    if (fit_wanted_ != session_.generation())
        fit_wanted_.reset(); // the view that was to be fitted is not shown any more
    if (!ranked && !fitted && !fit_wanted_)
        return;
    const bool due = held_.held() || now - asked_at_ >= kPauseWhileMoving;
    if (!moving || ((ranked || fitted) && due)) {
        asked_at_ = now;
        surveyor_.follow(session_.picture(), session_.size(), session_.reference_cache(), moving);
    }
    const bool known = surveyor_.knows(session_.picture(), session_.size());
    if (known && surveyor_.failed() && std::exchange(fit_wanted_, std::nullopt))
        messages_.complain(texts::colour::kFitFailed);
    const Survey *survey = surveyor_.survey();
    if (survey == nullptr)
        return;
    if (ranked)
        glide_to(survey->ranks, now);
    else if (fitted && !flow() && surveyor_.fits(location))
        glide_to(survey->fit, now);
    if (!known)
        return;
    if (std::exchange(fit_wanted_, std::nullopt))
        fit_to(survey->fit);
}

// While an older picture is seen beside the new one, both have to have the same colours.
bool ColourFlowAndFit::may_glide(UiClock::Time now) {
    gliding_ = steering_.moving() || !keeps_fit_;
    return gliding_ && now - glided_at_ >= kFitGlideStep;
}

// How far the next step leads, as a share of the whole way; the last one leads to its very end.
double ColourFlowAndFit::step(UiClock::Time now) {
    constexpr std::chrono::milliseconds kLongestStep{100};
    const auto gone = std::min<UiClock::Duration>(now - glided_at_, kLongestStep);
    glided_at_ = now;
    const auto whole = steering_.moving() ? kFitGlideMoving : kFitGlide;
    way_ = std::min(1.0, way_ + std::chrono::duration<double>(gone) / whole);
    return way_;
}

void ColourFlowAndFit::glide_to(const std::shared_ptr<const RankTable> &ranks, UiClock::Time now) {
    if (ranks_ != ranks) {
        const auto present = session_.colour().ranks;
        way_ = ranks_ && !held_.held() ? 0 : 1; // nobody has seen what they were
        ranks_before_ = carried_on(*present, *ranks);
        ranks_ = ranks;
    }
    if (session_.colour().ranks == ranks)
        return;
    if (way_ < 1 && !may_glide(now))
        return;
    const double share = step(now);
    session_.set_ranks(share < 1 ? blended(*ranks_before_, *ranks, share) : ranks);
    if (share == 1)
        messages_.note(fmt::format("ranks {}", session_.colour_generation()));
}

void ColourFlowAndFit::glide_to(const PaletteFit &fit, UiClock::Time now) {
    if (!fit.spans)
        return;
    Location edited = session_.location();
    kernels::ColourScheme &scheme = edited.colour;
    // What is not one of these steps was just opened or chosen, and is fitted at once.
    const bool on_the_way = fitted_ == scheme;
    if (fit_ != fit || !on_the_way) {
        way_ = on_the_way && !held_.held() ? 0 : 1;
        scheme_before_ = scheme;
        fit_ = fit;
    }
    if (on_the_way && scheme.density == fit.density && scheme.offset == fit.offset)
        return;
    if (way_ < 1 && !may_glide(now))
        return;
    const double share = step(now);
    const PaletteFit next = blended(scheme_before_, fit, share);
    scheme.density = next.density;
    scheme.offset = next.offset;
    fitted_ = scheme;
    session_.adjust_colours(edited);
    if (share == 1)
        messages_.note(fmt::format("fitted {}", session_.colour_generation()));
}

void ColourFlowAndFit::fit_to(const PaletteFit &fit) {
    if (!fit.spans)
        return messages_.say(texts::colour::kNothingToFit);
    Location edited = session_.location();
    edited.colour.density = fit.density;
    edited.colour.offset = fit.offset;
    edit_location(messages_, session_, edited);
}

void ColourFlowAndFit::change_palette(int steps) {
    try {
        session_.change_palette(steps);
        messages_.say(fmt::format(texts::colour::kPaletteIs, session_.location().palette));
    } catch (const Error &error) {
        messages_.complain(error);
    }
}

void ColourFlowAndFit::take_palettes(const std::vector<Palette> &palettes,
                                     const std::vector<std::string> &warnings) {
    Location edited = session_.location();
    edited.own_palette = palettes.front();
    edited.palette = palettes.front().name;
    edit_location(messages_, session_, edited);
    panel_.refresh();
    if (palettes.size() == 1)
        messages_.say(fmt::format(texts::colour::kPaletteIs, edited.palette));
    else
        messages_.say(fmt::format(texts::colour::kPalettesLoaded, palettes.size(), edited.palette));
    for (const std::string &warning : warnings)
        messages_.say(warning);
}

void ColourFlowAndFit::use_key(int digit) {
    Location edited = session_.location();
    edited.palette = panel_.palette_on_key(digit);
    edited.own_palette.reset();
    if (edited.palette.empty())
        return messages_.complain(fmt::format(texts::colour::kNothingOnKey, digit));
    edit_location(messages_, session_, edited);
    if (session_.location().palette == edited.palette)
        messages_.say(fmt::format(texts::colour::kPaletteIs, edited.palette));
}

void ColourFlowAndFit::put_on_key(int digit) {
    const Location &location = session_.location();
    if (panel_.put_on_key(digit, location))
        messages_.say(fmt::format(texts::colour::kPutOnKey, location.palette, digit));
    else
        messages_.complain(texts::colour::kNoNameForKey);
}

bool ColourFlowAndFit::settled() const {
    const Location &location = session_.location();
    if (session_.previews())
        return false;
    const bool ranked = location.colour.mapping == kernels::ColourMapping::rank;
    if (!follows_view(location))
        return true;
    if (!surveyor_.knows(session_.picture(), session_.size()))
        return false;
    const Survey *survey = surveyor_.survey();
    if (survey == nullptr)
        return true;
    if (ranked)
        return session_.colour().ranks == survey->ranks;
    const PaletteFit &fit = survey->fit;
    return flow() || !fit.spans ||
           (location.colour.density == fit.density && location.colour.offset == fit.offset);
}

bool ColourFlowAndFit::surveyed() const {
    return !follows_view(session_.location()) || surveyor_.survey() != nullptr ||
           surveyor_.failed();
}

std::string ColourFlowAndFit::shown_palette() {
    return previewed_ ? previewed_->name : panel_.name_of(session_.location());
}

bool ColourFlowAndFit::nothing_escapes() const {
    const Survey *survey = surveyor_.survey();
    return follows_view(session_.location()) && survey != nullptr &&
           survey->ranks->shares.back() == 0;
}

Location ColourFlowAndFit::lasting_location() const {
    Location location = session_.location();
    location.colour.offset = still_offset_.value_or(location.colour.offset);
    return location;
}

ColourFlowAndFit::FileWish ColourFlowAndFit::draw_section(Controls &controls) {
    const ColourPanel::Choice choice = panel_.draw(controls, session_.location());
    if (choice.edited)
        edit_location(messages_, session_, *choice.edited);
    if (choice.fit)
        fit_wanted_ = session_.generation();
    if (choice.undo)
        steering_.travel(&Session::undo, texts::common::kNothingToUndo);
    if (choice.redo)
        steering_.travel(&Session::redo, texts::common::kNothingToRedo);
    for (const std::string &words : choice.news)
        messages_.say(words);
    for (const std::string &why : choice.complaints)
        messages_.complain(why);
    pointed_ = choice.preview;
    return {choice.browse, choice.read};
}

} // namespace fathom::ui
