import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { fails, fakeApi, losesReply } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { orderDetails, orderRow, windowItem } from "#client/testing/rows.ts";
import type { Role } from "#shared/domain/roles.ts";
import { USUAL_CLEARANCES, USUAL_TABLE } from "#shared/domain/window/saw/clearances.ts";
import WorkshopOrder from "./workshop-order.tsx";

const NO_CUTS = { orderId: 12, clearances: USUAL_CLEARANCES, table: USUAL_TABLE, tableDate: null, keptAt: null, parts: [], asks: [] };
const SHORT_BARS = [{ profile: "l-frame", stockMm: 1000, trimMm: 10 }];
const wideStile = [{ profile: "stile", widthMm: 250, thicknessMm: 27 }];

const PRIYA = { companyName: "Head office", contactName: "Priya Raman", role: "admin" as const };
const ANSWER = { id: 1, message: "Hinges left, as drawn.", createdAt: "2026-11-25T10:00:00.000Z", to: "office" as const, user: PRIYA };

function open(facts: Partial<Reply<"orders", "read">> = {}, role: Role = "supplier", window: object = {}) {
  const item = windowItem({ ...window, id: 1, name: "Bay", quantity: 1, widthM: 0.9, heightM: 1.35, layoutCode: "LR" });
  const order = { ...orderDetails(orderRow({ orderStatus: "processing", shippingDate: null }), [item]), sections: wideStile, ...facts };
  const mark = null;
  const api = fakeApi({
    orders: {
      read: () => order,
      cutList: () => ({ ...NO_CUTS, bars: SHORT_BARS }),
      sendMessage: ({ body }) => ({
        id: 3,
        message: body.message,
        createdAt: "2026-11-25T10:00:00.000Z",
        to: body.to ?? "office",
        user: order.user as never,
      }),
      messages: order.onHold ? fails(404) : () => [ANSWER],
      changeDates: () => orderRow({ shippingDate: "2026-12-01" }),
    },
    workshop: {
      pieces: order.onHold
        ? fails(404, "The office is changing this order")
        : () => ({ progress: order.progress, pieces: [{ itemId: 1, piece: 1, cut: mark, assembled: mark, finished: mark, packed: mark }] }),
    },
  });
  return { api, ...renderPage(<WorkshopOrder id={12} />, { user: person(role), path: "/workshop/12" }) };
}

