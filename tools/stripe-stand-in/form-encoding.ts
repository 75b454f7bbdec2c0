import { invalid } from "./stripe-error.ts";

export type FormValue = string | FormObject;
/** Has no prototype, so `__proto__[x]=1` is a key like any other. A list is an object with the keys 0, 1, 2 … */
export interface FormObject {
  [key: string]: FormValue;
}

const MAX_PAIRS = 5_000;
const MAX_DEPTH = 8;

/**
 * `a[b][0]=c` as Stripe reads it, in a body or a query: nested objects, and lists with an index or with empty brackets.
 */
export function parseForm(text: string): FormObject {
  const root: FormObject = Object.create(null);
  const pairs = [...new URLSearchParams(text)];
  if (pairs.length > MAX_PAIRS) throw invalid("Too many parameters.");
  for (const [key, value] of pairs) put(root, splitKey(key), value, key);
  return root;
}

function splitKey(key: string): string[] {
  const bracket = key.indexOf("[");
  if (bracket <= 0) return [key];
  const inner = [...key.slice(bracket).matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? "");
  const whole = key.slice(0, bracket) + inner.map((part) => `[${part}]`).join("");
  if (whole !== key || inner.length > MAX_DEPTH) throw invalid(`Invalid parameter name: ${key}`, key);
  return [key.slice(0, bracket), ...inner];
}

function put(root: FormObject, path: string[], value: string, key: string): void {
  let at = root;
  for (const [depth, part] of path.entries()) {
    const name = part === "" ? String(Object.keys(at).length) : part;
    if (depth === path.length - 1) {
      at[name] = value;
      return;
    }
    at[name] ??= Object.create(null);
    const next = at[name];
    if (typeof next !== "object") throw invalid(`Invalid object: ${key}`, key);
    at = next;
  }
}
