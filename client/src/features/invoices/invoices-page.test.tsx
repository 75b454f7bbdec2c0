import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { formatListed } from "#client/lib/format.ts";
import { type FakeCalls, fails, fakeApi, hangs } from "#client/testing/fake-api.ts";
import { findFailure, findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import type { Role } from "#shared/domain/roles.ts";
import InvoicesPage from "./invoices-page.tsx";

type Invoice = Reply<"invoices", "list">[number];
const invoice = (facts: Partial<Invoice> = {}): Invoice => ({
  number: "INV-00012",
  kind: "invoice",
  orderId: 7,
  quoteId: 9,
  company: { id: 3, name: "Seaview Shutters" },
  jobName: "Mrs Patel",
  poNumber: "7781",
  taxPoint: "2026-11-02",
  issuedOn: "2026-11-02",
  dueOn: "2026-11-02",
  net: 1000,
  vat: 200,
  gross: 1200,
  invoiceNumber: null,
  credited: 0,
  overdueDays: 0,
  disputed: false,
  paid: 1200,
  owed: 0,
  ...facts,
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T10:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const open = (role: Role = "customer", calls: FakeCalls["invoices"] = {}, path = "/invoices") => {
  const server = fakeApi({
    account: { read: hangs },
    invoices: { list: () => [invoice(), invoice({ number: "INV-00011", orderId: null, jobName: null })], ...calls },
  });
  return { server, ...renderPage(<InvoicesPage />, { user: person(role), path }) };
};
const cells = async (name: RegExp) =>
  within(await screen.findByRole("row", { name }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
/** The queries of the list alone: the account panel above it requests the owed invoices. */
const lists = (server: ReturnType<typeof open>["server"]) => server.asked("invoices", "list").filter(({ query }) => !query.owed);
const asked = (server: ReturnType<typeof open>["server"]) => lists(server).at(-1)?.query;

test("the invoices page starts with this quarter", async () => {
  const { server } = open();
  expect(await cells(/INV-00012/)).toEqual([
    "INV-00012",
    "Mrs Patel7781",
    "ORD-7",
    formatListed("2026-11-02"),
    "£1,000.00",
    "£200.00",
    "£1,200.00",
    "–",
    "Paid",
    "PDF",
  ]);
  expect((await cells(/INV-00011/))[2]).toBe("Q-9");
  expect(asked(server)).toMatchObject({ from: "2026-10-01", to: "2026-12-31" });
  expect(screen.getByRole("link", { name: "PDF of INV-00012" }).getAttribute("href")).toBe("/api/invoices/INV-00012.pdf");
});

test("a disputed invoice displays Disputed in place of its days overdue", async () => {
  const late = { dueOn: "2026-11-02", overdueDays: 20, owed: 1200, paid: 0 };
  open("customer", { list: () => [invoice({ ...late, disputed: true }), invoice({ ...late, number: "INV-00011" })] });
  expect((await cells(/INV-00012/))[7]).toBe(`${formatListed("2026-11-02")}Disputed`);
  expect((await cells(/INV-00011/))[7]).toBe(`${formatListed("2026-11-02")}20 days overdue`);
});

test("the last quarter and all time are one press each, and a search covers all time", async () => {
  const { server, person: hand } = open();
  await screen.findByText("INV-00012");
  await hand.click(screen.getByRole("radio", { name: "Last quarter" }));
  await waitFor(() => expect(asked(server)).toMatchObject({ from: "2026-07-01", to: "2026-09-30" }));
  await hand.click(screen.getByRole("radio", { name: "All" }));
  await waitFor(() => expect(asked(server)).not.toHaveProperty("from"));
});

test("a link to one invoice finds it in any period", async () => {
  const { server } = open("customer", {}, "/invoices?search=INV-00001");
  await screen.findByText("INV-00012");
  expect(asked(server)).toEqual({ search: "INV-00001" });
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "All" }).checked).toBe(true);
});

test("custom days are requested only if they are in order", async () => {
  const { server } = open("customer", {}, "/invoices?period=days&from=2026-02-01&to=2026-01-01");
  await screen.findByText("From cannot be after to");
  expect(lists(server)).toHaveLength(0);
});

test("a ZIP that takes longer than a second displays its number of invoices", async () => {
  const { person: hand } = open("customer", { sums: () => ({ count: 37, net: 1000, vat: 200, gross: 1200 }) });
  await screen.findByText("INV-00012");
  const answered = window.fetch;
  vi.spyOn(window, "fetch").mockImplementation((address, init) =>
    String(address).startsWith("/api/invoices.zip") ? new Promise(() => {}) : answered(address, init),
  );
  await hand.click(screen.getByRole("button", { name: "Download all as zip" }));
  await screen.findByText("Making the zip of 37 invoices…", {}, { timeout: 5000 });
});

test("all listed invoices download as one ZIP, and a refusal displays the server's sentence", async () => {
  const saved: string[] = [];
  URL.createObjectURL = vi.fn(() => "blob:portal");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { person: hand } = open();
  await screen.findByText("INV-00012");
  const fetched = vi
    .spyOn(window, "fetch")
    .mockResolvedValueOnce(
      new Response("PK", { headers: { "Content-Disposition": 'attachment; filename="invoices-from-2026-10-01.zip"' } }),
    );
  await hand.click(screen.getByRole("button", { name: "Download all as zip" }));
  await waitFor(() => expect(saved).toEqual(["invoices-from-2026-10-01.zip"]));
  expect(fetched).toHaveBeenCalledWith("/api/invoices.zip?from=2026-10-01&to=2026-12-31", expect.anything());
  fetched.mockResolvedValueOnce(new Response("At most 500 invoices at once: choose a shorter time", { status: 400 }));
  await hand.click(screen.getByRole("button", { name: "Download all as zip" }));
  await findToast("Error: At most 500 invoices at once: choose a shorter time");
});

test("an empty period links to all invoices; a failure can be tried again", async () => {
  const { person: hand, server, unmount } = open("customer", { list: () => [] });
  await screen.findByText("No invoices found");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Download all as zip" }).disabled).toBe(true);
  await hand.click(screen.getByRole("button", { name: "Show all invoices" }));
  await waitFor(() => expect(asked(server)).not.toHaveProperty("from"));
  expect((await screen.findByRole("link", { name: "Go to orders" })).getAttribute("href")).toBe("/orders");
  unmount();
  open("customer", { list: fails(500) });
  await findFailure("Failed to fetch invoices");
});
