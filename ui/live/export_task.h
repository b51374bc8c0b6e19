#pragma once
#include "render/film/film_export.h"
#include "render/jobs/export.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace fathom {
struct ReferenceOrbit;
} // namespace fathom

namespace fathom::ui {

/// The file whose samples a picture is made of, and the location that it says it shows.
struct RecolourSource {
    std::filesystem::path file;
    Location place;
};

/// An export that is asked for.
struct ExportOrder {
    ExportJob job;
    MethodChoice choice;                  ///< decides the job's method for the device's engine
    std::string device;                   ///< that computes it
    std::optional<RecolourSource> source; ///< if given: nothing is iterated, but a small picture
                                          ///< for colours that want ranks
    /// Of the window's picture, for one that it serves, too; null: it has one of its own.
    std::shared_ptr<const ReferenceOrbit> orbit;
    /// If given: this is made, and of `job` path and size tell of it.
    std::optional<film::FilmExportJob> film;
};

/// An export under way on a thread and an engine of its own, so that the window goes on. Ends,
/// without a file, when it is destroyed early.
class ExportTask {
  public:
    enum class State { running, finished, cancelled, failed };

    /// `notify` is called from the thread at the end.
    ExportTask(ExportOrder order, std::function<void()> notify);
    ~ExportTask();
    ExportTask(const ExportTask &) = delete;
    ExportTask &operator=(const ExportTask &) = delete;

    void cancel() { stop_ = true; }
    [[nodiscard]] const ExportOrder &order() const { return order_; }
    [[nodiscard]] const ExportJob &job() const { return order_.job; }
    [[nodiscard]] bool is_film() const { return order_.film.has_value(); }
    [[nodiscard]] State state() const { return state_; }
    /// Share done, 0 to 1.
    [[nodiscard]] double progress() const { return progress_; }
    /// Seconds since the start, up to the end.
    [[nodiscard]] double seconds() const;
    /// Seconds until the end, by the pace since the first part was done, for engines take their
    /// time to start; nothing before there is a pace.
    [[nodiscard]] std::optional<double> seconds_left() const;
    /// Reference orbits that it had to make, once it has ended.
    [[nodiscard]] int orbits_made() const { return orbits_made_; }
    /// What is to be said of the number type that it took, once it has ended: the first as a part
    /// of a sentence (words_for_types_left), the second a sentence of its own (exactness_warning);
    /// each may be empty.
    struct TypeWords {
        std::string instead;
        std::string warning;
    };
    [[nodiscard]] TypeWords type_words() const;
    /// Why it failed, once it has.
    [[nodiscard]] std::string error() const;

  private:
    using Clock = std::chrono::steady_clock;

    void run();
    bool work();
    bool make_film();
    ExportResult iterate();
    ExportResult recolour();
    /// False if stopped.
    bool take_measured_method(Engine &engine, ExportJob &job);
    ExportResult write(Engine &engine, ExportJob job);
    void note(double share);
    void end(State state, std::string error);

    const ExportOrder order_;
    const std::function<void()> notify_;
    const Clock::time_point start_ = Clock::now();
    std::atomic<Clock::rep> end_ = 0; ///< 0: not yet
    std::atomic<bool> stop_ = false;
    std::atomic<double> progress_ = 0;
    std::atomic<double> first_share_ = 0;   ///< that was done
    std::atomic<double> first_seconds_ = 0; ///< when that was; 0: nothing is done yet
    std::atomic<int> orbits_made_ = 0;
    std::atomic<State> state_ = State::running;
    mutable std::mutex mutex_;
    std::string error_;    ///< guarded by mutex_
    TypeWords type_words_; ///< likewise
    std::thread thread_;
};

} // namespace fathom::ui
