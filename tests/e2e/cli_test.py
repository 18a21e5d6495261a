"""The command line end to end, on the ABC model: help, options, files and every way to fail."""

import json
import os
import re
import signal
import subprocess
import time

from _cli import ABC, BIN, Folder, check, check_refused, finish, run, text_of


# --- check ----------------------------------------------------------------------------------------

def test_check():
    text = text_of("check", ABC, "--prompt", "A B", "--tokens", "4").decode()
    check(re.search(r"total +5 +14 +0", text), "check: 5 against 14, difference 0")
    check("They agree" in text, "check: verdict")
    with Folder() as folder:
        path = folder.file("report.txt")
        check(text_of("check", ABC, "--tokens", "4", "-o", path) == b"", "check -o is silent")
        with open(path, encoding="utf-8") as file:
            check(file.read() == text, "check -o writes the same")


def test_check_of_some():
    text = text_of("check", ABC, "--tokens", "4", "--check", "last").decode()
    check("Only the last pass is run again" in text and "They agree" in text, "check --check last")
    check(len(re.findall(r"^ +\d+ +\d+ +\d+  0", text, re.M)) == 1, "check --check last: one row")
    none = text_of("check", ABC, "--tokens", "4", "--check", "none").decode()
    check("Nothing was compared" in none, "check --check none")
    check_refused("check", ABC, "--check", "some", says=["--check", "last"])


def test_the_longest_run():
    """The most tokens that may be asked for: nothing grows with the cube of their number."""
    text = text_of("check", ABC, "--tokens", "4096").decode()
    check("Only the last pass is run again" in text and "They agree" in text, "check of 4096 tokens")
    trace = json.loads(text_of("trace", ABC, "--tokens", "4096", "--values", "summary", "--format", "json"))
    check(len(trace["passes"]) == 4096, "trace: 4096 passes")
    check(trace["sequence"]["cached"] == 4097, "trace: P + G - 1 positions cached")
    with Folder() as folder:
        cache = folder.file("cache.bin")
        text_of("prefill", ABC, "--tokens", "4096", "-o", cache)
        decoded = json.loads(text_of("decode", ABC, "--cache", cache, "--values", "summary",
                                     "--format", "json"))
        check(decoded["sequence"]["cached"] == 4097, "decode: as many")


# --- Usage ----------------------------------------------------------------------------------------

def test_help_and_version():
    for verb in ([], ["trace"], ["check"], ["screenshot"]):
        text = text_of(*verb, "--help").decode()
        check("--prompt" in text and "--tokens" in text, f"{verb} --help")
        check(("--format" in text) == (verb == ["trace"]), f"{verb} --help: --format")
        check(re.fullmatch(r"decodescope \d+\.\d+\.\d+\n", text_of(*verb, "--version").decode()),
              f"{verb} --version")
    check("trace FILE" in text_of("--help").decode(), "--help names the verbs")


def test_bad_usage():
    check_refused("trace", says=["trace FILE"])
    check_refused("check", says=["check FILE"])
    check_refused("trace", "")
    check_refused("", says=["no such file"])
    check_refused("trace", ABC, "more")
    check_refused("trace", ABC, "--nonsense", says=["--nonsense", "trace --help"])
    check_refused("check", ABC, "--format", "json", says=["--format"])
    check_refused("screenshot", ABC, says=["-o OUT.png"])
    check_refused("trace", ABC, "--tokens")
    check_refused("trace", ABC, "--tokens", "2", "--tokens", "3")
    check_refused("trace", "no\x1b[31msuch\nfile.toml", says=["no such file"])
    check_refused("trace", "/", says=["folder"])
    check_refused("trace", ABC, "--prompt", "")
    check_refused("trace", ABC, "--prompt", "A X", says=["X", "2"])
    check_refused("trace", ABC, "--prompt", b"A \xff\n")
    check_refused("trace", ABC, "--tokenizer", "tests/reference/abc.json")


def test_an_empty_value_is_empty():
    """--prompt= takes nothing else for a prompt."""
    check_refused("trace", ABC, "--prompt=", "--tokens", "2", says=["prompt"])
    check_refused("trace", ABC, "--tokens=", "--prompt", "A", says=["--tokens"])
    check_refused("--nonsense=", says=["--nonsense"])
    check(b"select" in text_of("trace", ABC, "--prompt=A B", "--tokens=1", "--format=json"), "--a=b")


def test_a_tokenizer_of_another_kind():
    with Folder() as folder:
        model = folder.file("model.bin", b"\0" * 40)
        for name in ("tokenizer.json", "tokenizer"):
            check_refused("trace", model, "--tokenizer", folder.file(name, '{"version": "1.0"}'),
                          says=["a JSON file", name])


