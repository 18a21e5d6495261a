#!/usr/bin/env python3
"""Selecting on the command line: rules, tokens picked by hand, and the loop as code."""

import json
import os
import subprocess
import tempfile
from pathlib import Path

BIN = os.environ["DECODESCOPE_BIN"]
DRINKS, ABC = "assets/models/drinks.toml", "assets/models/abc.toml"


def run(*arguments, code=0):
    result = subprocess.run([BIN, *arguments], capture_output=True, text=True)
    assert result.returncode == code, (arguments, result.returncode, result.stderr)
    return result.stdout if code == 0 else result.stderr


def trace(*arguments):
    return json.loads(run("trace", *arguments, "--format", "json", "--values", "summary"))


def words(passes):
    return [p["selected"]["text"] for p in passes]


def check_by_hand():
    """Another token at the first selection: the rest follows from it, and the candidates stay the same."""
    prompt = ("--prompt", "Today I drink", "--tokens", "4")
    own = trace(DRINKS, *prompt)["passes"]
    water = trace(DRINKS, *prompt, "--by-hand", "0:water")["passes"]
    assert own[0]["logits"] == water[0]["logits"]
    strip = lambda c: [(x["id"], x["raw"], x["final"]) for x in c]
    assert strip(own[0]["candidates"]) == strip(water[0]["candidates"])
    selected = water[0]["selected"]
    assert selected["text"] == "water" and selected["by_hand"] is True
    assert selected["instead_of"] == own[0]["selected"]["id"]
    assert water[1]["tokens"] == [selected["id"]]
    assert "by_hand" not in water[1]["selected"]
    # The same as a prompt that already contains the word, one pass later.
    longer = trace(DRINKS, "--prompt", "Today I drink water", "--tokens", "3")["passes"]
    assert words(water)[1:] == words(longer)
    assert water[1]["logits"] == longer[0]["logits"]
    # By ID, and several at once.
    by_id = trace(DRINKS, *prompt, "--by-hand", f"0:#{selected['id']},2:{own[0]['selected']['id']}")["passes"]
    assert [bool(p["selected"].get("by_hand")) for p in by_id[:3]] == [True, False, True]
    assert run("check", DRINKS, *prompt, "--by-hand", "0:water")
    assert "taken by hand" in run("trace", DRINKS, *prompt, "--by-hand", "0:water")


def check_refusals():
    for text in ("water", "0:", "0:wine", "x:water", "0:#999", "1:water,0:tea", "-1:tea", "0:tea,0:water", "99:tea", ""):
        message = run("trace", DRINKS, "--by-hand", text, code=2)
        assert message.startswith("decodescope: ") and message.count("\n") == 1, (text, message)


def check_recipe():
    """A recipe file keeps its branches."""
    with tempfile.TemporaryDirectory() as folder:
        recipe = Path(folder) / "branches.toml"
        head = f'model = "{Path(ABC).resolve()}"\nprompt = "A B"\ntokens = 3\n'
        recipe.write_text(head + "branch = 1\nbranches = [\n  [{ pass = 0, id = 2 }],\n]\n")
        assert words(trace(str(recipe))["passes"])[0] == "C"
        recipe.write_text(head + "branches = [\n  [{ pass = 0, id = 2 }],\n]\n")
        assert words(trace(str(recipe))["passes"])[0] == "A"
        recipe.write_text(head + "branches = [\n  [{ pass = 0, id = 3 }],\n]\n")
        assert "branches.toml:5:" in run("trace", str(recipe), code=2)
        recipe.write_text(head + "branch = 1\n")
        assert "branches.toml:4:" in run("trace", str(recipe), code=2)


