import { afterAll, beforeAll, expect, test } from "vitest";
import { succeeded } from "#server/testing/builders.ts";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { callsOfTokens, mayTokenCall, SCOPES, type Scope } from "#shared/contract/identity/scopes.ts";
import { rawCalls } from "#shared/contract/parts/raw-calls.ts";
import type { Role } from "#shared/domain/roles.ts";

/** Walks every call with a token of each scope (rule A33). */

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const FORBIDDEN = "A token may not do this";
const ROUTES = [
  ...CALLS.map(({ name, call: { method, path, roles } }) => ({ name: name as string, method, path, roles })),
  ...Object.entries(rawCalls).flatMap(([name, { method, path, roles }]) =>
    // Calls for anyone outside `/api` know no person, so no token either.
    roles === "anyone" ? [] : [{ name, method, path: path as string, roles }],
  ),
];

async function tokenOf(role: Role, scopes: readonly Scope[]): Promise<string> {
  const owner = await portal.signIn(role);
  return succeeded(await owner.post<{ token: string }>("/api/account/tokens", { name: "Walk", scopes })).token;
}

/** The calls that the token does not refuse, whatever they reply to a made-up record. */
async function reached(token: string): Promise<string[]> {
  const names: string[] = [];
  for (const { name, method, path } of ROUTES) {
    const response = await fetch(new URL(path.replace(/:(\w+)/g, "2147483646"), portal.url), {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(method === "GET" ? {} : { body: "{}" }),
    });
    const text = await response.text();
    if (response.status !== 403 || text !== FORBIDDEN) names.push(name);
  }
  return names.toSorted();
}

test("each name in the list of scopes is a call or a document of the portal", () => {
  const names = new Set(ROUTES.map(({ name }) => name));
  expect(callsOfTokens.filter((name) => !names.has(name))).toEqual([]);
});

test.each(SCOPES)("a super admin's token of the scope %s reaches exactly the calls of that scope", async (scope) => {
  const expected = ROUTES.map(({ name }) => name).filter((name) => mayTokenCall([scope], name));
  expect(await reached(await tokenOf("super_admin", [scope]))).toEqual(expected.toSorted());
});

test.each<Role>(["customer", "supplier"])("a %s's token of every scope reaches no call of another role", async (role) => {
  const token = await tokenOf(role, SCOPES);
  expect(await reached(token)).toEqual([...callsOfTokens].toSorted());
  for (const { name, method, path, roles } of ROUTES.filter(({ name }) => callsOfTokens.includes(name))) {
    if (roles === "anyone" || (roles as readonly Role[]).includes(role)) continue;
    const reply = await fetch(new URL(path.replace(/:(\w+)/g, "2147483646"), portal.url), {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(method === "GET" ? {} : { body: "{}" }),
    });
    expect([name, reply.status]).toEqual([name, 403]);
  }
});

test("no token reaches people, passwords, tokens, refunds, payments, View As or settings", () => {
  const closed =
    /^(users|company|sessions|tokens|settings|payments|clients|bookkeeping|audit|errors|money|webhooks)\.|Password|impersonat|\.pay|price/i;
  expect(callsOfTokens.filter((name) => closed.test(name))).toEqual([]);
});
