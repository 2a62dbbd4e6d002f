// Text from servers, labels and prompts reaches the page only through here: as text, never as markup.

/** Makes an element: el("td", {class: "x"}, "text", child, [more children]). */
function el(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === "onclick" || key === "onchange") {
      node.addEventListener(key.slice(2), value);
    } else if (value === true) {
      node.setAttribute(key, "");
    } else if (value !== undefined && value !== null && value !== false) {
      node.setAttribute(key, String(value));
    }
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children) {
    if (Array.isArray(child)) {
      append(node, child);
    } else if (child instanceof Node) {
      node.appendChild(child);
    } else if (child !== undefined && child !== null && child !== "") {
      node.appendChild(document.createTextNode(String(child)));
    }
  }
}

/** A section with its heading; listed in the navigation. */
function section(id, title, lead, ...children) {
  return el("section", { id, "aria-labelledby": id + "-title" },
    el("h2", { id: id + "-title" }, title), lead ? el("p", { class: "lead" }, lead) : null, children);
}

/** A table in a box that scrolls, and can be scrolled with the keyboard. */
function scrolled(label, table) {
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, table);
}

/** A table of plain cells; the first cell of each row is its header. */
function plainTable(label, head, rows) {
  return scrolled(label, el("table", null,
    el("thead", null, el("tr", null, head.map((h, i) => el("th", { scope: "col", class: i ? null : "text" }, h)))),
    el("tbody", null, rows.map((row) => el("tr", null,
      row.map((cell, i) => i === 0 ? el("th", { scope: "row" }, cell) : el("td", null, cell)))))));
}

function select(label, options, chosen, onchange) {
  const list = el("select", { onchange: () => onchange(Number(list.value)) },
    options.map((text, i) => el("option", { value: i, selected: i === chosen }, text)));
  return el("label", null, label, list);
}

/** Buttons of which one is pressed. */
function choice(label, options, chosen, onchange) {
  const buttons = options.map((text, i) => el("button", {
    type: "button", "aria-pressed": String(i === chosen), onclick: () => {
      buttons.forEach((b, j) => b.setAttribute("aria-pressed", String(i === j)));
      onchange(i);
    } }, text));
  return el("div", { class: "controls", role: "group", "aria-label": label }, buttons);
}

function toggle(text, pressed, onchange) {
  const button = el("button", { type: "button", "aria-pressed": String(pressed), onclick: () => {
    const now = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(now));
    onchange(now);
  } }, text);
  return button;
}

// One note at a time, under the header that was pressed; Escape or another click closes it.
let openNote = null;

function closeNote() {
  if (openNote) {
    openNote.note.remove();
    openNote.button.setAttribute("aria-expanded", "false");
    openNote = null;
  }
}

/** A button that opens a note with what a number means. */
function explained(text, explanation) {
  const button = el("button", { type: "button", "aria-expanded": "false", onclick: (event) => {
    event.stopPropagation();
    const again = openNote && openNote.button === button;
    closeNote();
    if (!again) {
      showNote(button, explanation);
    }
  } }, text);
  return button;
}

function showNote(button, explanation) {
  const note = el("div", { class: "pop", role: "note", id: "note" },
    el("b", null, explanation.name), el("p", { class: "mono" }, explanation.formula),
    el("p", { class: "muted" }, explanation.unit), explanation.more ? el("p", null, explanation.more) : null);
  const at = button.getBoundingClientRect();
  document.body.appendChild(note);
  const size = note.getBoundingClientRect();
  const top = at.bottom + size.height + 8 > innerHeight ? at.top - size.height - 6 : at.bottom + 6;
  note.style.left = scrollX + Math.max(12, Math.min(at.left, innerWidth - size.width - 12)) + "px";
  note.style.top = scrollY + top + "px";
  button.setAttribute("aria-expanded", "true");
  button.setAttribute("aria-controls", "note");
  openNote = { button, note };
}

document.addEventListener("click", (event) => {
  if (openNote && !openNote.note.contains(event.target)) {
    closeNote();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && openNote) {
    const button = openNote.button;
    closeNote();
    button.focus();
  }
});
