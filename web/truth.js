// truth.js - the truth of every subformula at every position of a play
//
// The rows are those of zermelo_play_truth: { formula, sign, depth, truth,
// hidden }, each before its parts. Start reading at truthMatrix().

import {el, mark, panel, plural, short, visible} from "./dom.js";
import {cellName, cellsOfMove, parseTerm} from "./board.js";
import {isIdle, slider} from "./play.js";

const WORDS = {
  "->": "implies",
  "&": "and",
  "|": "or",
  "<->": "exactly if",
  "~": "not"
};
const SIGNS = {
  "->": "→",
  "<->": "↔"
};
export const TRUTH = {
  1: ["t", "true"],
  0: ["n", "false"],
  ".": ["u", "beyond the play"]
};

// A formula as one reads it: arrows, next², names in quotes left alone.
export function pretty(formula) {
  return formula.split(/('(?:[^']|'')*')/)
    .map(
      (part, i) => i % 2 ?
        part :
        part.replace(/<->/g, "↔")
          .replace(/->/g, "→")
          .replace(/next\^([0-9]+)/g, (_, n) => "next" + n.replace(/./g, (d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d])),
    )
    .join("");
}

function rowLabel(row) {
  if (row.sign === null) return visible(row.formula);
  if (WORDS[row.sign])
    return [el("span", {class: "op"}, SIGNS[row.sign] || row.sign), " ", WORDS[row.sign]];
  const steps = /^next(?:\^([0-9]+))?$/.exec(row.sign);
  if (steps)
    return [
      el("span", {class: "op"}, pretty(row.sign)),
      " ",
      steps[1] ? plural(Number(steps[1]), "step") + " on" : "one step on",
    ];
  return [el("span", {class: "op"}, row.sign), row.hidden ? ` (${row.hidden} more)` : ""];
}

// The move of a role in a cell of the matrix: its arguments.
function moveCells(layout, play, role) {
  const moves = play.moves.map((step) => step[role]);
  const symbols =
    new Set(moves.filter((move) => move.includes("(")).map((move) => parseTerm(move).symbol));
  const common = symbols.size === 1 ? [...symbols][0] : null;
  return {
    common,
    texts: moves.map((move) => {
      const {symbol, args} = parseTerm(move);
      const [named] = cellsOfMove(layout, move);
      if (isIdle(play, role, move)) return "";
      if (named)
        return named.cells.map((cell) => cellName(layout.boards[named.board], cell)).join("→");
      return args.length ? (common ? "" : symbol[0] + " ") + args.join(",") : symbol;
    }),
  };
}

function matrixRows(doc, play, view) {
  const rows = doc.roles.map((role, i) => {
    const {common, texts} = moveCells(doc.layout, play, i);
    const label =
      [el("span", {class: "who"}, short(role, 24)), common ? ` ${short(common, 20)}(·)` : ""];
    return {
      label,
      kind: "mv",
      cells: ["", ...texts],
      titles: ["", ...play.moves.map((step) => step[i])]
    };
  });
  (view.rows || [])
    .forEach(
      (row, i) => rows.push(
        {label: rowLabel(row), title: row.formula, depth: row.depth, truth: row.truth, first: !i}
      ),
    );
  return rows;
}

function matrixRow(row, view) {
  const head = el("th", {scope: "row", title: row.title && short(row.title, 1000)}, row.label);
  if (row.depth !== undefined) head.style.paddingLeft = 12 + 16 * Math.min(row.depth, 8) + "px";
  const cells = row.truth ?
    [...row.truth].map((value, n) => {
      const [kind, word] = TRUTH[value];
      const fails = row.first && n === view.at;
      return el(
        "td", {class: fails ? "tv x" : "tv " + kind}, fails && mark("refuted"),
        el("span", {class: "vh"}, fails ? "false: fails here" : word)
      );
    }) :
    row.cells.map(
      (text, n) =>
        el("td", {class: "mv", title: row.titles[n] && short(row.titles[n], 1000)}, short(text, 9))
    );
  return el("tr", {class: row.first ? "sep" : null}, head, cells);
}

