import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { type FakeCalls, fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { orderDetails, orderRow, windowItem } from "#client/testing/rows.ts";
import { USUAL_CLEARANCES, USUAL_TABLE } from "#shared/domain/window/saw/clearances.ts";
import WorkshopPage from "../../board/workshop-page.tsx";
import ScrapPage from "../../scrap/scrap-page.tsx";

const NONE = { cut: 0, assembled: 0, finished: 0, packed: 0 };
const by = { companyName: "Elm Lane Joinery", contactName: "Tomasz", role: "supplier" as const };
const done = { at: "2026-11-24T09:05:00.000Z", by };
const piece = (number: number, cut: boolean) => ({
  itemId: 1,
  piece: number,
  cut: cut ? done : null,
  assembled: null,
  finished: null,
  packed: null,
});
type Recut = NonNullable<Reply<"orders", "read">["recuts"]>[number];
const RECUT: Recut = {
  ...{ id: 5, itemId: 1, piece: 1, parts: [{ panel: 2, part: "louvre", count: 2 }], reason: "split", note: "a knot" },
  ...{ createdAt: done.at, by },
};

function open(calls: FakeCalls["workshop"], recuts: Recut[] = [], cut = [true, false], more: Partial<Reply<"orders", "read">> = {}) {
  const items = [windowItem({ id: 1, name: "Bay", quantity: 2, layoutCode: "LR" })];
  const order = { ...orderDetails(orderRow({ jobName: "Plot 7", shutters: 2, orderStatus: "processing" }), items), recuts, ...more };
  const list = { orderId: 12, clearances: USUAL_CLEARANCES, table: USUAL_TABLE, tableDate: null, keptAt: null, parts: [], asks: [] };
  const api = fakeApi({
    orders: { read: () => order, cutList: () => list },
    workshop: { pieces: () => ({ progress: NONE, pieces: cut.map((each, at) => piece(at + 1, each)) }), ...calls },
  });
  return { api, ...renderPage(<WorkshopPage />, { user: person("supplier"), path: "/workshop/12" }) };
}

test("spoiled parts are recorded by presses on panel, parts and reason, and only once", async () => {
  const { api, person: user } = open({ recut: () => RECUT, deleteRecut: () => null });
  await user.click(await screen.findByRole("button", { name: "Recut a part" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Recut 1\.1, 1 of 2/ }));
  const submit = dialog.getByRole<HTMLButtonElement>("button", { name: "Recut" });
  expect(submit.disabled).toBe(true);
  await user.click(dialog.getByRole("radio", { name: "Panel B" }));
  await user.click(dialog.getByRole("button", { name: "One more louvre" }));
  await user.click(dialog.getByRole("button", { name: "One more louvre" }));
  await user.click(dialog.getByRole("button", { name: "One more left stile" }));
  await user.click(dialog.getByRole("button", { name: "One left stile fewer" }));
  dialog.getByRole("radio", { name: "Panel B (2)" });
  await user.click(dialog.getByRole("button", { name: "Split" }));
  await user.dblClick(dialog.getByRole("button", { name: "Recut 2 parts" }));
  await screen.findByText("To recut: 2 louvres, 1.1 B");
  const [sent, ...more] = api.asked("workshop", "recut");
  expect([sent?.body, more]).toEqual([{ itemId: 1, piece: 1, parts: RECUT.parts, reason: "split" }, []]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(api.asked("workshop", "deleteRecut").map(({ params }) => params)).toEqual([{ id: "12", recutId: "5" }]));
});

test("a remake of one panel names it, and its first part has the focus", async () => {
  const make = { panels: ["B"], parts: ["louvre" as const] };
  const item = { ...windowItem({ id: 1, name: "Bay", quantity: 2, layoutCode: "LR" }), make };
  const { quote } = orderDetails(orderRow({}), [item]);
  const { person: user } = open({}, [], [true, false], { quote });
  await user.click(await screen.findByRole("button", { name: "Recut a part" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Recut 1\.1/ }));
  expect(dialog.queryByRole("radio")).toBeNull();
  dialog.getByRole("list", { name: "Parts of Panel B" });
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole("button", { name: "One more louvre" })));
});