def test_bad_values():
    for value in ("0", "-1", "-99999999999999999999", "4097", "99999999999999999999", "4.5", "0,5",
                  "four", "", " 4", "4 ", "0x4", "1e2", "\n"):
        check_refused("trace", ABC, "--tokens", value, says=["--tokens"])
    sample = ["--rule", "sample"]
    check_refused("trace", ABC, *sample, "--temperature", "0,5", says=["0.5", "--temperature"])
    for option, values in (("--temperature", ("-1", "nan", "inf", "hot", "")),
                           ("--top-k", ("-1", "1.5", "99999999999")),
                           ("--top-p", ("0", "1.1", "-0.5", "nan")),
                           ("--min-p", ("-0.1", "1.5", "nan")),
                           ("--seed", ("-1", "1.5", "18446744073709551616", "x"))):
        for value in values:
            check_refused("trace", ABC, *sample, option, value, says=[option])
    for option, value in (("--rule", "best"), ("--format", "xml"), ("--values", "some")):
        check_refused("trace", ABC, option, value, says=[option])
    for option, value in (("--temperature", "1"), ("--top-k", "2"), ("--seed", "3")):
        check_refused("trace", ABC, option, value, says=[option, "--rule sample"])


def test_bad_window_options():
    """These are rejected before a window opens."""
    shot = ["screenshot", ABC, "-o", "never.png"]
    for option, value in (("--playhead", "append"), ("--playhead", "0:nonsense"),
                          ("--playhead", "9:append"), ("--playhead", "0:append:3"),
                          ("--playhead", "0:9"), ("--playhead", "0:mlp"), ("--playhead", "-1:embed"),
                          ("--playhead", "0:select:1"), ("--playhead", ""), ("--playhead", "0:"),
                          ("--size", "1600"), ("--size", "0x900"), ("--size", "1600x"),
                          ("--size", "99999x900"), ("--scale", "0"), ("--scale", "1,5"),
                          ("--theme", "pink")):
        check_refused(*shot, option, value, says=[option])
    check(not os.path.exists("never.png"), "no picture is left behind")


# --- Output ---------------------------------------------------------------------------------------

def test_output_file():
    want = text_of("trace", ABC, "--format", "json")
    with Folder() as folder:
        path = folder.file("trace.json", "old")
        check(text_of("trace", ABC, "--format", "json", "-o", path) == b"", "-o is silent")
        with open(path, "rb") as file:
            check(file.read() == want, "-o writes what stdout gets")
        check(folder.names() == ["trace.json"], "nothing else is left")

        for arguments in (["--prompt", "X"], ["--tokens", "0"], ["--nonsense"]):
            check_refused("trace", ABC, *arguments, "-o", folder.file("new.json"))
        check(folder.names() == ["trace.json"], "no file where the run fails")
        check_refused("trace", ABC, "-o", folder.file("missing/trace.json"), says=["folder"])
        check_refused("trace", ABC, "-o", folder.path, says=["folder"])
        check_refused("trace", ABC, "-o", "")
        model = folder.file("model.toml", open(ABC, "rb").read())
        check_refused("trace", model, "-o", model, says=["overwrite"])
        with open(model, "rb") as file:
            check(file.read() == open(ABC, "rb").read(), "the model is still there")
        check(text_of("trace", ABC, "-o", "/dev/null") == b"", "a device is written to")
        check(not os.path.isfile("/dev/null"), "and stays one")


def test_stdout_as_a_file():
    """-o /dev/stdout is stdout: nothing else gets into it, and what is there already stays."""
    with Folder() as folder:
        cache = folder.file("cache")
        text_of("prefill", ABC, "-o", cache)
        with open(cache, "rb") as file:
            want = file.read()
        piped = run("prefill", ABC, "-o", "/dev/stdout")
        check(piped.stdout == want, "the cache and nothing else goes to stdout")
        check(b"K and V computed" in piped.stderr, "the report goes to stderr")
        log = folder.file("log", "before\n")
        with open(log, "ab") as file:
            run("trace", ABC, "-o", "/dev/stdout", stdout=file)
        with open(log, "rb") as file:
            check(file.read() == b"before\n" + text_of("trace", ABC), "what was there stays")


def test_signals_leave_nothing():
    """A file that is being written is removed where a signal ends the program."""
    with Folder() as folder:
        for i in range(12):
            delay = 0.005 * i
            writing = subprocess.Popen([os.path.abspath(BIN), "trace", ABC, "--tokens", "60",
                                        "--format", "json", "-o", folder.file("trace.json")])
            time.sleep(delay)
            writing.send_signal((signal.SIGTERM, signal.SIGINT, signal.SIGHUP)[i % 3])
            writing.wait(60)
            check(set(folder.names()) <= {"trace.json"}, f"after {delay} s: {folder.names()}")


