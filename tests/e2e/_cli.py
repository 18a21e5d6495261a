"""Shared by the tests of the command line: running the program, and counting failures."""

import os
import shutil
import subprocess
import sys
import tempfile

BIN = os.environ.get("DECODESCOPE_BIN", "build/release/decodescope")
ABC = "assets/models/abc.toml"

failures = []


def check(condition, what):
    """Records a failure and continues, so that one run shows all of them."""
    if not condition:
        failures.append(what)
        print("FAILED:", what)


def run(*arguments, env=None, stdout=subprocess.PIPE, cwd=None):
    environment = dict(os.environ, **(env or {}))
    environment.pop("DISPLAY", None)  # the verbs do not need one
    program = os.path.abspath(BIN)
    return subprocess.run([program, *arguments], stdout=stdout, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, env=environment, cwd=cwd, timeout=280)


def text_of(*arguments, **options):
    """The stdout of a run that must succeed."""
    result = run(*arguments, **options)
    check(result.returncode == 0, f"{arguments}: exit code {result.returncode}, {result.stderr!r}")
    check(result.stderr == b"", f"{arguments}: stderr {result.stderr!r}")
    return result.stdout


def check_refused(*arguments, says=(), **options):
    """A run that must fail with exit code 2, one line on stderr and nothing on stdout."""
    result = run(*arguments, **options)
    error = result.stderr.decode("utf-8")  # valid UTF-8, or this test fails
    check(result.returncode == 2, f"{arguments}: exit code {result.returncode}, not 2")
    check(not result.stdout, f"{arguments}: stdout {result.stdout!r}")
    check(error.count("\n") == 1 and error.endswith("\n"), f"{arguments}: not one line: {error!r}")
    check(error.startswith("decodescope: "), f"{arguments}: {error!r}")
    check(all(c >= " " for c in error[:-1]), f"{arguments}: control characters in {error!r}")
    for part in says:
        check(part in error, f"{arguments}: {part!r} is not in {error!r}")


class Folder:
    """A temporary folder that files can be written to; a context manager."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="decodescope-test-")
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path)

    def file(self, name, contents=None):
        path = os.path.join(self.path, name)
        if contents is not None:
            with open(path, "wb") as file:
                file.write(contents if isinstance(contents, bytes) else contents.encode())
        return path

    def names(self):
        return sorted(os.listdir(self.path))


def finish(skipped=None):
    """Ends the script: 1 if anything failed, 77 if a part could not run, else 0."""
    print(f"{len(failures)} failures" if failures else "all fine")
    if failures:
        sys.exit(1)
    if skipped:
        print("skipped:", skipped)
        sys.exit(77)
