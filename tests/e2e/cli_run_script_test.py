"""scripts/run without a display: every verb of --help reaches the program, with its arguments and exit code.

The script runs in a copy of the repository's layout in which there is nothing to install or to build.
"""

import os
import re
import shutil
import subprocess

from _cli import ABC, BIN, Folder, check, finish, run, text_of

# What follows a verb so that it succeeds; a verb that is not listed gets FILE alone.
ARGUMENTS = {
    "prefill": ["FILE", "-o", "cache"],
    "decode": ["FILE", "--cache", "cache"],
}


def verbs():
    """(verb, whether it needs a display) for each verb that --help lists."""
    lines = text_of("--help").decode().splitlines()
    matches = [re.match(r"  decodescope ([a-z]+) ", line) for line in lines]
    return [(m[1], "needs a display" in m.string) for m in matches if m]


def executable(folder, name, text):
    path = folder.file(name, text)
    os.chmod(path, 0o755)
    return path


def repository(folder):
    """The script, and what it finds around it: packages that are there, a build that is done."""
    for part in ("scripts", "build/native", "bin"):
        os.makedirs(folder.file(part))
    shutil.copy("scripts/run", folder.file("scripts/run"))
    for tool in ("scripts/packages", "bin/cmake"):
        executable(folder, tool, "#!/bin/sh\n")
    executable(folder, "build/native/decodescope", f'#!/bin/sh\nexec "{os.path.abspath(BIN)}" "$@"\n')
    os.symlink(os.path.abspath("assets"), folder.file("assets"))


def run_script(folder, *arguments):
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment["PATH"] = folder.file("bin") + ":" + environment["PATH"]
    return subprocess.run([folder.file("scripts/run"), *arguments], capture_output=True, timeout=280,
                          stdin=subprocess.DEVNULL, env=environment, cwd=folder.path)


def test_verbs(folder):
    file = os.path.abspath(ABC)
    found = verbs()
    check(len(found) >= 9, f"the verbs of --help: {found}")
    for verb, needs_display in found:
        check(run_script(folder, verb, "--help").stdout == text_of(verb, "--help"), f"{verb} --help")
        if needs_display:
            result = run_script(folder, verb, file, "-o", "picture")
            check(result.returncode == 2, f"{verb}: exit code {result.returncode} without a display")
            check(b"display" in result.stderr, f"{verb}: {result.stderr!r}")
            continue
        arguments = [file if a == "FILE" else a for a in ARGUMENTS.get(verb, ["FILE"])]
        result = run_script(folder, verb, *arguments)
        direct = run(verb, *arguments, cwd=folder.path)
        check(result.stdout == direct.stdout, f"{verb}: another output than the program's")
        check(result.returncode == direct.returncode, f"{verb}: exit code {result.returncode}")
        check(result.stderr == b"", f"{verb}: stderr {result.stderr!r}")


def test_no_verb(folder):
    transcript = text_of("trace", ABC, "--prompt", "A B", "--tokens", "4")
    result = run_script(folder)
    check(result.returncode == 0 and result.stdout == transcript, "no arguments: the ABC transcript")
    check(b"no display" in result.stderr, f"no arguments: {result.stderr!r}")
    check(run_script(folder, "--version").stdout == text_of("--version"), "--version")
    result = run_script(folder, os.path.abspath(ABC))
    check(result.returncode == 2 and result.stdout == b"", "a file alone wants a window")
    check(b"display" in result.stderr, f"a file alone: {result.stderr!r}")


if __name__ == "__main__":
    with Folder() as place:
        repository(place)
        test_verbs(place)
        test_no_verb(place)
    finish()
