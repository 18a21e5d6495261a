"""`decodescope trace` end to end, on the ABC model: every format, against the reference and by arithmetic."""

import csv
import io
import json
import math
import re

from _cli import ABC, Folder, check, finish, text_of


# --- The trace as JSON ----------------------------------------------------------------------------

def close(a, b):
    return abs(a - b) <= 1e-12


def all_close(a, b):
    return len(a) == len(b) and all(close(x, y) for x, y in zip(a, b))


def trace(*arguments):
    return json.loads(text_of("trace", ABC, "--format", "json", *arguments))


def compare_pass(got, want, name):
    counts = [("cache_length_before", want["cache_length_before"]),
              ("cache_length_after", want["cache_length_after"]),
              ("kv_positions_computed", want["positions_computed_this_pass"]["cached"]),
              ("kv_positions_computed_total", want["cumulative_positions_computed"]["cached"]),
              ("kind", "prefill" if want["pass"] == 0 else "decode")]
    for key, value in counts:
        check(got[key] == value, f"{name}: {key} is {got[key]}, not {value}")
    again = got["recompute"]
    check(again["kv_positions_computed"] == want["positions_computed_this_pass"]["recompute"],
          f"{name}: recomputed positions")
    check(again["kv_positions_computed_total"] ==
          want["cumulative_positions_computed"]["recompute"], f"{name}: recomputed in all")
    check(again["max_abs_difference"] == 0, f"{name}: cached and recomputed differ")

    layer = got["layers"][0]
    query, cached = layer["query_heads"][0], layer["kv_heads"][0]
    for i, row in enumerate(want["rows"]):
        check(got["positions"][i] == row["position"], f"{name}: position")
        pairs = [("q", query["q"][i]), ("k", cached["k"][i]), ("v", cached["v"][i]),
                 ("scores", query["scores"][i]), ("weights", query["weights"][i]),
                 ("h", query["output"][i]), ("h", got["hidden"][i])]
        for key, numbers in pairs:
            check(all_close(numbers, row[key]), f"{name}: {key} of {row['position']}: {numbers}")
    last = want["rows"][-1]
    check(all_close(got["logits"], last["logits"]), f"{name}: logits")
    by_id = sorted(got["candidates"], key=lambda c: c["id"])
    check(all_close([c["raw"] for c in by_id], last["probabilities"]), f"{name}: probabilities")
    check(all_close([c["logit"] for c in by_id], last["logits"]), f"{name}: candidates' logits")
    check(got["selected"]["id"] == want["selected_id"], f"{name}: selected")
    check(got["selected"]["text"] == want["selected"], f"{name}: selected text")


def test_reference():
    with open("tests/reference/abc.json", encoding="utf-8") as file:
        reference = json.load(file)
    for want in reference["runs"]:
        passes = want["passes"]
        got = trace("--prompt", want["prompt"], "--tokens", str(len(passes)))
        check(len(got["passes"]) == len(passes), f"{want['prompt']}: number of passes")
        for one, other in zip(got["passes"], passes):
            compare_pass(one, other, f"{want['prompt']}, pass {other['pass']}")
        sequence = got["sequence"]
        check(sequence["cached"] == want["final_cache_length"], f"{want['prompt']}: cache at the end")
        check(len(sequence["ids"]) == sequence["cached"] + 1, f"{want['prompt']}: one waits")
        generated = [p["selected"]["text"] for p in got["passes"]]
        check(generated == want["generated"], f"{want['prompt']}: {generated}")


