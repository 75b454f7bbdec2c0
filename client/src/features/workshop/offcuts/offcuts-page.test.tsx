import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { type FakeCalls, fails, fakeApi, hangs, page } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { product } from "#client/testing/rows.ts";
import { USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";
import type { Profile } from "#shared/domain/window/saw/profiles.ts";
import { sectionOf } from "#shared/domain/window/saw/sections.ts";
import OffcutsPage from "./offcuts-page.tsx";

type Offcut = Reply<"workshop", "offcuts">[number];
const SECTIONS = [{ profile: "rail", widthMm: 140, thicknessMm: 28, heightsMm: [90, 70] }];
/** An offcut with its size, as the server sends it. */
const offcut = (id: number, lengthMm: number, more: Partial<Offcut> = {}): Offcut => {
  const { section, heightMm } = { section: "stile", heightMm: null, ...more };
  const size = sectionOf(section as Profile, SECTIONS, heightMm);
  const timber = { material: "Basswood Classic", color: "White", from: null, createdAt: "2026-11-24T09:05:00.000Z" };
  return { id, section, heightMm, ...timber, lengthMm, size, ...more };
};
const SETTINGS: Reply<"settings", "readWorkshop"> = {
  stock: [],
  clearances: USUAL_CLEARANCES,
  sections: SECTIONS,
  lap: "right",
  trackDepthMm: 100,
  leadDays: 10,
  weeklyM2: null,
};
const TYPES = [
  product({ name: "Basswood Classic", colorOptions: ["White", "Silk White"], standardLouverSizes: [64, 76], finish: "coloured" }),
  product({ id: 2, name: "Poplar to paint", colorOptions: ["White"], standardLouverSizes: [89], finish: "painted" }),
];

/** A workshop's rack that stores and removes offcuts like the server. */
function atRack(rack: Offcut[], answers: FakeCalls["workshop"] = {}) {
  const server = fakeApi({
    workshop: {
      offcuts: () => rack,
      addOffcut: ({ body }) => {
        const added = offcut(99, body.lengthMm, { section: body.section, material: body.material, color: body.color ?? null });
        rack.unshift(added);
        return added;
      },
      removeOffcut: ({ params }) => {
        rack.splice(
          rack.findIndex(({ id }) => id === Number(params.id)),
          1,
        );
        return null;
      },
      ...answers,
    },
    settings: { readWorkshop: () => SETTINGS },
    products: { list: () => TYPES },
  });
  return { server, ...renderPage(<OffcutsPage />, { user: person("supplier"), path: "/workshop/offcuts" }) };
}
const linesOf = (name: string) =>
  within(screen.getByRole("region", { name }))
    .getAllByRole("listitem")
    .map((line) => line.textContent);

test("offcuts are listed by section, longest first, with material and origin", async () => {
  atRack([
    offcut(4, 700, { section: "rail", heightMm: 90 }),
    offcut(3, 1465),
    offcut(2, 812.5, { color: null, from: { planId: 12, bar: 3 } }),
    offcut(1, 2010, { section: "louvre-76" }),
    offcut(5, 900, { section: "rail", heightMm: 70 }),
    offcut(6, 2400, { material: "Oak" }),
  ]);
  await screen.findByText("stile 51 × 27; 3 offcuts, 4.6775 m");
  expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    "Stiles",
    "Top and bottom rails, 70 mm high",
    "Top and bottom rails, 90 mm high",
    "Louvres 76 mm",
  ]);
  screen.getByText("rail blank 70 × 28; 1 offcut, 0.9 m");
  screen.getByText("rail blank 90 × 28; 1 offcut, 0.7 m");
  screen.getByText("louvre 76 × 11; 1 offcut, 2.01 m");
  expect(linesOf("Stiles")).toEqual([
    expect.stringMatching(/^2,400 mmPut in by hand, .+Remove$/),
    expect.stringMatching(/^1,465 mmPut in by hand/),
    expect.stringMatching(/^812\.5 mmPlan 12, bar 3, /),
  ]);
  expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["Oak · White", "Basswood Classic · White", "Basswood Classic · to be painted"]),
  );
  expect(screen.getByRole("link", { name: "Plan 12, bar 3" }).getAttribute("href")).toBe("/workshop/plans/12");
  screen.getByText("6 offcuts");
});

