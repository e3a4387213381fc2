// page.js - one self-contained page for one answer
//
// The document is JSON in the element "document": { command, words, file,
// version, roles, answer, layout, plays, views, pairs, rounds, hidden (how many
// views are missing) }. Start reading at main(), at the end.

import {el, openKeys, plural, short} from "./dom.js";
import {besideOf} from "./play.js";
import {film, traceView} from "./trace.js";
import {pretty} from "./truth.js";
import {pairView, roundsView} from "./knowledge.js";
import {answerOf, metaOf} from "./answer.js";

const KEYS = [
  ["← →", "one step back or forward"],
  ["Home End", "first or last position"],
  ["f", "the failing step"],
  ["n p", "next or previous play"],
  ["l", "the position as a list"],
  ["?", "these keys"],
  ["Esc", "close"],
];

function topBar(doc) {
  return el(
    "header",
    {class: "top"},
    el("span", {class: "brand"}, "zermelo"),
    el(
      "div", {class: "crumb"}, el("span", {class: "q"}, "/"), el("b", {}, short(doc.game, 40)),
      el("span", {class: "m"}, short(doc.file, 60))
    ),
    el("span", {class: "kind"}, doc.command),
    el(
      "button", {class: "btn keys noprint", type: "button", click: () => openKeys(KEYS)}, "Keys ",
      el("kbd", {}, "?")
    ),
  );
}

// Where the reader is, as the end of the address: #play=1&step=12
function readAddress() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const number = (name) =>
    (/^[0-9]+$/.test(fields.get(name) || "") ? Number(fields.get(name)) : null);
  return {play: number("play"), step: number("step")};
}

function writeAddress(play, step) {
  try {
    history.replaceState(null, "", `#play=${play + 1}&step=${step}`);
  } catch {
    // a browser may refuse that for a file: the page works without
  }
}

// The views of the document: { title, make() }.
function viewParts(doc) {
  const parts = [];
  if (doc.rounds) parts.push({title: "One match, round by round", make: () => roundsView(doc)});
  (doc.pairs || []).forEach((pair) => parts.push({
    title: `Two plays that are the same to ${short(pair.role, 60)}`,
    make: () => pairView(doc, pair),
    pair
  }));
  doc.views.forEach((view, i) => {
    const result = (doc.answer.results || [])[view.result];
    const fails =
      view.rows && view.rows[0].truth.endsWith("0") && result && result.verdict === "refuted";
    if (view.at === undefined && fails) view.at = view.rows[0].truth.length - 1;
    if (!view.paired)
      parts.push({title: view.title, view, number: i, make: () => traceView(doc, view)});
  });
  return parts;
}

function viewerOf(doc, parts) {
  const place = el("div", {class: "viewer"});
  const title = el("h2", {});
  const formula = el("code", {});
  const choice = el(
    "select",
    {class: "sel noprint", "aria-label": "play", change: () => open(Number(choice.value))},
    parts.map((part, i) => el("option", {value: i}, `${i + 1}. ${short(part.title, 80)}`)),
  );
  const viewer = {parts, number: 0, open};
  function open(number, step) {
    viewer.number = Math.max(0, Math.min(parts.length - 1, number));
    const part = parts[viewer.number];
    viewer.model = part.make();
    place.replaceChildren(viewer.model.element);
    choice.value = String(viewer.number);
    const said = part.view && doc.answer.results && part.view.formula;
    title.replaceChildren(
      said === part.title ? `Play ${viewer.number + 1} of ${parts.length}` : short(part.title, 200)
    );
    formula.replaceChildren(said ? short(pretty(said), 2000) : "");
    viewer.model.changed = () => writeAddress(viewer.number, viewer.model.position);
    const opensAtEnd = doc.command !== "solve" && !doc.rounds;
    const first = step ?? viewer.model.failing ?? (opensAtEnd ? viewer.model.count - 1 : 0);
    viewer.model.show(first);
  }
  viewer.element = el(
    "section",
    {class: "view", id: "view", "aria-label": "play"},
    parts.length > 1 && el("div", {class: "row viewhead"}, title, choice),
    parts.length > 1 && el("p", {}, formula),
    place,
  );
  return viewer;
}

// ---- the keyboard ----

