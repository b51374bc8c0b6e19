#include "render/base/out_of_memory.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <gmp.h>
#include <new>
#include <unistd.h>

namespace fathom {
namespace {

std::atomic<bool> &refusal() noexcept {
    static constinit std::atomic<bool> happened = false;
    return happened;
}

[[noreturn]] void refuse() {
    refusal() = true;
    throw std::bad_alloc();
}

// GMP leaves its numbers as they were where one of these throws, and loses what it took besides.
void *allocate(std::size_t bytes) {
    void *block = std::malloc(bytes);
    if (block == nullptr)
        refuse();
    return block;
}

void *reallocate(void *before, std::size_t, std::size_t bytes) {
    void *block = std::realloc(before, bytes);
    if (block == nullptr)
        refuse();
    return block;
}

void release(void *block, std::size_t) {
    std::free(block);
}

// What std::terminate() calls can be given nothing.
struct Farewell {
    void (*say_so)() noexcept = nullptr;
    int exit_code = 0;
};
Farewell &farewell() noexcept {
    static constinit Farewell last;
    return last;
}

[[noreturn]] void end() noexcept {
    try {
        if (const auto error = std::current_exception())
            std::rethrow_exception(error);
    } catch (const std::bad_alloc &) {
        farewell().say_so();
        ::_exit(farewell().exit_code);
    } catch (...) { // a fault of ours
    }
    std::abort();
}

} // namespace

void end_politely_without_memory(void (*say_so)() noexcept, int exit_code) noexcept {
    farewell() = {say_so, exit_code};
    mp_set_memory_functions(allocate, reallocate, release);
    std::set_new_handler(refuse);
    std::set_terminate(end);
}

bool memory_was_refused() noexcept {
    return refusal();
}

} // namespace fathom
