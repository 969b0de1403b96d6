"""A headless Chromium that opens pages of a folder and evaluates JavaScript in them."""

import functools
import http.server
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.parse
import urllib.request


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and under /trace/ the folder of the recordings: one origin, as pages want."""

    def __init__(self, *args, traces, **kwargs):
        self.traces = traces
        super().__init__(*args, **kwargs)

    def translate_path(self, path):
        if path.startswith("/trace/"):
            return os.path.join(self.traces, os.path.basename(path))
        return super().translate_path(path)

    def log_message(self, *_):
        pass


class Page:
    def __init__(self, socket):
        self.socket = socket
        self.calls = 0

    def evaluate(self, script):
        """The value of @p script, a promise awaited. Errors: RuntimeError with the page's message."""
        self.calls += 1
        parameters = {"expression": script, "awaitPromise": True, "returnByValue": True}
        call = {"id": self.calls, "method": "Runtime.evaluate", "params": parameters}
        self.socket.send(json.dumps(call))
        while (answer := json.loads(self.socket.recv())).get("id") != self.calls:
            pass
        if "exceptionDetails" in answer["result"]:
            raise RuntimeError(answer["result"]["exceptionDetails"])
        return answer["result"]["result"].get("value")

    def wait_for(self, condition, seconds=60):
        deadline = time.monotonic() + seconds
        while not self.evaluate(f"Boolean({condition})"):
            if time.monotonic() > deadline:
                raise TimeoutError(f"the page never had {condition}")
            time.sleep(0.2)


class Browser:
    """@p chromium a program, @p socket_module websocket-client's, @p site the folder served."""

    def __init__(self, chromium, socket_module, site, traces):
        self.socket_module = socket_module
        handler = functools.partial(Handler, directory=site, traces=traces)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.profile = tempfile.mkdtemp()
        self.process = subprocess.Popen(
            [chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
             "--remote-allow-origins=*", f"--user-data-dir={self.profile}", "about:blank"],
            stderr=subprocess.PIPE, text=True,
        )
        self.debugger = self.find_debugger()

    def find_debugger(self):
        for line in self.process.stderr:
            if "DevTools listening on ws://" in line:
                return line.split("ws://")[1].split("/")[0]
        raise RuntimeError("Chromium ended before its debugger listened")

    def url(self, path):
        return f"http://127.0.0.1:{self.server.server_port}/{path}"

    def open(self, path):
        address = urllib.parse.quote(self.url(path), safe="")
        request = urllib.request.Request(f"http://{self.debugger}/json/new?{address}", method="PUT")
        with urllib.request.urlopen(request) as answer:
            target = json.load(answer)["webSocketDebuggerUrl"]
        return Page(self.socket_module.create_connection(target, timeout=120))

    def close(self):
        self.process.kill()
        self.process.wait()
        self.server.shutdown()
        shutil.rmtree(self.profile, ignore_errors=True)
