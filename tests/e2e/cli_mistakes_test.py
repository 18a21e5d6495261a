"""The verb `mistakes`: what a broken decoder does, and what gives it away."""

import json

from _cli import ABC, Folder, check, check_refused, finish, run, text_of

DRINKS = "assets/models/drinks.toml"

NAMES = ["own-token-left-out", "selected-cached-early", "last-prompt-twice", "mask-off-by-one",
         "stale-cache", "positions-restarted", "cache-rows-swapped", "padding-attended",
         "top-p-drops-crossing", "scale-left-out"]

# The invariant that gives each mistake away, and the first pass in which it does.
TELLS = {"own-token-left-out": ("sees-its-past", 0), "selected-cached-early": ("not-cached-early", 0),
         "last-prompt-twice": ("processed-once", 0), "mask-off-by-one": ("sees-nothing-else", 0),
         "stale-cache": ("cached-rows", 0), "positions-restarted": ("positions", 1),
         "cache-rows-swapped": ("cached-rows", 1), "padding-attended": ("sees-nothing-else", 0),
         "top-p-drops-crossing": ("top-p", 0), "scale-left-out": ("scores", 0)}


def broken(*arguments):
    """The stdout of a run in which an invariant must break."""
    result = run("mistakes", *arguments)
    check(result.returncode == 1, f"{arguments}: exit code {result.returncode}, not 1")
    check(result.stderr == b"", f"{arguments}: stderr {result.stderr!r}")
    return result.stdout.decode("utf-8")


def test_list():
    lines = text_of("mistakes", "--list").decode("utf-8").splitlines()
    check([line.split()[0] for line in lines] == NAMES, f"listed: {lines}")
    check(text_of("mistakes", ABC, "--list").decode("utf-8").splitlines() == lines, "with a FILE too")


def test_none_is_sound():
    for model in (ABC, DRINKS):
        text = text_of("mistakes", model, "--mistake", "none").decode("utf-8")
        check("every invariant holds: 11" in text, text)
    rule = ["--rule", "sample", "--top-p", "0.8"]
    check(b"every invariant holds: 12" in text_of("mistakes", DRINKS, "--mistake", "none", *rule), "top-p")


def test_all_of_them():
    text = broken(ABC)
    check("positions-restarted" in text and "the model has no positions" in text, text)
    check("pass 0: cache 3, should be 2" in text, text)
    check("position 1: differs by 1.000 (B where A should be)" not in text, "the edit is at position 0")
    check("pass 0, position 0: differs by 1.000 (B where A should be)" in text, text)
    check("sampled with top-p 0.75" in text, text)
    check("pass 1, position 4: position 0, should be 4" in broken(DRINKS), "drinks has positions")


def test_each_breaks_what_it_must():
    for name in NAMES:
        model = DRINKS if name in ("positions-restarted",) else ABC
        got = json.loads(broken(model, "--mistake", name, "--format", "json"))
        check(len(got["mistakes"]) == 1 and got["mistakes"][0]["mistake"] == name, name)
        checks = {c["invariant"]: c for c in got["mistakes"][0]["checks"]}
        tell, first = TELLS[name]
        check(len(checks) == 13, f"{name}: {list(checks)}")
        check(not checks[tell]["holds"], f"{name}: {tell} holds")
        check(checks[tell]["breaches"] and checks[tell]["breaches"][0]["pass"] == first, f"{name}: pass")


def test_numbers():
    got = json.loads(broken(ABC, "--mistake", "own-token-left-out", "--format", "json"))
    rows = got["mistakes"][0]["rows"]
    prefill = rows[0][0]
    check(prefill["logits"] == [0, 1, -1], f"B sees A alone: {prefill['logits']}")
    check(abs(prefill["logits_should_be"][0] - 0.66976154) < 1e-6, "and the sound ones")
    check(prefill["selected"]["text"] == "B" and prefill["selected_should_be"]["text"] == "A", "selected")
    check([entry["text"] for entry in prefill["cache"]] == ["A", "B"], "cache")
    early = json.loads(broken(ABC, "--mistake", "selected-cached-early", "--format", "json"))
    check(len(early["mistakes"][0]["rows"][0][0]["cache"]) == 3, "the selected token is cached at once")
    batch = json.loads(broken(ABC, "--mistake", "padding-attended", "--format", "json"))
    cache = batch["mistakes"][0]["rows"][0][0]["cache"]
    check([entry["padding"] for entry in cache] == [True, True, False, False], "padding on the left")
    check(len(batch["mistakes"][0]["rows"]) == 2, "two rows")


def test_stale_after_either_edit():
    prompt = broken(ABC, "--mistake", "stale-cache")
    embedding = broken(ABC, "--mistake", "stale-cache", "--edit", "embedding")
    check("B where A should be" in prompt and "B where A should be" not in embedding, "whose token it is")
    check("differs by 1.000" in embedding, embedding)


def test_recipe_options():
    text = broken(ABC, "--prompt", "C A B", "--tokens", "2", "--mistake", "last-prompt-twice")
    check("pass 0: cache 4, should be 3" in text and 'prompt "C A B"' in text, text)


def test_output():
    with Folder() as folder:
        path = folder.file("out.json")
        check(broken(ABC, "--format", "json", "-o", path) == "", "nothing on stdout")
        with open(path, encoding="utf-8") as file:
            check(len(json.load(file)["mistakes"]) == 10, "ten mistakes")


def test_refused():
    check_refused("mistakes", says=["there is no model or recipe"])
    check_refused("mistakes", ABC, "--mistake", "typo", says=["typo", "--list"])
    check_refused("mistakes", ABC, "--mistake", "positions-restarted", says=["no positions", "drinks"])
    check_refused("mistakes", ABC, "--format", "csv", says=["text or json"])
    check_refused("mistakes", ABC, "--prompt", "X")
    check_refused("trace", ABC, "--mistake", "none")


for name, test in sorted(globals().items()):
    if name.startswith("test_"):
        print(name)
        test()
finish()
