#!/usr/bin/env python3
"""serve.py ZERMELO [SCREENSHOTS] - the page of `zermelo serve` in Chromium

Every test is a function below and says what it establishes. With a second
argument, pictures of every view are saved there, in both widths and colours.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.parse

from webdriver import Browser

GAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../games")
AXE = "axe-core@4.10.3"  # MPL-2.0; not in the tree


class Page:
    """A server, a browser, and what tests do with both."""

    def __init__(self, program, browser):
        self.browser = browser
        self.server = subprocess.Popen(
            [program, "serve", "--port", "0", "--time", "900", GAMES],
            stdout=subprocess.PIPE, text=True)
        self.url = self.server.stdout.readline().strip()

    def close(self):
        self.server.terminate()
        assert self.server.wait(10) == 0

    def start(self, width=1280, dark=False):
        """The library, as a user sees it first; nothing is kept."""
        self.browser.show_as(width, 900, dark)
        self.browser.command("POST", "/url", {"url": self.url})
        self.run("localStorage.clear()")
        self.go("library")

    def go(self, view, **fields):
        self.run("location.hash = arguments[0]",
                 f"#{view}?{urllib.parse.urlencode(fields)}")

    def run(self, script, *arguments):
        return self.browser.run(script, *arguments)

    def wait(self, what, *arguments, seconds=20):
        """Until WHAT, an expression, is true; its value."""
        end = time.time() + seconds
        while time.time() < end:
            value = self.run("return " + what, *arguments)
            if value:
                return value
            time.sleep(0.03)
        text = self.run("return document.body.innerText")
        raise AssertionError(f"not true in time: {what}\n{text[:1500]}")

    def wait_for(self, selector, seconds=20):
        return self.wait("document.querySelector(arguments[0]) !== null",
                         selector, seconds=seconds)

    def text(self, selector="main"):
        return self.run(
            "return document.querySelector(arguments[0])?.innerText || ''",
            selector)

    def click(self, selector):
        """As a mouse does, at the middle of the element; again, if the page was
        drawn anew meanwhile."""
        for _ in range(10):
            self.wait_for(selector)
            try:
                element = self.browser.command("POST", "/element", {
                    "using": "css selector", "value": selector})
                self.browser.command(
                    "POST", f"/element/{next(iter(element.values()))}/click", {})
                return
            except RuntimeError as error:
                if "stale" not in str(error) and "no such" not in str(error):
                    raise
        raise AssertionError("never still: " + selector)

    def press(self, *keys):
        self.browser.press(*keys)

    def tab_to(self, selector):
        for _ in range(60):
            self.press("Tab")
            if self.run("return document.activeElement.matches(arguments[0])",
                        selector):
                return
        raise AssertionError("Tab does not reach " + selector)

    def type(self, text):
        self.browser.press(*text)

    def complaints(self):
        """What the console said since it was asked last."""
        return self.browser.complaints()


# ---- playing ----

def connect_four_is_played_to_the_end_by_clicks(page):
    page.go("play", game="connectfour.kif")
    page.wait_for(".hit.on")
    page.run("const s = document.querySelector('[aria-label=\"strength of "
             "yellow\"]'); s.value = '500'")
    for _ in range(25):
        page.wait("document.querySelector('.hit.on') || "
                  "/over/.test(document.querySelector('main').innerText)")
        if page.run("return document.querySelector('.hit.on') === null"):
            break
        page.click(".hit.on")
        page.wait("!document.querySelector('.seat.turn') || "
                  "/to move/.test(document.querySelector('.seat.turn').innerText)")
    page.wait("/The game is over/.test(document.querySelector('main').textContent)")
    assert "moves=" in page.run("return location.hash")


def a_piece_is_chosen_and_moved_and_the_line_is_in_the_address(page):
    page.go("play", game="breakthroughsmall.kif")
    page.click('.hit.on[data-cell="0,1"]')
    page.wait_for(".b-dot")
    page.click('.hit.on[data-cell="0,2"]')
    page.wait("location.hash.includes('move%281%2C2%2C1%2C3%29')")
    page.wait("/2 of 2/.test(document.querySelector('.ctl').innerText)")
    page.press("u")
    page.wait("/0 of 0/.test(document.querySelector('.ctl').innerText)")


def values_tell_what_is_proven_from_estimates(page):
    page.go("play", game="tictactoe.kif", moves="mark(1,1),noop;noop,mark(1,2)")
    page.wait_for(".hit.on")
    page.press("v")
    page.wait_for(".chip.w")
    page.wait_for(".val-w")
    page.press("v")
    page.go("play", game="reversi.kif")
    page.wait("/reversi/i.test(document.querySelector('#top').innerText)")
    page.wait_for(".hit.on")
    page.press("v")
    page.wait_for(".val-e")


def a_seat_sees_its_card_and_not_the_other_one(page):
    page.go("play", game="kuhnpoker.gdl")
    page.click(".view-play .btn.go")
    page.wait("location.hash.startsWith('#seat')")
    page.wait("/mine\\((jack|queen|king)\\)/.test(document.body.innerText)")
    assert "moves" not in page.run("return location.hash")
    page.wait("document.querySelectorAll('.choices .btn').length === 2")
    must = page.run("return [...document.querySelectorAll('.facts')][0].innerText")
    assert "holds(alice" in must and "holds(bob" not in must, must
    page.click('.choices [data-move="check"]')
    page.wait("/The game is over|Your move/.test("
              "document.querySelector('main').innerText)")


def two_people_sit_at_one_table(page):
    page.go("table", game="tictactoe.kif")
    page.wait_for(".view-table .btn.go")
    page.run("document.querySelectorAll('.view-table select')"
             ".forEach((s) => { s.value = 'person'; })")
    page.click(".view-table .btn.go")
    page.wait("document.querySelectorAll('.links a').length === 2")
    first, second = page.run("return [...document.querySelectorAll('.links a')]"
                             ".map((a) => a.getAttribute('href'))")
    assert "moves" not in first + second and first != second
    page.run("sessionStorage.clear(); location.hash = arguments[0]", first)
    page.click('.hit.on[data-cell="1,1"]')
    page.wait("/Waiting/.test(document.querySelector('main').innerText)")
    page.run("location.hash = arguments[0]", second)
    page.wait("/You are oplayer/.test(document.querySelector('main').innerText)")
    page.wait("document.querySelectorAll('.hit.on').length === 8")


# ---- rules ----

SET_TEXT = ("const t = document.querySelector('.code'); t.focus();"
            "t.setSelectionRange(arguments[0], arguments[1]);"
            "document.execCommand('insertText', false, arguments[2])")


def a_syntax_error_appears_and_goes_away(page):
    page.go("rules", game="nim.kif")
    page.wait("/Valid/.test(document.querySelector('#verdict')?.innerText)")
    page.run(SET_TEXT, 0, 0, "(")
    page.wait("document.querySelectorAll('.dg').length > 0")
    assert "never closed" in page.text(".notes")
    assert "draft" in page.run("return location.hash")
    page.run(SET_TEXT, 0, 1, "")
    page.wait("document.querySelectorAll('.dg').length === 0")
    page.wait("/Valid GDL/.test(document.querySelector('#verdict')?.innerText)")


def a_mending_is_applied(page):
    page.go("library")
    page.wait_for(".lib-head .btn")
    page.run("[...document.querySelectorAll('.lib-head button')]"
             ".find((b) => b.innerText === 'New game').click()")
    page.wait_for(".code")
    length = page.run("return document.querySelector('.code').value.length")
    page.run(SET_TEXT, length, length, "(<= (goal ?p 0) (pairr ?p))\n")
    page.wait_for(".dg .mend .btn")
    page.click(".dg .mend .btn")
    page.wait("document.querySelectorAll('.dg').length === 0")


def a_game_from_the_template_is_verified(page):
    page.wait_for(".lib-head .btn")
    page.run("[...document.querySelectorAll('.lib-head button')]"
             ".find((b) => b.innerText === 'New game').click()")
    page.wait("document.querySelector('#verdict') && "
              "/Valid GDL/.test(document.querySelector('#verdict')?.innerText)")
    lines = page.run("return document.querySelector('.code').value.split('\\n')"
                     ".filter((l) => l && l[0] !== ';').length")
    assert 15 <= lines <= 25, lines
    at = page.run("return document.querySelector('.code').value.indexOf('(next_to 5 6)')")
    page.run(SET_TEXT, at + 13, at + 13, " (next_to 6 7) (index 7)")
    page.wait("/Valid GDL/.test(document.querySelector('#verdict')?.innerText)")
    page.run("[...document.querySelectorAll('.head a')]"
             ".find((b) => b.innerText === 'Verify').click()")
    page.wait("/well-formed/.test(document.querySelector('.rows')?.innerText)")
    page.wait("/terminating within 7 steps/.test(document.querySelector('.rows').innerText)")
    page.wait("!/running/.test(document.querySelector('.rows').innerText)",
              seconds=60)
    rows = page.run("return [...document.querySelectorAll('.fr summary')]"
                    ".filter((s) => /well-formed/.test(s.innerText))"
                    ".map((s) => s.innerText)")
    assert len(rows) >= 5 and all(row.startswith("proved") for row in rows), rows


# ---- facts ----

def a_refutation_is_opened_and_stepped(page):
    page.go("facts", game="tictactoe.kif")
    page.wait("[...document.querySelectorAll('.fr summary')].some((s) =>"
              " /refuted/.test(s.innerText) && /persistence/.test(s.innerText))")
    page.run("[...document.querySelectorAll('.fr summary')].find((s) =>"
             " /refuted/.test(s.innerText) && /persistence/.test(s.innerText)).click()")
    page.wait_for(".strip figure.bad")
    page.click(".trace-link")
    page.wait_for(".mx .bad")
    at = page.run("return new URLSearchParams(location.hash.split('?')[1]).get('at')")
    page.wait(f"/position {at} of/.test(document.querySelector('.ctl').innerText)")
    page.press("Home")
    page.wait("/position 0 of/.test(document.querySelector('.ctl').innerText)")
    page.press("ArrowRight")
    page.wait("/position 1 of/.test(document.querySelector('.ctl').innerText)")
    page.press("f")
    page.wait(f"/position {at} of/.test(document.querySelector('.ctl').innerText)")
    link = page.run("return location.hash")
    page.go("library")
    page.wait_for(".card")
    page.run("location.hash = arguments[0]", link)
    page.wait_for(".mx .bad")


def a_link_is_not_believed(page):
    page.go("trace", game="tictactoe.kif", moves="mark(1,1),noop;noop,mark(2,2)",
            at=2, formula="true(control(xplayer)) -> next true(control(oplayer))")
    page.wait("/does not refute it/.test(document.querySelector('main').innerText)")
    assert page.run("return document.querySelector('.mx .bad') === null")


def a_wrong_game_shows_where_it_is_stuck(page):
    with open(GAMES + "/tictactoe.kif", encoding="ascii") as file:
        rules = file.read().replace("(<= terminal (not open))", "")
    page.wait_for(".card")
    page.run("localStorage.setItem('zermelo-draft', arguments[0])", rules)
    page.go("facts", game="draft")
    page.wait("[...document.querySelectorAll('.fr summary')].some((s) =>"
              " /^refuted\\s+playable/.test(s.innerText))")
    page.run("[...document.querySelectorAll('.fr summary')].find((s) =>"
             " /^refuted\\s+playable/.test(s.innerText)).click()")
    page.wait("/no legal move for oplayer in position 9/.test("
              "document.querySelector('.fr[open]').innerText)")
    page.wait_for(".strip figure.bad")
    wide = page.run("return document.documentElement.scrollWidth")
    assert wide <= 1280, wide
    page.click(".trace-link")
    page.wait("/In position 9 oplayer has no legal move/.test("
              "document.querySelector('main').innerText)")
    page.press("c")
    page.wait("/in this browser only/.test(document.querySelector('.said')?.innerText)")


def a_formula_of_ones_own_is_proved(page):
    page.go("facts", game="tictactoe.kif")
    page.wait_for("#formula")
    page.run("document.querySelector('#formula').focus()")
    page.type("true(cel(1,1,x))")
    page.press("Enter")
    page.wait("/column 6/.test(document.querySelector('.err').innerText)")
    assert "cel does not occur" in page.text(".err")
    assert page.run("return document.querySelector('#formula').value") == "true(cel(1,1,x))"
    page.run("document.querySelector('#formula').value = ''")
    page.type("~terminal -> exists P in role. true(control(P))")
    page.press("Enter")
    page.wait("/your own/.test(document.querySelector('.rows').innerText)")
    row = page.text(".fr summary")
    assert row.startswith("proved"), row
    assert "formula=" in page.run("return location.hash")


def a_filter_hides_rows(page):
    page.go("facts", game="nim.kif")
    page.wait("document.querySelectorAll('.fr').length > 5")
    page.wait("!/running/.test(document.querySelector('.rows').innerText)", seconds=60)
    page.run("[...document.querySelectorAll('.filter label')]"
             ".find((l) => /refuted/.test(l.innerText)).querySelector('input').click()")
    assert page.run("return [...document.querySelectorAll('.fr')].filter((r) => !r.hidden)"
                    ".every((r) => !/^refuted/.test(r.innerText))")
    assert "hide=refuted" in page.run("return location.hash")


# ---- solve and know ----

def the_plan_of_a_puzzle_is_stepped(page):
    page.go("solve", game="hanoi.kif")
    page.wait("/position 0 of 15/.test(document.querySelector('.ctl')?.innerText)")
    assert "no plan reaches more" in page.text()
    page.press("End")
    page.wait("/position 15 of 15/.test(document.querySelector('.ctl').innerText)")


def what_a_role_can_know_is_shown(page):
    page.go("know", game="kriegtictactoe.kif")
    page.wait("/What xplayer can know/.test(document.querySelector('main').innerText)")
    page.press("Home")
    page.wait("/round 0 of/.test(document.querySelector('.ctl').innerText)")
    page.wait("/matches at random/.test(document.querySelector('main').innerText)")


# ---- frame ----

def everything_is_done_by_keyboard(page):
    page.wait_for(".card")
    page.press("/")
    page.type("tic")
    page.wait("[...document.querySelectorAll('.cards > li')].filter((c) => !c.hidden).length < 6")
    page.tab_to('.card[href$="game=tictactoe.kif"]')
    page.press("Enter")
    page.wait_for(".hit.on")
    page.tab_to(".hit")
    page.press("ArrowRight", "ArrowDown", "Enter")
    page.wait("/2 of 2/.test(document.querySelector('.ctl').innerText)")
    assert "mark%282%2C2%29" in page.run("return location.hash")
    assert page.run("return document.activeElement.matches('.hit')"), "focus is lost"
    page.press("g", "f")
    page.wait("location.hash.startsWith('#facts')")
    page.wait_for("#formula")
    page.press("?")
    page.wait_for("dialog[open]")
    page.press("Escape")
    page.wait("document.querySelector('dialog') === null")
    page.press("g", "r")
    page.wait_for(".code")
    page.press("g", "l")
    page.wait_for(".card")


def a_link_without_the_key_asks_for_it(page):
    key = page.url.split("key=")[1]
    page.run("sessionStorage.clear(); location.hash = '#play?game=nim.kif'")
    page.wait_for("#key")
    page.run("document.querySelector('#key').focus()")
    page.type("wrong")
    page.press("Enter")
    page.wait("document.querySelector('#key')?.value === ''")
    page.complaints()  # the browser notes the refused request
    page.type(key)
    page.press("Enter")
    page.wait_for(".vals")
    assert "key=" not in page.run("return location.href")


LINE = "drop(4),noop;noop,drop(4);drop(3),noop"
VIEWS = [("library", {}), ("play", {"game": "breakthroughsmall.kif"}),
         ("facts", {"game": "tictactoe.kif"}), ("rules", {"game": "nim.kif"}),
         ("know", {"game": "kriegtictactoe.kif"}), ("solve", {"game": "peg.kif"}),
         ("play", {"game": "connectfour.kif", "moves": LINE}),
         ("trace", {"game": "connectfour.kif", "moves": LINE, "at": 3,
                    "formula": "true(control(red)) -> next true(control(yellow))"}),
         ("table", {"game": "kuhnpoker.gdl"}), ("seat", {"game": "kuhnpoker.gdl"}),
         ("play", {"game": "hex.kif"})]


def looks_of_views(page):
    """Every view in both widths and colours, and a name for it."""
    for width in 390, 1280:
        for dark in False, True:
            page.browser.show_as(width, 900, dark)
            for number, (view, fields) in enumerate(VIEWS):
                page.go("library")
                page.go("table" if view == "seat" else view, **fields)
                if view == "seat":
                    page.click(".view-table .btn.go")
                    page.wait("location.hash.startsWith('#seat')")
                page.wait("document.querySelector('main').innerText.length > 30")
                time.sleep(0.7)
                yield width, f"{number}-{view}-{width}-{'dark' if dark else 'light'}"


def no_view_is_wider_than_the_window(page):
    for width, name in looks_of_views(page):
        if len(sys.argv) > 2:
            page.browser.screenshot(f"{sys.argv[2]}/{name}.png")
        wide = page.run("return document.documentElement.scrollWidth")
        assert wide <= width, f"{name}: {wide}"


def axe_source():
    """The text of axe-core, from npm; None if it cannot be had."""
    with tempfile.TemporaryDirectory() as folder:
        npm = shutil.which("npm") and subprocess.run(
            ["npm", "install", "--silent", "--ignore-scripts", AXE], cwd=folder,
            timeout=120, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not npm or npm.returncode:
            return None
        with open(folder + "/node_modules/axe-core/axe.min.js",
                  encoding="utf-8") as file:
            return file.read()


def axe_finds_nothing_serious(page):
    source = axe_source()
    if not source:
        print(f"SKIPPED axe_finds_nothing_serious: npm cannot fetch {AXE}")
        return
    found = []
    for _, name in looks_of_views(page):
        page.run(source + "; window.axe = axe")
        done = page.browser.command("POST", "/execute/async", {"args": [], "script": """
            const done = arguments[0];
            axe.run(document, {resultTypes: ['violations']}).then(
              (result) => done(result.violations.map((one) => [one.impact, one.id,
                one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200))])),
              (error) => done([['serious', String(error), []]]))"""})
        found += [(name, *one) for one in done if one[0] in ("serious", "critical")]
    assert not found, "\n".join(map(str, found))


TESTS = [connect_four_is_played_to_the_end_by_clicks,
         a_piece_is_chosen_and_moved_and_the_line_is_in_the_address,
         values_tell_what_is_proven_from_estimates,
         a_seat_sees_its_card_and_not_the_other_one,
         two_people_sit_at_one_table,
         a_syntax_error_appears_and_goes_away, a_mending_is_applied,
         a_game_from_the_template_is_verified,
         a_refutation_is_opened_and_stepped,
         a_link_is_not_believed, a_wrong_game_shows_where_it_is_stuck,
         a_formula_of_ones_own_is_proved,
         a_filter_hides_rows, the_plan_of_a_puzzle_is_stepped,
         what_a_role_can_know_is_shown, everything_is_done_by_keyboard,
         a_link_without_the_key_asks_for_it, no_view_is_wider_than_the_window,
         axe_finds_nothing_serious]


def main():
    passed = failed = 0
    wanted = os.environ.get("TESTS", "")
    with Browser() as browser:
        page = Page(sys.argv[1], browser)
        for test in TESTS:
            if wanted not in test.__name__:
                continue
            try:
                page.start()
                page.complaints()
                test(page)
                complaints = page.complaints()
                assert not complaints, complaints
                passed += 1
                print("ok    ", test.__name__, flush=True)
            except Exception:
                failed += 1
                print("FAILED", test.__name__)
                traceback.print_exc(limit=2)
        page.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
