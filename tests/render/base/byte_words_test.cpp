#include "render/base/byte_words.h"

#include <gtest/gtest.h>

namespace fathom::byte_words_test {

TEST(ByteWords, AreNeverOfNothing) {
    EXPECT_EQ(byte_words(0), "0 kB");
    EXPECT_EQ(byte_words(307'200), "307 kB");
    EXPECT_EQ(byte_words(999'400), "999 kB");
    EXPECT_EQ(byte_words(999'600), "1.0 MB");
    EXPECT_EQ(byte_words(1'048'576), "1.0 MB");
    EXPECT_EQ(byte_words(38e6), "38.0 MB");
    EXPECT_EQ(byte_words(999.94e6), "999.9 MB");
    EXPECT_EQ(byte_words(999.96e6), "1.0 GB");
    EXPECT_EQ(byte_words(1e21), "1000000000000.0 GB");
}

} // namespace fathom::byte_words_test
