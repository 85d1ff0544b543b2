//! Tests of access control.

use crate::client::Server;

#[test]
fn every_response_has_security_headers() {
    let server = Server::start(&[]);
    for path in ["/", "/api/about", "/nothing", "/api/file/0"] {
        let head = server.get(path).head;
        for said in [
            "content-security-policy: default-src 'self';",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(head.contains(said), "{path}: {head}");
        }
        assert!(!head.contains("access-control-allow"), "{path}: {head}");
        assert!(!head.contains("unsafe-inline"), "{path}: {head}");
    }
}

#[test]
fn other_hosts_and_other_pages_are_refused() {
    let server = Server::start(&[]);
    let port = server.address.port();
    let send = |host: &str, more: &str| {
        let request =
            format!("GET /api/about HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n");
        server.send(request.as_bytes())
    };
    let own = format!("localhost:{port}");
    assert_eq!(send(&own, &format!("Origin: http://{own}\r\n")).status, 200);
    assert_eq!(send(&own, "Sec-Fetch-Site: same-origin\r\n").status, 200);
    for host in [format!("evil.example:{port}"), "localhost".to_owned(), "localhost:1".to_owned()] {
        let refused = send(&host, "");
        assert!(refused.status == 403 && refused.error().contains("by its address"), "{host}");
    }
    for more in [
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Origin: https://localhost\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
        // Web links on other pages may open the page, not the API.
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n",
    ] {
        let refused = send(&own, more);
        assert!(refused.status == 403 && !refused.error().is_empty(), "{more}");
    }
    let preflight = server.send(
        format!(
            "OPTIONS /api/think HTTP/1.1\r\nHost: {own}\r\nOrigin: http://evil.example\r\n\
             Access-Control-Request-Method: POST\r\nConnection: close\r\n\r\n"
        )
        .as_bytes(),
    );
    assert_eq!(preflight.status, 403);
}
