import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEntries } from "#server/db/schema.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const PATH = "/api/settings/company";
const COMPANY = {
  name: "Alder & Reed Shutters Ltd",
  address: "4 Quarry Lane\nLewes BN7 1AA",
  vatNumber: "GB123456789",
  companyNumber: "01234567",
  email: "accounts@alder.example",
  phone: "+44 1273 000000",
  directOrders: false,
};

test("the seller's details are empty until the super admin saves them, and then they are kept", async () => {
  const boss = await portal.superAdmin();
  expect((await boss.get(PATH)).body).toEqual({
    name: "",
    address: "",
    vatNumber: "",
    companyNumber: "",
    email: "",
    phone: "",
    directOrders: false,
  });
  const saved = await boss.put(PATH, { ...COMPANY, name: `  ${COMPANY.name} `, id: 7, role: "admin" });
  expect([saved.status, saved.body]).toEqual([200, COMPANY]);
  expect((await boss.get(PATH)).body).toEqual(COMPANY);
});

test("what is left out is empty; what is too long or no e-mail is refused with its name", async () => {
  const boss = await portal.superAdmin();
  expect((await boss.put(PATH, { name: "Alder" })).body).toEqual({
    ...COMPANY,
    name: "Alder",
    address: "",
    vatNumber: "",
    companyNumber: "",
    email: "",
    phone: "",
  });
  expect(await boss.put(PATH, { ...COMPANY, email: "nobody" })).toMatchObject({ status: 400, text: "Please enter a valid email address" });
  expect(await boss.put(PATH, { ...COMPANY, name: "x".repeat(121) })).toMatchObject({
    status: 400,
    text: "Company name must be at most 120 characters",
  });
  expect(await boss.put(PATH, { ...COMPANY, vatNumber: 5 })).toMatchObject({ status: 400, text: "VAT number must be text" });
});

test("a change is in the audit trail with what it was before", async () => {
  const boss = await portal.superAdmin();
  await boss.put(PATH, COMPANY);
  await boss.put(PATH, { ...COMPANY, phone: "01273 111111" });
  const entries = (await portal.db.select().from(auditEntries).orderBy(auditEntries.id)).filter(
    ({ action }) => action === "settings.saveCompany",
  );
  expect(entries.at(-1)).toMatchObject({ actorId: boss.account?.id, before: { phone: COMPANY.phone }, after: { phone: "01273 111111" } });
});

test("only the super admin reads or saves them", async () => {
  for (const role of ["customer", "supplier", "admin"] as const) {
    const person = await portal.signIn(role);
    expect((await person.get(PATH)).status).toBe(403);
    expect((await person.put(PATH, COMPANY)).status).toBe(403);
  }
  expect((await portal.visitor().get(PATH)).status).toBe(401);
});
