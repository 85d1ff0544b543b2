//! libm = "0.2"
//!
//! 0.5 1.25 -2 10

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    for x in line.split_whitespace().map(|w| w.parse::<f64>().unwrap()) {
        println!("{:?} {:?}", libm::sin(x), libm::cbrt(x));
        println!("{:?} {:?}", libm::exp(x), libm::tgamma(x));
        println!("{:?} {:?}", libm::erf(x), libm::atan2(x, 3.0));
        println!("{:?} {:?}", libm::ldexp(x, 4), libm::frexp(x));
        println!("{:?} {:?}", libm::fmod(x, 0.75), libm::rint(x));
        println!("{:?}", libm::sqrtf(libm::fabsf(x as f32)));
    }
    println!("{:?} {:?}", libm::hypot(3.0, 4.0), libm::pow(2.0, 0.5));
    println!("{:?} {:?}", libm::lgamma_r(-0.5), libm::j0(1.0));
    println!("{:?}", libm::log1p(1e-10));
}
