#include "render/numbers/decimal.h"

#include "render/base/error.h"
#include "render/numbers/plain_number.h"
#include "tests/support/processor_time.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <gmp.h>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <string>

namespace fathom::decimal_test {

/// An exact rational number read from a decimal text: the judge of Decimal's arithmetic.
class Rational {
  public:
    Rational() { mpq_init(q_); }
    explicit Rational(const std::string &text) : Rational() {
        const std::size_t e = text.find_first_of("eE");
        std::string digits = text.substr(0, e);
        long exponent = e == std::string::npos ? 0 : std::stol(text.substr(e + 1));
        if (const std::size_t point = digits.find('.'); point != std::string::npos) {
            exponent -= static_cast<long>(digits.size() - point - 1);
            digits.erase(point, 1);
        }
        if (digits[0] == '+') {
            digits.erase(0, 1);
        }
        mpz_set_str(mpq_numref(q_), digits.c_str(), 10);
        mpz_t power;
        mpz_init(power);
        mpz_ui_pow_ui(power, 10, static_cast<unsigned long>(std::labs(exponent)));
        if (exponent < 0) {
            mpz_set(mpq_denref(q_), power);
        } else {
            mpz_mul(mpq_numref(q_), mpq_numref(q_), power);
        }
        mpz_clear(power);
        mpq_canonicalize(q_);
    }
    explicit Rational(const Decimal &value) : Rational(value.to_string()) {}
    Rational(const Rational &other) : Rational() { mpq_set(q_, other.q_); }
    Rational &operator=(const Rational &) = delete;
    ~Rational() { mpq_clear(q_); }

    mpq_ptr get() { return q_; }
    friend bool operator==(const Rational &a, const Rational &b) { return mpq_equal(a.q_, b.q_); }

  private:
    mpq_t q_;
};

using Random = std::mt19937_64;

std::string random_digits(Random &random, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += static_cast<char>('0' + random() % 10);
    }
    return text;
}

std::string random_number(Random &random, int most_digits, int most_exponent) {
    std::string text = random() % 2 ? "-" : random() % 2 ? "+" : "";
    text += random_digits(random, 1 + static_cast<int>(random() % most_digits));
    if (random() % 2) {
        text += '.';
        text += random_digits(random, static_cast<int>(random() % most_digits));
    }
    if (random() % 2) {
        const int exponent = static_cast<int>(random() % (2 * most_exponent + 1)) - most_exponent;
        text += fmt::format("{}{}", random() % 2 ? 'e' : 'E', exponent);
    }
    return text;
}

double nearest_double(const std::string &text) {
    double value = 0.0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    // The numbers here are never too small.
    const double infinity = std::numeric_limits<double>::infinity();
    return result.ec == std::errc() ? value : text[0] == '-' ? -infinity : infinity;
}

std::string reason(const std::string &text) {
    try {
        Decimal::parse(text);
    } catch (const InputError &error) {
        return error.what();
    }
    return "accepted";
}

TEST(Decimal, WritesOneTextForEachValue) {
    const std::pair<const char *, const char *> cases[] = {
        {"0", "0"},
        {"-0", "0"},
        {"0e99999", "0"},
        {"+1.50", "1.5"},
        {".5", "0.5"},
        {"5.", "5"},
        {"-0.75", "-0.75"},
        {"1000", "1000"},
        {"007.2500e2", "725"},
        {"0.00001", "0.00001"},
        {"0.000001", "1e-6"},
        {"1e15", "1000000000000000"},
        {"1e16", "1e16"},
        {"-12345678901234567890", "-1.234567890123456789e19"},
        {"25e-31", "2.5e-30"},
        {"4E+50", "4e50"},
    };
    for (const auto &[text, expected] : cases) {
        EXPECT_EQ(Decimal::parse(text).to_string(), expected) << text;
    }
}

TEST(Decimal, TextRoundTripsExactly) {
    Random random(1);
    for (int i = 0; i < 2000; ++i) {
        const std::string text = random_number(random, i % 50 ? 40 : 5000, i % 3 ? 20 : 6000);
        const Decimal value = Decimal::parse(text);
        EXPECT_TRUE(Rational(value) == Rational(text)) << text;
        EXPECT_EQ(Decimal::parse(value.to_string()), value) << text;
        EXPECT_EQ(Decimal::parse(value.to_string()).to_string(), value.to_string());
    }
}

