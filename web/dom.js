// dom.js - elements, and text from games that cannot command the page
//
// All text of a page goes through text(): no markup is ever read from it, and
// what has no shape or changes the direction of writing is written out.

const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

// TEXT with control characters, marks of direction and the like as \xNN, \uNNNN.
export function visible(text) {
  return String(text).replace(HIDDEN, (c) => {
    const code = c.charCodeAt(0);
    return code < 256 ? "\\x" + code.toString(16).padStart(2, "0") :
                        "\\u" + code.toString(16).padStart(4, "0");
  });
}

// At most MAX characters of it.
export function short(text, max) {
  const letters = Array.from(visible(text));
  return letters.length <= max ? letters.join("") :
                                 letters.slice(0, Math.max(1, max - 1)).join("") + "…";
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function")
      element.addEventListener(name, value);
    else
      element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity)
      .filter((child) => child !== undefined && child !== null && child !== false)
      .map((child) => (child instanceof Node ? child : visible(child))),
  );
  return element;
}

// An element with attributes (functions are listeners), elements and text.
export function el(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function svg(name, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

const MARKS = {
  proved: [["circle", "f", {cx: 8, cy: 8, r: 7.5}], ["path", "k", {d: "M4.6 8.3l2.4 2.4 4.5-5"}]],
  refuted: [
    ["rect", "f", {x: 1, y: 1, width: 14, height: 14, rx: 1.5}],
    ["path", "k", {d: "M5 5l6 6M11 5l-6 6"}],
  ],
  unknown: [
    ["circle", "o", {cx: 8, cy: 8, r: 6.8, "stroke-dasharray": "2.6 1.7"}],
    ["path", "c", {d: "M6.1 6.3a2 2 0 1 1 2.9 1.9c-.7.4-1 .8-1 1.4"}],
    ["circle", "d", {cx: 8, cy: 11.6, r: 0.95}],
  ],
  vacuous: [["circle", "o", {cx: 8, cy: 8, r: 6.8}], ["path", "c", {d: "M5 8.2l2.2 2.2 3.9-4.4"}]],
};

// The mark of a verdict; the word stands beside it.
export function mark(verdict) {
  return svg(
    "svg",
    {class: "vm " + verdict, viewBox: "0 0 16 16", "aria-hidden": "true"},
    (MARKS[verdict] || MARKS.unknown)
      .map(
        ([shape, kind, attributes]) => svg(shape, {class: kind, ...attributes}),
      ),
  );
}

export function verdict(kind, word) {
  return el("span", {class: "v " + kind}, mark(kind), word || kind);
}

const ICONS = {
  first: "M4 3.5v9M12.5 3.5L6.5 8l6 4.5z",
  back: "M10.5 3.5L5 8l5.5 4.5",
  next: "M5.5 3.5L11 8l-5.5 4.5",
  last: "M12 3.5v9M3.5 3.5l6 4.5-6 4.5z",
};

// A button with a picture; LABEL is read out.
export function iconButton(icon, label, click) {
  return el(
    "button",
    {class: "btn icon", type: "button", "aria-label": label, title: label, click},
    svg("svg", {viewBox: "0 0 16 16", "aria-hidden": "true"}, svg("path", {d: ICONS[icon]})),
  );
}

export function panel(title, aside, ...children) {
  return el(
    "section",
    {class: "panel"},
    el("header", {}, el("h2", {}, title), aside && el("span", {class: "end s"}, aside)),
    children,
  );
}

export function plural(count, word) {
  return count + " " + word + (count === 1 ? "" : "s");
}

// A list of keys, [keys, what they do], and MORE below it; the focus comes back.
export function openKeys(keys, more) {
  const before = document.activeElement;
  const dialog = el(
    "dialog",
    {"aria-label": "keys"},
    el("h3", {}, "Keys"),
    el(
      "dl", {},
      keys.map(
        ([names, does]) =>
          [el("dt", {}, names.split(" ").map((name) => [el("kbd", {}, name), " "])),
           el("dd", {}, does)]
      )
    ),
    more,
    el("button", {class: "btn", type: "button", click: () => dialog.close()}, "Close"),
  );
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before) before.focus();
  });
  dialog.showModal();
}