def check_rules():
    """After "Today I drink tea with", every rule has something to do."""
    tea = ("--prompt", "Today I drink tea with", "--tokens", "1")
    plain = trace(DRINKS, *tea)["passes"][0]["candidates"]
    top = sorted(plain, key=lambda c: -c["raw"])
    assert [c["text"] for c in top[:4]] == ["lemon", "honey", "milk", "sugar"]

    def kept(*rule):
        candidates = trace(DRINKS, *tea, "--rule", "sample", *rule)["passes"][0]["candidates"]
        assert abs(sum(c["final"] for c in candidates) - 1) < 1e-12
        assert all(c["kept"] == (c["final"] > 0) for c in candidates)
        assert all(("dropped" in c) != c["kept"] for c in candidates)
        return [c["text"] for c in candidates if c["kept"]]

    # A cut-off between equal candidates says so.
    with tempfile.TemporaryDirectory() as folder:
        equal = Path(folder) / "equal.toml"
        equal.write_text('tokens = ["A", "B", "C"]\nembedding = [[1], [1], [1]]\noutput = "tied"\n')
        sampled = ("--prompt", "A", "--tokens", "1", "--rule", "sample")
        assert "A tie where top-k cuts" in run("trace", str(equal), *sampled, "--top-k", "2")
        assert "A tie" not in run("trace", str(equal), *sampled)

    assert kept("--top-k", "2") == ["lemon", "honey"]
    # Probabilities 0.54, 0.24, 0.14, 0.07: the token that crosses 0.9 is kept.
    assert kept("--top-p", "0.5") == ["lemon"]
    assert kept("--top-p", "0.7") == ["lemon", "honey"]
    assert kept("--top-p", "0.9") == ["lemon", "honey", "milk"]
    assert kept("--min-p", "0.4") == ["lemon", "honey"]
    assert kept("--temperature", "0") == ["lemon"]
    assert len(kept("--top-k", "1000")) == len(plain)
    one = run("trace", DRINKS, *tea, "--rule", "sample", "--seed", "7", "--format", "json")
    assert one == run("trace", DRINKS, *tea, "--rule", "sample", "--seed", "7", "--format", "json")


def check_loop():
    text = run("loop", ABC, "--prompt", "A B", "--tokens", "2")
    assert "cache[layer].append(k, v)" in text and "past_key_values.update" in text
    assert "ids hold 3, the cache 2" in text and "ids hold 4, the cache 3" in text
    at = run("loop", ABC, "--prompt", "A B", "--playhead", "1:append")
    assert [line for line in at.splitlines() if line.startswith(">")][0].find("append(k, v)") > 0
    assert "[1, 1, 3, 2]" in at
    steps = json.loads(run("loop", ABC, "--prompt", "A B", "--tokens", "3", "--format", "json"))["steps"]
    assert len(steps) == 1 + 3 * 9
    caches = [s["variables"]["cache"]["value"] for s in steps if s["stage"] == "select"]
    assert caches == ["2 positions", "3 positions", "4 positions"]
    long = json.loads(run("loop", ABC, "--prompt", " ".join("AB" * 20), "--tokens", "1", "--playhead",
                          "0:append", "--format", "json"))["steps"][0]
    assert long["variables"]["ids"]["value"].count(",") == 39, "JSON shortens no list"
    assert long["cache_rows_of_layer"] == long["cache_length"] == 40 and long["layer"] == 0
    assert "5.5" in text and "cache_position" not in text
    assert run("loop", ABC, "--playhead", "3").splitlines()[0] == "Prefill, Score."
    stages = run("loop", ABC, "--playhead", "0:nonsense", code=2)
    assert "write one of: embed project append score" in stages, stages


def check_ties_and_reasons():
    """C C has the logits -1, -1, 2: top-k 2 cuts between A and B."""
    rule = ["--prompt", "C", "--tokens", "1", "--rule", "sample", "--top-k", "2"]
    got = json.loads(run("trace", ABC, *rule, "--format", "json"))["passes"][0]
    assert got["limits"] == [{"limit": "top_k", "kept": 2, "tie": True}], got.get("limits")
    assert "A tie where top-k cuts" in run("trace", ABC, *rule)
    for values in ("full", "summary"):
        assert "dropped: outside the top-k." in run("trace", ABC, *rule, "--values", values)
    assert "no: outside the top-k" in run("trace", ABC, *rule, "--format", "markdown")
    rows = run("trace", ABC, *rule, "--values", "summary", "--format", "csv").splitlines()
    assert rows[0].endswith(",dropped") and rows[3].endswith('"outside the top-k"'), rows
    got = json.loads(run("trace", ABC, "--tokens", "1", "--format", "json"))
    assert "limits" not in got["passes"][0] and got["ended"] == got["stop"]["reason"] == "length"


if __name__ == "__main__":
    check_by_hand()
    check_refusals()
    check_recipe()
    check_rules()
    check_loop()
    check_ties_and_reasons()
    print("choosing on the command line: fine")
