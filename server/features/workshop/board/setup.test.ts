import { afterAll, beforeAll, expect, test } from "vitest";
import { workshopReviews } from "#server/schema/workshop.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { flat, openPdf } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

interface Setup {
  readonly complete: boolean;
  readonly steps: readonly { readonly step: string; readonly reviewedAt: string | null }[];
}
const setupOf = async (who: TestClient) => succeeded(await who.get<Setup>("/api/workshop/setup"));
const review = (who: TestClient, step: string) => who.post<Setup>("/api/workshop/setup", { step });
const openSteps = ({ steps }: Setup) => steps.flatMap(({ step, reviewedAt }) => (reviewedAt === null ? [step] : []));
const newWorkshop = async () => {
  const account = await portal.createAccount("supplier");
  return { account, who: await portal.signIn(account) };
};

test("a new workshop's checklist completes step by step, by saving and by reviewing, for all its people", async () => {
  portal.clock.set("2026-11-24T10:00:00Z");
  const { account, who } = await newWorkshop();
  const rival = (await newWorkshop()).who;
  const all = ["stock", "sections", "clearances", "lead-days", "capacity", "people", "test-card"];
  expect(openSteps(await setupOf(who))).toEqual(all);
  succeeded(await who.put("/api/settings/workshop", { stock: [], lap: "left" }));
  succeeded(await who.put("/api/settings/workshop", { leadDays: 8 }));
  expect(openSteps(await setupOf(who))).toEqual(["clearances", "capacity", "people", "test-card"]);
  portal.clock.set("2026-11-24T15:00:00Z");
  const colleague = await portal.signIn(await portal.createAccount("supplier", { colleagueOf: account }));
  for (const step of ["stock", "clearances", "capacity", "people"]) succeeded(await review(colleague, step));
  const last = succeeded(await review(who, "test-card"));
  expect([last.complete, openSteps(last)]).toEqual([true, []]);
  // A repeat keeps the first time.
  expect(last.steps[0]?.reviewedAt).toMatch(/^2026-11-24T10/);
  expect(openSteps(await setupOf(rival))).toEqual(all);
  expect(await review(who, "lunch")).toMatchObject({ status: 400 });
});

test("a card names default sections until its workshop reviews them, also the card of a begun order", async () => {
  const { account, who } = await newWorkshop();
  const boss = await portal.superAdmin();
  const window = portal.windowOf(await portal.product(), { name: "Bay", quantity: 2 });
  const order = await portal.orderFor(await portal.signIn("customer"), { items: [window] });
  succeeded(await boss.patch<OrderReply>(`/api/orders/${order.id}/supplier`, { supplierId: account.companyId }));
  const cardOf = async (reader: TestClient) => flat((await openPdf(portal, reader, `/api/orders/${order.id}/job-card.pdf`)).text);
  const unreviewed = await cardOf(who);
  expect(unreviewed).toContain("Default sections.");
  expect(unreviewed).not.toMatch(/usual sections/i);
  expect(await cardOf(boss)).toContain("Default sections.");
  succeeded(await review(who, "clearances"));
  expect(await cardOf(who)).toContain("Default sections.");
  succeeded(await review(who, "sections"));
  const reviewed = await cardOf(who);
  expect(reviewed).not.toContain("Default sections");
  expect(reviewed).toContain(" Usual sections.");
});

test("an undone save withdraws its own review, and an earlier review of the step stays", async () => {
  portal.clock.set("2026-11-24T16:00:00Z");
  const { account, who } = await newWorkshop();
  const colleague = await portal.signIn(await portal.createAccount("supplier", { colleagueOf: account }));
  const own = { sections: [{ profile: "stile", widthMm: 57, thicknessMm: 27 }], lap: "right", trackDepthMm: 100 };
  const usual = { ...own, sections: [] };
  const save = async (body: object) => succeeded(await who.put<{ savedAt: string }>("/api/settings/workshop", body)).savedAt;
  const isOpen = async () => openSteps(await setupOf(who)).includes("sections");
  const savedAt = await save(own);
  // Saves of other figures, by a colleague or by the person on another device, change nothing.
  portal.clock.set("2026-11-24T16:00:03Z");
  succeeded(await colleague.put("/api/settings/workshop", { leadDays: 9 }));
  portal.clock.set("2026-11-24T16:00:05Z");
  await save({ weeklyM2: 40 });
  await save({ ...usual, undoes: own, undoesSaveOf: savedAt });
  expect(openSteps(await setupOf(who))).not.toContain("capacity");
  expect([await isOpen(), openSteps(await setupOf(who)).includes("lead-days")]).toEqual([true, false]);
  portal.clock.set("2026-11-24T16:05:00Z");
  succeeded(await review(colleague, "sections"));
  portal.clock.set("2026-11-24T16:06:00Z");
  await save({ ...usual, undoes: own, undoesSaveOf: await save(own) });
  expect(await isOpen()).toBe(false);
});

test("the test card is a sample window by the workshop's own table", async () => {
  const { who } = await newWorkshop();
  const card = async () => flat((await openPdf(portal, who, "/api/workshop/test-card.pdf")).text);
  // The stile sheet names screws that fit the stile, and asks nothing.
  expect(await card()).toMatch(/Screws: hinge 3\.5 × 20, catch 3 × 16, frame 4\.5 × 70 mm\./);
  expect(await card()).not.toContain("Ask");
  expect(await card()).toMatch(/Job card TEST.*Test window.*frame 38 \+ 3 \+ panel 557\.5/s);
  succeeded(await who.put("/api/settings/workshop", { sections: [{ profile: "stile", widthMm: 57, thicknessMm: 27 }] }));
  expect(await card()).toContain("stile 57 × 27");
});

test("the database refuses the review of a step that does not exist", async () => {
  const { account } = await newWorkshop();
  const row = { companyId: account.companyId, step: "lunch" as never, reviewedAt: new Date() };
  await expect(portal.db.insert(workshopReviews).values(row)).rejects.toThrow();
});
