import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { windowTemplates } from "#server/schema/quote-items.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { MOST_TEMPLATES } from "#shared/contract/templates.ts";

/** Tests the choices with which a company's windows begin (rule Q20). */

const PATH = "/api/company/templates";
interface Template {
  readonly id: number;
  readonly name: string;
  readonly isDefault: boolean;
  readonly window: object;
}

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

async function newFitter(): Promise<TestClient & { readonly companyId: number }> {
  const account = await portal.createAccount("customer");
  return Object.assign(await portal.signIn(account), { companyId: account.companyId });
}
const create = async (as: TestClient, body: object) => succeeded(await as.post<Template>(PATH, body));
const listed = async (as: TestClient) => succeeded(await as.get<Template[]>(PATH));

test("a template stores the choices that were sent, and no others", async () => {
  const fitter = await newFitter();
  const said = { louverSize: 89, tiltRodType: "hidden", mountType: null, layoutCode: "LTR", widthM: 1.2, name: "Bay", quantity: 3 };
  const { id, ...made } = await create(fitter, { name: " Bays ", window: said });
  const kept = { name: "Bays", isDefault: false, window: { louverSize: 89, tiltRodType: "hidden", layoutCode: "LTR" } };
  expect(made).toEqual(kept);
  const changed = succeeded(await fitter.patch<Template>(`${PATH}/${id}`, { window: { frameType: "z-frame" } }));
  expect(changed).toEqual({ id, ...kept, window: { frameType: "z-frame" } });
  expect(await listed(fitter)).toEqual([changed]);
  expect((await fitter.delete(`${PATH}/${id}`)).status).toBe(204);
  expect(await listed(fitter)).toEqual([]);
});

test("a choice that no window has is refused with its sentence", async () => {
  const fitter = await newFitter();
  const refusals = [
    [{ tiltRodType: "left" }, "Tilt rod must be one of center, offset, hidden"],
    [{ numberOfMidRails: 21 }, "Mid rails must be at most 20"],
    [{ layoutCode: "RL" }, expect.stringContaining("Layout code")],
  ] as const;
  for (const [window, message] of refusals)
    expect(await fitter.post(PATH, { name: "Bays", window })).toMatchObject({ status: 400, text: message });
  expect(await fitter.post(PATH, { name: " ", window: {} })).toMatchObject({ status: 400, text: "Please enter a name" });
  expect(await listed(fitter)).toEqual([]);
});

test("a template's name is unique in a company without regard to case, and free in another", async () => {
  const [fitter, other] = [await newFitter(), await newFitter()];
  await create(fitter, { name: "Bays", window: {} });
  const { id } = await create(fitter, { name: "Doors", window: {} });
  const taken = { status: 409, text: "There is a template with this name already" };
  expect(await fitter.post(PATH, { name: "bays", window: {} })).toMatchObject(taken);
  expect(await fitter.patch(`${PATH}/${id}`, { name: "BAYS" })).toMatchObject(taken);
  expect((await listed(fitter)).map(({ name }) => name)).toEqual(["Bays", "Doors"]);
  await create(other, { name: "Bays", window: {} });
  expect((await other.delete(`${PATH}/${id}`)).status).toBe(404);
  expect((await other.patch(`${PATH}/${id}`, { name: "Mine" })).status).toBe(404);
});

test("two defaults chosen at once leave exactly one default", async () => {
  const fitter = await newFitter();
  const ids: number[] = [];
  for (const name of ["A", "B", "C", "D"]) ids.push((await create(fitter, { name, isDefault: true, window: {} })).id);
  const defaults = async () => (await listed(fitter)).filter(({ isDefault }) => isDefault);
  expect((await defaults()).map(({ name }) => name)).toEqual(["D"]);
  await Promise.all(ids.map(async (id) => succeeded(await fitter.patch(`${PATH}/${id}`, { isDefault: true }))));
  expect(await defaults()).toHaveLength(1);
});

test("a company has at most 50 templates, also when several are created at once", async () => {
  const fitter = await newFitter();
  const rows = Array.from({ length: MOST_TEMPLATES - 2 }, (_, n) => ({ companyId: fitter.companyId, name: `T ${n}`, window: {} }));
  await portal.db.insert(windowTemplates).values(rows);
  const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => fitter.post(PATH, { name: `New ${n}`, window: {} })));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409, 409, 409]);
  expect(replies.find(({ status }) => status === 409)).toMatchObject({ text: "At most 50 templates" });
  expect(await portal.db.$count(windowTemplates, eq(windowTemplates.companyId, fitter.companyId))).toBe(MOST_TEMPLATES);
});

test("colleagues share their company's templates, and View As does not show them", async () => {
  const account = await portal.createAccount("customer");
  await create(await portal.signIn(account), { name: "Bays", window: {} });
  const viewing = await portal.openSession(account, await portal.createAccount("super_admin"));
  expect((await viewing.get(PATH)).status).toBe(403);
});
