// Functions that perform the operations of crates/encoder/src/deterministic/functions.rs in the same order.

fn sub(a: F, b: F) -> F {
    return add(a, negated(b));
}

// Computes eˣ. The result is 0 below −86.9; numbers below −87 are raised to −87, so that no intermediate result overflows.
fn exponential(x: F) -> F {
    let below = select(x, number(0x42b1999au), less(number(0x42b1999au), x));
    let clamped = select(below, number(0xc2ae0000u), less(below, number(0xc2ae0000u)));
    let shifted = mul_add(clamped, number(0x3fb8aa3bu), number(0x4b400000u));
    let n = sub(shifted, number(0x4b400000u));
    let coarse = mul_add(negated(n), number(0x3f318000u), clamped);
    let r = mul_add(n, number(0x395e8083u), coarse);
    var p = mul_add(number(0x39506967u), r, number(0x3ab743ceu));
    p = mul_add(p, r, number(0x3c088908u));
    p = mul_add(p, r, number(0x3d2aa9c1u));
    p = mul_add(p, r, number(0x3e2aaaaau));
    p = mul_add(p, r, number(0x3f000000u));
    p = add(mul_add(p, mul(r, r), r), number(0x3f800000u));
    let exponent = (bits(shifted) << 23u) + (126u << 23u);
    let value = mul(mul(p, number(exponent)), number(0x40000000u));
    return select(value, number(0u), less(x, number(0xc2adcccdu)));
}

// Computes erf(x).
fn error_function(unclamped: F) -> F {
    let below = select(unclamped, number(0x40800000u), less(number(0x40800000u), unclamped));
    let x = select(below, number(0xc0800000u), less(below, number(0xc0800000u)));
    let square = mul(x, x);
    var p = mul_add(number(0xaf95df0bu), square, number(0x32edffeeu));
    p = mul_add(p, square, number(0xb60cff51u));
    p = mul_add(p, square, number(0xb86ec2d3u));
    p = mul_add(p, square, number(0xba40ac63u));
    p = mul_add(p, square, number(0xbb41a1f6u));
    p = mul_add(p, square, number(0xbc83dbd4u));
    var q = mul_add(number(0xb77460ceu), square, number(0xb95fbd2au));
    q = mul_add(q, square, number(0xbadc924eu));
    q = mul_add(q, square, number(0xbbf19bf7u));
    q = mul_add(q, square, number(0xbc69b6a7u));
    return div(mul(x, p), q);
}

// Computes GELU, x·½(1 + erf(x/√2)).
fn gelu(x: F) -> F {
    let erf = error_function(mul(x, number(0x3f3504f3u)));
    return mul(mul(number(0x3f000000u), x), add(number(0x3f800000u), erf));
}
