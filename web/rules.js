// rules.js - an editor for rules with their problems beside it, as you type
//
// Nothing is written to disk: the text is a game of one's own as soon as it is
// changed, kept in this browser, and can be saved as a file. Start reading at
// rulesView().

import {el, plural, short} from "./dom.js";
import {ask, post} from "./api.js";
import {address, DRAFT, forgetDraft, noteAddress, rulesOf, setDraft} from "./games.js";
import {saveText} from "./save.js";

const LINE = 20;  // px
const KEYWORDS =
  /^(role|init|true|next|legal|does|goal|terminal|distinct|not|or|base|input|sees|random|<=)$/i;

// ---- places in the text ----

// Where lines begin; columns count characters, not code units.
function offsetOf(lines, line, column) {
  let offset = 0;
  for (let i = 0; i < line - 1 && i < lines.length; i++) offset += lines[i].length + 1;
  return offset + Array.from(lines[line - 1] || "").slice(0, column - 1).join("").length;
}

function spanOf(lines, one) {
  return [offsetOf(lines, one.line, one.column), offsetOf(lines, one.end_line, one.end_column)];
}

// ---- colours ----

// Words of TEXT that stand out: [start, end, class].
function words(text) {
  const found = [];
  const pattern = /;[^\n]*|%[^\n]*|\?[^\s()]+|<=|[^\s()?;%,.&|~]+/g;
  for (let match; (match = pattern.exec(text));) {
    const [word] = match;
    const kind = word[0] === ";" || word[0] === "%" ? "cm" :
      word[0] === "?"                               ? "va" :
      KEYWORDS.test(word)                           ? "k" :
                                                      null;
    if (kind) found.push([match.index, match.index + word.length, kind]);
  }
  return found;
}

// What is drawn of each line: { text, isColoured, marks (start, end, class), kind }.
function drawnLines(text, problems) {
  const lines = text.split("\n");
  const isColoured = text.length < 200000;
  const drawn = lines.map((line) => ({text: line, isColoured, marks: [], kind: ""}));
  for (const one of problems)
    for (let n = one.line; n <= Math.min(one.end_line, lines.length); n++) {
      const offset = (column) => Array.from(lines[n - 1]).slice(0, column - 1).join("").length;
      const end = n === one.end_line ? offset(one.end_column) : lines[n - 1].length;
      const isError = one.severity === "error";
      drawn[n - 1].marks.push(
        [n === one.line ? offset(one.column) : 0, end, isError ? "sq" : "sq wn"]
      );
      if (n === one.line && drawn[n - 1].kind !== "e") drawn[n - 1].kind = isError ? "e" : "w";
    }
  return drawn;
}

// A line behind the field: coloured, with the places of problems marked.
function paintLine({text, isColoured, marks}) {
  const colours = isColoured ? words(text) : [];
  const cuts =
    new Set([0, text.length, ...[...marks, ...colours].flatMap((one) => one.slice(0, 2))]);
  const places = [...cuts].sort((a, b) => a - b);
  const line = el("span", {class: "line"});
  for (let i = 0; i + 1 < places.length; i++) {
    const [start, end] = [places[i], places[i + 1]];
    const kinds =
      [...marks, ...colours].filter((one) => one[0] <= start && end <= one[1]).map((one) => one[2]);
    const piece = kinds.length ? el("span", {class: kinds.join(" ")}) : line;
    piece.append(text.slice(start, end));  // as it is: it lies under the field
    if (piece !== line) line.append(piece);
  }
  return line;
}

// How many items are the same at the beginning and at the end.
function sameEnds(before, after) {
  const count = Math.min(before.length, after.length);
  let first = 0;
  while (first < count && before[first] === after[first]) first++;
  let last = 0;
  while (last < count - first && before.at(-1 - last) === after.at(-1 - last)) last++;
  return [first, last];
}

// ---- mendings ----

