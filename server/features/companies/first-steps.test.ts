import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companies } from "#server/schema/companies-and-users.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

interface FirstSteps {
  readonly complete: boolean;
  readonly steps: readonly { readonly step: string; readonly done: boolean }[];
}
const openSteps = async (who: TestClient) =>
  succeeded(await who.get<FirstSteps>("/api/first-steps")).steps.flatMap(({ step, done }) => (done ? [] : [step]));
const confirm = (who: TestClient, step: string) => who.post<FirstSteps>("/api/first-steps", { step });

test("a new customer's steps are done by their data or confirmed, for all people of the company", async () => {
  const account = await portal.createAccount("customer");
  await portal.db.update(companies).set({ address: null }).where(eq(companies.id, account.companyId));
  const who = await portal.signIn(account);
  expect(await openSteps(who)).toEqual(["address", "range", "business", "quote", "colleagues"]);
  const { contactName, companyName } = account;
  succeeded(await who.patch(`/api/users/${account.id}/profile`, { contactName, companyName, address: "1 High Street, Lewes" }));
  await portal.quoteFor(who);
  expect(await openSteps(who)).toEqual(["range", "business", "colleagues"]);
  const fitter = await portal.signIn(await portal.createAccount("customer", { colleagueOf: account, mayManage: false }));
  // A person who may not manage has only the steps that he can do.
  expect(await openSteps(fitter)).toEqual(["range"]);
  expect(await confirm(fitter, "business")).toMatchObject({ status: 403 });
  expect(succeeded(await confirm(fitter, "range")).complete).toBe(true);
  expect(await openSteps(who)).toEqual(["business"]);
  expect(succeeded(await confirm(who, "business"))).toMatchObject({ complete: true });
});

test("a step that needs data cannot be confirmed, and no step of another role", async () => {
  const who = await portal.signIn(await portal.createAccount("customer"));
  expect(await confirm(who, "quote")).toMatchObject({ status: 400 });
  expect(await confirm(who, "cards")).toMatchObject({ status: 403 });
});
