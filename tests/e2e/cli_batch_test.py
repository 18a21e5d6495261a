"""`decodescope batch` end to end: requests against single runs, sharing, arrivals, rejections."""

import json
import os

from _cli import ABC, Folder, check, check_refused, finish, run, text_of

DRINKS = "assets/models/drinks.toml"
STORIES = os.path.join(os.environ.get("DECODESCOPE_MODELS", "../shared/models"), "stories260K.bin")
SAMPLING = ["--rule", "sample", "--temperature", "1", "--seed", "7"]


def batch(*arguments):
    return json.loads(text_of("batch", *arguments, "--format", "json"))


def prompts(*texts):
    return [argument for text in texts for argument in ("--prompt", text)]


def grid_of(got):
    """What each slot did, one letter per slot and one word per step: "PP", "DS", "D."."""
    letters = {"prefill": "P", "shared prefill": "S", "decode": "D", "idle": "."}
    return ["".join(letters[slot["work"]] for slot in step["slots"]) for step in got["steps"]]


def check_rows_against_traces(got, file, arguments):
    """Each request selects what `trace` selects for the same prompt and seed."""
    for row in got["rows"]:
        seed = ["--seed", str(row["seed"])] if "--rule" in arguments else []
        alone = json.loads(text_of("trace", file, "--format", "json", "--values", "summary", "--prompt",
                                   row["prompt"], "--tokens", str(row["tokens"]), *arguments, *seed))
        selected = [p["selected"]["id"] for p in alone["passes"]]
        check(row["selected_ids"] == selected, f"{row['prompt']}: {row['selected_ids']}, not {selected}")
        check(row["alone"]["max_abs_difference"] == 0, f"{row['prompt']} differs")
        check(row["alone"]["tokens_agree"], f"{row['prompt']}: tokens")


def test_rows_equal_single_runs():
    texts = ["Today I drink tea", "Yesterday I drank water", "She", "Tomorrow we eat"]
    got = batch(DRINKS, *prompts(*texts), "--tokens", "9", "--slots", "3", "--join", "0,0,1,2")
    check_rows_against_traces(got, DRINKS, [])
    check(got["agrees"] is True, "a row differs")
    check([row["prompt"] for row in got["rows"]] == texts, "the prompts")
    # tests/reference/drinks.json
    check(got["rows"][0]["selected_ids"] == [30, 31, 44, 45, 1, 0], got["rows"][0])
    check(got["rows"][0]["ended"] == "end_token", "the first row's end")
    check(grid_of(got)[0] == "PP.", "at step 0 the third row has not joined yet")
    check(grid_of(got)[1] == "DDP", "at step 1 it prefills while the others decode")
    check(got["steps"][2]["waiting_rows"] == [3], "at step 2 the fourth row waits")


def test_sampled_rows_equal_single_runs():
    texts = ["Today I drink tea", "Today I drink", "We"]
    rule = ["--rule", "sample", "--temperature", "1.5"]
    got = batch(DRINKS, *prompts(*texts), *rule, "--seed", "3", "--tokens", "6")
    check_rows_against_traces(got, DRINKS, rule)


def test_sixteen_samples_compute_the_prompt_once():
    got = batch(DRINKS, "--prompt", "Today I drink tea with", "--samples", "16", *SAMPLING)
    rows = got["rows"]
    check(len(rows) == 16, "sixteen rows")
    check([row["seed"] for row in rows] == list(range(7, 23)), "seeds")
    decoded = sum(len(row["selected_ids"]) - 1 for row in rows)
    check(got["totals"]["kv_positions_computed"] == 5 + decoded, got["totals"])
    check(grid_of(got)[0] == "P" + 15 * "S", "one prefill, shared by the others")
    check(len({row["text"] for row in rows}) > 1, "all samples are the same")
    check(got["agrees"] is True, "a sample differs")
    apart = batch(DRINKS, "--prompt", "Today I drink tea with", "--samples", "16", "--sharing", "off",
                  *SAMPLING)
    check(apart["totals"]["kv_positions_computed"] == 16 * 5 + decoded, apart["totals"])
    check([row["text"] for row in apart["rows"]] == [row["text"] for row in rows], "sharing changes texts")
    check(got["steps"][0]["cache_bytes"] * 16 == apart["steps"][0]["cache_bytes"], "the prompt's rows")


def test_weights_are_read_once_a_step():
    # One request and four differ only in the embedding rows read, each row once a step.
    one = batch(ABC, *prompts("A B"), "--tokens", "3")
    four = batch(ABC, *prompts("A B", "B A", "C A", "C B"), "--tokens", "3")
    check(one["totals"]["weight_bytes_read"] < four["totals"]["weight_bytes_read"], "embeddings")
    embedding = 2 * 8  # d_model numbers of 8 bytes
    more = four["steps"][1]["weight_bytes_read"] - one["steps"][1]["weight_bytes_read"]
    fed = {token for slot in four["steps"][1]["slots"] for token in slot["processed_ids"]}
    check(len(fed) > 1 and more == (len(fed) - 1) * embedding, f"{more} bytes more for {fed}")
    alone = sum(row["alone"]["weight_bytes_read"] for row in four["rows"])
    check(alone == 4 * one["totals"]["weight_bytes_read"], "alone, each row reads them all")


