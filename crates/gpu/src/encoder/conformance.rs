//! Conformance test of a device's arithmetic: operations whose results IEEE 754 defines.
//! Many of the results are hard to round.

use std::ops::Range;

use super::CONFORMANCE;
use super::kernel::{Job, Kernel};
use crate::engine::Engine;
use fastgas_encoder::{exp, gelu};
use fastgas_graph::CpuReason;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Operation {
    Add,
    Sub,
    Mul,
    /// The operation is a·b + c.
    MulAdd,
    /// The operation is (a + b) + c.
    AddThree,
    /// The operation is (a + b) − a.
    AddSub,
    /// The operation is a·c − b·c.
    MulSub,
    Div,
    Root,
    /// An `i32` is converted to a float.
    Convert,
    Exp,
    Gelu,
    /// The result of the comparison is the integer 0 or 1.
    Less,
}

pub const OPERATIONS: [Operation; 13] = [
    Operation::Add,
    Operation::Sub,
    Operation::Mul,
    Operation::MulAdd,
    Operation::AddThree,
    Operation::AddSub,
    Operation::MulSub,
    Operation::Div,
    Operation::Root,
    Operation::Convert,
    Operation::Exp,
    Operation::Gelu,
    Operation::Less,
];

/// An operation with its operands and its expected result, as bits of `f32` numbers.
/// The operand of `Convert` and the result of `Less` are integers.
#[derive(Clone, Copy, Debug)]
pub struct TestCase {
    pub operation: Operation,
    pub operands: [u32; 3],
    pub expected: u32,
    /// True if an operand, an intermediate result or the result may be subnormal.
    pub is_subnormal: bool,
}

#[derive(Debug, Default)]
pub struct ConformanceReport {
    /// The failed test cases without subnormal numbers, each with the result of the device.
    pub wrong: Vec<(TestCase, u32)>,
    /// Number of failed test cases with numbers that may be subnormal.
    pub n_wrong_subnormal: usize,
}

/// Runs `count` test cases of each operation. `arithmetic` is the source of the functions that conformance.wgsl calls.
pub async fn check(engine: &Engine, arithmetic: &str, count: usize) -> Result<ConformanceReport, CpuReason> {
    let kernel = Kernel::compile(engine, &[arithmetic, CONFORMANCE].concat()).await?;
    check_kernel(&kernel, count).await
}

/// Like [`check`], but with a compiled kernel.
pub async fn check_kernel(kernel: &Kernel<'_>, count: usize) -> Result<ConformanceReport, CpuReason> {
    let mut report = ConformanceReport::default();
    for operation in OPERATIONS {
        let cases = test_cases(operation, count);
        let words: Vec<u32> = cases
            .iter()
            .flat_map(|case| {
                let [a, b, c] = case.operands;
                [case.operation as u32, a, b, c]
            })
            .collect();
        let job = Job {
            task: &[0, count as u32],
            inputs: &[&words],
            outputs: &[count],
            workgroups: [count.div_ceil(64), 1],
        };
        let results = kernel.compute(&job).await?;
        for (case, result) in cases.into_iter().zip(results.into_iter().flatten()) {
            if case.expected == result {
                continue;
            }
            if case.is_subnormal {
                report.n_wrong_subnormal += 1;
            } else {
                report.wrong.push((case, result));
            }
        }
    }
    Ok(report)
}

