// playboard.js - a board that is played on: cells that can be chosen
//
// A move that speaks of cells is made by choosing them one after the other, the
// source first. Lies over what board.js draws. Start reading at playBoard().

import {el, short, svg} from "./dom.js";
import {axisValues, bracketPath, cellPath, cellsOfMove, drawBoard, geometry} from "./board.js";

// ---- moves and cells ----

const fits = (cell, [x, y]) => cell[0] === x && cell[1] === y;

// Moves of which CHOSEN are the first cells: { move, board, cells }.
function candidates(entries, board, chosen) {
  return entries.filter(
    (one) => one.cells.length >= chosen.length && (!chosen.length || one.board === board) &&
      chosen.every((cell, i) => fits(one.cells[i], cell)),
  );
}

// MOVES that by EFFECTS change one cell, or speak of cells.
export function moveEntries(layout, moves, effects = {}) {
  const cellsOf = (move) => {
    if (!Object.hasOwn(effects, move)) return cellsOfMove(layout, move);
    const [board, ...cell] = effects[move];
    return [{board, cells: [cell]}];
  };
  return moves.flatMap((move) => cellsOf(move).map((one) => ({move, ...one})));
}

// ---- values ----

// "W", "L", "D" or null: what is certain of a value.
export function proven(value) {
  if (value.least !== value.most) return null;
  return value.least === 100     ? "W" :
    value.least === 0            ? "L" :
    String(value.least) === "50" ? "D" :
                                   String(value.least);
}

function valueChip(value, isBest, unit) {
  const sure = proven(value);
  const text = sure || String(Math.round(value.estimate));
  const kind = sure === "W" ? "val-w" : sure === "L" ? "val-l" : sure ? "val-dr" : "val-e";
  const width = 12 + 8 * text.length;
  return svg(
    "g",
    {transform: `scale(${unit})`},
    isBest && svg("rect", {
      class: "val-best",
      x: -width / 2 - 3,
      y: -13,
      width: width + 6,
      height: 26,
      rx: sure ? 3 : 13
    }),
    svg("rect", {class: kind, x: -width / 2, y: -10, width, height: 20, rx: sure ? 2 : 10}),
    svg("text", {class: "val"}, text),
  );
}

const better = (a, b) => !b || a.estimate > b.estimate;

// By cell the best value of the moves that choose it next.
function cellValues(entries, depth, values) {
  const found = new Map();
  for (const one of entries) {
    const value = values.get(one.move);
    const cell = one.cells[depth];
    if (!value || !cell) continue;
    const key = cell.join();
    if (better(value, found.get(key))) found.set(key, value);
  }
  return found;
}

// ---- all of it ----

