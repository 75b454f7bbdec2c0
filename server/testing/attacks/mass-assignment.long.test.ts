import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requestOf, takesForm } from "#server/testing/calls/call-case.ts";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { EVERY_CALL, goodRequest } from "#server/testing/calls/every-call.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { everything, TABLES } from "#server/testing/database/everything.ts";
import { createWorld } from "#server/testing/world.ts";
import { type Endpoint, isWrite } from "#shared/http/endpoint.ts";

/**
 * Sends every column of the database, in both spellings, with every write. Each write is made
 * twice, once normally and once with all of that in its body, in the objects within it and in its
 * query: the stored rows must be equal.
 */

const COLUMNS = TABLES.flatMap((table) =>
  Object.entries(getTableColumns(table)).map(([property, column]) => ({ table: getTableName(table), property, column })),
);
type Column = (typeof COLUMNS)[number]["column"];

const MARK = "planted-7f3e";
const NUMBER = 918_273_645;
const DAY = "2001-02-03";
const INSTANT = "2001-02-03T04:05:06.789Z";

/** The values that an attacker would choose, for columns with few values. */
const COVETED: Readonly<Record<string, unknown>> = {
  role: "super_admin",
  approval_status: "approved",
  quote_status: "accepted",
  order_status: "delivered",
  remake_status: "completed",
  error_status: "ignored",
  error_severity: "critical",
};

/** A value that the column accepts and that nothing else in this test uses. */
function planted(column: Column): unknown {
  if (column.enumValues) return COVETED[(column as { enum?: { enumName: string } }).enum?.enumName ?? ""] ?? column.enumValues.at(-1);
  switch (column.getSQLType().replace(/\(.*\)/, "")) {
    case "integer":
    case "bigint":
      return NUMBER;
    case "smallint":
      return 19;
    case "boolean":
      return true;
    case "date":
      return DAY;
    case "jsonb":
      return { [MARK]: MARK };
    case "inet":
      return "203.0.113.199";
    case "text[]":
      return [MARK];
    default:
      return column.getSQLType().startsWith("timestamp") ? INSTANT : MARK;
  }
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** `companyName`, `company_name`, and PostgreSQL's own name (`subtotal_pence`). */
const PLANTED = new Map<string, unknown>(
  COLUMNS.flatMap(({ property, column }) => [property, snake(property), column.name].map((name) => [name, planted(column)] as const)),
);
/** Other fields that an attacker might hope the server copies. */
for (const name of ["isAdmin", "is_admin", "isImpersonating", "paymentStatus", "finalTotalPence", "impersonator"]) PLANTED.set(name, true);

/** The keys that a schema names, however deep: those belong to the call. */
function named(schemaOf: unknown): Set<string> {
  const def = (schemaOf as { def?: Record<string, unknown> } | undefined)?.def;
  if (!def) return new Set();
  const inner = [def.innerType, def.element, def.in].flatMap((each) => [...named(each)]);
  const shape = Object.entries((def.shape as object | undefined) ?? {}).flatMap(([key, field]) => [key, ...named(field)]);
  return new Set([...inner, ...shape]);
}

const plantedFor = (call: Endpoint): [string, unknown][] => {
  const own = named(call.body);
  return [...PLANTED].filter(([name]) => !own.has(name));
};

/**
 * Adds the extra fields beside and within the sent value; none replaces a field that the call
 * itself names.
 */
function withExtras(value: unknown, extras: readonly [string, unknown][]): unknown {
  if (Array.isArray(value)) return value.map((entry) => (typeof entry === "object" ? withExtras(entry, extras) : entry));
  const inside = Object.entries((value ?? {}) as object).map(([key, entry]) => [
    key,
    entry !== null && typeof entry === "object" ? withExtras(entry, extras) : entry,
  ]);
  return Object.fromEntries([...extras, ...inside]);
}

let world: Awaited<ReturnType<typeof createWorld>>;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.shop.stop());
/** More columns need more requests than a person may make in an hour. */
beforeEach(() => world.portal.db.execute(sql`delete from rate_limits where key like 'thread-mails:%' or key like 'retail-mails:%'`));

/**
 * A stored row in comparable form: values that differ between two requests are reduced to present
 * or absent.
 */
