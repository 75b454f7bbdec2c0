/** Four times the depth of any call's body. */
const DEEPEST = 20;
/**
 * A quote of 200 windows with every field filled has 8,000 keys and 1,600 lists and objects
 * (server/platform/http/json-body.test.ts).
 */
const MOST_KEYS = 20_000;
const MOST_LISTS_AND_OBJECTS = 10_000;
const MOST_VALUES = 100_000;

const TOO_DEEP = "The request is nested too deeply";
const TOO_MANY_KEYS = "The request holds too many fields";
const TOO_MANY_VALUES = "The request holds too long a list";

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
/** This bit is the only difference between `[` and `{`, and between `]` and `}`. */
const BRACE_BIT = 0x20;
const [OPEN, CLOSE] = [0x5b, 0x5d];

/** Returns the index of the quote that ends the text which begins before `from`. */
function endOfText(json: string, from: number): number {
  let at = json.indexOf('"', from);
  while (at !== -1) {
    let slashes = 0;
    while (json.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
    at = json.indexOf('"', at + 1);
  }
  return json.length;
}

/**
 * Scans JSON before it is parsed, because a megabyte of keys or brackets blocks the parser, and
 * with it every other request, for a second.
 * @returns the reason for rejecting the JSON, or null
 */
export function findJsonFault(json: string): string | null {
  let [depth, opened, keys, values] = [0, 0, 0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const letter = json.charCodeAt(at);
    if (letter === QUOTE) at = endOfText(json, at + 1);
    else if (letter === COLON) keys += 1;
    else if (letter === COMMA) values += 1;
    else if ((letter & ~BRACE_BIT) === OPEN) {
      depth += 1;
      opened += 1;
      if (depth > DEEPEST) return TOO_DEEP;
    } else if ((letter & ~BRACE_BIT) === CLOSE) depth -= 1;
    if (keys > MOST_KEYS) return TOO_MANY_KEYS;
    if (opened > MOST_LISTS_AND_OBJECTS || values > MOST_VALUES) return TOO_MANY_VALUES;
  }
  return null;
}