// The boards of POSITION. OPTIONS: moves (that may be made), effects, made(move), values (a
// Map from moves), best, changed cells and last move in POSITION, label.
export function playBoard(layout, position, options) {
  const entries = moveEntries(layout, options.moves || [], options.effects);
  const place = el("div", {class: layout.boards.length > 1 ? "boards many" : "boards"});
  const list = el("div", {class: "which", role: "group", "aria-label": "moves that fit"});
  let chosen = [];
  let chosenBoard = 0;
  let focus = null;

  function letGo() {
    chosen = [];
    draw();
  }

  function choose(board, cell) {
    let next = candidates(entries, board, chosen)
                 .filter(
                   (one) => one.board === board && one.cells.length > chosen.length &&
                     fits(one.cells[chosen.length], cell)
                 );
    if (!next.length && chosen.length) {
      chosen = [];
      next = candidates(
               entries, board, []
      ).filter((one) => one.board === board && fits(one.cells[0], cell));
    }
    if (!next.length) return draw();
    chosen = [...chosen, cell];
    chosenBoard = board;
    focus = {board, cell};
    const complete = next.filter((one) => one.cells.length === chosen.length);
    if (complete.length === 1 && next.length === 1) {
      chosen = [];
      options.made(complete[0].move);
      return;
    }
    draw(complete);
  }

  function nameOf(board, [x, y], cells) {
    const at = axisValues(layout.boards[board], x, y).join(",");
    const contents = cells.get([x, y].join());
    return short(at + (contents ? " " + contents.join(" and ") : " empty"), 80);
  }

  function overlay(picture, number) {
    const board = layout.boards[number];
    const g = geometry(board);
    const unit = Number(picture.style.getPropertyValue("--u")) || 1;
    const cells = position.boards[number];
    const now = candidates(
                  entries, number, chosen
    ).filter((one) => one.board === number && one.cells.length > chosen.length);
    const marks = svg("g", {"aria-hidden": "true", class: "over"});
    const isTarget = (cell) => now.some((one) => fits(one.cells[chosen.length], cell));
    const grid = svg("g", {role: "group", "aria-label": "cells"});
    const values = options.values ? cellValues(now, chosen.length, options.values) : new Map();
    const exists = board.cells && new Set(Object.values(board.cells).map((cell) => cell.join()));
    let first = null;
    for (let y = g.rows - 1; y >= 0; y--)
      for (let x = 0; x < g.columns; x++) {
        const key = [x, y].join();
        if (exists && !exists.has(key)) continue;
        const center = g.center(x, y);
        const target = isTarget([x, y]);
        if (chosen.some((cell) => chosenBoard === number && cell.join() === key))
          marks.append(svg("path", {class: "b-sel over-sel", d: cellPath(board, center)}));
        else if (target && chosen.length)
          marks.append(
            cells.has(key) ? svg("path", {class: "b-cap", d: bracketPath(center, g.size, 10)}) :
                             svg("circle", {class: "b-dot", cx: center[0], cy: center[1], r: 5})
          );
        const value = values.get(key);
        if (value) {
          const foot = cells.has(key) ? g.size / 2 - 8 * unit : 0;
          const isBest = options.best &&
            now.some((one) => one.move === options.best && fits(one.cells[chosen.length], [x, y]));
          marks.append(svg(
            "g", {transform: `translate(${center[0]} ${center[1] + foot})`},
            valueChip(value, isBest, unit)
          ));
        }
        const hit = svg("path", {
          class: target ? "hit on" : "hit",
          d: cellPath(board, center),
          role: "button",
          "data-cell": key,
          "aria-label": nameOf(number, [x, y], cells) +
            (target ? (chosen.length ? ", may go here" : ", may move") : "") +
            (value ? `, ${
                       proven(value) ? "proven " + proven(value) :
                                       "estimate " + Math.round(value.estimate)}` :
                     ""),
          "aria-disabled": target ? null : "true",
          tabindex: "-1",
          click: () => choose(number, [x, y]),
        });
        if (target && !first) first = hit;
        grid.append(hit);
      }
    const kept =
      focus && focus.board === number && grid.querySelector(`[data-cell="${focus.cell.join()}"]`);
    (kept || first || grid.firstElementChild)?.setAttribute("tabindex", "0");
    grid.addEventListener("keydown", (event) => onKey(event, grid, number));
    picture.setAttribute("role", "group");
    picture.append(marks, grid);
  }

  function onKey(event, grid, number) {
    const cell = event.target.dataset.cell;
    if (!cell) return;
    const [x, y] = cell.split(",").map(Number);
    const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [
                    0, -1
                  ]}[event.key];
    if (step) {
      const next = grid.querySelector(`[data-cell="${x + step[0]},${y + step[1]}"]`);
      if (next) {
        event.target.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
    } else if (event.key === "Enter" || event.key === " ")
      choose(number, [x, y]);
    else if (event.key === "Escape")
      letGo();
    else
      return;
    event.preventDefault();
    event.stopPropagation();
  }

  function draw(complete = []) {
    const hadFocus = place.contains(document.activeElement);
    place.replaceChildren(
      ...layout.boards.map((board, i) => {
        const picture = drawBoard(layout, i, position.boards[i], {
          label: options.label,
          width: Math.min(layout.boards.length > 1 ? 260 : 560, innerWidth - 32),
          last: (position.last || []).filter((one) => one.board === i).flatMap((one) => one.cells),
          may: options.may && options.may[i],
        });
        overlay(picture, i);
        return el(
          "figure", {}, picture, layout.boards.length > 1 && el("figcaption", {}, board.feature)
        );
      }),
    );
    list.replaceChildren(...complete.map(
      (one) => el(
        "button", {class: "btn", type: "button", click: () => options.made(one.move)},
        short(one.move, 60)
      )
    ));
    if (hadFocus) (place.querySelector(".hit[tabindex=\"0\"]") || place).focus?.();
    if (complete.length) list.firstElementChild.focus();
  }

  draw();
  return {
    element: el("div", {class: "playboard"}, place, list),
    letGo,
    redraw: () => draw(),
    focusCell: (board, cell) => (focus = {board, cell})
  };
}
