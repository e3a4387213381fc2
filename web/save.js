// save.js - files that a page makes: a text, or several as a tar archive

import {ask} from "./api.js";
import {el} from "./dom.js";

function save(name, type, parts) {
  const url = URL.createObjectURL(new Blob(parts, {type}));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export const saveText = (name, text) => save(name, "text/plain", [text]);

// A button that saves the page which `zermelo COMMAND --html` writes.
export function pageButton(game, question, signal) {
  const said = el("span", {class: "s q", role: "status"});
  const button = el("button", {class: "btn sm", type: "button", click: make}, "Save as page");
  async function make() {
    button.disabled = true;
    said.textContent = "";
    try {
      const {files} = await ask(game, {ask: "page", seconds: 60, ...question()}, signal);
      save("page.html", "text/html", [files["page.html"]]);
    } catch (error) {
      if (error.name !== "AbortError") said.textContent = error.message;
    }
    button.disabled = false;
  }
  return el("span", {class: "row tight"}, button, said);
}

// The header of a file in a tar archive (POSIX ustar).
function header(name, size) {
  const bytes = new Uint8Array(512);
  const put = (at, text) => bytes.set(new TextEncoder().encode(text), at);
  put(0, name);
  put(100, "0000644\0");
  put(108, "0000000\0");
  put(116, "0000000\0");
  put(124, size.toString(8).padStart(11, "0") + "\0");
  put(136, "00000000000\0");
  put(148, "        ");
  put(156, "0");
  put(
    257,
    "ustar\0" +
      "00"
  );
  put(148, bytes.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, "0") + "\0 ");
  return bytes;
}

// FILES: an object from names to texts; they stand in a folder NAME.
export function saveTar(name, files) {
  const parts = [];
  for (const [file, text] of Object.entries(files)) {
    const bytes = new TextEncoder().encode(text);
    parts.push(
      header(`${name}/${file}`, bytes.length), bytes,
      new Uint8Array((512 - (bytes.length % 512)) % 512)
    );
  }
  save(name + ".tar", "application/x-tar", [...parts, new Uint8Array(1024)]);
}
