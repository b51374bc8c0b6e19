#pragma once
#include "render/images/exr_header.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>

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
    /// Likewise of reals, half or float.
    [[nodiscard]] bool has_reals(std::string_view name) const noexcept {
        return has(name, ExrType::half) || has(name, ExrType::real);
    }

    /// Where the values of a channel go: of whole numbers as such, of reals, half or float, as
    /// floats.
    struct Wanted {
        std::string name;
        std::variant<std::span<std::uint32_t>, std::span<float>> values;
    };
    /// Reads the rows `first`, first + 1, ... of some channels, which have to be there: as many
    /// rows as their values take, all the same number. One call unpacks each block once, whatever
    /// is read of it. Throws InputError where the pixels are broken.
    void read(int first, std::span<const Wanted> wanted);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace fathom