test("posts that differ are chosen apart, each with its length and bevel", async () => {
  const items = [
    {
      ...windowItem({ id: 1, name: "Bay", widthM: 1.8, heightM: 1.35 }),
      layoutCode: "LBLBR",
      facetsMm: [600, 600, 600],
      postAngles: [150, 120],
    },
  ];
  const { quote } = orderDetails(orderRow({}), items);
  const { api, person: user } = open({ recut: () => RECUT }, [], [true, false], { quote });
  await user.click(await screen.findByRole("button", { name: "Recut a part" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Recut 1\.1/ }));
  await user.click(dialog.getByRole("radio", { name: "Frame" }));
  dialog.getByRole("button", { name: /^One more bay post.* mm \(bevel both room faces 15° for 150°\)$/ });
  await user.click(dialog.getByRole("button", { name: /^One more bay post.* mm \(bevel both room faces 30° for 120°\)$/ }));
  await user.click(dialog.getByRole("button", { name: "Split" }));
  await user.click(dialog.getByRole("button", { name: "Recut 1 part" }));
  await waitFor(() => expect(api.asked("workshop", "recut")).toHaveLength(1));
  expect(api.asked("workshop", "recut")[0]?.body.parts).toEqual([{ panel: null, part: "bay-post", count: 1, replaces: [2] }]);
});

