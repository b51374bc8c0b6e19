#pragma once
#include "render/location.h"
#include "ui/export_task.h"

#include <array>
#include <memory>
#include <optional>

namespace fathom {

class ItemLog;
class NewFileNames;

/// What an export starts from.
struct ExportContext {
    const Location *location = nullptr;
    Size window;                        ///< pixels
    std::optional<Precision> precision; ///< empty: by need
    bool shortcuts = true;
    std::string device; ///< that will compute it
    std::shared_ptr<const std::vector<std::uint32_t>> lut;
    double pixel_ratio = 1;
};

/// The panel that exports a picture of any size, and the export that it started.
class ExportDialog {
  public:
    /// `notify` is called from an export's thread at its end.
    ExportDialog(ItemLog &items, NewFileNames &names, std::function<void()> notify);

    void open();
    /// Hides the panel; a running export goes on.
    void close() { open_ = false; }
    [[nodiscard]] bool is_open() const { return open_; }
    [[nodiscard]] bool running() const;
    void cancel();
    /// Share of the running export that is done, 0 to 1.
    [[nodiscard]] double progress() const { return task_->progress(); }
    void draw(const ExportContext &context);
    /// What to tell in the window, once after each export.
    struct Outcome {
        bool good;
        std::string words;
    };
    std::optional<Outcome> take_outcome();

  private:
    void draw_settings(const ExportContext &context);
    void draw_size(const ExportContext &context);
    void draw_start(const ExportContext &context);
    void draw_running(const ExportContext &context);
    void start(const ExportContext &context);
    [[nodiscard]] Size size(const ExportContext &context) const;

    ItemLog &items_;
    NewFileNames &names_;
    std::function<void()> notify_;
    bool open_ = false;
    int preset_ = 0;
    int samples_ = 0; ///< index of the choices
    int custom_width_ = 1920;
    int custom_height_ = 1080;
    std::array<char, 1024> path_{};
    std::string error_;
    std::unique_ptr<ExportTask> task_;
};

} // namespace fathom
