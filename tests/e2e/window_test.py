"""The window end to end: stepping through ABC and back, editing, idling, larger models, screenshots."""

import os
import shutil
import struct
import subprocess
import sys
import time

from _cli import ABC, BIN, Folder, check, failures, finish
from _window import Window

DRINKS = "assets/models/drinks.toml"
STORIES = os.path.join(os.environ.get("DECODESCOPE_MODELS", "../shared/models"), "stories260K.bin")

STAGES = ["embed", "project", "append", "score", "softmax", "mix", "logits", "probabilities", "select"]
PROMPT = 2      # A B
SELECTED = [0, 1, 0, 1]  # A B A B: what each pass selects


# --- The one idea: the state of each token at each moment -------------------------------------------

def expected_sequence(p, stage):
    """(position, ID, state, in the pass) at a stage of pass p; stage "start" is before everything."""
    ids = [0, 1] + SELECTED
    at = STAGES.index(stage) if stage != "start" else -1
    own = [0, 1] if p == 0 else [PROMPT + p - 1]
    tokens = []
    for position in range(own[-1] + 1):
        if position in own and at >= 0:
            tokens.append((position, ids[position],
                           "cached" if at >= STAGES.index("append") else "uncached", True))
        elif position in own:
            tokens.append((position, ids[position], "uncached", False))
        else:
            tokens.append((position, ids[position], "cached", False))
    if stage == "select":
        tokens.append((own[-1] + 1, ids[own[-1] + 1], "waiting", False))
    return tokens


def check_moment(shown, p, stage):
    name = f"pass {p}, {stage}"
    got = [(t["position"], t["id"], t["state"], t["in_pass"]) for t in shown["sequence"]]
    want = expected_sequence(p, stage)
    check(got == want, f"{name}: the sequence is {got}, not {want}")
    cached = sum(1 for token in want if token[2] == "cached")
    check(shown["cache_length"] == cached, f"{name}: cache {shown['cache_length']}, not {cached}")
    waiting = [token for token in want if token[2] == "waiting"]
    if waiting:
        position, token_id, _, _ = waiting[0]
        check((shown["waiting"]["position"], shown["waiting"]["id"]) == (position, token_id),
              f"{name}: {shown['waiting']} waits")
        check(shown["selected"]["id"] == token_id, f"{name}: {shown['selected']} is selected")
        check(cached == PROMPT + p and position == PROMPT + p, f"{name}: P + G − 1 cached, one waits")
    else:
        check(shown["waiting"] is None and shown["selected"] is None, f"{name}: something waits")
    origins = [t["from"] for t in shown["sequence"]]
    check(origins == ["prompt"] * PROMPT + ["generated"] * (len(want) - PROMPT),
          f"{name}: origins {origins}")


def moments():
    return [(0, "start")] + [(p, stage) for p in range(len(SELECTED)) for stage in STAGES]


def walk(window, do, path):
    for p, stage in path:
        do(p, stage)
        check_moment(window.wait_playhead({"pass": p, "stage": stage}), p, stage)


def test_stepping():
    with Window(ABC) as window:
        print(f"first frame in the log after {window.first_frame_seconds:.3f} s")
        forwards, backwards = moments()[1:], moments()[-2::-1]
        check_moment(window.read(), 0, "start")
        check(window.read()["passes"] == 4, "four passes are recorded before the first step")
        walk(window, lambda p, stage: window.key("Right"), forwards)
        for _ in range(2):  # after the end comes the text, and nothing after that
            window.key("Right")
            text = window.wait(lambda shown: shown["playhead"]["stage"] == "detokenize", "the text")
            check(text["waiting"]["id"] == SELECTED[-1], "at the text the last token still waits")
        walk(window, lambda p, stage: window.key("Left"), [moments()[-1]] + backwards)
        walk(window, lambda p, stage: window.click("transport.next_stage"), forwards)
        walk(window, lambda p, stage: window.click("transport.previous_stage"), backwards)


