#pragma once
#include "render/base/assets.h"
#include "render/engines/render_request.h"
#include "render/places/location.h"
#include "render/places/navigation.h"
#include "ui/state/viewport.h"

#include <chrono>
#include <string>
#include <vector>

namespace fathom::ui {

/// Where the person is and where they have been: everything that decides what the picture is. No
/// window, no OpenGL.
class Session {
  public:
    using Clock = std::chrono::steady_clock;

    /// Throws InputError if the location's palette cannot be loaded.
    Session(Location start, Size size, const MethodChoice &choice = {});

    [[nodiscard]] const Location &location() const { return location_; }
    /// Of the window.
    [[nodiscard]] Size size() const { return size_; }
    /// What a panel leaves of the window; the location lies in its middle.
    [[nodiscard]] Viewport viewport() const;
    /// The location's view, moved so that its centre is the window's middle; to 1e-4 of a pixel.
    [[nodiscard]] const View &picture_view() const { return picture_view_; }
    /// What the whole window shows: the location with that view.
    [[nodiscard]] Location picture() const;
    /// What was asked for; a precision counts where it can iterate the location.
    [[nodiscard]] const MethodChoice &method_choice() const { return choice_; }
    /// How the engine in use iterates this view; shares this session's reference orbits.
    [[nodiscard]] Method method() const;
    [[nodiscard]] Precision precision() const { return method().precision; }
    /// What the number type cannot show here, if anything.
    [[nodiscard]] std::optional<std::string> warning() const;
    /// Rises whenever the picture needs other samples; at least 1.
    [[nodiscard]] std::uint64_t generation() const { return generation_; }
    /// Rises whenever the same samples need other colours.
    [[nodiscard]] std::uint64_t colour_generation() const { return colour_generation_; }
    /// Where it keeps reference orbits from view to view; never null.
    [[nodiscard]] const std::shared_ptr<ReferenceCache> &reference_cache() const {
        return reference_cache_;
    }
    /// The progressive request for the whole picture, tagged with its generation.
    [[nodiscard]] RenderRequest request() const;
    [[nodiscard]] ColourSettings colour() const;

    void resize(Size size);
    /// A panel covers so many columns at the window's left: the location stays what it is and comes
    /// to the middle of the rest, so that the window's picture is another one.
    void cover(int columns);
    /// A step of a continuous move at time `now`: it is remembered as visited only if it was
    /// followed by half a second's rest.
    void move_to(const View &view, Clock::time_point now);
    /// As move_to, of the view with its formula, limit and bailout; colours stay.
    void pass_through(const Location &place, Clock::time_point now);
    /// A move in one go: both ends are remembered.
    void jump_to(const View &view);
    /// Takes over all of it. Throws InputError if its palette cannot be loaded; nothing has changed
    /// then.
    void go_to(const Location &location);
    /// These places, the oldest first, become the history before the present one.
    void restore_past(const std::vector<Location> &past);
    /// Back to the formula's whole set with the bailout of a new location and a limit that follows
    /// the view. The palette stays, and so do the colours but from a deep view: then they are those
    /// with which the whole set was left, or those of a place that brings none.
    void go_home();
    /// Likewise, with the colours of a new location. Throws InputError if its palette cannot be
    /// loaded.
    void go_home_anew();
    /// To the view before or after, if there is one, as it was left: its limit, bailout, method and
    /// colours. Returns whether there was. Throws InputError as go_to.
    bool back();
    bool forward();
    /// Takes the last step back, whatever it changed of the place, its colours or its method, or
    /// makes it again. Returns whether there was one. Throws InputError as go_to.
    bool undo();
    bool redo();
    /// A key, button or wheel was touched: what is changed from now on is a step of its own for
    /// undo(). Until then, all changes are one.
    void begin_step() { begins_step_ = true; }
    /// A number that somebody chose: the limit does not follow the view any more. Within the limits
    /// of locations. Belongs to the present view, also in the history.
    void set_iterations(std::uint64_t iterations);
    /// Whether the limit is what the view needs, as take_found_iterations brings it.
    void set_automatic_iterations(bool automatic);
    /// What was found for a view whose limit follows it.
    void take_found_iterations(std::uint64_t iterations);
    /// Computes the picture anew if this is another choice.
    void choose_method(const MethodChoice &choice);
    /// Who computes the picture from now on: the engine in use, or the pair that is compared. It is
    /// another picture only if it is to be iterated in another precision.
    void use_engine(const EngineTraits &engine);
    /// Takes over what a panel has changed of the present location. Only what the samples need
    /// raises the generation. Throws InputError as go_to.
    void edit(const Location &location);
    /// Takes over colours that nobody chose, but that follow the view or flow: no step for undo().
    /// Throws InputError as go_to.
    void adjust_colours(const Location &location);
    /// Shows the picture with a palette's colours until it is asked
    /// for others; null: with its own. The location and what undo() knows stay as they are.
    void preview_palette(std::shared_ptr<const PaletteTable> lut);
    [[nodiscard]] bool previews() const { return preview_ != nullptr; }
    /// For ColourMapping::rank, see render/jobs/survey.h; they stay until others come. Returns
    /// whether these are others.
    bool set_ranks(std::shared_ptr<const RankTable> ranks);
    /// The palette `steps` further in the list, which goes round. Throws InputError if it cannot be
    /// loaded.
    void change_palette(int steps);

  private:
    /// All that decides the picture.
    struct State {
        Location location;
        MethodChoice method;
        friend bool operator==(const State &, const State &) = default;
    };
    /// Of it, what decides the samples.
    struct Place {
        View view;
        FormulaChoice formula;
        std::uint64_t iterations = 0;
        bool automatic_iterations = false;
        double bailout = 0;
        friend bool operator==(const Place &, const Place &) = default;
    };
    static Place place_of(const Location &location);
    void place_picture();
    void show(const Place &place);
    void set_limit(std::uint64_t iterations, bool automatic);
    void show(const View &view);
    void settle();
    void begin_change();
    bool travel(History<State> &history, const State &(History<State>::*step)());
    void restore(const State &state);
    [[nodiscard]] bool shows(const State &state) const;
    [[nodiscard]] Location home() const;
    void take(const Location &location, std::shared_ptr<const PaletteTable> lut);
    [[nodiscard]] State present() const { return {location_, choice_}; }
    [[nodiscard]] bool is_remembered() const { return !moved_ && steps_.current() == present(); }
    [[nodiscard]] bool tracks(const kernels::Tracking<double> &needed) const;
    void take_colours(const Location &location);

    std::optional<std::filesystem::path> assets_;
    Location location_;
    Size size_;
    int covered_ = 0;   ///< columns
    View picture_view_; ///< place_picture() keeps it that of location_
    MethodChoice choice_;
    EngineTraits engine_; ///< in use
    /// Of the present samples. More than the colours need stays, so that going back and forth
    /// between colours iterates once.
    kernels::Tracking<double> tracking_;
    std::shared_ptr<const PaletteTable> lut_;
    std::shared_ptr<const PaletteTable> preview_; ///< instead of lut_, for a while
    std::shared_ptr<const RankTable> ranks_;
    // Neither knows the present state until it is settled.
    History<State> places_;                  ///< views visited, each as it was left
    History<State> steps_;                   ///< every change
    std::optional<Clock::time_point> moved_; ///< last continuous move that places_ does not know
    bool begins_step_ = true;
    std::uint64_t generation_ = 1;
    std::uint64_t colour_generation_ = 1;
    std::shared_ptr<ReferenceCache> reference_cache_;
};

} // namespace fathom::ui
