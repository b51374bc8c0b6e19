#include "render/images/picture_stream.h"

#include "render/base/error.h"
#include "tests/support/temp_folder.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace fathom::picture_stream_test {

struct Pipe {
    std::array<int, 2> ends{-1, -1};

    explicit Pipe(int flags) { EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC | flags), 0); }
    ~Pipe() {
        for (const int end : ends)
            if (end >= 0)
                ::close(end);
    }
    Pipe(const Pipe &) = delete;
    Pipe &operator=(const Pipe &) = delete;

    void close_reader() {
        ::close(ends[0]);
        ends[0] = -1;
    }
};

/// More than a pipe holds.
std::vector<std::byte> many_bytes() {
    std::vector<std::byte> bytes(1 << 20);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(i * 2654435761U >> 13);
    return bytes;
}

TEST(PictureStream, WaitsForASlowReader) {
    for (const int flags : {0, O_NONBLOCK}) {
        const Pipe pipe(flags);
        const std::vector<std::byte> sent = many_bytes();
        std::jthread writer([&] {
            PictureStream stream(pipe.ends[1], "the pipe");
            stream.write(std::span(sent).first(7), 0);
            stream.write(std::span(sent).subspan(7), 0);
            stream.commit();
        });
        std::vector<std::byte> got(sent.size());
        for (std::size_t at = 0; at < got.size();) {
            const ssize_t count = ::read(pipe.ends[0], got.data() + at, got.size() - at);
            if (count > 0)
                at += static_cast<std::size_t>(count);
        }
        EXPECT_TRUE(got == sent);
    }
}

TEST(PictureStream, SaysThatNobodyReads) {
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    Pipe pipe(0);
    pipe.close_reader();
    PictureStream stream(pipe.ends[1], "the pipe");
    const std::string message =
        message_of<DiskError>([&] { stream.write(std::array{std::byte{1}}, 0); });
    EXPECT_TRUE(contains(message, "cannot write to the pipe"));
    std::signal(SIGPIPE, before);
}

} // namespace fathom::picture_stream_test
