#include "render/images/jpeg_writer.h"

#include "render/images/jpeg_metadata.h"
#include "render/images/rgb.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>
#include <exception>
#include <stdexcept>

#include <jpeglib.h> // wants stdio

namespace fathom {

/// What libjpeg is given. Its errors come back by a jump over its own frames alone: what it calls
/// here has nothing to destroy.
struct JpegWriter::State {
    State(std::unique_ptr<PictureFile> to, const JpegOptions &wanted)
        : options(wanted), file(std::move(to)), line(3 * static_cast<std::size_t>(wanted.width)) {
        compress.err = jpeg_std_error(&errors);
        errors.error_exit = [](j_common_ptr common) {
            std::longjmp(static_cast<State *>(common->client_data)->back, 1);
        };
        errors.output_message = [](j_common_ptr) {};
        compress.client_data = this;
        sink.init_destination = [](j_compress_ptr) {};
        sink.empty_output_buffer = [](j_compress_ptr c) {
            State &state = *static_cast<State *>(c->client_data);
            if (!state.flush(state.buffer.size()))
                c->err->error_exit(reinterpret_cast<j_common_ptr>(c));
            return static_cast<boolean>(TRUE);
        };
        sink.term_destination = [](j_compress_ptr c) {
            State &state = *static_cast<State *>(c->client_data);
            if (!state.flush(state.buffer.size() - state.sink.free_in_buffer))
                c->err->error_exit(reinterpret_cast<j_common_ptr>(c));
        };
        rewind();
    }
    ~State() {
        if (created)
            jpeg_destroy_compress(&compress);
    }
    State(const State &) = delete;
    State &operator=(const State &) = delete;

    /// Runs a step of libjpeg, and throws what went wrong in it.
    void run(void (*step)(State &)) {
        if (jumps_to(step))
            return;
        if (failure)
            std::rethrow_exception(failure);
        std::array<char, JMSG_LENGTH_MAX> message{};
        compress.err->format_message(reinterpret_cast<j_common_ptr>(&compress), message.data());
        throw std::runtime_error(std::string("libjpeg: ") + message.data());
    }

    JpegOptions options;
    std::unique_ptr<PictureFile> file;
    std::vector<std::uint8_t> line; ///< R, G, B
    std::string comment;            ///< that is written
    int rows_done = 0;
    bool created = false;
    jpeg_compress_struct compress{};

  private:
    /// Whether the step came to its end.
    bool jumps_to(void (*step)(State &)) {
        if (setjmp(back) != 0)
            return false;
        step(*this);
        return true;
    }

    void rewind() noexcept {
        sink.next_output_byte = buffer.data();
        sink.free_in_buffer = buffer.size();
        compress.dest = &sink;
    }

    /// Hands the first `size` bytes on; false if that failed.
    bool flush(std::size_t size) noexcept {
        try {
            file->write(std::as_bytes(std::span(buffer.data(), size)), 0);
        } catch (...) {
            failure = std::current_exception();
        }
        rewind();
        return !failure;
    }

    jpeg_error_mgr errors{};
    jpeg_destination_mgr sink{};
    std::jmp_buf back{};
    std::exception_ptr failure;
    std::array<JOCTET, 65536> buffer{};

    friend class JpegWriter;
};

namespace {

std::unique_ptr<PictureFile> new_file(const std::filesystem::path &path) {
    return std::make_unique<WholePictureFile>(path);
}

void check(const JpegOptions &options) {
    if (options.width < 1 || options.height < 1 || options.width > kMaxJpegSide ||
        options.height > kMaxJpegSide || options.quality < 1 || options.quality > 100 ||
        options.dots_per_inch < 0 || options.dots_per_inch > kMaxJpegDotsPerInch)
        throw std::invalid_argument("JpegWriter: options out of range");
}

} // namespace

JpegWriter::JpegWriter(const std::filesystem::path &path, const JpegOptions &options)
    : JpegWriter(new_file(path), options) {}

JpegWriter::JpegWriter(std::unique_ptr<PictureFile> file, const JpegOptions &options) {
    check(options);
    state_ = std::make_unique<State>(std::move(file), options);
    state_->run([](State &state) {
        jpeg_compress_struct &compress = state.compress;
        jpeg_CreateCompress(&compress, JPEG_LIB_VERSION, sizeof compress);
        state.created = true;
        compress.dest = &state.sink; // creating has cleared all but the errors and client_data
        compress.image_width = static_cast<JDIMENSION>(state.options.width);
        compress.image_height = static_cast<JDIMENSION>(state.options.height);
        compress.input_components = 3;
        compress.in_color_space = JCS_RGB;
        jpeg_set_defaults(&compress);
        jpeg_set_quality(&compress, state.options.quality, TRUE);
        for (int channel = 0; channel < 3; ++channel)
            compress.comp_info[channel].h_samp_factor = compress.comp_info[channel].v_samp_factor =
                1;
        if (state.options.dots_per_inch != 0) {
            compress.density_unit = 1; // an inch
            compress.X_density = compress.Y_density =
                static_cast<UINT16>(state.options.dots_per_inch);
        }
        jpeg_start_compress(&compress, TRUE);
    });
    for (const std::string &comment : jpeg_comments(options.text)) {
        state_->comment = comment;
        state_->run([](State &state) {
            jpeg_write_marker(&state.compress, JPEG_COM,
                              reinterpret_cast<const JOCTET *>(state.comment.data()),
                              static_cast<unsigned>(state.comment.size()));
        });
    }
}

JpegWriter::~JpegWriter() = default;

void JpegWriter::write_rows(const PixelRows &rows) {
    State &state = *state_;
    if (rows.rows < 0 || rows.rows > state.options.height - state.rows_done ||
        rows.bytes_a_pixel < 3 || rows.bytes_a_pixel > 4)
        throw std::logic_error("JpegWriter: rows that the picture does not have");
    const std::size_t bytes = static_cast<std::size_t>(rows.bytes_a_pixel) *
                              static_cast<std::size_t>(state.options.width);
    for (int row = 0; row < rows.rows; ++row, ++state.rows_done) {
        const std::uint8_t *from = rows.bytes.get() + bytes * static_cast<std::size_t>(row);
        if (rows.bytes_a_pixel == 4)
            drop_alpha(from, state.line);
        else
            std::copy_n(from, bytes, state.line.begin());
        state.run([](State &with) {
            JSAMPROW lines[] = {with.line.data()};
            jpeg_write_scanlines(&with.compress, lines, 1);
        });
    }
}

void JpegWriter::finish() {
    if (state_->rows_done != state_->options.height)
        throw std::logic_error("JpegWriter: finished before all rows were written");
    state_->run([](State &state) { jpeg_finish_compress(&state.compress); });
    state_->file->commit();
}

} // namespace fathom
