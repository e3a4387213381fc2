// serve.js - the page of `zermelo serve`: frame, addresses, keyboard
//
// A view is a function (place, fields, signal, frame) that fills PLACE and may
// return { keys }: what letters do. Start reading at show(), at the end.

import {el, openKeys, short} from "./dom.js";
import {hasKey, Refused, setKey, takeKey} from "./api.js";
import {address, DRAFT, readAddress} from "./games.js";
import {libraryView} from "./library.js";
import {playView, tableView} from "./playing.js";
import {factsView, traceAnswer} from "./facts.js";
import {rulesView} from "./rules.js";
import {knowView, seatView} from "./seat.js";
import {solveView} from "./solve.js";

const VIEWS = {
  library: libraryView,
  play: playView,
  table: tableView,
  facts: factsView,
  trace: traceAnswer,
  rules: rulesView,
  know: knowView,
  seat: seatView,
  solve: solveView
};
const TABS = [
  ["play", "Play"],
  ["facts", "Facts"],
  ["solve", "Solve"],
  ["know", "Knowledge"],
  ["rules", "Rules"],
];

const KEYS = [
  ["← →", "step back, forward"],
  ["Home End", "first, last position"],
  ["Tab", "next part of the page"],
  ["Enter", "choose a piece, a target, a row"],
  ["Esc", "let go, close"],
  ["v", "values on the board"],
  ["u", "undo"],
  ["h", "hint"],
  ["f", "to the failing step"],
  ["n p", "next, previous problem"],
  ["/", "search, or the formula field"],
  ["l", "position as a list"],
  ["c", "copy the link to this view"],
  ["g", "then l p f s k r: library, play, facts, solve, knowledge, rules"],
  ["?", "this list"],
];

const top = document.getElementById("top");
const main = document.getElementById("main");
const known = new Map();  // by game: its title and language
let shown = {keys: {}};
let stop = new AbortController();
let isGoing = false;  // after g

// ---- the frame ----

// What the list of keys has below it.
function choices() {
  const letters = el("input", {
    type: "checkbox",
    change: () => localStorage.setItem("zermelo-letters", letters.checked ? "on" : "off")
  });
  letters.checked = localStorage.getItem("zermelo-letters") !== "off";
  const theme = el(
    "select",
    {class: "sel", "aria-label": "colours", change: () => setTheme(theme.value)},
    ["as the system", "light", "dark"].map((name) => el("option", {value: name}, name)),
  );
  theme.value = localStorage.getItem("zermelo-theme") || "as the system";
  return el(
    "p", {}, el("label", {}, letters, " letters do this"), " ", el("label", {}, "colours ", theme)
  );
}

function setTheme(name) {
  localStorage.setItem("zermelo-theme", name);
  if (name === "light" || name === "dark")
    document.documentElement.dataset.theme = name;
  else
    delete document.documentElement.dataset.theme;
}

const showKeys = () => openKeys(KEYS, choices());

// The bar at the top; views say more about the game when they know it.
function drawTop(fields, told) {
  known.set(fields.game, {...known.get(fields.game), ...told});
  const game = known.get(fields.game);
  const tabs =
    TABS.filter(([view]) => view !== "know" || game.language === "GDL-II" || fields.view === view);
  top.replaceChildren(
    el("a", {class: "brand", href: "#library"}, "zermelo"),
    ...(
      fields.game ?
        [
          el(
            "div", {class: "crumb"}, el("span", {class: "q"}, "/"),
            el(
              "b", {},
              short(game.title || (fields.game === DRAFT ? "A game of your own" : fields.game), 60)
            ),
            game.title && el("span", {class: "m"}, short(fields.game, 40))
          ),
          el(
            "nav", {class: "tabs", "aria-label": "views"},
            tabs.map(
              ([view, name]) =>
                el(
                  "a", {
                    href: address(view, {game: fields.game}),
                    "aria-current": fields.view === view ||
                        {trace: "facts", table: "play", seat: "play"}[fields.view] === view ?
                      "page" :
                      null
                  },
                  name
                )
            )
          ),
        ] :
        [el("span", {class: "tabs"})]
    ),
    el("button", {class: "btn keys", type: "button", click: showKeys}, "Keys ", el("kbd", {}, "?")),
  );
  document.title =
    short(game.title || fields.game || "zermelo", 60) + (fields.game ? " · zermelo" : "");
}