TEST(Decimal, ArithmeticIsExact) {
    Random random(2);
    for (int i = 0; i < 1000; ++i) {
        const std::string a_text = random_number(random, i % 20 ? 30 : 2000, 40);
        const std::string b_text = random_number(random, i % 20 ? 30 : 2000, 40);
        const Decimal a = Decimal::parse(a_text);
        const Decimal b = Decimal::parse(b_text);
        Rational p(a_text);
        Rational q(b_text);
        Rational expected;
        mpq_add(expected.get(), p.get(), q.get());
        EXPECT_TRUE(Rational(a + b) == expected) << a_text << " + " << b_text;
        mpq_sub(expected.get(), p.get(), q.get());
        EXPECT_TRUE(Rational(a - b) == expected) << a_text << " - " << b_text;
        mpq_mul(expected.get(), p.get(), q.get());
        EXPECT_TRUE(Rational(a * b) == expected) << a_text << " * " << b_text;
        const int order = mpq_cmp(p.get(), q.get());
        EXPECT_EQ(a < b, order < 0) << a_text << " < " << b_text;
        EXPECT_EQ(a == b, order == 0) << a_text << " == " << b_text;
        EXPECT_EQ(a.sign(), mpq_sgn(p.get()));
        EXPECT_TRUE((a - a).is_zero());
        EXPECT_EQ(-(-a), a);
    }
}

TEST(Decimal, QuotientIsTheNearestOfThatManyDigits) {
    Random random(3);
    for (int i = 0; i < 500; ++i) {
        const std::string a_text = random_number(random, i % 20 ? 30 : 1000, 300);
        const std::string b_text = fmt::format("3{}", random_digits(random, i % 7 ? 5 : 900));
        const long digits = 1 + static_cast<long>(random() % 25);
        const Decimal a = Decimal::parse(a_text);
        const Decimal b = Decimal::parse(b_text);
        const Decimal quotient = divide(a, b, digits);
        if (a.is_zero()) {
            EXPECT_TRUE(quotient.is_zero());
            continue;
        }
        EXPECT_EQ(quotient.rounded_to_significant(digits), quotient);
        // |q b - a| <= |b| half a unit in q's last place
        const Decimal error = quotient * b - a;
        const Decimal half = Decimal::parse(fmt::format("5e{}", quotient.exponent10() - digits));
        EXPECT_LE(error.sign() < 0 ? -error : error, b * half) << a_text << " / " << b_text;
    }
    EXPECT_EQ(divide(Decimal::parse("1"), Decimal::parse("-8"), 20).to_string(), "-0.125");
    // 2.5 and 3.5 tie, and go to the even digit; a little more than a tie goes up
    EXPECT_EQ(divide(Decimal::parse("5"), Decimal::parse("2"), 1).to_string(), "2");
    EXPECT_EQ(divide(Decimal::parse("7"), Decimal::parse("2"), 1).to_string(), "4");
    EXPECT_EQ(divide(Decimal::parse("5.0000000000000000000000000000001"), Decimal::parse("2"), 1)
                  .to_string(),
              "3");
    EXPECT_THROW(divide(Decimal::parse("1"), Decimal(), 5), InputError);
}

TEST(Decimal, RoundsToPlacesAndDigitsWithTiesToEven) {
    const auto places = [](const char *text, long decimals) {
        return Decimal::parse(text).rounded_to(decimals).to_string();
    };
    EXPECT_EQ(places("0.125", 2), "0.12");
    EXPECT_EQ(places("0.135", 2), "0.14");
    EXPECT_EQ(places("-0.125", 2), "-0.12");
    EXPECT_EQ(places("-0.126", 2), "-0.13");
    EXPECT_EQ(places("0.5", 0), "0");
    EXPECT_EQ(places("-0.51", 0), "-1");
    EXPECT_EQ(places("1.5", 0), "2");
    EXPECT_EQ(places("0.999", 2), "1");
    EXPECT_EQ(places("1250", -2), "1200");
    EXPECT_EQ(places("1e-90000", 5), "0");
    EXPECT_EQ(places("0.06", 0), "0");
    EXPECT_EQ(places("0.25", 7), "0.25");
    const auto significant = [](const char *text, long digits) {
        return Decimal::parse(text).rounded_to_significant(digits).to_string();
    };
    EXPECT_EQ(significant("123456", 2), "120000");
    EXPECT_EQ(significant("-0.00098765", 3), "-0.000988");
    EXPECT_EQ(significant("9.99", 2), "10");
    EXPECT_EQ(significant("0", 3), "0");
    EXPECT_EQ(significant("1.23456e-70000", 3), "1.23e-70000");
}

