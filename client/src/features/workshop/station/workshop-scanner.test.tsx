import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { passScan } from "#client/lib/scans.ts";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { orderDetails, orderRow, windowItem } from "#client/testing/rows.ts";
import { eachStep } from "#shared/domain/window/saw/pieces.ts";
import { setStation } from "./station.ts";
import { StationSelect, WorkshopScanner } from "./workshop-scanner.tsx";

afterEach(() => setStation(null));

/** The keys of a scanner, which follow each other at once. */
function scan(text: string, target: Element = document.body) {
  for (const key of [...text, "Enter"]) fireEvent.keyDown(target, { key });
}

const at = "2026-11-24T09:41:00.000Z";
const by = { companyName: "Elm Lane Joinery", contactName: "Tomasz", role: "supplier" as const };
const shutter = (piece: number, done: readonly string[] = []) => ({
  ...{ itemId: 512, piece },
  ...eachStep((step) => (done.includes(step) ? { at, by } : null)),
});
const marked = { progress: { cut: 1, assembled: 1, finished: 0, packed: 0 }, pieces: [1, 2, 3, 4].map((piece) => shutter(piece)) };
const items = [windowItem({ id: 512, name: "Kitchen", quantity: 4 })];
const ORDER = orderDetails(orderRow({ id: 36, jobName: "Plot 7", shutters: 4, orderStatus: "processing" }), items);
function open(order: () => typeof ORDER = () => ORDER, pieces = marked.pieces) {
  const api = fakeApi({ orders: { read: order }, workshop: { mark: () => marked, pieces: () => ({ ...marked, pieces }) } });
  const page = (
    <>
      <StationSelect />
      <input aria-label="Field" />
      <WorkshopScanner />
    </>
  );
  return { api, ...renderPage(page, { user: person("supplier"), path: "/workshop/plans" }) };
}

test("a scanned label opens its shutter, and keys in a field open nothing", async () => {
  const { history } = open();
  scan("ORD-36 512.3", screen.getByLabelText("Field"));
  expect(history.at(-1)).toBe("/workshop/plans");
  scan("ORD-36 512.3");
  await waitFor(() => expect(history.at(-1)).toBe("/workshop/36?piece=512.3"));
});

test("a code that another field received is handled like a scan", async () => {
  const { history } = open();
  expect(passScan("ORD-36 512.3")).toBe(true);
  await waitFor(() => expect(history.at(-1)).toBe("/workshop/36?piece=512.3"));
});

test("in station mode a scan offers the mark with Undo, and Undo sends nothing", async () => {
  const { api, person: actor } = open();
  await actor.selectOptions(screen.getByLabelText("What a scan on this tablet marks"), "assembled");
  expect(screen.getByText("This tablet:", { exact: false, selector: "span" }).textContent).toContain("Assembled");
  scan("ORD-36 512.3");
  await screen.findByText("Assembled: ORD-36 512.3 · Kitchen, 3 of 4 · Plot 7");
  await actor.click(screen.getByRole("button", { name: "Undo" }));
  expect(api.asked("workshop", "mark")).toHaveLength(0);
  // The next scan sends the mark of the one before.
  scan("ORD-36 512.3");
  await screen.findByText("Assembled: ORD-36 512.3 · Kitchen, 3 of 4 · Plot 7");
  scan("ORD-36 512.4");
  await waitFor(() => expect(api.asked("workshop", "mark")).toHaveLength(1));
  expect(api.asked("workshop", "mark")[0]?.body).toMatchObject({ itemId: 512, piece: 3, step: "assembled", done: true });
  await actor.click(screen.getByRole("button", { name: "Stop" }));
  expect(screen.queryByText(/each scanned label/)).toBeNull();
});

