//! Access control: only the page itself may use the API.

use crate::error::Rejection;
use axum::body::Body;
use axum::extract::State;
use axum::http::{header, HeaderMap, HeaderValue, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use board_core::ApiError;
use std::net::{IpAddr, SocketAddr};

/// The content security policy of all responses: no external and no inline content.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(&str, &str); 5] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Checks `Host` and `Origin` of a request to the server at `bound`.
///
/// # Errors
///
/// If the request comes from another page, or names another host: accepting other hosts would allow DNS rebinding.
fn check(bound: SocketAddr, headers: &HeaderMap) -> Result<(), ApiError> {
    let refused = |words: &str| Err(ApiError::new(403, words));
    let foreign = "cannot answer a request from another page; open the server by its address";
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok()).unwrap_or_default();
    if hosts.next().is_some() || !is_own(bound, host) {
        return refused(&format!("unknown host {host:?}; open the server by its address, {bound}"));
    }
    for origin in headers.get_all(header::ORIGIN) {
        let own = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
        if own != Some(host) {
            return refused(foreign);
        }
    }
    match headers.get("sec-fetch-site").map(HeaderValue::as_bytes) {
        None | Some(b"same-origin" | b"none") => Ok(()),
        // Other pages may link to this server, but their scripts may not send requests to it.
        Some(_) if is_navigation(headers) => Ok(()),
        Some(_) => refused(foreign),
    }
}

/// Returns whether a `Host` value is this server's.
fn is_own(bound: SocketAddr, host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
        _ => (host, Some(80)),
    };
    if port != Some(bound.port()) {
        return false;
    }
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    // Literal addresses cannot be rebound; a server bound to all addresses accepts any of them.
    bare.parse::<IpAddr>().is_ok_and(|address| {
        address.is_loopback() || address == bound.ip() || bound.ip().is_unspecified()
    })
}

fn is_navigation(headers: &HeaderMap) -> bool {
    let has = |name: &str, value: &str| headers.get(name).is_some_and(|said| said == value);
    has("sec-fetch-mode", "navigate") && has("sec-fetch-dest", "document")
}

/// Rejects forbidden requests, and adds the security headers to every response.
pub(super) async fn guard(
    State(bound): State<SocketAddr>,
    request: Request<Body>,
    next: Next,
) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let checked = check(bound, request.headers());
    let mut response = match checked {
        // Links on other pages may open the page, but not the API.
        Ok(()) if is_api && is_navigation(request.headers()) => {
            Rejection(ApiError::new(403, "the API is for the page only; open the page"))
                .into_response()
        }
        Ok(()) => next.run(request).await,
        Err(error) => Rejection(error).into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderName;

    fn refused(bound: &str, said: &[(&str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in said {
            let name: HeaderName = name.parse().unwrap();
            headers.append(name, value.parse().unwrap());
        }
        check(bound.parse().unwrap(), &headers).is_err()
    }

    #[test]
    fn only_own_hosts_are_accepted() {
        let loopback = "127.0.0.1:8000";
        for host in ["127.0.0.1:8000", "localhost:8000", "LOCALHOST:8000", "[::1]:8000"] {
            assert!(!refused(loopback, &[("host", host)]), "{host}");
        }
        let foreign = [
            "",
            "localhost",
            "127.0.0.1",
            "127.0.0.1:8001",
            "evil.example:8000",
            "10.0.0.1:8000",
            "localhost.evil.example:8000",
            "127.0.0.1.evil.example:8000",
            "localhost:8000:8000",
            "[::1]",
            "::1",
            "0.0.0.0:8000",
            "localhost:",
            "@localhost:8000",
        ];
        for host in foreign {
            assert!(refused(loopback, &[("host", host)]), "{host}");
        }
        assert!(refused(loopback, &[]));
        assert!(refused(loopback, &[("host", "localhost:8000"), ("host", "localhost:8000")]));
        assert!(!refused("0.0.0.0:80", &[("host", "10.0.0.1")]));
        assert!(refused("0.0.0.0:80", &[("host", "evil.example")]));
    }

    #[test]
    fn requests_from_other_pages_are_refused() {
        let host = ("host", "localhost:8000");
        let refused = |name, value| refused("127.0.0.1:8000", &[host, (name, value)]);
        assert!(!refused("origin", "http://localhost:8000"));
        assert!(!refused("sec-fetch-site", "same-origin"));
        assert!(!refused("sec-fetch-site", "none"));
        for origin in ["null", "http://localhost", "https://localhost:8000", "http://evil.example"]
        {
            assert!(refused("origin", origin), "{origin}");
        }
        for site in ["cross-site", "same-site", "anything"] {
            assert!(refused("sec-fetch-site", site), "{site}");
        }
    }
}
