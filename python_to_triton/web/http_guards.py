"""What a request has to be like before anything looks at it, and the headers of every answer.

Host has to name this server, so that no name of another's domain leads here (DNS rebinding); a request that
changes something comes from this page or from no page; bodies are small, JSON, and there in time.
"""

import asyncio
import ipaddress
import json
import socket

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from python_to_triton.web.jobs import JobRequest
from python_to_triton.web.options import BODY_BYTES, HEAD_BYTES, NAME_CHARACTERS, PROGRAM_BYTES

BODY_SECONDS = 10.0
POLICY = (
    "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
HTTP_VERSIONS = ("1.0", "1.1")
SAFE_METHODS = ("GET", "HEAD")
NETWORK_BITS = 64  # of an IPv6 address: all that begin so may be one visitor's
LOOPBACK_NAMES = frozenset(("localhost", "127.0.0.1", "[::1]"))
FIELDS = {"program": str, "samples": int, "name": str}  # of a job, as JSON has them


class BadRequest(Exception):
    """A request that is refused: its status, and why in a line."""

    def __init__(self, status: int, reason: str):
        super().__init__(reason)
        self.status = status


def host_name(authority: str) -> str:
    """The name in `name:port` or `[address]:port`, in small letters.

    >>> host_name("[::1]:80"), host_name("Localhost:80"), host_name("a.b")
    ('[::1]', 'localhost', 'a.b')
    """
    head, _, tail = authority.rpartition(":")
    name = head if head and tail.isdigit() else authority
    return name.lower()


def is_address(name: str) -> bool:
    """Whether a name is an address: no domain leads to it, and so none can be rebound to it."""
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


class HostNames:
    """The names by which this server may be called."""

    def __init__(self, host: str):
        """host: the address or name that it listens on."""
        own = f"[{host}]" if ":" in host else host
        self.names = {own.lower()}
        self.takes_addresses = host in ("0.0.0.0", "::")
        if self.takes_addresses:
            self.names |= LOOPBACK_NAMES | {socket.gethostname().lower(), socket.getfqdn().lower()}
        elif host.lower() in LOOPBACK_NAMES | {"::1"}:
            self.names |= LOOPBACK_NAMES

    def holds(self, authority: str) -> bool:
        """Whether a Host header names this server, whatever the port: a tunnel may have another."""
        name = host_name(authority)
        return name in self.names or self.takes_addresses and is_address(name)


def check_request(scope: Scope, names: HostNames) -> None:
    """Raises BadRequest for a request that is not for this server, or comes from another's page."""
    if scope["http_version"] not in HTTP_VERSIONS:
        raise BadRequest(505, "the request is of another version of HTTP")
    if len(scope["path"]) + sum(len(name) + len(value) for name, value in scope["headers"]) > HEAD_BYTES:
        raise BadRequest(431, f"the head of a request has at most {HEAD_BYTES} bytes")
    headers = Headers(scope=scope)
    hosts = headers.getlist("host")
    if len(hosts) != 1 or not names.holds(hosts[0]):
        raise BadRequest(400, "the Host header names another server")
    if any(not character.isprintable() or character == "\\" for character in scope["path"]):
        raise BadRequest(400, "the path holds a character that no path of this server has")
    if scope["method"] in SAFE_METHODS:
        return
    origins = headers.getlist("origin")
    own = (f"http://{hosts[0]}", f"https://{hosts[0]}")
    if len(origins) > 1 or origins and origins[0].lower() not in map(str.lower, own):
        raise BadRequest(403, "the request comes from a page of another server")
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise BadRequest(403, "the request comes from a page of another server")


class Guarded:
    """An application behind the checks, whose every answer has the HEADERS."""

    def __init__(self, app: ASGIApp, names: HostNames):
        self.app = app
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        try:
            check_request(scope, self.names)
        except BadRequest as refused:
            answer = JSONResponse({"error": str(refused)}, refused.status, {"Connection": "close"})
            await answer(scope, receive, send_with_headers)
            return
        await self.app(scope, receive, send_with_headers)


# ---- a job ----


def address_key(address: str) -> str:
    """What addresses of one visitor have in common.

    >>> address_key("192.0.2.7"), address_key("::ffff:192.0.2.7"), address_key("2001:db8::1:2")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed), NETWORK_BITS), strict=False))


def visitor_address(request: Request, behind_proxy: bool) -> str:
    """Whose jobs a request's are counted with.

    Args:
        behind_proxy: whether a proxy appends the address that it was reached from to X-Forwarded-For. What
            stands before it is the visitor's own, and is not believed.
    """
    address = request.client.host
    if behind_proxy:
        forwarded = ",".join(request.headers.getlist("x-forwarded-for"))
        address = forwarded.rpartition(",")[2].strip() or address
    return address_key(address)


async def read_body(request: Request) -> bytes:
    """The body of a request. Raises BadRequest where it is large, or does not come."""
    kind = request.headers.get("content-type", "")
    media, _, parameters = kind.partition(";")
    charset = parameters.strip().lower().replace('"', "")
    if media.strip().lower() != "application/json" or charset not in ("", "charset=utf-8"):
        raise BadRequest(415, "the body has to be JSON in UTF-8 (Content-Type: application/json)")
    length = request.headers.get("content-length", "0")
    too_large = BadRequest(413, f"a request has at most {BODY_BYTES} bytes")
    if not length.isdecimal() or int(length[:20]) > BODY_BYTES:
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > BODY_BYTES:
                    raise too_large
    except TimeoutError:
        raise BadRequest(400, f"the body did not come in {BODY_SECONDS:g} s") from None
    except ClientDisconnect:
        raise BadRequest(400, "the body was not sent to its end") from None
    return bytes(body)


def no_number(text: str) -> None:
    """NaN and the infinities, which JSON does not have."""
    raise ValueError(f"{text} is no JSON")


def _check_text(name: str, text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadRequest(400, f"{name} holds half a character (a lone surrogate)") from None
    if "\0" in text:
        raise BadRequest(400, f"{name} holds a null character")


def job_request(body: bytes, samples: int) -> JobRequest:
    """The job that a body asks for. Raises BadRequest, with what is wrong.

    Args:
        samples: candidates a region, at most, and where the body does not say.
    """
    try:
        given = json.loads(body.decode(), parse_constant=no_number)
    except (ValueError, RecursionError):
        raise BadRequest(400, "the body is no JSON in UTF-8") from None
    if not isinstance(given, dict):
        raise BadRequest(400, 'the body is no object: {"program": "y = torch.sigmoid(x)"}')
    for name, value in given.items():
        if name not in FIELDS:
            raise BadRequest(400, f"a job has {', '.join(FIELDS)}, and nothing else")
        if type(value) is not FIELDS[name]:
            raise BadRequest(400, f"{name} has to be {'a whole number' if FIELDS[name] is int else 'a text'}")
        if isinstance(value, str):
            _check_text(name, value)
    program = given.get("program", "")
    if not program.strip():
        raise BadRequest(400, "there is no program")
    if len(program.encode()) > PROGRAM_BYTES:
        raise BadRequest(413, f"a program has at most {PROGRAM_BYTES} bytes")
    if not 1 <= given.get("samples", samples) <= samples:
        raise BadRequest(400, f"samples is a whole number from 1 to {samples}")
    if len(given.get("name", "")) > NAME_CHARACTERS:
        raise BadRequest(400, f"a name has at most {NAME_CHARACTERS} characters")
    return JobRequest(program, given.get("samples", samples), given.get("name", ""))