const shapeOf = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const column = COLUMNS.find(({ column }) => column.name === name)?.column;
      const telling =
        column &&
        (column.enumValues || /_pence$|^quantity$|_status$|^settles$|_mid_rails$|_count$|^count$|^open$|^live$|^version$/.test(name));
      return [name, value === null ? null : telling || typeof value === "boolean" ? value : "something"];
    }),
  );

/** The rows that a request stored or changed. */
async function stored(run: () => Promise<void>): Promise<{ readonly shapes: unknown[]; readonly text: string }> {
  const before = await everything(world.portal);
  await run();
  const after = await everything(world.portal);
  const changed = [...after].filter(([key, row]) => before.get(key) !== row);
  const gone = [...new Set([...before.keys()].filter((key) => !after.has(key)).map((key) => key.split(" ")[0]))].map((table) => ({
    gone: table,
  }));
  const shapes = changed.map(([key, row]) => ({ table: key.split(" ")[0], isNew: !before.has(key), ...shapeOf(JSON.parse(row)) }));
  const inOrder = [...shapes, ...gone].map((each) => JSON.stringify(each)).toSorted();
  return { shapes: inOrder.map((each) => JSON.parse(each) as unknown), text: JSON.stringify(changed) };
}

const send = (client: TestClient, method: string, path: string, body: unknown) =>
  client[method.toLowerCase() as "post" | "patch" | "put" | "delete"](path, body);

/**
 * The extra fields in portions that fit the request: a form has at most twenty fields, and a
 * stranger's body and every address 16 kB.
 */
function portions(call: Endpoint): [string, unknown][][] {
  const all = plantedFor(call);
  // The server reads few kilobytes of a stranger, and each object of the body gets the fields.
  const size = takesForm(call) ? 15 : Math.ceil(all.length / (call.roles === "anyone" ? 8 : 2));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

const WRITES = CALLS.filter(({ call }) => isWrite(call));

describe("an unnamed field of a write is ignored and never stored", () => {
  test.each(WRITES)("the extra fields of $name are ignored and never stored", async ({ name, call }) => {
    const { by, ask } = EVERY_CALL[name];
    const run = async (extras: readonly [string, unknown][]) => {
      const asked = (await ask?.(world)) ?? {};
      const more = asked.body || extras.length > 0 ? (withExtras(asked.body, extras) as Record<string, unknown>) : undefined;
      const { method, path, body } = requestOf(name, more ? { ...asked, body: more } : asked);
      const query =
        takesForm(call) || extras.length === 0 ? "" : `?${new URLSearchParams(extras.map(([key, value]) => [key, String(value)]))}`;
      const client = await world.as(by);
      return stored(async () => {
        const { status, text } = await send(client, method, path + query, body);
        expect(status, text).toBeLessThan(300);
      });
    };
    const usual = await run([]);
    for (const extras of portions(call)) {
      const { shapes, text } = await run(extras);
      expect(shapes).toEqual(usual.shapes);
      for (const trace of [MARK, String(NUMBER), DAY, "203.0.113.199"]) expect(text).not.toContain(trace);
    }
  });

  test("the test sends every column of every table with every write", () => {
    expect(COLUMNS.length).toBeGreaterThan(150);
    expect(WRITES.length).toBeGreaterThan(30);
    for (const { property, column } of COLUMNS) expect(PLANTED.has(property) && PLANTED.has(column.name)).toBe(true);
  });
});

describe("no one can set a body's prototype", () => {
  test.each(WRITES.filter(({ call }) => call.body && !takesForm(call)))("the body of $name cannot set a prototype", async ({ name }) => {
    const run = async (evil: string) => {
      const { method, path, body } = await goodRequest(name, world);
      const client = await world.as(EVERY_CALL[name].by);
      // The body may be a list: its first object gets the fields then.
      const text = JSON.stringify(body).replace("{", () => `{${evil}`);
      return stored(async () => {
        const reply = await client[method.toLowerCase() as "post" | "patch" | "put"](path, text, { "content-type": "application/json" });
        expect(reply.status, reply.text).toBeLessThan(300);
      });
    };
    // The first run also completes side effects of earlier calls (marks their notifications as
    // read).
    await run("");
    const usual = await run("");
    const attacked = await run('"__proto__":{"role":"super_admin","isAdmin":true},"constructor":{"prototype":{"polluted":true}},');
    expect(attacked.shapes).toEqual(usual.shapes);
    expect(({} as { polluted?: true; isAdmin?: true }).polluted ?? ({} as { isAdmin?: true }).isAdmin).toBeUndefined();
  });
});
