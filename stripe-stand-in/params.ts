import { invalid, missingParam } from "./stripe-error.ts";

export type FormValue = string | FormObject;
/**
 * An object without a prototype, so that `__proto__[x]=1` is an ordinary key. A list is an object
 * with the keys 0, 1, 2 …
 */
interface FormObject {
  [key: string]: FormValue;
}

const MAX_PAIRS = 5_000;
const MAX_DEPTH = 8;

/**
 * Parses `a[b][0]=c` of a body or a query as Stripe does: nested objects, and lists with an index
 * or with empty brackets.
 * @throws StripeApiError for invalid names and too many parameters
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

const MAX_TEXT = 5_000;

/**
 * Reads the parameters of a call by name, and rejects them with Stripe's messages. A parameter that
 * the handler did not read is unknown.
 */
export class ParamReader {
  readonly #values: FormObject;
  readonly #prefix: string;
  readonly #read = new Set<string>();
  readonly #children: ParamReader[] = [];

  constructor(values: FormObject, prefix = "") {
    this.#values = values;
    this.#prefix = prefix;
  }

  name(key: string): string {
    return this.#prefix ? `${this.#prefix}[${key}]` : key;
  }

  text(key: string, max = MAX_TEXT): string | undefined {
    const value = this.#take(key);
    if (value === undefined) return undefined;
    if (typeof value !== "string") throw invalid("Invalid string", this.name(key));
    if (value === "") throw this.#empty(key);
    if (value.length > max) throw invalid(`Invalid string: must be at most ${max} characters`, this.name(key), "parameter_invalid_string");
    return value;
  }

  requiredText(key: string, max = MAX_TEXT): string {
    return this.text(key, max) ?? this.#missing(key);
  }

  integer(key: string): number | undefined {
    const value = this.text(key);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(number)) {
      throw invalid(`Invalid integer: ${value}`, this.name(key), "parameter_invalid_integer");
    }
    return number;
  }

  requiredInteger(key: string): number {
    return this.integer(key) ?? this.#missing(key);
  }

  object(key: string): ParamReader | undefined {
    const value = this.#take(key);
    if (value === undefined) return undefined;
    if (typeof value !== "object") throw invalid("Invalid object", this.name(key));
    return this.#child(value, this.name(key));
  }

  objects(key: string): ParamReader[] {
    return this.#entries(key).map(([index, value]) => {
      if (typeof value !== "object") throw invalid("Invalid object", `${this.name(key)}[${index}]`);
      return this.#child(value, `${this.name(key)}[${index}]`);
    });
  }

  texts(key: string): string[] {
    return this.#entries(key).map(([index, value]) => {
      if (typeof value !== "string" || value === "") throw invalid("Invalid string", `${this.name(key)}[${index}]`);
      return value;
    });
  }

  /** Reads the texts of `metadata`. An empty text sets no key. */
  metadata(): Record<string, string> {
    const value = this.#take("metadata") ?? {};
    if (typeof value !== "object") throw invalid("Invalid hash", this.name("metadata"));
    const texts = Object.entries(value).filter(([, text]) => text !== "");
    if (texts.length > 50) throw invalid("Metadata can have at most 50 keys", this.name("metadata"));
    for (const [name, text] of texts) {
      if (name.length > 40) throw invalid("Metadata keys can have at most 40 characters", `${this.name("metadata")}[${name}]`);
      if (typeof text !== "string" || text.length > 500)
        throw invalid("Metadata values must be strings of at most 500 characters", `${this.name("metadata")}[${name}]`);
    }
    return Object.fromEntries(texts) as Record<string, string>;
  }

  /** Rejects unknown parameters; a handler calls it after reading all parameters that it knows. */
  rejectUnread(): void {
    const [first, ...others] = this.#unread();
    if (first === undefined) return;
    const names = [first, ...others].join(", ");
    throw invalid(`Received unknown parameter${others.length ? "s" : ""}: ${names}`, first, "parameter_unknown");
  }

  #unread(): string[] {
    const own = Object.keys(this.#values).filter((key) => !this.#read.has(key));
    return [...own.map((key) => this.name(key)), ...this.#children.flatMap((child) => child.#unread())];
  }

  #take(key: string): FormValue | undefined {
    this.#read.add(key);
    return this.#values[key];
  }

  #entries(key: string): [string, FormValue][] {
    const value = this.#take(key);
    if (value === undefined) return [];
    if (typeof value !== "object" || !Object.keys(value).every((index) => /^\d+$/.test(index))) {
      throw invalid("Invalid array", this.name(key));
    }
    return Object.entries(value);
  }

  #child(values: FormObject, prefix: string): ParamReader {
    const child = new ParamReader(values, prefix);
    this.#children.push(child);
    return child;
  }

  #missing(key: string): never {
    throw missingParam(this.name(key));
  }

  #empty(key: string) {
    const name = this.name(key);
    return invalid(
      `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be ` +
        `unset. You should remove '${name}' from your request or supply a non-empty value.`,
      name,
      "parameter_invalid_empty",
    );
  }
}

/** Accepts only web addresses, because a stored text becomes a link, a redirect or a call. */
export function webAddress(text: string, param: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address?.protocol !== "http:" && address?.protocol !== "https:") throw invalid("Not a valid URL", param, "url_invalid");
  return text;
}
