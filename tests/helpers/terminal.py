"""A terminal for tests: a process under a pseudo-terminal, and the screen that it draws."""

import os
import sys
import time

import pexpect
import pyte


class Terminal:
    """A program in a terminal of so many columns and lines."""

    def __init__(self, arguments, environment, columns=80, lines=30):
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.Stream(self.screen)
        self.keys = 0
        command = [sys.executable, "-c", "from ledger.cli import main; main()", *arguments]
        self.process = pexpect.spawn(
            command[0], command[1:], env={**os.environ, **environment, "TERM": "xterm"},
            dimensions=(lines, columns), encoding="utf-8", timeout=20,
        )  # fmt: skip

    def look(self, seconds=0.05):
        """Draw the new output, and answer questions about the position of the cursor."""
        try:
            data = self.process.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return
        except pexpect.EOF:
            return
        for piece in data.split("\x1b[6n")[:-1]:
            self.stream.feed(piece)
            self.process.send(f"\x1b[{self.screen.cursor.y + 1};{self.screen.cursor.x + 1}R")
        self.stream.feed(data.split("\x1b[6n")[-1])

    @property
    def shown(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait_for(self, text, seconds=20):
        """Wait until a text is on the screen."""
        until = time.monotonic() + seconds
        while text not in self.shown:
            assert time.monotonic() < until, f"{text!r} does not come:\n{self.shown}"
            self.look()

    def type(self, text):
        """Press keys and count them."""
        self.keys += len(text)
        self.process.send(text)

    def say(self, line, then):
        """Type a line and Enter, and wait for a text on the screen."""
        self.type(line)
        self.type("\r")
        self.wait_for(then)

    def ended(self):
        """Wait until the program has ended."""
        self.process.expect(pexpect.EOF)
        assert not self.process.isalive()

    def close(self):
        self.process.close(force=True)
