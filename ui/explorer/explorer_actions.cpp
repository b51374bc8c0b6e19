#include "render/base/error.h"
#include "render/images/screenshot_png.h"
#include "render/import/location_file.h"
#include "render/places/picture_text.h"
#include "ui/explorer/explorer.h"
#include "ui/state/control_advice.h"
#include "ui/window/cuda_interop.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>

namespace fathom {
namespace {

// As long as the message about it stands.
constexpr std::chrono::seconds kQuitAgain{12};

// Writes the frame's colours as they are; the frame has to be complete.
void write_frame(Frame &frame, const Location &location, const std::filesystem::path &path) {
    const Size size = frame.request().size;
    std::vector<std::uint32_t> rgba(static_cast<std::size_t>(size.width) * size.height);
    frame.read_rgba(rgba.data());
    write_screenshot_png(path, reinterpret_cast<const std::uint8_t *>(rgba.data()), size.width,
                         size.height, picture_text(location));
}

} // namespace

void Explorer::perform(const Command &command) {
    messages_.note(describe(command));
    const View before = session_.location().view;
    const FormulaChoice formula = session_.location().formula;
    if (const auto *view = std::get_if<ViewCommand>(&command))
        change_view(*view);
    else if (const auto *wheel = std::get_if<TurnWheel>(&command))
        turn_wheel(*wheel);
    else if (const auto *hold = std::get_if<HoldZoom>(&command))
        hold_zoom(*hold);
    else if (std::holds_alternative<LetGo>(command))
        motion_.let_go(clock_.now());
    else if (const auto *action = std::get_if<Action>(&command))
        act(*action);
    else if (const auto *move = std::get_if<MoveDivider>(&command))
        in_use_.choice().move_divider(move->x / session_.size().width);
    else if (const auto *file = std::get_if<OpenFile>(&command))
        open_file(file->path);
    const auto *view = std::get_if<ViewCommand>(&command);
    // The hand that drags has the picture in it; all else the window follows smoothly.
    if (view != nullptr && !is_jump(*view)) {
        if (const auto *pan = std::get_if<PanBy>(view))
            motion_.drag(pan->dx, pan->dy, clock_.now());
    } else if (formula != session_.location().formula) {
        motion_.glide.clear(); // there is no way between them
    } else {
        motion_.glide.follow(before, session_.location().view, session_.size());
    }
}

void Explorer::change_view(const ViewCommand &command) {
    const View next = apply(command, session_.location().view, session_.size());
    if (is_jump(command))
        session_.jump_to(next);
    else
        session_.move_to(next, clock_.now());
}

void Explorer::act(Action action) {
    if (is_view_action(action)) {
        change_view(view_command(action, session_.size(), input_.cursor()));
        return;
    }
    const auto iterations = session_.location().iterations;
    switch (action) {
    case Action::reset:
        return session_.go_home();
    case Action::back:
        if (!session_.back())
            messages_.say("There is no view before this one.");
        return;
    case Action::forward:
        if (!session_.forward())
            messages_.say("There is no view after this one.");
        return;
    case Action::slower:
        return change_speed(0.5);
    case Action::faster:
        return change_speed(2);
    case Action::next_samples:
        return next_samples();
    case Action::halve_iterations:
        return session_.set_iterations(iterations / 2);
    case Action::double_iterations:
        return session_.set_iterations(iterations * 2);
    case Action::next_engine:
        return in_use_.use_next();
    case Action::next_compare_mode:
        return next_compare_mode();
    case Action::next_overlay:
        settings_.overlay = static_cast<OverlayMode>((static_cast<int>(settings_.overlay) + 1) % 3);
        return;
    case Action::next_palette:
    case Action::previous_palette:
        try {
            session_.change_palette(action == Action::next_palette ? 1 : -1);
            messages_.say("Palette: " + session_.location().palette);
        } catch (const Error &error) {
            messages_.complain(error.what());
        }
        return;
    case Action::copy:
        return copy_location();
    case Action::paste:
        return paste_location();
    case Action::screenshot:
        return take_screenshot();
    case Action::save_location:
        return save_location();
    case Action::export_picture:
        return side_panel_.show("export");
    case Action::side_panel:
        return side_panel_.toggle();
    case Action::larger_text:
        return scale_text(1);
    case Action::smaller_text:
        return scale_text(-1);
    case Action::usual_text:
        return scale_text(0);
    case Action::places:
    case Action::bookmark:
    case Action::minimap:
    case Action::julia:
    case Action::enter_julia:
        return act_on_places(action);
    case Action::minibrot: {
        const Size size = session_.size();
        const auto [x, y] =
            input_.cursor().value_or(std::pair(0.5 * size.width, 0.5 * size.height));
        return find_minibrot(x, y, true);
    }
    case Action::help:
        help_open_ = !help_open_;
        return;
    case Action::full_screen:
        return window_.toggle_full_screen();
    case Action::cancel:
        return cancel();
    case Action::quit:
        return quit();
    default:
        return; // the view's actions were done above
    }
}

void Explorer::next_compare_mode() {
    set_compare_mode(static_cast<CompareMode>((static_cast<int>(in_use_.choice().mode()) + 1) % 3));
}

void Explorer::set_compare_mode(CompareMode mode) {
    if (in_use_.engines().devices() == nullptr) {
        messages_.say("Still looking for devices.");
        return;
    }
    in_use_.choose_pair();
    in_use_.choice().compare(mode);
    if (mode == CompareMode::split)
        in_use_.resume();
    if (mode != CompareMode::difference)
        comparison_.clear();
}

// One thing for each press, what is most in the way first.
void Explorer::cancel() {
    if (ImGui::GetIO().WantTextInput)
        return; // the field takes back what was typed
    motion_.hold(0);
    if (input_.cancel() || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup))
        return; // an open list closes itself
    if (side_panel_.shows("export") && export_panel_.running())
        export_panel_.cancel();
    else if (help_open_)
        help_open_ = false;
    else if (features_.busy())
        features_.cancel();
    else if (places_.julia.on())
        places_.julia.set_on(false);
    else if (in_use_.busy() || in_use_.refining())
        in_use_.stop();
    else if (export_panel_.running())
        side_panel_.show("export"); // hours of work do not end unseen
}

