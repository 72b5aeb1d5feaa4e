// Quotients and square roots, rounded to nearest, for the guarded and the corrected arithmetic.
// WGSL permits the device's result to be off by a few units in the last place; the exact remainder corrects the result.

struct Unpacked {
    // The significand, whose leading bit is bit 23.
    significand: u32,
    // The biased exponent of a normal number; 0 or negative for a subnormal number.
    exponent: i32,
}

fn unpacked(x: u32) -> Unpacked {
    let field = i32((x >> 23u) & 0xffu);
    let fraction = x & 0x7fffffu;
    if field != 0 {
        return Unpacked(fraction | 0x800000u, field);
    }
    let shift = countLeadingZeros(fraction) - 8u;
    return Unpacked(fraction << shift, 1 - i32(shift));
}

// Computes a / b. b must not be zero.
fn div(a: F, b: F) -> F {
    let sign = (bits(a) ^ bits(b)) & 0x80000000u;
    if (bits(a) & 0x7fffffffu) == 0u {
        return number(sign);
    }
    let x = unpacked(bits(a));
    let y = unpacked(bits(b));
    let is_small = u32(x.significand < y.significand);
    // The quotient (x·2^places) / y has 24 bits.
    let places = 23u + is_small;
    let inverse = native_inverse((y.significand ^ 0x800000u) | 0x3f800000u);
    // The error of the estimated quotient is at most 16.
    // The inverse is off by at most 2.5 units in the last place, and the product by one unit.
    let estimate = u32(f32(x.significand) * inverse * f32(1u << is_small));
    // The remainder is less than 2²⁹, so its low 32 bits suffice.
    let rest = i32((x.significand << places) - estimate * y.significand);
    let steps = i32(floor(f32(rest) * inverse * 0x1p-23f));
    var quotient = u32(i32(estimate) + steps);
    var remainder = rest - steps * i32(y.significand);
    if remainder < 0 {
        quotient -= 1u;
        remainder += i32(y.significand);
    }
    if remainder >= i32(y.significand) {
        quotient += 1u;
        remainder -= i32(y.significand);
    }
    let exponent = x.exponent - y.exponent + 127 - i32(is_small);
    if exponent >= 1 {
        let up = u32(2 * remainder > i32(y.significand));
        return number(sign | min((u32(min(exponent, 255) - 1) << 23u) + quotient + up, 0x7f800000u));
    }
    // A subnormal quotient gets two additional bits for rounding. The last bit is set if lower bits are not all 0.
    let by = u32(min(1 - exponent, 28));
    let twice = 2 * remainder;
    let is_sticky = remainder != 0 && twice != i32(y.significand);
    let extended = (quotient << 2u) | (u32(twice >= i32(y.significand)) << 1u) | u32(is_sticky);
    let half = 2u << by;
    let low = extended & (2u * half - 1u);
    let kept = extended >> (by + 2u);
    return number(sign | (kept + u32(low > half || (low == half && (kept & 1u) == 1u))));
}

// Computes √x. x must not be negative.
fn root(x: F) -> F {
    if (bits(x) & 0x7fffffffu) == 0u {
        return x;
    }
    let a = unpacked(bits(x));
    let is_even = u32(a.exponent + 1) & 1u;
    // The radicand is in [2²³, 2²⁵).
    let radicand = a.significand << is_even;
    let as_float = (a.significand ^ 0x800000u) | select(0x3f800000u, 0x40000000u, is_even == 1u);
    var root = min(u32(native_root(as_float) * 8388608.0), 0xffffffu);
    // The remainder is less than 2³⁰.
    var rest = i32((radicand << 23u) - root * root);
    for (var step = 0; step < 8 && rest < 0; step++) {
        root -= 1u;
        rest += i32(2u * root + 1u);
    }
    for (var step = 0; step < 8 && rest > i32(2u * root); step++) {
        rest -= i32(2u * root + 1u);
        root += 1u;
    }
    let up = u32(rest > i32(root));
    return number((u32(((a.exponent + 127) >> 1u) - 1) << 23u) + root + up);
}
