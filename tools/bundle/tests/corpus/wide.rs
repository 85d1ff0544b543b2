//! wide = "0.7"
//!
//! 1.5 2.25 -3 4 5 -6.5 7 8

use wide::{f32x4, f32x8, f64x4, i16x8, i32x8, u32x4, u8x16, CmpGt, CmpLt};

fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sum = f32x8::ZERO;
    for (x, y) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        let (x, y) = (
            f32x8::from(<[f32; 8]>::try_from(x).unwrap()),
            f32x8::from(<[f32; 8]>::try_from(y).unwrap()),
        );
        sum = x.mul_add(y, sum);
    }
    sum.reduce_add()
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let values: Vec<f32> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
    println!("{}", dot(&values, &values));
    let all = f32x8::from(<[f32; 8]>::try_from(&values[..]).unwrap());
    println!("{:?} {:?}", all.abs().to_array(), all.max(f32x8::splat(2.0)).to_array());
    let negative = all.cmp_lt(f32x8::ZERO);
    println!("{:08b} {:?}", negative.move_mask(), negative.blend(-all, all * all).to_array());
    println!("{:?}", f32x4::from([1.0, 4.0, 9.0, 16.0]).sqrt().to_array());
    println!("{:.5?}", f64x4::from([0.0, 0.5, 1.0, 2.0]).sin().to_array());
    let ints = i32x8::from([1, -2, 3, -4, 5, -6, 7, -8]);
    println!(
        "{:?} {:?}",
        (ints * ints + i32x8::splat(1)).to_array(),
        ints.cmp_gt(i32x8::ZERO).move_mask()
    );
    println!("{:?} {}", (ints << 2i32).to_array(), ints.reduce_add());
    println!("{:?}", i16x8::from([30000; 8]).saturating_add(i16x8::splat(5000)).to_array());
    println!("{:?}", (u32x4::from([1, 2, 3, 4]) ^ u32x4::splat(7)).to_array());
    println!("{:?}", u8x16::splat(200).saturating_add(u8x16::splat(100)).to_array());
}
