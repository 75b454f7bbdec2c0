import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { orderDetails } from "#shared/contract/orders.ts";

type Details = z.input<typeof orderDetails>;

let portal: TestPortal;
let customer: TestClient;
let maker: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  portal.clock.set("2036-10-22T12:00:00Z");
  customer = await portal.signIn("customer");
});
afterAll(() => portal.stop());

const NOW = "2036-10-29T12:00:00.000Z";
/** A week-old order: the clocks went back on the 26th. Its session starts before it too. */
async function orderOfBefore() {
  portal.clock.set("2036-10-22T12:00:00Z");
  const { id } = await portal.orderFor(customer);
  portal.clock.set(NOW);
  maker = await portal.signIn("supplier");
  return details(id);
}
const details = async (id: number) => succeeded(await maker.get<Details>(`/api/orders/${id}`));
const pressed = (at: string) => ({ "pressed-at": at });

test.each<[string, string, string | null]>([
  ["a time of the last seven days counts", "2036-10-24T08:30:00.000Z", "2036-10-24T08:30:00.000Z"],
  ["so does one of another zone", "2036-10-24T08:30:00+02:00", "2036-10-24T06:30:00.000Z"],
  ["so do nearly seven days, although the clocks went back in them", "2036-10-22T12:01:00.000Z", "2036-10-22T12:01:00.000Z"],
  ["more does not: then it is now", "2036-10-22T11:59:59.000Z", null],
  ["nor does the future", "2036-10-29T13:00:00.000Z", null],
  ["nor a day without a time", "2036-10-24", null],
  ["nor nonsense", "yesterday", null],
])("the time of a device's press is checked: %s", async (_, header, at) => {
  const { id, quote } = await orderOfBefore();
  const body = { itemId: quote.items[0]?.id, step: "cut", done: true };
  const { pieces } = succeeded(await maker.patch<{ pieces: { cut: { at: string } }[] }>(`/api/orders/${id}/pieces`, body, pressed(header)));
  const marked = pieces[0]?.cut.at ?? "";
  if (at === null) expect(marked.slice(0, 16)).toBe(NOW.slice(0, 16));
  else expect(marked).toBe(at);
  const { history } = await details(id);
  expect(history.filter(({ to, step }) => to === "processing" || step === "cut").map((line) => line.at)).toEqual([marked, marked]);
});

describe("the calls that use the time of the press", () => {
  test.each([
    // London is an hour ahead of UTC until the 26th.
    ["2036-10-25T22:59:59.000Z", "2036-10-25"],
    ["2036-10-25T23:00:00.000Z", "2036-10-26"],
    ["2036-10-26T23:59:59.000Z", "2036-10-26"],
    ["2036-10-27T00:00:00.000Z", "2036-10-27"],
  ])("an order shipped at %s has the London day %s", async (at, day) => {
    const { id } = await orderOfBefore();
    const shipped = succeeded(await maker.post<OrderReply>(`/api/orders/${id}/ship`, { confirmed: true }, pressed(at)));
    expect(shipped.shippingDate).toBe(day);
    expect((await details(id)).history.at(-1)).toMatchObject({ to: "shipped", at });
    // Mails and invoices have the day on which the request arrived.
    const mail = (await portal.mails()).findLast(({ subject }) => subject.startsWith(`Order ORD-${id}: Shipped`));
    expect(mail).toBeDefined();
  });

  test("an order is not shipped before its creation, whatever a device's clock says", async () => {
    const { id } = await orderOfBefore();
    portal.clock.set("2036-10-23T12:00:00Z");
    const shipped = succeeded(
      await maker.post<OrderReply>(`/api/orders/${id}/ship`, { confirmed: true }, pressed("2036-10-20T08:30:00.000Z")),
    );
    expect(shipped.shippingDate).toBe("2036-10-22");
  });

  test("orders shipped together and a status change use the time of the press", async () => {
    const [one, other] = [await orderOfBefore(), await orderOfBefore()];
    const at = "2036-10-23T09:00:00.000Z";
    succeeded(await maker.post("/api/workshop/ship", { orders: [{ id: one.id }], confirmed: true }, pressed(at)));
    succeeded(await maker.patch(`/api/orders/${other.id}/status`, { status: "shipped" }, pressed(at)));
    for (const { id } of [one, other]) expect((await details(id)).history.at(-1)).toMatchObject({ to: "shipped", at });
    expect((await details(one.id)).shippingDate).toBe("2036-10-23");
  });

  test("a date must be within two years of the day of the press", async () => {
    const { id } = await orderOfBefore();
    const save = (at: string) => maker.patch(`/api/orders/${id}/dates`, { shippingDate: "2038-10-29" }, pressed(at));
    expect((await save("2036-10-28T12:00:00.000Z")).text).toBe("Dates must be within the next two years");
    succeeded(await save(NOW));
  });

  test("only marks, recuts, sawn bars, statuses, dates, parcels and shipping use the time of the press", () => {
    const taken = CALLS.filter(({ call }) => call.pressed).map(({ name }) => name);
    expect(taken.toSorted()).toEqual([
      "orders.changeDates",
      "orders.changeStatus",
      "workshop.createParcel",
      "workshop.mark",
      "workshop.recut",
      "workshop.sawn",
      "workshop.sawnBars",
      "workshop.ship",
      "workshop.shipAll",
    ]);
  });
});
