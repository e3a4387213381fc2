// board.js - a layout and a picture, as `zermelo info --board` has them, as SVG
//
// Layout: { boards: [{ feature, axes: [{ place, values }], content, empty, shape,
// proved, contents: [{ name, form, letter }], cells }], moves, beside }.
// A picture here is one Map for each board, from "x,y" to a list of contents.
// Start reading at drawBoard(), at the end.

import {svg, short} from "./dom.js";

const CELL = 48;
const HEX = 26;  // radius
const HEX_WIDTH = Math.sqrt(3) * HEX;

// ---- terms ----

// The symbol and the arguments of a term in infix form.
export function parseTerm(term) {
  const open = term.startsWith("'") ? term.indexOf("(", endOfQuoted(term, 0)) : term.indexOf("(");
  if (open < 0) return {symbol: term, args: []};
  const args = [];
  let depth = 0;
  let start = open + 1;
  for (let i = open + 1; i < term.length; i++) {
    if (term[i] === "'")
      i = endOfQuoted(term, i) - 1;
    else if (term[i] === "(")
      depth++;
    else if (depth && term[i] === ")")
      depth--;
    else if (!depth && (term[i] === "," || term[i] === ")")) {
      args.push(term.slice(start, i));
      start = i + 1;
    }
  }
  return {symbol: term.slice(0, open), args};
}

function endOfQuoted(term, start) {
  let i = start + 1;
  while (i < term.length && (term[i] !== "'" || term[i + 1] === "'")) i += term[i] === "'" ? 2 : 1;
  return i + 1;
}

// name/arity
export function symbolOf(term) {
  const {symbol, args} = parseTerm(term);
  return symbol + "/" + args.length;
}

// The cells that MOVE speaks of, source first, on each board: [{ board, cells: [[x, y]] }],
// those with most coordinates first.
export function cellsOfMove(layout, move) {
  const symbol = symbolOf(move);
  const {args} = parseTerm(move);
  return (layout.moves || [])
    .filter((entry) => entry.move === symbol)
    .sort((a, b) => b.cells[0].length - a.cells[0].length)
    .map(({board, cells}) => ({
           board,
           cells:
             cells.map((places) => placeOf(layout.boards[board], args, places)).filter(Boolean),
         }))
    .filter(({cells}) => cells.length);
}

// The cell whose coordinates are ARGS at PLACES; null if there is no such cell.
function placeOf(board, args, places) {
  if (board.cells) return board.cells[args[places[0] - 1]] || null;
  const at = places.map((place, k) => board.axes[k].values.indexOf(args[place - 1]));
  if (at.includes(-1)) return null;
  const [x, y = 0, outerX = 0, outerY = 0] = at;
  const up = board.axes[1] ? board.axes[1].values.length : 1;
  return [x + outerX * board.axes[0].values.length, y + outerY * up];
}

// A cell as people say it: 4,2, or a1 where that is one argument.
export function cellName(board, [x, y]) {
  if (board.cells)
    return Object.keys(board.cells
    ).find((name) => board.cells[name][0] === x && board.cells[name][1] === y);
  return axisValues(board, x, y).join(",");
}

// The values of the axes at a cell, of a board of boards the outer ones first.
export function axisValues(board, x, y) {
  const [across, up, outerAcross, outerUp] = board.axes.map((axis) => axis.values);
  const outer = outerAcross ?
    [outerAcross[Math.floor(x / across.length)], outerUp && outerUp[Math.floor(y / up.length)]] :
    [];
  return [
    ...outer, across && across[x % across.length], up && up[y % up.length]
  ].filter((value) => value !== undefined);
}

// ---- geometry ----

// Where a cell is, and how large the board is, in units of its view box.
export function geometry(board) {
  const size = (k) => (board.axes[k] ? board.axes[k].values.length : 1);
  if (board.shape === "stack") {
    const blocks = (board.contents || []).length;
    const height = 17 * Math.max(2, Math.min(10, blocks)) + 4;
    const isOfBlocks = (board.contents || []
    ).some((one) => board.axes[0] && board.axes[0].values.includes(one.name));
    const columns = isOfBlocks || !size(0) ? Math.max(1, blocks) : size(0);
    return {
      columns,
      rows: 1,
      width: columns * CELL,
      height,
      size: CELL,
      center: (x) => [x * CELL + CELL / 2, height - CELL / 2]
    };
  }
  const [columns, rows] = [size(0) * size(2), size(1) * size(3)];
  if (board.shape === "hex")
    return {
      columns,
      rows,
      width: (columns + (rows - 1) / 2) * HEX_WIDTH,
      height: (rows - 1) * 1.5 * HEX + 2 * HEX,
      size: 38,
      center: (x, y) =>
        [(x + y / 2 + 0.5) * HEX_WIDTH,
         (rows - 1 - y) * 1.5 * HEX + HEX,
    ],
    };
  return {
    columns,
    rows,
    width: columns * CELL,
    height: rows * CELL,
    size: CELL,
    center: (x, y) => [x * CELL + CELL / 2, (rows - 1 - (y || 0)) * CELL + CELL / 2],
  };
}