def test_arithmetic():
    """P + G - 1 cached, one waiting, 5 against 14 positions for four tokens of `A B`."""
    for prompt, tokens in (("A B", 4), ("C", 1), ("A B C A", 7)):
        got = trace("--prompt", prompt, "--tokens", str(tokens))
        p, g = len(prompt.split()), tokens
        last = got["passes"][-1]
        check(len(got["passes"]) == g, f"{prompt}: {g} passes")
        check(got["sequence"]["cached"] == p + g - 1, f"{prompt}: P + G - 1")
        check(len(got["sequence"]["ids"]) == p + g, f"{prompt}: P + G")
        check(got["sequence"]["waiting"]["position"] == p + g - 1, f"{prompt}: one waits")
        check(last["kv_positions_computed_total"] == p + g - 1, f"{prompt}: computed with cache")
        check(last["recompute"]["kv_positions_computed_total"] == g * p + g * (g - 1) // 2,
              f"{prompt}: computed without")
        for i, one in enumerate(got["passes"]):
            check(one["cache_length_after"] == p + i, f"{prompt}: cache after pass {i}")
    last = trace("--prompt", "A B", "--tokens", "4")["passes"][-1]
    check(last["kv_positions_computed_total"] == 5, "5 with the cache")
    check(last["recompute"]["kv_positions_computed_total"] == 14, "14 without")


def test_which_passes_are_checked():
    four = ("--prompt", "A B", "--tokens", "4")
    usual, last = trace(*four), trace(*four, "--check", "last")
    check(usual == trace(*four, "--check", "all"), "a short run is checked in all passes")
    checked = [one["recompute"] for one in last["passes"]]
    check(checked[:3] == [None] * 3, "--check last: null for what was not checked")
    check(checked[3]["max_abs_difference"] == 0, "--check last: the last pass is compared")
    check(checked[3]["kv_positions_computed_total"] is None, "no total without the others")
    for one in (*usual["passes"], *last["passes"]):
        del one["recompute"]
    check(usual == last, "--check changes nothing else")
    text = text_of("trace", ABC, *four, "--check", "none").decode()
    check(text.count("Not recomputed without a cache.") == 4, "--check none is said")
    rows = list(csv.DictReader(io.StringIO(text_of("trace", ABC, "--format", "csv", "--values",
                                                   "summary", *four, "--check", "none").decode())))
    check({row["max_abs_difference"] for row in rows} == {""}, "--check none: an empty field")
    long = trace("--tokens", "1200", "--values", "summary")["passes"]
    check([one["pass"] for one in long if one["recompute"]] == [1199], "a long run: the last pass")


def test_json_shape():
    got = trace("--prompt", "A B", "--tokens", "4")
    check(got["format"] == "decodescope-trace" and got["version"] == 1, "format and version")
    want = {"name": "ABC", "vocabulary_size": 3, "d_model": 2, "layers": 1, "query_heads": 1,
            "kv_heads": 1, "head_dim": 2}
    check({key: got["model"][key] for key in want} == want, "model")
    check(got["prompt"] == {"text": "A B", "tokens": [{"id": 0, "text": "A"},
                                                     {"id": 1, "text": "B"}]}, "prompt")
    check(got["selection"] == {"rule": "greedy"}, "selection")
    check(got["passes"][0]["positions"] == [0, 1] and got["passes"][0]["tokens"] == [0, 1],
          "positions and tokens of the prefill")
    check(got["passes"][0]["selected"] == {"id": 0, "text": "A", "tie": False}, "selected")
    check(got["sequence"]["waiting"] == {"position": 5, "id": 1, "text": "B"}, "waiting")
    check(got["sequence"]["text"] == "A B A B A B", "text")
    check(got["stop"]["reason"] == "length", "stop")
    order = [(-c["final"], c["id"]) for c in got["passes"][1]["candidates"]]
    check(order == sorted(order), "candidates by final probability, then ID")
    summary = trace("--prompt", "A B", "--tokens", "4", "--values", "summary")
    for full_pass, short_pass in zip(got["passes"], summary["passes"]):
        check("layers" not in short_pass and "hidden" not in short_pass, "summary has no layers")
        kept = {key: full_pass[key] for key in short_pass}
        check(kept == short_pass, "the summary has the same numbers")


