#pragma once
#include "render/images/exr_header.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace fathom {

/// The pixels of a flat EXR, row by row. The file may be hostile: see read_exr_header. Memory is
/// that of a few blocks of rows for each core. Use from one thread.
class ExrReader {
  public:
    /// Throws InputError naming the file for what is no EXR, broken, not flat (tiles, deep data,
    /// several parts), or has blocks of rows of more than 256 MiB or than such a file can hold.
    explicit ExrReader(const std::filesystem::path &path);
    ~ExrReader();
    ExrReader(const ExrReader &) = delete;
    ExrReader &operator=(const ExrReader &) = delete;

    [[nodiscard]] const ExrHeader &header() const noexcept;
    /// Whether it has such a channel of that type.
    [[nodiscard]] bool has(std::string_view name, ExrType type) const noexcept;

    /// The values of the channel `name`, which has to be there and of whole numbers, of the rows
    /// `first`, first + 1, ...: as many as `values` takes. Throws InputError where they are broken.
    void read(const std::string &name, int first, std::span<std::uint32_t> values);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace fathom
