import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { formatListed } from "#client/lib/format.ts";
import { type FakeCalls, fails, fakeApi, page } from "#client/testing/fake-api.ts";
import { findFailure, passToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import ErrorsPage from "./errors-page.tsx";

const details: Reply<"errors", "read"> = {
  id: 5,
  errorType: "TypeError",
  errorMessage: "louvre is not a function",
  requestPath: "/quotes",
  severity: "critical",
  status: "new",
  count: 12,
  createdAt: "2026-11-02T09:30:00.000Z",
  lastSeenAt: "2026-11-03T10:00:00.000Z",
  stack: "TypeError: louvre is not a function\n    at draw",
  requestId: "req-77",
  user: { id: 7, companyName: "Kestrel Homes", contactName: "Ada Marsh" },
};
const { stack: _, requestId: __, user: ___, ...row } = details;
const open = (calls: FakeCalls["errors"] = {}, path = "/errors") => {
  const server = fakeApi({ errors: { list: () => [row], read: () => details, ...calls } });
  return { ...server, server, ...renderPage(<ErrorsPage />, { user: person("admin"), path }) };
};
const rowOf = (name: RegExp) => screen.findByRole("row", { name });

test("the errors table has the specified columns, with each error's count", async () => {
  open();
  const cells = within(await rowOf(/TypeError/)).getAllByRole("cell");
  expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
    "Time",
    "Type",
    "Message",
    "Path",
    "Severity",
    "Status",
    "Actions",
  ]);
  expect(cells.map((cell) => cell.textContent)).toEqual([
    formatListed("2026-11-02T09:30:00Z", { time: true }),
    "TypeError",
    "louvre is not a function12 times",
    "/quotes",
    "Critical",
    "New",
    "View",
  ]);
});

test("status and severity filter the list, and an empty result links back", async () => {
  const { person: hand, asked, history } = open({ list: ({ query }) => (query.severity ? [] : [row]) });
  await rowOf(/TypeError/);
  await hand.selectOptions(screen.getByRole("combobox", { name: "Status" }), "investigating");
  await hand.selectOptions(screen.getByRole("combobox", { name: "Severity" }), "warning");
  expect(asked("errors", "list").at(-1)?.query).toEqual({ status: "investigating", severity: "warning" });
  await hand.click(await screen.findByRole("button", { name: "Show all errors" }));
  expect(history?.at(-1)).toBe("/errors");
});

test("View opens the record, whose status can be changed there", async () => {
  const { person: hand, server, asked } = open({ changeStatus: fails(500) });
  await hand.click(within(await rowOf(/TypeError/)).getByRole("button", { name: "View TypeError" }));
  const dialog = within(await screen.findByRole("dialog"));
  for (const text of ["req-77", "12 times", "3 Nov 2026, 10:00", "Ada Marsh, Kestrel Homes", /at draw/])
    expect(await dialog.findByText(text)).toBeTruthy();
  await hand.click(dialog.getByRole("radio", { name: "Resolved" }));
  await passToast("Error: Failed to update error status");
  expect((await dialog.findByRole("alert")).textContent).toBe("Failed to update error status");
  expect(dialog.getByRole<HTMLInputElement>("radio", { name: "New" }).checked).toBe(true);
  server.answer({ errors: { changeStatus: () => row, read: () => ({ ...details, status: "resolved" }) } });
  await hand.click(dialog.getByRole("radio", { name: "Resolved" }));
  expect(await screen.findByText("Error status updated successfully")).toBeTruthy();
  expect(asked("errors", "changeStatus").at(-1)).toMatchObject({ params: { id: "5" }, body: { status: "resolved" } });
});

test("an address opens a record; a deleted record displays a message", async () => {
  open({ read: fails(404, "Error not found") }, "/errors?error=9");
  await findFailure("Error not found");
});

test("the errors page has messages for no errors and a failed load, and loads further pages", async () => {
  const first = open({ list: () => [] });
  expect(await screen.findByText("No errors")).toBeTruthy();
  first.unmount();
  const second = open({ list: ({ query }) => (query.cursor ? [{ ...row, id: 4 }] : page([row], "after-5")) });
  await second.person.click(await screen.findByRole("button", { name: "Load more" }));
  expect(await screen.findByText("2 errors")).toBeTruthy();
  second.unmount();
  open({ list: fails(500) });
  await findFailure("Failed to fetch errors");
});
