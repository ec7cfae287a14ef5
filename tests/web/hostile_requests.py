"""Hostile requests: {name: (raw bytes, the statuses that are right)}.

A status of 0 is a closed connection without an answer.
"""

import json

SCRIPTS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'-alert(1)-'",
    "</span></pre><svg/onload=alert(1)>",
    "javascript:alert(1)",
    "{{7*7}}${7*7}<%= 7*7 %>",
    "\u2028alert(1)\u2029",
    "<!--<script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "\U0001f600<b>",
    "event: done\ndata: {}\n\n",
    "]]></script><script>alert(1)</script>",
)
JSON = (("Content-Type", "application/json"),)


def request(method, path, headers=(), body=b"", host="127.0.0.1", version="HTTP/1.1"):
    """A request as bytes."""
    lines = [f"{method} {path} {version}".encode("latin-1")]
    lines += [f"Host: {host}".encode()] if host is not None else []
    lines += [f"{name}: {value}".encode("latin-1", "replace") for name, value in headers]
    if body and not any(name.lower() in ("content-length", "transfer-encoding") for name, _ in headers):
        lines.append(f"Content-Length: {len(body)}".encode())
    lines.append(b"Connection: close")
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def job(body, headers=JSON):
    """A request for a job with a body, JSON unless it is bytes."""
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    return request("POST", "/api/jobs", headers, body)


def chunked(parts, headers=JSON):
    """A request for a job in chunks."""
    body = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)
    return request("POST", "/api/jobs", (*headers, ("Transfer-Encoding", "chunked")), body)


def deep(open_, close, count):
    return b'{"program": ' + open_ * count + close * count + b"}"


BODIES = {
    "nothing": (request("POST", "/api/jobs", JSON), {400}),
    "no JSON": (job(b"program=x"), {400}),
    "a text": (job("x"), {400}),
    "a list": (job(["x"]), {400}),
    "a number": (job(7), {400}),
    "null": (job(None), {400}),
    "true": (job(True), {400}),
    "no program": (job({}), {400}),
    "an empty program": (job({"program": ""}), {400}),
    "a blank program": (job({"program": " \n\t\x0b "}), {400}),
    "a list as a program": (job({"program": ["x"]}), {400}),
    "an object as a program": (job({"program": {"$ne": ""}}), {400}),
    "null as a program": (job({"program": None}), {400}),
    "true as samples": (job({"program": "x", "samples": True}), {400}),
    "a text as samples": (job({"program": "x", "samples": "5"}), {400}),
    "no samples": (job({"program": "x", "samples": 0}), {400}),
    "negative samples": (job({"program": "x", "samples": -1}), {400}),
    "many samples": (job({"program": "x", "samples": 10**6}), {400}),
    "samples without end": (job(b'{"program": "x", "samples": ' + b"9" * 5000 + b"}"), {400}),
    "half a sample": (job({"program": "x", "samples": 0.5}), {400}),
    "samples as 1e400": (job(b'{"program": "x", "samples": 1e400}'), {400}),
    "NaN": (job(b'{"program": "x", "samples": NaN}'), {400}),
    "Infinity": (job(b'{"program": "x", "samples": -Infinity}'), {400}),
    "a field more": (job({"program": "x", "path": "/etc/passwd"}), {400}),
    "a prototype": (job({"program": "x", "__proto__": {"polluted": 1}}), {400}),
    "a long name": (job({"program": "x", "name": "x" * 101}), {400}),
    "a list as a name": (job({"program": "x", "name": []}), {400}),
    "a null character": (job({"program": "x\0y"}), {400}),
    "a null character in the name": (job({"program": "x", "name": "a\0"}), {400}),
    "half a surrogate": (job(b'{"program": "\\ud800"}'), {400}),
    "half a surrogate in the name": (job(b'{"program": "x", "name": "\\udfff"}'), {400}),
    "invalid UTF-8": (job(b'{"program": "\xff\xfe"}'), {400}),
    "overlong UTF-8": (job(b'{"program": "\xc0\xaf"}'), {400}),
    "UTF-16": (job('{"program": "x"}'.encode("utf-16")), {400}),
    "UTF-8 with a mark": (job(b'\xef\xbb\xbf{"program": "x"}'), {400}),
    "latin-1": (job('{"program": "\xe4"}'.encode("latin-1")), {400}),
    "deep lists": (job(deep(b"[", b"]", 15_000)), {400}),
    "deep objects": (job(deep(b'{"a":', b"}", 7_000)), {400}),
    "deep and not closed": (job(b"[" * 60_000), {400}),
    "a quote that is not closed": (job(b'{"program": "x'), {400}),
    "two objects": (job(b'{"program": "x"}{"program": "y"}'), {400}),
    "a comment": (job(b'{"program": "x"} // y'), {400}),
    "a large program": (job({"program": "x" * 40_000}), {413}),
    "a large program in few letters": (job({"program": "\u00e4" * 17_000}), {413}),
    "a large body": (job({"program": "x" * 70_000}), {413}),
    "a megabyte": (job({"program": "x" * (1 << 20)}), {413, 0}),
    "16 megabytes": (job({"program": "x" * (1 << 24)}), {413, 0}),
    "a megabyte in chunks": (chunked([b"x" * 8192] * 128), {413, 0}),
    "many small chunks": (chunked([b"x"] * 70_000), {413, 0}),
    "a chunk without a size": (
        request("POST", "/api/jobs", (*JSON, ("Transfer-Encoding", "chunked")), b"zz\r\n"),
        {400, 0},
    ),
    "a chunk of a negative size": (
        request("POST", "/api/jobs", (*JSON, ("Transfer-Encoding", "chunked")), b"-1\r\nx\r\n"),
        {400, 0},
    ),
    "a chunk of 2**64 bytes": (
        request("POST", "/api/jobs", (*JSON, ("Transfer-Encoding", "chunked")), b"f" * 30 + b"\r\nx"),
        {400, 0},
    ),
}