function hexPath(x, y) {
  const w = HEX_WIDTH / 2;
  return `M${x} ${y - HEX}l${w} ${HEX / 2}v${HEX}l${- w} ${HEX / 2}l${- w} ${- HEX / 2}v${- HEX}z`;
}

export function cellPath(board, [x, y]) {
  if (board.shape === "hex") return hexPath(x, y);
  return `M${x - CELL / 2} ${y - CELL / 2}h${CELL}v${CELL}h${- CELL}z`;
}

// Brackets at the corners of a cell.
export function bracketPath([x, y], size, arm) {
  const h = size / 2 - 3;
  return (
    `M${x - h} ${y - h + arm}v${- arm}h${arm}M${x + h - arm} ${y - h}h${arm}v${arm}` +
    `M${x + h} ${y + h - arm}v${arm}h${- arm}M${x - h + arm} ${y + h}h${- arm}v${- arm}`
  );
}

// ---- contents ----

// Around 0, 0; a form has a radius of about 15.
const OUTLINES = {
  disc: {circle: 16},
  square: {path: "M-14 -12a2 2 0 0 1 2 -2h24a2 2 0 0 1 2 2v24a2 2 0 0 1 -2 2h-24a2 2 0 0 1 -2 -2z"},
  diamond: {path: "M18 0L0 18L-18 0L0 -18z"},
  hexagon: {path: "M17 0l-8.5 14.7h-17l-8.5 -14.7l8.5 -14.7h17z"},
};
// The lower half of the same.
const HALVES = {
  disc: "M-16 0a16 16 0 0 0 32 0z",
  square: "M-14 0h28v12a2 2 0 0 1 -2 2h-24a2 2 0 0 1 -2 -2z",
  diamond: "M-18 0h36L0 18z",
  hexagon: "M-17 0h34l-8.5 14.7h-17z",
};
// What tells a colour without seeing it.
const INNER = {
  yellow: ["in", {circle: 8.5}],
  blue: ["in-h", {path: "M-8.5 0h17"}],
  orange: ["in", {path: "M0 -8.5v17"}],
  green: ["in-h", {path: "M-6 -6l12 12"}],
  violet: ["in-h", {path: "M-7 0h14M0 -7v14"}],
};
const PIECES = {
  pawn:
    "M0 -15a6 6 0 0 1 3.9 10.5c3.4 2 5.2 6 5.7 10.5h3.4v7h-26v-7h3.4c.5 -4.5 2.3 -8.5 5.7 -10.5a6 6 0 0 1 3.9 -10.5z",
  rook: "M-12 -16h5.5v4h3.7v-4h5.6v4h3.7v-4h5.5v9l-3.5 3v11h3.5v6.5h-24v-6.5h3.5v-11l-3.5 -3z",
  bishop:
    "M0 -18a2.7 2.7 0 0 1 2 4.5c4.7 3.4 7.2 7.8 5.3 12.4c-.7 1.8 -1.9 3 -3 3.9l1.6 4.7h5.6v6h-23v-6h5.6l1.6 -4.7c-1.1 -.9 -2.3 -2.1 -3 -3.9c-1.9 -4.6 .6 -9 5.3 -12.4a2.7 2.7 0 0 1 2 -4.5z",
  knight:
    "M-9.500 13.500v-3c0 -6 5.300 -8.700 6.700 -13.700c-2.500 1.500 -5.600 2.800 -8.200 3.200l-3 -4c2.100 -2.600 3.500 -6.100 5.800 -8.700l.2 -4.600l4.400 2.700c8.700 -1 15.100 4.900 15.100 14.600c0 5 -1.500 8.100 -1.500 10.500v3z",
  queen:
    "M-15 -11l5.800 8.500l2.700 -13l6.500 11.500l6.500 -11.500l2.700 13l5.800 -8.500l-4.200 18v6.500h-21.600v-6.500z",
  king:
    "M-1.600 -18.500h3.200v3.300h3.300v3.100h-3.300v3.600c2.100 -1.700 5 -2.300 7.600 -1.100c5.200 2.400 4.800 8.600 1.800 13v10.100h-22v-10.100c-3 -4.400 -3.400 -10.600 1.800 -13c2.600 -1.200 5.500 -.6 7.600 1.100v-3.600h-3.300v-3.100h3.300z",
};

