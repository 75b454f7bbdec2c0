import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { fails, fakeApi, losesReply } from "#client/testing/fake-api.ts";
import { findFailure } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import type { Role } from "#shared/domain/roles.ts";
import { detailsOf, photoFile } from "../remake-samples.ts";
import RemakeDetailsDialog from "./remake-details-dialog.tsx";

afterEach(() => vi.useRealTimers());

const PHOTOS = [1, 2, 3].map((n) => `/api/remakes/7/photos/${n}`);
type Remake = Reply<"remakes", "read">;

const REPLY: Remake["replies"][number] = {
  id: 1,
  message: "<b>We</b> will look",
  photos: [],
  createdAt: "2026-11-19T10:00:00.000Z",
  user: { companyName: "Joinery Works", contactName: "Tomasz", role: "supplier" },
};

async function open(role: Role, facts: Partial<Remake> = {}, calls: NonNullable<Parameters<typeof fakeApi>[0]["remakes"]> = {}) {
  let closed = 0;
  const api = fakeApi({ remakes: { read: () => detailsOf(7, facts), ...calls } });
  const view = renderPage(<RemakeDetailsDialog id={7} onClose={() => (closed += 1)} />, { user: person(role) });
  return { ...view, api, closed: () => closed };
}

test("the details display the facts, and the thread as plain text", async () => {
  await open("admin", { replies: [REPLY], reason: "Split\nframe" });
  expect((await screen.findByText("ORD-47")).getAttribute("href")).toBe("/orders?order=47");
  expect(screen.getByText(/Kestrel Homes/)).toBeTruthy();
  expect(screen.getByText("<b>We</b> will look")).toBeTruthy();
  expect(screen.getByText("Tomasz")).toBeTruthy();
  expect(screen.getByText(/Joinery Works \(supplier\)/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Update Status" })).toBeNull();
});

test.each(["customer", "admin", "super_admin"] as const)(
  "a denied remake, or one's own mistake, is ordered again by a %s in a filled-in New Quote",
  async (role) => {
    const { history, person: actor } = await open(role);
    await actor.click(await screen.findByRole("button", { name: "Order again" }));
    expect(history.at(-1)).toBe("/quotes?new=remake-7");
  },
);

test.each([
  ["customer", []],
  ["supplier", ["/api/remakes/7/job-card.pdf"]],
  ["admin", ["/api/remakes/7/job-card.pdf"]],
] as const)("the remake's documents for a %s match the role", async (role, papers) => {
  await open(role);
  await screen.findByText("ORD-47");
  expect(screen.queryAllByRole("link", { name: "Job card (PDF)" }).map((link) => link.getAttribute("href"))).toEqual(papers);
});

test.each([
  ["supplier", 1],
  ["customer", 0],
] as const)("a remake that names no window says so to a %s: %i times", async (role, times) => {
  await open(role, { windows: [] });
  await screen.findByText("ORD-47");
  expect(screen.queryAllByText("No window was named: ask before making")).toHaveLength(times);
});

test("a customer reads Workshop once, without a company behind it", async () => {
  const workshop = { companyName: "Workshop", contactName: "Workshop", role: "supplier" } as const;
  await open("customer", { replies: [{ ...REPLY, user: workshop }] });
  const [said] = await screen.findAllByText("Workshop");
  expect(said?.parentElement?.textContent).toBe("Workshop");
});

test("a remake that fails to load displays an error, and can be requested again", async () => {
  const { api, person: actor } = await open("customer", {}, { read: fails(500) });
  await findFailure("Failed to load remake details");
  api.answer({ remakes: { read: () => detailsOf(7, { reason: "Here it is" }) } });
  await actor.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Here it is")).toBeTruthy();
});

test("a reply is sent and the field cleared; an empty reply is refused", async () => {
  const { api, person: actor } = await open("customer", {}, { reply: ({ body }) => ({ ...REPLY, message: body.message }) });
  await actor.click(await screen.findByRole("button", { name: "Send Reply" }));
  expect(await screen.findByText("Reply cannot be empty")).toBeTruthy();
  expect(api.asked("remakes", "reply")).toHaveLength(0);
  await actor.type(screen.getByLabelText("Your reply"), "Any news?");
  await actor.click(screen.getByRole("button", { name: "Send Reply" }));
  expect(await screen.findByText("Reply sent successfully")).toBeTruthy();
  expect(api.asked("remakes", "reply")[0]).toMatchObject({ params: { id: "7" }, body: { message: "Any news?" } });
  await waitFor(() => expect(screen.getByLabelText("Your reply")).toHaveProperty("value", ""));
});

test("a failed reply retains its text, and a retry is the same reply", async () => {
  const { api, person: actor } = await open("supplier", {}, { reply: losesReply });
  await actor.type(await screen.findByLabelText("Your reply"), "On its way");
  await actor.click(screen.getByRole("button", { name: "Send Reply" }));
  expect((await screen.findAllByText("No reply came. Check your connection, then try again.")).length).toBeGreaterThan(0);
  expect(screen.getByLabelText("Your reply")).toHaveProperty("value", "On its way");
  await actor.click(screen.getByRole("button", { name: "Send Reply" }));
  await waitFor(() => expect(api.asked("remakes", "reply")).toHaveLength(2));
  expect(new Set(api.asked("remakes", "reply").map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test("repeating the words after a success is another reply with a key of its own", async () => {
  const { api, person: actor } = await open("supplier", {}, { reply: () => REPLY });
  const send = async () => {
    await actor.click(screen.getByRole("button", { name: "Send Reply" }));
  };
  await actor.type(await screen.findByLabelText("Your reply"), "Yes");
  await send();
  await waitFor(() => expect(screen.getByLabelText("Your reply")).toHaveProperty("value", ""));
  api.answer({ remakes: { reply: losesReply } });
  await actor.type(screen.getByLabelText("Your reply"), "Yes");
  await send();
  await screen.findAllByText("No reply came. Check your connection, then try again.");
  await send();
  await waitFor(() => expect(api.asked("remakes", "reply")).toHaveLength(3));
  const [first, second, third] = api.asked("remakes", "reply").map(({ idempotencyKey }) => idempotencyKey);
  expect(second).not.toBe(first);
  expect(third).toBe(second);
});

test("closing with an unfinished reply needs a confirmation", async () => {
  const { closed, person: actor } = await open("customer");
  await actor.type(await screen.findByLabelText("Your reply"), "Wait");
  await actor.keyboard("{Escape}");
  expect(closed()).toBe(0);
  await actor.click(screen.getByRole("button", { name: "Discard" }));
  expect(closed()).toBe(1);
});

test("photos open in a viewer with arrow keys, swipe and buttons, and Escape closes only it", async () => {
  const { closed, person: actor } = await open("customer", { photos: PHOTOS });
  await actor.click(await screen.findByRole("button", { name: "Photo 2 of RMK-7" }));
  const viewer = () => screen.getByRole("dialog", { name: /^Photo \d of 3$/ });
  const title = () => viewer().querySelector("h2")?.textContent;
  expect(title()).toBe("Photo 2 of 3");
  expect(within(viewer()).getByAltText("Photo 2").getAttribute("src")).toBe(PHOTOS[1]);
  await actor.keyboard("{ArrowRight}");
  expect(title()).toBe("Photo 3 of 3");
  expect(within(viewer()).getByRole("button", { name: "Next" })).toHaveProperty("disabled", true);
  await actor.keyboard("{Home}");
  expect(title()).toBe("Photo 1 of 3");
  const frame = within(viewer()).getByAltText("Photo 1").parentElement as HTMLElement;
  fireEvent.pointerDown(frame, { isPrimary: true, clientX: 300, clientY: 200 });
  fireEvent.pointerUp(frame, { isPrimary: true, clientX: 200, clientY: 210 });
  expect(title()).toBe("Photo 2 of 3");
  await actor.click(within(viewer()).getByRole("button", { name: "Previous" }));
  expect(title()).toBe("Photo 1 of 3");
  await actor.keyboard("{Escape}");
  expect(screen.queryByRole("dialog", { name: /^Photo/ })).toBeNull();
  expect(closed()).toBe(0);
});

test.each<[Role, boolean]>([
  ["supplier", true],
  ["super_admin", true],
  ["customer", false],
  ["admin", false],
])("a %s can download a photo: %s", async (role, has) => {
  const { person: actor } = await open(role, { photos: PHOTOS });
  await actor.click(await screen.findByRole("button", { name: "Photo 3 of RMK-7" }));
  const link = screen.queryByRole("link", { name: "Download" });
  expect(link !== null).toBe(has);
  if (link) expect([link.getAttribute("href"), link.getAttribute("download")]).toEqual([`${PHOTOS[2]}?download=1`, "remake-7-photo-3.jpg"]);
});

test("a photo that fails to load displays an error, and can be requested again", async () => {
  const { person: actor } = await open("customer", { photos: PHOTOS });
  await actor.click(await screen.findByRole("button", { name: "Photo 1 of RMK-7" }));
  fireEvent.error(screen.getByAltText("Photo 1"));
  expect(screen.getByText("The photo could not be loaded")).toBeTruthy();
  await actor.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByAltText("Photo 1")).toBeTruthy();
});

test.each([
  ["approved", "Make free of charge"],
  ["pending", "Update Status"],
] as const)("the only primary action of a remake that is %s is %s", async (status, name) => {
  await open("super_admin", { status });
  const action = await screen.findByRole("button", { name });
  const footer = within(screen.getByRole("dialog")).getAllByRole("button");
  expect(footer.filter(({ dataset }) => dataset.look === "primary")).toEqual([action]);
});

test("a supplier updates the status from the details too", async () => {
  const { person: actor } = await open("supplier", {}, { changeStatus: () => detailsOf(7, { status: "in_progress" }) });
  await actor.click(await screen.findByRole("button", { name: "Update Status" }));
  await actor.click(screen.getByLabelText("In progress"));
  await actor.click(screen.getByRole("button", { name: "Update" }));
  expect(await screen.findByText("Remake status updated successfully")).toBeTruthy();
});

test("a reply is sent with its photos, displayed below its words, apart from the request's", async () => {
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => {} }));
  const photos = ["/api/remakes/7/photos/4"];
  const { api, person: actor } = await open("customer", { photos: PHOTOS, replies: [{ ...REPLY, photos }] }, { reply: () => REPLY });
  expect((await screen.findByAltText("Photo 4 of RMK-7")).getAttribute("src")).toBe(`${photos[0]}?size=thumb`);
  expect(screen.getByRole("heading", { name: "Photos (3)" })).toBeTruthy();
  await actor.upload(screen.getByLabelText(/^Photos/), [photoFile("louvre.jpg")]);
  await actor.type(screen.getByLabelText("Your reply"), "Here it is");
  await actor.click(screen.getByRole("button", { name: "Send Reply" }));
  expect(await screen.findByText("Reply sent successfully")).toBeTruthy();
  const [asked] = api.asked("remakes", "reply");
  expect([asked?.body, asked?.files.map(({ name }) => name)]).toEqual([{ message: "Here it is" }, ["louvre.jpg"]]);
  await waitFor(() => expect(screen.queryByRole("list", { name: "Chosen photos" })).toBeNull());
});

test("chosen photos of a reply are not lost by closing without a confirmation", async () => {
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => {} }));
  const { closed, person: actor } = await open("customer");
  await actor.upload(await screen.findByLabelText(/^Photos/), [photoFile("louvre.jpg")]);
  await actor.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  expect(await screen.findByRole("alertdialog", { name: "Discard your reply?" })).toBeTruthy();
  await actor.click(screen.getByRole("button", { name: "Keep writing" }));
  await actor.click(screen.getByRole("button", { name: "Remove louvre.jpg" }));
  await actor.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  expect(closed()).toBe(1);
});

