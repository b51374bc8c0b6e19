// Which jump each pixel's orbit takes: several steps of the perturbed iteration at once.
// Compiled for single pixels and for every instruction set, as mandelbrot_step-inl.h is.
#if (!defined(HWY_NAMESPACE) && !defined(FATHOM_KERNELS_PERTURBATION_JUMP_CHOICE_INL_H)) ||        \
    (defined(HWY_NAMESPACE) &&                                                                     \
     defined(FATHOM_KERNELS_PERTURBATION_JUMP_CHOICE_INL_H_TARGET) == defined(HWY_TARGET_TOGGLE))
#ifndef HWY_NAMESPACE
#define FATHOM_KERNELS_PERTURBATION_JUMP_CHOICE_INL_H
#elif defined(FATHOM_KERNELS_PERTURBATION_JUMP_CHOICE_INL_H_TARGET)
#undef FATHOM_KERNELS_PERTURBATION_JUMP_CHOICE_INL_H_TARGET
#else
#define FATHOM_KERNELS_PERTURBATION_JUMP_CHOICE_INL_H_TARGET
#endif

#include <cstddef>

#include "kernels/perturbation/cubic_map-inl.h"
#include "kernels/perturbation/jump.h"
#include "kernels/perturbation/perturbed_view.h"
#include "kernels/perturbation/wide_number-inl.h"

#include "kernels/base/target_begin-inl.h"

namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE {

using kernels::PerturbedView;

/// The jumps that orbits try next, and those that they take in a round. `Linear` is the type of
/// jumps' linear maps.
template <class Linear, PerturbedOps Ops> struct JumpChoice {
    using Real = typename Ops::Real;
    using Value = typename Ops::Value;
    using High = HighOps<Ops>; ///< decides, and has the second order
    using Size = typename High::Value;
    using Mask = typename Ops::Mask;
    using Index = typename Ops::Index;
    using Exponent = typename Ops::Exponent;
    using View = PerturbedView<Real, Linear::kReals>;
    using Entry = Jump<Real, Linear::kReals>;
    using WideEntry = WideJump<Real, Linear::kReals>;
    using Maps = JumpMaps<Linear, Ops>;
    using Forms = FormsBeside<Linear, Ops>;
    using AllForms = PlainForms<Linear, Ops>;

    Index next;  ///< to try
    Index wait;  ///< steps before it may be tried
    Index taken; ///< by the lanes that jump in this round

    FATHOM_FORMULA_INLINE void begin(const View &view) noexcept {
        const std::uint32_t first = view.tables.start_jump;
        next = Ops::index(first == kNoJump ? 0 : first);
        wait = Ops::index(first == kNoJump ? kNoJump : 0);
    }

    /// Which lanes jump, and over how many steps; the others take one.
    struct Choice {
        Mask jumping;
        Index length;
    };

    /// Finds the longest jump for each active lane that may try one, `size` being |z~| (see Jump),
    /// puts it into `taken`, and tells the lanes that jump; for all it is settled what they try
    /// next.
    FATHOM_FORMULA_INLINE Choice choose(const View &view, Mask active, Size size) noexcept {
        Size radius = High::set(0);
        const auto fits = [&](Index at) FATHOM_FORMULA_LAMBDA {
            Size radius_c;
            High::load_pair(view.tables.jumps, at, offsetof(Entry, radius), radius, radius_c);
            return Ops::both(High::less(size, radius),
                             High::less(High::set(view.c_size), radius_c));
        };
        const auto hopeless = [&]() FATHOM_FORMULA_LAMBDA {
            return High::less_equal(High::mul(radius, High::set(kHopeless)), size);
        };
        return choose_longest(view, active, fits, hopeless);
    }

    /// Likewise where |z~| is size 2^exponent.
    FATHOM_FORMULA_INLINE Choice choose(const View &view, Mask active, Size size,
                                        Exponent exponent) noexcept {
        const Size c_size = High::set(view.wide_c_size.x);
        const Exponent c_exponent = Ops::exponent(view.wide_c_size.exponent);
        const auto fits = [&](Index at) FATHOM_FORMULA_LAMBDA {
            Size radius, radius_c;
            Exponent e, e_c;
            const WideEntry *entries = view.tables.wide_jumps;
            High::load_pair(entries, at, offsetof(WideEntry, radius), radius, radius_c);
            Ops::load_exponents(entries, at, offsetof(WideEntry, radius_exponent), e, e_c);
            return Ops::both(wide_less<High>(size, exponent, radius, e),
                             wide_less<High>(c_size, c_exponent, radius_c, e_c));
        };
        const auto hopeless = []() FATHOM_FORMULA_LAMBDA { return Ops::none(); };
        return choose_longest(view, active, fits, hopeless);
    }

    /// The maps of the jumps taken.
    [[nodiscard]] FATHOM_FORMULA_INLINE Maps maps(const View &view) const noexcept {
        const Entry *entries = view.tables.jumps;
        return {load_linear(entries, offsetof(Entry, a)), Ops::exponent(0),
                load_linear(entries, offsetof(Entry, b)), Ops::exponent(0)};
    }
    [[nodiscard]] FATHOM_FORMULA_INLINE AllForms forms(const View &view) const noexcept {
        const Exponent none = Ops::exponent(0);
        AllForms forms{load_forms(view.tables.jumps, none, none, none), {}};
        if constexpr (Linear::kReals == 2) {
            using Cubic = decltype(AllForms::cubic);
            using CubicReals = Reals<High, Cubic::kReals, Entry>;
            forms.cubic =
                read_form<Cubic>(CubicReals(view.tables.jumps, taken, offsetof(Entry, third)));
        }
        return forms;
    }
    [[nodiscard]] FATHOM_FORMULA_INLINE Maps wide_maps(const View &view) const noexcept {
        const WideEntry *entries = view.tables.wide_jumps;
        Maps maps;
        maps.a = load_linear(entries, offsetof(WideEntry, a));
        maps.b = load_linear(entries, offsetof(WideEntry, b));
        Ops::load_exponents(entries, taken, offsetof(WideEntry, a_exponent), maps.a_exponent,
                            maps.b_exponent);
        return maps;
    }
    [[nodiscard]] FATHOM_FORMULA_INLINE Forms wide_forms(const View &view) const noexcept {
        const WideEntry *entries = view.tables.wide_jumps;
        Exponent of_d, of_e, of_f, nothing;
        Ops::load_exponents(entries, taken, offsetof(WideEntry, d_exponent), of_d, of_e);
        Ops::load_exponents(entries, taken, offsetof(WideEntry, f_exponent), of_f, nothing);
        return load_forms(entries, of_d, of_e, of_f);
    }

    /// The critical orbit begins anew in those lanes; `size` is |z|^2 or less.
    FATHOM_FORMULA_INLINE void restart(const View &view, Mask lanes, Size size) noexcept {
        const auto &tables = view.tables;
        if (tables.restart_jump == kNoJump)
            return;
        // Most rebasing is far from 0, where no jump begins: do not try them all.
        const Mask near = High::less_equal(size, High::set(tables.restart_size));
        const Index first =
            Ops::select_index(near, Ops::index(tables.restart_jump), Ops::index(tables.short_jump));
        next = Ops::select_index(lanes, first, next);
        wait = Ops::select_index(lanes, Ops::index(0), wait);
    }

    /// Takes over another choice in the lanes of the mask, between two rounds.
    FATHOM_FORMULA_INLINE void put_all(const JumpChoice &other, Mask mask) noexcept {
        next = Ops::select_index(mask, other.next, next);
        wait = Ops::select_index(mask, other.wait, wait);
    }

  private:
    /// So many times its radius, a difference is not soon small enough again for a jump.
    static constexpr typename High::Real kHopeless = 4096;

    /// What a jump's entry tells of its way.
    struct Links {
        Index length, after, below;

        FATHOM_FORMULA_INLINE void put(const Links &from, Mask mask) noexcept {
            length = Ops::select_index(mask, from.length, length);
            after = Ops::select_index(mask, from.after, after);
        }
    };
    [[nodiscard]] static FATHOM_FORMULA_INLINE Links links(const View &view, Index at) noexcept {
        Links links;
        Index nothing;
        Ops::load_indices(view.tables.jumps, at, offsetof(Entry, length), links.length, links.after,
                          links.below, nothing);
        return links;
    }

    /// hopeless(): the one that was asked about last failed by so much that those behind it would
    /// fail, too.
    template <class Fits, class Hopeless>
    FATHOM_FORMULA_INLINE Choice choose_longest(const View &view, Mask active, Fits fits,
                                                Hopeless hopeless) noexcept {
        const Index one = Ops::index(1);
        taken = next;
        if (view.tables.start_jump == kNoJump)
            return {Ops::none(), one};
        const Index zero = Ops::index(0);
        const Mask tries = Ops::both(active, Ops::equal_index(wait, zero));
        const Index waits = Ops::subtract_index(wait, one);
        if (!Ops::any(tries)) {
            wait = Ops::select_index(active, waits, wait);
            return {tries, one};
        }
        Mask jumps = Ops::none();
        Mask open = tries;
        Links at = links(view, taken);
        Links longer = at; // the two tried before
        Links longest = at;
        for (;;) {
            const Mask fit = Ops::both(open, fits(taken));
            jumps = Ops::either(jumps, fit);
            open = Ops::but_not(Ops::but_not(open, fit),
                                Ops::equal_index(at.below, Ops::index(kNoJump)));
            if (!Ops::any(open))
                break;
            longest.put(longer, open);
            longer.put(at, open);
            taken = Ops::select_index(open, at.below, taken);
            at = links(view, taken);
        }
        const Index length = Ops::select_index(jumps, at.length, one);
        // The shortest one failed: its steps are taken one by one, this round the first. Where it
        // failed by far, those behind it would fail, too: then all steps of a longer one.
        at.put(longest, Ops::both(Ops::but_not(tries, jumps), hopeless()));
        next = Ops::select_index(tries, at.after, next);
        const Index later = Ops::select_index(tries, Ops::subtract_index(at.length, one), waits);
        wait = Ops::select_index(active, Ops::select_index(jumps, zero, later), wait);
        return {jumps, length};
    }

    /// The reals of a map or form behind each other, `offset` bytes into the structs taken.
    template <class Parts, int kReals, class Struct> struct Reals {
        using Part = typename Parts::Value;
        static constexpr std::size_t kSize = sizeof(typename Parts::Real);
        Part reals[kReals];
        FATHOM_FORMULA_INLINE Reals(const Struct *structs, Index taken,
                                    std::size_t offset) noexcept {
            for (int i = 0; i < kReals; i += 2)
                Parts::load_pair(structs, taken, offset + static_cast<std::size_t>(i) * kSize,
                                 reals[i], reals[i + 1]);
        }
        FATHOM_FORMULA_INLINE Part operator()(int i) const noexcept { return reals[i]; }
    };

    template <class Struct>
    FATHOM_FORMULA_INLINE Linear load_linear(const Struct *structs,
                                             std::size_t offset) const noexcept {
        return read_linear<Linear>(Reals<Ops, Linear::kReals, Struct>(structs, taken, offset));
    }

    template <class Struct>
    FATHOM_FORMULA_INLINE Forms load_forms(const Struct *structs, Exponent of_d, Exponent of_e,
                                           Exponent of_f) const noexcept {
        using Square = decltype(Forms::d);
        using Mixed = decltype(Forms::e);
        using SquareReals = Reals<High, Square::kReals, Struct>;
        using MixedReals = Reals<High, Mixed::kReals, Struct>;
        return {read_form<Square>(SquareReals(structs, taken, offsetof(Struct, d))),
                read_form<Mixed>(MixedReals(structs, taken, offsetof(Struct, e))),
                read_form<Square>(SquareReals(structs, taken, offsetof(Struct, f))),
                of_d,
                of_e,
                of_f};
    }
};

} // namespace fathom::kernels::FATHOM_FORMULA_NAMESPACE

#include "kernels/base/target_end-inl.h"

#endif
