import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brokenConstraint } from "#server/platform/http/errors.ts";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import { notifications } from "#server/schema/notifications.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { parcelPieces, parcels, workshopEvents } from "#server/schema/workshop.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { openPdf, saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { parcelPaperPath } from "#shared/contract/parts/papers.ts";

interface Piece {
  readonly itemId: number;
  readonly piece: number;
}
interface Parcel {
  readonly id: number;
  readonly n: number;
  readonly pieces: Piece[];
  readonly shutters: number;
  readonly kg: number;
  readonly shippingDate: string;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
}
type Details = OrderReply & {
  readonly quote: { readonly items: readonly { readonly id: number; readonly name: string }[] };
  readonly parcels: readonly Parcel[];
  readonly progress: Readonly<Record<string, number>>;
  readonly history: readonly { readonly to?: string; readonly parcel?: number; readonly done?: number; readonly of?: number }[];
};
interface Sent {
  readonly id: number;
  readonly ok: boolean;
  readonly error: string | null;
}

let portal: TestPortal;
let customer: TestClient;
let maker: TestClient;
let boss: TestClient;
let rival: User;
const NOON = "2036-06-15T12:00:00Z";
beforeAll(async () => {
  portal = await startPortal();
  portal.clock.set(NOON);
  await saveSeller(portal);
  customer = await portal.signIn("customer");
  maker = await portal.signIn("supplier");
  rival = await portal.createAccount("supplier");
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

/** An order of a bay of two shutters and a kitchen window of one. */
async function newOrder() {
  const product = await portal.product();
  const items = [portal.windowOf(product, { name: "Bay", quantity: 2 }), portal.windowOf(product, { name: "Kitchen" })];
  const { id } = await portal.orderFor(customer, { jobName: "Plot 7", items });
  const [bay, kitchen] = (await read(id)).quote.items;
  return { id, bay: bay?.id ?? 0, kitchen: kitchen?.id ?? 0 };
}
const read = async (id: number, by = boss) => succeeded(await by.get<Details>(`/api/orders/${id}`));
const send = (id: number, pieces: readonly Piece[], body: object = {}, { by = maker, key = "" } = {}) =>
  by.post<Parcel>(`/api/orders/${id}/parcels`, { pieces, ...body }, key ? { "idempotency-key": key } : {});
const ship = (id: number, body: object = {}) => maker.post<OrderReply>(`/api/orders/${id}/ship`, body);
const pack = async (id: number, itemId: number, piece?: number) =>
  succeeded(await maker.patch(`/api/orders/${id}/pieces`, { itemId, step: "packed", done: true, ...(piece && { piece }) }));
const mailsAbout = async (id: number) => (await portal.mails()).filter(({ subject }) => subject.startsWith(`Order ORD-${id}:`));
const subjectsAbout = async (id: number) => (await mailsAbout(id)).map(({ subject }) => /: (.*?) \(/.exec(subject)?.[1]);
const invoicesOf = async (id: number) => portal.db.select().from(invoices).where(eq(invoices.orderId, id));

test("staff, supplier and customer find an order by the number of an earlier parcel until the parcel is deleted", async () => {
  const { id, bay, kitchen } = await newOrder();
  const found = async (number: string) =>
    Promise.all(
      [boss, maker, customer].map(async (who) =>
        succeeded(await who.get<{ id: number }[]>(`/api/orders?search=${number}`)).some((row) => row.id === id),
      ),
    );
  const first = succeeded(await send(id, [{ itemId: bay, piece: 1 }], { carrier: "dpd", trackingNumber: "ZB 4471 9" }));
  const second = succeeded(await send(id, [{ itemId: bay, piece: 2 }], { trackingNumber: "QX8810" }));
  expect(await found("QX8810")).toEqual([true, true, true]);
  succeeded(await maker.delete(`/api/orders/${id}/parcels/${second.id}`));
  expect(await found("QX8810")).toEqual([false, false, false]);
  succeeded(
    await send(
      id,
      [
        { itemId: bay, piece: 2 },
        { itemId: kitchen, piece: 1 },
      ],
      { trackingNumber: "LAST77" },
    ),
  );
  for (const number of ["ZB44719", "4471", "LAST77"]) expect([number, await found(number)]).toEqual([number, [true, true, true]]);
  expect(first.n).toBe(1);
});

describe("an order that is not packed", () => {
  test("an order ships without a question only once every shutter is packed", async () => {
    const { id, bay, kitchen } = await newOrder();
    const refusal = async (body = {}) => {
      const { status, text } = await ship(id, body);
      return [status, text];
    };
    expect(await refusal()).toEqual([409, "None of 3 is packed"]);
    await pack(id, kitchen);
    expect(await refusal({ confirmed: false })).toEqual([409, "1 of 3 is packed"]);
    await pack(id, bay, 1);
    expect(await refusal({ carrier: "dpd" })).toEqual([409, "2 of 3 are packed"]);
    expect(await read(id)).toMatchObject({ orderStatus: "processing", carrier: null, parcels: [] });
    await pack(id, bay, 2);
    expect(succeeded(await ship(id))).toMatchObject({ orderStatus: "shipped", shipped: 3 });
  });

  test("the question about a partly shipped order counts only the shutters that are left", async () => {
    const { id, bay, kitchen } = await newOrder();
    succeeded(await send(id, [{ itemId: kitchen, piece: 1 }]));
    const refusal = async () => (await ship(id)).text;
    expect(await refusal()).toBe("None of 2 is packed");
    await pack(id, bay, 1);
    expect(await refusal()).toBe("1 of 2 is packed");
    await pack(id, bay, 2);
    expect(succeeded(await ship(id))).toMatchObject({ orderStatus: "shipped", shipped: 3 });
  });

  test("a status from shipped on asks like shipping where the call asks to be asked", async () => {
    const { id, bay } = await newOrder();
    await pack(id, bay);
    const move = (body: object, who = maker) => who.patch<OrderReply>(`/api/orders/${id}/status`, body);
    for (const status of ["shipped", "delivered"])
      expect(await move({ status, confirmed: false }, boss)).toMatchObject({ status: 409, text: "2 of 3 are packed" });
    expect(succeeded(await move({ status: "pending", confirmed: false })).orderStatus).toBe("pending");
    expect(await read(id)).toMatchObject({ parcels: [], orderStatus: "pending" });
    expect(succeeded(await move({ status: "shipped", confirmed: true })).orderStatus).toBe("shipped");
    // A shipped order moves on without a question.
    expect(succeeded(await move({ status: "delivered", confirmed: false })).orderStatus).toBe("delivered");
  });

  test("a status never asks of an order of which nothing was marked", async () => {
    const { id } = await newOrder();
    const moved = await boss.patch<OrderReply>(`/api/orders/${id}/status`, { status: "shipped", confirmed: false });
    expect(succeeded(moved).orderStatus).toBe("shipped");
  });

  test("a confirmed shipment leaves unpacked, alone and together with others", async () => {
    const [one, two, three] = [await newOrder(), await newOrder(), await newOrder()];
    expect(succeeded(await ship(one.id, { confirmed: true })).orderStatus).toBe("shipped");
    const all = (orders: object[], body = {}) => maker.post<Sent[]>("/api/workshop/ship", { orders, ...body });
    expect(succeeded(await all([{ id: two.id, confirmed: true }, { id: three.id }]))).toEqual([
      { id: two.id, ok: true, error: null },
      { id: three.id, ok: false, error: "None of 3 is packed" },
    ]);
    expect(succeeded(await all([{ id: three.id }], { confirmed: true }))).toMatchObject([{ ok: true }]);
  });
});

describe("a parcel with some of the shutters", () => {
  test("a parcel has its number, shutters, weight and tracking, and the order stays in the workshop", async () => {
    const { id, bay, kitchen } = await newOrder();
    const sent = await send(id, [{ itemId: bay, piece: 2 }], { carrier: "dpd", trackingNumber: " 1550 7 " });
    expect([sent.status, sent.body]).toMatchObject([
      201,
      {
        n: 1,
        pieces: [{ itemId: bay, piece: 2 }],
        shippingDate: "2036-06-15",
        carrier: "dpd",
        trackingNumber: "1550 7",
        trackingUrl: "https://track.dpd.co.uk/search?reference=15507",
      },
    ]);
    expect(sent.body.kg).toBeGreaterThan(1);
    for (const reader of [customer, maker, boss]) {
      const order = await read(id, reader);
      expect(order).toMatchObject({ orderStatus: "processing", shipped: 1, shutters: 3, trackingNumber: null, shippingDate: null });
      expect(order.parcels).toEqual([sent.body]);
      expect(order.history.filter(({ parcel }) => parcel)).toMatchObject([{ parcel: 1, done: 1, of: 3 }]);
    }
    // The shutter left, so it is packed; the others are not.
    expect((await read(id)).progress).toEqual({ cut: 1, assembled: 1, finished: 1, packed: 1 });
    const [row] = succeeded(await maker.get<OrderReply[]>(`/api/workshop?search=ORD-${id}`));
    expect(row).toMatchObject({ id, shipped: 1, shutters: 3 });
    const two = succeeded(await send(id, [{ itemId: kitchen, piece: 1 }]));
    expect(two).toMatchObject({ n: 2, carrier: null, trackingNumber: null });
  });

  test("the last parcel ships the order, which is invoiced once, on that day", async () => {
    const { id, bay, kitchen } = await newOrder();
    succeeded(await send(id, [{ itemId: bay, piece: 1 }]));
    expect(await invoicesOf(id)).toEqual([]);
    portal.clock.set("2036-06-15T22:00:00Z");
    succeeded(await send(id, [{ itemId: bay, piece: 2 }]));
    expect(await invoicesOf(id)).toEqual([]);
    // Midnight in London has passed.
    portal.clock.set("2036-06-15T23:30:00Z");
    const last = succeeded(await send(id, [{ itemId: kitchen, piece: 1 }], { carrier: "ups", trackingNumber: "1Z 9" }));
    expect(last.n).toBe(3);
    expect(await read(id)).toMatchObject({ orderStatus: "shipped", shippingDate: "2036-06-16", carrier: "ups", trackingNumber: "1Z 9" });
    expect(await invoicesOf(id)).toMatchObject([{ taxPoint: "2036-06-16" }]);
    portal.clock.set(NOON);
  });

  test("shipping the order sends the remaining shutters as one parcel, with the order's own number", async () => {
    const { id, bay, kitchen } = await newOrder();
    succeeded(await send(id, [{ itemId: kitchen, piece: 1 }], { carrier: "evri", trackingNumber: "H 1" }));
    const shipped = succeeded(await ship(id, { confirmed: true, carrier: "dx", trackingNumber: "DX 2" }));
    expect(shipped).toMatchObject({ orderStatus: "shipped", carrier: "dx", trackingNumber: "DX 2", shipped: 3 });
    const { parcels: sent } = await read(id);
    expect(sent.map(({ n, pieces, trackingNumber }) => [n, pieces, trackingNumber])).toEqual([
      [1, [{ itemId: kitchen, piece: 1 }], "H 1"],
      [2, [1, 2].map((piece) => ({ itemId: bay, piece })), "DX 2"],
    ]);
    // A correction of a shipped order is one of its last parcel.
    succeeded(await maker.patch(`/api/orders/${id}/tracking`, { trackingNumber: "DX 3" }));
    succeeded(await maker.patch(`/api/orders/${id}/dates`, { shippingDate: "2036-06-20" }));
    const corrected = (await read(id)).parcels;
    expect(corrected.map(({ trackingNumber, shippingDate }) => [trackingNumber, shippingDate])).toEqual([
      ["H 1", "2036-06-15"],
      ["DX 3", "2036-06-20"],
    ]);
  });

  test("an order that is shipped at once or by its status is one parcel without a line of its own", async () => {
    const [one, two] = [await newOrder(), await newOrder()];
    succeeded(await ship(one.id, { confirmed: true }));
    succeeded(await boss.patch(`/api/orders/${two.id}/status`, { status: "delivered" }));
    for (const { id } of [one, two]) {
      const order = await read(id);
      expect(order.parcels).toMatchObject([{ n: 1, shutters: 3 }]);
      expect(order.history.some(({ parcel }) => parcel)).toBe(false);
    }
  });

  test.each<[string, (order: { bay: number }) => unknown, number, string]>([
    ["no shutter", () => [], 400, "Please choose the shutters to ship"],
    ["another order's window", () => [{ itemId: 999_999, piece: 1 }], 400, "Please choose one of the order's windows"],
    ["an unknown shutter", ({ bay }) => [{ itemId: bay, piece: 3 }], 400, 'Window "Bay" has 2 shutters'],
    ["a shutter twice", ({ bay }) => [1, 1].map((piece) => ({ itemId: bay, piece })), 400, "Please name each shutter once"],
  ])("a parcel with %s is refused and nothing is stored", async (_, pieces, status, sentence) => {
    const order = await newOrder();
    const refused = await send(order.id, pieces(order) as Piece[]);
    expect([refused.status, refused.text]).toEqual([status, sentence]);
    expect(await read(order.id)).toMatchObject({ orderStatus: "pending", parcels: [], progress: { packed: 0 } });
  });

  test("a shipped shutter is refused by name, and its marks cannot be undone", async () => {
    const { id, bay } = await newOrder();
    succeeded(await send(id, [{ itemId: bay, piece: 1 }]));
    const again = await send(
      id,
      [2, 1].map((piece) => ({ itemId: bay, piece })),
    );
    expect([again.status, again.text]).toEqual([409, `${bay}.1 is already shipped`]);
    const undone = await maker.patch(`/api/orders/${id}/pieces`, { itemId: bay, piece: 1, step: "packed", done: false });
    expect([undone.status, undone.text]).toEqual([409, `${bay}.1 is already shipped`]);
    expect(await read(id)).toMatchObject({ shipped: 1, progress: { packed: 1 } });
  });

  test("two tablets that ship one shutter at once make one parcel, and one key makes one", async () => {
    const { id, bay, kitchen } = await newOrder();
    const both = await Promise.all([send(id, [{ itemId: bay, piece: 1 }]), send(id, [{ itemId: bay, piece: 1 }], {}, { by: boss })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const repeated = await Promise.all([1, 2].map(() => send(id, [{ itemId: kitchen, piece: 1 }], {}, { key: `parcel ${id}` })));
    expect(repeated.map(({ status }) => status)).toEqual([201, 201]);
    expect(repeated[0]?.body).toEqual(repeated[1]?.body);
    expect((await read(id)).parcels.map(({ n }) => n)).toEqual([1, 2]);
  });

  test.each(["draft", "shipped", "cancelled"] as const)("an order that is %s gets no parcel", async (status) => {
    const { id, bay } = await newOrder();
    await portal.db.update(orders).set({ status }).where(eq(orders.id, id));
    const refused = await send(id, [{ itemId: bay, piece: 1 }], {}, { by: boss });
    expect([refused.status, refused.text]).toEqual([409, `This order is ${status}`]);
  });

  test("another workshop's order is unknown in each call and paper of parcels", async () => {
    const { id, bay } = await newOrder();
    const { id: parcelId } = succeeded(await send(id, [{ itemId: bay, piece: 1 }]));
    await portal.db.update(orders).set({ supplierId: rival.companyId, takenAt: null }).where(eq(orders.id, id));
    const replies = [
      await send(id, [{ itemId: bay, piece: 2 }]),
      await maker.delete(`/api/orders/${id}/parcels/${parcelId}`),
      await maker.get(parcelPaperPath("deliveryNote", id, parcelId)),
      await maker.get(parcelPaperPath("labels", id, parcelId)),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await customer.get(parcelPaperPath("labels", id, parcelId))).status).toBe(403);
    const stranger = await portal.signIn(await portal.createAccount("customer"));
    expect((await stranger.get(parcelPaperPath("deliveryNote", id, parcelId))).status).toBe(404);
    // A parcel belongs to its own order's address alone.
    const other = await newOrder();
    expect((await boss.delete(`/api/orders/${other.id}/parcels/${parcelId}`)).status).toBe(404);
  });
});

describe("the customer's news", () => {
  test("each parcel is emailed with its windows and tracking, and the last with the order's shipping", async () => {
    const { id, bay, kitchen } = await newOrder();
    succeeded(await send(id, [{ itemId: bay, piece: 2 }], { carrier: "dpd", trackingNumber: "1550 7" }));
    const [first] = (await mailsAbout(id)).slice(-2).filter(({ subject }) => subject.includes("Parcel"));
    expect(first?.to).toBe(customer.account?.email);
    expect(first?.subject).toContain(`Order ORD-${id}: Parcel 1 shipped`);
    for (const words of [
      `Parcel 1 of order ORD-${id} was shipped: 1 of 3 shutters.`,
      "Bay, shutter 2 of 2",
      "Carrier: DPD",
      "https://track.dpd.co.uk/search?reference=15507",
      "Job: Plot 7",
    ])
      expect(first?.text).toContain(words);
    succeeded(await ship(id, { confirmed: true, carrier: "own_van" }));
    // That the order is being made is no news beside a parcel.
    expect(await subjectsAbout(id)).toEqual(["Parcel 1 shipped", "Shipped"]);
    const last = (await mailsAbout(id)).at(-1);
    for (const words of [`Parcel 2 of order ORD-${id} was shipped: 2 of 3 shutters.`, "Bay, shutter 1 of 2\nKitchen", "Carrier: Own van"])
      expect(last?.text).toContain(words);
    const told = await portal.db.select().from(notifications).where(eq(notifications.relatedId, id));
    expect(told.filter(({ message }) => message.startsWith("Parcel 1 of order")).map(({ userId }) => userId)).toEqual([
      customer.account?.id,
    ]);
    expect(kitchen).toBeGreaterThan(0);
  });

  test("a parcel that is deleted before its email is not mailed, and afterwards it is withdrawn by email", async () => {
    const { id, bay } = await newOrder();
    await portal.db.update(orders).set({ status: "processing" }).where(eq(orders.id, id));
    const slip = succeeded(await send(id, [{ itemId: bay, piece: 1 }]));
    succeeded(await maker.delete(`/api/orders/${id}/parcels/${slip.id}`));
    expect(await subjectsAbout(id)).toEqual([]);
    const told = succeeded(await send(id, [{ itemId: bay, piece: 1 }]));
    expect(await subjectsAbout(id)).toEqual(["Parcel 1 shipped"]);
    succeeded(await maker.delete(`/api/orders/${id}/parcels/${told.id}`));
    expect(await subjectsAbout(id)).toEqual(["Parcel 1 shipped", "Parcel 1 not shipped"]);
  });

  test("the note of an order that has partly left names each parcel's day, its shutters and what follows", async () => {
    const { id, bay } = await newOrder();
    succeeded(await send(id, [{ itemId: bay, piece: 1 }], { trackingNumber: "P-1" }));
    const note = (await openPdf(portal, maker, `/api/orders/${id}/delivery-note.pdf`)).text.replaceAll(/\s+/g, " ");
    for (const said of [
      "Parcel 1 15 Jun 2036 P-1",
      "To follow 2 shutters",
      "Shutters 1 of 3 sent",
      "Parcel 1: shutter 1 of 2",
      "To follow: shutter 2 of 2",
    ])
      expect(note).toContain(said);
    expect(note).not.toContain("Sent on");
  });

  test("a parcel's note and labels have its shutters, weight and number, and no others", async () => {
    const { id, bay } = await newOrder();
    const { id: parcelId, kg } = succeeded(await send(id, [{ itemId: bay, piece: 2 }], { carrier: "dpd", trackingNumber: "1550 7" }));
    const note = await openPdf(portal, customer, parcelPaperPath("deliveryNote", id, parcelId));
    for (const words of [`ORD-${id}, parcel 1`, "Bay", "shutter 2 of 2", "1 of 3", `${kg.toFixed(1)} kg`, "1550 7"])
      expect(note.text).toContain(words);
    expect(note.text).not.toContain("Kitchen");
    const labels = await openPdf(portal, maker, parcelPaperPath("labels", id, parcelId));
    expect(labels.text).toContain("window's piece 2 of 2");
    expect(labels.text).not.toContain("piece 1 of");
    // At the loading bay a label tells parcels apart, and where each goes.
    const order = succeeded(await maker.get<{ shippingAddress: string }>(`/api/orders/${id}`));
    const addressee = `${customer.account?.companyName}, ${customer.account?.contactName}`;
    const wordsOf = (text: string) => text.replace(/\s+/g, " ");
    const address = order.shippingAddress.split(/[,\n]/).map((line) => line.trim());
    for (const words of ["1 of 1 in parcel 1", "DPD 1550 7", addressee, ...address, "Heaviest panel", "Plot 7"])
      expect(wordsOf(labels.text)).toContain(words);
    expect(labels.text).not.toContain("Parcel 1 of");
    succeeded(await maker.post(`/api/orders/${id}/ship`, { confirmed: true }));
    expect((await openPdf(portal, maker, parcelPaperPath("labels", id, parcelId))).text).toContain("Parcel 1 of 2");
  });

  test("the labels of a parcel count its shutters, and no long address hides the name or leaves the label", async () => {
    const { id, bay, kitchen } = await newOrder();
    const lines = [
      "Fenêtre & Lumière Décoration Works",
      "Unit 4",
      "The Old Foundry Yard",
      "Mill Lane",
      "Lewes",
      "East Sussex",
      "BN7 1AA",
      "UK",
    ];
    await portal.db
      .update(orders)
      .set({ shippingAddress: lines.join("\n") })
      .where(eq(orders.id, id));
    const pieces = [
      { itemId: bay, piece: 1 },
      { itemId: bay, piece: 2 },
      { itemId: kitchen, piece: 1 },
    ];
    const parcel = succeeded(await send(id, pieces, { carrier: "dpd", trackingNumber: "1550 7" }));
    const { pages, contents } = await openPdf(portal, maker, parcelPaperPath("labels", id, parcel.id));
    expect(pages.map((page) => /\d of \d in parcel \d/.exec(page)?.[0])).toEqual([1, 2, 3].map((n) => `${n} of 3 in parcel 1`));
    for (const page of pages)
      for (const words of [customer.account?.companyName ?? "?", lines.join(", "), "Heaviest panel"])
        expect(page.replace(/\s+/g, " ")).toContain(words);
    for (const content of contents)
      for (const [, y] of content.matchAll(/1 0 0 1 [\d.-]+ ([\d.-]+) Tm/g)) expect(Number(y) > 5 && Number(y) < 176).toBe(true);
  });
});

describe("taking a parcel back", () => {
  test("a parcel is deleted on the London day on which it was made, and not later", async () => {
    const { id, bay } = await newOrder();
    portal.clock.set("2036-06-15T22:30:00Z");
    const one = succeeded(await send(id, [{ itemId: bay, piece: 1 }]));
    portal.clock.set("2036-06-15T22:59:00Z");
    expect((await maker.delete(`/api/orders/${id}/parcels/${one.id}`)).status).toBe(204);
    expect(await read(id)).toMatchObject({ orderStatus: "processing", shipped: 0, parcels: [] });
    const two = succeeded(await send(id, [{ itemId: bay, piece: 1 }]));
    // Midnight in London has passed.
    portal.clock.set("2036-06-15T23:01:00Z");
    const late = await maker.delete(`/api/orders/${id}/parcels/${two.id}`);
    expect([late.status, late.text]).toEqual([409, "A parcel can be deleted only on the day on which it was made"]);
    portal.clock.set(NOON);
  });

  test("a deleted parcel leaves the marks that people made, and loses those that the parcel made", async () => {
    const { id, bay, kitchen } = await newOrder();
    const mark = async (step: string, itemId: number, piece: number) =>
      succeeded(await boss.patch(`/api/orders/${id}/pieces`, { itemId, step, done: true, piece }));
    await mark("assembled", bay, 1);
    await mark("packed", bay, 2);
    const shutters = async () =>
      succeeded(await maker.get<{ pieces: Record<string, unknown>[] }>(`/api/orders/${id}/pieces`)).pieces.map((shutter) =>
        ["cut", "assembled", "finished", "packed"].map((step) => shutter[step]),
      );
    const before = await shutters();
    const pieces = [1, 2].map((piece) => ({ itemId: bay, piece }));
    const one = succeeded(await send(id, pieces));
    expect((await read(id)).progress).toEqual({ cut: 2, assembled: 2, finished: 2, packed: 2 });
    succeeded(await maker.delete(`/api/orders/${id}/parcels/${one.id}`));
    expect(await shutters()).toEqual(before);
    // The history has a line for each removed mark.
    const undone = await portal.db
      .select({ piece: workshopEvents.piece, step: workshopEvents.step })
      .from(workshopEvents)
      .where(and(eq(workshopEvents.orderId, id), eq(workshopEvents.kind, "undone")))
      .orderBy(workshopEvents.id);
    expect(undone).toEqual([
      { piece: 1, step: "finished" },
      { piece: 1, step: "packed" },
    ]);
    // The rest of the order leaves in a parcel, and is deleted by setting the order back.
    succeeded(await send(id, pieces.slice(1)));
    succeeded(await send(id, [...pieces.slice(0, 1), { itemId: kitchen, piece: 1 }]));
    expect((await read(id)).progress.packed).toBe(3);
    succeeded(await boss.patch(`/api/orders/${id}/status`, { status: "processing" }));
    expect(await read(id)).toMatchObject({ shipped: 1, parcels: [{ n: 1 }] });
    expect(await shutters()).toEqual(before);
  });

  test("an order that only a deleted parcel marked as cut keeps no measures", async () => {
    const { id, bay } = await newOrder();
    const keptAt = async () => succeeded(await maker.get<{ keptAt: string | null }>(`/api/orders/${id}/cut-list`)).keptAt;
    const parcel = succeeded(await send(id, [{ itemId: bay, piece: 1 }]));
    expect(await keptAt()).not.toBeNull();
    succeeded(await maker.delete(`/api/orders/${id}/parcels/${parcel.id}`));
    expect(await keptAt()).toBeNull();
  });

  test("no parcel of a shipped order is deleted; set back, the order loses its last parcel and is invoiced once", async () => {
    const { id, bay, kitchen } = await newOrder();
    const first = succeeded(await send(id, [{ itemId: bay, piece: 1 }]));
    succeeded(await ship(id, { confirmed: true, carrier: "dpd", trackingNumber: "1550 7" }));
    const refused = await maker.delete(`/api/orders/${id}/parcels/${first.id}`);
    expect([refused.status, refused.text]).toEqual([409, "This order is shipped: set it back to processing to take its last parcel back"]);
    succeeded(await boss.patch(`/api/orders/${id}/status`, { status: "processing" }));
    // The former day, carrier and number stay, so that shipping again can propose them.
    expect(await read(id)).toMatchObject({
      orderStatus: "processing",
      shipped: 1,
      shippingDate: "2036-06-15",
      carrier: "dpd",
      trackingNumber: "1550 7",
      parcels: [{ n: 1 }],
    });
    succeeded(await ship(id, { confirmed: true }));
    expect((await read(id)).parcels.map(({ n, pieces, trackingNumber }) => [n, pieces.length, trackingNumber])).toEqual([
      [1, 1, null],
      [2, 2, "1550 7"],
    ]);
    expect(await invoicesOf(id)).toHaveLength(1);
    expect(kitchen).toBeGreaterThan(0);
  });

  test("an order of which a part was shipped is neither cancelled nor corrected", async () => {
    const { id, bay } = await newOrder();
    const parcel = succeeded(
      await send(
        id,
        [1, 2].map((piece) => ({ itemId: bay, piece })),
      ),
    );
    for (const status of ["cancelled", "draft"]) {
      const refused = await boss.patch(`/api/orders/${id}/status`, { status });
      expect([refused.status, refused.text]).toEqual([409, `2 of 3 are already shipped: this order cannot become ${status}`]);
    }
    expect(await read(id)).toMatchObject({ orderStatus: "processing", shipped: 2 });
    succeeded(await maker.delete(`/api/orders/${id}/parcels/${parcel.id}`));
    expect(succeeded(await boss.patch<OrderReply>(`/api/orders/${id}/status`, { status: "cancelled" })).orderStatus).toBe("cancelled");
  });

  test("an order that was shipped at once is corrected and cancelled as before", async () => {
    const { id } = await newOrder();
    succeeded(await ship(id, { confirmed: true }));
    succeeded(await boss.patch(`/api/orders/${id}/status`, { status: "cancelled" }));
    expect((await read(id)).parcels).toHaveLength(1);
    succeeded(await boss.patch(`/api/orders/${id}/status`, { status: "draft" }));
    expect((await read(id)).parcels).toEqual([]);
  });
});

test("the database refuses a shutter in two parcels, in another order's parcel, and an unknown one", async () => {
  const [{ id, bay }, other] = [await newOrder(), await newOrder()];
  const { id: parcelId } = succeeded(await send(id, [{ itemId: bay, piece: 1 }]));
  const two = succeeded(await send(id, [{ itemId: bay, piece: 2 }]));
  const broken = (values: typeof parcelPieces.$inferInsert) =>
    portal.db
      .insert(parcelPieces)
      .values(values)
      .then(
        () => null,
        (error: unknown) => brokenConstraint(error),
      );
  expect(await broken({ orderId: id, itemId: bay, piece: 1, parcelId: two.id })).toBe("parcel_pieces_once");
  expect(await broken({ orderId: other.id, itemId: other.bay, piece: 1, parcelId })).toBe("parcel_pieces_of_parcel");
  expect(await broken({ orderId: id, itemId: bay, piece: 3, parcelId })).toBe("order_pieces_of_the_order");
  const second = portal.db
    .insert(parcels)
    .values({ orderId: id, n: 1, kg: 1, shippingDate: "2036-06-15", byUserId: boss.account?.id ?? 0 })
    .then(
      () => null,
      (error: unknown) => brokenConstraint(error),
    );
  expect(await second).toBe("parcels_of_order");
});

describe("a parcel's tracking that is corrected", () => {
  const correct = (id: number, parcelId: number, body: object, by = maker) =>
    by.patch<Parcel>(`/api/orders/${id}/parcels/${parcelId}`, { carrier: "dpd", trackingNumber: "", ...body });

  test("an earlier parcel's number changes alone, is found, and is mailed to those who were mailed the former", async () => {
    const { id, bay, kitchen } = await newOrder();
    const first = succeeded(await send(id, [{ itemId: bay, piece: 1 }], { carrier: "dpd", trackingNumber: "WRONG51" }));
    expect(succeeded(await correct(id, first.id, { trackingNumber: "TYPO52" })).trackingNumber).toBe("TYPO52");
    // The mail about the parcel waited and has the corrected number.
    expect(await subjectsAbout(id)).toEqual(["Parcel 1 shipped"]);
    expect((await mailsAbout(id))[0]?.text).toContain("TYPO52");
    const rest = [
      { itemId: bay, piece: 2 },
      { itemId: kitchen, piece: 1 },
    ];
    const last = succeeded(await send(id, rest, { carrier: "dpd", trackingNumber: "LAST53" }));
    const before = await subjectsAbout(id);
    expect(succeeded(await correct(id, first.id, { trackingNumber: " RIGHT54 " }))).toMatchObject({ n: 1, trackingNumber: "RIGHT54" });
    expect((await read(id)).parcels.map(({ trackingNumber }) => trackingNumber)).toEqual(["RIGHT54", "LAST53"]);
    expect(succeeded(await customer.get<{ id: number }[]>("/api/orders?search=RIGHT54")).map((row) => row.id)).toEqual([id]);
    const after = await subjectsAbout(id);
    expect(after.filter((subject) => subject === "New tracking of parcel 1")).toHaveLength(1);
    expect(after).toHaveLength(before.length + 1);
    // Nobody is mailed about an unchanged number.
    succeeded(await correct(id, first.id, { trackingNumber: "RIGHT54" }));
    expect(await subjectsAbout(id)).toHaveLength(before.length + 1);
    // The last parcel's tracking is the order's own.
    succeeded(await correct(id, last.id, { trackingNumber: "LAST55", carrier: null }));
    expect(await read(id)).toMatchObject({ trackingNumber: "LAST55", carrier: null });
    expect((await read(id)).parcels.map(({ trackingNumber }) => trackingNumber)).toEqual(["RIGHT54", "LAST55"]);
  });

  test("another workshop, another order's parcel and a customer are refused", async () => {
    const { id, bay } = await newOrder();
    const other = await newOrder();
    const { id: parcelId } = succeeded(await send(id, [{ itemId: bay, piece: 1 }]));
    expect((await correct(id, parcelId, {}, await portal.signIn(rival))).text).toBe("Another workshop has taken this order");
    expect((await correct(other.id, parcelId, {})).status).toBe(404);
    expect((await correct(id, parcelId, {}, customer)).status).toBe(403);
  });
});