def test_idle_slots():
    # Two slots, 3 tokens each; the second request arrives at step 2, so each slot is idle for two steps.
    got = batch(ABC, *prompts("A B", "C"), "--tokens", "3", "--slots", "2", "--join", "0,2")
    check(grid_of(got) == ["P.", "D.", "DP", ".D", ".D"], grid_of(got))
    check(got["totals"]["slot_steps"] == 10 and got["totals"]["idle_slot_steps"] == 4, got["totals"])


def test_text_can_be_read_aloud():
    text = text_of("batch", DRINKS, *prompts("Today I drink tea", "She"), "--slots", "1", "--tokens",
                   "2").decode()
    for part in ("2 requests in 1 slot", 'Request 0: "Today I drink tea", 4 tokens, arrives at step 0.',
                 "request 0 prefill 4, selects with; queued: request 1", "request 0 decode, selects lemon, ends: length",
                 "request 1 prefill 1, selects drinks", "Request 0, steps 0 to 1, ended by length: "
                 "Today I drink tea with lemon", "0 of 4 slot-steps idle, 100 % used",
                 "the largest |difference| of hidden, logits and probabilities is 0.",
                 "They agree: every response is identical to decoding it alone"):
        check(part in text, f"{part!r} is not in {text}")


def test_prompts_of_a_file():
    with Folder() as folder:
        path = folder.file("prompts.txt", "A B\n\nC\r\nB A")
        got = batch(ABC, "--prompts", path, "--prompt", "C C")
        check([row["prompt"] for row in got["rows"]] == ["A B", "C", "B A", "C C"], got["rows"])
        out = folder.file("out.json")
        check(text_of("batch", ABC, "--format", "json", "-o", out) == b"", "stdout")
        with open(out, encoding="utf-8") as file:
            check(json.load(file)["rows"][0]["prompt"] == "A B", "the recipe's own prompt")
        check_refused("batch", ABC, "--prompts", folder.file("none.txt", "\n\n"), says=["none.txt"])
        check_refused("batch", ABC, "--prompts", folder.file("missing.txt"), says=["missing.txt"])
        check_refused("batch", ABC, "--prompts", path, "-o", path, says=["prompts.txt"])


def test_refusals():
    check_refused("batch", says=["decodescope batch FILE"])
    check_refused("batch", ABC, "--samples", "4", says=["--samples", "--rule sample"])
    check_refused("batch", ABC, "--samples", "4", *prompts("A", "B"), *SAMPLING, says=["one prompt"])
    check_refused("batch", ABC, "--samples", "65", *SAMPLING, says=["--samples"])
    check_refused("batch", ABC, "--slots", "0", says=["--slots"])
    check_refused("batch", ABC, *prompts("A", "B"), "--join", "0,1,2", says=["--join"])
    check_refused("batch", ABC, "--join", "0,x", says=["--join"])
    check_refused("batch", ABC, "--join=-1", says=["--join"])
    check_refused("batch", ABC, *prompts("A", "Q"), says=["request 1", "Q"])
    check_refused("batch", ABC, "--prompt", "", says=["request 0"])
    check_refused("batch", ABC, "--format", "csv", says=["--format", "json"])
    check_refused("batch", ABC, "--sharing", "maybe", says=["--sharing"])
    check(b"--samples" in run("batch", "--help").stdout, "its help")
    check(b"decodescope batch FILE" in run("--help").stdout, "the program's help")


def test_eight_stories():
    texts = ["Once upon a time", "The cat sat on the", "The dog", "Tom", "A big red ball", "Mom said",
             "It was a sunny day and", "One day, Lily"]
    got = batch(STORIES, *prompts(*texts), "--tokens", "6", "--slots", "8", "--join", "0,0,0,0,0,0,0,2")
    check(got["agrees"] is True, "a row differs")
    check(max(row["alone"]["max_abs_difference"] for row in got["rows"]) == 0, "a difference")
    check_rows_against_traces(got, STORIES, [])


test_rows_equal_single_runs()
test_sampled_rows_equal_single_runs()
test_sixteen_samples_compute_the_prompt_once()
test_weights_are_read_once_a_step()
test_idle_slots()
test_text_can_be_read_aloud()
test_prompts_of_a_file()
test_refusals()
if os.path.exists(STORIES):
    test_eight_stories()
finish(None if os.path.exists(STORIES) else "stories260K.bin is not there")
