#pragma once
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace fathom {

/// A system call that fails at once with `error`: number SYS_..., if `flags` are all in its third
/// argument.
struct RefusedCall {
    int number = 0;
    int error = 0;
    unsigned flags = 0;
};

/// From here on this process and what it starts cannot make that call. False where the kernel takes
/// no filter, as under an emulator.
inline bool refuse_from_now_on(const RefusedCall &call) {
    const auto word = [](std::size_t offset) {
        return sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
    };
    constexpr std::size_t kThirdArgument = offsetof(seccomp_data, args) + 2 * sizeof(std::uint64_t);
    const auto error = static_cast<std::uint32_t>(call.error) & SECCOMP_RET_DATA;
    std::vector<sock_filter> program = {
        word(offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call.number), 0, 4),
        word(kThirdArgument),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, call.flags),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call.flags, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/// Whether system calls can be refused here: not under an emulator.
inline bool can_refuse_calls() {
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(refuse_from_now_on({}) ? 0 : 1);
    int status = 0;
    return child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

/// Whether `action()` is true in a child process that cannot make the call. Where
/// can_refuse_calls() is false, there is no such process.
template <class Action>
testing::AssertionResult holds_without(const RefusedCall &call, Action &&action) {
    const pid_t child = ::fork();
    if (child == 0) {
        bool good = false;
        try {
            good = refuse_from_now_on(call) && action();
        } catch (...) {
        }
        ::_exit(good ? 0 : 1);
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child)
        return testing::AssertionFailure() << "no child process";
    return WIFEXITED(status) && WEXITSTATUS(status) == 0
               ? testing::AssertionSuccess()
               : testing::AssertionFailure() << "it is not so where system call " << call.number
                                             << " fails with " << call.error;
}

} // namespace fathom
