import { afterAll, beforeAll, expect, test } from "vitest";
import type { Reply } from "#server/testing/calls/test-client.ts";
import { PASSWORD, startPortal, type TestPortal } from "#server/testing/portal.ts";

/**
 * Each attempt hashes a password, which is slow on purpose, so these tests are among the long ones.
 */

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

/** Each test uses an address of its own, so that failures of one test do not count in another. */
let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return { "x-forwarded-for": `198.51.100.${addresses}` };
};
const tryIn = (email: string, password: string, headers = newAddress(), at = portal): Promise<Reply> =>
  at.visitor().post("/api/login", { email, password }, headers);

const WRONG = "not the password";

test("the right password is refused for a while after ten failures", async () => {
  const { email } = await portal.createAccount("customer");
  const from = newAddress();
  for (let tries = 0; tries < 10; tries += 1) expect((await tryIn(email, WRONG, from)).status).toBe(401);
  const { status, text, headers } = await tryIn(email, PASSWORD, from);
  expect([status, text]).toEqual([429, "Too many failed sign-ins. Please wait a while and try again."]);
  const wait = Number(headers.get("retry-after"));
  expect(wait).toBeGreaterThan(14 * 60);
  expect(wait).toBeLessThanOrEqual(15 * 60);
  // The e-mail in another case is the same account; from another address the account is not
  // limited.
  expect((await tryIn(email.toUpperCase(), PASSWORD, from)).status).toBe(429);
  expect((await tryIn(email, PASSWORD)).status).toBe(200);
});

test("thirty wrong attempts at once count as ten failures, and the rest are refused", async () => {
  const { email } = await portal.createAccount("customer");
  const from = newAddress();
  const replies = await Promise.all(Array.from({ length: 30 }, () => tryIn(email, WRONG, from)));
  const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length;
  expect([count(401), count(429)]).toEqual([10, 20]);
});

test("two instances on one database count failed sign-ins together", async () => {
  const other = await startPortal({ beside: portal });
  try {
    const { email } = await portal.createAccount("customer");
    const from = newAddress();
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      statuses.push((await tryIn(email, WRONG, from, tries % 2 ? other : portal)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  } finally {
    await other.stop();
  }
});

test("a successful sign-in clears the account's count of failures", async () => {
  const { email } = await portal.createAccount("customer");
  const from = newAddress();
  for (let round = 0; round < 3; round += 1) {
    for (let tries = 0; tries < 9; tries += 1) expect((await tryIn(email, WRONG, from)).status).toBe(401);
    expect((await tryIn(email, PASSWORD, from)).status).toBe(200);
  }
});

test("a sign-in to an account without approval counts as no failure", async () => {
  const { email } = await portal.createAccount("customer", { approvalStatus: "pending" });
  const from = newAddress();
  for (let tries = 0; tries < 12; tries += 1) expect((await tryIn(email, PASSWORD, from)).status).toBe(403);
});

test("an address is refused after 100 failures, whatever accounts it tries", async () => {
  const from = newAddress();
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 10 }, (_, at) => tryIn(`nobody-${round}-${at}@company.test`, WRONG, from)));
  }
  const { email } = await portal.createAccount("customer");
  expect((await tryIn(email, PASSWORD, from)).status).toBe(429);
  expect((await tryIn(email, PASSWORD)).status).toBe(200);
});