function outline({circle, path}, attributes) {
  return circle ? svg("circle", {r: circle, ...attributes}) : svg("path", {d: path, ...attributes});
}

function lettered(letter, tone) {
  const size = letter.length > 3 ? 9 : letter.length > 2 ? 11 : letter.length > 1 ? 13 : 17;
  return svg("text", {class: "lt " + tone, y: 0.5, "font-size": size}, letter);
}

function drawShape(shape, fill, letter) {
  const parts = [outline(OUTLINES[shape], {class: "pc f-" + (fill === "half" ? "light" : fill)})];
  if (fill === "half") parts.push(svg("path", {class: "pc f-dark", d: HALVES[shape]}));
  if (letter) {
    const tone = fill === "dark"                               ? "on-d" :
      fill === "light" || fill === "half" || fill === "yellow" ? "on-l" :
                                                                 "on-h";
    if (fill === "half")
      parts.push(svg("rect", {class: "f-light", x: -11, y: -9, width: 22, height: 18, rx: 2}));
    parts.push(lettered(letter, tone));
  } else if (INNER[fill])
    parts.push(outline(INNER[fill][1], {class: INNER[fill][0]}));
  return parts;
}

// A form of DESIGN.md: x, o, tile, chess-PIECE-FILL, SHAPE-FILL.
function drawForm(form, letter, sharesForm) {
  const [shape, ...rest] = (form || "").split("-");
  if (form === "x") return [svg("path", {class: "xo", d: "M-11 -11l22 22M11 -11l-22 22"})];
  if (form === "o") return [svg("circle", {class: "xo", r: 12.5})];
  if (shape === "chess" && PIECES[rest[0]]) {
    const parts = [svg("path", {class: "pc f-" + (rest[1] || "light"), d: PIECES[rest[0]]})];
    if (rest[0] === "knight")
      parts.push(
        svg("circle", {class: rest[1] === "dark" ? "eye-l" : "eye", cx: -4, cy: -7.5, r: 1.4})
      );
    if (rest[0] === "queen")
      [-15, -6.5, 6.5, 15].forEach(
        (x) => parts.push(svg(
          "circle",
          {class: "pc f-" + (rest[1] || "light"), cx: x, cy: Math.abs(x) > 10 ? -12 : -16, r: 2}
        )),
      );
    if (rest[0] !== "pawn")
      parts.push(svg("path", {class: rest[1] === "dark" ? "in-l" : "in", d: "M-9.500 8.500h19"}));
    return parts;
  }
  if (OUTLINES[shape]) return drawShape(shape, rest[0] || "light", sharesForm && letter);
  return [
    svg("rect", {class: "tile", x: -15, y: -15, width: 30, height: 30, rx: 3}), lettered(letter, "")
  ];
}

// What stands in a cell: as one form, or several small ones.
export function drawContents(board, names, dashed) {
  const forms = names.map((name) => {
    const known = (board.contents || []).find((one) => one.name === name);
    const shares = known && board.contents.filter((one) => one.form === known.form).length > 1;
    const letter = short((known && known.letter) || name, 4);
    return svg("g", {class: dashed ? "may" : ""}, drawForm(known && known.form, letter, shares));
  });
  if (forms.length === 1) return forms[0];
  const shown = forms.slice(0, 4);
  shown.forEach((form, i) => {
    const y = shown.length > 2 ? (i < 2 ? -11 : 11) : i ? 11 : -11;
    form.setAttribute("transform", `translate(${i % 2 ? 11 : -11} ${y}) scale(.55)`);
  });
  if (names.length > 4)
    shown.push(svg("text", {class: "b-t", y: 21, "font-size": 9}, "+" + (names.length - 4)));
  return svg("g", {}, shown);
}

// ---- parts of the board ----

