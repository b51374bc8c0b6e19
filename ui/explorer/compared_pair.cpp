#include "ui/explorer/compared_pair.h"

#include "ui/explorer/engine_reports.h"
#include "ui/explorer/engines_in_use.h"
#include "ui/explorer/messages.h"
#include "ui/state/session.h"
#include "ui/texts/common.h"

#include <fmt/format.h>

namespace fathom::ui {

ComparedPair::ComparedPair(Messages &messages, Session &session, Background &background,
                           EnginesInUse &in_use, EngineReports &reports)
    : messages_(messages), session_(session), in_use_(in_use), reports_(reports),
      comparison_(background) {}

void ComparedPair::next_mode() {
    show(static_cast<CompareMode>((static_cast<int>(in_use_.choice().mode()) + 1) % 3));
}

void ComparedPair::show(CompareMode mode) {
    if (in_use_.engines().devices() == nullptr) {
        messages_.say(texts::common::kLookingForDevices);
        return;
    }
    in_use_.choose_pair();
    in_use_.choice().compare(mode, session_.viewport().middle().first / session_.size().width);
    if (mode == CompareMode::split)
        in_use_.resume();
    if (mode != CompareMode::difference)
        comparison_.clear();
}

void ComparedPair::end() {
    comparison_.clear();
    in_use_.choice().compare(CompareMode::off);
}

void ComparedPair::update() {
    const EngineChoice &choice = in_use_.choice();
    if (choice.mode() != CompareMode::difference)
        return;
    const auto frame_of = [this](const std::string &id) {
        const EngineFeed *feed = in_use_.engines().find(id);
        return feed == nullptr ? nullptr : feed->complete_frame(session_);
    };
    auto left = frame_of(choice.left());
    auto right = frame_of(choice.right());
    if (left && right)
        comparison_.compare(std::move(left), std::move(right), session_.colour_generation());
    else
        comparison_.clear();
    const auto &difference = comparison_.difference();
    if (difference && !logged_difference_)
        messages_.note(fmt::format("difference {} {} {} {} {}", choice.left(), choice.right(),
                                   difference->samples_differ, difference->rgba_differ,
                                   difference->max_iteration_delta));
    logged_difference_ = difference.has_value();
}

void ComparedPair::draw_no_difference(BarHeight bar) {
    if (in_use_.choice().mode() == CompareMode::difference && !comparison_.difference())
        ui::draw_no_difference(reports_.words_for_no_difference(), bar);
}

void ComparedPair::draw_divider(float x, BarHeight bar, bool lit) {
    const EngineChoice &choice = in_use_.choice();
    ui::draw_divider(
        {x, bar, reports_.words_for(choice.left()), reports_.words_for(choice.right()), lit});
}

float ComparedPair::draw_result() {
    return in_use_.choice().mode() == CompareMode::difference ? draw_compare_result(info()) : 0;
}

void ComparedPair::draw_section(Controls &controls) {
    in_use_.choose_pair();
    const ComparePanelChoice choice = draw_compare_panel(controls, info());
    take(choice.engines);
    if (choice.mode)
        show(*choice.mode);
}

CompareInfo ComparedPair::info() {
    const EngineChoice &choice = in_use_.choice();
    return {choice.mode(),
            in_use_.engines().devices(),
            choice.left(),
            choice.right(),
            session_.method_choice().shortcuts,
            comparison_.difference(),
            reports_.words_for_no_difference()};
}

void ComparedPair::take(const CompareChoice &choice) {
    EngineChoice &engines = in_use_.choice();
    if (choice.left)
        engines.choose_left(*choice.left);
    if (choice.right)
        engines.choose_right(*choice.right);
    if (choice.shortcuts) {
        MethodChoice method = session_.method_choice();
        method.shortcuts = *choice.shortcuts;
        session_.choose_method(method);
    }
    if (choice.left || choice.right)
        messages_.note(fmt::format("pair {} {}", engines.left(), engines.right()));
}

} // namespace fathom::ui
