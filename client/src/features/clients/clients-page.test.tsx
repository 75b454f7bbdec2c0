import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { OpenScreens } from "#client/components/page/page-header.tsx";
import { formatListed } from "#client/lib/format.ts";
import { type FakeCalls, fails, fakeApi, page } from "#client/testing/fake-api.ts";
import { findFailure, findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { clientRow } from "#client/testing/rows.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { Client } from "./client.ts";
import ClientsPage from "./clients-page.tsx";

const client = (facts: Partial<Client> = {}): Client =>
  clientRow({ approvalStatus: "pending", ordersCount: 4, ordersTotal: 1234.5, lastOrderAt: "2026-11-01T10:00:00.000Z", ...facts });
const approved = client({ approvalStatus: "approved", approvalDecidedAt: "2026-11-20T14:05:00.000Z", approvalDecidedBy: "Ada Marsh" });

const open = (calls: FakeCalls["clients"], { role = "super_admin" as Role, path = "/clients" } = {}) => {
  const api = fakeApi({ clients: { list: () => [client()], ...calls } });
  const screens = (
    <OpenScreens value={() => true}>
      <ClientsPage />
    </OpenScreens>
  );
  return { api, ...renderPage(screens, { user: person(role), path }) };
};
const choose = async ({ person: user }: ReturnType<typeof open>, item: string) => {
  await user.click(await screen.findByRole("button", { name: "More actions for Harbour Blinds" }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
};

test("each client's row displays its status, orders and waiting time", async () => {
  open({});
  screen.getByRole("heading", { name: "Client Management" });
  screen.getByText("Manage customer accounts and settings");
  const row = await screen.findByRole("row", { name: /Harbour Blinds/ });
  const days = [formatListed("2026-11-01"), formatListed("2026-11-19")];
  for (const fact of ["Sian Price", "sian@example.com", "Waiting for approval", "4", "£1,234.50", ...days]) within(row).getByText(fact);
});

test("the clients' search is sent to the server", async () => {
  const { api, person: user } = open({}, { path: "/clients?approvalStatus=pending" });
  await user.type(screen.getByRole("searchbox"), "harbour{Enter}");
  await waitFor(() => expect(api.asked("clients", "list").at(-1)?.query).toEqual({ approvalStatus: "pending", search: "harbour" }));
  await user.selectOptions(screen.getByLabelText("Approval status"), "Suspended");
  await waitFor(() => expect(api.asked("clients", "list").at(-1)?.query).toEqual({ approvalStatus: "suspended", search: "harbour" }));
});

test("an empty search, an empty list and a failed list display different messages", async () => {
  const found = open({ list: () => [] }, { path: "/clients?search=zzz" });
  await screen.findByText("No clients found");
  found.unmount();
  const none = open({ list: () => [] });
  await screen.findByText("No clients yet");
  none.unmount();
  open({ list: fails(500) });
  await findFailure("Failed to fetch clients");
});

test("further clients load on request", async () => {
  const { person: user } = open({
    list: ({ query }) => (query.cursor ? [client({ id: 2, companyName: "Second Blinds" })] : page([client()], "after-3")),
  });
  await screen.findByText("1 client so far");
  await user.click(screen.getByRole("button", { name: "Load more" }));
  await screen.findByText("Second Blinds");
});

test("approving needs one confirmation, displays a toast, and reloads the list", async () => {
  const { api, person: user } = open({ decide: () => approved });
  await user.click(await screen.findByRole("button", { name: "Approve Harbour Blinds" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Approve Harbour Blinds?" });
  within(dialog).getByText("None yet: waiting since 19 Nov 2026, 15:15");
  api.answer({ clients: { list: () => [approved] } });
  await user.click(within(dialog).getByRole("button", { name: "Approve" }));
  await findToast("Success: Harbour Blinds is approved");
  const [asked] = api.asked("clients", "decide");
  expect([asked?.params, asked?.body]).toEqual([{ id: "3" }, { approvalStatus: "approved", from: "pending" }]);
  await within(screen.getByRole("table")).findByText("Approved");
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test.each([
  ["Decline", "pending", "rejected", "declined"],
  ["Suspend", "approved", "suspended", "suspended"],
] as const)("%s sends the reason to the server", async (verb, from, to, word) => {
  const view = open({ list: () => [client({ approvalStatus: from })], decide: () => client({ approvalStatus: to }) });
  await choose(view, verb);
  const dialog = await screen.findByRole("dialog", { name: `${verb} Harbour Blinds?` });
  await view.person.type(within(dialog).getByLabelText(/^Reason/), "No trade reference");
  await view.person.click(within(dialog).getByRole("button", { name: verb }));
  await findToast(`Success: Harbour Blinds is ${word}`);
  expect(view.api.asked("clients", "decide")[0]?.body).toEqual({ approvalStatus: to, from, reason: "No trade reference" });
});

test("declining requires a reason; suspending does not", async () => {
  const view = open({ decide: () => client({ approvalStatus: "rejected" }) });
  await choose(view, "Decline");
  const dialog = await screen.findByRole("dialog", { name: "Decline Harbour Blinds?" });
  await view.person.type(within(dialog).getByLabelText(/^Reason/), "  ");
  await view.person.click(within(dialog).getByRole("button", { name: "Decline" }));
  await within(dialog).findByText("Please give a reason");
  expect(view.api.asked("clients", "decide")).toEqual([]);
  view.unmount();

  const other = open({ list: () => [approved], decide: () => client({ approvalStatus: "suspended" }) });
  await choose(other, "Suspend");
  await other.person.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Suspend" }));
  await findToast("Success: Harbour Blinds is suspended");
});

test.each([
  ["Approve", "rejected"],
  ["Reinstate", "suspended"],
] as const)("%s reactivates a client that is %s", async (verb, from) => {
  const view = open({ list: () => [client({ approvalStatus: from })], decide: () => approved });
  await choose(view, verb);
  await view.person.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: verb }));
  await findToast(`Success: Harbour Blinds is ${verb === "Approve" ? "approved" : "reinstated"}`);
});

test("a refused decision displays its reason and leaves the dialog open", async () => {
  const sentence = "Harbour Blinds is approved and cannot become declined";
  const view = open({ decide: fails(409, sentence) });
  await choose(view, "Decline");
  await view.person.type(await screen.findByLabelText(/^Reason/), "No trade reference");
  await view.person.click(screen.getByRole("button", { name: "Decline" }));
  await findToast(`Error: ${sentence}`);
  within(screen.getByRole("dialog", { name: "Decline Harbour Blinds?" })).getByText(sentence);
});

test("the details name who decided, when and why; a cancelled decision returns to the details", async () => {
  const view = open({ list: () => [{ ...approved, approvalStatus: "suspended", approvalReason: "Unpaid invoices" }] });
  await view.person.click(await screen.findByRole("button", { name: "Harbour Blinds" }));
  const details = await screen.findByRole("dialog", { name: "Harbour Blinds" });
  within(details).getByText("Suspended by Ada Marsh on 20 Nov 2026, 14:05");
  within(details).getByText("Unpaid invoices");
  await view.person.click(within(details).getByRole("button", { name: "Reinstate" }));
  await view.person.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel" }));
  screen.getByRole("dialog", { name: "Harbour Blinds" });
});

test("a client's details are edited in a dialog above them, and the phone number is a link", async () => {
  const row = client({ approvalStatus: "approved", address: "1 Quay Street", people: 3 });
  const view = open({ list: () => [row], changeProfile: () => ({ ...row, phone: "+44 1632 960456" }) });
  await view.person.click(await screen.findByRole("button", { name: "Harbour Blinds" }));
  const details = await screen.findByRole("dialog", { name: "Harbour Blinds" });
  expect(within(details).queryByRole("link", { name: /960456/ })).toBeNull();
  await view.person.click(within(details).getByRole("button", { name: "Edit details" }));
  const form = within(await screen.findByRole("dialog", { name: "Edit details" }));
  form.getByText("Of sian@example.com. Their colleagues change their own.");
  await view.person.type(form.getByLabelText(/^Phone/), "+44 1632 960456");
  await view.person.clear(form.getByLabelText("Address"));
  await view.person.click(form.getByRole("button", { name: "Save details" }));
  form.getByText("Address must be at least 5 characters");
  await view.person.type(form.getByLabelText("Address"), "2 Quay Street");
  view.api.answer({ clients: { list: () => [{ ...row, phone: "+44 1632 960456" }] } });
  await view.person.click(form.getByRole("button", { name: "Save details" }));
  await findToast("Success: The details of Harbour Blinds are saved");
  const [asked] = view.api.asked("clients", "changeProfile");
  const body = { companyName: "Harbour Blinds", contactName: "Sian Price", address: "2 Quay Street", phone: "+44 1632 960456" };
  expect([asked?.params, asked?.body]).toEqual([{ id: "3" }, body]);
  const link = await within(details).findByRole("link", { name: "+44 1632 960456" });
  expect(link.getAttribute("href")).toBe("tel:+441632960456");
});

test("a refused edit retains the typed text; the menu opens the same dialog", async () => {
  const view = open({ changeProfile: fails(400, "Names cannot hold a web address") });
  await choose(view, "Edit details");
  const form = within(await screen.findByRole("dialog", { name: "Edit details" }));
  await view.person.type(form.getByLabelText("Company name"), " Ltd");
  await view.person.click(form.getByRole("button", { name: "Save details" }));
  await findToast("Error: Names cannot hold a web address");
  expect(form.getByLabelText<HTMLInputElement>("Company name").value).toBe("Harbour Blinds Ltd");
});

test.each<[Role, string[]]>([
  ["super_admin", ["Users", "Referrals"]],
  ["admin", []],
])("a %s sees the links %j above the clients", (role, links) => {
  open({}, { role });
  expect(screen.queryAllByRole("link").map((link) => link.textContent)).toEqual(links);
});
