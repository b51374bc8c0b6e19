#include "render/images/picture_stream.h"

#include "render/base/error.h"

#include <cerrno>
#include <fmt/format.h>
#include <poll.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace fathom {

PictureStream::PictureStream(int descriptor, std::string name)
    : descriptor_(descriptor), name_(std::move(name)) {}

void PictureStream::write(std::span<const std::byte> piece, std::uint32_t) {
    if (waiting_)
        waiting_->append(piece);
    else
        send(piece);
}

void PictureStream::leave_room(std::size_t size) {
    room_ = size;
    waiting_ = std::make_unique<TemporaryFile>();
    waiting_->append(std::vector<std::byte>(size));
}

void PictureStream::fill_room(std::span<const std::byte> bytes) {
    FileRoom{0, room_}.check(bytes.size());
    waiting_->write_over(0, bytes);
}

void PictureStream::send(std::span<const std::byte> piece) const {
    while (!piece.empty()) {
        const ssize_t written = ::write(descriptor_, piece.data(), piece.size());
        if (written >= 0) {
            piece = piece.subspan(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) { // others may have made it one that does not wait
            pollfd writable = {descriptor_, POLLOUT, 0};
            ::poll(&writable, 1, -1);
        } else if (errno != EINTR) {
            fail(errno);
        }
    }
}

void PictureStream::commit() {
    if (waiting_)
        waiting_->read_all([this](std::span<const std::byte> part) { send(part); });
    waiting_.reset();
    // What is no file has nothing to be made durable.
    if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
        fail(errno);
}

void PictureStream::fail(int error_number) const {
    throw DiskError(fmt::format("cannot write to {} ({}); check where it goes", name_,
                                std::generic_category().message(error_number)));
}

} // namespace fathom
