#include "ui/state/command.h"

#include "render/places/navigation.h"
#include "ui/state/key_bindings.h"

#include <cmath>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

constexpr double kTurn = 15; ///< degrees

struct ApplyTo {
    const View &view;
    Size size;
    double left;

    View operator()(const ZoomAt &zoom) const {
        return zoom_about(view, size, zoom.x - left, zoom.y, zoom.factor);
    }
    View operator()(const PanBy &pan) const { return pan_by_pixels(view, size, pan.dx, pan.dy); }
    View operator()(const ZoomToBox &box) const {
        return zoom_to_box(view, size, box.x0 - left, box.y0, box.x1 - left, box.y1);
    }
    View operator()(const CentreAndZoom &to) const {
        return zoom_about(centre_on(view, size, to.x - left, to.y), size, size.width / 2.0,
                          size.height / 2.0, to.factor);
    }
    View operator()(const RotateAt &turn) const {
        return rotate_about(view, size, turn.x - left, turn.y, turn.degrees);
    }
};

struct Describe {
    std::string operator()(const ZoomAt &zoom) const {
        return fmt::format("zoom {:.1f} {:.1f} {:.4f}", zoom.x, zoom.y, zoom.factor);
    }
    std::string operator()(const PanBy &pan) const {
        return fmt::format("pan {:.1f} {:.1f}", pan.dx, pan.dy);
    }
    std::string operator()(const ZoomToBox &box) const {
        return fmt::format("box {:.1f} {:.1f} {:.1f} {:.1f}", box.x0, box.y0, box.x1, box.y1);
    }
    std::string operator()(const CentreAndZoom &to) const {
        return fmt::format("centre {:.1f} {:.1f} {:.4f}", to.x, to.y, to.factor);
    }
    std::string operator()(const RotateAt &turn) const {
        return fmt::format("rotate {:.1f} {:.1f} {:.4f}", turn.x, turn.y, turn.degrees);
    }
    std::string operator()(const TurnWheel &wheel) const {
        return (*this)(ZoomAt{wheel.x, wheel.y, std::exp2(wheel.notches / 2)});
    }
    std::string operator()(const HoldZoom &hold) const {
        return fmt::format("hold {:.1f} {:.1f} {}", hold.x, hold.y, hold.direction);
    }
    std::string operator()(const LetGo &) const { return "let-go"; }
    std::string operator()(const ViewCommand &command) const { return std::visit(*this, command); }
    std::string operator()(Action action) const {
        for (const KeyBinding &binding : key_bindings())
            if (binding.action == action)
                return fmt::format("key {}", binding.effect);
        return "key";
    }
    std::string operator()(const MoveDivider &move) const {
        return fmt::format("divider {:.1f}", move.x);
    }
    std::string operator()(const PaletteKey &key) const {
        return fmt::format("palette-key {} {}", key.digit, key.put);
    }
    std::string operator()(const OpenFile &) const { return "open"; }
};

} // namespace

View apply(const ViewCommand &command, const View &view, const Viewport &viewport) {
    return std::visit(ApplyTo{view, viewport.size, viewport.left}, command);
}

bool is_jump(const ViewCommand &command) {
    return std::holds_alternative<ZoomToBox>(command) ||
           std::holds_alternative<CentreAndZoom>(command);
}

bool is_view_action(Action action) {
    return action <= Action::turn_right;
}

ViewCommand view_command(Action action, const Viewport &viewport,
                         const std::optional<std::pair<double, double>> &cursor) {
    const double step = viewport.size.height / 10.0;
    const auto [x, y] = viewport.middle();
    const auto [at_x, at_y] = cursor.value_or(viewport.middle());
    switch (action) {
    case Action::pan_left:
        return PanBy{step, 0};
    case Action::pan_right:
        return PanBy{-step, 0};
    case Action::pan_up:
        return PanBy{0, step};
    case Action::pan_down:
        return PanBy{0, -step};
    case Action::zoom_out:
        return ZoomAt{x, y, 0.5};
    case Action::turn_left:
        return RotateAt{at_x, at_y, -kTurn};
    case Action::turn_right:
        return RotateAt{at_x, at_y, kTurn};
    default:
        return ZoomAt{x, y, 2};
    }
}

std::string describe(const Command &command) {
    return std::visit(Describe{}, command);
}

} // namespace fathom::ui
