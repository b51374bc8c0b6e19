#include "ui/explorer/colour_flow_and_fit.h"

#include "render/base/assets.h"
#include "render/base/error.h"
#include "render/engines/rank_table.h"
#include "ui/explorer/location_edit.h"
#include "ui/explorer/messages.h"
#include "ui/explorer/view_steering.h"
#include "ui/state/session.h"
#include "ui/texts/colour.h"
#include "ui/texts/common.h"

#include <fmt/format.h>
#include <utility>

namespace fathom::ui {
namespace {

constexpr std::chrono::milliseconds kFlowStep{16};
// Surveys take cores that the picture wants, too.
constexpr std::chrono::milliseconds kPauseWhileMoving{200};
constexpr int kGlideSteps = 10;

// Whether colours are spread by surveys, one after the other as the view moves.
bool follows_view(const Location &location) {
    return location.colour.mapping == kernels::ColourMapping::rank || needs_fit(location);
}

} // namespace

ColourFlowAndFit::ColourFlowAndFit(Messages &messages, Session &session, Background &background,
                                   const ViewSteering &steering, UiSettings &settings)
    : messages_(messages), session_(session), steering_(steering),
      panel_(find_assets_dir(), settings), surveyor_(background) {}

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
    if (fit_wanted_ != session_.generation())
        fit_wanted_.reset(); // the view that was to be fitted is not shown any more
    if (!ranked && !fitted && !fit_wanted_) {
        glide_steps_ = 0;
        return;
    }
    if (!moving || ((ranked || fitted) && now - asked_at_ >= kPauseWhileMoving)) {
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
        glide_to(survey->ranks);
    else if (fitted && !flow() && surveyor_.fits(location))
        glide_to(survey->fit);
    if (!known)
        return;
    if (std::exchange(fit_wanted_, std::nullopt))
        fit_to(survey->fit);
}

// Counted in steps, not in time: a picture at rest ends with exactly its own.
void ColourFlowAndFit::glide_to(const std::shared_ptr<const RankTable> &ranks) {
    if (ranks_ != ranks) {
        glide_steps_ = ranks_ ? kGlideSteps : 1; // nobody has seen the usual ones
        ranks_ = ranks;
    }
    if (glide_steps_ == 0)
        return;
    const double share = 1.0 / glide_steps_--;
    const auto present = session_.colour().ranks;
    session_.set_ranks(share < 1 ? blended(*present, *ranks, share) : ranks);
    if (glide_steps_ == 0)
        messages_.note(fmt::format("ranks {}", session_.colour_generation()));
}

void ColourFlowAndFit::glide_to(const PaletteFit &fit) {
    if (!fit.spans) {
        glide_steps_ = 0;
        return;
    }
    Location edited = session_.location();
    kernels::ColourScheme &scheme = edited.colour;
    // What is not one of these steps was just opened or chosen, and is fitted at once.
    const bool on_the_way = fitted_ == scheme;
    if (fit_ != fit || !on_the_way) {
        glide_steps_ = on_the_way ? kGlideSteps : 1;
        fit_ = fit;
    }
    if (glide_steps_ == 0)
        return;
    const PaletteFit next = blended(scheme, fit, 1.0 / glide_steps_--);
    scheme.density = next.density;
    scheme.offset = next.offset;
    fitted_ = scheme;
    session_.adjust_colours(edited);
    if (glide_steps_ == 0)
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
        travel(messages_, session_, &Session::undo, texts::common::kNothingToUndo);
    if (choice.redo)
        travel(messages_, session_, &Session::redo, texts::common::kNothingToRedo);
    for (const std::string &words : choice.news)
        messages_.say(words);
    for (const std::string &why : choice.complaints)
        messages_.complain(why);
    pointed_ = choice.preview;
    return {choice.browse, choice.read};
}

} // namespace fathom::ui