def test_larger_steps():
    with Window(ABC) as window:
        ends = [(p, "select") for p in range(4)]
        walk(window, lambda p, stage: window.key("Next"), ends)
        walk(window, lambda p, stage: window.key("Prior"), ends[-2::-1])
        walk(window, lambda p, stage: window.key("Home"), [(0, "start")])
        walk(window, lambda p, stage: window.key("End"), [(3, "select")])
        walk(window, lambda p, stage: window.click("transport.first"), [(0, "start")])
        walk(window, lambda p, stage: window.click("transport.next_pass"), ends)
        walk(window, lambda p, stage: window.click("transport.previous_pass"), ends[-2::-1])
        walk(window, lambda p, stage: window.click("transport.last"), [(3, "select")])
        walk(window, lambda p, stage: window.click("transport.stage.1.2"), [(1, "append")])


def test_playing():
    with Window(ABC, "--playhead", "3:mix") as window:
        window.wait_playhead({"pass": 3, "stage": "mix"})
        window.key("space")
        window.wait(lambda shown: shown["playing"], "playing")
        window.wait_playhead({"pass": 3, "stage": "select"})
        window.wait(lambda shown: not shown["playing"], "stop at the end")


# In every view the same keys and buttons move what is on screen.
def test_transport_in_every_view():
    def place(shown):
        own = shown["transport"]
        return own["step"] if own else (shown["playhead"]["pass"], shown["playhead"]["stage"])

    with Window(ABC) as window:
        for number, view in enumerate(["pass", "branches", "batch", "disaggregated", "cost", "mistakes"], 1):
            window.key(f"ctrl+{number}")
            window.wait(lambda s: s["view"] == view, f"the view {view}")
            hidden = view in ("batch", "disaggregated", "mistakes")
            before = window.read()["playhead"]
            window.key("Home")
            time.sleep(0.2)
            places = [place(window.read())]
            for go in (lambda: window.key("Right"), lambda: window.click("transport.next_stage"),
                       lambda: window.key("End"), lambda: window.key("Left"),
                       lambda: window.click("transport.previous_stage"), lambda: window.key("Next"),
                       lambda: window.key("Home")):
                go()
                shown = window.wait(lambda s: place(s) != places[-1], f"a step of {view}")
                places.append(place(shown))
                check(not hidden or shown["playhead"] == before, f"{view} moved the hidden pass")
            check(places[-1] == places[0], f"{view}: Home leads to {places[-1]}, not {places[0]}")
            window.key("space")
            window.wait(lambda s: place(s) != places[0], f"{view} playing")
            window.key("space")
            window.wait(lambda s: not s["playing"], "a pause")
            if window.has("transport.step.1"):
                window.click("transport.step.1")
                window.wait(lambda s: place(s) == 1, f"step 1 of {view}")


# Lists by keys.
def test_lists_by_keys():
    with Window(ABC) as window:
        window.key("ctrl+6")
        window.wait(lambda s: s["view"] == "mistakes", "the mistakes")
        focus = None
        for _ in range(12):
            window.key("Tab")
            focus = window.wait(lambda s: s["focus"] not in (None, focus), "another focus")["focus"]
            if focus.startswith("mistakes.choose."):
                break
        window.key("Down")
        shown = window.wait(lambda s: s["focus"] != focus, "the next mistake")
        chosen = shown["focus"].removeprefix("mistakes.choose.")
        window.key("Return")
        window.wait(lambda s: s["mistakes"]["mistake"] == chosen, f"the mistake {chosen}")
        window.key("Right")
        window.wait(lambda s: s["mistakes"]["pass"] == 1, "its second pass")


# --- Editing ----------------------------------------------------------------------------------------

