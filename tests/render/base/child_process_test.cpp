#include "render/base/child_process.h"

#include <gtest/gtest.h>
#include <string>
#include <sys/resource.h>

namespace fathom::child_process_test {

int niceness_of_child(FedChild::Priority priority) {
    const std::atomic<bool> stop = false;
    std::string output;
    // It says so once it has read something, which is after it has been given its priority.
    FedChild child(
        {"sh", "-c", "read -r line; nice"},
        [&](std::span<const std::byte> bytes) {
            output.append(reinterpret_cast<const char *>(bytes.data()), bytes.size());
        },
        stop, priority);
    const std::string line = "go\n";
    EXPECT_TRUE(child.feed(std::as_bytes(std::span(line))));
    EXPECT_EQ(child.finish().how, ChildEnd::How::exited);
    return std::stoi(output);
}

TEST(FedChild, GivesWayWhereItIsToldTo) {
    const int own = ::getpriority(PRIO_PROCESS, 0);
    EXPECT_EQ(niceness_of_child(FedChild::Priority::usual), own);
    EXPECT_EQ(niceness_of_child(FedChild::Priority::lower), std::min(own + 10, 19));
}

} // namespace fathom::child_process_test
