// To be preloaded to Fathom: memory and threads that cannot be had, files that cannot be read.
// Counts the memory that a program asks for from main() on, in all its threads, and refuses some of
// it. $FATHOM_REFUSE_AT: the number of the first allocation that is refused, counted from 1; 0:
// none. $FATHOM_REFUSE_FOR: how many are refused in a row (1). $FATHOM_REFUSE_OWN: if set, only
// what the program's own code, the C++ library and GMP ask for. $FATHOM_COUNT_FILE: where the
// number of allocations is written at the end. $FATHOM_MOST_THREADS: how many threads may be
// started; then the system has no more. $FATHOM_UNREADABLE: the end of the name of a file whose
// disk fails where it is read.
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" {
void *__libc_malloc(std::size_t);
void *__libc_calloc(std::size_t, std::size_t);
void *__libc_realloc(void *, std::size_t);
void *__libc_memalign(std::size_t, std::size_t);
}

namespace {

std::atomic<bool> counting = false;
std::atomic<long> asked = 0;
long first = 0, last = 0;
bool own_only = false;
std::atomic<long> threads_left = 0;
const char *unreadable = nullptr;
int (*real_main)(int, char **, char **) = nullptr;

constexpr std::size_t kMostRanges = 64;
struct Range {
    std::size_t begin = 0, end = 0;
};
Range ranges[kMostRanges];
std::size_t range_count = 0;

/// Notes where the code of the program, of the C++ library and of GMP lies.
int note(dl_phdr_info *info, std::size_t, void *) {
    const std::string_view name = info->dlpi_name;
    const bool own = name.empty() || name.find("libstdc++") != name.npos ||
                     name.find("libgmp") != name.npos || name.find("libmpfr") != name.npos;
    for (int at = 0; own && at < info->dlpi_phnum; ++at) {
        const auto &part = info->dlpi_phdr[at];
        if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0 && range_count < kMostRanges) {
            const std::size_t begin = info->dlpi_addr + part.p_vaddr;
            ranges[range_count++] = {begin, begin + part.p_memsz};
        }
    }
    return 0;
}

bool is_own(const void *caller) {
    const auto address = reinterpret_cast<std::size_t>(caller);
    for (std::size_t at = 0; at < range_count; ++at)
        if (address >= ranges[at].begin && address < ranges[at].end)
            return true;
    return false;
}

bool is_refused(const void *caller) {
    if (!counting.load(std::memory_order_relaxed) || (own_only && !is_own(caller)))
        return false;
    const long number = asked.fetch_add(1, std::memory_order_relaxed) + 1;
    if (number < first || number > last || first == 0)
        return false;
    errno = ENOMEM;
    return true;
}

long number_of(const char *name, long otherwise) {
    const char *text = std::getenv(name);
    return text == nullptr ? otherwise : std::atol(text);
}

/// Whether reading the file is to fail.
bool fails(int file) {
    char link[64], name[4096];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t length = unreadable == nullptr ? -1 : ::readlink(link, name, sizeof name);
    return length > 0 &&
           std::string_view(name, static_cast<std::size_t>(length)).ends_with(unreadable);
}

void write_count() {
    counting = false;
    const char *path = std::getenv("FATHOM_COUNT_FILE");
    if (std::FILE *file = path == nullptr ? nullptr : std::fopen(path, "w")) {
        std::fprintf(file, "%ld\n", asked.load());
        std::fclose(file);
    }
}

int counted_main(int argc, char **argv, char **environment) {
    const std::string_view program = argc > 0 ? argv[0] : "";
    if (program.substr(program.rfind('/') + 1).find("fathom") != 0) // a shell before it
        return real_main(argc, argv, environment);
    first = number_of("FATHOM_REFUSE_AT", 0);
    last = first + number_of("FATHOM_REFUSE_FOR", 1) - 1;
    own_only = std::getenv("FATHOM_REFUSE_OWN") != nullptr;
    threads_left = number_of("FATHOM_MOST_THREADS", 1 << 20);
    unreadable = std::getenv("FATHOM_UNREADABLE");
    dl_iterate_phdr(note, nullptr);
    std::atexit(write_count);
    // What the program starts is not counted.
    for (const char *name : {"LD_PRELOAD"})
        ::unsetenv(name);
    counting = true;
    return real_main(argc, argv, environment);
}

struct ThreadStart {
    void *(*work)(void *);
    void *argument;
};

void *run_thread(void *given) {
    const ThreadStart start = *static_cast<ThreadStart *>(given);
    std::free(given);
    void *result = start.work(start.argument);
    ++threads_left;
    return result;
}

} // namespace

#define FATHOM_SHOWN extern "C" __attribute__((visibility("default")))

FATHOM_SHOWN int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv,
                                   void (*init)(), void (*fini)(), void (*rtld_fini)(),
                                   void *stack_end) {
    using Start = int (*)(int (*)(int, char **, char **), int, char **, void (*)(), void (*)(),
                          void (*)(), void *);
    real_main = main;
    const auto start = reinterpret_cast<Start>(dlsym(RTLD_NEXT, "__libc_start_main"));
    return start(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}

FATHOM_SHOWN void *malloc(std::size_t size) {
    return is_refused(__builtin_return_address(0)) ? nullptr : __libc_malloc(size);
}
FATHOM_SHOWN void *calloc(std::size_t count, std::size_t size) {
    return is_refused(__builtin_return_address(0)) ? nullptr : __libc_calloc(count, size);
}
FATHOM_SHOWN void *realloc(void *block, std::size_t size) {
    return is_refused(__builtin_return_address(0)) ? nullptr : __libc_realloc(block, size);
}
FATHOM_SHOWN void *aligned_alloc(std::size_t alignment, std::size_t size) {
    return is_refused(__builtin_return_address(0)) ? nullptr : __libc_memalign(alignment, size);
}
FATHOM_SHOWN int posix_memalign(void **block, std::size_t alignment, std::size_t size) {
    if (is_refused(__builtin_return_address(0)))
        return ENOMEM;
    *block = __libc_memalign(alignment, size);
    return *block == nullptr ? ENOMEM : 0;
}

FATHOM_SHOWN int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                void *(*work)(void *), void *argument) {
    using Create = int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
    if (!counting)
        return create(thread, attributes, work, argument);
    if (threads_left.fetch_sub(1) <= 0) {
        ++threads_left;
        return EAGAIN;
    }
    auto *start = static_cast<ThreadStart *>(__libc_malloc(sizeof(ThreadStart)));
    *start = {work, argument};
    const int failed = create(thread, attributes, run_thread, start);
    if (failed != 0)
        std::free(start);
    return failed;
}

FATHOM_SHOWN ssize_t read(int file, void *to, std::size_t bytes) {
    if (counting && fails(file)) {
        errno = EIO;
        return -1;
    }
    return ::syscall(SYS_read, file, to, bytes);
}