test("the bench asks the office, from the order or with the sentence of a part that cannot be made", async () => {
  const { api, person: user } = open();
  const asks = await screen.findAllByRole("button", { name: "Ask" });
  expect(asks).toHaveLength(3);
  await user.click(asks[1] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog", { name: "Ask the office ORD-12" }));
  await user.type(dialog.getByLabelText("Your question"), " Narrower stiles?");
  await user.click(dialog.getByRole("button", { name: "Ask" }));
  await findToast("Success: The office has your question");
  const question = "Bay: Panel A would be 407.5 mm wide; two stiles need 500 mm. Narrower stiles?";
  expect(api.asked("orders", "sendMessage").map(({ body }) => body)).toEqual([{ message: question, to: "office" }]);
});

test("the bench asks the card's questions about bars, rails and hinge screws", async () => {
  const narrow = [
    { profile: "stile", widthMm: 44, thicknessMm: 28 },
    { profile: "l-frame", widthMm: 38, thicknessMm: 50 },
  ];
  open({ sections: narrow });
  await screen.findByText("Ask: Frame left 1,350 mm is longer than a bar of 1,000 mm: joint or longer bar");
  screen.getByText("Ask: this rail is 27 mm thick, its stiles 28");
  screen.getByText("Ask: hinge screws of 16 mm can meet the louvre pins of 30 mm in a stile of 44 mm");
});

test("the head of the order names panels that cannot be made, while they can still be cut", async () => {
  open();
  const alert = within(await screen.findByRole("alert"));
  alert.getByText("2 panels cannot be made");
  alert.getByText("Bay: Panel A would be 407.5 mm wide; two stiles need 500 mm.");
  const shipped = open({ orderStatus: "shipped" });
  await shipped.findByText(/It can no longer be marked/);
  expect(within(shipped.container).queryByText("2 panels cannot be made")).toBeNull();
});

test("the bench sets the shipping date and opens the labels", async () => {
  const { api, person: user } = open();
  expect((await screen.findByRole("link", { name: "Labels" })).getAttribute("href")).toBe("/api/workshop/labels.pdf?orders=12");
  await user.click(screen.getByRole("button", { name: "Set date" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Set the shipping date/ }));
  await user.type(dialog.getByLabelText("Ships on"), "1 Dec 2026");
  await user.click(dialog.getByRole("button", { name: "Set date" }));
  await findToast("Success: Order dates updated successfully");
  expect(api.asked("orders", "changeDates").map(({ body }) => body)).toEqual([
    { shippingDate: "2026-12-01", from: { shippingDate: null } },
  ]);
});

test("a shipping day after the estimated arrival moves the arrival too, by the same days in transit", async () => {
  const { api, person: user } = open({ shippingDate: "2026-12-01", estimatedArrival: "2026-12-04" });
  await user.click(await screen.findByRole("button", { name: "Change date" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Set the shipping date/ }));
  const type = async (label: string, day: string) => {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), day);
    await user.tab();
  };
  await type("Ships on", "3 Dec 2026");
  expect(dialog.queryByLabelText("Estimated arrival")).toBeNull();
  await type("Ships on", "9 Dec 2026");
  expect(dialog.getByLabelText<HTMLInputElement>("Estimated arrival").value).toBe("12 Dec 2026");
  dialog.getByText("Until now 4 Dec, which is before that day.");
  await type("Estimated arrival", "8 Dec 2026");
  await user.click(dialog.getByRole("button", { name: "Set both dates" }));
  dialog.getByText("Estimated arrival cannot be before the shipping date");
  expect(api.asked("orders", "changeDates")).toEqual([]);
  await type("Estimated arrival", "14 Dec 2026");
  await user.click(dialog.getByRole("button", { name: "Set both dates" }));
  await findToast("Success: Order dates updated successfully");
  expect(api.asked("orders", "changeDates").map(({ body }) => body)).toEqual([
    {
      ...{ shippingDate: "2026-12-09", estimatedArrival: "2026-12-14" },
      from: { shippingDate: "2026-12-01", estimatedArrival: "2026-12-04" },
    },
  ]);
});

test("an order on hold says that the office is changing it, and offers no work", async () => {
  open({ orderStatus: "draft", onHold: true });
  await screen.findByText("The office is changing this order");
  for (const name of ["Ask", "Set date", "Mark as shipped", "Cut"]) expect(screen.queryByRole("button", { name })).toBeNull();
  // The progress stays readable.
  for (const step of ["Cut", "Packed"]) expect(screen.getByText(step).nextSibling?.textContent).toMatch(/^\d\/\d+$/);
});

test("the bench has the order's messages, and none while an order is on hold", async () => {
  const { unmount } = open({ messages: 1 });
  await screen.findByText("Hinges left, as drawn.");
  unmount();
  open({ messages: 1, orderStatus: "draft", onHold: true });
  await screen.findByText("The office is changing this order");
  expect(screen.queryByRole("heading", { name: "Messages" })).toBeNull();
});

test("a window of which only some parts are made says so, and has their area and weight", async () => {
  open({ sections: [] }, "supplier", { make: { panels: ["B"], parts: ["louvre"], counts: { louvre: 1 } } });
  await screen.findByText("Make only panel B: 1 louvre");
  const areaEach = Number.parseFloat(screen.getByText("Area each").nextSibling?.textContent ?? "");
  expect(areaEach).toBeGreaterThan(0);
  expect(areaEach).toBeLessThan(0.1);
  expect(screen.getByText("Weight of the parts").nextSibling?.textContent).toMatch(/^[\d.]+ kg$/);
});

test("an order that the device has not stored says so without a network, and not after a fault of the server", async () => {
  fakeApi({ orders: { read: losesReply, cutList: () => NO_CUTS } });
  const { unmount } = renderPage(<WorkshopOrder id={12} />, { user: person("supplier"), path: "/workshop/12" });
  expect(await screen.findByText("ORD-12 is not on this device yet. It needs the network once.")).toBeTruthy();
  unmount();
  fakeApi({ orders: { read: fails(500), cutList: () => NO_CUTS } });
  renderPage(<WorkshopOrder id={12} />, { user: person("supplier"), path: "/workshop/12" });
  expect(await screen.findByText("Failed to load order details")).toBeTruthy();
});

