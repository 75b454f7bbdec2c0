import { describe, expect, test } from "vitest";
import { z } from "zod";
import { pence } from "#shared/domain/money.ts";
import { commercial, encoderFor, restrictedPaths, visibleTo } from "./visibility.ts";
import { instant, pounds } from "./wire.ts";

const order = z.object({
  id: z.number(),
  total: commercial(pounds),
  quote: z.object({ subtotal: commercial(pounds), items: z.array(z.object({ name: z.string(), price: commercial(pounds) })) }),
  byStatus: z.record(z.string(), z.object({ count: z.number(), amount: commercial(pounds) })),
  discount: commercial(pounds).nullable(),
  note: commercial(z.string()).optional(),
  secret: visibleTo(["super_admin"], z.string()),
});
const inside = {
  id: 7,
  total: pence(12_345),
  quote: { subtotal: pence(10_288), items: [{ name: "Bay", price: pence(10_288), cost: 1 }], margin: 3 },
  byStatus: { pending: { count: 1, amount: pence(12_345), hidden: true } },
  discount: pence(100),
  note: "by hand",
  secret: "only one may know",
  passwordHash: "$argon2id$",
};

describe("a reply for a role", () => {
  test("a reply holds only declared keys at any depth, encoded for the wire", () => {
    expect(encoderFor(order, "super_admin")(inside)).toEqual({
      id: 7,
      total: 123.45,
      quote: { subtotal: 102.88, items: [{ name: "Bay", price: 102.88 }] },
      byStatus: { pending: { count: 1, amount: 123.45 } },
      discount: 1,
      note: "by hand",
      secret: "only one may know",
    });
  });

  test("a reply lacks restricted keys in lists, records, nullable and optional fields too", () => {
    const forSupplier = { id: 7, quote: { items: [{ name: "Bay" }] }, byStatus: { pending: { count: 1 } } };
    expect(encoderFor(order, "supplier")(inside)).toEqual(forSupplier);
    expect(encoderFor(order, null)(inside)).toEqual(forSupplier);
  });

  test("null and absent values are encoded unchanged", () => {
    const schema = z.object({ at: instant.nullable(), name: z.string().optional() });
    expect(encoderFor(schema, null)({ at: null })).toEqual({ at: null });
    expect(encoderFor(schema, null)({ at: new Date("2026-01-02T03:04:05.678Z"), name: undefined })).toEqual({
      at: "2026-01-02T03:04:05.678Z",
    });
  });

  test("a list or record of restricted values is omitted as a whole", () => {
    const schema = z.object({ id: z.number(), prices: z.array(commercial(pounds)), byDay: z.record(z.string(), commercial(pounds)) });
    expect(encoderFor(schema, "supplier")({ id: 1, prices: [pence(100)], byDay: { mon: pence(100) } })).toEqual({ id: 1 });
  });
});

describe("a schema that could not be kept is refused before it serves anyone", () => {
  test.each([
    ["a union", z.object({ of: z.union([z.string(), z.object({ total: commercial(pounds) })]) })],
    ["a transform", z.object({ of: z.string().transform((text) => text.length) })],
    ["an intersection", z.object({ of: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })) })],
    ["a pipe of two schemas", z.object({ of: z.string().pipe(z.string()) })],
    ["a map", z.object({ of: z.map(z.string(), z.string()) })],
  ])("a response schema with %s is rejected when it is compiled", (_, schema) => {
    expect(() => encoderFor(schema, "admin")).toThrow(/A response/);
  });
});

test("restricted paths are listed for the API's description and the crawl test", () => {
  const schema = z.object({ total: commercial(pounds), items: z.array(z.object({ price: commercial(pounds).nullable() })) });
  expect(restrictedPaths(schema).map(({ path }) => path)).toEqual(["total", "items[].price"]);
});

test("declaring an audience does not change the schema it was declared on", () => {
  const open = z.string();
  const schema = z.object({ open, closed: commercial(open) });
  expect(encoderFor(schema, "supplier")({ open: "a", closed: "b" })).toEqual({ open: "a" });
});
