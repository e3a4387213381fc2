// trace.js - a play: board, slider, what changed, the truth of every subformula
//
// A view of a play (play.js) is { play, formula, rows, at, loop_from }: its number,
// and the truth of a formula along it (truth.js). Start reading at traceView().

import {el, panel, plural, short} from "./dom.js";
import {besideTable, controls, drawPosition, formLegend, goalText, movesOf, positionsOf, stepText} from "./play.js";
import {TRUTH, truthMatrix, whyPanel} from "./truth.js";

// ---- beside the board ----

function changePanel(doc, play) {
  const list = el("div", {class: "delta"});
  const box = panel("What changed", " ", list);
  const positions = positionsOf(play, doc.layout);
  return {
    element: box,
    update(n) {
      const now = positions[n], before = positions[n - 1];
      const minus = n ? [...before.features].filter((one) => !now.features.has(one)) : [];
      const plus = n ? [...now.features].filter((one) => !before.features.has(one)) : [];
      box.querySelector("header .end").textContent =
        n ? short(`step ${n}, ${stepText(doc, play, n - 1)}`, 60) : "the beginning";
      list.replaceChildren(
        ...(
          n ?
            [
              ...minus.map((feature) => el("del", {}, feature)),
              ...plus.map((feature) => el("ins", {}, feature)),
              !minus.length && !plus.length && el("p", {class: "q"}, "nothing"),
              ...(play.positions[n].sees || [])
                .flatMap(
                  (seen, i) => seen.length ? [el(
                                               "p", {class: "sees"}, el("b", {}, doc.roles[i]),
                                               " sees ", el("code", {}, seen.join(" "))
                                             )] :
                                             [],
                ),
            ].filter(Boolean) :
            [el("p", {class: "q"}, "no step was made yet")]
        ),
      );
    },
  };
}

function movesPanel(doc, play, model) {
  const items = play.moves.map(
    (_, n) => el(
      "li",
      {click: () => model.show(n + 1)},
      el("i", {}, String(n + 1)),
      el(
        "span", {},
        movesOf(
          doc, play, n
        ).map(([role, move], k) => [k ? ", " : "", el("span", {class: "q"}, role + " "), move])
      ),
    ),
  );
  const list = el("ol", {class: "moves", tabindex: "0", "aria-label": "moves"}, items);
  const end = play.goals &&
    (play.terminal ? "The game is over after it: " : "Not over after it; if it ended then: ") +
      goalText(doc, play.goals) + ".";
  return {
    element: panel(
      "Moves", plural(play.moves.length, "step"),
      items.length ? list : el("p", {class: "pad q"}, "none"),
      end && el("p", {class: "pad s q"}, end),
      play.stopped && el("p", {class: "pad s"}, `No more is shown: ${play.stopped}.`)
    ),
    update(n) {
      items.forEach((item, i) => {
        item.classList.toggle("now", i + 1 === n);
        if (i + 1 === n)
          item.setAttribute("aria-current", "step");
        else
          item.removeAttribute("aria-current");
      });
      const item = items[n - 1];
      if (item)
        list.scrollTop = Math.max(0, item.offsetTop - list.clientHeight / 2);
      else
        list.scrollTop = 0;
    },
  };
}

function listPanel(features) {
  return el(
    "details", {class: "panel list"}, el("summary", {}, "Position as a list"),
    el("p", {class: "facts"}, [...features].map((feature) => [el("span", {}, feature), " "]))
  );
}

// What short letters on a board stand for; null if they say it themselves.
function letterList(layout) {
  const letters = new Map();
  for (const board of layout.boards)
    for (const content of board.contents || [])
      if (content.form === "text" && content.letter !== content.name)
        letters.set(content.letter, content.name);
  if (!letters.size) return null;
  return el(
    "details",
    {class: "panel list"},
    el("summary", {}, "What the letters mean"),
    el(
      "dl", {class: "letters"},
      [...letters].map(([letter, name]) => [el("dt", {}, letter), el("dd", {}, name)])
    ),
  );
}

const legend = (layout) => el(
  "p",
  {class: "legend"},
  formLegend(layout),
  el("span", {class: "noprint"}, el("i", {class: "key last"}), "last move"),
  el("span", {class: "noprint"}, el("i", {class: "key changed"}), "changed in this step"),
);

// ---- all of it ----

// { element, position, count, failing, show(n) }
export function traceView(doc, view) {
  const play = doc.plays[view.play];
  const positions = positionsOf(play, doc.layout);
  const place = el("div", {class: "place"});
  const below = el("div", {});
  const model = {count: positions.length, position: 0, failing: view.at, show};
  const ctl = controls(model);
  const truth = truthMatrix(doc, play, view, model);
  const change = changePanel(doc, play);
  const moves = movesPanel(doc, play, model);
  const parts = [ctl, truth];
  function show(n) {
    model.position = Math.max(0, Math.min(model.count - 1, n));
    const position = positions[model.position];
    const isOpen = below.querySelector("details[open]") !== null;
    const list = listPanel(position.features);
    list.open = isOpen;
    place.replaceChildren(drawPosition(doc.layout, position, {label: `position ${model.position}`})
    );
    below.replaceChildren(
      ...[besideTable(doc, position.features), doc.layout.boards.length > 0 && list].filter(Boolean)
    );
    parts.forEach((part) => part.update());
    change.update(model.position);
    moves.update(model.position);
    if (model.changed) model.changed();
  }
  const heading = view.rows ? "Truth at every position" : "Moves at every position";
  const key = view.rows &&
    el(
                "span",
                {class: "end legend"},
                ["1", "0", "."].map(
                  (value) => el(
                    "span", {}, el("span", {class: "tv " + TRUTH[value][0], "aria-hidden": "true"}),
                    TRUTH[value][1]
                  )
                ),
    );
  model.element = el(
    "div",
    {class: "trace"},
    el(
      "section", {class: "table", "aria-label": "board"}, place, ctl.element,
      doc.layout.boards.length > 0 && legend(doc.layout), below, letterList(doc.layout)
    ),
    el(
      "div",
      {class: "side"},
      el(
        "section", {class: model.count > 26 ? "panel noprint" : "panel"},
        el("header", {}, el("h2", {}, heading), key), truth.element
      ),
      el(
        "div", {class: "two"}, change.element,
        view.rows && view.at !== undefined ? whyPanel(view) : moves.element
      ),
      view.rows && view.at !== undefined && moves.element,
    ),
  );
  truth.fail();
  return model;
}

// The positions of a play one after the other, for paper.
export function film(doc, play) {
  const positions = positionsOf(play, doc.layout);
  return el(
    "div",
    {class: "film"},
    positions.map(
      (position, n) => el(
        "figure",
        {},
        doc.layout.boards.length ?
          drawPosition(doc.layout, position, {width: 110, isSmall: true, label: "position " + n}) :
          besideTable(doc, position.features),
        el("figcaption", {}, n ? `${n} ${short(stepText(doc, play, n - 1), 60)}` : "0 start"),
      ),
    ),
  );
}
