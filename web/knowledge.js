// knowledge.js - what a role can know: two plays that are one to it, and one
// match round by round

import {el, panel, short, verdict} from "./dom.js";
import {besideTable, boardsOf, controls, differences, drawPosition, formLegend, movesOf, positionsOf, slider} from "./play.js";

// ---- two plays ----

// The moves of one of two plays: own and equal ones grey, the others bold.
function pairMoves(doc, play, other) {
  return play.moves.map((step, n) => {
    const isSame = (role, move) =>
      other.moves[n] && other.moves[n][doc.roles.indexOf(role)] === move;
    const parts =
      movesOf(doc, play, n)
        .map(
          ([role, move],
           k) => [k ? ", " : "", el(isSame(role, move) ? "span" : "b", {}, role + " " + move)]
        );
    return el("li", {}, el("i", {}, String(n + 1)), el("span", {}, parts));
  });
}

const WHAT = {
  legal: "they differ in its legal moves",
  terminal: "they differ in whether the game is over",
  goal: "they differ in its payoff",
  features: "they differ in the position",
};

// { element, position, count, show(n) } for PAIR: { plays: [i, j], role, what }.
export function pairView(doc, pair) {
  const plays = pair.plays.map((number) => doc.plays[number]);
  const positions = plays.map((play) => positionsOf(play, doc.layout));
  const model = {count: Math.max(...positions.map((list) => list.length)), position: 0, show};
  const ctl = controls(model);
  const bar = slider(model);
  const sides = plays.map(
    (play, i) => ({place: el("div", {class: "place"}), items: pairMoves(doc, play, plays[1 - i])})
  );
  function show(n) {
    model.position = Math.max(0, Math.min(model.count - 1, n));
    const now = positions.map((list) => list[Math.min(model.position, list.length - 1)]);
    const differs = differences(now[0], now[1]);
    sides.forEach(({place, items}, i) => {
      const beside = besideTable(doc, now[i].features);
      place.replaceChildren(
        drawPosition(
          doc.layout, {...now[i], changed: null},
          {differs, width: 240, label: `play ${"AB"[i]}, position ${model.position}`}
        ),
        ...[beside].filter(Boolean)
      );
      items.forEach((item, k) => item.classList.toggle("now", k + 1 === model.position));
    });
    ctl.update();
    bar.update();
    if (model.changed) model.changed();
  }
  model.element = panel(
    `Two plays that ${short(pair.role, 60)} cannot tell apart`,
    WHAT[pair.what] || pair.what,
    el(
      "div",
      {class: "pair"},
      sides.map(
        ({place, items}, i) => el(
          "div", {},
          el(
            "h3", {},
            "Play " +
              "AB"[i]
          ),
          el("div", {class: "half"}, place, el("ol", {}, items)),
          el("p", {class: "s q"}, endOf(doc, plays[i], pair))
        ),
      ),
    ),
    el("div", {class: "pad row"}, ctl.element, bar.element),
    el(
      "p", {class: "pad legend"},
      el("span", {}, el("i", {class: "key differs"}), "differs between the two"),
      el("span", {}, el("b", {}, "bold"), " moves that differ"), formLegend(doc.layout)
    ),
  );
  return model;
}

// What differs at the end, for the role.
function endOf(doc, play, pair) {
  const role = doc.roles.indexOf(pair.role);
  const goal = play.goals && play.goals[role];
  const end = play.terminal ? "the game is over" : "the game goes on";
  return `In the end ${end}${
    goal === null || goal === undefined ? "" :
                                          `; the value for ${short(pair.role, 60)} is ${goal}`}.`;
}

// ---- one match ----

function factsLine(title, facts) {
  return facts && facts.length ?
    el(
      "div", {}, el("b", {class: "s"}, title),
      el("p", {class: "facts"}, facts.map((fact) => [el("span", {}, fact), " "]))
    ) :
    null;
}

// { element, position, count, show(n) } for the rounds of `know --show`.
export function roundsView(doc) {
  const rounds = doc.answer.rounds;
  const nameOf = (n) => (rounds[n].round ? "round " + rounds[n].round : "the end");
  const model =
    {count: rounds.length, position: 0, show, word: "round", label: () => nameOf(model.position)};
  const ctl = controls(model);
  const bar = slider(model, nameOf);
  const place = el("div", {class: "place"});
  const known = el("div", {class: "pad known"});
  const rows = rounds.map(
    (round, n) => el(
      "tr",
      {click: () => show(n)},
      el("td", {}, round.round ? String(round.round) : "end"),
      el("td", {}, el("code", {}, round.does || "–")),
      el("td", {}, el("code", {}, (round.sees || []).join(" ") || "–")),
    ),
  );
  function show(n) {
    model.position = Math.max(0, Math.min(model.count - 1, n));
    const round = rounds[model.position];
    const pictures = doc.rounds[model.position];
    const may = round["may hold"] || [];
    place.replaceChildren(
      drawPosition(
        doc.layout, {boards: boardsOf(doc.layout, pictures.must)},
        {may: boardsOf(doc.layout, pictures.may), label: "round " + (round.round || "end")}
      ),
      ...[besideTable(doc, round.holds || [])].filter(Boolean),
    );
    const isUnsure = (round["may be legal"] || []).length > 0;
    known.replaceChildren(
      ...
        [round.round ? verdict(
                         isUnsure ? "refuted" : "proved",
                         isUnsure ? "legal moves not known" : "legal moves known"
                       ) :
                       null,
         factsLine("legal", round.legal),
         factsLine("may be legal", round["may be legal"]),
         factsLine("must hold", round.holds),
         factsLine("may hold", may),
         ...Object.entries(round)
           .filter(
             ([key, value]) =>
               !["round", "holds", "may hold", "legal", "may be legal", "does", "sees"].includes(key
               ) &&
               value !== null
           )
           .map(([key, value]) => factsLine(key, [].concat(value).map(String))),
    ].filter(Boolean),
    );
    rows.forEach((row, i) => row.classList.toggle("now", i === model.position));
    ctl.update();
    bar.update();
    if (model.changed) model.changed();
  }
  model.element = el(
    "div",
    {class: "know"},
    el(
      "section",
      {class: "table", "aria-label": "board"},
      place,
      el(
        "p", {class: "legend"}, el("span", {}, el("i", {class: "key must"}), "must hold"),
        el("span", {}, el("i", {class: "key maybe"}), "may hold"), formLegend(doc.layout)
      ),
      el("div", {class: "row"}, ctl.element, bar.element),
    ),
    el(
      "div",
      {class: "two"},
      panel(
        "Percepts", null,
        el(
          "table", {class: "rounds"},
          el(
            "thead", {},
            el("tr", {}, ["round", "does", "sees"].map((word) => el("th", {scope: "col"}, word)))
          ),
          el("tbody", {}, rows)
        )
      ),
      panel("Known", null, known),
    ),
  );
  return model;
}
