#include "ui/live/engines.h"

#include "render/base/background.h"
#include "render/base/error.h"
#include "render/base/thread_priority.h"
#include "ui/window/cuda_interop.h"

#include <algorithm>
#include <exception>
#include <fmt/format.h>

namespace fathom::ui {

std::string preferred_device(const DeviceList &list, std::optional<int> opengl_gpu) {
    const std::string drawing = opengl_gpu ? fmt::format("gpu{}", *opengl_gpu) : "";
    std::string preferred = "cpu";
    for (const DeviceInfo &device : list.devices)
        if (device.id == drawing || (device.kind == "gpu" && preferred == "cpu"))
            preferred = device.id;
    return preferred;
}

Engines::Engines(Background &background, std::function<void()> notify)
    : background_(background), notify_(std::move(notify)) {
    background_.run([this]() -> Background::Result {
        return [this, list = list_devices()] { devices_ = list; };
    });
}

EngineFeed *Engines::use(const std::string &id) {
    if (!slots_.contains(id))
        start(id);
    EngineFeed *feed = find(id);
    return feed != nullptr && !failure(id) ? feed : nullptr;
}

EngineFeed *Engines::find(const std::string &id) {
    const auto slot = slots_.find(id);
    return slot == slots_.end() ? nullptr : slot->second.feed.get();
}

EngineTraits Engines::traits(const std::vector<std::string> &ids) const {
    EngineTraits all;
    for (const std::string &id : ids)
        all = traits_of_pair(all, traits(id));
    return all;
}

EngineTraits Engines::traits(const std::string &id) const {
    if (const auto slot = slots_.find(id); slot != slots_.end() && slot->second.feed)
        return slot->second.feed->info().traits;
    if (devices_)
        for (const DeviceInfo &device : devices_->devices)
            if (device.id == id)
                return device.traits;
    return {};
}

std::optional<Complaint> Engines::failure(const std::string &id) const {
    const auto slot = slots_.find(id);
    if (slot == slots_.end())
        return std::nullopt;
    if (slot->second.failure || !slot->second.feed)
        return slot->second.failure;
    return slot->second.feed->failure();
}

void Engines::put(const std::string &id, std::unique_ptr<Engine> engine) {
    slots_[id] = {std::make_unique<EngineFeed>(std::move(engine), notify_), {}};
}

void Engines::forget(const std::string &id) {
    if (failure(id))
        slots_.erase(id);
}

void Engines::fail(const std::string &id, Complaint reason) {
    slots_[id].failure = std::move(reason);
}

const Picture *Engines::any_picture(const WantedPicture &wanted) const {
    for (const auto &[id, slot] : slots_)
        if (slot.feed)
            if (const Picture *picture = slot.feed->earlier_picture(0, wanted))
                return picture;
    return nullptr;
}

void Engines::pause_others(const std::vector<std::string> &ids) {
    for (const auto &[id, slot] : slots_)
        if (slot.feed && (slot.feed->busy() || slot.feed->refining()) &&
            std::find(ids.begin(), ids.end(), id) == ids.end()) {
            slot.feed->cancel();
            slot.feed->forget_request();
        }
}

void Engines::start(const std::string &id) {
    slots_.try_emplace(id);
    const std::optional<int> drawing = opengl_gpu(); // on the OpenGL thread
    const bool with_helpers = drawing && id == fmt::format("gpu{}", *drawing);
    background_.run([this, id, with_helpers]() -> Background::Result {
        try {
            lower_thread_priority(); // and so that of the threads that the engine starts
            // std::function has to be copyable, so the engine travels in a shared box.
            auto box = std::make_shared<std::unique_ptr<Engine>>(
                with_helpers ? make_engine_with_helpers(id) : make_engine(id));
            return [this, id, box] {
                slots_[id].feed = std::make_unique<EngineFeed>(std::move(*box), notify_);
            };
        } catch (const std::exception &error) {
            return [this, id, why = complaint_of(error)] { slots_[id].failure = why; };
        }
    });
}

} // namespace fathom::ui
