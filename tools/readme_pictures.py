#!/usr/bin/env python3
"""Takes the screenshots of README.md again, into docs/images.

    DECODESCOPE_BIN=build/release/decodescope \\
        xvfb-run -a -s "-screen 0 1600x900x24 -dpi 96" tools/readme_pictures.py [NAME ...]

Three come from the verb `screenshot`. The other two need keys and clicks, so they are taken of the
real window: with xdotool, and ImageMagick's `import`. The picture of all heads needs the model
stories260K.bin, in DECODESCOPE_MODELS or ../shared/models; without it that picture stays as it is.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/e2e"))

from _cli import BIN  # noqa: E402
from _window import Window, xdotool  # noqa: E402

SIZE = ["--size", "1600x900"]
IMAGES = ROOT / "docs/images"
MODELS = ROOT / "assets/models"
STORIES = Path(os.environ.get("DECODESCOPE_MODELS", "../shared/models")) / "stories260K.bin"


def screenshot(name, *arguments):
    subprocess.run([BIN, "screenshot", *map(str, arguments), *SIZE, "-o", IMAGES / f"{name}.png"],
                   check=True)


def take(window, name):
    """The window as it is, once it no longer moves and the mouse points at nothing."""
    xdotool("mousemove", "--window", window.id, 1000, 5)
    time.sleep(1.5)
    subprocess.run(["import", "-window", window.id, "-strip", IMAGES / f"{name}.png"], check=True)


def prefill_select():
    screenshot("prefill-select", MODELS / "abc.toml", "--playhead", "0:select")


def drinks():
    screenshot("drinks", MODELS / "drinks.toml", "--playhead", "1:select")


def branches():
    screenshot("branches", MODELS / "tea-or-water.toml", "--view", "branches",
               "--playhead", "1:select")


def heads():
    if not STORIES.exists():
        print(f"{STORIES} is not there; heads.png stays as it is")
        return
    prompt = "Once upon a time, there was a little girl"
    with Window(str(STORIES), "--prompt", prompt, "--tokens", "60", "--playhead", "30:select",
                *SIZE) as window:
        window.wait(lambda shown: shown["complete"], "the whole recording")
        window.key("m")
        take(window, "heads")


def batch():
    with Window(str(MODELS / "drinks.toml"), "--view", "batch", *SIZE) as window:
        window.wait_for("batch.samples_of_one")
        window.click("batch.samples_of_one")
        window.wait(lambda shown: "batch.prompt.1" not in shown["hotspots"], "samples")
        window.wait_for("batch.step.11")
        window.click("batch.step.3")
        take(window, "batch")


PICTURES = {"prefill-select": prefill_select, "drinks": drinks, "branches": branches,
            "heads": heads, "batch": batch}

if __name__ == "__main__":
    for chosen in sys.argv[1:] or PICTURES:
        PICTURES[chosen]()
