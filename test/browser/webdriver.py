"""webdriver.py - a small WebDriver client for Chromium, of the standard library

    with Browser() as browser:
        browser.open("/tmp/page.html")
        browser.press("ArrowRight")
        browser.run("return document.title")

https://www.w3.org/TR/webdriver2/; what Chromium alone has (colours, width,
logs) goes over its commands for developers.
"""
import base64
import json
import pathlib
import re
import subprocess
import time
import urllib.error
import urllib.request

KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014",
        "ArrowUp": "\ue013", "ArrowDown": "\ue015", "Home": "\ue011",
        "End": "\ue010", "Escape": "\ue00c", "Tab": "\ue004", "Enter": "\ue007"}


class Browser:
    def __init__(self, driver="chromedriver"):
        self.driver = subprocess.Popen([driver, "--port=0"], text=True,
                                       stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL)
        try:
            self.port = self._find_port()
            self.session = self._start()
        except BaseException:
            self.driver.kill()
            raise

    def _find_port(self):
        for line in self.driver.stdout:
            match = re.search(r"started successfully on port (\d+)", line)
            if match:
                return int(match.group(1))
        raise RuntimeError("chromedriver did not start")

    def _start(self):
        capabilities = {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": [
                "--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--force-device-scale-factor=1",
                "--hide-scrollbars"]},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        answer = self._send("POST", "/session",
                            {"capabilities": {"alwaysMatch": capabilities}})
        return "/session/" + answer["sessionId"]

    def _send(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise RuntimeError(f"{path}: {value['error']}: {value['message']}") from None

    def command(self, method, path, body=None):
        return self._send(method, self.session + path, body)

    def _developer(self, name, **parameters):
        return self.command("POST", "/goog/cdp/execute",
                            {"cmd": name, "params": parameters})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._send("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait(10)

    # ---- pages ----

    def open(self, path, fragment=""):
        """Opens a file, after forgetting what was logged before."""
        self.command("POST", "/url", {"url": "about:blank"})
        self.log("browser"), self.log("performance")
        url = pathlib.Path(path).resolve().as_uri() + fragment
        self.command("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        return self.command("POST", "/execute/sync",
                            {"script": script, "args": list(arguments)})

    def press(self, *names):
        for name in names:
            key = KEYS.get(name, name)
            self.command("POST", "/actions", {"actions": [
                {"type": "key", "id": "keyboard", "actions": [
                    {"type": "keyDown", "value": key},
                    {"type": "keyUp", "value": key}]}]})

    def show_as(self, width, height, dark):
        """How wide the window is, and whether the reader likes it dark."""
        self._developer("Emulation.setDeviceMetricsOverride", width=width,
                        height=height, deviceScaleFactor=1, mobile=False)
        self._developer("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme",
             "value": "dark" if dark else "light"}])

    def screenshot(self, path):
        """All of the page, also what is below the window."""
        size = self._developer("Page.getLayoutMetrics")["cssContentSize"]
        picture = self._developer(
            "Page.captureScreenshot", captureBeyondViewport=True,
            clip={"x": 0, "y": 0, "width": size["width"],
                  "height": min(size["height"], 6000), "scale": 1})
        pathlib.Path(path).write_bytes(base64.b64decode(picture["data"]))

    def pdf(self):
        """The page on A4, as bytes."""
        return base64.b64decode(self.command("POST", "/print", {
            "page": {"width": 21, "height": 29.7}, "background": True,
            "margin": {"top": 1.4, "bottom": 1.4, "left": 1.6, "right": 1.6}}))

    # ---- logs ----

    def log(self, kind):
        return self.command("POST", "/se/log", {"type": kind})

    def complaints(self):
        """What the console says."""
        return [entry["message"] for entry in self.log("browser")]

    def requests(self):
        """Addresses that were asked for since the page was opened."""
        time.sleep(0.05)
        events = [json.loads(entry["message"])["message"]
                  for entry in self.log("performance")]
        return [event["params"]["request"]["url"] for event in events
                if event["method"] == "Network.requestWillBeSent"]
