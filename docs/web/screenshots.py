"""Takes the pictures of docs/web from a playground that runs: what they show is translated for them.

    python-to-triton web --port 8765
    python docs/web/screenshots.py http://127.0.0.1:8765/

It needs the packages of the tests in a browser, and Chromium.
"""

import argparse
import io
import os
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

FOLDER = Path(__file__).resolve().parent
MOST_BYTES = 150_000
COLOURS = 160
MILLISECONDS = 120_000  # for an answer
WIDE = {"width": 1280, "height": 860}
NARROW = {"width": 390, "height": 844}


def save(page: Page, name: str, whole: bool = False) -> None:
    """Writes a picture; ValueError where it is too large for the repository."""
    path = FOLDER / f"{name}.png"
    picture = Image.open(io.BytesIO(page.screenshot(full_page=whole))).convert("RGB")
    few = picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise ValueError(f"{path.name} has {size} bytes; at most {MOST_BYTES} are kept")
    print(f"{path.name}: {size} bytes")


def translate(page: Page, example: str) -> None:
    """Translates an example of the page and waits for its verdict."""
    page.select_option("#examples", label=example)
    page.click("#translate")
    expect(page.locator("#cancel")).to_be_disabled(timeout=MILLISECONDS)
    expect(page.locator("#verdict .verdict-line")).to_be_visible()


def mark(page: Page) -> None:
    """Points at the middle region's last program line or, where lines are not known, at a region."""
    numbers = page.locator("#program-gutter .number")
    for at in reversed(range(numbers.count())):
        numbers.nth(at).hover()
        if page.locator(".is-strong").count() > 2:
            return
    page.locator(".box").first.hover()


def take(page: Page, address: str, name: str, example: str, whole: bool) -> None:
    """A picture of an example's answer."""
    page.goto(address)
    expect(page.locator("#examples")).to_be_visible(timeout=MILLISECONDS)
    translate(page, example)
    mark(page)
    page.evaluate("scrollTo(0, 0)")
    save(page, name, whole)


def main() -> None:
    """Takes all pictures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("address", help="of a playground that runs")
    parser.add_argument("--example", default="Perceptron with a residual, a module")
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=flags)
        for name, scheme, size, whole in (
            ("light", "light", WIDE, True),
            ("dark", "dark", WIDE, True),
            ("narrow", "light", NARROW, False),
        ):
            with browser.new_context(color_scheme=scheme, viewport=size) as context:
                take(context.new_page(), options.address, name, options.example, whole)
        browser.close()


if __name__ == "__main__":
    main()
