// play.js - the positions of a play, drawn, and what one steps through them with
//
// A play is { moves, positions: [{ features, picture, sees }], terminal, goals };
// pictures are as the library has them: { boards: [[[x, y, content, ...]]], beside }.

import {el, iconButton, short, svg} from "./dom.js";
import {cellsOfMove, drawBoard, drawContents, parseTerm, symbolOf} from "./board.js";

// ---- plays ----

const expanded = new WeakMap();

// By board a Map from "x,y" to contents.
export function boardsOf(layout, picture) {
  return layout.boards.map(
    (_, i) => new Map(((picture && picture.boards[i]) || []
    ).map(([x, y, ...contents]) => [x + "," + (y ?? 0), contents]))
  );
}

// The features of PICTURES that are on no board: { feature: true }.
export const besideOf = (...pictures) => Object.fromEntries(
  pictures.flatMap((one) => (one ? one.beside : [])).map((feature) => [feature, true])
);

// By board the cells in which two positions differ.
export function differences(left, right) {
  return left.boards.map((board, i) => {
    const keys = new Set([...board.keys(), ...right.boards[i].keys()]);
    return new Set(
      [...keys].filter((key) => String(board.get(key)) !== String(right.boards[i].get(key)))
    );
  });
}

// The cells where something new is, for moves that name none: [{ board, cells }].
function filled(boards, changed) {
  return boards
    .map(
      (board, i) => ({
        board: i,
        cells:
          [...changed[i]].filter((key) => board.has(key)).map((key) => key.split(",").map(Number)),
      })
    )
    .filter((one) => one.cells.length === 1);
}

// All positions of a play: { boards: [Map], features: Set, changed: [Set], last }.
export function positionsOf(play, layout) {
  if (expanded.has(play)) return expanded.get(play);
  const positions = play.positions.map(
    ({features, picture}) =>
      ({boards: boardsOf(layout, picture), features: new Set(features), last: []})
  );
  positions.forEach((now, n) => {
    now.changed = differences(now, positions[n - 1] || now);
    if (n) now.last = play.moves[n - 1].flatMap((move) => cellsOfMove(layout, move));
    if (n && !now.last.length) now.last = filled(now.boards, now.changed);
  });
  expanded.set(play, positions);
  return positions;
}

// Moves without arguments say little where a role has others, too.
export function isIdle(play, role, move) {
  if (move.includes("(")) return false;
  return play.moves.some((step) => step[role].includes("("));
}

// What was done in a step, [[role, move]], without roles that did nothing.
export function movesOf(doc, play, n) {
  const moves = play.moves[n].map((move, i) => [doc.roles[i], move]);
  const busy = moves.filter(([, move], i) => !isIdle(play, i, move));
  return busy.length ? busy : moves;
}

export function stepText(doc, play, n) {
  return movesOf(doc, play, n).map(([role, move]) => role + " " + move).join(", ");
}

// The values of all roles.
export function goalText(doc, goals) {
  return doc.roles
    .map(
      (role, i) => `${role} ${
        goals[i] === null         ? "no value" :
          Array.isArray(goals[i]) ? goals[i].join(" and ") :
                                    goals[i]}`
    )
    .join(", ");
}

// ---- the position ----

const byName = new Intl.Collator("en", {numeric: true}).compare;

// Features that are on no board: a line for each symbol, always the same lines.
export function besideTable(doc, features) {
  const groups = new Map([...new Set(Object.keys(doc.beside).map(symbolOf))].sort(byName
  ).map((symbol) => [symbol, []]));
  for (const feature of features)
    if (Object.hasOwn(doc.beside, feature))
      groups.get(symbolOf(feature)).push(parseTerm(feature).args.join(", "));
  if (!groups.size) return null;
  const values = (list) => {
    if (!list.length) return el("span", {class: "q"}, "–");
    return list.sort(byName
    ).map((value) => (value ? [el("span", {class: "val"}, value), " "] : "holds"));
  };
  return el(
    "table",
    {class: "beside"},
    el(
      "tbody", {},
      [...groups].map(
        ([symbol, list]) => el(
          "tr", {},
          el(
            "th", {scope: "row", title: short(symbol, 1000)},
            short(symbol.slice(0, symbol.lastIndexOf("/")), 24)
          ),
          el("td", {}, values(list))
        )
      )
    ),
  );
}