def test_editing():
    with Window(ABC, "--playhead", "0:select") as window:
        window.wait_playhead({"pass": 0, "stage": "select"})
        before = window.read()["selected"]["id"]
        window.click("recipe.embedding.1.1")  # B becomes (0, -3): its v no longer points up
        window.wait(lambda s: s["typing"], "a cursor in the field")
        window.key("ctrl+a")
        window.type("-3")
        window.key("Return")
        window.wait(lambda s: not s["typing"], "the field left")
        shown = window.wait(lambda s: s["selected"]["id"] != before and s["undo"] > 0, "another selection")
        check(shown["undo"] == 1, f"typing is one edit, not {shown['undo']}")
        check(shown["unsaved"], "an edit is unsaved")
        check(shown["playhead"] == {"pass": 0, "stage": "select"}, "the playhead stays where it was")
        window.key("ctrl+z")
        shown = window.wait(lambda s: s["selected"]["id"] == before, "the edit undone")
        check((shown["undo"], shown["redo"], shown["unsaved"]) == (0, 1, False), "undone and saved again")
        window.key("ctrl+shift+z")
        window.wait(lambda s: s["selected"]["id"] != before, "the edit redone")


def test_prompt():
    with Window(ABC) as window:
        window.click("recipe.prompt")
        window.wait(lambda s: s["typing"], "a cursor in the prompt")
        window.key("End")
        window.type(" C")
        shown = window.wait(lambda s: len(s["sequence"]) == 3, "three prompt tokens")
        check(shown["prompt"].split() == ["A", "B", "C"], f"the prompt is {shown['prompt']!r}")
        window.type(" X")
        shown = window.wait(lambda s: s["message"], "a message about X")
        check("X" in shown["message"], f"{shown['message']!r} does not name X")
        check(len(shown["sequence"]) == 3, "the old recording stays")
        check(shown["refused"]["typed"] == "A B C X", f"the field holds {shown['refused']}")
        check(shown["prompt"].split() == ["A", "B", "C"], f"what is shown is named {shown['prompt']!r}")
        window.key("BackSpace")
        window.wait(lambda s: not s["message"], "the message gone once the prompt is fixed")
        window.key("ctrl+a")
        window.type("B")
        window.wait(lambda s: s["prompt"] == "B", "all of the field replaced")
        window.key("Home", "Right")  # the field has the focus, so these keys belong to it
        time.sleep(0.3)
        check(window.read()["playhead"] == {"pass": 0, "stage": "start"}, "keys stolen from the field")


def test_linking():
    with Window(ABC, "--playhead", "2:select") as window:
        window.wait_playhead({"pass": 2, "stage": "select"})
        spots = window.read()["hotspots"]
        for name in ["cell.h.0.0.3.0", "cell.embedding.0.0.0.0", "plane.embedding.0", "tab.check"]:
            check(name in spots, f"there is no hotspot {name}")
        window.click("tab.candidates")
        window.wait(lambda s: "candidates.0" in s["hotspots"], "the candidates")
        window.move("cell.h.0.0.3.0")
        shown = window.wait(lambda s: s["inspector"], "the inspector filled in")
        check(shown["inspector"].startswith("h[3,0] = "), f"{shown['inspector']!r}")
        window.click("cell.h.0.0.3.0")
        time.sleep(0.2)
        window.move("tab.check")
        time.sleep(0.3)
        check(window.read()["inspector"], "a pinned cell stays")
        window.click("tab.check")
        window.key("Escape")
        window.wait(lambda s: not s["inspector"], "unpinned")


# --- Idling -----------------------------------------------------------------------------------------

def test_resting():
    with Window(ABC) as window:
        window.key("Right")
        window.wait_playhead({"pass": 0, "stage": "embed"})
        used = 1
        for _ in range(20):  # a busy machine draws the last frames of a motion late
            if used == 0:
                break
            before = window.cpu_seconds()
            time.sleep(1)
            used = window.cpu_seconds() - before
        before, lines = window.cpu_seconds(), window.lines_seen
        time.sleep(5)
        used = window.cpu_seconds() - before
        window.read()
        print(f"an idle window used {used:.2f} s of processor time in 5 s")
        check(used <= 0.05, f"an idle window used {used} s in 5 s")
        check(window.lines_seen == lines, "an idle window wrote to its log")