// The matrix: columns are positions, and choosing one goes there.
export function truthMatrix(doc, play, view, model) {
  const bar =
    slider(model, (n) => `position ${n}${n === view.at ? ", the formula fails here" : ""}`);
  const rows = matrixRows(doc, play, view);
  const widest = Math.max(
    1,
    ...rows.flatMap((row) => (row.cells || []).map((text) => Math.min(9, Array.from(text).length)))
  );
  const column = Math.max(24, widest * 6.8 + 6);
  const header = el(
    "tr",
    {},
    el("th", {scope: "row", class: "head"}, "position"),
    Array.from(
      {length: model.count},
      (_, n) => el(
        "td", {}, String(n), n === view.at && el("small", {}, "fails"),
        n === view.loop_from && el("small", {}, "again")
      ),
    ),
  );
  const labels = view.rows ? 232 : 132;
  const table = el(
    "table",
    {class: "mx"},
    el(
      "colgroup", {}, el("col", {class: "lab"}), Array.from({length: model.count}, () => el("col"))
    ),
    el("thead", {}, header),
    el("tbody", {}, rows.map((row) => matrixRow(row, view))),
    el(
      "tfoot",
      {class: "noprint"},
      el(
        "tr", {class: "sep"}, el("th", {scope: "row", class: "head"}, "drag, or ← →"),
        el("td", {colspan: model.count}, bar.element)
      ),
    ),
  );
  table.style.setProperty("--labels", labels + "px");
  table.style.minWidth = labels + column * model.count + "px";
  bar.element.style.margin = `0 calc(50% / ${model.count})`;
  const choose = (event) => {
    const cell = event.target.closest("td");
    if (cell && !cell.hasAttribute("colspan")) model.show(cell.cellIndex - 1);
  };
  table.addEventListener("click", choose);
  table.addEventListener("pointermove", (event) => event.buttons === 1 && choose(event));
  const wrap = el(
    "div", {
      class: "mx-wrap",
      tabindex: "0",
      role: "group",
      "aria-label": "truth at every position, arrow keys move"
    },
    table
  );
  let current = [];
  return {
    element: wrap,
    update() {
      current.forEach((cell) => cell.classList.remove("cur"));
      current = [...table.rows].map(
                                 (row) => row.cells[model.position + 1]
      ).filter((cell) => cell && !cell.hasAttribute("colspan"));
      current.forEach((cell) => cell.classList.add("cur"));
      bar.update();
      const left = current[0].offsetLeft;
      if (left < wrap.scrollLeft + labels || left + 60 > wrap.scrollLeft + wrap.clientWidth)
        wrap.scrollLeft = left - wrap.clientWidth / 2 - labels / 2;
    },
    fail() {
      if (view.at === undefined) return;
      for (const row of table.rows)
        if (row.cells[view.at + 1] && !row.cells[1].hasAttribute("colspan"))
          row.cells[view.at + 1].classList.add("bad");
    },
  };
}

// ---- why it fails ----

// The rows below row I, one level deeper.
function partsOf(rows, i) {
  const parts = [];
  for (let k = i + 1; k < rows.length && rows[k].depth > rows[i].depth; k++)
    if (rows[k].depth === rows[i].depth + 1) parts.push(k);
  return parts;
}

// What makes row I as it is at position N: [{ formula, value, at }].
function reasons(rows, i, n) {
  const row = rows[i];
  const value = row.truth[n];
  const parts = partsOf(rows, i);
  const self = [{formula: row.formula, value, at: n}];
  const having = (wanted) => parts.filter((k) => rows[k].truth[n] === wanted);
  const all = (list) => list.flatMap((k) => reasons(rows, k, n));
  const steps = /^next(?:\^([0-9]+))?$/.exec(row.sign || "");
  if (row.sign === null || value === ".") return self;
  if (steps) {
    const later = n + Number(steps[1] || 1);
    return later < row.truth.length ? reasons(rows, parts[0], later) : self;
  }
  if (row.sign === "~") return reasons(rows, parts[0], n);
  if (row.sign === "->")
    return value === "0" ?
      [{formula: rows[parts[0]].formula, value: "1", at: n}, ...reasons(rows, parts[1], n)] :
      self;
  if (row.sign === "<->")
    return parts.map((k) => ({formula: rows[k].formula, value: rows[k].truth[n], at: n}));
  if (row.sign === "&" || row.sign.startsWith("forall"))
    return value === "1" ? self : all(having("0").slice(0, 1));
  if (row.sign === "|") return value === "0" ? all(parts) : all(having("1").slice(0, 1));
  return [...self, ...having("1").map((k) => ({formula: rows[k].formula, value: "1", at: n}))];
}

export function whyPanel(view) {
  return panel(
    "Why it fails here",
    "position " + view.at,
    el(
      "ul",
      {class: "whys"},
      reasons(view.rows, 0, view.at)
        .map(
          ({formula, value, at}) => el(
            "li",
            {},
            el("span", {class: "tv " + TRUTH[value][0], "aria-hidden": "true"}),
            el("code", {}, pretty(formula)),
            value === "1" ? ` holds in ${at}` :
              value === "0" ? ` is false in ${at}` :
                              " is not decided by this play",
          ),
        ),
    ),
  );
}
