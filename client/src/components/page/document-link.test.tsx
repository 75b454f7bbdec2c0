import { act, renderHook, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { NEEDS_NETWORK, NetworkContext } from "#client/lib/network.ts";
import { clearToasts, useToast } from "#client/lib/toasts.ts";
import { fakeNetwork } from "#client/testing/fake-network.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { DocumentLink, documentMenuItems, FileLink, NetworkNote } from "./document-link.tsx";
import { createMaking, describeMaking } from "./document-tab.ts";

afterEach(() => {
  vi.restoreAllMocks();
  clearToasts();
});

/**
 * Imitates a tab that the browser has opened: the tab is empty and its next page has not loaded.
 */
function opensTab() {
  const tab = { document: document.implementation.createHTMLDocument(), opener: window as Window | null, location: { replace: vi.fn() } };
  const open = vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
  return { tab, open, said: () => tab.document.querySelector("[role=status]")?.textContent };
}

test.each([
  ["jobCard", 20, null],
  ["jobCard", 200, "Making the job card of ORD-36: 200 windows take about 10 seconds."],
  ["remakeJobCard", 21, "Making the job card of RMK-36: 21 windows take about 2 seconds."],
  ["quotation", 100, null],
  ["quotation", 200, "Making the quotation of Q-36: 200 windows take about 2 seconds."],
  ["deliveryNote", 200, "Making the delivery note of ORD-36: 200 windows take about 2 seconds."],
] as const)("a %s of %i windows: %s", (name, windows, words) => {
  expect(describeMaking(createMaking(name, 36, windows))).toBe(words);
});

test("a slow document displays a message in its tab, which then opens the document's address", async () => {
  const { tab, open, said } = opensTab();
  const { person: user } = renderPage(<DocumentLink name="jobCard" id={36} windows={200} />, { user: person("supplier") });
  await user.click(screen.getByRole("link", { name: "Job card (PDF)" }));
  expect(open.mock.calls).toEqual([["", "_blank"]]);
  expect(said()).toBe("Making the job card of ORD-36: 200 windows take about 10 seconds.");
  expect(tab.document.title).toBe(said());
  expect(tab.location.replace).toHaveBeenCalledWith("/api/orders/36/job-card.pdf");
  expect(tab.opener).toBeNull();
});

test("a slow document from a menu displays the message, and a fast one opens directly", () => {
  const { open, said } = opensTab();
  const press = (windows: number) => {
    for (const item of documentMenuItems(person("supplier"), "jobCard", 36, windows)) if (item !== "separator") item.onSelect();
  };
  press(200);
  expect(said()).toContain("Making the job card of ORD-36");
  press(4);
  expect(open).toHaveBeenLastCalledWith("/api/orders/36/job-card.pdf", "_blank", "noopener");
});

test("the browser handles modified presses on a document link, and a short document is a plain link", async () => {
  const { open } = opensTab();
  const { person: user, unmount } = renderPage(<DocumentLink name="jobCard" id={36} windows={200} />, { user: person("supplier") });
  const followed = vi.fn((event: Event) => event.preventDefault());
  document.addEventListener("click", followed);
  const link = () => screen.getByRole("link", { name: "Job card (PDF)" });
  await user.keyboard("{Control>}");
  await user.click(link());
  await user.keyboard("{/Control}");
  unmount();
  renderPage(<DocumentLink name="jobCard" id={36} windows={4} />, { user: person("supplier") });
  await user.click(link());
  document.removeEventListener("click", followed);
  expect(open).not.toHaveBeenCalled();
  expect(followed).toHaveBeenCalledTimes(2);
  expect(link().getAttribute("href")).toBe("/api/orders/36/job-card.pdf");
});

test("a document without a new tab opens at its own address", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const { person: user } = renderPage(<DocumentLink name="jobCard" id={36} windows={200} />, { user: person("supplier") });
  await user.click(screen.getByRole("link", { name: "Job card (PDF)" }));
  expect(open).toHaveBeenLastCalledWith("/api/orders/36/job-card.pdf", "_blank", "noopener");
});

test("a group of papers states once that it needs the network, and only without one", () => {
  const network = fakeNetwork();
  const note = <NetworkNote>Papers need the network.</NetworkNote>;
  renderPage(<NetworkContext value={network}>{note}</NetworkContext>, { user: person("supplier") });
  screen.getByText("Papers need the network.");
  act(network.comeBack);
  expect(screen.queryByText("Papers need the network.")).toBeNull();
});

const sawFile = (
  <FileLink path="/api/workshop/plans/3/saw.csv" className="">
    Saw file (CSV)
  </FileLink>
);

test.each([
  ["a document", "Job card (PDF)", <DocumentLink key="paper" name="jobCard" id={36} windows={200} />],
  ["a file", "Saw file (CSV)", sawFile],
])("the link to %s opens nothing without a network and says why, until the network is back", async (_what, name, link) => {
  const network = fakeNetwork();
  const { open } = opensTab();
  const { person: user } = renderPage(<NetworkContext value={network}>{link}</NetworkContext>, { user: person("supplier") });
  const followed = vi.fn((event: Event) => event.defaultPrevented);
  document.addEventListener("click", followed);
  await user.click(screen.getByRole("link", { name }));
  document.removeEventListener("click", followed);
  expect(followed).toHaveReturnedWith(true);
  expect(open).not.toHaveBeenCalled();
  expect(renderHook(() => useToast()).result.current?.description).toBe(NEEDS_NETWORK);
  act(network.comeBack);
  expect(screen.getByRole("link", { name }).getAttribute("aria-disabled")).toBeNull();
});