test("the stiles of a panel are chosen apart by their sides, and the recut names the side", async () => {
  const chosen = { panel: 2, part: "stile" as const, count: 1, replaces: [2], chosen: true };
  const unnamed = { ...chosen, panel: 1, chosen: false };
  const { api, person: user } = open({ recut: () => RECUT }, [
    { ...RECUT, parts: [chosen] },
    { ...RECUT, id: RECUT.id + 1, parts: [unnamed] },
  ]);
  const waiting = within(await screen.findByRole("region", { name: "To recut" }));
  waiting.getByText("right stile (hinges), 1.1 B");
  waiting.getByText("1 stile, 1.1 A");
  await user.click(await screen.findByRole("button", { name: "Recut a part" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByRole("button", { name: "One more right stile" });
  await user.click(dialog.getByRole("button", { name: "One more left stile (hinges)" }));
  await user.click(dialog.getByRole("radio", { name: "Panel B" }));
  dialog.getByRole("button", { name: "One more right stile (hinges)" });
  await user.click(dialog.getByRole("button", { name: "One more left stile" }));
  await user.click(dialog.getByRole("button", { name: "Split" }));
  await user.click(dialog.getByRole("button", { name: "Recut 2 parts" }));
  await waitFor(() => expect(api.asked("workshop", "recut")).toHaveLength(1));
  expect(api.asked("workshop", "recut")[0]?.body.parts).toEqual([
    { panel: 1, part: "stile", count: 1, replaces: [1] },
    { panel: 2, part: "stile", count: 1, replaces: [1] },
  ]);
});

test("parts that wait for a recut already cannot be chosen again", async () => {
  const stile = { ...RECUT, id: 6, parts: [{ panel: 2, part: "stile" as const, count: 1, replaces: [2], chosen: true }] };
  const { person: user } = open({}, [RECUT, stile]);
  await user.click(await screen.findByRole("button", { name: "Recut a part" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("radio", { name: "Panel B" }));
  expect(dialog.getByRole("button", { name: "One more right stile (hinges)" })).toHaveProperty("disabled", true);
  expect(dialog.getByRole("button", { name: "One more left stile" })).toHaveProperty("disabled", false);
  dialog.getByText(/^[\d,.]+ mm, 2 to recut already$/);
  dialog.getByText(/^[\d,.]+ mm, to recut already$/);
});

test("each rail has its height beside its length", async () => {
  const items = [windowItem({ id: 1, name: "Bay", heightM: 1.8, numberOfMidRails: 2 })];
  const { person: user } = open({}, [], [true, false], { quote: orderDetails(orderRow({}), items).quote });
  await user.click(await screen.findByRole("button", { name: "Recut a part" }));
  const dialog = within(await screen.findByRole("dialog"));
  const rails = dialog.getAllByRole("button", { name: /^One more .* rail/ }).map(({ textContent }) => textContent);
  expect(rails).toEqual(Array(3).fill(expect.stringMatching(/ mm \(rip to [\d.]+\)/)));
});

/** Replaces the device's outbox by one without a network. */
function takeNetwork(device: ReturnType<typeof open>["device"]) {
  const keep = vi.fn(async (..._stored: unknown[]) => ({ waits: "no-network" }));
  Object.assign(device, { isAway: () => true, outbox: async () => ({ keep }) });
  return keep;
}

test("without a network a recut and a mark as cut are stored on the device, and the dialog says so", async () => {
  const { api, device, person: user } = open({}, [RECUT]);
  const keep = takeNetwork(device);
  await user.click(await screen.findByRole("button", { name: "Recut a part" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText("No network: this is sent once the network is back.");
  await user.click(dialog.getByRole("radio", { name: "Panel B" }));
  await user.click(dialog.getByRole("button", { name: "One more louvre" }));
  await user.click(dialog.getByRole("button", { name: "Split" }));
  await user.click(dialog.getByRole("button", { name: "Recut 1 part" }));
  await screen.findByText("Kept on this device");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "2 louvres, 1.1 B: mark as cut" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(keep).toHaveBeenCalledTimes(3));
  expect(keep.mock.calls.map(([, name, input, words]) => [name, (input as { body: object }).body, words])).toEqual([
    ["recut", { itemId: 1, piece: 1, parts: [{ panel: 2, part: "louvre", count: 1 }], reason: "split" }, "Recut, 1 louvre, 1.1 B, ORD-12"],
    ["cutRecut", { cut: true }, "Cut again, 2 louvres, 1.1 B, ORD-12"],
    ["cutRecut", { cut: false, seen: done.at }, "Cut undone, 2 louvres, 1.1 B, ORD-12"],
  ]);
  expect([api.asked("workshop", "recut"), api.asked("workshop", "cutRecut")]).toEqual([[], []]);
});

test("a recut that waits on the device blocks packing, and is discarded instead of deleted", async () => {
  const by = { companyName: "", contactName: "", role: "supplier" as const };
  const { person: user, device } = open({}, [{ ...RECUT, id: -1, by }], [true, true]);
  const { itemId, piece, parts, reason, createdAt: at } = RECUT;
  const entry = { id: 3, name: "recut", input: { params: { id: 12 }, body: { itemId, piece, parts, reason } }, at };
  const view = { ...device.view(), waiting: [{ ...entry, id: 2, at: "2026-11-20T08:00:00.000Z" }, entry] };
  const discard = vi.fn();
  Object.assign(device, { isAway: () => true, view: () => view, outbox: async () => ({ discard }) });
  const list = within(await screen.findByRole("region", { name: "To recut" }));
  list.getByText("2 louvres, 1.1 B");
  list.getByText("Not sent yet.");
  expect(list.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Mark as cut", "Discard"]);
  await user.click(list.getByRole("button", { name: "2 louvres, 1.1 B: discard" }));
  await user.click(await screen.findByRole("button", { name: "Discard recut" }));
  await waitFor(() => expect(discard).toHaveBeenCalledWith(entry));
  await user.click(screen.getByRole("button", { name: "Each shutter" }));
  screen.getByText("Packed waits for 2 louvres");
});

test("a waiting recut is finished by a mark of its shutter as cut, unless the shutter waits for another", async () => {
  const by = { companyName: "", contactName: "", role: "supplier" as const };
  const unsent = { ...RECUT, id: -1, by };
  const { person: user, device, unmount } = open({}, [unsent], [true, true]);
  const keep = takeNetwork(device);
  await user.click(await screen.findByRole("button", { name: "2 louvres, 1.1 B: mark as cut" }));
  await waitFor(() => expect(keep).toHaveBeenCalledTimes(1));
  expect(keep.mock.calls[0]?.slice(0, 3)).toMatchObject([
    "workshop",
    "mark",
    { params: { id: 12 }, body: { itemId: 1, piece: 1, step: "cut", done: true } },
  ]);
  unmount();
  const other = open({}, [{ ...RECUT, parts: [{ panel: 1, part: "stile", count: 1 }] }, unsent], [true, true]);
  takeNetwork(other.device);
  const list = within(await screen.findByRole("region", { name: "To recut" }));
  expect(list.queryByRole("button", { name: "2 louvres, 1.1 B: mark as cut" })).toBeNull();
  list.getByRole("button", { name: "1 stile, 1.1 A: mark as cut" });
});

test("a recut of a part that the window does not have any more has no length", async () => {
  const parts = [{ panel: 1, part: "mid-rail" as const, count: 1 }];
  open({}, [{ ...RECUT, parts }], [true, true]);
  const list = within(await screen.findByRole("region", { name: "To recut" }));
  list.getByText("1 mid rail, 1.1 A");
  expect(list.queryByText(/^Cut( \d.*)?$/)).toBeNull();
});

test("a recut that the server refused later stays at its window with the server's sentence until dismissed", async () => {
  const { device, person: user } = open({});
  await screen.findByRole("group", { name: "Bay" });
  const discard = vi.fn();
  const input = { params: { id: 12 }, body: { itemId: 1, piece: 1, parts: RECUT.parts, reason: "split" } };
  const refused = { id: 3, feature: "workshop", name: "recut", input, refused: "1.1 is not cut yet." };
  const view = { ...device.view(), refused: [refused] };
  Object.assign(device, { view: () => view, outbox: async () => ({ discard }) });
  act(() => device.replies.onReply(done.at));
  const refusal = within((await screen.findByText("Recut: 2 louvres, 1.1 B")).closest("li") as HTMLElement);
  refusal.getByText("1.1 is not cut yet");
  await user.click(refusal.getByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(discard).toHaveBeenCalledWith(refused));
});

test("a mark as cut that the server refused later stays at its window, with the recut in words", async () => {
  const { device } = open({});
  await screen.findByRole("group", { name: "Bay" });
  const input = { params: { id: 12, recutId: 5 }, body: { cut: true } };
  const refused = { id: 3, feature: "workshop", name: "cutRecut", input, recut: RECUT, refused: "This recut was deleted." };
  const view = { ...device.view(), refused: [refused] };
  Object.assign(device, { view: () => view });
  act(() => device.replies.onReply(done.at));
  const refusal = within((await screen.findByText(/^Cut again: 2 louvres, 1\.1 B/)).closest("li") as HTMLElement);
  refusal.getByText("This recut was deleted");
});

test("a refused recut stays open with the reason, and an uncut window offers none", async () => {
  const { person: user } = open({ recut: fails(409, "1.1 is not cut yet") });
  await user.click(await screen.findByRole("button", { name: "Recut a part" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "One more top rail" }));
  await user.click(dialog.getByRole("button", { name: "Lost" }));
  await user.click(dialog.getByRole("button", { name: "Recut 1 part" }));
  await dialog.findByText(/1\.1 is not cut yet/);
});

test("a window without a cut shutter has no recut", async () => {
  open({}, [], [false, false]);
  await screen.findByRole("group", { name: "Bay" });
  expect(screen.queryByRole("button", { name: "Recut a part" })).toBeNull();
});

test("parts to recut are named at the bench, and one press marks them as cut, with Undo", async () => {
  const refused = fails(409, "Tomasz marked it packed at 09:41");
  const { api, person: user } = open({ cutRecut: ({ body }) => (body.cut ? RECUT : refused()) }, [RECUT]);
  const list = within(await screen.findByRole("region", { name: "To recut" }));
  list.getByText("2 louvres, 1.1 B");
  list.getByText("Cut on a shutter or a window does not include these parts: mark each recut here, or saw its bar.");
  list.getByText(/^Cut [\d,.]+ mm$/);
  list.getByText(/^Split · a knot · Tomasz/);
  await user.click(list.getByRole("button", { name: "2 louvres, 1.1 B: mark as cut" }));
  await screen.findByText("Cut again: 2 louvres, 1.1 B");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  // The reason stays at the window until it is dismissed.
  const refusal = within((await screen.findByText("Cut undone, shutter 1")).closest("li") as HTMLElement);
  refusal.getByText("Tomasz marked it packed at 09:41");
  expect(api.asked("workshop", "cutRecut").map(({ params, body }) => [params, body])).toEqual([
    [{ id: "12", recutId: "5" }, { cut: true }],
    [
      { id: "12", recutId: "5" },
      { cut: false, seen: done.at },
    ],
  ]);
});

test("parts to recut have their cut lengths by the order's own table, and rails their height", async () => {
  const parts = [
    { panel: 1, part: "stile" as const, count: 1 },
    { panel: 2, part: "top-rail" as const, count: 1 },
  ];
  const clearances = { ...USUAL_CLEARANCES, head: 9 };
  const { unmount } = open({}, [{ ...RECUT, parts }]);
  const words = async () =>
    within(await screen.findByRole("region", { name: "To recut" })).getByText(
      /^Cut stile A ([\d,.]+) mm, top rail B [\d,.]+ mm \(rip to [\d.]+\)$/,
    ).textContent;
  const usual = await words();
  unmount();
  open({}, [{ ...RECUT, parts }], [true, false], { clearances });
  const [length, own] = [usual, await words()].map((each) => Number(/stile A ([\d,.]+)/.exec(each ?? "")?.[1]?.replace(",", "")));
  expect((length ?? 0) - (own ?? 0)).toBe(clearances.head - USUAL_CLEARANCES.head);
});

test("before an order is shipped, the question names the shutter that waits for its recut", async () => {
  const { api, person: user } = open({ ship: fails(500, "Not asked for") }, [RECUT]);
  await user.click(await screen.findByRole("button", { name: "Mark as shipped" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Ship an order/ }));
  dialog.getByText(/None of 2 is packed · Bay 1 of 2 waits for 2 louvres/);
  await user.click(dialog.getByRole("button", { name: "Mark as shipped" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Ship an order that is not packed?" }));
  question.getByText(/Bay 1 of 2 waits for 2 louvres/);
  expect(api.asked("workshop", "ship")).toEqual([]);
});

test("a recut is deleted after a question, which names why it cannot be", async () => {
  const { api, person: user } = open({ deleteRecut: fails(409, "1 of 2 parts is already cut") }, [RECUT]);
  await user.click(await screen.findByRole("button", { name: "2 louvres, 1.1 B: delete" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Delete the recut of 2 louvres, 1.1 B?" }));
  await user.click(dialog.getByRole("button", { name: "Delete recut" }));
  await dialog.findByText(/1 of 2 parts is already cut/);
  expect(api.asked("workshop", "deleteRecut").map(({ params }) => params)).toEqual([{ id: "12", recutId: "5" }]);
});

test("scrap lists reasons and sections of the chosen days with their sum", async () => {
  const rows: Reply<"workshop", "scrap"> = [
    { reason: "split", section: "louvre-76", parts: 3, metres: 1.26 },
    { reason: "wrong-size", section: "stile", parts: 2, metres: 2.4 },
  ];
  const api = fakeApi({ workshop: { scrap: () => rows } });
  const { history } = renderPage(<ScrapPage />, { user: person("supplier"), path: "/workshop/scrap?from=2026-11-01&to=2026-11-20" });
  await screen.findByRole("row", { name: "Split Louvres 76 mm 3 1.3" });
  screen.getByRole("row", { name: "Total 5 3.7" });
  expect(api.asked("workshop", "scrap").map(({ query }) => query)).toEqual([{ from: "2026-11-01", to: "2026-11-20" }]);
  for (const key of [..."ORD-36 512.3", "Enter"]) fireEvent.keyDown(document.body, { key });
  await waitFor(() => expect(history.at(-1)).toBe("/workshop/36?piece=512.3"));
});
