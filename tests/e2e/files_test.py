"""Files and preferences end to end: saving, crashing, recovering, quitting, changes by other programs."""

import os
import shutil
import sys
import time

from _cli import ABC, Folder, check, failures, finish, text_of
from _window import Home, Window, ask_to_close, xdotool

PATIENCE_TO_KEEP = 2  # seconds of work, the most that may be lost


def recipe_in(folder):
    """A new recipe with its own copy of the model, so that no file of the project is written to."""
    shutil.copy(ABC, folder.file("abc.toml"))
    path = folder.file("mine.toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write('model = "abc.toml"\nprompt = "A B"\ntokens = 4\n')
    return path


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def type_number(window, hotspot, text):
    window.wait_for(hotspot)
    window.click(hotspot)
    window.wait(lambda s: s["typing"], f"a cursor in {hotspot}")
    window.key("ctrl+a")
    window.type(text)
    window.key("Return")
    window.wait(lambda s: not s["typing"], f"{hotspot} left")


def flip_selection(window):
    """Makes B point down, which changes what the prefill selects. Returns the ID selected before."""
    window.wait_playhead({"pass": 0, "stage": "select"})
    before = window.read()["selected"]["id"]
    type_number(window, "recipe.embedding.1.1", "-3")
    window.wait(lambda s: s["selected"] and s["selected"]["id"] != before, "another selection")
    return before


# --- Editing, saving, and being killed ------------------------------------------------------------

def test_save_and_kill():
    with Folder() as folder, Home() as home:
        path = recipe_in(folder)
        with Window(path, "--playhead", "0:select", home=home) as window:
            before = flip_selection(window)
            window.key("ctrl+z")
            window.wait(lambda s: s["selected"]["id"] == before and not s["unsaved"], "the edit undone")
            window.key("ctrl+shift+z")
            window.wait(lambda s: s["selected"]["id"] != before and s["unsaved"], "the edit redone")
            window.key("ctrl+s")
            window.wait(lambda s: not s["unsaved"], "the file saved")
            time.sleep(PATIENCE_TO_KEEP)
            window.kill()
        saved = contents(path)
        check(b"-3" in saved, "the saved file lacks the edit")
        check(os.listdir(folder.path).count("mine.toml") == 1 and len(os.listdir(folder.path)) == 2,
              f"something was left beside the file: {os.listdir(folder.path)}")
        with Window(path, "--playhead", "0:select", home=home) as window:
            shown = window.wait(lambda s: s["selected"], "the selection")
            check(shown["selected"]["id"] != before, "the saved edit is gone")
            time.sleep(0.5)
            check(not window.has("question"), "a question after a file that was saved")


def test_recovery():
    with Folder() as folder, Home() as home:
        path = recipe_in(folder)
        saved = contents(path)
        with Window(path, "--playhead", "0:select", home=home) as window:
            before = flip_selection(window)
            time.sleep(PATIENCE_TO_KEEP)
            window.kill()
        check(contents(path) == saved, "the saved file was touched")
        with Window("--playhead", "0:select", home=home) as window:
            window.wait_for("recover.restore")
            window.click("recover.restore")
            shown = window.wait(lambda s: s["unsaved"], "the edit recovered, unsaved")
            check("recover.restore" not in shown["hotspots"], "the question stays")
            window.key("Next")
            shown = window.wait(lambda s: s["selected"], "the selection")
            check(shown["selected"]["id"] != before, "the edit is not what came back")
            window.key("ctrl+s")
            window.wait(lambda s: not s["unsaved"], "the file saved")
        check(b"-3" in contents(path), "it was not saved to the file that it came from")
        with Window(path, home=home) as window:
            time.sleep(0.5)
            check(not window.has("question"), "what was recovered is offered again")


def test_discarding_and_damage():
    with Folder() as folder, Home() as home:
        path = recipe_in(folder)
        for answer in ["recover.discard", None]:
            with Window(path, "--playhead", "0:select", home=home) as window:
                flip_selection(window)
                time.sleep(PATIENCE_TO_KEEP)
                window.kill()
            kept = os.path.join(home.state, "decodescope", "unsaved")
            names = [name for name in os.listdir(kept) if name.endswith(".toml")]
            check(len(names) == 1, f"kept: {names}")
            if answer is None:
                with open(os.path.join(kept, names[0]), "r+b") as file:
                    file.truncate(40)
            with Window(path, home=home) as window:
                if answer:
                    window.wait_for(answer)
                    window.click(answer)
                    window.wait(lambda s: answer not in s["hotspots"], "the question gone")
                    check(not window.read()["unsaved"], "discarded, and yet unsaved")
                    time.sleep(1)
                else:
                    window.wait(lambda s: s["message"] and "could not read the recovery file" in s["message"], "a message")
            names = [name for name in os.listdir(kept) if name.endswith(".toml")]
            check(not names, f"still kept: {names}")


def test_killed_while_saving():
    """Whenever a save is interrupted, the file is either the old one or the new one."""
    with Folder() as folder, Home() as home:
        path = recipe_in(folder)
        for i in range(8):
            before = contents(path)
            with Window(path, home=home) as window:
                time.sleep(0.3)
                if window.has("recover.discard"):
                    window.click("recover.discard")
                    window.wait(lambda s: "recover.discard" not in s["hotspots"], "the question gone")
                type_number(window, "recipe.embedding.0.0", str(i + 2))
                window.wait(lambda s: s["unsaved"], "an edit")
                xdotool("key", "--delay", "0", "ctrl+s")
                time.sleep(0.004 * i)
                window.kill()
            after = contents(path)
            if after != before:
                text_of("trace", path, "--values", "summary")  # complete, and a recipe


# --- Quitting ---------------------------------------------------------------------------------------

def test_leaving():
    with Folder() as folder, Home() as home:
        path = recipe_in(folder)
        saved = contents(path)
        with Window(path, "--playhead", "0:select", home=home) as window:
            flip_selection(window)
            window.key("ctrl+q")
            window.wait_for("close.save")
            window.key("Escape")
            window.wait(lambda s: "close.save" not in s["hotspots"], "the question cancelled")
            check(window.read()["unsaved"] and contents(path) == saved, "cancelling changed something")
            ask_to_close(int(window.id))
            window.wait_for("close.discard")
            window.click("close.discard")
            window.wait_for_end()
        check(contents(path) == saved, "discarded changes were saved")
        with Window(path, "--playhead", "0:select", home=home) as window:
            time.sleep(0.5)
            check(not window.has("question"), "what was discarded is offered")
            flip_selection(window)
            window.key("ctrl+q")
            window.wait_for("close.save")
            window.key("Return")
            window.wait_for_end()
        check(b"-3" in contents(path), "Enter did not save")


def test_file_page():
    with Folder() as folder, Home() as home:
        path = recipe_in(folder)
        with Window(path, home=home) as window:
            window.key("ctrl+o")
            window.wait_for("files.path")
            window.wait(lambda s: s["typing"], "a cursor in the field")
            window.type("nothing-of-that-name.toml")
            window.key("Return")
            window.wait_for("files.problem")
            time.sleep(0.5)  # until the field has the focus again
            window.key("ctrl+a")
            window.type("abc")
            window.wait(lambda s: "files.entry.0" in s["hotspots"] and "files.entry.1" not in s["hotspots"],
                        "one row left")
            window.key("Return")
            window.wait(lambda s: "files.path" not in s["hotspots"], "the model opened")
            window.key("ctrl+shift+s")
            window.wait_for("files.path")
            window.wait(lambda s: s["typing"], "a cursor in the field")
            window.key("ctrl+a")
            window.type("another")
            window.key("Return")
            window.wait(lambda s: "files.path" not in s["hotspots"], "saved under a new name")
        check(os.path.exists(folder.file("another.toml")), f"saved: {folder.names()}")
        text_of("trace", folder.file("another.toml"), "--values", "summary")


# --- Other programs ---------------------------------------------------------------------------------

def test_changed_by_others():
    with Folder() as folder, Home() as home:
        path = recipe_in(folder)
        with Window(path, home=home) as window:
            time.sleep(2)
            check(not window.has("question"), "our own file taken for changed")
            with open(path, "a", encoding="utf-8") as file:
                file.write("# more\n")
            text = contents(path).replace(b'"A B"', b'"A B C"')
            with open(path, "wb") as file:
                file.write(text)
            window.wait_for("changed.reload", 5)
            window.click("changed.reload")
            window.wait(lambda s: s["prompt"] == "A B C", "the changed file")
            os.replace(folder.file("abc.toml"), folder.file("elsewhere.toml"))  # not the open file
            os.remove(path)
            shown = window.wait(lambda s: s["message"] and "deleted" in s["message"], "a message", 6)
            check(shown["unsaved"], "without its file the recipe is unsaved")


# --- Preferences ------------------------------------------------------------------------------------

def test_preferences():
    with Folder() as folder, Home() as home:
        path = recipe_in(folder)
        with Window(path, home=home) as window:
            usual = window.wait_for("splitter.recipe")["hotspots"]["splitter.recipe"][0]
            window.key("ctrl+plus")
            shown = window.wait(lambda s: s["hotspots"]["splitter.recipe"][0] > usual, "a larger scale")
            before = shown["hotspots"]["splitter.recipe"][0]
            window.drag("splitter.recipe", 100, 0)
            window.wait(lambda s: s["hotspots"]["splitter.recipe"][0] > before + 50, "a wider recipe")
            time.sleep(1.5)
            dragged = window.read()["hotspots"]["splitter.recipe"][0]
            window.kill()  # what was changed a while ago has been written
        preferences = os.path.join(home.config, "decodescope", "preferences.toml")
        check(b"recipe_width" in contents(preferences), "the panel's width is not remembered")
        with Window(home=home) as window:
            shown = window.wait_for("splitter.recipe")
            check(abs(shown["hotspots"]["splitter.recipe"][0] - dragged) <= 1, "another width after a start")
            window.click("menu.file")
            window.wait_for("menu.file.recent.0")
            check(window.has("menu.file.example.0"), "there are no examples in the menu")
            window.click("menu.file.recent.0")
            window.wait(lambda s: "menu.file.recent.0" not in s["hotspots"], "the menu closed")
        for damage in [b"scale = 'huge'\ntheme = 7\n", b"\xff\xfe[[[", b"future = true\n"]:
            with open(preferences, "wb") as file:
                file.write(damage)
            with Window(path, "--theme", "dark", home=home) as window:
                window.key("Right")
                window.wait_playhead({"pass": 0, "stage": "embed"})
                window.key("ctrl+q")
                window.wait_for_end()
        check(b'theme = "light"' in contents(preferences), "--theme was remembered")


def test_resting():
    """Unsaved or not, an idle window uses no processor time and draws nothing."""
    with Folder() as folder, Home() as home:
        with Window(recipe_in(folder), "--playhead", "0:select", home=home) as window:
            flip_selection(window)
            time.sleep(4)  # the marks of the edit fade after 2.5 s, with one last frame
            window.read()
            before, lines = window.cpu_seconds(), window.lines_seen
            time.sleep(5)
            used = window.cpu_seconds() - before
            window.read()
            check(used <= 0.05, f"an idle window used {used} s in 5 s")
            check(window.lines_seen == lines, "an idle window wrote to its log")


def test_full_screen_and_sizes():
    with Home() as home:
        with Window(ABC, "--size", "1100x720", home=home) as window:
            height = window.read()["hotspots"]["transport.last"][1]
            window.key("F11")
            window.wait(lambda s: s["hotspots"]["transport.last"][1] > height, "the full screen")
            window.key("F11")
            window.wait(lambda s: s["hotspots"]["transport.last"][1] == height, "the window again")
            for width, height in [(1, 1), (40, 30), (3000, 2000), (1100, 720)]:
                xdotool("windowsize", window.id, width, height)
                time.sleep(0.2)
            xdotool("windowunmap", window.id)
            time.sleep(0.3)
            xdotool("windowmap", window.id)
            time.sleep(0.3)
            xdotool("windowfocus", "--sync", window.id)
            window.key("End")
            window.wait_playhead({"pass": 3, "stage": "select"})


def main():
    if not shutil.which("xdotool") or not os.environ.get("DISPLAY"):
        print("skipped: this needs xdotool and a display, such as xvfb-run gives")
        sys.exit(77)
    tests = [test_save_and_kill, test_recovery, test_discarding_and_damage, test_killed_while_saving,
             test_leaving, test_file_page, test_changed_by_others, test_preferences, test_resting,
             test_full_screen_and_sizes]
    chosen = sys.argv[1:]
    for test in tests:
        if chosen and test.__name__ not in chosen:
            continue
        before = len(failures)
        test()
        print(f"{'failed' if len(failures) > before else 'ok'}: {test.__name__[5:].replace('_', ' ')}")
    finish()


if __name__ == "__main__":
    main()
