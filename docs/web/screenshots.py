"""Takes the pictures of docs/web from a playground that runs: what they show is translated for them.

    python-to-triton web --port 8765 --no-cache
    python docs/web/screenshots.py http://127.0.0.1:8765/

It needs the packages of the tests in a browser, Pillow, and Chromium.
"""

import argparse
import io
import os
import shutil
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

FOLDER = Path(__file__).resolve().parent
MOST_BYTES = 150_000
COLOURS = 160
MILLISECONDS = 180_000  # for an answer
WIDE = {"width": 1280, "height": 860}
NARROW = {"width": 390, "height": 844}


def save(name: str, picture: bytes) -> None:
    """Writes a picture; ValueError where it is too large for the repository."""
    path = FOLDER / f"{name}.png"
    colours = Image.open(io.BytesIO(picture)).convert("RGB")
    few = colours.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise ValueError(f"{path.name} has {size} bytes; at most {MOST_BYTES} are kept")
    print(f"{path.name}: {size} bytes")


def finish(page: Page) -> None:
    """Waits for the verdict on the program."""
    expect(page.locator("#cancel")).to_be_disabled(timeout=MILLISECONDS)
    expect(page.locator("#verdict .verdict-line")).to_be_visible()


def mark(page: Page) -> None:
    """Points at a program line that is joined with kernel lines; where none is, at a region."""
    numbers = page.locator("#program-gutter .number")
    for at in reversed(range(numbers.count())):
        numbers.nth(at).hover()
        if page.locator("#kernels .is-strong").count():
            return
    page.locator(".box").first.hover()


def take_program(page: Page, example: str) -> None:
    """An example while its kernels are written, and answered."""
    page.select_option("#examples", label=example)
    page.click("#translate")
    expect(page.locator("#kernels .line").nth(12)).to_be_visible(timeout=MILLISECONDS)
    save("writing", page.screenshot())
    finish(page)
    mark(page)
    page.evaluate("scrollTo(0, 0)")
    save("light", page.screenshot(full_page=True))
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(NARROW)
    page.mouse.move(NARROW["width"] / 2, 10)
    save("narrow", page.screenshot())


def take_files(page: Page) -> None:
    """Examples as files of a folder, one of them opened when all are done."""
    about = page.evaluate("fetch('/api/about').then((answer) => answer.json())")
    with tempfile.TemporaryDirectory() as folder:
        programs = Path(folder) / "programs"
        programs.mkdir()
        for at, each in enumerate(about["examples"][:4]):
            name = each["title"].partition(",")[0].lower().replace(" ", "_")
            (programs / f"{at + 1}_{name}.py").write_text(each["program"])
        (programs / "5_mistake.py").write_text("def scaled(x):\n    return x * factor\n")
        page.set_input_files("#folder-input", programs)
        expect(page.locator(".file")).to_have_count(5)
    expect(page.locator("#cancel-all")).to_be_hidden(timeout=MILLISECONDS)
    page.locator(".file").nth(2).get_by_role("button", name="Open").click()
    mark(page)
    page.evaluate("scrollTo(0, 0)")
    save("dark", page.screenshot(full_page=True))


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
        for scheme, take in (
            ("light", lambda page: take_program(page, options.example)),
            ("dark", take_files),
        ):
            with browser.new_context(color_scheme=scheme, viewport=WIDE) as context:
                page = context.new_page()
                page.goto(options.address)
                expect(page.locator("#examples")).to_be_visible(timeout=MILLISECONDS)
                take(page)
        browser.close()


if __name__ == "__main__":
    main()
