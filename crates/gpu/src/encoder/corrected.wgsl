// Corrected arithmetic: a `u32` with the bits of an `f32` represents a number.
// Integer operations, which WGSL defines exactly, determine every result.
// The device's product may be either float next to the exact product; the exact remainder corrects the product.
// A sum is computed with aligned integers. Subnormal numbers are exact. NaN and infinite operands are not supported.

alias F = u32;

fn number(bits: u32) -> F {
    return bits;
}

fn bits(x: F) -> u32 {
    return x;
}

fn negated(x: F) -> F {
    return x ^ 0x80000000u;
}

fn add(a: F, b: F) -> F {
    let swap = (a & 0x7fffffffu) < (b & 0x7fffffffu);
    let large = select(a, b, swap);
    let small = select(b, a, swap);
    let large_field = (large >> 23u) & 0xffu;
    let small_field = (small >> 23u) & 0xffu;
    let exponent = max(large_field, 1u);
    // If the exponents differ by at least 31, the smaller number only affects rounding.
    // One bit of the smaller number (the sticky bit) is then sufficient for correct rounding.
    let distance = min(exponent - max(small_field, 1u), 31u);
    // The significand is shifted so that its leading bit is bit 29, which leaves six bits for rounding.
    let high = ((large & 0x7fffffu) | select(0u, 0x800000u, large_field != 0u)) << 6u;
    let low = ((small & 0x7fffffu) | select(0u, 0x800000u, small_field != 0u)) << 6u;
    let shifted = low >> distance;
    let aligned = shifted | u32((shifted << distance) != low);
    let sum = select(high + aligned, high - aligned, ((large ^ small) >> 31u) != 0u);
    if sum == 0u {
        return a & b & 0x80000000u;
    }
    // The leading bit of the shifted sum is bit 30, or a lower bit if the result is subnormal.
    let shift = min(countLeadingZeros(sum) - 1u, exponent);
    let rounded = round_to_even(sum << shift);
    return (large & 0x80000000u) | min(((exponent - shift) << 23u) + rounded, 0x7f800000u);
}

// Rounds off the lowest seven bits of `significand`, ties to even. Bit 30, the leading bit, becomes bit 23.
fn round_to_even(significand: u32) -> u32 {
    return (significand + 63u + ((significand >> 7u) & 1u)) >> 7u;
}

fn mul(a: F, b: F) -> F {
    let exponent_a = (a >> 23u) & 0xffu;
    let exponent_b = (b >> 23u) & 0xffu;
    let exponent = exponent_a + exponent_b;
    if min(exponent_a, exponent_b) == 0u || exponent - 128u >= 252u {
        return mul_slowly(a, b);
    }
    let x = a & 0x7fffffu;
    let y = b & 0x7fffffu;
    // Both factors are in [1, 2), so the product is in [1, 4).
    let product = native_product(x | 0x3f800000u, y | 0x3f800000u);
    let is_large = ((product >> 23u) & 1u) ^ 1u;
    let significand = (product & 0x7fffffu) | 0x800000u;
    // Half of the distance from the product to the next larger float.
    let half = 0x400000i << is_large;
    // The remainder is less than 2²⁵, so its low 32 bits suffice.
    let rest = i32((x | 0x800000u) * (y | 0x800000u) - (significand << (23u + is_large)));
    // The distance from 2 to the next smaller float is half of the distance to the next larger float.
    let half_below = select(half, 0x400000i, significand == 0x800000u);
    let odd = i32(significand & 1u);
    let correction = select(0, 1, rest + odd > half) - select(0, 1, odd - rest > half_below);
    let magnitude = ((exponent - 254u) << 23u) + product + u32(correction);
    return ((a ^ b) & 0x80000000u) | magnitude;
}

// Computes a · b in the rare cases: an operand is zero or subnormal, or the product may be subnormal or infinite.
fn mul_slowly(a: F, b: F) -> F {
    let sign = (a ^ b) & 0x80000000u;
    if (a & 0x7fffffffu) == 0u || (b & 0x7fffffffu) == 0u {
        return sign;
    }
    let x = unpacked(a);
    let y = unpacked(b);
    // The 24-bit significands are split into halves of 12 bits.
    let high_x = x.significand >> 12u;
    let low_x = x.significand & 0xfffu;
    let high_y = y.significand >> 12u;
    let low_y = y.significand & 0xfffu;
    let middle = high_x * low_y + low_x * high_y;
    let low = ((middle & 0xfffu) << 12u) + low_x * low_y;
    let high = high_x * high_y + (middle >> 12u) + (low >> 24u);
    let rest = low & 0xffffffu;
    // The leading bit of the significand is bit 30 or 29. Bit 0 is set if the bits that are shifted out are not all 0.
    let significand = (high << 7u) | (rest >> 17u) | u32((rest & 0x1ffffu) != 0u);
    return sign | packed(x.exponent + y.exponent - 126, significand);
}

// Returns the bits of a float without its sign. The leading bit of `significand` is bit 30 or 29.
// Bit 0 of `significand` is set if lower bits of the exact result, which it has no room for, are not all 0.
fn packed(exponent: i32, significand: u32) -> u32 {
    let shift = countLeadingZeros(significand) - 1u;
    let normal = significand << shift;
    let e = exponent - i32(shift);
    if e >= 255 {
        return 0x7f800000u;
    }
    if e >= 1 {
        return min((u32(e - 1) << 23u) + round_to_even(normal), 0x7f800000u);
    }
    let by = u32(min(1 - e, 31));
    let shifted = normal >> by;
    return round_to_even(shifted | u32((shifted << by) != normal));
}

// Computes a·b + c, rounded after each of the two operations.
fn mul_add(a: F, b: F, c: F) -> F {
    return add(mul(a, b), c);
}

fn less(a: F, b: F) -> bool {
    return order(a) < order(b);
}

// Maps floats to integers with the same order; 0 and −0 are equal.
fn order(x: F) -> i32 {
    return select(i32(x), -i32(x & 0x7fffffffu), (x >> 31u) != 0u);
}

fn from_i32(i: i32) -> F {
    if i == 0 {
        return 0u;
    }
    let sign = u32(i) & 0x80000000u;
    let magnitude = select(u32(i), u32(-i), i < 0);
    // The magnitude is shifted until its leading bit is bit 31. The right shift by one below then loses no bit:
    // bit 0 is 0 after any left shift, and 2³¹, the only magnitude that needs no left shift, also has 0 as bit 0.
    let shift = countLeadingZeros(magnitude);
    let normal = magnitude << shift;
    return sign | (((157u - shift) << 23u) + round_to_even(normal >> 1u));
}
