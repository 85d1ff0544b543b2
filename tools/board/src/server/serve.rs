//! The accept loop.

use super::guard::guard;
use super::write_timeout::WriteTimeout;
use crate::api;
use crate::state::Shared;
use anyhow::Result;
use axum::middleware::from_fn_with_state;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// The maximum number of connections; further ones wait to be accepted.
const MAX_CONNECTIONS: usize = 256;

/// The maximum size of a request's head, in bytes.
const MAX_HEAD: usize = 16 << 10;

/// Accepts and serves connections; returns only on errors.
///
/// # Errors
///
/// If the listener has no local address.
pub async fn serve(listener: TcpListener, state: Shared) -> Result<()> {
    let bound = listener.local_addr()?;
    let timeouts = state.timeouts;
    let routes = api::routes(state).layer(from_fn_with_state(bound, guard));
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let permit = Arc::clone(&permits).acquire_owned().await?;
        let Ok((stream, _)) = listener.accept().await else {
            // Errors such as too many open files are temporary.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let routes = routes.clone();
        let is_loaded = permits.available_permits() < MAX_CONNECTIONS / 2;
        let timeout = if is_loaded { timeouts.head_under_load } else { timeouts.head };
        tokio::spawn(async move {
            // Reports are short and must not be delayed.
            let _ = stream.set_nodelay(true);
            connection(WriteTimeout::new(stream), routes, timeout).await;
            drop(permit);
        });
    }
}

async fn connection(stream: WriteTimeout, routes: Router, timeout: Duration) {
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeout)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes));
    // hyper answers invalid HTTP itself; disconnects need no handling.
    let _ = served.await;
}