const parcel = {
  ...{ id: 1, n: 1, pieces: [{ itemId: 512, piece: 3 }], shutters: 1, kg: 9, shippingDate: "2026-11-24" as const },
  ...{ carrier: "dpd" as const, trackingNumber: "1234", trackingUrl: null, createdAt: at },
};
const recut = {
  ...{ id: 5, itemId: 512, piece: 3, reason: "split" as const, note: null, createdAt: at, by },
  parts: [{ panel: 1, part: "stile" as const, count: 1 }],
};
const KNOWN = () => ORDER;
test.each<[string, string, () => typeof ORDER]>([
  ["an unknown shutter", "512.9 is not a shutter of ORD-36", KNOWN],
  [
    "another workshop's order",
    "ORD-36 512.9: This order is made by another workshop now",
    fails(404, "This order is made by another workshop now"),
  ],
  ["an unknown order", "ORD-36 512.9: not an order of this workshop", fails(404, "Order not found")],
  ["a marked shutter", "Plot 7 Kitchen, 1 of 4: already assembled, 24 Nov, 09:41 (ORD-36 512.1)", KNOWN],
  [
    "an order on hold",
    "Plot 7 Kitchen, 3 of 4: on hold, the office is changing this order (ORD-36 512.3)",
    () => ({ ...ORDER, onHold: true }),
  ],
  [
    "a shipped shutter",
    "Plot 7 Kitchen, 3 of 4: already shipped, parcel 1 · DPD 1234 (ORD-36 512.3)",
    () => ({ ...ORDER, parcels: [parcel] }),
  ],
  ["a shutter without a stile", "Plot 7 Kitchen, 3 of 4: waits for 1 stile (ORD-36 512.3)", () => ({ ...ORDER, recuts: [recut] })],
])("a scan of %s marks nothing, and says why at once", async (_, sentence, order) => {
  const pieces = [shutter(1, ["cut", "assembled"]), shutter(2), shutter(3)];
  const isKnown = order === KNOWN;
  const { api, person: actor } = open(order, pieces);
  await actor.selectOptions(screen.getByLabelText("What a scan on this tablet marks"), "assembled");
  scan(`ORD-36 ${/512\.\d/.exec(sentence)?.[0]}`);
  expect((await screen.findByRole("alert")).textContent).toContain(sentence);
  // A good scan takes the reason away.
  if (isKnown) {
    scan("ORD-36 512.2");
    await screen.findByText("Assembled: ORD-36 512.2 · Kitchen, 2 of 4 · Plot 7");
    expect(screen.queryByRole("alert")).toBeNull();
  } else await actor.click(screen.getByRole("button", { name: "Dismiss" }));
  expect([screen.queryByRole("alert"), api.asked("workshop", "mark")]).toEqual([null, []]);
});

test("a scan of a cut shutter with parts to recut says where they are marked", async () => {
  const { api, person: actor } = open(() => ({ ...ORDER, recuts: [recut] }), [shutter(3, ["cut"])]);
  await actor.selectOptions(screen.getByLabelText("What a scan on this tablet marks"), "cut");
  scan("ORD-36 512.3");
  const sentence = "already cut, 24 Nov, 09:41; it waits for 1 stile, marked as cut on its page (ORD-36 512.3)";
  expect((await screen.findByRole("alert")).textContent).toContain(sentence);
  expect(api.asked("workshop", "mark")).toEqual([]);
});

test("a scan of an order that neither network nor device knows is marked, and says so", async () => {
  const { person: actor } = open(fails(503));
  await actor.selectOptions(screen.getByLabelText("What a scan on this tablet marks"), "cut");
  scan("ORD-36 512.3");
  await screen.findByText("Cut: ORD-36 512.3, not known on this device");
});

test("the keys within a scanned address are no shortcuts, and a person's key still is one", async () => {
  const heard: string[] = [];
  const hear = ({ key }: KeyboardEvent) => heard.push(key);
  document.addEventListener("keydown", hear);
  onTestFinished(() => document.removeEventListener("keydown", hear));
  const { history } = open();
  scan(`${location.origin}/workshop/36?piece=512.3`);
  await waitFor(() => expect(history.at(-1)).toBe("/workshop/36?piece=512.3"));
  expect(heard).toEqual([]);
  // Part of a code whose Enter is lost types nothing either, and says so.
  for (const key of "/workshop?r") fireEvent.keyDown(document.body, { key });
  await screen.findByText("Only a part of the code arrived. Scan it again.");
  expect(heard).toEqual([]);
  for (const key of ["/", "?"]) {
    fireEvent.keyDown(document.body, { key });
    await waitFor(() => expect(heard.at(-1)).toBe(key));
  }
  // A held key repeats faster than a scanner types.
  for (let times = 0; times < 8; times += 1) fireEvent.keyDown(document.body, { key: "j", repeat: true });
  expect(heard.filter((key) => key === "j")).toHaveLength(8);
});

test("a code that pauses in the middle is one code", async () => {
  const { history } = open();
  for (const key of "ORD-") fireEvent.keyDown(document.body, { key });
  await new Promise((resolve) => setTimeout(resolve, 150));
  scan("36 512.3");
  await waitFor(() => expect(history.at(-1)).toBe("/workshop/36?piece=512.3"));
});

test("a code of something else is refused in words, and marks nothing", async () => {
  const { api, person: actor } = open();
  await actor.selectOptions(screen.getByLabelText("What a scan on this tablet marks"), "cut");
  scan("5012345678900");
  await screen.findByText("This code is not a shutter's label of this portal.");
  expect(api.asked("workshop", "mark")).toHaveLength(0);
});
