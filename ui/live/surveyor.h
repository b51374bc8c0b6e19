#pragma once
#include "render/jobs/survey.h"
#include "render/places/location.h"

#include <atomic>
#include <memory>
#include <optional>

namespace fathom {
class Background;
class ReferenceCache;
} // namespace fathom

namespace fathom::ui {

/// Learns from a small picture of a location how its colours are to be spread: the ranks of
/// ColourMapping::rank, and the density and offset that fit. Away from the window's thread.
class Surveyor {
  public:
    explicit Surveyor(Background &background) : background_(background) {}
    ~Surveyor();
    Surveyor(const Surveyor &) = delete;
    Surveyor &operator=(const Surveyor &) = delete;

    /// Asks for the survey of what `location` shows, unless it is known or under way; one of
    /// another location that is under way is dropped, but while the view moves: then that one shall
    /// end, for there would never be any.
    void follow(const Location &location, Size size,
                const std::shared_ptr<ReferenceCache> &reference_cache, bool moving);
    /// Whether all is known that the survey of this will tell: it is there, or cannot be made.
    [[nodiscard]] bool knows(const Location &location, Size size) const;
    /// The survey that was made last; null if there is none, or it could not be made.
    [[nodiscard]] const Survey *survey() const { return survey_ ? &*survey_ : nullptr; }
    /// Whether there is one, whose fit is for that location's base and mapping.
    [[nodiscard]] bool fits(const Location &location) const;
    /// Whether what was asked for last could not be made.
    [[nodiscard]] bool failed() const { return done_ && !survey_; }
    /// Ends what is under way.
    void stop();

  private:
    /// What a survey depends on.
    struct Subject {
        Location location; ///< with what only colours know left out
        Size size;
        friend bool operator==(const Subject &, const Subject &) = default;
    };

    Background &background_;
    std::optional<Subject> subject_;
    std::shared_ptr<std::atomic<bool>> stop_; ///< of the survey under way
    std::optional<Survey> survey_;
    kernels::ColourScheme scheme_; ///< that it was made for
    bool done_ = false;            ///< nothing is under way for subject_
};

} // namespace fathom::ui
