//! The loop that takes connections.

use super::guard::guarded;
use super::patient::Patient;
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

/// Connections at a time; others wait to be taken.
const CONNECTIONS: usize = 256;

/// How long a request's head may take to come.
const PATIENCE: Duration = Duration::from_secs(10);

/// The same while more than half of the connections are in use, so that slow heads block others for about
/// a second. A limit per address would not help: all clients on this machine share one.
const PATIENCE_UNDER_LOAD: Duration = Duration::from_secs(1);

/// The most bytes of a request's head.
const HEAD: usize = 16 << 10;

/// Serves the page to whoever may ask, without end.
///
/// # Errors
///
/// If the listener has no address.
pub async fn serve(listener: TcpListener, state: Shared) -> Result<()> {
    let bound = listener.local_addr()?;
    let routes = api::routes(state).layer(from_fn_with_state(bound, guarded));
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let seat = Arc::clone(&room).acquire_owned().await?;
        let Ok((stream, _)) = listener.accept().await else {
            // Too many open files, say: that passes.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let routes = routes.clone();
        let is_loaded = room.available_permits() < CONNECTIONS / 2;
        let patience = if is_loaded { PATIENCE_UNDER_LOAD } else { PATIENCE };
        tokio::spawn(async move {
            // Reports are short and shall come at once.
            let _ = stream.set_nodelay(true);
            connection(Patient::new(stream), routes, patience).await;
            drop(seat);
        });
    }
}

async fn connection(stream: Patient, routes: Router, patience: Duration) {
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes));
    // Whoever breaks off or sends what is no HTTP is told by hyper, if at all.
    let _ = served.await;
}