function drawCells(board, g, moves) {
  const paths = ["", ""];
  const lines = [];
  let outlines = "";
  const isTwoTone =
    board.shape === "grid" && g.rows > 1 && (moves || []).some((one) => one.cells.length > 1);
  const exists = board.cells && new Set(Object.values(board.cells).map((cell) => cell.join()));
  for (let y = 0; y < g.rows; y++)
    for (let x = 0; x < g.columns; x++) {
      if (exists && !exists.has(x + "," + y)) continue;
      const path = cellPath(board, g.center(x, y));
      paths[isTwoTone && (x + y) % 2 === 0 ? 1 : 0] += path;
      outlines += isTwoTone ? "" : path;
    }
  const isFull = board.shape !== "hex" && !exists;
  if (isFull || isTwoTone) {
    outlines = `M0 0h${g.width}v${g.height}h${- g.width}z`;
    for (let x = 1; x < g.columns && !isTwoTone; x++) outlines += `M${x * CELL} 0v${g.height}`;
    for (let y = 1; y < g.rows && !isTwoTone; y++) outlines += `M0 ${y * CELL}h${g.width}`;
  }
  lines.push(svg("path", {class: "b-l", d: outlines}));
  if (board.axes[2]) lines.push(svg("path", {class: "b-o", d: blockLines(board, g)}));
  return {
    ground: [
      paths[0] && svg("path", {class: "b-c", d: paths[0]}),
      paths[1] && svg("path", {class: "b-d", d: paths[1]}),
    ],
    lines,
  };
}

// Lines between the boards of a board of boards.
function blockLines(board, g) {
  let path = "";
  for (let x = board.axes[0].values.length; x < g.columns; x += board.axes[0].values.length)
    path += `M${x * CELL} 0v${g.height}`;
  const up = board.axes[1] ? board.axes[1].values.length : 1;
  for (let y = up; y < g.rows; y += up) path += `M0 ${y * CELL}h${g.width}`;
  return path;
}

// Coordinates outside: below and at the left; every one where there is room.
function drawCoordinates(board, g, unit) {
  const texts = [];
  const every =
    (count, room) => [1, 2, 5, 10, 20, 50].find((n) => room * n >= 17 * unit || n >= count);
  const add = (axis, k, place, room) => {
    const count = k ? g.rows : g.columns;
    const n = every(count, room);
    Array.from(
           {length: count}, (_, i) => axis.values[i % axis.values.length]
    ).forEach((value, i) => {
      if (i % n) return;
      const [x, y] = place(i);
      texts.push(svg(
        "text", {class: "b-t", x, y},
        short(value, k ? 3 : Math.max(2, Math.floor((room * n) / (7 * unit))))
      ));
    });
  };
  const below = 11 * unit;
  if (board.axes[0])
    add(board.axes[0], 0, (i) => {
      const [x, y] = g.center(i, 0);
      return board.shape === "hex" ? [x - HEX_WIDTH / 4, y + HEX + below] :
                                     [x, y + CELL / 2 + below];
    }, board.shape === "hex" ? HEX_WIDTH : CELL);
  if (board.axes[1])
    add(board.axes[1], 1, (i) => {
      const [x, y] = g.center(0, i);
      return [x - (board.shape === "hex" ? HEX_WIDTH : CELL) / 2 - 11 * unit, y];
    }, board.shape === "hex" ? 1.5 * HEX : CELL);
  return texts;
}

// From cell to cell, beginning and ending inside.
function drawArrow([x0, y0], [x1, y1]) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (!length) return null;
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
  const tip = [x1 - dx * 14, y1 - dy * 14];
  const back = [tip[0] - dx * 8, tip[1] - dy * 8];
  return svg(
    "g",
    {},
    svg("path", {class: "b-arrow", d: `M${x0 + dx * 3} ${y0 + dy * 3}L${back[0]} ${back[1]}`}),
    svg("path", {
      class: "b-arrowh",
      d: `M${tip[0]} ${tip[1]}L${back[0] - dy * 4.5} ${back[1] + dx * 4.5}L${back[0] + dy * 4.5} ${
        back[1] - dx * 4.5}z`,
    }),
  );
}

// Towers of a stack: [{ label, items }], items from the bottom up. An axis value
// that can itself stand on something is a block; the others are the ground.
function towersOf(board, cells) {
  const values = board.axes[0] ? board.axes[0].values : [];
  const on = new Map();
  for (const [key, names] of cells) on.set(values[Number(key.split(",")[0])], names);
  const blocks =
    new Set([...(board.contents || []).map((one) => one.name), ...[...on.values()].flat()]);
  const placed = new Set([...on.values()].flat());
  const seen = new Set();
  const pile = (name) => {
    if (seen.has(name)) return [];
    seen.add(name);
    return [name, ...(on.get(name) || []).flatMap(pile)];
  };
  const grounds = values.filter((value) => !blocks.has(value));
  if (!values.some((value) => blocks.has(value)))
    return grounds.map((label) => ({label, items: [...(on.get(label) || [])].reverse()}));
  const towers =
    grounds.flatMap((label) => (on.get(label) || []).map((name) => ({label, items: pile(name)})));
  values.filter(
          (value) => blocks.has(value) && on.has(value) && !placed.has(value)
  ).forEach((value) => towers.push({label: "", items: pile(value)}));
  values.filter(
          (value) => blocks.has(value) && on.has(value) && !seen.has(value)
  ).forEach((value) => towers.push({label: "", items: pile(value)}));
  return towers;
}

