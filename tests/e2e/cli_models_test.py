"""The command line on a real trained model, stories260K, against numbers of other implementations.

Model and reference are outside the repository: in DECODESCOPE_MODELS, or in ../shared/models.
"""

import csv
import io
import json
import os

from _cli import check, check_refused, finish, text_of

MODELS = os.environ.get("DECODESCOPE_MODELS", "../shared/models")
MODEL = os.path.join(MODELS, "stories260K.bin")
TOKENIZER = os.path.join(MODELS, "tok512.bin")
REFERENCE = os.path.join(MODELS, "..", "reference", "stories260K.json")


def trace(*arguments):
    return json.loads(text_of("trace", MODEL, "--tokenizer", TOKENIZER, "--format", "json",
                              *arguments))


def test_reference():
    """At every selection: IDs and text exactly, the five largest logits to 1e-4."""
    with open(REFERENCE, encoding="utf-8") as file:
        runs = json.load(file)["runs"]
    for want in runs:
        prompt_length = len(want["prompt_tokens"])
        ids = want["selected_ids"][prompt_length - 1:]
        if want is not runs[0]:
            ids = ids[:100]  # the time to recompute grows with the square of the length
        got = trace("--prompt", want["prompt"], "--tokens", str(len(ids)), "--values", "summary")
        name = repr(want["prompt"])
        check([t["id"] for t in got["prompt"]["tokens"]] == want["prompt_tokens"], f"{name}: prompt")
        check([p["selected"]["id"] for p in got["passes"]] == ids, f"{name}: selected IDs")
        text = got["sequence"]["text"]
        is_whole = want is runs[0]
        check(text == want["text"] if is_whole else want["text"].startswith(text), f"{name}: text")
        check(got["sequence"]["cached"] == prompt_length + len(ids) - 1, f"{name}: cache")
        # Of a long run the last pass alone is recomputed, unless every pass is asked for.
        check(got["passes"][-1]["recompute"]["max_abs_difference"] == 0, f"{name}: last pass")
        checked = trace("--prompt", want["prompt"], "--tokens", "24", "--values", "summary", "--check", "all")
        for one in checked["passes"]:
            check(one["recompute"]["max_abs_difference"] == 0, f"{name}: pass {one['pass']}")
        for other in want["passes"]:
            index = other["pos"] - prompt_length + 1
            if 0 <= index < len(got["passes"]):
                logits = got["passes"][index]["logits"]
                for top in other["top5"]:
                    check(abs(logits[top["id"]] - top["logit"]) <= 1e-4,
                          f"{name}: logit of {top['id']} at {other['pos']}")


def test_full_trace():
    got = trace("--prompt", "Once upon a time", "--tokens", "3")
    one = got["passes"][1]
    check(len(one["layers"]) == 5, "five layers")
    check([len(layer["query_heads"]) for layer in one["layers"]] == [8] * 5, "eight query heads")
    check([h["kv_head"] for h in one["layers"][0]["query_heads"]] == [0, 0, 1, 1, 2, 2, 3, 3],
          "two query heads share a KV head")
    check(len(one["layers"][0]["kv_heads"]) == 4, "four KV heads")
    check(len(one["hidden"][0]) == 64 and len(one["logits"]) == 512, "sizes")
    for head in one["layers"][4]["query_heads"]:
        check(abs(sum(head["weights"][0]) - 1) < 1e-5, "weights sum to 1")


def test_other_formats():
    arguments = ["trace", MODEL, "--tokenizer", TOKENIZER, "--prompt", "The", "--tokens", "2"]
    text = text_of(*arguments).decode("utf-8")
    check("layer 4" in text and "64 numbers, from" in text, "text names layers, folds long rows")
    text_of(*arguments, "--format", "markdown").decode("utf-8")
    for values in ("full", "summary"):
        raw = text_of(*arguments, "--format", "csv", "--values", values).decode("utf-8")
        rows = list(csv.reader(io.StringIO(raw, newline="")))
        check(len({len(row) for row in rows}) == 1, f"CSV {values}: all rows are equally long")


def test_begin_token():
    got = trace("--prompt", "", "--tokens", "2", "--values", "summary")
    check(got["prompt"]["tokens"][0]["id"] == 1, "an empty prompt starts from the begin token")


def test_check():
    text = text_of("check", MODEL, "--tokenizer", TOKENIZER, "--prompt", "Once upon a time",
                   "--tokens", "8").decode()
    check("They agree" in text and " 12 " in text, "check agrees")


def test_errors():
    check_refused("trace", MODEL, "--tokenizer", "no such tokenizer.bin", says=["no such tokenizer"])
    check_refused("trace", TOKENIZER)


missing = [path for path in (MODEL, TOKENIZER, REFERENCE) if not os.path.exists(path)]
if missing:
    finish(skipped=f"{missing[0]} not found")
for name, test in sorted(globals().items()):
    if name.startswith("test_"):
        print(name)
        test()
finish()