void Explorer::quit() {
    const auto now = clock_.now();
    quit_ = !export_panel_.running() || (quit_refused_ && now - *quit_refused_ < kQuitAgain);
    if (quit_)
        return;
    quit_refused_ = now;
    messages_.complain("An export is running; press Ctrl+Q again to drop it.");
}

void Explorer::copy_location() {
    copy_text(to_text(session_.location()), "The location was copied as text.");
}

void Explorer::copy_text(const std::string &text, const char *done) {
    if (SDL_SetClipboardText(text.c_str()) == 0)
        messages_.say(done);
    else
        messages_.complain(fmt::format("Nothing was copied: {}", SDL_GetError()));
}

void Explorer::paste_location() {
    const std::unique_ptr<char, decltype(&SDL_free)> text(SDL_GetClipboardText(), SDL_free);
    try {
        const ParsedLocation parsed = parse_location(text ? text.get() : "", "the clipboard");
        fly_to(parsed.location);
        for (const Complaint &warning : parsed.warnings)
            messages_.say(with_controls(warning));
    } catch (const Error &error) {
        messages_.complain(error.what());
    }
}

void Explorer::open_file(const std::filesystem::path &path) {
    background_.run([this, path]() -> Background::Result {
        try {
            return [this, parsed = read_location_file(path)] {
                try {
                    fly_to(parsed.location);
                    for (const Complaint &warning : parsed.warnings)
                        messages_.say(with_controls(warning));
                } catch (const Error &error) {
                    messages_.complain(error.what());
                }
            };
        } catch (const std::exception &error) {
            return [this, why = std::string(error.what())] { messages_.complain(why); };
        }
    });
}

void Explorer::take_screenshot() {
    screenshot_wanted_ = true;
    in_use_.resume();
    poll_screenshot();
    if (screenshot_wanted_)
        messages_.say("The screenshot is taken when the picture is complete.");
}

void Explorer::poll_screenshot() {
    if (!screenshot_wanted_ || moving() || !colours_settled())
        return;
    auto frame = in_use_.complete_frame();
    if (!frame)
        return;
    screenshot_wanted_ = false;
    const std::filesystem::path path = names_.next(".png");
    save("screenshot", path,
         [path, frame, location = session_.location()] { write_frame(*frame, location, path); });
}

void Explorer::save_location() {
    const std::filesystem::path path = names_.next(".toml");
    save("location", path,
         [path, location = session_.location()] { write_location_file(path, location); });
}

// Writes a file away from the window's thread and tells how that went.
void Explorer::save(const char *what, const std::filesystem::path &path,
                    std::function<void()> write) {
    background_.run([this, what, path, write = std::move(write)]() -> Background::Result {
        try {
            write();
        } catch (const std::exception &error) {
            return [this, why = std::string(error.what())] { messages_.complain(why); };
        }
        return [this, what, path] {
            messages_.say("Saved " + path.string());
            messages_.note(fmt::format("{} {}", what, path.string()));
        };
    });
}

} // namespace fathom