def test_file_errors_in_words():
    with Folder() as folder:
        os.symlink("b.toml", folder.file("a.toml"))
        os.symlink("a.toml", folder.file("b.toml"))
        long_name = folder.file("x" * 300 + ".toml")
        recipe = folder.file("recipe.toml", 'model = "a.toml"\nprompt = "A"\n')
        for path in (folder.file("a.toml"), recipe):
            check_refused("trace", path, says=["links", "circle"])
        check_refused("trace", long_name, says=["name is too long", "255"])
        check_refused("trace", ABC, "-o", long_name, says=["name is too long"])
        check_refused("trace", ABC, "-o", folder.file("a.toml"), says=["circle"])
        check_refused("trace", ABC, "-o", folder.file("recipe.toml/x"), says=["not a folder"])
        check_refused("trace", ABC, "-o", folder.file("a.toml/x"), says=["circle"])
        folder.file("recipe.toml", f'model = "{"x" * 300}.toml"\nprompt = "A"\n')
        check_refused("trace", recipe, says=["name is too long"])
        folder.file("abc.toml", open(ABC, "rb").read())
        folder.file("recipe.toml", 'model = "abc.toml\\u0000.gguf"\nprompt = "A"\n')
        check_refused("trace", recipe, says=["NUL", "recipe.toml:1:9"])
        folder.file("recipe.toml", f'model = "abc.toml"\nprompt = "{"A " * 100000}X{"Y" * 100000}"\n')
        got = run("trace", recipe)
        check(got.returncode == 2 and len(got.stderr) < 4000, f"a long line: {len(got.stderr)}")
        if os.geteuid() != 0:
            os.chmod(folder.file("abc.toml"), 0)
            check_refused("trace", folder.file("abc.toml"), says=["permission denied"])


def test_stdout_that_fails():
    if os.path.exists("/dev/full"):
        with open("/dev/full", "wb") as full:
            check_refused("trace", ABC, stdout=full, says=["stdout"])
            check_refused("--help", stdout=full, says=["stdout"])
    reader, writer = os.pipe()
    os.close(reader)
    check_refused("trace", ABC, stdout=writer, says=["stdout"])
    os.close(writer)
    closed = subprocess.run(["sh", "-c", '"$0" trace "$1" >&-', os.path.abspath(BIN), ABC],
                            stderr=subprocess.PIPE, timeout=60)
    check(closed.returncode == 2 and b"stdout" in closed.stderr, f"closed stdout: {closed}")


def test_file_that_grows_too_large():
    with Folder() as folder:
        path = folder.file("trace.json")
        limited = subprocess.run(
            ["sh", "-c", 'ulimit -f 1; "$0" trace "$1" --format json --tokens 50 -o "$2"',
             os.path.abspath(BIN), ABC, path], stderr=subprocess.PIPE, timeout=60)
        check(limited.returncode == 2, f"a file size limit: {limited}")
        check(b"trace.json" in limited.stderr, f"a file size limit: {limited}")
        check(folder.names() == [], "nothing half-written is left")


def test_models_through_a_pipe():
    with open(ABC, "rb") as model:
        piped = subprocess.run([os.path.abspath(BIN), "trace", "/dev/stdin", "--format", "json"],
                               input=model.read(), stdout=subprocess.PIPE, timeout=60)
    check(piped.returncode == 0, f"a model through a pipe: {piped.returncode}")
    check(piped.stdout == text_of("trace", ABC, "--format", "json"), "and the same trace")


def test_locale():
    want = text_of("trace", ABC, "--format", "json")
    for locale in ("de_DE.UTF-8", "C", "tr_TR.UTF-8"):
        got = text_of("trace", ABC, "--format", "json", env={"LC_ALL": locale})
        check(got == want, f"the same bytes under {locale}")
        check_refused("trace", ABC, "--rule", "sample", "--temperature", "0,5",
                      env={"LC_ALL": locale}, says=["0.5"])


def test_recipes():
    """A recipe's own prompt, rule and length apply unless an option overrides them."""
    with Folder() as folder:
        folder.file("abc.toml", open(ABC, "rb").read())
        path = folder.file("recipe.toml", 'model = "abc.toml"\nprompt = "B C"\ntokens = 2\n'
                           '[selection]\nrule = "sample"\nseed = 5\n')
        got = json.loads(text_of("trace", path, "--format", "json"))
        check(got["prompt"]["text"] == "B C" and len(got["passes"]) == 2, "the recipe's")
        check(got["selection"]["seed"] == 5, "the recipe's seed")
        got = json.loads(text_of("trace", path, "--format", "json", "--prompt", "A", "--tokens", "3",
                                 "--temperature", "0.5"))
        check(got["prompt"]["text"] == "A" and len(got["passes"]) == 3, "overridden")
        check(got["selection"]["temperature"] == 0.5 and got["selection"]["seed"] == 5, "one field")
        got = json.loads(text_of("trace", path, "--format", "json", "--rule", "greedy"))
        check(got["selection"] == {"rule": "greedy"}, "the rule overridden")


for name, test in sorted(globals().items()):
    if name.startswith("test_"):
        print(name)
        test()
finish()