TEST(Decimal, GoesToTheNearestDouble) {
    Random random(4);
    for (int i = 0; i < 3000; ++i) {
        const std::string text = random_number(random, i % 10 ? 25 : 900, 280);
        const std::string unsigned_plus = text[0] == '+' ? text.substr(1) : text;
        EXPECT_EQ(Decimal::parse(text).to_double(), nearest_double(unsigned_plus)) << text;
    }
    // ties, subnormals and the ends of the range
    const double tiny = std::numeric_limits<double>::denorm_min();
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(Decimal::parse("9007199254740993").to_double(), 9007199254740992.0);
    EXPECT_EQ(Decimal::parse("9007199254740995").to_double(), 9007199254740996.0);
    EXPECT_EQ(Decimal::parse("9007199254740993.0000000000000000000000001").to_double(),
              9007199254740994.0);
    EXPECT_EQ(Decimal::parse("4.9e-324").to_double(), tiny);
    EXPECT_EQ(Decimal::parse("2.4e-324").to_double(), 0.0);
    EXPECT_EQ(Decimal::parse("-7.5e-324").to_double(), -2.0 * tiny);
    EXPECT_EQ(Decimal::parse("2.2250738585072011e-308").to_double(), 2.2250738585072011e-308);
    EXPECT_EQ(Decimal::parse("1.7976931348623157e308").to_double(),
              std::numeric_limits<double>::max());
    EXPECT_EQ(Decimal::parse("1.7976931348623159e308").to_double(), infinity);
    EXPECT_EQ(Decimal::parse("-1e90000").to_double(), -infinity);
    EXPECT_EQ(Decimal::parse("1e-90000").to_double(), 0.0);
    EXPECT_EQ(Decimal().to_double(), 0.0);
}

TEST(Decimal, ComesFromADoubleAndGoesBack) {
    Random random(5);
    std::uniform_real_distribution<double> exponent(-300, 300);
    for (int i = 0; i < 2000; ++i) {
        const double value = std::pow(10.0, exponent(random)) * (i % 2 ? 1 : -1);
        EXPECT_EQ(Decimal::from_double(value).to_double(), value);
    }
    EXPECT_EQ(Decimal::from_double(0.1).to_string(), "0.1");
    EXPECT_TRUE(Decimal::from_double(-0.0).is_zero());
    EXPECT_THROW(Decimal::from_double(std::nan("")), InputError);
    EXPECT_THROW(Decimal::from_double(-std::numeric_limits<double>::infinity()), InputError);
}

TEST(Decimal, KnowsItsMagnitudeBeyondAnyDouble) {
    EXPECT_EQ(Decimal::parse("999").exponent10(), 2);
    EXPECT_EQ(Decimal::parse("1000").exponent10(), 3);
    EXPECT_EQ(Decimal::parse("-0.001").exponent10(), -3);
    EXPECT_EQ(Decimal::parse("1e50000").exponent10(), 50000);
    EXPECT_EQ((Decimal::parse("1e50000") - Decimal::parse("1")).exponent10(), 49999);
    EXPECT_NEAR(Decimal::parse("2.5e50000").log10(), 50000.0 + std::log10(2.5), 1e-9);
    EXPECT_NEAR(Decimal::parse("-4e-99999").log10(), -99999.0 + std::log10(4.0), 1e-9);
    EXPECT_NEAR(Decimal::parse("123.5").log10(), std::log10(123.5), 1e-14);
    EXPECT_EQ(Decimal().log10(), -std::numeric_limits<double>::infinity());
}