// The numbers of the boards in the order in which they are shown: those that moves
// speak of first, then those on which most can stand.
function boardOrder(layout) {
  const weight = (i) => {
    const isMoved = (layout.moves || []).some((one) => one.board === i);
    return (isMoved ? 1000 : 0) + (layout.boards[i].contents || []).length;
  };
  return layout.boards.map((_, i) => i).sort((a, b) => weight(b) - weight(a) || a - b);
}

// Whether a board, of several the one at PLACE, needs the room of two small ones.
function isWide(board, place) {
  const columns = board.axes[0] ? board.axes[0].values.length : 1;
  return board.axes.length > 2 || columns > (place ? 10 : 5);
}

// The boards of a position.
export function drawPosition(layout, position, options = {}) {
  const many = layout.boards.length > 1;
  const figure = (i, place) => {
    const board = layout.boards[i];
    const isSmall = many && !isWide(board, place);
    return el(
      "figure",
      {class: many && !isSmall ? "wide" : null},
      drawBoard(layout, i, position.boards[i], {
        ...options,
        width: options.width || (isSmall ? 200 : 428),
        last: (position.last || []).filter((one) => one.board === i).flatMap((one) => one.cells),
        changed: options.isSmall ? null : position.changed && position.changed[i],
        differs: options.differs && options.differs[i],
        may: options.may && options.may[i],
      }),
      many && el("figcaption", {}, board.feature),
    );
  };
  return el("div", {class: many ? "boards many" : "boards"}, boardOrder(layout).map(figure));
}

// The forms that do not say by themselves what they stand for.
export function formLegend(layout) {
  const seen = new Map();
  layout.boards.forEach(
    (board) => (board.contents || []).forEach((content) => {
      if (board.shape === "stack" || (board.contents.length === 1 && layout.boards.length > 1))
        return;
      if (/^(disc|square|diamond|hexagon)-(light|dark|half)$/.test(content.form || "") && board.contents.length <= 12)
        seen.set(content.name + content.form, [board, content]);
    }),
  );
  return [...seen.values()].map(
    ([board, content]) => el(
      "span", {},
      svg(
        "svg", {class: "form", viewBox: "-20 -20 40 40", "aria-hidden": "true"},
        drawContents(board, [content.name], false)
      ),
      short(content.name, 40)
    ),
  );
}

// ---- the slider ----

// Buttons and a count for MODEL: { count, position, show(n), failing, word }.
export function controls(model) {
  const count = el("span", {class: "s end q nw", role: "status"});
  const buttons = [
    iconButton("first", "first position", () => model.show(0)),
    iconButton("back", "step back", () => model.show(model.position - 1)),
    iconButton("next", "step forward", () => model.show(model.position + 1)),
    iconButton("last", "last position", () => model.show(model.count - 1)),
  ];
  const failing = model.failing !== undefined &&
    el("button", {class: "btn", type: "button", click: () => model.show(model.failing)},
       "To the failing step");
  return {
    element: el("div", {class: "ctl noprint"}, buttons, failing, count),
    update() {
      const word = model.word || "position";
      count.textContent =
        model.label ? model.label() : `${word} ${model.position} of ${model.count - 1}`;
      buttons.forEach((button, i) => {
        button.disabled = model.position === (i < 2 ? 0 : model.count - 1);
      });
    },
  };
}

// A slider for MODEL; what a position means is read out.
export function slider(model, meaning) {
  const done = el("span", {class: "done"});
  const knob = el("i");
  const ticks = model.count > 101 ? [] : Array.from({length: model.count}, () => el("u"));
  const place = (element, n) => {
    element.style.left = (model.count > 1 ? (100 * n) / (model.count - 1) : 0) + "%";
  };
  ticks.forEach(place);
  const element = el(
    "span",
    {
      class: "scrub",
      role: "slider",
      tabindex: "0",
      "aria-label": model.word || "position",
      "aria-valuemin": 0,
      "aria-valuemax": model.count - 1,
      pointerdown: (event) => {
        element.setPointerCapture(event.pointerId);
        drag(event);
      },
      pointermove: (event) => event.buttons && drag(event),
    },
    done,
    ticks,
    knob,
  );
  function drag(event) {
    const box = element.getBoundingClientRect();
    model.show(Math.round(((event.clientX - box.left) / box.width) * (model.count - 1)));
  }
  return {
    element,
    update() {
      place(knob, model.position);
      done.style.width = knob.style.left;
      element.setAttribute("aria-valuenow", model.position);
      element.setAttribute(
        "aria-valuetext", meaning ? meaning(model.position) : String(model.position)
      );
    },
  };
}
