import { expect, test } from "vitest";
import { z } from "zod";
import { replyObject, requestObject } from "./inside-names.ts";
import { commercial, encoderFor, restrictedPaths } from "./visibility.ts";
import { metres, pounds } from "./wire.ts";

const NAMES = { widthM: "widthTenthMm", price: "pricePence" } as const;

test("a reply's values are read by their server names, at any depth of the schema", () => {
  const window = replyObject(NAMES, z.object({ id: z.number(), widthM: metres, price: commercial(pounds) }));
  const schema = z.object({ windows: z.array(window), last: window.nullable() });
  const stored = { id: 1, widthTenthMm: 12_000, pricePence: 4550 };
  const reply: unknown = { windows: [stored], last: stored };
  const sent = { id: 1, widthM: 1.2, price: 45.5 };
  expect(encoderFor(schema, "customer")(reply)).toEqual({ windows: [sent], last: sent });
  expect(encoderFor(schema, "supplier")(reply)).toEqual({ windows: [{ id: 1, widthM: 1.2 }], last: { id: 1, widthM: 1.2 } });
  expect(restrictedPaths(schema).map(({ path }) => path)).toEqual(["windows[].price", "last.price"]);
});

test("a request's values get their server names, and a problem names the wire's field", () => {
  const schema = z.object({ windows: z.array(requestObject(NAMES, z.object({ id: z.number(), widthM: metres }))) });
  expect(schema.parse({ windows: [{ id: 1, widthM: 1.2, widthTenthMm: 9 }] })).toEqual({ windows: [{ id: 1, widthTenthMm: 12_000 }] });
  expect(schema.safeParse({ windows: [{ id: 1, widthM: "wide" }] }).error?.issues[0]?.path).toEqual(["windows", 0, "widthM"]);
});
