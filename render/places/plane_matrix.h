#pragma once
#include <string>

namespace fathom {

/// Stretches and skews the plane: re' = a re + b im, im' = c re + d im.
struct PlaneMatrix {
    double a = 1, b = 0;
    double c = 0, d = 1;
    friend bool operator==(const PlaneMatrix &, const PlaneMatrix &) = default;
};

/// A vector of the plane, in any unit.
struct PlaneVector {
    double re = 0, im = 0;
};

/// The identity gives the vector's own bits, infinities included.
PlaneVector operator*(const PlaneMatrix &matrix, const PlaneVector &vector);
/// First `first`, then `second`.
PlaneMatrix operator*(const PlaneMatrix &second, const PlaneMatrix &first);

double determinant(const PlaneMatrix &matrix);
/// The matrix that leads back; the determinant must not be 0.
PlaneMatrix inverse(const PlaneMatrix &matrix);

/// The length of the longest vector that a vector of length 1 becomes, its larger singular value;
/// the shortest is 1 / longest where the determinant is 1. At least 1 then, and exactly 1 for the
/// identity.
double longest(const PlaneMatrix &matrix);

/// Whether a view may have it: finite, its determinant 1 up to a millionth, so that zoom keeps its
/// meaning, and longest() at most `most`.
bool is_view_matrix(const PlaneMatrix &matrix, double most);
/// What such a matrix is, for messages: "must be ...".
std::string expected_matrix(double most);

/// The symmetric matrix of determinant 1 that lets a circle of the plane appear `ratio` times as
/// long as wide, its length at `degrees` from the real axis, counter-clockwise (a ratio below 1:
/// across it). For views, whose matrix leads from the screen to the plane. ratio > 0.
PlaneMatrix stretching(double ratio, double degrees);

/// The symmetric positive part P of M = P R, R being a rotation: the stretch alone. The determinant
/// must be above 0. (N. J. Higham, "Functions of Matrices", 2008, section 8.1; in two dimensions
/// M + M^-T det M is a multiple of R.)
PlaneMatrix stretch_of(const PlaneMatrix &matrix);

/// How stretching() made what stretch_of() gives: a ratio of at least 1 and -90 < degrees <= 90; 1
/// and 0 of a rotation.
struct Stretching {
    double ratio = 1;
    double degrees = 0;
};
Stretching stretching_of(const PlaneMatrix &matrix);

/// Whether matrix_between() has a way: always between symmetric positive matrices of determinant 1.
bool has_way(const PlaneMatrix &from, const PlaneMatrix &to);
/// The matrix at a share (0 to 1) of the way between two of determinant 1, from (from^-1 to)^share:
/// the stretch grows by the same factor in equal shares. With 2 cosh d the trace of from^-1 to, it
/// is (sinh((1 - share) d) from + sinh(share d) to) / sinh d (N. J. Higham, "Functions of
/// Matrices", 2008, section 1.2.1, of a 2 x 2 matrix). It stretches no more than they do.
PlaneMatrix matrix_between(const PlaneMatrix &from, const PlaneMatrix &to, double share);

} // namespace fathom
