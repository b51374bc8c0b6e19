#include "render/images/png_compressor.h"

#include "render/images/run_deflater.h"

#include <algorithm>
#include <array>
#include <exception>
#include <libdeflate.h>
#include <new>
#include <stdexcept>
#include <utility>
#include <zlib.h>

namespace fathom {

struct PngCompressor::Block {
    struct Piece {
        std::shared_ptr<const ByteSource> source;
        std::size_t first;
        std::size_t count;
    };
    std::vector<Piece> pieces;
    std::size_t size = 0; // of all pieces
    PngBytes chunk;
    std::uint32_t adler = 1; // of the bytes
    bool last = false;
    bool done = false;
    std::exception_ptr error;
};

/// One thread's state and the bytes that it is compressing.
class PngCompressor::Deflater {
  public:
    explicit Deflater(int level) {
        if (level > 1)
            searching_ = std::make_unique<Zlib>(level);
    }

    void compress(Block &block) {
        const std::span raw(raw_.data(), block.size);
        std::size_t at = 0;
        for (const Block::Piece &piece : block.pieces) {
            piece.source->read(piece.first, raw.subspan(at, piece.count));
            at += piece.count;
        }
        block.chunk.clear();
        const std::size_t start = begin_png_chunk(block.chunk, "IDAT");
        if (searching_)
            searching_->compress(raw, block.last, block.chunk);
        else
            fast_.compress(raw, block.last, block.chunk);
        end_png_chunk(block.chunk, start);
        block.adler = libdeflate_adler32(1, raw.data(), raw.size());
    }

  private:
    class Zlib {
      public:
        explicit Zlib(int level) {
            constexpr int kRawStream = -15;
            constexpr int kDefaultMemory = 8;
            if (deflateInit2(&stream_, level, Z_DEFLATED, kRawStream, kDefaultMemory,
                             Z_DEFAULT_STRATEGY) != Z_OK) {
                throw std::bad_alloc();
            }
        }
        ~Zlib() { deflateEnd(&stream_); }
        Zlib(const Zlib &) = delete;
        Zlib &operator=(const Zlib &) = delete;

        void compress(std::span<std::uint8_t> raw, bool last, PngBytes &out) {
            deflateReset(&stream_);
            stream_.next_in = raw.data();
            stream_.avail_in = static_cast<uInt>(raw.size());
            do {
                stream_.next_out = buffer_.data();
                stream_.avail_out = static_cast<uInt>(buffer_.size());
                if (deflate(&stream_, last ? Z_FINISH : Z_SYNC_FLUSH) == Z_STREAM_ERROR) {
                    throw std::logic_error("PngCompressor: zlib's state is broken");
                }
                append_bytes(out, std::span(buffer_.data(), stream_.next_out));
            } while (stream_.avail_out == 0);
        }

      private:
        z_stream stream_{};
        std::array<std::uint8_t, std::size_t{64} << 10> buffer_;
    };

    std::unique_ptr<Zlib> searching_; ///< beyond level 1
    RunDeflater fast_;
    std::vector<std::uint8_t> raw_ = std::vector<std::uint8_t>(kBlockBytes);
};

PngCompressor::PngCompressor(int threads, int level, Sink sink) : sink_(std::move(sink)) {
    start(threads, level);
    PngBytes header;
    const std::size_t start = begin_png_chunk(header, "IDAT");
    append_bytes(header, std::string_view("\x78\x01", 2)); // deflate, 32 KiB window, fastest
    end_png_chunk(header, start);
    sink_(header, 0);
}

PngCompressor::PngCompressor(int threads, int level, Sink sink,
                             std::span<const std::uint32_t> adlers)
    : sink_(std::move(sink)) {
    start(threads, level);
    for (const std::uint32_t adler : adlers)
        add(adler, kBlockBytes);
}

void PngCompressor::start(int threads, int level) {
    if (threads < 0 || level < 1 || level > 9) {
        throw std::invalid_argument("PngCompressor: threads must be >= 0, level 1 to 9");
    }
    const int wanted =
        threads > 0 ? threads : static_cast<int>(std::thread::hardware_concurrency());
    const int count = std::clamp(wanted, 1, kMaxThreads);
    max_in_flight_ = 2 * static_cast<std::size_t>(count) + 1;
    for (int i = 0; i < count; ++i) {
        threads_.emplace_back([this, deflater = std::make_unique<Deflater>(level)](
                                  const std::stop_token &stop) { work(stop, *deflater); });
    }
}

void PngCompressor::add(std::uint32_t adler, std::size_t bytes) {
    adler_ =
        static_cast<std::uint32_t>(adler32_combine(adler_, adler, static_cast<z_off_t>(bytes)));
}

PngCompressor::~PngCompressor() = default;

void PngCompressor::append(const std::shared_ptr<const ByteSource> &bytes, std::size_t first) {
    while (first < bytes->size()) {
        // A full block waits for more to come, so that finish always has one to mark as the last.
        if (current_ && current_->size == kBlockBytes) {
            submit(false);
        }
        if (!current_) {
            current_ = spare_ ? std::move(spare_) : std::make_unique<Block>();
        }
        const std::size_t count = std::min(bytes->size() - first, kBlockBytes - current_->size);
        current_->pieces.push_back({bytes, first, count});
        current_->size += count;
        first += count;
    }
}

void PngCompressor::finish() {
    if (!current_) {
        throw std::logic_error("PngCompressor: nothing to finish");
    }
    submit(true);
    emit(0);
    PngBytes trailer;
    const std::size_t start = begin_png_chunk(trailer, "IDAT");
    append_big_endian(trailer, adler_);
    end_png_chunk(trailer, start);
    sink_(trailer, 0);
}

void PngCompressor::submit(bool last) {
    current_->last = last;
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(current_.get());
        in_flight_.push_back(std::move(current_));
    }
    work_ready_.notify_one();
    emit(max_in_flight_);
}

/// Hands what is ready to the sink; waits until at most `keep` blocks are in flight.
void PngCompressor::emit(std::size_t keep) {
    for (;;) {
        std::unique_ptr<Block> block;
        {
            std::unique_lock lock(mutex_);
            if (in_flight_.size() > keep) {
                block_done_.wait(lock, [this] { return in_flight_.front()->done; });
            }
            if (in_flight_.empty() || !in_flight_.front()->done) {
                return;
            }
            block = std::move(in_flight_.front());
            in_flight_.pop_front();
        }
        if (block->error) {
            std::rethrow_exception(block->error);
        }
        add(block->adler, block->size);
        sink_(block->chunk, block->adler);
        block->size = 0;
        block->done = false;
        spare_ = std::move(block);
    }
}

void PngCompressor::work(const std::stop_token &stop, Deflater &deflater) {
    std::unique_lock lock(mutex_);
    while (work_ready_.wait(lock, stop, [this] { return !waiting_.empty(); }) &&
           !stop.stop_requested()) {
        Block *block = waiting_.front();
        waiting_.pop_front();
        lock.unlock();
        try {
            deflater.compress(*block);
        } catch (...) {
            block->error = std::current_exception();
        }
        block->pieces.clear(); // whose sources may be the last of something large
        lock.lock();
        block->done = true;
        block_done_.notify_one();
    }
}

} // namespace fathom
