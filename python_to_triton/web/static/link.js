// A program in the fragment of a URL, which browsers do not send: #p= compressed, #t= as it is, in base64url.

export const MOST_CHARACTERS = 200_000;

function toBase64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** All bytes that a stream gives; an error after `most`: a short link may hold a long text. */
async function collected(stream, most) {
  const parts = [];
  let length = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error("the program in this link is too long");
    }
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function through(bytes, transform) {
  return new Blob([bytes]).stream().pipeThrough(transform);
}

/** The fragment that holds a program. */
export async function packed(program) {
  const bytes = new TextEncoder().encode(program);
  if (!globalThis.CompressionStream) return `#t=${toBase64(bytes)}`;
  const small = await collected(through(bytes, new CompressionStream("deflate-raw")), Infinity);
  return `#p=${toBase64(small)}`;
}

/** The program of a fragment, null if it holds none; an error in one line if it cannot be read. */
export async function unpacked(fragment) {
  const found = /^#([pt])=([\w-]*)$/.exec(fragment);
  if (!found) return null;
  if (found[2].length > MOST_CHARACTERS) throw new Error("the program in this link is too long");
  const bytes = fromBase64(found[2]);
  if (found[1] === "t") return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  if (!globalThis.DecompressionStream) throw new Error("this browser cannot open a compressed link");
  const text = await collected(through(bytes, new DecompressionStream("deflate-raw")), MOST_CHARACTERS);
  return new TextDecoder("utf-8", { fatal: true }).decode(text);
}
