#!/usr/bin/env python3
"""Holds two builds of decodescope against each other: what scripts read must not change.

    tools/compare_outputs.py OLD NEW [--quick] [--stories FILE]

Runs every verb with both programs, on the shipped models and (if FILE, or stories260K.bin in the folder
$DECODESCOPE_MODELS, is there) on a trained checkpoint, and compares byte for byte: JSON, CSV, written
files, exit codes. Text for people may be reworded: of it, the numbers that `check` prints are compared.
Prints every case that differs, with the first difference; exits with 1 if there is one.

Build both with the same preset, or neither with `native`, whose wider instructions sum in another order.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

MODELS = Path(__file__).resolve().parent.parent / "assets" / "models"
PROMPTS = {
    "abc.toml": ["A B", "C", "A B C A"],
    "drinks.toml": ["Today I drink", "She drinks tea with"],
    "tea-with.toml": [None],  # None: the recipe's own
    "tea-or-water.toml": [None, "We drink water"],
    "stories260K.bin": ["Once upon a time", ""],
}
RULES = [
    [],
    ["--rule", "greedy"],
    ["--rule", "sample", "--seed", "1"],
    ["--rule", "sample", "--temperature", "0.7", "--seed", "18446744073709551615"],
    ["--rule", "sample", "--temperature", "1.8", "--top-k", "2", "--seed", "5"],
    ["--rule", "sample", "--top-p", "0.8", "--seed", "11"],
    ["--rule", "sample", "--min-p", "0.2", "--seed", "3"],
    ["--rule", "sample", "--temperature", "1.3", "--top-k", "40", "--top-p", "0.95", "--min-p", "0.01",
     "--seed", "42"],
    ["--rule", "sample", "--temperature", "0"],
    ["--by-hand", "0:2,2:1"],
]
PLAYHEADS = ["start", "0:project", "0:select", "1:append", "1:logits", "2:embed"]
HARDWARE = ["a100-80gb", "h100-sxm", "b200", "rtx4090", "laptop"]
SHAPES = ["gpt2-xl", "llama3-8b", "qwen2.5-7b", "stories260k"]
REFUSED = [  # the exit code is compared, and that stdout stays empty
    [], ["no-such-file.toml"], ["{model}", "--tokens", "0"], ["{model}", "--tokens", "-1"],
    ["{model}", "--prompt", "no such word"], ["{model}", "--rule", "best"], ["{model}", "--seed", "x"],
    ["{model}", "--rule", "sample", "--top-p", "0"], ["{model}", "--rule", "sample", "--min-p", "2"],
    ["{model}", "--rule", "sample", "--temperature", "-1"], ["{model}", "--by-hand", "9:A"],
    ["{model}", "--format", "xml"], ["{model}", "--values", "few"], ["{model}", "--playhead", "0:lunch"],
    ["{model}", "--mistake", "none-such"], ["{model}", "--hardware", "abacus"], ["{model}", "--slots", "0"],
    ["{model}", "--cache", "{broken}"], ["{broken}"], ["{model}", "-o", "no/such/folder/out"],
]
VERBS = ["trace", "check", "batch", "cost", "mistakes", "loop", "prefill", "decode"]


def recipes(stories, quick):
    """The beginnings of the command lines: a model, a prompt, a number of tokens, a rule."""
    models = [MODELS / name for name in PROMPTS if (MODELS / name).exists()] + stories
    for model in models:
        for prompt, rule in product(PROMPTS.get(model.name, [None]), RULES[::3] if quick else RULES):
            yield [str(model), *([] if prompt is None else ["--prompt", prompt]), "--tokens", "4", *rule]


def cases(stories, quick):
    """Each case is a list of command lines, run one after the other in a folder of its own."""
    for recipe in recipes(stories, quick):
        for form, values in product(["json", "csv"], ["full", "summary"]):
            yield [["trace", *recipe, "--format", form, "--values", values]]
        yield [["trace", *recipe, "--format", "json", "-o", "trace.json"]]
        yield [["check", *recipe]]
        yield [["loop", *recipe, "--format", "json"]]
        yield [["cost", *recipe, "--format", "json"]]
        yield [["mistakes", *recipe, "--format", "json"]]
        by_hand = "--by-hand" in recipe  # `batch` knows no such option
        batch = [part for part in recipe if not by_hand or part not in RULES[-1]]
        yield [["batch", *batch, "--format", "json"]]
        if "sample" in recipe and "0" not in recipe:  # greedy samples would all be the same
            batch += ["--format", "json", "--samples"]
            yield [["batch", *batch, "5", "--slots", "2", "--join", "0,0,1,3,3"]]
            yield [["batch", *batch, "3", "--sharing", "off"]]
        for protocol, ship in product(["first-token", "last-position"], ["trace", "cache"]):
            yield [["prefill", *recipe, "--protocol", protocol, "--ship", ship, "-o", "cache"],
                   ["decode", recipe[0], "--cache", "cache", "--format", "json"],
                   ["decode", recipe[0], "--cache", "cache", "--format", "csv", "--values", "summary"]]
    abc, drinks = str(MODELS / "abc.toml"), str(MODELS / "drinks.toml")
    for playhead in PLAYHEADS:
        yield [["loop", drinks, "--format", "json", "--playhead", playhead]]
    for hardware, shape, batch in product(HARDWARE, SHAPES, ["1", "64"]):
        yield [["cost", drinks, "--hardware", hardware, "--shape", shape, "--batch", batch, "--context", "3000",
                "--weights-format", "int8", "--cache-format", "fp8", "--format", "json"]]
    for model, edit in product([abc, drinks], ["prompt", "embedding"]):
        yield [["mistakes", model, "--mistake", "stale-cache", "--edit", edit, "--format", "json"]]
        yield [["mistakes", model, "--mistake", "none", "--format", "json"]]
    yield [["mistakes", "--list", "--format", "json"]]
    for verb, arguments in product(VERBS, REFUSED):
        names = {"model": abc, "broken": "broken.toml"}
        yield [[verb, *(argument.format(**names) for argument in arguments)]]
    yield [["--version"]]
    yield [["no-such-verb"]]


def results(program, case):
    """What the case's command lines give: (what, bytes) for exit codes, stdout and files."""
    found = []
    with tempfile.TemporaryDirectory(prefix="decodescope-compare-") as folder:
        Path(folder, "broken.toml").write_text("name = 'broken'\ntokens = [1,\n")
        environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
        for line in case:
            run = subprocess.run([program, *line], cwd=folder, env=environment, capture_output=True,
                                 stdin=subprocess.DEVNULL, timeout=600)
            command = " ".join(f"'{word}'" if " " in word or not word else word for word in line)
            out = run.stdout
            if not {"json", "csv"} & set(line):  # words may change, numbers may not
                out = b" ".join(re.findall(rb"[-+]?[\d.]+(?:e[-+]?\d+)?", out)) if line[0] == "check" else b""
            found += [(f"{command}: exit code", b"%d" % run.returncode), (f"{command}: stdout", out)]
        for file in sorted(path for path in Path(folder).rglob("*") if path.is_file()):
            found.append((f"{command}: file {file.name}", file.read_bytes()))
    return found


