#pragma once
#include "render/places/location.h"
#include "render/places/picture_size.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace fathom {
class Background;
class LimitProgress;
class ReferenceCache;
} // namespace fathom

namespace fathom::ui {

/// Finds the limits that views need (render/jobs/automatic_limit.h), away from the window's thread.
class LimitSearch {
  public:
    /// What a limit depends on.
    struct Subject {
        View view;
        FormulaChoice formula;
        double bailout = 0;
        Size size;
        friend bool operator==(const Subject &, const Subject &) = default;
    };
    struct Found {
        Subject subject;
        std::uint64_t limit = 0;
    };

    explicit LimitSearch(Background &background) : background_(background) {}
    ~LimitSearch();
    LimitSearch(const LimitSearch &) = delete;
    LimitSearch &operator=(const LimitSearch &) = delete;

    /// Asks for the limit of that picture, unless it was the last to be asked for. A search for
    /// another one is stopped; if the view is `moving`, it comes to its end first, and this one is
    /// not asked for.
    void follow(const Location &location, Size size,
                const std::shared_ptr<ReferenceCache> &reference_cache, bool moving);
    /// What was found since the last call, if anything.
    std::optional<Found> take();
    /// Whether the search for that picture has come to its end.
    [[nodiscard]] bool knows(const Location &location, Size size) const;
    /// Of a search under way: 0 to 1, of what it takes at most.
    [[nodiscard]] std::optional<double> share() const;
    /// Ends what is under way, and forgets what was found.
    void stop();
    /// Ends what is under way; that picture is not asked for again.
    void give_up();

  private:
    Background &background_;
    std::optional<Subject> subject_;                ///< asked for last
    std::shared_ptr<std::atomic<bool>> stop_;       ///< of the search under way
    std::shared_ptr<const LimitProgress> progress_; ///< likewise
    std::optional<Found> found_;
    bool done_ = false; ///< nothing is under way for subject_
};

} // namespace fathom::ui
