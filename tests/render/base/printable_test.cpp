#include "render/base/printable.h"

#include "render/base/error.h"

#include <gtest/gtest.h>

namespace fathom::printable_test {

TEST(Legible, LeavesSentencesAsTheyAre) {
    for (const char *sentence : {"", "a.png: 64 x 48 pixels", "Größe \u4e16\u754c \U0001f600",
                                 "'C:\\new' and \\x1b as letters"})
        EXPECT_EQ(legible(sentence), sentence);
}

TEST(Legible, EscapesWhatATerminalWouldObey) {
    EXPECT_EQ(legible("a\nb\tc\r\x1b[31m\x7f"), R"(a\nb\x09c\x0d\x1b[31m\x7f)");
    EXPECT_EQ(legible(std::string_view("\0", 1)), R"(\x00)");
    EXPECT_EQ(legible("\xc2\x9b"
                      "2J"),
              R"(\x9b2J)"); // one character, as in ESC [
    EXPECT_EQ(legible("\u202etxt.exe\u2066"), R"(\u202etxt.exe\u2066)");
    EXPECT_EQ(legible("\xff\xc3 \xe4\xb8"), R"(\xff\xc3 \xe4\xb8)"); // no UTF-8
    EXPECT_EQ(legible("\xc0\xaf"), R"(\xc0\xaf)");                   // nor this
    EXPECT_STREQ(InputError("a\nb: what is wrong").what(), R"(a\nb: what is wrong)");
}

TEST(Legible, ShortensTheMiddle) {
    const std::string word = legible("see " + std::string(70'000, 'x') + " there");
    EXPECT_LT(word.size(), 600U);
    EXPECT_TRUE(word.starts_with("see xxx") && word.ends_with("xxx there")) << word;
    EXPECT_NE(word.find("..."), std::string::npos);
    std::string words = "first ";
    for (int i = 0; i < 30'000; ++i)
        words += "\u4e16 ";
    const std::string sentence = legible(words + "last");
    EXPECT_LT(sentence.size(), 5000U);
    EXPECT_TRUE(sentence.starts_with("first ") && sentence.ends_with(" last"));
    EXPECT_EQ(sentence.find('\\'), std::string::npos) << "a character was cut";
    EXPECT_EQ(legible(sentence), sentence);
}

} // namespace fathom::printable_test