TEST(Decimal, TakesBlanksAroundButNotWithin) {
    for (const char *text : {" -0.75", "-0.75 ", "\t-0.75\t ", "  -75e-2  "})
        EXPECT_EQ(Decimal::parse(text), Decimal::parse("-0.75")) << '"' << text << '"';
    EXPECT_EQ(Decimal::parse(std::string(1'000'000, ' ') + '1'), Decimal::parse("1"));
    for (const char *text : {" ", " \t", "- 0.75", "0. 75", "1 e5", "1e 5", "1\n", "\v1"})
        EXPECT_NE(reason(text), "accepted") << '"' << text << '"';
}

TEST(PlainNumber, IsReadWholeAndTheSameEverywhere) {
    EXPECT_EQ(read_double(" +1.5\t"), 1.5);
    EXPECT_EQ(read_double("-2e3"), -2000.0);
    EXPECT_EQ(read_whole(" 12 "), 12);
    EXPECT_EQ(read_whole("+7"), 7);
    EXPECT_EQ(read_whole("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(read_rgb_digits("\tfF8800 "), 0xff8800U);
    for (const char *text : {"", " ", "1 2", "+", "+-1", "--1", "1,5", "1x", "x", "0x10"}) {
        EXPECT_EQ(read_double(text), std::nullopt) << text;
        EXPECT_EQ(read_whole(text), std::nullopt) << text;
    }
    for (const char *text : {"nan", "inf", "1e999"})
        EXPECT_EQ(read_double(text), std::nullopt) << text;
    for (const char *text : {"1.0", "1e3", "9223372036854775808"})
        EXPECT_EQ(read_whole(text), std::nullopt) << text;
    for (const char *text : {"", "ff88", "ff88000", "ff 880", "-f8800", "#f8800", "gg8800"})
        EXPECT_EQ(read_rgb_digits(text), std::nullopt) << text;
}

TEST(Decimal, RefusesWhatIsNoNumberAndSaysWhy) {
    for (const char *text : {"",    "-",     "+",     ".",     "e5",    "-.",   "abc",  "1 1",
                             "- 1", "1.2.3", "0x10",  "1,5",   "nan",   "inf",  "--1",  "+-1",
                             "1e",  "1e+",   "1e5.0", "1e+-5", "1e--5", "1e5x", "1_000"}) {
        EXPECT_NE(reason(text).find("is not a usable decimal number"), std::string::npos) << text;
    }
    EXPECT_NE(reason("12a4").find("\"a\" is not part of a number"), std::string::npos);
    EXPECT_NE(reason(std::string("1\0", 2)).find("not part"), std::string::npos);
    // what is echoed is short and fit for a terminal
    EXPECT_LT(reason(std::string(100000, 'x')).size(), 200u);
    EXPECT_EQ(reason("\x1b[31m").find('\x1b'), std::string::npos);
}

TEST(Decimal, BoundsHostileTexts) {
    const ThreadTime time;
    const std::string most(Decimal::kMaxDigits, '9');
    EXPECT_EQ(Decimal::parse(fmt::format("0.{}", most)).to_string(), fmt::format("0.{}", most));
    for (const std::string &text :
         {fmt::format("{}9", most), fmt::format("0.{}9", most), std::string("1e101001"),
          std::string("1e-101001"), std::string("1e99999999999999999999"),
          std::string("1e-99999999999999999999"), fmt::format("{}e99000", most),
          fmt::format("0.{}e-99000", most), std::string(10'000'000, '1')}) {
        EXPECT_NE(reason(text), "accepted") << text.substr(0, 20) << text.size();
    }
    // zeros alone cost nothing and say nothing
    EXPECT_EQ(Decimal::parse(std::string(100'000, '0') + "1").to_string(), "1");
    EXPECT_EQ(Decimal::parse(fmt::format("1{}", std::string(100'000, '0'))).to_string(),
              "1e100000");
    EXPECT_LT(time.used(), std::chrono::seconds(10));
}

TEST(Decimal, CopiesAndMoves) {
    Decimal a = Decimal::parse("1.25");
    Decimal b = a;
    a = Decimal::parse("2");
    EXPECT_EQ(b.to_string(), "1.25");
    const Decimal c = std::move(b);
    EXPECT_EQ(c.to_string(), "1.25");
    b = c;
    EXPECT_EQ(b, c);
    const Decimal &self = b;
    b = self;
    EXPECT_EQ(b, c);
}

} // namespace fathom::decimal_test