def test_numbers_are_shortest():
    raw = text_of("trace", ABC, "--format", "json", "--tokens", "6").decode()
    for number in re.findall(r"(?<=[\[ ])-?\d[-+.e\d]*(?=[,\]}])", raw):
        if "." in number or "e" in number:
            shortest = repr(float(number))
            check(len(number) <= len(shortest), f"{number} is longer than {shortest}")
            check(float(number) == float(shortest), f"{number} reads back differently")


def test_sampling_and_other_rules():
    rule = ["--rule", "sample", "--temperature", "0.8", "--top-k", "2", "--top-p", "0.95",
            "--min-p", "0.01", "--seed", "18446744073709551615"]
    got = trace("--tokens", "5", *rule)
    check(got["selection"] == {"rule": "sample", "temperature": 0.8, "top_k": 2, "top_p": 0.95,
                               "min_p": 0.01, "seed": 18446744073709551615}, "the rule as typed")
    for one in got["passes"]:
        kept = [c for c in one["candidates"] if c["kept"]]
        check(0 < len(kept) <= 2, "top-k 2 keeps two at most")
        check(math.isclose(sum(c["final"] for c in kept), 1), "what is kept sums to 1")
        check(0 <= one["selected"]["drawn"] < 1, "drawn")
        check(one["selected"]["id"] in [c["id"] for c in kept], "selected from what is kept")
    check(got == trace("--tokens", "5", *rule), "the same seed gives the same run")
    seeds = {tuple(trace("--tokens", "12", "--rule", "sample", "--seed", str(seed))
                   ["sequence"]["ids"]) for seed in range(4)}
    check(len(seeds) > 1, "other seeds give other runs")


# --- The other formats ----------------------------------------------------------------------------

def test_csv():
    raw = text_of("trace", ABC, "--format", "csv", "--tokens", "3").decode()
    check(raw.count("\n") == raw.count("\r\n") and raw.endswith("\r\n"), "CSV lines end in CRLF")
    rows = list(csv.DictReader(io.StringIO(raw, newline="")))
    check(list(rows[0]) == ["pass", "value", "layer", "head", "row", "column", "number"], "header")
    numbers = {tuple(row[k] for k in ("value", "layer", "head", "row", "column")):
               float(row["number"]) for row in rows}
    check(len(numbers) == len(rows), "every number has a name of its own")
    for one in trace("--tokens", "3")["passes"]:
        for i, position in enumerate(one["positions"]):
            head = one["layers"][0]["query_heads"][0]
            for column, weight in enumerate(head["weights"][i]):
                key = ("weights", "0", "0", str(position), str(column))
                check(numbers.get(key) == weight, f"{key} as in JSON")
        for column, logit in enumerate(one["logits"]):
            key = ("logits", "0", "0", str(one["positions"][-1]), str(column))
            check(numbers.get(key) == logit, f"{key} as in JSON")
    summary = text_of("trace", ABC, "--format", "csv", "--tokens", "3", "--values", "summary")
    rows = list(csv.DictReader(io.StringIO(summary.decode(), newline="")))
    check(len(rows) == 9, "three candidates in three passes")
    check([r["text"] for r in rows if r["selected"] == "true"] == ["A", "B", "A"], "selected")
    check(rows[-1]["cache_length_after"] == "4", "counts beside the candidates")


def test_text():
    text = text_of("trace", ABC, "--prompt", "A B", "--tokens", "4").decode()
    for part in ("Prefill: both prompt positions at once.", "Decode pass 3: one new position: A at 4",
                 "K and V of A become row 2 of the cache now; when A was selected, it was only an ID.",
                 "So far 5 against 14", "1 waiting: B at 5", "Not trained", "order",
                 "h, head output of A at 2: 0.802, 0.198."):
        check(part in text, f"text: {part!r}")
    check(text == text_of("trace", ABC, "--prompt", "A B", "--tokens", "4", "--format", "text")
          .decode(), "text is the default")
    summary = text_of("trace", ABC, "--values", "summary").decode()
    check("Stage" not in summary and "Candidates" in summary, "summary of the text")


