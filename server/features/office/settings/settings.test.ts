import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEntries } from "#server/schema/records.ts";
import { workshopSettings } from "#server/schema/workshop.ts";
import { succeeded } from "#server/testing/builders.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const PATH = "/api/settings/company";
const NO_BANK = { bankName: "", sortCode: "", accountNumber: "", reminders: false, mailInvoices: true };
const CODES = {
  xeroAccount: "200",
  xeroTaxType: "20% (VAT on Income)",
  xeroBadDebt: "429",
  sageNominal: "4000",
  sageTaxCode: "T1",
  sageBadDebt: "8100",
};
const COMPANY = {
  name: "Alder & Reed Shutters Ltd",
  address: "4 Quarry Lane\nLewes BN7 1AA",
  vatNumber: "GB123456789",
  companyNumber: "01234567",
  email: "accounts@alder.example",
  phone: "+44 1273 000000",
  directOrders: false,
  ...NO_BANK,
  ...CODES,
};

test("the seller's details are empty until the super admin saves them", async () => {
  const boss = await portal.superAdmin();
  expect((await boss.get(PATH)).body).toEqual({
    name: "",
    address: "",
    vatNumber: "",
    companyNumber: "",
    email: "",
    phone: "",
    directOrders: false,
    ...NO_BANK,
    ...CODES,
  });
  const saved = await boss.put(PATH, { ...COMPANY, name: `  ${COMPANY.name} `, id: 7, role: "admin" });
  expect([saved.status, saved.body]).toEqual([200, COMPANY]);
  expect((await boss.get(PATH)).body).toEqual(COMPANY);
});

