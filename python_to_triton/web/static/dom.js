// Elements without innerHTML: text stays text, and of a server's `html` only spans with a class survive.

const SVG = "http://www.w3.org/2000/svg";
const CLASS = /\sclass=["']([\w -]{1,60})["']/;

/** The element of this id, which the page has. */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** An HTML element; attributes named on... are listeners, strings among the children are text. */
export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same in SVG. */
export function drawn(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

const ENTITIES = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decoded(text) {
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name) return ENTITIES[name] ?? whole;
    const code = decimal ? parseInt(decimal, 10) : parseInt(hexadecimal, 16);
    return code && code < 0x110000 ? String.fromCodePoint(code) : whole;
  });
}

/** A line of the server's highlighted `html` as nodes: text, and spans with nothing but a class.
 *
 * The browser's parser never sees it. Of a tag that is no span nothing is left, of a span only its class.
 */
export function spans(html) {
  const root = document.createDocumentFragment();
  const open = [root];
  const parts = String(html).split(/(<[^<>]*>)/); // text and tags in turn
  parts.forEach((part, at) => {
    if (at % 2 === 0) open.at(-1).append(decoded(part));
    else if (/^<\/span\s*>$/i.test(part) && open.length > 1) open.pop();
    else if (/^<span[\s>]/i.test(part)) {
      const names = CLASS.exec(part)?.[1];
      const made = element("span", { class: names });
      open.at(-1).append(made);
      open.push(made);
    }
  });
  root.normalize();
  return [...root.childNodes];
}

/** The plain text of a line of `html`. */
export function plain(html) {
  return spans(html)
    .map((node) => node.textContent)
    .join("");
}

/** The same line for SVG, cut after `most` characters: tspans with a class. */
export function tspans(html, most) {
  let left = most;
  const walk = (node, names) => {
    if (node.nodeType !== Node.TEXT_NODE)
      return [...node.childNodes].flatMap((child) => walk(child, node.getAttribute("class") ?? names));
    if (left <= 0) return [];
    const text = node.data.slice(0, left);
    left -= text.length;
    return [drawn("tspan", names ? { class: names } : {}, text)];
  };
  const made = spans(html).flatMap((node) => walk(node, ""));
  if (plain(html).length > most) made.push(drawn("tspan", { class: "c1" }, "…"));
  return made;
}

/** Arrow keys move the focus among `items()`, of which one alone is a stop of the Tab key. */
export function roving(container, items) {
  const stop = (chosen) => {
    for (const item of items()) item.setAttribute("tabindex", item === chosen ? "0" : "-1");
  };
  container.addEventListener("focusin", (event) => {
    if (items().includes(event.target)) stop(event.target);
  });
  container.addEventListener("keydown", (event) => {
    const all = items();
    const at = all.indexOf(event.target);
    const steps = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1 };
    const to = { Home: 0, End: all.length - 1, ...steps }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    all[Math.max(0, Math.min(to, all.length - 1))].focus();
  });
  return () => {
    const all = items();
    if (all.length && !all.some((item) => item.getAttribute("tabindex") === "0"))
      all[0].setAttribute("tabindex", "0");
  };
}

/** Copies a text; true if the browser let us. Without a secure context the old command does it. */
export async function copyText(text) {
  if (navigator.clipboard && window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (refusal) {
      console.info("the clipboard refused:", refusal.message);
    }
  }
  const before = document.activeElement;
  const field = element("textarea", { class: "unseen", readonly: true, "aria-hidden": "true" });
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  before?.focus();
  return copied;
}

/** Saves a text as a file of this name. */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/x-python" }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
