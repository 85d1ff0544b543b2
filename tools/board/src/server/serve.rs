//! The accept loop.

use super::guard::guard;
use crate::api;
use crate::state::Shared;
use anyhow::Result;
use axum::middleware::from_fn_with_state;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::time::sleep;
use tokio_io_timeout::TimeoutStream;

/// The maximum size of a request's head, in bytes.
const MAX_HEAD: usize = 16 << 10;

/// The maximum time for which a client may read nothing of a response.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// Accepts and serves connections; returns only on errors.
///
/// `axum::serve` has no time limit for the head of a request and for a client that does not read its response.
///
/// # Errors
///
/// If the listener has no local address.
pub async fn serve(listener: TcpListener, state: Shared) -> Result<()> {
    let bound = listener.local_addr()?;
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(state.timeout).max_buf_size(MAX_HEAD);
    let routes = api::routes(state).layer(from_fn_with_state(bound, guard));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Errors such as too many open files are temporary.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Reports are short and must not be delayed.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(WRITE_TIMEOUT));
        let routes = TowerToHyperService::new(routes.clone());
        let served = http.serve_connection(TokioIo::new(Box::pin(stream)), routes);
        // hyper answers invalid HTTP itself; disconnects need no handling.
        tokio::spawn(async { drop(served.await) });
    }
}
