#!/usr/bin/env python3
"""Pictures of every view in every size, on contact sheets to look at.

    DECODESCOPE_BIN=build/release/decodescope \\
        xvfb-run -a -s "-screen 0 3840x2160x24" tools/contact_sheets.py OUT [options]

    --models NAME ...   of abc, drinks, llama2c (needs a checkpoint: --checkpoint FILE)
    --views NAME ...    of pass, branches, batch, disaggregated, cost, mistakes
    --sizes WxH[@S] ... with UI scale S
    --themes light dark
    --modes normal presenting

One sheet for each model, theme and mode: a row a size, a column a view. The pictures themselves are
beside it. Sheets are laid out with ImageMagick's `montage`; without it there are only the pictures.
"""

import argparse
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = os.environ.get("DECODESCOPE_BIN", ROOT / "build/release/decodescope")

SIZES = ["1280x720", "1280x800", "1366x768", "1600x900", "1920x1080", "3840x2160@2"]
# A view, and what is shown in it: a moment at which there is something to see.
VIEWS = {
    "pass": ["--playhead", "1:softmax"],
    "branches": ["--playhead", "1:select"],
    "batch": ["--step", "3"],
    "disaggregated": ["--step", "5"],
    "cost": ["--playhead", "1:select"],
    "mistakes": [],
}


def recipe_of(model, view, checkpoint):
    """What to open: for branches, a recipe that has several, where there is one."""
    if model == "llama2c":
        return [str(checkpoint), "--prompt", "Once upon a time", "--tokens", "6"]
    name = "tea-or-water" if (model, view) == ("drinks", "branches") else model
    return [str(ROOT / f"assets/models/{name}.toml")]


def take(job):
    path, arguments = job
    done = subprocess.run([BIN, "screenshot", *arguments, "-o", path], capture_output=True, text=True)
    if done.returncode != 0:
        print(path.name, done.stderr.strip(), file=sys.stderr)
    return done.returncode == 0


def jobs_of(options, out):
    for model in options.models:
        for theme in options.themes:
            for mode in options.modes:
                for size in options.sizes:
                    pixels, _, scale = size.partition("@")
                    for view in options.views:
                        recipe = recipe_of(model, view, options.checkpoint)
                        arguments = [*recipe, "--view", view, *VIEWS[view], "--size", pixels,
                                     "--scale", scale or "1", "--theme", theme]
                        if mode == "presenting":
                            arguments.append("--present")
                        name = f"{model}-{theme}-{mode}-{size}-{view}.png"
                        yield (model, theme, mode), (out / name, arguments)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--checkpoint", type=Path)
    parser.add_argument("--models", nargs="+", default=["abc", "drinks"])
    parser.add_argument("--views", nargs="+", default=list(VIEWS))
    parser.add_argument("--sizes", nargs="+", default=SIZES)
    parser.add_argument("--themes", nargs="+", default=["light", "dark"])
    parser.add_argument("--modes", nargs="+", default=["normal", "presenting"])
    parser.add_argument("--width", type=int, default=800, help="of a picture on the sheet")
    options = parser.parse_args()
    if options.checkpoint and "llama2c" not in options.models:
        options.models.append("llama2c")
    options.out.mkdir(parents=True, exist_ok=True)
    sheets = {}
    for sheet, job in jobs_of(options, options.out):
        sheets.setdefault(sheet, []).append(job)
    with ThreadPoolExecutor(2) as pool:
        taken = list(pool.map(take, [job for jobs in sheets.values() for job in jobs]))
    if shutil.which("montage"):
        for sheet, jobs in sheets.items():
            pictures = [str(path) for path, _ in jobs if path.exists()]
            subprocess.run(["montage", *pictures, "-tile", f"{len(options.views)}x", "-geometry",
                            f"{options.width}x+6+6", options.out / f"sheet-{'-'.join(sheet)}.png"],
                           check=True)
    return 0 if all(taken) else 1


if __name__ == "__main__":
    sys.exit(main())