# --- Larger models ----------------------------------------------------------------------------------

def test_larger_models():
    with Window(DRINKS) as window:
        window.wait(lambda s: s["complete"], "the drinks recording")
        window.key("End")
        shown = window.wait(lambda s: s["selected"], "the last selection")
        check(shown["cache_length"] == len(shown["sequence"]) - 1, "one token waits")
        window.key("Left")
    if not os.path.exists(STORIES):
        return "stories260K.bin is not there"
    with Window(STORIES, "--prompt", "Once upon a time", "--tokens", "120") as window:
        window.wait(lambda s: s["passes"] > 0, "the prefill")
        window.key("Right")  # it responds while it is still decoding
        window.wait(lambda s: s["playhead"]["stage"] == "embed", "a step while decoding")
        window.wait(lambda s: s["complete"], "the whole recording", 60)
        window.key("End")
        shown = window.wait(lambda s: s["playhead"]["pass"] == 119, "the last pass")
        check(shown["cache_length"] == len(shown["sequence"]) - 1, "one token waits")
    return None


# --- Screenshots ------------------------------------------------------------------------------------

# The OpenGL driver leaks, and is unloaded before its leaks could be told from ours by name.
NO_LEAK_CHECK = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")


def png_size(path):
    with open(path, "rb") as file:
        head = file.read(24)
    check(head[:8] == b"\x89PNG\r\n\x1a\n", f"{path} is not a PNG")
    return struct.unpack(">II", head[16:24])


def test_screenshot():
    with Folder() as folder:
        for size, scale in [("1600x900", "1"), ("1024x700", "1"), ("3840x2160", "2")]:
            picture = folder.file(f"{size}.png")
            result = subprocess.run([BIN, "screenshot", ABC, "-o", picture, "--size", size, "--scale",
                                     scale, "--playhead", "1:append"], stderr=subprocess.PIPE,
                                    env=NO_LEAK_CHECK, timeout=60)
            check(result.returncode == 0, f"screenshot {size}: {result.stderr!r}")
            check("%dx%d" % png_size(picture) == size, f"screenshot {size}: {png_size(picture)}")
        check(sorted(folder.names()) == sorted(f"{s}.png" for s in ["1600x900", "1024x700", "3840x2160"]),
              f"something else was left behind: {folder.names()}")
        environment = {k: v for k, v in NO_LEAK_CHECK.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        picture = folder.file("none.png")
        result = subprocess.run([BIN, "screenshot", ABC, "-o", picture], stderr=subprocess.PIPE,
                                env=environment, timeout=60)
        check(result.returncode == 2, f"without a display: exit code {result.returncode}")
        check(result.stderr.count(b"\n") == 1 and b"trace" in result.stderr,
              f"without a display: {result.stderr!r}")
        check(not os.path.exists(picture), "a picture without a display")


def main():
    if not shutil.which("xdotool") or not os.environ.get("DISPLAY"):
        print("skipped: this needs xdotool and a display, such as xvfb-run gives")
        sys.exit(77)
    tests = [test_stepping, test_larger_steps, test_playing, test_transport_in_every_view, test_lists_by_keys, test_editing, test_prompt, test_linking,
             test_resting, test_larger_models, test_screenshot]
    chosen = sys.argv[1:]
    skipped = None
    for test in tests:
        if chosen and test.__name__ not in chosen:
            continue
        before = len(failures)
        skipped = test() or skipped
        print(f"{'failed' if len(failures) > before else 'ok'}: {test.__name__[5:].replace('_', ' ')}")
    if skipped:
        print("not tried:", skipped)
    finish()


if __name__ == "__main__":
    main()
