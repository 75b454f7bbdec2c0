import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { fails, fakeApi, hangs } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { ROLES, type Role } from "#shared/domain/roles.ts";
import { detailsOf, remakeOf } from "./remake-samples.ts";
import RemakesPage from "./remakes-page.tsx";

afterEach(() => vi.useRealTimers());

const open = (role: Role, path = "/remakes") => renderPage(<RemakesPage />, { user: person(role), path });
const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);

test("a customer sees the specified columns and can request one; other roles see the company", async () => {
  fakeApi({ remakes: { list: () => [remakeOf(2, { photos: ["/a", "/b"], repliesCount: 1 })] } });
  const { unmount } = open("customer");
  expect(await screen.findByText("RMK-2")).toBeTruthy();
  expect(heads()).toEqual(["Remake #", "Order #", "Job", "Status", "Reason", "Created", "Actions"]);
  expect(screen.getByText("ORD-42")).toBeTruthy();
  expect(screen.getByText("2 photos, 1 reply")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Request Remake" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Update Status|More actions/ })).toBeNull();
  unmount();
  open("supplier");
  expect(await screen.findByText("Kestrel Homes")).toBeTruthy();
  expect(heads()).toContain("Company");
  expect(screen.queryByRole("button", { name: "Request Remake" })).toBeNull();
});

test("details open at once with the row's number, job, status, reason and next step", async () => {
  const order = { id: 42, user: { id: 7, companyName: "Kestrel Homes", contactName: "Ada Marsh" }, jobName: "Mill Lane", poNumber: null };
  fakeApi({ remakes: { list: () => [remakeOf(2, { order, fault: "warped" })], read: hangs } });
  const { person: user } = open("supplier");
  await user.click(await screen.findByRole("button", { name: /^View Details/ }));
  const dialog = await screen.findByRole("dialog", { name: "Remake Request Details RMK-2" });
  within(dialog).getByText("Mill Lane");
  within(dialog).getByText("Pending");
  within(dialog).getByText("Warped");
  within(dialog).getByText("Two louvres are cracked");
  within(dialog).getByRole("link", { name: "ORD-42" });
  within(dialog).getByRole("button", { name: "Update Status" });
  await within(dialog).findByRole("heading", { name: "Replies" });
  expect(dialog.querySelector("[aria-busy=true]")).not.toBeNull();
});

test("a row displays the fault, its windows, and the replacement's shipping day", async () => {
  vi.setSystemTime("2026-11-20T12:00:00Z");
  const windows = [
    { id: 31, name: "Bay left", pieces: 1 },
    { id: 32, name: "Door", pieces: 2 },
  ];
  const replacement = {
    orderId: 90,
    orderStatus: "pending",
    shippingDate: "2026-11-29",
    estimatedArrival: null,
    trackingNumber: null,
    carrier: null,
    trackingUrl: null,
  } as const;
  fakeApi({ remakes: { list: () => [remakeOf(2, { fault: "warped", windows, replacement })] } });
  open("customer");
  expect(await screen.findByText("Warped: Bay left, Door × 2")).toBeTruthy();
  // A block displays the shipping day first, a table's row last.
  expect(screen.getAllByText("ORD-90 ships on 29 Nov")).toHaveLength(2);
});

test.each([
  [{ shipped: 0 }, "ORD-90 ships on 4 Dec"],
  [{ shipped: 2 }, "ORD-90 2 of 3 shipped, the rest ships on 4 Dec"],
  [{ shipped: 3, orderStatus: "shipped", shippingDate: "2026-11-29" }, "ORD-90 shipped on 29 Nov"],
] as const)("a row of a replacement with %j displays %s", async (facts, sentence) => {
  vi.setSystemTime("2026-11-20T12:00:00Z");
  const replacement = {
    ...{ orderId: 90, orderStatus: "processing" as const, shutters: 3, shippingDate: "2026-12-04", estimatedArrival: null },
    ...{ trackingNumber: null, carrier: null, trackingUrl: null, ...facts },
  };
  fakeApi({ remakes: { list: () => [remakeOf(2, { replacement })] } });
  open("supplier");
  expect(await screen.findAllByText(sentence)).toHaveLength(2);
});

test("a row names the parts of each window that are requested", async () => {
  const windows = [
    { id: 31, name: "Bay left", pieces: 1, make: { panels: ["C"], words: "Panel C: 3 louvres" } },
    { id: 32, name: "Door", pieces: 2, make: null },
  ];
  fakeApi({ remakes: { list: () => [remakeOf(2, { fault: "warped", windows })] } });
  open("customer");
  await screen.findByText("Warped: Bay left, Panel C: 3 louvres; Door × 2");
});

test("a row displays its job once, in a table and in a block", async () => {
  const remake = remakeOf(2);
  fakeApi({ remakes: { list: () => [{ ...remake, order: { ...remake.order, jobName: "14 Saltings Road" } }] } });
  open("customer");
  expect(await screen.findAllByText("14 Saltings Road")).toHaveLength(1);
});

test.each([
  ["approved", "Approved"],
  ["denied", "Denied"],
  ["in_progress", "In progress"],
  ["completed", "Completed"],
  ["pending", "Pending"],
] as const)("the status %s is labelled %s", async (status, word) => {
  fakeApi({ remakes: { list: () => [remakeOf(1, { status })] } });
  open("customer");
  expect(within(await screen.findByRole("table")).getByText(word)).toBeTruthy();
});

test("the list is filtered by its tab and searched", async () => {
  const api = fakeApi({ remakes: { list: ({ query }) => (query.search ? [] : [remakeOf(1)]) } });
  const { person: actor } = open("admin");
  await screen.findByText("RMK-1");
  await actor.click(screen.getByRole("tab", { name: /^Pending/ }));
  await actor.type(screen.getByLabelText("Search remakes"), "ORD-9{Enter}");
  expect(await screen.findByText("No remakes found")).toBeTruthy();
  expect(api.asked("remakes", "list").at(-1)?.query).toEqual({ search: "ORD-9", status: "pending" });
  await actor.click(screen.getByRole("button", { name: "Clear the filters" }));
  expect(await screen.findByText("RMK-1")).toBeTruthy();
});

test("an empty list has a sentence, and the request button for people who may request", async () => {
  fakeApi({ remakes: { list: () => [] } });
  open("customer");
  expect(await screen.findByText("No remakes")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Request Remake" })).toHaveLength(2);
});

test("a supplier changes the status from the list, with the expected old status", async () => {
  const api = fakeApi({ remakes: { list: () => [remakeOf(3)], changeStatus: ({ body }) => remakeOf(3, { status: body.status }) } });
  const { person: actor } = open("supplier");
  await actor.click(await screen.findByRole("button", { name: /^Update Status of RMK-3/ }));
  const dialog = screen.getByRole("dialog");
  expect(within(dialog).getByRole("button", { name: "Update" })).toHaveProperty("disabled", true);
  await actor.click(within(dialog).getByLabelText("Approved"));
  await actor.click(within(dialog).getByRole("button", { name: "Update" }));
  expect(await screen.findByText("Remake status updated successfully")).toBeTruthy();
  expect(api.asked("remakes", "changeStatus")[0]).toMatchObject({ params: { id: "3" }, body: { status: "approved", from: "pending" } });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the super admin deletes a remake after the specified question", async () => {
  const api = fakeApi({ remakes: { list: () => [remakeOf(4)], delete: () => null } });
  const { person: actor } = open("super_admin");
  await actor.click(await screen.findByRole("button", { name: "More actions for RMK-4" }));
  await actor.click(await screen.findByRole("menuitem", { name: "Delete" }));
  expect(await screen.findByText("Are you sure you want to delete remake #4? This action cannot be undone.")).toBeTruthy();
  await actor.click(screen.getByRole("button", { name: "Delete remake" }));
  expect(await screen.findByText("Remake #4 has been deleted.")).toBeTruthy();
  expect(api.asked("remakes", "delete")).toHaveLength(1);
});

test("a failed delete displays an error, and the question stays open", async () => {
  fakeApi({ remakes: { list: () => [remakeOf(4)], delete: fails(500) } });
  const { person: actor } = open("super_admin");
  await actor.click(await screen.findByRole("button", { name: "More actions for RMK-4" }));
  await actor.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await actor.click(screen.getByRole("button", { name: "Delete remake" }));
  expect((await screen.findAllByText("Failed to delete remake. Please try again.")).length).toBeGreaterThan(0);
  expect(screen.getByRole("alertdialog")).toBeTruthy();
});

test.each(ROLES)("View Details opens the remake for a %s", async (role) => {
  fakeApi({ remakes: { list: () => [remakeOf(5)], read: ({ params }) => detailsOf(Number(params.id), { reason: "The frame is split" }) } });
  const { person: actor } = open(role);
  await actor.click(await screen.findByRole("button", { name: "View Details of RMK-5" }));
  const dialog = await screen.findByRole("dialog", { name: "Remake Request Details RMK-5" });
  expect(await within(dialog).findByText("The frame is split")).toBeTruthy();
});

test("an address opens a remake, and closing it returns to the list", async () => {
  fakeApi({ remakes: { list: () => [remakeOf(5)], read: ({ params }) => detailsOf(Number(params.id), { reason: "The frame is split" }) } });
  const { person: actor } = open("customer", "/remakes?remake=5");
  expect(await screen.findByRole("dialog", { name: "Remake Request Details RMK-5" })).toBeTruthy();
  expect(await screen.findByText("The frame is split")).toBeTruthy();
  await actor.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the views have their counts, request their statuses and stay in the address", async () => {
  const api = fakeApi({ remakes: { list: () => [remakeOf(2)], counts: () => ({ pending: 2, open: 1, done: 7 }) } });
  const { person: user, history } = open("customer");
  await screen.findByRole("tab", { name: "Done 7" });
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(["All", "Pending 2", "Open 1", "Done 7"]);
  await user.click(screen.getByRole("tab", { name: "Pending 2" }));
  await waitFor(() => expect(api.asked("remakes", "list").at(-1)?.query).toEqual({ status: "pending" }));
  expect(history.at(-1)).toBe("/remakes?view=pending");
  await user.click(screen.getByRole("tab", { name: "Done 7" }));
  await waitFor(() => expect(history.at(-1)).toBe("/remakes?view=done"));
  expect(screen.queryByRole("combobox", { name: "Status" })).toBeNull();
});

test("the device restores hidden columns and the last tab", async () => {
  const api = fakeApi({ remakes: { list: () => [remakeOf(2)] } });
  const first = open("supplier");
  await screen.findByText("RMK-2");
  await first.person.click(screen.getByRole("button", { name: "More" }));
  await first.person.click(screen.getByRole("menuitem", { name: "Columns" }));
  await first.person.click(screen.getByRole("checkbox", { name: "Order #" }));
  await first.person.keyboard("{Escape}");
  await first.person.click(screen.getByRole("tab", { name: /^Pending/ }));
  first.unmount();
  open("supplier");
  await screen.findByRole("tab", { name: /^Pending/, selected: true });
  await screen.findByText("RMK-2");
  expect(heads()).toEqual(["Remake #", "Company", "Status", "Reason", "Created", "Actions"]);
  expect(api.asked("remakes", "list").at(-1)?.query).toMatchObject({ status: "pending" });
});
