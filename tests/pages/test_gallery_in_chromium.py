"""The gallery in Chromium: the search, from a disk and under the policy; what axe says."""

import functools
import http.server
import os
import re
import shutil
import threading

import pytest

playwright = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is not installed: pip install playwright"
)
expect = playwright.expect
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
PATIENCE_MILLISECONDS = 30_000  # on a machine whose cores do other things too


class Site(http.server.SimpleHTTPRequestHandler):
    """Serves a folder below /pages/ under the policy; `playground` says whether /api/about answers."""

    playground = True

    def end_headers(self):
        self.send_header("Content-Security-Policy", "default-src 'self'")
        super().end_headers()

    def do_GET(self):
        if self.path == "/api/about" and self.playground:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")
            return
        self.path = self.path.removeprefix("/pages")
        super().do_GET()

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as play:
        flags = ["--no-sandbox"] if os.geteuid() == 0 else []
        expect.set_options(timeout=PATIENCE_MILLISECONDS)
        browser = play.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser):
    """open_page(options of the context) -> (a page, its complaints)."""
    contexts = []

    def open_page(**options):
        context = browser.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MILLISECONDS)
        page = context.new_page()
        complaints = []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page, complaints

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def address(few):
    handler = functools.partial(Site, directory=str(few[1]))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        serving = threading.Thread(target=server.serve_forever, args=(0.05,))
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}/pages"
        server.shutdown()
        serving.join()


def test_the_search_from_a_disk(open_page, few):
    page, complaints = open_page()
    page.goto((few[1] / "index.html").as_uri())
    count = page.locator("#count")
    expect(count).to_have_text("4 exemplars")
    page.fill("#text", "Softmax KEYS")
    expect(count).to_have_text("1 of 4 exemplars")
    expect(page.locator(".card:visible a")).to_have_text(["attention"])
    expect(page.locator(".group:visible")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"#text=Softmax\+KEYS$"))
    page.select_option("#operator", "dot")
    expect(count).to_have_text("0 of 4 exemplars")
    expect(page.locator("#nothing")).to_be_visible()
    page.click("button[type=reset]")
    expect(count).to_have_text("4 exemplars")
    expect(page).to_have_url(re.compile(r"index\.html$"))
    page.select_option("#technique", "online-softmax")
    expect(page.locator(".card:visible a")).to_have_text(["attention", "softmax"])
    expect(page.locator("#lesson")).to_contain_text("rescaled")
    page.click(".card:visible a >> text=softmax")
    expect(page.locator("h1")).to_have_text("softmax")
    expect(page.locator(".try")).to_be_hidden()  # there is no playground on a disk
    page.click("dd a >> nth=0")
    expect(page.locator(".line:target")).to_have_count(1)
    page.click("text=own function")
    expect(count).to_have_text("1 of 4 exemplars")
    assert complaints == []


def test_the_link_to_the_playground_is_shown_where_one_answers(open_page, address, monkeypatch):
    page, complaints = open_page()
    page.goto(f"{address}/exemplars/sigmoid.html")
    link = page.locator(".try a")
    expect(link).to_be_visible()
    assert link.get_attribute("href").startswith("/#") and complaints == []
    monkeypatch.setattr(Site, "playground", False)
    with page.expect_response("**/api/about") as answered:
        page.reload()
    assert answered.value.status == 404
    expect(link).to_be_hidden()


def test_a_keyboard_reaches_the_search_and_an_entry(open_page, address):
    page, _ = open_page()
    page.goto(f"{address}/index.html")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.focus("#text")
    page.keyboard.type("sigmoid(x), y")
    page.keyboard.press("Tab")
    expect(page.locator("#operator")).to_be_focused()
    page.fill("#text", "hangs over")
    expect(page.locator(".card:visible a")).to_have_text(["sigmoid"])
    page.focus(".card:visible a")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("sigmoid")


@pytest.mark.parametrize("scheme, width", [("light", 1280), ("dark", 320)])
def test_axe_finds_no_violation_in_the_gallery(open_page, address, scheme, width):
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python"
    )
    page, complaints = open_page(
        color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True
    )
    for name in ("index.html", "exemplars/attention.html", "reading_order.html", "results.html"):
        page.goto(f"{address}/{name}")
        page.locator("details").evaluate_all("all => all.forEach((each) => { each.open = true; })")
        found = axe.Axe().run(page).response["violations"]
        assert [(each["id"], [node["html"][:90] for node in each["nodes"]]) for each in found] == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    assert complaints == []