test.each<[Partial<NonNullable<Remake["replacement"]>>, string]>([
  [{ shippingDate: "2026-11-29" }, "ORD-90, ships on 29 Nov"],
  [{ orderStatus: "pending" }, "ORD-90, no shipping date yet"],
  [
    { orderStatus: "shipped", shippingDate: "2026-11-19", estimatedArrival: "2027-01-02" },
    "ORD-90, shipped on 19 Nov, arrives on 2 Jan 2027",
  ],
  [{ orderStatus: "delivered" }, "ORD-90, delivered"],
  [{ orderStatus: "cancelled" }, "ORD-90, cancelled"],
])("the details display the replacement's shipping day: %j", async (made, words) => {
  vi.setSystemTime("2026-11-20T12:00:00Z");
  const none = { shippingDate: null, estimatedArrival: null, trackingNumber: null, carrier: null, trackingUrl: null };
  await open("customer", { replacement: { orderId: 90, orderStatus: "processing", ...none, ...made } });
  const link = await screen.findByRole("link", { name: "ORD-90" });
  expect([link.getAttribute("href"), link.parentElement?.textContent]).toEqual(["/orders?order=90", words]);
});

test("the status of a remake cannot be changed without a network, and the dialog says why", async () => {
  const { device, person: actor } = await open("supplier");
  await actor.click(await screen.findByRole("button", { name: "Update Status" }));
  act(() => device.replies.onReply("2026-11-28T10:42:00.000Z"));
  await actor.click(screen.getByLabelText("In progress"));
  await screen.findByText("No network: to change the status of a remake, the network is needed.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Update" }).disabled).toBe(true);
  act(() => device.replies.onReply(null));
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Update" }).disabled).toBe(false));
});
