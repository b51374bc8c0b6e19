#pragma once
#include "ui/live/export_task.h"

#include <deque>
#include <memory>

namespace fathom::ui {

/// Exports that follow one another in the order in which they were asked for: each is to have all
/// of its device. What fails or is cancelled does not stop those after it.
class ExportQueue {
  public:
    /// `notify` as ExportTask's.
    explicit ExportQueue(std::function<void()> notify) : notify_(std::move(notify)) {}

    /// Begins it, if nothing is before it.
    void add(ExportOrder order);
    /// The one under way, or that has ended and was not taken; null if there is none.
    [[nodiscard]] const ExportTask *present() const { return present_.get(); }
    /// Ends it early; those after it go on.
    void cancel();
    /// Those that have not begun.
    [[nodiscard]] const std::deque<ExportOrder> &waiting() const { return waiting_; }
    /// Forgets the one at `index` of them.
    void drop(std::size_t index);
    /// Whether one of these writes to `path`.
    [[nodiscard]] bool writes_to(const std::filesystem::path &path) const;
    /// The present one once it has ended, when the next begins; else null.
    std::unique_ptr<ExportTask> take_ended();

  private:
    void begin(ExportOrder order);

    std::function<void()> notify_;
    std::unique_ptr<ExportTask> present_;
    std::deque<ExportOrder> waiting_;
};

} // namespace fathom::ui
