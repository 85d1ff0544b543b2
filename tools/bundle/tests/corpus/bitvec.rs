//! bitvec = "1"

use bitvec::prelude::*;

fn primes(limit: usize) -> Vec<usize> {
    let mut sieve = bitvec![1; limit + 1];
    sieve[..2].fill(false);
    let mut i = 2;
    while i * i <= limit {
        if sieve[i] {
            for multiple in (i * i..=limit).step_by(i) {
                sieve.set(multiple, false);
            }
        }
        i += 1;
    }
    sieve.iter_ones().collect()
}

fn main() {
    println!("{:?}", primes(60));
    let mut fields = bitarr![u8, Msb0; 0; 24];
    fields[3..11].store_be(0xa5u8);
    fields[11..22].store_be(1234u16);
    println!("{:?} {}", fields.as_raw_slice(), fields[11..22].load_be::<u16>());

    let mut queue: BitVec<u32, Lsb0> = BitVec::new();
    for i in 0..40 {
        queue.push(i * i % 7 < 3);
    }
    queue.truncate(37);
    queue.rotate_left(5);
    println!("{} {} {}", queue.count_ones(), queue.leading_zeros(), queue.len());
    println!("{:b}", &queue[..12]);
    let other = bits![0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 1];
    let both: BitVec<u32> =
        queue[..12].iter().by_vals().zip(other.iter().by_vals()).map(|(a, b)| a & b).collect();
    println!("{both} {:?}", both.first_one());
    let raw = 0b1011_0010u8;
    println!("{:?}", raw.view_bits::<Msb0>().chunks(3).map(|c| c.load::<u8>()).collect::<Vec<_>>());
}
