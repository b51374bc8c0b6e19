#pragma once
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <gtest/gtest.h>
#include <png.h>
#include <string>
#include <vector>

namespace fathom {

template <class Value> struct DecodedPicture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<Value> rgb;
};
using DecodedPng = DecodedPicture<std::uint8_t>;
using DecodedPng16 = DecodedPicture<std::uint16_t>;

/// Every pixel of a PNG, by libpng. A warning of libpng fails the test too.
inline DecodedPng decode_png(const std::filesystem::path &path) {
    DecodedPng decoded;
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&image, path.c_str())) {
        EXPECT_EQ(image.format, static_cast<png_uint_32>(PNG_FORMAT_RGB)) << "colour type";
        image.format = PNG_FORMAT_RGB;
        decoded.width = image.width;
        decoded.height = image.height;
        decoded.rgb.resize(PNG_IMAGE_SIZE(image));
        png_image_finish_read(&image, nullptr, decoded.rgb.data(), 0, nullptr);
    }
    EXPECT_EQ(image.warning_or_error, 0u) << path << ": " << image.message;
    png_image_free(&image);
    return decoded;
}

/// Every value of a PNG of 16 bits as it stands there, by libpng.
inline DecodedPng16 decode_png16(const std::filesystem::path &path) {
    DecodedPng16 decoded;
    std::FILE *file = std::fopen(path.c_str(), "rb");
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    if (file == nullptr || setjmp(png_jmpbuf(png)) != 0) {
        ADD_FAILURE() << path << ": libpng cannot read it";
    } else {
        png_init_io(png, file);
        png_read_png(png, info, PNG_TRANSFORM_SWAP_ENDIAN, nullptr);
        EXPECT_EQ(png_get_bit_depth(png, info), 16);
        EXPECT_EQ(png_get_color_type(png, info), PNG_COLOR_TYPE_RGB);
        decoded.width = png_get_image_width(png, info);
        decoded.height = png_get_image_height(png, info);
        for (std::uint32_t y = 0; y < decoded.height; ++y) {
            const auto *row = reinterpret_cast<const std::uint16_t *>(png_get_rows(png, info)[y]);
            decoded.rgb.insert(decoded.rgb.end(), row, row + 3 * std::size_t{decoded.width});
        }
    }
    png_destroy_read_struct(&png, &info, nullptr);
    if (file != nullptr)
        std::fclose(file);
    return decoded;
}

/// The types of a PNG's chunks, found by nothing but their lengths.
inline std::vector<std::string> chunk_types(const std::string &bytes) {
    std::vector<std::string> types;
    std::size_t at = 8;
    while (at + 12 <= bytes.size()) {
        std::uint32_t length = 0;
        for (int i = 0; i < 4; ++i) {
            length = length << 8 | static_cast<std::uint8_t>(bytes[at++]);
        }
        types.push_back(bytes.substr(at, 4));
        at += 4 + length + 4;
    }
    EXPECT_EQ(at, bytes.size()) << "the last chunk is cut";
    return types;
}

} // namespace fathom
