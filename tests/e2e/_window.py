"""Shared by the tests of the window: the real program on a real display, driven by keys, clicks and log."""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time

from _cli import BIN, check

PATIENCE = 20  # seconds; a sanitizer build on a busy machine is slow


def xdotool(*arguments):
    return subprocess.run(["xdotool", *map(str, arguments)], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=PATIENCE).stdout.decode()


class ClientMessage(ctypes.Structure):
    """Xlib's XClientMessageEvent, padded to the size of an XEvent."""
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                ("display", ctypes.c_void_p), ("window", ctypes.c_ulong),
                ("message_type", ctypes.c_ulong), ("format", ctypes.c_int),
                ("data", ctypes.c_long * 5), ("rest", ctypes.c_long * 12)]


def ask_to_close(window_id):
    """Does what a window manager does when its close button is clicked; Xvfb has none."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    event = ClientMessage(type=33, window=window_id, format=32,
                          message_type=x11.XInternAtom(display, b"WM_PROTOCOLS", 0))
    event.data[0] = x11.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
    x11.XSendEvent(display, ctypes.c_ulong(window_id), 0, ctypes.c_long(0), ctypes.byref(event))
    x11.XCloseDisplay(display)


class Home:
    """Replaces the user's own config and state folders for a run; a context manager."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="decodescope-home-")
        self.config = os.path.join(self.folder.name, "config")
        self.state = os.path.join(self.folder.name, "state")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def environment(self):
        return dict(os.environ, XDG_CONFIG_HOME=self.config, XDG_STATE_HOME=self.state)


class Window:
    """The program and its log; a context manager that ends it. Without a home it makes one."""

    def __init__(self, *arguments, home=None):
        self.folder = tempfile.TemporaryDirectory(prefix="decodescope-window-")
        self.log = os.path.join(self.folder.name, "ui.jsonl")
        self.lines_seen = 0
        self.shown = None
        self.started = time.monotonic()
        self.home = home or Home()
        self.owns_home = home is None
        # The graphics driver leaks, and is unloaded before leaks are counted, so they have no name that
        # a suppression could match. The headless tests find our own leaks.
        environment = self.home.environment()
        environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
        self.process = subprocess.Popen([os.path.abspath(BIN), *arguments, "--ui-log", self.log],
                                        env=environment)

    def __enter__(self):
        self.wait(lambda shown: True, "a first frame")
        self.first_frame_seconds = time.monotonic() - self.started
        self.id = xdotool("search", "--sync", "--pid", self.process.pid).split()[-1]
        xdotool("windowfocus", "--sync", self.id)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            check(False, "the window does not end when asked to")
        self.folder.cleanup()
        if self.owns_home:
            self.home.folder.cleanup()

    def kill(self):
        """Ends it the way a crash does: nothing is closed, asked or written."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def wait_for_end(self):
        try:
            check(self.process.wait(PATIENCE) == 0, f"the program ended with {self.process.returncode}")
        except subprocess.TimeoutExpired:
            check(False, "the program does not end")

    # --- What is shown ----------------------------------------------------------------------------

    def read(self):
        """The last complete line of the log, which is what is shown now."""
        if os.path.exists(self.log):
            with open(self.log, encoding="utf-8") as file:
                lines = [line for line in file.read().split("\n")[:-1] if line]
            if len(lines) > self.lines_seen:
                self.lines_seen = len(lines)
                self.shown = json.loads(lines[-1])
        return self.shown

    def wait(self, holds, what, patience=PATIENCE):
        """Waits until `holds` is true of what is shown, and returns what is shown then."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            shown = self.read()
            if shown is not None and holds(shown):
                return shown
            if self.process.poll() is not None:
                print(f"FAILED: the program ended ({self.process.returncode}) before {what}")
                sys.exit(1)
            time.sleep(0.005)
        check(False, f"no {what} after {patience} s; shown is "
                     f"{json.dumps({k: v for k, v in (self.shown or {}).items() if k != 'hotspots'})}")
        return self.shown or {}

    def wait_playhead(self, playhead):
        return self.wait(lambda shown: shown["playhead"] == playhead, f"playhead {playhead}")

    # --- What a person does -----------------------------------------------------------------------

    def key(self, *names):
        xdotool("key", *names)

    def type(self, text):
        xdotool("type", "--delay", 20, "--", text)

    def move(self, hotspot):
        x, y, width, height = self.read()["hotspots"][hotspot]
        xdotool("mousemove", "--window", self.id, x + width // 2, y + height // 2)

    def has(self, hotspot):
        return hotspot in self.read()["hotspots"]

    def wait_for(self, hotspot, patience=PATIENCE):
        return self.wait(lambda shown: hotspot in shown["hotspots"], hotspot, patience)

    def drag(self, hotspot, dx, dy):
        self.move(hotspot)
        time.sleep(0.05)
        xdotool("mousedown", 1)
        time.sleep(0.3)  # a hand pauses as it presses; ImGui only sees positions that a frame sees
        for _ in range(10):
            xdotool("mousemove_relative", "--", dx // 10, dy // 10)
            time.sleep(0.02)
        xdotool("mouseup", 1)

    def click(self, hotspot):
        if hotspot not in self.read()["hotspots"]:
            check(False, f"there is no hotspot {hotspot}")
            return
        self.move(hotspot)
        time.sleep(0.05)
        xdotool("click", 1)

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
