import { act, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { ExportItem } from "./exports.tsx";
import { PageHeader } from "./page-header.tsx";

afterEach(() => vi.restoreAllMocks());

/** jsdom's Blob has no `arrayBuffer`. */
const read = (blob: Blob) =>
  new Promise<ArrayBuffer>((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(blob);
  });
const List = (props: Omit<ComponentProps<typeof ExportItem<"orders", "list">>, "feature" | "name">) => (
  <PageHeader title="Orders" action={<ExportItem feature="orders" name="list" {...props} />} />
);
const pressExport = async (user: UserEvent) => {
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(screen.getByRole("menuitem", { name: "Export" }));
};

test("the export requests the displayed list as CSV and saves it under the server's name for Excel", async () => {
  const asked = vi.spyOn(window, "fetch").mockResolvedValue(
    new Response("id,user.companyName\r\n1,Łukasz\r\n", {
      headers: { "Content-Type": "text/csv", "Content-Disposition": 'attachment; filename="orders-2026-11-20.csv"' },
    }),
  );
  const saved: { name: string; file: Blob }[] = [];
  let file = new Blob();
  URL.createObjectURL = vi.fn((blob: Blob) => {
    file = blob;
    return "blob:portal";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, file });
  });
  const { person: user } = renderPage(<List query={{ search: "oak" }} />, { user: person("admin") });
  await pressExport(user);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(asked).toHaveBeenCalledWith(
    "/api/orders?search=oak",
    expect.objectContaining({ headers: { Accept: "text/csv, application/problem+json", "Signed-In-As": "7" } }),
  );
  expect(saved[0]?.name).toBe("orders-2026-11-20.csv");
  const bytes = new Uint8Array(await read(saved[0]?.file ?? new Blob()));
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

test("a refused export displays the server's words, and a lost reply the portal's own", async () => {
  const fetched = vi.spyOn(window, "fetch").mockResolvedValue(new Response("Your account may not do this", { status: 403 }));
  const { person: user } = renderPage(<List />, { user: person("admin") });
  await pressExport(user);
  await findToast("Error: Your account may not do this");
  fetched.mockRejectedValue(new TypeError("Failed to fetch"));
  await pressExport(user);
  await findToast("Error: Failed to export the list");
});

test("a slow export displays a message after a second and removes it at the end", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let arrive = (_: Response) => {};
  vi.spyOn(window, "fetch").mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  const { person: user } = renderPage(<List />, { user: person("admin") });
  await pressExport(user);
  const said = () => document.querySelector("main [role=status], body > div [role=status]")?.textContent;
  await act(() => vi.advanceTimersByTimeAsync(900));
  expect(said()).toBe("");
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(said()).toBe("Making the spreadsheet…");
  await act(async () => arrive(new Response("Your account may not do this", { status: 403 })));
  await waitFor(() => expect(said()).toBe(""));
  vi.useRealTimers();
});

test("a person without permission for the list has no Export in the menu", () => {
  renderPage(<PageHeader title="Audit" action={<ExportItem feature="audit" name="list" />} />, { user: person("supplier") });
  expect(screen.getAllByRole("button").map((each) => each.getAttribute("aria-label"))).toEqual(["Refresh (R)"]);
});
