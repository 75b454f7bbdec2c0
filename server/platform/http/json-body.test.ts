import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { findJsonFault } from "#shared/http/json-bounds.ts";

/**
 * Bodies of 0.8 MB that cost the parser most: they are refused before they are parsed (rule C24).
 */

let portal: TestPortal;
let customer: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
});
afterAll(() => portal.stop());

const JSON_TYPE = { "content-type": "application/json" };
const SIZE = 800_000;
/** Appends parts until the body has its size. */
function filled(open: string, part: (place: number) => string, close: string): string {
  const parts: string[] = [];
  for (let [place, length] = [0, 0]; length < SIZE; place += 1) {
    parts.push(part(place));
    length += (parts.at(-1)?.length ?? 0) + 1;
  }
  return open + parts.join() + close;
}
const objectOf = (keys: number) => (place: number) => `{${Array.from({ length: keys }, (_, at) => `"k${place}_${at}":1`).join()}}`;

const DEEP = "The request is nested too deeply";
const FIELDS = "The request holds too many fields";
const LIST = "The request holds too long a list";
const COSTLY: Readonly<Record<string, readonly [body: string, sentence: string]>> = {
  "keys of one object": [filled("{", (place) => `"k${place}":1`, "}"), FIELDS],
  "keys of many objects": [filled('{"items":[', objectOf(900), "]}"), FIELDS],
  "one key again and again": [filled("{", () => '"a":1', "}"), FIELDS],
  "keys behind escaped quotes": [filled('{"\\\\":"\\"","a":[', objectOf(90), "]}"), FIELDS],
  "empty objects": [filled("[", () => "{}", "]"), LIST],
  "lists of lists": [filled('{"items":[', () => `[${"[],".repeat(90)}[]]`, "]}"), LIST],
  "texts of a list": [filled('{"items":[', () => '""', "]}"), LIST],
  "brackets without end": ["[".repeat(SIZE), DEEP],
  "closed brackets": ["[".repeat(SIZE / 2) + "]".repeat(SIZE / 2), DEEP],
  "objects in objects": [`${'{"a":'.repeat(SIZE / 6)}1${"}".repeat(SIZE / 6)}`, DEEP],
};

describe("a body that costs the parser much is refused with a sentence", () => {
  test.each(Object.entries(COSTLY))("a body that costs the parser much is refused: %s", async (_, [body, sentence]) => {
    const { status, text } = await customer.post("/api/quotes", body, JSON_TYPE);
    expect([status, text]).toEqual([400, sentence]);
    expect((await customer.post("/api/errors/report", body, JSON_TYPE)).text).toBe(sentence);
  });

  test("a costly list of windows inside a remake's form field is refused too", async () => {
    const { id } = await portal.orderFor(customer);
    const deep = `${"[".repeat(30)}${"]".repeat(30)}`;
    const { status, text } = await askForRemake(customer, id, [], { fields: { windows: deep } });
    expect([status, text.slice(0, 28)]).toEqual([400, "Windows are a list in JSON: "]);
  });

  test("a body in another encoding than UTF-8 is refused, because the bounds would count wrongly", async () => {
    const body = new Uint8Array(Buffer.from('{"items":[]}', "utf16le"));
    const { status, text } = await customer.post("/api/quotes", body, { "content-type": "application/json; charset=utf-16le" });
    expect([status, text]).toEqual([415, "The request's encoding is not supported"]);
  });
});

test("quotes and brackets within texts do not count towards the bounds", () => {
  const text = `${'[{"a":1},'.repeat(50_000)}\\"\\\\`;
  expect(findJsonFault(JSON.stringify({ text, [text]: "\\" }))).toBeNull();
});

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly anyOf?: readonly Schema[];
  readonly propertyNames?: { readonly enum?: readonly string[] };
  readonly additionalProperties?: Schema | false;
};

/** The largest value that a schema allows: with every field and full lists. */
function fullest(schema: Schema): unknown {
  const { properties, items, maxItems = 1, anyOf, propertyNames, additionalProperties } = schema;
  if (anyOf) return anyOf.map(fullest).toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)[0];
  if (items) return Array.from({ length: maxItems }, () => fullest(items));
  if (properties) return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, fullest(value)]));
  if (propertyNames?.enum && additionalProperties)
    return Object.fromEntries(propertyNames.enum.map((key) => [key, fullest(additionalProperties)]));
  return "text";
}

// A previewed plan has as many numbers as its bars: one beyond the bounds is refused by them.
const withBody = CALLS.flatMap(({ name, call }) => (call.body && name !== "workshop.plan" ? [{ name, body: call.body }] : []));
test.each(withBody)("the fullest body of $name is within the bounds, with room for twice as much", ({ body }) => {
  const schema = z.toJSONSchema(body, { io: "input", unrepresentable: "any" }) as Schema;
  const json = JSON.stringify(fullest(schema));
  expect(findJsonFault(`[${json},${json}]`)).toBeNull();
});
