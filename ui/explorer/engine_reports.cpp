#include "ui/explorer/engine_reports.h"

#include "render/deep/perturbation.h"
#include "render/jobs/exactness.h"
#include "render/jobs/overview_engine.h"
#include "render/jobs/recording.h"
#include "ui/explorer/clipboard.h"
#include "ui/explorer/engines_in_use.h"
#include "ui/explorer/frame_pacing.h"
#include "ui/explorer/messages.h"
#include "ui/state/number_text.h"
#include "ui/state/session.h"
#include "ui/state/ui_settings.h"
#include "ui/texts/compare.h"
#include "ui/texts/overlay.h"
#include "ui/texts/status.h"

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <thread>
#include <utility>

namespace fathom::ui {
namespace {

// Words about pictures that are there sooner would only flicker.
constexpr std::chrono::milliseconds kTellAfter{250};

// "la, period 86,614, 254 bits, reference 0.03 s".
std::string method_in_words(const Perturbation &perturbation) {
    const std::string words = to_string(perturbation.spec().approximation);
    const auto data = perturbation.last();
    if (!data)
        return words;
    const ReferenceOrbit &orbit = *data->orbit;
    const std::string length = orbit.period != 0
                                   ? fmt::format(texts::overlay::kPeriod, grouped(orbit.period))
                                   : fmt::format(texts::overlay::kSteps,
                                                 grouped(orbit.z.empty() ? 0 : orbit.z.size() - 1));
    const std::string time =
        data->reference_ms > 0 ? fmt::format(texts::overlay::kOrbitTime, data->reference_ms / 1000)
                               : texts::overlay::kOrbitKept;
    return fmt::format(texts::overlay::kMethod, words, length,
                       grouped(static_cast<std::uint64_t>(orbit.bits)), time);
}

} // namespace

EngineReports::EngineReports(const Uses &uses)
    : pacing_(uses.pacing), session_(uses.session), in_use_(uses.in_use), messages_(uses.messages),
      settings_(uses.settings), items_(uses.items),
      exactness_(uses.background, std::thread::hardware_concurrency()) {}

void EngineReports::watch(UiClock::Time now) {
    const bool computing = in_use_.busy();
    if (!computing || timed_generation_ != session_.generation()) {
        timed_generation_ = session_.generation();
        busy_since_ = now;
    }
    const bool slow = computing && now - busy_since_ >= kTellAfter;
    if (slow != slow_)
        pacing_.draw_after_news();
    slow_ = slow;
}

// A file's samples may be another program's, and of a pair the difference is what counts.
void EngineReports::check_pixels(bool idle, UiClock::Time now) {
    const bool shown =
        settings_.overlay == OverlayMode::all || settings_.overlay == OverlayMode::brief;
    const bool wanted = settings_.exactness && shown && in_use_.shown_file() == nullptr &&
                        !in_use_.choice().comparing();
    if (const EngineFeed *feed = wanted ? in_use_.first() : nullptr)
        exactness_.follow(ExactnessWatch::Picture{feed->info().id, session_.generation()},
                          feed->whole_frame(session_),
                          idle && !in_use_.busy() && !in_use_.refining(), now);
    else
        exactness_.follow({}, nullptr, false, now);
    if (const auto found = exactness_.take_finished()) {
        messages_.note(
            fmt::format("exact {} {} {}", found->equal, found->checked, found->too_long));
        pacing_.draw_after_news();
    }
}

Progress EngineReports::progress(const std::string &id) {
    const EngineFeed *feed = in_use_.engines().find(id);
    if (feed == nullptr)
        return {};
    const double share = feed->progress(session_.generation());
    if (share >= 1)
        return {Progress::State::complete, 1};
    if (in_use_.must_wait(id))
        return {Progress::State::waiting, share};
    std::string doing;
    if (const auto preparing = feed->preparation())
        doing = describe(preparing->progress());
    else if (id == OverviewEngine::kId)
        doing = fmt::format(texts::status::kReading, std::floor(share * 100));
    return {feed->busy() ? Progress::State::computing : Progress::State::stopped, share,
            std::move(doing)};
}

Progress EngineReports::overall_progress() {
    std::vector<Progress> engines;
    for (const std::string &id : in_use_.ids())
        engines.push_back(progress(id));
    return together(engines);
}

std::optional<Progress> EngineReports::worth_telling(const Progress &progress) const {
    if (slow_ || progress.state == Progress::State::stopped)
        return progress;
    return std::nullopt;
}

std::string EngineReports::words_for(const std::string &id) {
    const auto news = worth_telling(progress(id));
    const std::string words = news ? describe(*news) : "";
    return words.empty() ? id : id + ", " + words;
}

std::string EngineReports::words_for_no_difference() {
    const std::string words = describe(overall_progress());
    return words.empty() ? texts::compare::kComparing : words;
}

std::string EngineReports::words_for_source() const {
    if (const Recording *file = in_use_.shown_file())
        return fmt::format(texts::status::kFromFile, file->path().filename().string(),
                           file->size().width, file->size().height);
    const auto active = in_use_.ids();
    return fmt::format(texts::status::kTypeOn, to_string(session_.precision()),
                       fmt::join(active, texts::status::kAnd));
}

std::optional<Precision> EngineReports::more_exact_type() const {
    const auto found = exactness_.found();
    if (!found || !found->finished() || found->good())
        return std::nullopt;
    const auto better = better_types(session_.location().formula.id, session_.precision());
    return better.empty() ? std::nullopt : std::optional(better.back()); // the surest
}

BarHeight EngineReports::draw_status_bar(Controls &controls, const StatusNews &news) {
    StatusInfo info;
    info.location = &session_.location();
    info.source = words_for_source();
    info.warning = session_.warning();
    info.cursor = news.cursor;
    const Progress all = overall_progress();
    if (in_use_.busy())
        info.share = all.share;
    info.progress = worth_telling(all);
    if (all.complete() && news.limit_share) {
        info.share = news.limit_share;
        info.progress = limit_progress(*news.limit_share);
    }
    info.export_share = news.export_share;
    info.inside = news.inside;
    info.way = news.way;
    info.palette = news.palette;
    const StatusDrawn drawn = ui::draw_status_bar(controls, info);
    if (drawn.copied)
        copy_text(messages_, *drawn.copied, texts::status::kNumberCopied);
    return drawn.height;
}

EngineReport EngineReports::report(const std::string &id) {
    EngineReport report;
    report.info.id = id;
    report.precision = to_string(session_.precision());
    if (EngineFeed *feed = in_use_.engines().find(id)) {
        report.info = feed->info();
        report.interop = feed->pixel_buffers().interop_state();
        report.stats = &feed->stats();
        report.progress = worth_telling(progress(id));
        if (const auto perturbation = feed->perturbation())
            report.method = method_in_words(*perturbation);
    }
    return report;
}

void EngineReports::draw_overlay(const OverlayPlace &place) {
    OverlayInfo info;
    info.left = place.left;
    info.bar = place.bar;
    info.brief = place.brief;
    info.exactness = exactness_.found();
    if (!session_.method_choice().precision)
        info.better_exports =
            !better_types(session_.location().formula.id, session_.precision()).empty();
    info.items = &items_;
    info.pixel_ratio = place.pixel_ratio;
    for (const std::string &id : in_use_.ids())
        info.engines.push_back(report(id));
    // The last frame before a rest says so.
    if (pacing_.any_left() || in_use_.busy() || place.touring)
        info.frames_per_second = static_cast<double>(pacing_.frames_per_second());
    ui::draw_overlay(info);
}

} // namespace fathom::ui
