//! Tests of the statistics through the public interface.

mod sprt;
mod stats_counts;
mod stats_published;
