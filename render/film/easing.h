#pragma once

namespace fathom::film {

/// How far a way has come at each moment: from rest to full speed at an even acceleration, on at
/// that speed, and back to rest likewise. IEEE operations only.
class Easing {
  public:
    /// The way takes `seconds` > 0 in all, of which it speeds up for the first `out` and slows down
    /// for the last `in`; 0: at once. Together at most `seconds`.
    Easing(double seconds, double out, double in)
        : seconds_(seconds), out_(out), in_(in), speed_(1 / (seconds - 0.5 * (out + in))) {}

    /// The share of the way, from 0 to 1, after so many seconds.
    [[nodiscard]] double share(double gone) const {
        const double left = seconds_ - gone;
        if (gone <= 0)
            return 0;
        if (left <= 0)
            return 1;
        if (gone < out_)
            return 0.5 * speed_ * gone * gone / out_;
        if (left < in_)
            return 1 - 0.5 * speed_ * left * left / in_;
        return speed_ * (gone - 0.5 * out_);
    }

  private:
    double seconds_, out_, in_;
    double speed_; ///< the full one, in ways a second
};

} // namespace fathom::film
