#pragma once
#include "render/deep/misiurewicz.h"
#include "render/deep/nucleus.h"
#include "render/deep/straightening.h"
#include "render/engines/render_request.h"
#include "render/jobs/interesting_places.h"
#include "render/places/location.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fathom {
class Background;
class ReferenceCache;
} // namespace fathom

namespace fathom::ui {

/// Looks for minibrots, Misiurewicz points and what there is to see, away from the window's thread,
/// one search at a time: a new one ends the one before. Answers come from Background::poll().
class FeatureSearch {
  public:
    using Failed = std::function<void(const std::string &why)>;

    explicit FeatureSearch(Background &background) : background_(background) {}
    ~FeatureSearch() { cancel(); }
    FeatureSearch(const FeatureSearch &) = delete;
    FeatureSearch &operator=(const FeatureSearch &) = delete;

    /// Tries the views of `places`, at least one, until one has a minibrot about its centre.
    void find_nucleus(std::vector<Location> places, std::function<void(const Nucleus &)> found,
                      Failed failed);
    /// Likewise, a Misiurewicz point.
    void find_misiurewicz(std::vector<Location> places,
                          std::function<void(const Misiurewicz &)> found, Failed failed);
    /// Likewise, what straightens a view.
    void find_straightening(std::vector<Location> places,
                            std::function<void(const Straightening &)> found, Failed failed);
    /// Likewise, where a picture of `size` has much to see, see interesting_places().
    void find_places(const Location &location, Size size,
                     std::shared_ptr<ReferenceCache> reference_cache,
                     std::function<void(const std::vector<InterestingPlace> &)> found,
                     Failed failed);
    /// Ends the search under way; nobody is told.
    void cancel();
    [[nodiscard]] bool busy() const { return running_ != nullptr; }
    /// Of the search under way in its present view, 0 to 1.
    [[nodiscard]] double share() const;

  private:
    struct Running {
        std::atomic<bool> stop = false;
        SearchProgress progress;
    };
    template <class Found, class Find>
    void run(std::vector<Location> places, Find find, std::function<void(const Found &)> found,
             Failed failed);

    Background &background_;
    std::shared_ptr<Running> running_; ///< null: none
};

/// Where to look for what is near (x, y) of a picture: first close by, at last within half a
/// window.
std::vector<Location> places_near(const Location &location, Size size, double x, double y);

} // namespace fathom::ui
