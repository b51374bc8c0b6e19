#include "ui/explorer/engines_in_use.h"

#include "render/jobs/overview_engine.h"
#include "render/jobs/recording.h"
#include "ui/explorer/messages.h"
#include "ui/panels/panels.h"
#include "ui/state/control_advice.h"
#include "ui/state/session.h"
#include "ui/texts/common.h"
#include "ui/texts/compare.h"
#include "ui/texts/devices.h"
#include "ui/window/cuda_interop.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom::ui {

EnginesInUse::EnginesInUse(Messages &messages, const Session &session, Background &background,
                           std::function<void()> notify, const Start &start)
    : messages_(messages), session_(session), engines_(background, std::move(notify)),
      choice_(start.stand_in ? "cpu" : start.engine), chosen_(start.engine) {
    if (start.stand_in)
        awaited_ = start.engine;
}

std::vector<std::string> EnginesInUse::ids() const {
    return shown_file() ? std::vector<std::string>{OverviewEngine::kId} : choice_.ids();
}

void EnginesInUse::show_file(std::unique_ptr<OverviewEngine> engine) {
    file_ = engine->recording();
    engines_.put(OverviewEngine::kId, std::move(engine));
}

const Recording *EnginesInUse::shown_file() const {
    return is_at_file() && !file_->lacks(session_.location()) ? file_.get() : nullptr;
}

bool EnginesInUse::is_at_file() const {
    return file_ && !choice_.comparing() &&
           file_->is_of(session_.location(), session_.method_choice());
}

void EnginesInUse::tell_lack() {
    auto lack = is_at_file() ? file_->lacks(session_.location()) : std::nullopt;
    if (lack == told_lack_)
        return;
    told_lack_ = std::move(lack);
    if (told_lack_)
        messages_.complain(fmt::format(texts::devices::kFileLacks,
                                       file_->path().filename().string(), *told_lack_));
}

void EnginesInUse::drop_file() {
    file_.reset();
    engines_.remove(OverviewEngine::kId);
}

bool EnginesInUse::settle() {
    const std::optional<std::string> wanted = named(awaited_.value_or(choice_.engine()));
    if (!awaited_ && wanted)
        choice_.use(*wanted);
    if (!awaited_ || !wanted)
        return awaited_ || wanted;
    // A failure is for whoever looks after the engines in use.
    if (engines_.use(*wanted) != nullptr || engines_.failure(*wanted)) {
        choice_.use(*wanted);
        awaited_.reset();
    }
    return true;
}

// Nothing for "auto" until the machine's devices are known.
std::optional<std::string> EnginesInUse::named(const std::string &id) const {
    if (id != "auto")
        return id;
    const DeviceList *list = engines_.devices();
    if (list == nullptr)
        return std::nullopt;
    return preferred_device(*list, opengl_gpu());
}

void EnginesInUse::use(const std::string &id) {
    choice_.use(id);
    awaited_.reset();
    engines_.forget(id);
    chosen_ = id;
    messages_.say(fmt::format(texts::devices::kEngineIs, id));
    messages_.note("engine " + id);
}

void EnginesInUse::use_next() {
    const DeviceList *list = engines_.devices();
    if (list == nullptr)
        messages_.say(texts::common::kLookingForDevices);
    else if (choice_.comparing())
        messages_.say(texts::compare::kChooseAbove);
    else
        use(choice_.next(*list));
}

void EnginesInUse::choose_pair() {
    const DeviceList *list = engines_.devices();
    if (list != nullptr && choice_.left().empty())
        choice_.choose_pair(preferred_device(*list, opengl_gpu()));
}

std::shared_ptr<Frame> EnginesInUse::complete_frame() {
    const EngineFeed *feed = first();
    return feed == nullptr ? nullptr : feed->complete_frame(session_);
}

bool EnginesInUse::any(bool (EngineFeed::*is)() const) {
    const auto active = ids();
    return std::any_of(active.begin(), active.end(), [this, is](const std::string &id) {
        const EngineFeed *feed = engines_.find(id);
        return feed != nullptr && (feed->*is)();
    });
}

bool EnginesInUse::must_wait(const std::string &id) {
    if (!choice_.waits_for_cpu(id))
        return false;
    const EngineFeed *cpu = engines_.find("cpu");
    if (cpu == nullptr)
        return !engines_.failure("cpu");
    return !cpu->follows(session_) || cpu->busy();
}

void EnginesInUse::stop() {
    for (const std::string &id : ids())
        if (EngineFeed *feed = engines_.find(id))
            feed->stop(session_);
}

void EnginesInUse::resume() {
    if (busy())
        return;
    for (const std::string &id : ids())
        if (EngineFeed *feed = engines_.find(id); feed && !feed->whole_frame(session_))
            feed->forget_request();
}

void EnginesInUse::draw_section(Controls &controls) {
    DevicesInfo info;
    info.devices = engines_.devices();
    info.in_use = choice_.ids();
    info.choosable = !choice_.comparing();
    info.failure = [this](const std::string &id) { return with_controls(engines_.failure(id)); };
    if (const auto chosen = draw_devices_panel(controls, info))
        use(*chosen);
}

} // namespace fathom::ui
