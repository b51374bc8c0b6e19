#pragma once
#include "render/film/film.h"
#include "render/places/navigation.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace fathom::ui {

/// A film that is being made: its keys in the order of their times, the first at 0, which of them
/// is chosen, the playhead, and every change, to be undone. It may have no key yet, or only one. No
/// window, and no time but that which is passed in.
class FilmTimeline {
  public:
    static constexpr double kGap = 0.05;       ///< seconds from key to key at least
    static constexpr double kLongest = 36'000; ///< seconds of a film

    FilmTimeline() : FilmTimeline(film::Film()) {}

    [[nodiscard]] const film::Film &film() const { return *film_; }
    /// The same; another object after each change.
    [[nodiscard]] const std::shared_ptr<const film::Film> &shared() const { return film_; }
    [[nodiscard]] const std::vector<film::FilmKey> &keys() const { return film_->keys; }
    /// Whether there is something to play.
    [[nodiscard]] bool complete() const { return keys().size() >= 2; }
    /// Of the last key.
    [[nodiscard]] double seconds() const { return keys().empty() ? 0 : keys().back().seconds; }
    [[nodiscard]] std::optional<std::size_t> chosen() const { return chosen_; }
    /// The chosen key; null if none is.
    [[nodiscard]] const film::FilmKey *key() const { return chosen_ ? &keys()[*chosen_] : nullptr; }
    /// What the film shows at the chosen key, if one is: its location, moved by its palette cycles.
    [[nodiscard]] std::optional<Location> seen_at_key() const;
    /// Seconds from the film's beginning.
    [[nodiscard]] double playhead() const { return playhead_; }
    [[nodiscard]] bool playing() const { return playing_; }

    /// `index` below the number of keys; the playhead goes there.
    void choose(std::size_t index);
    /// Likewise the key `steps` further, from no key the one that is next; stays at the ends.
    void choose_next(int steps);
    /// Within the film. No key is chosen any more, unless one is right there. Ends playing.
    void move_playhead(double seconds);
    /// Plays on from the playhead, or from the beginning where that is at the end. Nothing without
    /// two keys.
    void play();
    void stop() { playing_ = false; }
    /// Lets so many seconds of a film that plays go by; it stops at its end.
    void advance(double seconds);

    /// A key with that view, which is then chosen: at the playhead where that is between two keys,
    /// else after the last one, as much later as the way there takes (usual_seconds). It has the
    /// palette cycles of the key before it, and shows `location` with them. What nothing leads to
    /// is cut to. Returns false if there is no room.
    bool add(const Location &location);
    /// The chosen key shows that from now on, its palette cycles included. This and what follows do
    /// nothing if none is chosen.
    void replace(const Location &location);
    /// Removes the chosen key; its neighbour is chosen. Without the first one the film begins with
    /// the second.
    void remove();
    /// Moves the chosen key there, past its neighbours, too, or as near as they leave room. The
    /// first key stays at 0.
    void set_seconds(double seconds);
    void set_way(film::FilmWay way);
    /// Kept within FilmLimits.
    void set_palette_cycles(double cycles);
    /// Both are kept within half of the time to the next key.
    void set_easing(double out, double in);
    /// Size, rate and all that is no key.
    void set_settings(const film::Film &film);
    /// Another film, or an empty one; none of its keys is chosen. undo() brings the present film
    /// back. What `film` breaks of this class's rules (the first key at 0) is put right.
    void open(film::Film film);

    /// The chosen key follows a hand until end_drag(), as one change; with `later`, all keys after
    /// it keep their distance.
    void begin_drag();
    void drag_to(double seconds, bool later);
    void end_drag();
    /// All is as before the drag. Returns whether there was one.
    bool cancel_drag();
    [[nodiscard]] bool dragging() const { return before_drag_ != nullptr; }

    [[nodiscard]] bool can_undo() const { return history_.can_go_back(); }
    [[nodiscard]] bool can_redo() const { return history_.can_go_forward(); }
    /// Return whether there was a step.
    bool undo();
    bool redo();

    /// `film`, which was shared() once, lies in a file.
    void note_saved(std::shared_ptr<const film::Film> film) { saved_ = std::move(film); }
    /// Whether that is not so, and there is a key to be lost.
    [[nodiscard]] bool unsaved() const { return saved_ != film_ && !keys().empty(); }

  private:
    struct Step {
        std::shared_ptr<const film::Film> film;
        std::optional<std::size_t> chosen;
        friend bool operator==(const Step &a, const Step &b) { return a.film == b.film; }
    };

    explicit FilmTimeline(film::Film film);
    void take(film::Film film);
    void change(film::Film film);
    void restore(const Step &step);
    [[nodiscard]] film::Film moved(const film::Film &film, double seconds) const;
    [[nodiscard]] std::optional<std::size_t> key_at(double seconds) const;

    std::shared_ptr<const film::Film> film_;
    std::shared_ptr<const film::Film> saved_;
    std::shared_ptr<const film::Film> before_drag_; ///< null: nothing is dragged
    std::optional<std::size_t> chosen_at_press_;    ///< while something is
    std::optional<std::size_t> chosen_;
    double playhead_ = 0;
    bool playing_ = false;
    History<Step> history_;
};

/// Seconds that a film usually takes from one view to the other, 3 to 600: an octave of zooming in
/// half a second, out and in again where neither shows the other.
double usual_seconds(const View &from, const View &to);

/// "0:03.2", "12:00.0".
std::string film_time(double seconds);
/// A zoom as a power of ten: "10^6.2".
std::string power_of_ten_text(const Decimal &zoom);
/// Seconds between the marks of a ruler, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60 and more: the
/// smallest that is at least `least`.
double ruler_step(double least);

} // namespace fathom::ui