function mended(text, fixes) {
  const lines = text.split("\n");
  const changes = fixes.map((fix) => [...spanOf(lines, fix), fix.text]).sort((a, b) => b[0] - a[0]);
  let limit = Infinity;
  for (const [start, end, by] of changes) {
    if (end > limit) continue;  // overlaps one that is made
    text = text.slice(0, start) + by + text.slice(end);
    limit = start;
  }
  return text;
}

// The lines that a mending takes out and puts in.
function mendingLines(text, fix) {
  const before = text.split("\n");
  const after = mended(text, fix).split("\n");
  const [first, last] = sameEnds(before, after);
  return [before.slice(first, before.length - last), after.slice(first, after.length - last)];
}

// ---- all of it ----

export async function rulesView(place, fields, signal, frame) {
  const text = await rulesOf(fields.game);
  let id = fields.game;
  let problems = [];
  let painted = [];  // what the lines were drawn from
  let checking = new AbortController();
  let timer = 0;
  const back = el("pre", {class: "paint", "aria-hidden": "true"});
  const gutter = el("div", {class: "gutter", "aria-hidden": "true"});
  const field = el("textarea", {
    class: "code",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    "aria-label": "rules",
    "aria-describedby": "verdict"
  });
  const notes = el("div", {class: "notes", role: "group", "aria-label": "problems"});
  const verdict = el("span", {id: "verdict", role: "status"});
  const nextButton = el(
    "button", {class: "btn", type: "button", click: () => jump(1)}, "Next problem ",
    el("kbd", {}, "n")
  );
  const mendAll = el(
    "button",
    {class: "btn go", type: "button", click: () => mend(problems.flatMap((one) => one.fix || []))}
  );
  const links = el("span", {class: "row tight"});
  field.value = text;

  // Draws the lines that have changed.
  function paint() {
    const drawn = drawnLines(field.value, problems);
    const keys = drawn.map((one) => JSON.stringify(one));
    const [first, last] = sameEnds(painted, keys);
    [...back.children].slice(first, painted.length - last).forEach((line) => line.remove());
    const rest = back.children[first] || null;
    drawn.slice(
           first, drawn.length - last
    ).forEach((one) => back.insertBefore(paintLine(one), rest));
    painted = keys;
    while (gutter.children.length > drawn.length) gutter.lastElementChild.remove();
    while (gutter.children.length < drawn.length)
      gutter.append(el("i", {}, String(gutter.children.length + 1)));
    [...gutter.children].forEach((one, i) => {
      if (one.className !== drawn[i].kind) one.className = drawn[i].kind;
    });
    return drawn.length;
  }

  function layout() {
    field.style.height = (paint() + 2) * LINE + "px";
    let free = 0;  // a note stands beside its line, or below the one before
    for (const note of notes.children) {
      const top = Math.max((Number(note.dataset.line) - 1) * LINE, free);
      note.style.top = top + "px";
      free = top + note.offsetHeight + 8;
    }
    notes.style.minHeight = free + "px";
  }

  function noteOf(one) {
    const lines = one.fix && mendingLines(field.value, one.fix);
    return el(
      "article",
      {class: one.severity === "error" ? "dg" : "dg w", "data-line": one.line, tabindex: "-1"},
      el(
        "header", {}, el("b", {}, one.severity), el("span", {}, "line " + one.line),
        el("span", {class: "end m"}, one.rule)
      ),
      el("p", {}, one.message),
      one.assumed && el("p", {class: "s q"}, "Assumed: " + one.assumed),
      lines &&
        el(
          "div", {class: "mend"},
          el(
            "pre", {}, lines[0].map((line) => el("del", {}, line)),
            lines[1].map((line) => el("ins", {}, line))
          ),
          el("button", {class: "btn sm", type: "button", click: () => mend(one.fix)}, "Mend")
        ),
    );
  }

  function showVerdict(answer) {
    const errors = problems.filter((one) => one.severity === "error").length;
    const state = answer.valid ? "Valid " + answer.language :
      answer.usable            ? "Not valid, but usable " + answer.language :
                                 "Not usable";
    const counts = [
      errors && plural(errors, "error"),
      problems.length - errors && plural(problems.length - errors, "warning")
    ].filter(Boolean).join(", ");
    verdict.textContent = state + (counts ? ": " + counts : "");
    verdict.className = answer.valid ? "" : "refuted";
    nextButton.disabled = !problems.length;
    const fixes = problems.filter((one) => one.fix).length;
    mendAll.hidden = !fixes;
    mendAll.textContent = `Apply ${fixes === 1 ? "the mending" : `all ${fixes} mendings`}`;
    links.hidden = !answer.usable;
    links.replaceChildren(
      el("a", {class: "btn", href: address("play", {game: id})}, "Play"),
      el("a", {class: "btn", href: address("facts", {game: id})}, "Verify")
    );
  }

  async function check() {
    checking.abort();
    checking = new AbortController();
    try {
      const answer = await post("/api/ask", {rules: field.value, ask: "check"}, checking.signal);
      if (answer.usable) frame.named({language: answer.language});
      problems = answer.diagnostics.slice(0, 100);
      notes.replaceChildren(...problems.map(noteOf));
      showVerdict(answer);
      layout();
    } catch (error) {
      if (error.name !== "AbortError") verdict.textContent = error.message;
    }
  }

  function changed() {
    if (id !== DRAFT) {
      id = DRAFT;
      noteAddress("rules", {game: DRAFT});
    }
    setDraft(field.value);
    forgetDraft();
    problems = problems.filter((one) => one.line <= field.value.split("\n").length);
    layout();
    clearTimeout(timer);
    timer = setTimeout(check, 25);
  }

  // As if it were typed, so that it can be undone.
  function replaceText(to) {
    field.focus();
    field.select();
    if (!document.execCommand("insertText", false, to)) {
      field.value = to;
      changed();
    }
  }

  function mend(fixes) {
    replaceText(mended(field.value, fixes));
  }

  function jump(step) {
    if (!problems.length) return;
    const lines = field.value.split("\n");
    const starts = problems.map((one) => offsetOf(lines, one.line, one.column));
    const now = field.selectionStart;
    const order = step > 0 ? starts.findIndex((start) => start > now) :
                             starts.findLastIndex((start) => start < now);
    const i = order < 0 ? (step > 0 ? 0 : problems.length - 1) : order;
    field.focus();
    field.setSelectionRange(...spanOf(lines, problems[i]));
    frame.announce(`${problems[i].severity}, line ${problems[i].line}: ${problems[i].message}`);
  }

  async function convert(syntax) {
    const answer = await ask({source: {rules: field.value}}, {ask: "print", syntax}, signal);
    if (answer.text) replaceText(answer.text);
  }

  field.addEventListener("input", changed);
  signal.addEventListener("abort", () => checking.abort());
  place.append(
    el(
      "div",
      {class: "row head"},
      el("h1", {}, "Rules"),
      verdict,
      el(
        "span",
        {class: "end row tight"},
        links,
        el(
          "span", {class: "seg", role: "group", "aria-label": "syntax"},
          el("button", {type: "button", click: () => convert("kif")}, "prefix"),
          el("button", {type: "button", click: () => convert("infix")}, "infix")
        ),
        nextButton,
        mendAll,
        el(
          "button", {
            class: "btn",
            type: "button",
            click: () =>
              saveText(id === DRAFT ? "game.kif" : short(id, 200).replace(/.*\//, ""), field.value)
          },
          "Save as file"
        ),
      ),
    ),
    el("div", {class: "editor"}, gutter, el("div", {class: "text"}, back, field), notes),
  );
  layout();
  await check();
  return {keys: {n: () => jump(1), p: () => jump(-1)}};
}
