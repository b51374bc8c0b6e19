#include "ui/state/session_autosave.h"

#include "render/base/background.h"

#include <mutex>

namespace fathom::ui {
namespace {

constexpr std::chrono::seconds kPause{2};

} // namespace

/// Writes sessions from any thread; what is older than the last one written is dropped.
class SessionAutosave::Writer {
  public:
    explicit Writer(std::filesystem::path path) : path_(std::move(path)) {}

    void write(const SavedSession &session, std::uint64_t number) {
        const std::lock_guard lock(mutex_);
        if (number <= number_)
            return;
        if (written_ != session)
            save_session(path_, session);
        written_ = session;
        number_ = number;
    }

  private:
    const std::filesystem::path path_;
    std::mutex mutex_;
    std::optional<SavedSession> written_;
    std::uint64_t number_ = 0; ///< of that one
};

SessionAutosave::SessionAutosave(std::optional<std::filesystem::path> path, Background &background,
                                 std::function<void(const std::optional<std::string> &)> done)
    : background_(background), done_(std::move(done)) {
    if (path)
        writer_ = std::make_shared<Writer>(std::move(*path));
}

void SessionAutosave::touch(Clock::time_point now) {
    if (writer_ && !due_)
        due_ = now + kPause;
}

void SessionAutosave::keep(Clock::time_point now, const std::function<SavedSession()> &session) {
    if (!due_ || now < *due_)
        return;
    due_.reset();
    SavedSession present = session();
    if (last_ == present)
        return;
    last_ = std::move(present);
    background_.run([this, writer = writer_, saved = *last_, number = ++count_] {
        std::optional<std::string> failure;
        try {
            writer->write(saved, number);
        } catch (const std::exception &error) {
            failure = error.what();
        }
        return [this, failure, number] { end(failure, number); };
    });
}

// What was not saved is tried again when something happens; the same failure is told once.
void SessionAutosave::end(const std::optional<std::string> &failure, std::uint64_t number) {
    if (failure && number == count_)
        last_.reset();
    if (!failure || failure != told_)
        done_(failure);
    told_ = failure;
}

void SessionAutosave::finish(const SavedSession &session) {
    if (writer_)
        writer_->write(session, ++count_);
}

} // namespace fathom::ui