/// The random number generator SplitMix64 (Steele, Lea & Flood 2014).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 32) as u32
    }

    pub fn below(&mut self, n: u32) -> u32 {
        self.next() % n
    }

    /// A random number in [0, 1).
    pub fn unit(&mut self) -> f32 {
        (self.next() >> 8) as f32 / (1 << 24) as f32
    }

    /// A random float of either sign, whose biased exponent is in the range `exponents`.
    fn number(&mut self, exponents: Range<u32>) -> f32 {
        let exponent = exponents.start + self.below(exponents.end - exponents.start);
        let fraction = match self.below(6) {
            // A run of ones, or a run of zeros, in the significand causes long carries.
            0 => 0x7f_ffff << self.below(24),
            1 => 0x7f_ffff >> self.below(24),
            2 => self.next() & self.next() & self.next(),
            // If the lowest 11 bits of the significands are 0, many sums and products are exact,
            // or halfway between two floats.
            3 => self.next() << 11,
            _ => self.next(),
        };
        f32::from_bits((self.next() & 0x8000_0000) | (exponent << 23) | (fraction & 0x7f_ffff))
    }

    /// A random float that is at most `distance` floats away from x.
    fn neighbor(&mut self, x: f32, distance: u32) -> f32 {
        let steps = self.below(2 * distance + 1).wrapping_sub(distance);
        f32::from_bits(x.to_bits().wrapping_add(steps))
    }

    /// Dividend and divisor whose quotient is a number of 24 or 25 bits, or as close as possible to such a number.
    /// The quotient is therefore next to an `f32` number, or next to a tie between two `f32` numbers.
    fn hard_quotient(&mut self) -> [f32; 2] {
        loop {
            let places = 23 + self.below(2);
            let quotient = u64::from((self.next() >> (32 - places)) | 1) + (1 << places);
            // Newton's method computes the inverse of the quotient modulo 2⁶⁴.
            // Each step of Newton's method doubles the number of correct bits.
            let mut inverse = quotient;
            for _ in 0..6 {
                inverse = inverse.wrapping_mul(2u64.wrapping_sub(quotient.wrapping_mul(inverse)));
            }
            // The numbers are chosen such that divisor·quotient = dividend·2^places + rest, with a rest from −4 to 4.
            let rest = i64::from(self.below(9)) - 4;
            let divisor = (inverse.wrapping_mul(rest as u64) & ((1 << places) - 1)) | (1 << 23);
            let product = divisor.wrapping_mul(quotient).wrapping_sub(rest as u64);
            let dividend = product >> places;
            if product & ((1 << places) - 1) == 0 && dividend >> 23 == 1 {
                // Half of the quotients are scaled by 2⁻¹²⁷. A scaled quotient is subnormal and loses one bit of precision.
                let powers = if self.below(2) == 0 { [127, 127] } else { [64, 191] };
                let [a, b] = powers.map(|power| f32::from_bits(power << 23));
                return [dividend as f32 * a, divisor as f32 * b];
            }
        }
    }

    fn operands(&mut self, operation: Operation) -> [f32; 3] {
        let exponents = match self.below(8) {
            0 => 0..255,
            1 => 1..40,
            _ => 97..157,
        };
        let a = self.number(exponents.clone());
        let b = self.number(exponents.clone());
        let c = self.number(exponents);
        match operation {
            Operation::Exp => {
                let x = match self.below(4) {
                    0 => a,
                    1 => -87.5 + self.unit(),
                    _ => 8.0 * self.unit() - 95.0 * self.unit(),
                };
                return [x, 0.0, 0.0];
            }
            Operation::Gelu => {
                let x = if self.below(3) == 0 {
                    a
                } else {
                    12.0 * self.unit() - 6.0
                };
                return [x, 0.0, 0.0];
            }
            Operation::Root => return [a.abs(), 0.0, 0.0],
            Operation::Div if self.below(3) == 0 => {
                let [a, b] = self.hard_quotient();
                return [a, b, 0.0];
            }
            _ => {}
        }
        let sign = if self.below(2) == 0 { 1.0 } else { -1.0 };
        match self.below(6) {
            // The operands `a` and `b` nearly cancel in a sum or a difference.
            0 => [a, self.neighbor(sign * a, 4), c],
            // Operand b is about half a unit in the last place of a, which causes ties.
            1 => {
                let half = f32::from_bits((a.to_bits() & 0x7f80_0000).saturating_sub(24 << 23));
                let times = [0.5, 1.0, 3.0][self.below(3) as usize];
                [a, sign * self.neighbor(times * half, 1), c]
            }
            // The operands are odd integers of 12 and 13 bits. Their product has 24 or 25 bits. A 25-bit product is a tie.
            2 => {
                let x = ((self.next() & 0xfff) | 0x801) as f32;
                let y = ((self.next() & 0x1fff) | 0x1001) as f32;
                let powers = [self.below(40), self.below(40)].map(|power| f32::from_bits((107 + power) << 23));
                [sign * x * powers[0], y * powers[1], c]
            }
            3 => [a, b, self.neighbor(-(a * b), 4)],
            _ => [a, b, c],
        }
    }
}

/// Random test cases of an operation. No operand, intermediate result or result is infinite or NaN.
fn test_cases(operation: Operation, count: usize) -> Vec<TestCase> {
    let mut random = Random(u64::from(operation as u32) << 32);
    let mut all = Vec::with_capacity(count);
    while all.len() < count {
        if operation == Operation::Convert {
            let shift = random.below(32);
            let integer = random.next() as i32 >> shift;
            all.push(TestCase {
                operation,
                operands: [integer as u32, 0, 0],
                expected: (integer as f32).to_bits(),
                is_subnormal: false,
            });
        } else {
            let operands = random.operands(operation);
            all.extend(test_case(operation, operands));
        }
    }
    all
}

fn test_case(operation: Operation, operands: [f32; 3]) -> Option<TestCase> {
    let [a, b, c] = operands;
    let exact = f32::from_bits;
    // `between` contains up to two intermediate results of the operation. Unused elements are 0.
    // If an intermediate result of exp or GELU may be subnormal, `between` contains the smallest subnormal number.
    let subnormal = |may_occur: bool| if may_occur { exact(1) } else { 0.0 };
    let (result, between) = match operation {
        Operation::Add => (a + b, [0.0; 2]),
        Operation::Sub => (a - b, [0.0; 2]),
        Operation::Mul => (a * b, [0.0; 2]),
        Operation::MulAdd => (a * b + c, [a * b, 0.0]),
        Operation::AddThree => ((a + b) + c, [a + b, 0.0]),
        Operation::AddSub => ((a + b) - a, [a + b, 0.0]),
        Operation::MulSub => (a * c - b * c, [a * c, b * c]),
        Operation::Div if b == 0.0 => return None,
        Operation::Div => (a / b, [0.0; 2]),
        Operation::Root => (a.sqrt(), [0.0; 2]),
        Operation::Exp => (exp(a), [subnormal(a < -86.5), 0.0]),
        // GELU squares its operand, and squares of small numbers are subnormal.
        Operation::Gelu => (gelu(a), [subnormal(a.abs() < 1e-18), 0.0]),
        Operation::Less => (exact(u32::from(a < b)), [0.0; 2]),
        Operation::Convert => return None,
    };
    let mut all = [a, b, c, between[0], between[1], result];
    if !all.iter().all(|x| x.is_finite()) {
        return None;
    }
    if operation == Operation::Less {
        // The result of `Less` is an integer, whose bits must not count as a subnormal float.
        all[5] = 0.0;
    }
    Some(TestCase {
        operation,
        operands: operands.map(f32::to_bits),
        expected: result.to_bits(),
        is_subnormal: all.iter().any(|x| x.is_subnormal()),
    })
}
