#pragma once
#include "render/images/png_chunk.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <thread>
#include <vector>

namespace fathom {

/// Bytes that are made where and when they are needed, by several threads at a time.
class ByteSource {
  public:
    virtual ~ByteSource() = default;
    ByteSource(const ByteSource &) = delete;
    ByteSource &operator=(const ByteSource &) = delete;

    [[nodiscard]] virtual std::size_t size() const noexcept = 0;
    /// Makes the bytes from `first` on, as many as `to` takes; at most up to size().
    virtual void read(std::size_t first, std::span<std::uint8_t> to) const noexcept = 0;

  protected:
    ByteSource() = default;
};

/// Turns the filtered bytes of a PNG into its IDAT chunks on several threads. The bytes are cut
/// into blocks of kBlockBytes, each deflated on its own and ended by a sync flush, which leaves it
/// on a byte boundary: the pieces in a row are one zlib stream (RFC 1950, 1951), and they do not
/// depend on the number of threads. Memory is about 0.5 MiB for each of 2 x threads + 2 blocks.
class PngCompressor {
  public:
    static constexpr std::size_t kBlockBytes = std::size_t{256} << 10;
    static constexpr int kMaxThreads = 32; // bounds the memory; already outruns any disk

    /// Receives chunks in their order, one at a time, on the thread that calls append or finish:
    /// the one that begins the stream, one for each block with the Adler-32 of its bytes, and the
    /// one that ends it.
    using Sink = std::function<void(std::span<const std::byte> chunk, std::uint32_t adler)>;

    /// `threads`: 0 for all cores. `level`: 1 (RunDeflater) or 2 to 9 (as in zlib).
    PngCompressor(int threads, int level, Sink sink);
    /// Likewise for a stream whose beginning and first blocks, of these sums, were written before:
    /// it goes on behind them.
    PngCompressor(int threads, int level, Sink sink, std::span<const std::uint32_t> adlers);
    ~PngCompressor();
    PngCompressor(const PngCompressor &) = delete;
    PngCompressor &operator=(const PngCompressor &) = delete;

    /// Appends a source's bytes from `first` on; waits when the threads are too far behind. The
    /// source is let go when they are all compressed. Throws what the sink or a thread threw; then
    /// the object can only be destroyed.
    void append(const std::shared_ptr<const ByteSource> &bytes, std::size_t first = 0);

    /// Ends the stream, after at least one byte. Throws as append.
    void finish();

  private:
    struct Block;
    class Deflater;

    void start(int threads, int level);
    void add(std::uint32_t adler, std::size_t bytes);
    void submit(bool last);
    void emit(std::size_t keep);
    void work(const std::stop_token &stop, Deflater &deflater);

    Sink sink_;
    std::unique_ptr<Block> current_; // being filled
    std::unique_ptr<Block> spare_;   // its memory is used again
    std::uint32_t adler_ = 1;        // of all emitted bytes
    std::size_t max_in_flight_;

    std::mutex mutex_; // guards the following and each block's done
    std::condition_variable_any work_ready_;
    std::condition_variable_any block_done_;
    std::deque<std::unique_ptr<Block>> in_flight_; // in the file's order
    std::deque<Block *> waiting_;                  // those of them that no thread has taken
    std::vector<std::jthread> threads_;            // last: they stop before the rest goes
};

} // namespace fathom