def difference(old, new):
    """Where two results differ first, in words; None if they are equal."""
    for (what, before), (_, after) in zip(old, new):
        if before != after:
            at = next((i for i, (a, b) in enumerate(zip(before, after)) if a != b),
                      min(len(before), len(after)))
            start = max(0, at - 40)
            return f"{what}, byte {at}\n    old …{before[start:at + 40]!r}\n    new …{after[start:at + 40]!r}"
    return None if len(old) == len(new) else f"{len(old)} results, then {len(new)}: {old[-1][0]}, {new[-1][0]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("old", type=os.path.abspath)
    parser.add_argument("new", type=os.path.abspath)
    parser.add_argument("--quick", action="store_true", help="every third rule only")
    parser.add_argument("--stories", type=Path, help="stories260K.bin, with its tokenizer beside it",
                        default=Path(os.environ.get("DECODESCOPE_MODELS", "."), "stories260K.bin"))
    arguments = parser.parse_args()
    stories = [arguments.stories.resolve()] if arguments.stories.exists() else []
    every = list(cases(stories, arguments.quick))
    with ThreadPoolExecutor(2) as pool:
        different = [words for words in pool.map(
            lambda case: difference(results(arguments.old, case), results(arguments.new, case)), every) if words]
    print("\n".join(different))
    print(f"{len(every)} cases, {len(different)} different" + ("" if stories else "; without stories260K.bin"))
    sys.exit(1 if different else 0)


main()