// ---- what is wrong ----

function askForKey(place) {
  const field =
    el("input", {class: "field m", id: "key", autocomplete: "off", spellcheck: "false"});
  place.replaceChildren(
    el(
      "form",
      {
        class: "panel pad keyform",
        submit: (event) => {
          event.preventDefault();
          setKey(field.value.trim().replace(/^.*[?&]key=/, ""));
          show();
        },
      },
      el("h1", {}, "The key of this server"),
      el(
        "p", {},
        el(
          "label",
          { for: "key"
          },
          "It stands in the address that zermelo serve printed, after key="
        ),
        "."
      ),
      el("div", {class: "row"}, field, el("button", {class: "btn go"}, "Open")),
    ),
  );
  field.focus();
}

export function problem(error) {
  return el(
    "div", {class: "note bad", role: "alert"}, el("p", {}, error.message || String(error)),
    error.rule && el("p", {class: "s q"}, error.rule)
  );
}

function fail(error, place) {
  if (error.name === "AbortError") return;
  if (error instanceof Refused && error.status === 401)
    askForKey(place);
  else {
    place.append(
      problem(error),
      el(
        "p", {}, el("button", {class: "btn", type: "button", click: show}, "Ask again"), " ",
        el("a", {href: "#library"}, "Library")
      )
    );
    if (!(error instanceof Refused)) console.error(error);
  }
}

// ---- the keyboard ----

const GOES = {
  l: "library",
  p: "play",
  f: "facts",
  s: "solve",
  k: "know",
  r: "rules"
};

// Says so for some seconds, for everybody to see.
async function copyLink() {
  const link = location.origin + location.pathname + location.hash;
  const copied = await navigator.clipboard?.writeText(link).then(() => "Link copied. ", () => "");
  announce(
    (copied || link + " ") +
    (readAddress().game === DRAFT ?
       "These rules are in this browser only: to others, send Save as page." :
       "It opens where zermelo serve runs with this game; Save as page opens everywhere.")
  );
  status.className = "said";
  setTimeout(() => (status.className = "vh"), 6000);
}

const status = el("div", {class: "vh", role: "status"});
document.body.append(status);
export function announce(text) {
  status.textContent = text;
}

function onKey(event) {
  const inField = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) &&
    !["checkbox", "radio"].includes(event.target.type);
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || inField || document.querySelector("dialog[open]"))
    return;
  const isLetter = event.key.length === 1;
  if (isLetter && localStorage.getItem("zermelo-letters") === "off") return;
  const {game} = readAddress();
  if (isGoing && GOES[event.key])
    location.hash = GOES[event.key] === "library" ? "#library" : address(GOES[event.key], {game});
  else if (event.key === "?")
    showKeys();
  else if (event.key === "c")
    copyLink();
  else if (event.key === "l" && document.querySelector("details.list"))
    document.querySelector("details.list").open ^= true;
  else if (shown.keys[event.key] && !isGoing)
    shown.keys[event.key](event);
  else if (event.key !== "g") {
    isGoing = false;
    return;
  }
  isGoing = event.key === "g" && !isGoing;
  event.preventDefault();
}

// ---- views ----

async function show() {
  stop.abort();
  stop = new AbortController();
  const {signal} = stop;
  const fields = readAddress();
  const view = VIEWS[fields.view] || libraryView;
  const place = el("div", {class: "view-" + fields.view});
  const frame = {announce, copyLink, named: (game) => !signal.aborted && drawTop(fields, game)};
  shown = {keys: {}};
  drawTop(fields, null);
  main.replaceChildren(place);
  if (!hasKey() && fields.view !== "seat") return askForKey(place);
  try {
    const made = await view(place, fields, signal, frame);
    if (!signal.aborted) shown = {keys: {}, ...made};
  } catch (error) {
    if (!signal.aborted) fail(error, place);
  }
}

takeKey();
setTheme(localStorage.getItem("zermelo-theme") || "as the system");
window.addEventListener("hashchange", show);
window.addEventListener("popstate", show);
document.addEventListener("keydown", onKey);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
show();
