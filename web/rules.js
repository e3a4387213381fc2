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

// The text behind the field: coloured, with the places of problems marked.
function paint(text, problems) {
  const lines = text.split("\n");
  const marks =
    problems.map((one) => [...spanOf(lines, one), one.severity === "error" ? "sq" : "sq wn"]);
  const cuts = new Set([0, text.length]);
  const colours = text.length < 200000 ? words(text) : [];
  [...marks, ...colours].forEach(
    ([start, end]) => cuts.add(Math.min(start, text.length)).add(Math.min(end, text.length))
  );
  const places = [...cuts].sort((a, b) => a - b);
  const parts = [];
  let colour = 0;
  for (let i = 0; i + 1 < places.length; i++) {
    const [start, end] = [places[i], places[i + 1]];
    while (colour < colours.length && colours[colour][1] <= start) colour++;
    const kinds = marks.filter((one) => one[0] <= start && end <= one[1]).map((one) => one[2]);
    if (colours[colour] && colours[colour][0] <= start && end <= colours[colour][1])
      kinds.push(colours[colour][2]);
    const piece =
      document.createTextNode(text.slice(start, end));  // as it is: it lies under the field
    if (!kinds.length)
      parts.push(piece);
    else {
      const span = el("span", {class: kinds.join(" ")});
      span.append(piece);
      parts.push(span);
    }
  }
  return [...parts, "\n"];
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
  let first = 0;
  while (first < before.length && before[first] === after[first]) first++;
  let last = 0;
  while (last < before.length - first && last < after.length - first &&
         before[before.length - 1 - last] === after[after.length - 1 - last])
    last++;
  return [before.slice(first, before.length - last), after.slice(first, after.length - last)];
}

// ---- all of it ----

export async function rulesView(place, fields, signal, frame) {
  const text = await rulesOf(fields.game);
  let id = fields.game;
  let problems = [];
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

  function layout() {
    const lines = field.value.split("\n");
    const kinds = new Map();
    problems.forEach(
      (one) =>
        kinds.set(one.line, one.severity === "error" || kinds.get(one.line) === "e" ? "e" : "w")
    );
    back.replaceChildren(...paint(field.value, problems));
    gutter.replaceChildren(...lines.map((_, i) => el("i", {class: kinds.get(i + 1)}, String(i + 1)))
    );
    field.style.height = lines.length * LINE + 2 * LINE + "px";
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
    timer = setTimeout(check, 60);
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