MARKUP = '''name = "<b>|`x`"
tokens = ["|", "`", "<i>", "a_b*"]
embedding = [[1, 0], [0, 1], [1, 1], [-1, -1]]
output = [[0, 1], [1, 0], [1, 1], [-1, -1]]
[attention]
scale = 1
'''


def test_markdown():
    with Folder() as folder:
        path = folder.file("markup.toml", MARKUP)
        for values in ("full", "summary"):
            text = text_of("trace", path, "--prompt", "| ` <i>", "--tokens", "2", "--format",
                           "markdown", "--values", values).decode()
            check("<" not in text, "no HTML in Markdown")
            columns = None
            for line in text.splitlines():
                if not line.startswith("|"):
                    columns = None
                    continue
                cells = len(re.findall(r"(?<!\\)\|", line))
                check(columns in (None, cells), f"a table row of another width: {line}")
                columns = cells
                check(not re.search(r"(?<!\\)`", line), f"a bare backtick: {line}")
    check("| total |" in text_of("trace", ABC, "--format", "markdown").decode(), "counts in total")


ODD = '''name = "odd"
tokens = ["A", { bytes = [0xC3, 0x28] }, "q\\"\\\\,\\n\\u0001", "é"]
embedding = [[1, 0], [0, 1], [1, 1], [-1, -1]]
output = [[0, 1], [3, 0], [1, 1], [-1, -1]]
[attention]
scale = 1
'''


def test_odd_tokens():
    """Quotes, commas, control characters and bytes that are not UTF-8 survive every format."""
    with Folder() as folder:
        path = folder.file("odd.toml", ODD)
        for output_format in ("json", "csv", "markdown", "text"):
            raw = text_of("trace", path, "--prompt", "A", "--tokens", "3", "--format",
                          output_format, "--values", "summary")
            raw.decode("utf-8")
            if output_format == "json":
                candidates = json.loads(raw)["passes"][0]["candidates"]
                texts = {c["text"] for c in candidates}
                check(texts == {"A", "<0xC3>(", 'q"\\,\n\x01', "é"}, f"texts in JSON: {texts}")
                exact = {c["text_bytes"] for c in candidates if "text_bytes" in c}
                check(exact == {"c328"}, f"the exact bytes beside the text: {exact}")
            if output_format == "csv":
                rows = csv.DictReader(io.StringIO(raw.decode(), newline=""))
                check(all(None not in row and None not in row.values() for row in rows),
                      "CSV rows are whole")
            if output_format == "text":
                check(all(c >= " " or c == "\n" for c in raw.decode()), "no control characters")


NAN = '''name = "nan"
tokens = ["A", "B"]
embedding = [[1e308, 1e308], [1e308, -1e308]]
output = [[1e308, 1], [-1e308, 1]]
[attention]
scale = 1
'''


def test_not_a_number():
    """Overflow is written as words in every format, and the run says that nothing could be selected."""
    with Folder() as folder:
        path = folder.file("nan.toml", NAN)
        got = json.loads(text_of("trace", path, "--prompt", "A B", "--format", "json"))
        check("Infinity" in str(got) or "NaN" in str(got), "infinity or NaN is in the JSON")
        if got["passes"][-1]["selected"] is None:
            check(got["stop"]["reason"] == "not_selected", "stop reason")
            check(got["sequence"]["waiting"] is None, "nobody waits")
        for output_format in ("text", "csv", "markdown"):
            text_of("trace", path, "--prompt", "A B", "--format", output_format)
        check("They agree" in text_of("check", path, "--prompt", "A B").decode(), "NaN on both sides")


for name, test in sorted(globals().items()):
    if name.startswith("test_"):
        print(name)
        test()
finish()
