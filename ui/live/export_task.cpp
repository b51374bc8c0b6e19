#include "ui/live/export_task.h"

#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/images/kept_folder.h"
#include "render/jobs/measured_method.h"
#include "render/jobs/recorded_engine.h"
#include "render/jobs/recording.h"
#include "render/jobs/survey.h"
#include "ui/state/control_advice.h"

namespace fathom::ui {

ExportTask::ExportTask(ExportOrder order, std::function<void()> notify)
    : order_(std::move(order)), notify_(std::move(notify)), thread_([this] { run(); }) {}

ExportTask::~ExportTask() {
    stop_ = true;
    thread_.join();
}

double ExportTask::seconds() const {
    const Clock::rep end = end_;
    const auto until = end == 0 ? Clock::now() : Clock::time_point(Clock::duration(end));
    return std::chrono::duration<double>(until - start_).count();
}

std::optional<double> ExportTask::seconds_left() const {
    constexpr double kShare = 0.02;
    constexpr double kSeconds = 2;
    const double first = first_seconds_;
    const double done = progress_ - first_share_;
    const double taken = seconds() - first;
    if (first == 0 || done < kShare || taken < kSeconds)
        return std::nullopt;
    return taken * (1 - progress_) / done;
}

void ExportTask::note(double share) {
    progress_ = share;
    if (first_seconds_ == 0 && share > 0) {
        first_share_ = share;
        first_seconds_ = seconds();
    }
}

ExportTask::TypeWords ExportTask::type_words() const {
    const std::lock_guard lock(mutex_);
    return type_words_;
}

std::string ExportTask::error() const {
    const std::lock_guard lock(mutex_);
    return error_;
}

void ExportTask::run() {
    try {
        end(work() ? State::finished : State::cancelled, {});
    } catch (const std::exception &error) {
        end(State::failed, named_shortly(with_controls(error), order_.job.path));
    }
}

// False if stopped.
bool ExportTask::work() {
    if (order_.film)
        return make_film();
    return (order_.source ? recolour() : iterate()).finished;
}

bool ExportTask::make_film() {
    const std::unique_ptr<Engine> engine = make_engine(order_.device);
    return export_film(*engine, *order_.film, stop_, [this](double share) { note(share); })
        .finished;
}

ExportResult ExportTask::iterate() {
    const std::unique_ptr<Engine> engine = make_engine(order_.device);
    ExportJob job = order_.job;
    const auto references = std::make_shared<ReferenceCache>();
    if (order_.orbit)
        references->use(order_.orbit, {}, GivenOrbitUse::where_it_serves);
    job.method = export_method(job, order_.choice, engine->info().traits, references);
    if (!take_measured_method(*engine, job))
        return {};
    const ExportResult result = write(*engine, job);
    orbits_made_ = job.method.reference_cache->references_made();
    return result;
}

bool ExportTask::take_measured_method(Engine &engine, ExportJob &job) {
    const MeasuredPicture picture{.location = job.location,
                                  .size = job.size,
                                  .samples = job.samples,
                                  .may_change = !order_.choice.precision};
    const auto measured = measured_method(engine, picture, job.method, stop_);
    if (!measured)
        return false;
    job.method = measured->method;
    job.first = measured->first;
    const std::lock_guard lock(mutex_);
    type_words_ = {words_for_types_left(*measured),
                   with_controls(exactness_warning(*measured)).value_or("")};
    return true;
}

ExportResult ExportTask::recolour() {
    RecordedEngine recorded(order_.source->file, order_.source->place, 0);
    ExportJob job = order_.job;
    job.size = recorded.recording().size();
    job.source = recorded.recording().mark();
    job.method = Method(recorded.recording().whole().precision);
    if (job.location.colour.mapping == kernels::ColourMapping::rank)
        job.ranks = needed_ranks(*make_engine(order_.device), job.location, job.size,
                                 std::make_shared<ReferenceCache>(), stop_);
    return stop_ ? ExportResult() : write(recorded, job);
}

// What is kept of another picture of that name stays where it is.
ExportResult ExportTask::write(Engine &engine, ExportJob job) {
    job.continued = !KeptFolder::keeps_another(job.path, purpose_of(job));
    return export_image(engine, job, stop_, [this](double share) { note(share); });
}

void ExportTask::end(State state, std::string error) {
    {
        const std::lock_guard lock(mutex_);
        error_ = std::move(error);
    }
    end_ = Clock::now().time_since_epoch().count();
    state_ = state;
    notify_();
}

} // namespace fathom::ui
