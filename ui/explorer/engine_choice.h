#pragma once
#include "render/engines/devices.h"
#include "ui/panels/panels.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace fathom::ui {

/// Which engines show the picture, by device id: one, or a pair that is compared. Whether they work
/// is not its business.
class EngineChoice {
  public:
    /// "auto" stands for an engine that is not chosen yet.
    explicit EngineChoice(std::string engine) : engine_(std::move(engine)) {}

    /// Those in use: one, or the left and the right one.
    [[nodiscard]] std::vector<std::string> ids() const;
    /// The one in use while nothing is compared.
    [[nodiscard]] const std::string &engine() const { return engine_; }
    void use(std::string id) { engine_ = std::move(id); }
    /// The one after that, of those that `list` has.
    [[nodiscard]] std::string next(const DeviceList &list) const;

    [[nodiscard]] CompareMode mode() const { return mode_; }
    [[nodiscard]] bool comparing() const { return mode_ != CompareMode::off; }
    /// There has to be a pair. Two pictures side by side begin with the line between them at
    /// `divider`, a share of the window's width.
    void compare(CompareMode mode, double divider = 0.5);
    /// Device ids, empty until there is a pair.
    [[nodiscard]] const std::string &left() const { return pair_[0]; }
    [[nodiscard]] const std::string &right() const { return pair_[1]; }
    void choose_left(std::string id) { pair_[0] = std::move(id); }
    void choose_right(std::string id) { pair_[1] = std::move(id); }
    /// Compares the machine's `best` engine with the CPU, or that with the reference.
    void choose_pair(const std::string &best);
    /// Whether the engine `id` has to wait until the CPU is done.
    [[nodiscard]] bool waits_for_cpu(const std::string &id) const;

    /// Where the left picture ends, as a share of the window's width.
    [[nodiscard]] double divider() const { return divider_; }
    /// No further than to the window's edges.
    void move_divider(double share);

  private:
    std::string engine_;
    std::array<std::string, 2> pair_;
    CompareMode mode_ = CompareMode::off;
    double divider_ = 0.5;
};

} // namespace fathom::ui