const REMAKE: Reply<"remakes", "read"> = {
  ...{ id: 5, orderId: 9, status: "approved", fault: "warped", reason: "Panel B does not close", windows: [], photos: [] },
  ...{ createdAt: "2026-11-18T10:00:00.000Z", repliesCount: 0, replacement: null, replies: [], clearances: USUAL_CLEARANCES },
  order: {
    id: 9,
    user: { id: 7, companyName: "Kestrel Homes", contactName: "Ada Marsh" },
    jobName: null,
    customerName: "Mrs Gale",
    poNumber: null,
  },
};
const oneWindow = [{ itemId: 1, panels: ["B"], parts: [], counts: undefined }];

test("the bench of a remake's order displays the fault: its words, the marked place and the photos", async () => {
  const { api, person: user } = open({ remakeId: 5, make: oneWindow });
  const { quantity: _, ...item } = windowItem({ id: 31, name: "Bay left", layoutCode: "LR", quantity: 1 });
  const windows = [
    { ...item, quantity: 1, pieces: 1, densityKgM3: null, mark: { xMm: 300, yMm: 400 } },
    { ...item, quantity: 1, pieces: 1, densityKgM3: null, id: 32, name: "Door", mark: null },
  ];
  api.answer({ remakes: { read: () => ({ ...REMAKE, windows, photos: ["/api/remakes/5/photos/1"] }) } });
  const made = within(await screen.findByRole("region", { name: "What is made" }));
  expect((await made.findByText("Warped")).parentElement?.textContent).toBe("WarpedPanel B does not close");
  made.getByText("Marked");
  made.getByRole("button", { name: "Enlarge the drawing of Bay left" });
  expect(made.queryByText("Door")).toBeNull();
  expect(screen.queryByText(/Kestrel|Marsh|Gale/)).toBeNull();
  await user.click(made.getByRole("button", { name: "Photo 1 of RMK-5" }));
  await screen.findByRole("dialog", { name: "Photo 1 of 1" });
});

test("the marked place of a remake is ringed on the bench's own drawing of that window", async () => {
  const { quantity: _, ...bay } = windowItem({ id: 31, name: "Bay", widthM: 0.9, heightM: 1.35, layoutCode: "LR", quantity: 1 });
  const remade = { ...bay, quantity: 1, pieces: 1, densityKgM3: null, mark: { xMm: 300, yMm: 400 } };
  const ringsOf = async (...windows: (typeof remade)[]) => {
    const { api, container, unmount } = open({ remakeId: 5, make: oneWindow });
    api.answer({ remakes: { read: () => ({ ...REMAKE, windows }) } });
    await within(await screen.findByRole("region", { name: "What is made" })).findAllByText("Marked");
    const rings = container.querySelectorAll("li [role=img] [data-part=place]").length;
    unmount();
    return rings;
  };
  expect(await ringsOf(remade)).toBe(1);
  // Another window, and two windows of one name and size.
  expect(await ringsOf({ ...remade, heightM: 1.4 })).toBe(0);
  expect(await ringsOf(remade, { ...remade, id: 32 })).toBe(0);
});

test("the bench of a remake's order works without the remake's reply", async () => {
  const { api } = open({ remakeId: 5, make: oneWindow });
  api.answer({ remakes: { read: fails(404) } });
  within(await screen.findByRole("region", { name: "What is made" })).getByText(/anel B/);
  await screen.findByRole("button", { name: "Set date" });
  expect(screen.queryByRole("alert", { name: /remake/ })).toBeNull();
});

test("an order cannot be taken without a network, and the bench says why", async () => {
  const { device } = open({ supplier: null });
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Take this order" });
  expect(button.disabled).toBe(false);
  act(() => device.replies.onReply("2026-11-28T10:42:00.000Z"));
  await screen.findByText("No network: to take this order without a mark, the network is needed.");
  expect(button.disabled).toBe(true);
  act(() => device.replies.onReply(null));
  await waitFor(() => expect(button.disabled).toBe(false));
});