KINDS = (
    *("", "text/plain", "text/html", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"),
    *(
        "application/json; charset=utf-16",
        "application/jsonx",
        "text/json",
        "*/*",
        "application/json, text/html",
    ),
    "application/json; charset=utf-7",
)
TYPES = {
    f"the type {kind!r}": (job({"program": "x"}, (("Content-Type", kind),) if kind else ()), {415})
    for kind in KINDS
}

ESCAPES = (
    *("/static/../options.py", "/static/..%2foptions.py", "/static/%2e%2e/options.py", "/static/....//x"),
    *("/static/%2e%2e%2foptions.py", "/static/..%5coptions.py", "/static/%252e%252e/options.py"),
    *("/static//etc/passwd", "/static/%2fetc%2fpasswd", "/static/C:%5cwindows", "/static/..", "/static/."),
    *(
        "/static/page.html%00.css",
        "/static/%00",
        "/static/%ff%fe",
        "/static/" + "a" * 5000,
        "/static/" + "../" * 99,
    ),
    *("/static/..;/options.py", "/static/", "/static", "/pages/../secret.html"),
    *("/pages/%2e%2e/secret.html", "/pages/..%2fsecret.html", "/pages/%2e%2e%2f%2e%2e%2fetc/passwd"),
    *("/pages//etc/passwd", "/pages/link.html", "/pages/%00", "/pages/index.html%00", "/pages/..%c0%af"),
    *("//example.com/", "///", "/api", "/api/", "/api/jobs/", "/api/about/", "/API/ABOUT", "/.git/config"),
    *("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/.env", "/docs", "/openapi.json", "/favicon.ico"),
)
PATHS = {f"the path {path[:40]}": (request("GET", path), {400, 404, 405}) for path in ESCAPES}

IDS = (
    *("x", "0", "-1", "..", "%2e%2e", "*", "%00", "%0d%0aSet-Cookie:a=b", "null", "undefined", "' OR 1=1--"),
    *("A" * 32, "a" * 4000, "%ff", "\u00e4", "__proto__", "constructor"),
)
UNKNOWN = {
    f"{method} the job {one[:20]!r}": (request(method, f"/api/jobs/{one}{end}"), {400, 404, 405})
    for one in map(lambda text: text.replace(" ", "%20"), IDS)
    for method, end in (("GET", "/events"), ("DELETE", ""))
}

METHODS = {
    f"{method} {path}": (request(method, path), {400, 405, 501})
    for method, path in (
        *(("POST", "/"), ("PUT", "/api/jobs"), ("PATCH", "/api/jobs"), ("DELETE", "/api/jobs")),
        *(("GET", "/api/jobs"), ("TRACE", "/"), ("OPTIONS", "/"), ("DELETE", "/static/page.css")),
        *(("POST", "/static/page.css"), ("PUT", "/pages/index.html"), ("PROPFIND", "/"), ("BREW", "/")),
        *(("get", "/"), ("G" * 300, "/"), ("POST", "/api/about"), ("POST", "/api/jobs/x/events")),
    )
}
METHODS["CONNECT"] = (request("CONNECT", "example.com:443"), {400, 404, 405})

HOSTS = {
    **{
        f"the host {host[:30]!r}": (request("GET", "/", host=host), {400})
        for host in (
            *(
                "example.com",
                "127.0.0.1.nip.io",
                "localhost.example.com",
                "",
                "evil@127.0.0.1",
                "127.0.0.1@evil",
            ),
            *("127.0.0.1:80:80", "0x7f000001", "2130706433", "127.1", "0.0.0.0", "[::ffff:127.0.0.1]"),
            *("localhost.", "127.0.0.1/../", "<script>", "127.0.0.1 example.com", "x" * 3000),
        )
    },
    "no host": (request("GET", "/", host=None), {400}),
    "no host in HTTP/1.0": (request("GET", "/", host=None, version="HTTP/1.0"), {400}),
    "two hosts": (request("GET", "/", (("Host", "example.com"),)), {400}),
    "an address as the target": (request("GET", "http://example.com/"), {400, 404}),
    "another host forwarded": (request("GET", "/nowhere", (("X-Forwarded-Host", "example.com"),)), {404}),
}
ORIGINS = {
    f"the origin {origin[:40]!r}": (
        request("POST", "/api/jobs", (*JSON, ("Origin", origin)), b'{"program": "x"}'),
        {403},
    )
    for origin in (
        *("http://example.com", "null", "http://127.0.0.1.example.com", "http://127.0.0.1:1", "file://"),
        *("http://localhost", "ftp://127.0.0.1", "http://127.0.0.1@example.com", "http://127.0.0.1/", "x"),
    )
} | {
    "two origins": (
        request(
            "POST", "/api/jobs", (*JSON, ("Origin", "http://127.0.0.1"), ("Origin", "http://evil")), b"{}"
        ),
        {403},
    ),
    "another site": (
        request("POST", "/api/jobs", (*JSON, ("Sec-Fetch-Site", "cross-site")), b'{"program": "x"}'),
        {403},
    ),
    "a form of another site": (request("DELETE", "/api/jobs/x", (("Origin", "http://evil"),)), {403}),
}

SMUGGLED = b"GET /smuggled HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
LENGTHS = {
    "two lengths": (
        request("POST", "/api/jobs", (*JSON, ("Content-Length", "5"), ("Content-Length", "60")), SMUGGLED),
        {400},
    ),
    "a list of lengths": (
        request("POST", "/api/jobs", (*JSON, ("Content-Length", "5, 60")), SMUGGLED),
        {400},
    ),
    "a negative length": (request("POST", "/api/jobs", (*JSON, ("Content-Length", "-5")), SMUGGLED), {400}),
    "a length with a sign": (request("POST", "/api/jobs", (*JSON, ("Content-Length", "+5")), b"x"), {400}),
    "a length in other digits": (
        request("POST", "/api/jobs", (*JSON, ("Content-Length", "\xb2")), b"x"),
        {400},
    ),
    "a length of 2**70": (
        request("POST", "/api/jobs", (*JSON, ("Content-Length", str(2**70))), b"x"),
        {400, 413},
    ),
    "a length in hexadecimal": (
        request("POST", "/api/jobs", (*JSON, ("Content-Length", "0x5")), b"x"),
        {400},
    ),
    "chunks and a length": (
        request(
            "POST",
            "/api/jobs",
            (*JSON, ("Content-Length", "4"), ("Transfer-Encoding", "chunked")),
            b"0\r\n\r\n",
        ),
        {400},
    ),
    "an unknown encoding": (
        request("POST", "/api/jobs", (*JSON, ("Transfer-Encoding", "xchunked")), b"0\r\n\r\n"),
        {400, 501},
    ),
    "two encodings": (
        request(
            "POST",
            "/api/jobs",
            (*JSON, ("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "identity")),
            b"0\r\n\r\n",
        ),
        {400, 501},
    ),
    "a folded header": (
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\r\n\tb\r\nHost: evil\r\n\r\n",
        {400},
    ),
    "a header without a name": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n: x\r\n\r\n", {400}),
    "a header with a blank in its name": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA b: x\r\n\r\n", {400}),
    "a null in a header": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA: \0\r\n\r\n", {400}),
    "large headers": (request("GET", "/", (("X", "x" * 40_000),)), {400, 431}),
    "a thousand headers": (request("GET", "/", (("X", "x" * 20),) * 1000), {400, 431}),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 200, {400, 0}),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400, 505, 0}),
    "HTTP/9.9": (b"GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n", {400, 505}),
    "HTTP/0.9": (b"GET /\r\n\r\n", {400}),
    "nothing but newlines": (b"\r\n" * 50_000, {400, 0}),
    "letters without end": (b"A" * 100_000, {400, 0}),
    "an upgrade": (
        request("GET", "/nowhere", (("Connection", "Upgrade"), ("Upgrade", "websocket"))),
        {400, 404, 426},
    ),
    "a last event that is none": (
        request("GET", "/api/jobs/x/events", (("Last-Event-ID", "9" * 4000),)),
        {404},
    ),
}

REQUESTS = BODIES | TYPES | PATHS | UNKNOWN | METHODS | HOSTS | ORIGINS | LENGTHS