function drawStacks(board, g, cells, unit, bare) {
  const box = (name, x, i) => svg(
    "g",
    {transform: `translate(${x * CELL + CELL / 2} ${g.height - 11 - 17 * i})`},
    svg("rect", {class: "pc f-light", x: -20, y: -7.5, width: 40, height: 15, rx: 2}),
    svg("text", {class: "lt on-l", "font-size": 10, y: 0.5}, short(name, 6)),
  );
  const towers = towersOf(board, cells);
  const parts = Array.from(
    {length: Math.max(g.columns, towers.length)},
    (_, x) => svg("path", {class: "b-base", d: `M${x * CELL + 3} ${g.height}h${CELL - 6}`})
  );
  towers.forEach(({label, items}, x) => {
    parts.push(...items.map((name, i) => box(name, x, i)));
    const room = Math.max(2, Math.floor(CELL / (7 * unit)));
    if (!bare)
      parts.push(svg(
        "text", {class: "b-t", x: x * CELL + CELL / 2, y: g.height + 11 * unit}, short(label, room)
      ));
  });
  return parts;
}

// ---- all of it ----

function describe(board, cells) {
  const names = [];
  for (const [key, contents] of cells) {
    names.push(cellName(board, key.split(",").map(Number)) + " " + contents.join(" and "));
    if (names.length === 100) break;
  }
  return short(names.join("; ") || "empty", 4000);
}

// Board NUMBER of LAYOUT with CELLS, a Map from "x,y" to contents. OPTIONS:
// last (cells of the last move, [x, y]), changed and differs (Sets of keys),
// may (a Map like CELLS, drawn dashed), label, width (in px, of coordinates).
export function drawBoard(layout, number, cells, options = {}) {
  const board = layout.boards[number];
  const g = geometry(board);
  const margin = options.bare ? 1 : 20;
  const tallest = {line: 100, stack: 240}[board.shape] || Infinity;  // in px, by zermelo.css
  const width = Math.min(options.width || 428, margin + (g.width * tallest) / g.height);
  const unit = (g.width + margin) / width;
  const left = options.bare ? 1 : 20 * unit;
  const below = options.bare ? 1 : 20 * unit;
  const moves = (layout.moves || []).filter((one) => one.board === number);
  const {ground, lines} = drawCells(board, g, moves);
  const at = (key) => g.center(...key.split(",").map(Number));
  const last = options.last || [];
  const picture = svg("svg", {
    class: "board " + board.shape,
    viewBox: `${- left} -1 ${g.width + left + 1} ${g.height + below + 1}`,
    role: "img",
    "aria-label": (options.label || "board") + ": " + describe(board, cells),
  });
  picture.style.setProperty("--u", unit);
  const put = (key, names, dashed) => {
    const [x, y] = at(key);
    const scale = g.size / CELL;
    return svg(
      "g", {transform: `translate(${x} ${y})` + (scale < 1 ? ` scale(${scale * 1.1})` : "")},
      drawContents(board, names, dashed)
    );
  };
  const parts = board.shape === "stack" ? drawStacks(board, g, cells, unit, options.bare) : [
    ground,
    last.map((cell) => svg("path", {class: "b-last", d: cellPath(board, g.center(...cell))})),
    lines,
    [...cells].map(([key, names]) => put(key, names, false)),
    [...(options.may || [])].map(([key, names]) => put(key, names, true)),
    last.length > 1 && drawArrow(g.center(...last[0]), g.center(...last[last.length - 1])),
    [...(options.changed || [])].map(
      (key) => svg("path", {class: "b-new", d: bracketPath(at(key), g.size, 9)})
    ),
    [...(options.differs || [])].map(
      (key) => svg("path", {class: "b-diff", d: bracketPath(at(key), g.size, 10)})
    ),
  ];
  if (!options.bare && board.shape !== "stack") parts.push(drawCoordinates(board, g, unit));
  picture.append(...parts.flat(Infinity).filter(Boolean));
  return picture;
}
