#pragma once
#include <gmp.h>

namespace fathom {

/// A whole number of any size for GMP's functions, zero at first: frees itself.
class Integer {
  public:
    Integer() { mpz_init(n_); }
    Integer(const Integer &) = delete;
    Integer &operator=(const Integer &) = delete;
    ~Integer() { mpz_clear(n_); }
    operator mpz_ptr() { return n_; }

  private:
    mpz_t n_;
};

} // namespace fathom