function onKey(event, viewer) {
  const inField = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if (event.ctrlKey || event.metaKey || event.altKey || inField || document.querySelector("dialog"))
    return;
  const model = viewer && viewer.model;
  const actions = {
    "?": () => openKeys(KEYS),
    ...(model && {
      ArrowLeft: () => model.show(model.position - 1),
      ArrowRight: () => model.show(model.position + 1),
      Home: () => model.show(0),
      End: () => model.show(model.count - 1),
      f: () => model.failing !== undefined && model.show(model.failing),
      n: () => viewer.open(viewer.number + 1),
      p: () => viewer.open(viewer.number - 1),
      l: () => {
        const list = document.querySelector("details.list");
        if (list) list.open = !list.open;
      },
    }),
  };
  if (!actions[event.key]) return;
  actions[event.key]();
  event.preventDefault();
}

// ---- on paper ----

const MAX_FILM = 240;  // boards

// All plays as strips, made when the page is printed.
function addFilms(doc, parts, place) {
  let left = MAX_FILM;
  const seen = new Set();
  place.replaceChildren();
  parts.forEach((part) => {
    const numbers = part.pair ? part.pair.plays : part.view ? [part.view.play] : [];
    numbers.forEach((number, i) => {
      const play = doc.plays[number];
      if (seen.has(number)) return;
      seen.add(number);
      left -= play.moves.length + 1;
      place.append(
        el(
          "section",
          {},
          el("h2", {}, numbers.length > 1 ? `${part.title}: play ${"AB"[i]}` : pretty(part.title)),
          left >= 0 ? film(doc, play) :
                      el(
                        "p", {}, `A play of ${plural(play.moves.length, "step")}: `,
                        el("code", {}, play.moves.map((step) => step.join(", ")).join("; "))
                      ),
        ),
      );
    });
  });
}

// ---- all of it ----

// A word as one types it in a shell.
function shellWord(word) {
  return /^[A-Za-z0-9_./=:,-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
}

function main() {
  const doc = JSON.parse(document.getElementById("document").textContent);
  doc.beside = besideOf(
    ...doc.plays.flatMap((play) => play.positions.map((one) => one.picture)),
    ...(doc.rounds || []).flatMap((round) => [round.must, round.may])
  );
  const name = doc.file.slice(doc.file.lastIndexOf("/") + 1);
  doc.game = name === "-" ? "the game" : name.replace(/(?<=.)\.[^.]*$/, "");
  doc.views.forEach((view) => {
    view.steps = doc.plays[view.play].moves.length;
  });
  const parts = viewParts(doc);
  const viewer = parts.length ? viewerOf(doc, parts) : null;
  const choose = (number) => {
    const place = parts.findIndex(
      (part) => part.number === number || (part.pair && part.pair.views.includes(number))
    );
    viewer.open(place);
    viewer.element.scrollIntoView({block: "start"});
  };
  const {heading, details} = answerOf(doc, choose);
  const films = el("div", {class: "films"});
  const isSingle = parts.length === 1 && details.length === 0;
  document.body.replaceChildren(
    el("a", {class: "skip", href: "#main"}, "Skip to content"),
    topBar(doc),
    el(
      "main",
      {id: "main"},
      heading,
      !isSingle && metaOf(doc),
      doc.command === "prove" || doc.command === "verify" || !viewer ?
        [details, viewer && viewer.element] :
        [viewer.element, details],
      isSingle && metaOf(doc),
      films,
      el(
        "section", {class: "repeat"}, el("h2", {}, "To repeat it"),
        el("pre", {}, doc.words.map(shellWord).join(" "))
      ),
      el(
        "footer", {},
        `zermelo ${
          doc
            .version}. Plays were replayed by the rules before this page was written. It holds the answer as JSON and loads nothing.`,
        doc.hidden > 0 && ` ${plural(doc.hidden, "more play")} would have taken too long to draw.`
      ),
    ),
  );
  document.addEventListener("keydown", (event) => onKey(event, viewer));
  window.addEventListener("beforeprint", () => addFilms(doc, parts, films));
  window.addEventListener("afterprint", () => films.replaceChildren());
  if (viewer) {
    const {play, step} = readAddress();
    viewer.open((play || 1) - 1, play === null ? undefined : step);
  }
}

main();