test("an omitted seller's detail becomes empty; one that is too long or no e-mail is refused by name", async () => {
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

test("a change of the seller's details is in the audit trail with the values before", async () => {
  const boss = await portal.superAdmin();
  await boss.put(PATH, COMPANY);
  await boss.put(PATH, { ...COMPANY, phone: "01273 111111" });
  const entries = (await portal.db.select().from(auditEntries).orderBy(auditEntries.id)).filter(
    ({ action }) => action === "settings.saveCompany",
  );
  expect(entries.at(-1)).toMatchObject({ actorId: boss.account?.id, before: { phone: COMPANY.phone }, after: { phone: "01273 111111" } });
});

test("the bank details are stored as digits, and a PUT without them and the reminders leaves them", async () => {
  const boss = await portal.superAdmin();
  const bank = { bankName: " Larkfield Bank ", sortCode: "12-34-56", accountNumber: "1234 5678", reminders: true };
  const kept = { ...COMPANY, bankName: "Larkfield Bank", sortCode: "123456", accountNumber: "12345678", reminders: true };
  expect((await boss.put(PATH, { ...COMPANY, ...bank })).body).toEqual(kept);
  const { bankName: _, sortCode: __, accountNumber: ___, reminders: ____, ...without } = COMPANY;
  expect((await boss.put(PATH, without)).body).toEqual(kept);
  for (const [wrong, sentence] of [
    [{ sortCode: "12345" }, "Sort code must be 6 digits"],
    [{ sortCode: "12345x" }, "Sort code must be 6 digits"],
    [{ accountNumber: "123456789" }, "Account number must be 8 digits"],
    [{ accountNumber: 12_345_678 }, "Account number must be 8 digits"],
    [{ bankName: "x".repeat(61) }, "Bank name must be at most 60 characters"],
    [{ reminders: "yes" }, "Reminders must be true or false"],
  ] as const)
    expect(await boss.put(PATH, { ...COMPANY, ...wrong })).toMatchObject({ status: 400, text: sentence });
  expect((await boss.put(PATH, COMPANY)).body).toEqual(COMPANY);
});

test("the bookkeeping's codes are stored, and a PUT without them leaves them", async () => {
  const boss = await portal.superAdmin();
  const codes = {
    xeroAccount: " 201 ",
    xeroTaxType: "20% (VAT on Expenses)",
    sageNominal: "4001",
    sageTaxCode: "T0",
    xeroBadDebt: "430",
    sageBadDebt: "8101",
  };
  const kept = { ...COMPANY, ...codes, xeroAccount: "201" };
  expect((await boss.put(PATH, { ...COMPANY, ...codes })).body).toEqual(kept);
  const {
    xeroAccount: _,
    xeroTaxType: __,
    sageNominal: ___,
    sageTaxCode: ____,
    xeroBadDebt: _____,
    sageBadDebt: ______,
    ...without
  } = COMPANY;
  expect((await boss.put(PATH, without)).body).toEqual(kept);
  for (const [wrong, sentence] of [
    [{ xeroAccount: " " }, "Please enter the Xero account"],
    [{ sageTaxCode: 1 }, "Please enter the Sage tax code"],
    [{ sageNominal: "4".repeat(61) }, "Sage nominal code must be at most 60 characters"],
  ] as const)
    expect(await boss.put(PATH, { ...COMPANY, ...wrong })).toMatchObject({ status: 400, text: sentence });
  expect((await boss.put(PATH, COMPANY)).body).toEqual(COMPANY);
});

test("only the super admin reads or saves the seller's details", async () => {
  for (const role of ["customer", "supplier", "admin"] as const) {
    const person = await portal.signIn(role);
    expect((await person.get(PATH)).status).toBe(403);
    expect((await person.put(PATH, COMPANY)).status).toBe(403);
  }
  expect((await portal.visitor().get(PATH)).status).toBe(401);
});

const UNSAID = { stock: [], clearances: USUAL_CLEARANCES, sections: [], lap: "right", trackDepthMm: 100, leadDays: 10, weeklyM2: null };

describe("a workshop's bars", () => {
  const PATH = "/api/settings/workshop";
  const stile = { profile: "stile", stockMm: 2500, kerfMm: 3.2, trimMm: 12.5, keepMm: 450 };

  test("a workshop's bars belong to its company, colleagues included, and are saved as a whole", async () => {
    const maker = await portal.createAccount("supplier");
    const [one, colleague, rival] = await Promise.all(
      [maker, await portal.createAccount("supplier", { colleagueOf: maker }), await portal.createAccount("supplier")].map((who) =>
        portal.signIn(who),
      ),
    );
    const stockOf = async (who = one) => (await who?.get<{ stock: unknown }>(PATH))?.body.stock;
    expect(await stockOf()).toEqual([]);
    const louvre = { profile: "louvre-64", stockMm: 6000, kerfMm: 0, trimMm: 0, keepMm: 3000 };
    expect((await one?.put(PATH, { stock: [stile, louvre] }))?.body).toMatchObject({ stock: [stile, louvre] });
    expect(await stockOf(colleague)).toEqual([stile, louvre]);
    expect(await stockOf(rival)).toEqual([]);
    expect((await colleague?.put(PATH, { stock: [louvre] }))?.body).toMatchObject({ stock: [louvre] });
    expect(await stockOf()).toEqual([louvre]);
  });

  test("an omitted trim and least offcut have their usual values, in old rows too", async () => {
    const maker = await portal.createAccount("supplier");
    const who = await portal.signIn(maker);
    const usual = { trimMm: 10, keepMm: 600 };
    const said = { profile: "stile", stockMm: 2500, kerfMm: 3 };
    expect((await who.put(PATH, { stock: [said] })).body).toMatchObject({ stock: [{ ...said, ...usual }] });
    await portal.db
      .update(workshopSettings)
      .set({ stock: [said] })
      .where(eq(workshopSettings.companyId, maker.companyId));
    expect((await who.get(PATH)).body).toMatchObject({ stock: [{ ...said, ...usual }] });
  });

  test("the database refuses a bar that is out of its bounds", async () => {
    const { companyId } = await portal.createAccount("supplier");
    for (const wrong of [{ stockMm: 499 }, { kerfMm: 20.1 }, { trimMm: 50.1 }, { trimMm: -1 }, { keepMm: 199 }, { keepMm: 3001 }])
      await expect(portal.db.insert(workshopSettings).values({ companyId, stock: [{ ...stile, ...wrong }] })).rejects.toThrow();
  });

  test.each<[unknown, string]>([
    [null, "Stock must be a list of profiles"],
    [[{ ...stile, profile: "oak" }], "Profile must be one of a cut list"],
    [[{ ...stile, profile: "louvre-0" }], "Profile must be one of a cut list"],
    [[{ ...stile, stockMm: 499 }], "Stock length must be whole millimetres from 500 to 12,000"],
    [[{ ...stile, stockMm: 2500.5 }], "Stock length must be whole millimetres from 500 to 12,000"],
    [[{ ...stile, kerfMm: -1 }], "Kerf must be from 0 to 20 mm, to a tenth"],
    [[{ ...stile, kerfMm: 3.25 }], "Kerf must be from 0 to 20 mm, to a tenth"],
    [[{ ...stile, trimMm: 50.1 }], "Trim must be from 0 to 50 mm, to a tenth"],
    [[{ ...stile, trimMm: "10" }], "Trim must be from 0 to 50 mm, to a tenth"],
    [[{ ...stile, keepMm: 199 }], "Offcuts must be kept from 200 to 3,000 mm on, in whole millimetres"],
    [[{ ...stile, keepMm: 3001 }], "Offcuts must be kept from 200 to 3,000 mm on, in whole millimetres"],
    [[stile, { ...stile, stockMm: 3000 }], "Please name each profile once"],
  ])("the bars %j are a 400 and store nothing", async (stock, sentence) => {
    const who = await portal.signIn("supplier");
    const { status, text } = await who.put(PATH, { stock });
    expect([status, text]).toEqual([400, sentence]);
    expect((await who.get(PATH)).body).toEqual(UNSAID);
  });
});

describe("a workshop's clearances", () => {
  const PATH = "/api/settings/workshop";

  test("a workshop's clearances are the usual ones until it sets its own; a PUT leaves omitted ones", async () => {
    const who = await portal.signIn(await portal.createAccount("supplier"));
    const rival = await portal.signIn(await portal.createAccount("supplier"));
    expect((await who.get(PATH)).body).toEqual(UNSAID);
    const stock = [{ profile: "stile", stockMm: 2500, kerfMm: 3.2, trimMm: 10, keepMm: 600 }];
    succeeded(await who.put(PATH, { stock }));
    expect((await who.put(PATH, { clearances: { hinge: 2.5, rodEnd: 0 } })).body).toEqual({
      ...UNSAID,
      stock,
      clearances: { ...USUAL_CLEARANCES, hinge: 2.5, rodEnd: 0 },
      savedAt: expect.stringMatching(/^\d{4}-.+Z$/),
    });
    succeeded(await who.put(PATH, { clearances: { head: 30 } }));
    succeeded(await who.put(PATH, { stock: [] }));
    succeeded(await who.put(PATH, {}));
    expect((await who.get(PATH)).body).toEqual({
      ...UNSAID,
      clearances: { ...USUAL_CLEARANCES, hinge: 2.5, rodEnd: 0, head: 30 },
    });
    expect((await rival.get(PATH)).body).toEqual(UNSAID);
    await Promise.all([{ foot: 1 }, { meeting: 1 }, { louvreEnd: 0.5 }].map((clearances) => who.put(PATH, { clearances })));
    expect((await who.get(PATH)).body).toMatchObject({ clearances: { hinge: 2.5, foot: 1, meeting: 1, louvreEnd: 0.5 } });
  });

  test.each<[unknown, string]>([
    [{ hinge: -0.1 }, "Hinge must be from 0 to 30 mm, to a tenth"],
    [{ head: 30.1 }, "Head must be from 0 to 30 mm, to a tenth"],
    [{ louvreEnd: 1.25 }, "Louvre end must be from 0 to 30 mm, to a tenth"],
    [{ bladeRail: 3.1 }, "Blade to rail must be from 0 to 3 mm, to a tenth"],
    [{ rodEnd: 15.1 }, "Rod end must be from 0 to 15 mm, to a tenth"],
    [{ trackFoot: "4" }, "Track foot must be from 0 to 30 mm, to a tenth"],
    [[], "Clearances must be millimetres by their names"],
  ])("the clearances %j are a 400 and store nothing", async (clearances, sentence) => {
    const who = await portal.signIn("supplier");
    const { status, text } = await who.put(PATH, { clearances });
    expect([status, text]).toEqual([400, sentence]);
    expect((await who.get(PATH)).body).toMatchObject({ clearances: USUAL_CLEARANCES });
  });

  test("the database refuses a clearance that is out of its bounds", async () => {
    const { companyId } = await portal.createAccount("supplier");
    for (const clearances of [{ hinge: 31 }, { bladeRail: 3.1 }, { rodEnd: -1 }])
      await expect(portal.db.insert(workshopSettings).values({ companyId, stock: [], clearances })).rejects.toThrow();
  });
});

describe("a workshop's sections and laps", () => {
  const PATH = "/api/settings/workshop";
  const rail = { profile: "rail", widthMm: 135, thicknessMm: 28, heightsMm: [80, 90.5] };
  const stile = { profile: "stile", widthMm: 51, thicknessMm: 28.5 };

  test("a workshop's sections and laps are stored as sent; a PUT without them leaves them", async () => {
    const who = await portal.signIn(await portal.createAccount("supplier"));
    const rival = await portal.signIn(await portal.createAccount("supplier"));
    expect((await who.put(PATH, { sections: [rail, stile] })).body).toMatchObject({ sections: [rail, stile], lap: "right" });
    succeeded(await who.put(PATH, { lap: "left", trackDepthMm: 150 }));
    succeeded(await who.put(PATH, { clearances: { hinge: 2 }, stock: [] }));
    expect((await who.get(PATH)).body).toMatchObject({ sections: [rail, stile], lap: "left", trackDepthMm: 150, clearances: { hinge: 2 } });
    expect((await rival.get(PATH)).body).toMatchObject({ sections: [], lap: "right" });
    expect((await who.put(PATH, { sections: [] })).body).toMatchObject({ sections: [], lap: "left" });
  });

  const HEIGHTS = "Heights must be 1 to 20 rising figures from 40 to 300 mm, to a tenth";
  test.each<[object, string]>([
    [{ sections: null }, "Sections must be a list of profiles"],
    [{ sections: [{ ...stile, profile: "oak" }] }, "Profile must be one of a cut list"],
    [{ sections: [{ ...stile, widthMm: 4.9 }] }, "Width must be from 5 to 300 mm, to a tenth"],
    [{ sections: [{ ...stile, thicknessMm: 27.25 }] }, "Thickness must be from 5 to 300 mm, to a tenth"],
    [{ sections: [{ ...rail, heightsMm: [] }] }, HEIGHTS],
    [{ sections: [{ ...rail, heightsMm: [90, 80] }] }, HEIGHTS],
    [{ sections: [{ ...rail, heightsMm: [39] }] }, HEIGHTS],
    [{ sections: [{ ...stile, heightsMm: [80] }] }, "Only rails have heights"],
    [{ sections: [stile, stile] }, "Please name each profile once"],
    [{ lap: "both" }, "Lap must be one of right, left"],
    [{ trackDepthMm: 39 }, "Track depth must be whole millimetres from 40 to 400"],
    [{ trackDepthMm: 100.5 }, "Track depth must be whole millimetres from 40 to 400"],
  ])("the sections or lap %j are a 400 and store nothing", async (body, sentence) => {
    const who = await portal.signIn("supplier");
    const { status, text } = await who.put(PATH, body);
    expect([status, text]).toEqual([400, sentence]);
    expect((await who.get(PATH)).body).toMatchObject({ sections: [], lap: "right" });
  });

  test("the database refuses sections and laps that are out of their bounds", async () => {
    const { companyId } = await portal.createAccount("supplier");
    const refused = [
      [{ ...stile, widthMm: 301 }],
      [{ ...stile, thicknessMm: "27" }],
      [{ profile: "stile" }],
      [{ ...rail, heightsMm: [80, 301] }],
    ];
    for (const sections of refused)
      await expect(portal.db.insert(workshopSettings).values({ companyId, stock: [], sections: sections as never })).rejects.toThrow();
    await expect(portal.db.insert(workshopSettings).values({ companyId, stock: [], lap: "up" as never })).rejects.toThrow();
    await portal.db.insert(workshopSettings).values({ companyId, stock: [], sections: [rail, stile] });
  });
});

describe("a workshop's time and capacity", () => {
  const PATH = "/api/settings/workshop";
  const LEAD = "Lead time must be whole working days from 1 to 60";
  const WEEKLY = "Square metres a week must be whole, from 1 to 10,000";

  test("a workshop has ten working days and no capacity until it sets them; a PUT without them leaves them", async () => {
    const who = await portal.signIn(await portal.createAccount("supplier"));
    const read = async () => (await who.get(PATH)).body;
    expect(await read()).toMatchObject({ leadDays: 10, weeklyM2: null });
    expect((await who.put(PATH, { leadDays: 1, weeklyM2: 10_000 })).body).toMatchObject({ leadDays: 1, weeklyM2: 10_000 });
    succeeded(await who.put(PATH, { leadDays: 60 }));
    succeeded(await who.put(PATH, { clearances: { hinge: 2 } }));
    expect(await read()).toMatchObject({ leadDays: 60, weeklyM2: 10_000 });
    succeeded(await who.put(PATH, { weeklyM2: null }));
    expect(await read()).toMatchObject({ leadDays: 60, weeklyM2: null });
  });

  test.each<[object, string]>([
    [{ leadDays: 0 }, LEAD],
    [{ leadDays: 61 }, LEAD],
    [{ leadDays: 1.5 }, LEAD],
    [{ leadDays: null }, LEAD],
    [{ weeklyM2: 0 }, WEEKLY],
    [{ weeklyM2: 10_001 }, WEEKLY],
    [{ weeklyM2: "40" }, WEEKLY],
  ])("the time or capacity %j is a 400 and stores nothing", async (body, sentence) => {
    const who = await portal.signIn("supplier");
    const { status, text } = await who.put(PATH, body);
    expect([status, text]).toEqual([400, sentence]);
    expect((await who.get(PATH)).body).toMatchObject({ leadDays: 10, weeklyM2: null });
  });

  test.each([{ leadDays: 0 }, { leadDays: 61 }, { weeklyM2: 0 }, { weeklyM2: 10_001 }])(
    "the database refuses the time or capacity %j",
    async (wrong) => {
      const { companyId } = await portal.createAccount("supplier");
      await expect(portal.db.insert(workshopSettings).values({ companyId, stock: [], ...wrong })).rejects.toThrow();
    },
  );
});

describe("a workshop's former figures", () => {
  const PATH = "/api/settings/workshop";
  const CHANGES = "/api/settings/workshop/changes";
  type Changes = { at: string; by: string; measures: { measure: string; before: string; after: string }[] }[];

  test("each change is listed with its person and the measures that differ, newest first, for its own workshop", async () => {
    const account = await portal.createAccount("supplier", { contactName: "Morgan Whitlock" });
    const who = await portal.signIn(account);
    const rival = await portal.signIn(await portal.createAccount("supplier"));
    const read = async (client = who) => (await client.get<Changes>(CHANGES)).body.map(({ by, measures }) => ({ by, measures }));
    expect(await read()).toEqual([]);
    succeeded(await who.put(PATH, { sections: [{ profile: "stile", widthMm: 120, thicknessMm: 27 }], clearances: { hinge: 2.5 } }));
    // A save without a change has no row.
    succeeded(await who.put(PATH, { clearances: { hinge: 2.5 } }));
    succeeded(await rival.put(PATH, { clearances: { hinge: 9 } }));
    const boss = await portal.createAccount("super_admin");
    succeeded(await (await portal.openSession(account, boss)).put(PATH, { sections: [], lap: "left", leadDays: 12 }));
    succeeded(await who.put(PATH, { stock: [{ profile: "guide", stockMm: 2400, kerfMm: 3.2, trimMm: 10, keepMm: 600 }], weeklyM2: 15 }));
    expect(await read()).toEqual([
      {
        by: "Morgan Whitlock",
        measures: [
          { measure: "Guide, bar length", before: "3,000 mm", after: "2,400 mm" },
          { measure: "Guide, saw's kerf", before: "3 mm", after: "3.2 mm" },
          { measure: "In a week", before: "not stated", after: "15 m²" },
        ],
      },
      {
        by: "The office",
        measures: [
          { measure: "Stiles, width", before: "120 mm", after: "51 mm" },
          { measure: "Where two panels meet", before: "The right one lies over the left", after: "The left one lies over the right" },
          { measure: "Lead time", before: "10 working days", after: "12 working days" },
        ],
      },
      {
        by: "Morgan Whitlock",
        measures: [
          { measure: "Hinge", before: "3 mm", after: "2.5 mm" },
          { measure: "Stiles, width", before: "51 mm", after: "120 mm" },
        ],
      },
    ]);
    expect((await read(rival)).map(({ measures }) => measures)).toEqual([[{ measure: "Hinge", before: "3 mm", after: "9 mm" }]]);
  });

  test("the undo of a save is refused after a colleague's save of the same figures, and leaves theirs", async () => {
    const account = await portal.createAccount("supplier", { contactName: "Morgan Whitlock" });
    const who = await portal.signIn(account);
    const colleague = await portal.signIn(await portal.createAccount("supplier", { colleagueOf: account, contactName: "Robert Kay" }));
    const stile = (widthMm: number) => ({ profile: "stile", widthMm, thicknessMm: 27 });
    const former = { sections: [], lap: "right", trackDepthMm: 100 };
    const saved = { sections: [stile(57)], lap: "right", trackDepthMm: 100 };
    const read = async () => (await who.get(PATH)).body;
    // A colleague's save of other figures does not prevent the undo.
    succeeded(await who.put(PATH, saved));
    succeeded(await colleague.put(PATH, { leadDays: 12 }));
    succeeded(await who.put(PATH, { ...former, undoes: saved }));
    expect(await read()).toMatchObject({ ...former, leadDays: 12 });
    succeeded(await who.put(PATH, saved));
    succeeded(await colleague.put(PATH, { sections: [stile(60)] }));
    succeeded(await colleague.put(PATH, { leadDays: 13 }));
    const { status, text } = await who.put(PATH, { ...former, undoes: saved });
    expect([status, text]).toEqual([409, expect.stringMatching(/^Robert Kay saved other figures at \d\d:\d\d, so nothing was undone$/)]);
    expect(await read()).toMatchObject({ sections: [stile(60)], leadDays: 13 });
  });

  test("an undo and a colleague's save at the same time never lose the colleague's figures", async () => {
    const account = await portal.createAccount("supplier");
    const who = await portal.signIn(account);
    const colleague = await portal.signIn(await portal.createAccount("supplier", { colleagueOf: account }));
    for (let leadDays = 11; leadDays < 19; leadDays++) {
      succeeded(await who.put(PATH, { leadDays }));
      const theirs = colleague.put(PATH, { leadDays: leadDays + 30 });
      const undo = await who.put(PATH, { leadDays: 10, undoes: { leadDays } });
      succeeded(await theirs);
      expect([200, 409]).toContain(undo.status);
      expect((await who.get(PATH)).body).toMatchObject({ leadDays: leadDays + 30 });
    }
  });

  test("the list of a workshop's changes has the twenty newest", async () => {
    const who = await portal.signIn(await portal.createAccount("supplier"));
    for (let days = 11; days < 33; days++) succeeded(await who.put(PATH, { leadDays: days }));
    const { body } = await who.get<Changes>(CHANGES);
    expect(body.map(({ measures }) => measures[0]?.after)).toEqual(Array.from({ length: 20 }, (_, index) => `${32 - index} working days`));
  });
});

test("the owner reads whether the portal has a mail server", async () => {
  expect(succeeded(await (await portal.superAdmin()).get("/api/settings/mail"))).toEqual({ isSent: true });
  const without = await startPortal({ beside: portal, sendsMail: false });
  try {
    expect(succeeded(await (await without.superAdmin()).get("/api/settings/mail"))).toEqual({ isSent: false });
  } finally {
    await without.stop();
  }
});
