#include "ui/live/export_queue.h"

#include <algorithm>
#include <utility>

namespace fathom::ui {

void ExportQueue::add(ExportOrder order) {
    if (present_)
        waiting_.push_back(std::move(order));
    else
        begin(std::move(order));
}

void ExportQueue::begin(ExportOrder order) {
    present_ = std::make_unique<ExportTask>(std::move(order), notify_);
}

void ExportQueue::cancel() {
    if (present_)
        present_->cancel();
}

void ExportQueue::drop(std::size_t index) {
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(index));
}

bool ExportQueue::writes_to(const std::filesystem::path &path) const {
    return (present_ && present_->job().path == path) ||
           std::any_of(waiting_.begin(), waiting_.end(),
                       [&](const ExportOrder &order) { return order.job.path == path; });
}

std::unique_ptr<ExportTask> ExportQueue::take_ended() {
    if (!present_ || present_->state() == ExportTask::State::running)
        return nullptr;
    std::unique_ptr<ExportTask> ended = std::move(present_);
    if (!waiting_.empty()) {
        ExportOrder next = std::move(waiting_.front());
        waiting_.pop_front();
        begin(std::move(next));
    }
    return ended;
}

} // namespace fathom::ui