test("an empty rack describes its content, and one is added with the facts that a plan compares", async () => {
  const { server, person: user } = atRack([]);
  await screen.findByText("No offcut is in stock");
  await user.click(screen.getByRole("button", { name: "Put one in stock" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Put an offcut in stock" }));
  await waitFor(() => dialog.getByRole("option", { name: "Basswood Classic" }));
  expect(
    within(dialog.getByLabelText("Section"))
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).not.toContain("Track");
  await user.click(dialog.getByRole("button", { name: "Put in stock" }));
  await dialog.findByText("Please choose the section");
  await dialog.findByText("Please choose the material");
  await dialog.findByText("Length must be from 50 to 12,000 mm, to a tenth");
  expect(dialog.queryByLabelText("Height")).toBeNull();
  await user.selectOptions(dialog.getByLabelText("Section"), "Top and bottom rails");
  // In a workshop that buys its rails in heights, each height is a section.
  expect(
    within(dialog.getByLabelText("Height"))
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["70 mm", "90 mm", "140 mm"]);
  await user.selectOptions(dialog.getByLabelText("Height"), "90 mm");
  await user.selectOptions(dialog.getByLabelText("Material"), "Poplar to paint");
  dialog.getByText("It is to be painted, and has no colour yet.");
  expect(dialog.queryByLabelText("Colour")).toBeNull();
  await user.selectOptions(dialog.getByLabelText("Material"), "Basswood Classic");
  await user.selectOptions(dialog.getByLabelText("Colour"), "Silk White");
  await user.type(dialog.getByLabelText("Length"), "812.5 mm");
  await user.click(dialog.getByRole("button", { name: "Put in stock" }));
  await findToast("Success: 812.5 mm put in stock");
  const [asked] = server.asked("workshop", "addOffcut");
  expect(asked?.body).toEqual({ section: "rail", heightMm: 90, material: "Basswood Classic", color: "Silk White", lengthMm: 812.5 });
  expect(asked?.idempotencyKey).toBeTruthy();
  await screen.findByText("1 offcut");
  // The next offcut is usually of the same timber.
  await user.click(screen.getByRole("button", { name: "Put one in stock" }));
  const next = within(await screen.findByRole("dialog", { name: "Put an offcut in stock" }));
  await waitFor(() => expect((next.getByLabelText("Section") as HTMLSelectElement).value).toBe("rail"));
  expect((next.getByLabelText("Colour") as HTMLSelectElement).value).toBe("Silk White");
  expect((next.getByLabelText("Length") as HTMLInputElement).value).toBe("");
});

test("timber to be painted is put in stock without a colour", async () => {
  const { server, person: user } = atRack([]);
  await user.click(await screen.findByRole("button", { name: "Put one in stock" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Put an offcut in stock" }));
  await waitFor(() => dialog.getByRole("option", { name: "Poplar to paint" }));
  await user.selectOptions(dialog.getByLabelText("Section"), "Stiles");
  await user.selectOptions(dialog.getByLabelText("Material"), "Basswood Classic");
  await user.selectOptions(dialog.getByLabelText("Material"), "Poplar to paint");
  await user.type(dialog.getByLabelText("Length"), "900");
  await user.click(dialog.getByRole("button", { name: "Put in stock" }));
  await findToast("Success: 900 mm put in stock");
  expect(server.asked("workshop", "addOffcut")[0]?.body).toEqual({
    section: "stile",
    heightMm: null,
    material: "Poplar to paint",
    color: null,
    lengthMm: 900,
  });
});

test("equal offcuts of one material and colour are one line, from which one is removed", async () => {
  const from = (bar: number) => ({ from: { planId: 12, bar } });
  const rack = [offcut(1, 1421, from(3)), offcut(2, 1421, from(4)), offcut(3, 1421, from(5)), offcut(4, 1421, { color: null })];
  const { server, person: user } = atRack(rack);
  await screen.findByText("3 × 1,421 mm");
  expect(linesOf("Stiles")).toEqual([
    expect.stringMatching(/^3 × 1,421 mmPlan 12, bars 3 to 5, .+Remove one$/),
    expect.stringMatching(/^1,421 mmPut in by hand, .+Remove$/),
  ]);
  await user.click(screen.getByRole("button", { name: /^Remove one of 3 × 1,421 mm of Stiles/ }));
  await user.click(screen.getByRole("button", { name: "Take it out" }));
  await screen.findByText("2 × 1,421 mm");
  expect(server.asked("workshop", "removeOffcut")).toHaveLength(1);
});

test("an offcut is removed after a question; the server's refusal stays in the question", async () => {
  const rack = [offcut(2, 812.5), offcut(1, 2010)];
  const { server, person: user } = atRack(rack);
  await user.click(await screen.findByRole("button", { name: "Remove 812.5 mm of Stiles, Basswood Classic, White" }));
  const question = within(screen.getByRole("alertdialog", { name: "Take this offcut out of stock?" }));
  await user.click(question.getByRole("button", { name: "Keep it" }));
  expect(server.asked("workshop", "removeOffcut")).toEqual([]);
  await user.click(screen.getByRole("button", { name: /^Remove 812\.5 mm/ }));
  await user.click(screen.getByRole("button", { name: "Take it out" }));
  await findToast("Success: Taken out of stock");
  await screen.findByText("1 offcut");
  expect(server.asked("workshop", "removeOffcut").map(({ params }) => params)).toEqual([{ id: "2" }]);
});

test("the question displays that an offcut is used already", async () => {
  const { person: user } = atRack([offcut(1, 2010)], { removeOffcut: fails(409, "This offcut is used") });
  await user.click(await screen.findByRole("button", { name: /^Remove 2,010 mm/ }));
  await user.click(screen.getByRole("button", { name: "Take it out" }));
  const question = within(screen.getByRole("alertdialog"));
  await question.findByText("This offcut is used");
});

test("a slow rack displays that it loads, a failed one its error with a retry", async () => {
  const slow = atRack([], { offcuts: hangs });
  await screen.findByText("Loading");
  slow.unmount();
  atRack([], { offcuts: fails(500) });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Failed to fetch the offcuts");
  within(alert).getByRole("button", { name: "Try again" });
  expect(screen.queryByText("No offcut is in stock")).toBeNull();
});

test("materials that fail to load display an error, and those in stock can be chosen", async () => {
  fakeApi({
    workshop: { offcuts: () => [offcut(1, 900, { material: "Oak", color: "Tung oil" })] },
    settings: { readWorkshop: () => SETTINGS },
    products: { list: fails(500) },
  });
  const { person: user } = renderPage(<OffcutsPage />, { user: person("supplier"), path: "/workshop/offcuts" });
  await user.click(await screen.findByRole("button", { name: "Put one in stock" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Put an offcut in stock" }));
  await dialog.findByText(/The materials could not be loaded/);
  await user.selectOptions(dialog.getByLabelText("Material"), "Oak");
  expect((dialog.getByLabelText("Colour") as HTMLSelectElement).value).toBe("Tung oil");
});

test("without a network the stored offcuts are readable, and nothing can be put in or removed", async () => {
  const { device } = atRack([offcut(1, 1465)]);
  await screen.findByText("1,465 mm");
  act(() => device.replies.onReply("2026-11-28T10:42:00.000Z"));
  await screen.findByText(/^No network: this is the rack as the device keeps it\./);
  for (const name of ["Put one in stock", /^Remove 1,465 mm/])
    expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
  act(() => device.replies.onReply(null));
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Remove 1,465 mm/ }).disabled).toBe(false));
});

test("a rack of more than one page loads its next page on a press", async () => {
  const first = Array.from({ length: 3 }, (_, index) => offcut(index + 10, 900 + index));
  const { person: user } = atRack([], { offcuts: ({ query }) => (query.cursor ? [offcut(1, 2000)] : page(first, "after-10")) });
  await screen.findByText("3 offcuts so far");
  await user.click(screen.getByRole("button", { name: "Load more" }));
  await screen.findByText("4 offcuts");
  expect(linesOf("Stiles")[0]).toMatch(/^2,000 mm/);
});

test("a person without a workshop of their own has the default sections", async () => {
  const server = fakeApi({ workshop: { offcuts: () => [offcut(1, 900)] } });
  renderPage(<OffcutsPage />, { user: person("super_admin"), path: "/workshop/offcuts" });
  await screen.findByText("stile 51 × 27; 1 offcut, 0.9 m");
  expect(server.asked("settings", "readWorkshop")).toEqual([]);
});
