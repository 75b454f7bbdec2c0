import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Route } from "wouter";
import { SETUP_PLACE } from "#client/components/page/checklist.tsx";
import { UndoNote } from "#client/components/page/undo-note.tsx";
import type { Reply } from "#client/lib/api.ts";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { product } from "#client/testing/rows.ts";
import { USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";
import { completeStock, type Stock } from "#shared/domain/window/saw/workshop-stock.ts";
import SettingsPage from "../settings-page.tsx";

type Changes = Reply<"settings", "listWorkshopChanges">;

const SAVED_AT = "2026-11-24T14:05:00.000Z";
const OTHERS_SAVED = "Robert Kay saved other figures at 14:05, so nothing was undone";

function openAs(role: "supplier" | "super_admin", stock: readonly Stock[] = [], changes: Changes = [], path = "/settings?tab=workshop") {
  const said = { clearances: USUAL_CLEARANCES, sections: [], lap: "right", trackDepthMm: 100, leadDays: 10, weeklyM2: null } as const;
  let now: Reply<"settings", "readWorkshop"> = { ...said, stock: [...stock], sections: [] };
  const api = fakeApi({
    settings: {
      readWorkshop: () => now,
      saveWorkshop: ({ body }) => {
        if (body.undoes?.leadDays !== undefined && body.undoes.leadDays !== now.leadDays) return fails(409, OTHERS_SAVED)();
        const {
          sections = now.sections,
          lap = now.lap,
          trackDepthMm = now.trackDepthMm,
          leadDays = now.leadDays,
          weeklyM2 = now.weeklyM2,
        } = body;
        const stock = body.stock?.map(completeStock) ?? now.stock;
        now = { stock, sections, lap, trackDepthMm, leadDays, weeklyM2, clearances: { ...now.clearances, ...body.clearances } };
        return {
          ...now,
          savedAt: SAVED_AT,
          ...(sections.length > 0 && { keptMeasures: "2 orders in progress keep their measures: ORD-38, ORD-41" }),
        };
      },
      listWorkshopChanges: () => changes,
      checkWorkshop: ({ body }) => {
        const asks = ["Bay: Panel B would be 96 mm wide; two stiles need 114 mm"];
        const isWide = body.sections?.some(({ widthMm }) => widthMm === 57);
        return { checked: 3, of: 3, orders: isWide ? [{ id: 38, jobName: "Patel, bay", asks, isOpen: true, already: false }] : [] };
      },
    },
    products: { list: () => [product({ standardLouverSizes: [89, 64] }), product({ id: 4, standardLouverSizes: [64] })] },
  });
  const pages = (
    <>
      <Route path="/settings">
        <SettingsPage />
      </Route>
      <Route path="/workshop">
        <UndoNote place={SETUP_PLACE} />
      </Route>
    </>
  );
  const colleagueSaves = (figures: Partial<typeof now>) => {
    now = { ...now, ...figures };
  };
  return { api, colleagueSaves, ...renderPage(pages, { user: person(role), path }) };
}

const rowsShown = () => screen.getAllByRole("row").map(({ textContent }) => textContent);
const change = async (user: ReturnType<typeof openAs>["person"]) => {
  await user.click(await screen.findByRole("button", { name: "Change bars and saw" }));
  return within(await screen.findByRole("dialog", { name: "Bars and saw" }));
};

test("a supplier sets each profile's bars and kerf; a blank field restores the default", async () => {
  const { api, person: user } = openAs("supplier", [{ profile: "louvre-114", stockMm: 2400, kerfMm: 3.2, trimMm: 5, keepMm: 600 }]);
  await screen.findByText("Louvres 114 mm");
  expect(rowsShown().slice(0, 3)).toEqual([
    "ProfileBar lengthSaw's kerfTrim, each endKeep from",
    "Louvres 114 mm2,400 mm3.2 mm5 mm600 mm",
    "All others, as usual3,000 mm3 mm10 mm600 mm",
  ]);
  const dialog = await change(user);
  dialog.getByText("Louvres 64 mm");
  dialog.getByText("Louvres 89 mm");
  await user.type(dialog.getByLabelText("Stiles: bar length"), "2,700");
  await user.type(dialog.getByLabelText("Guide: saw's kerf"), "2.5");
  await user.clear(dialog.getByLabelText("Louvres 114 mm: bar length"));
  await user.clear(dialog.getByLabelText("Louvres 114 mm: saw's kerf"));
  await user.clear(dialog.getByLabelText("Louvres 114 mm: trim, each end"));
  await user.clear(dialog.getByLabelText("Louvres 114 mm: keep from"));
  await user.type(dialog.getByLabelText("Guide: keep from"), "450");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Workshop settings saved");
  expect(api.asked("settings", "saveWorkshop").map(({ body }) => body.stock)).toEqual([
    [
      { profile: "stile", stockMm: 2700, kerfMm: 3, trimMm: 10, keepMm: 600 },
      { profile: "guide", stockMm: 3000, kerfMm: 2.5, trimMm: 10, keepMm: 450 },
    ],
  ]);
  await waitFor(() => expect(rowsShown()[1]).toBe("Stiles2,700 mm3 mm10 mm600 mm"));
});

test("a workshop that buys one length enters it once for every profile", async () => {
  const { api, person: user } = openAs("supplier");
  const dialog = await change(user);
  await user.type(dialog.getByLabelText("Stiles: bar length"), "4,800");
  await user.click(dialog.getByRole("button", { name: "Use the first row for all" }));
  expect(dialog.getByLabelText("Guide: bar length")).toHaveProperty("value", "4,800");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Workshop settings saved");
  const stock = api.asked("settings", "saveWorkshop")[0]?.body.stock ?? [];
  expect(stock.length).toBeGreaterThan(10);
  expect(new Set(stock.map(({ stockMm }) => stockMm))).toEqual(new Set([4800]));
});

test("an invalid bar or kerf has an error at its field, and closing confirms unsaved input", async () => {
  const { api, person: user } = openAs("supplier");
  const dialog = await change(user);
  await user.type(dialog.getByLabelText("Stiles: bar length"), "300");
  await user.type(dialog.getByLabelText("Track: saw's kerf"), "thin{Enter}");
  await dialog.findByText("Stock length must be whole millimetres from 500 to 12,000");
  dialog.getByText("Kerf must be from 0 to 20 mm, to a tenth");
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Stiles: bar length")));
  expect(api.asked("settings", "saveWorkshop")).toEqual([]);
  await user.keyboard("{Escape}");
  await screen.findByRole("alertdialog", { name: "Discard what you entered?" });
});

test("clearances are listed by place; blank restores the default, and a large one is refused", async () => {
  const { api, person: user } = openAs("supplier");
  await user.click(await screen.findByRole("button", { name: "Change clearances" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Clearances" }));
  const fill = async (label: string, typed: string) => {
    await user.clear(dialog.getByLabelText(label));
    if (typed) await user.type(dialog.getByLabelText(label), typed);
  };
  await fill("Hinge", "2.5");
  await fill("Meeting", "");
  await fill("Rod end", "16");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("Rod end must be from 0 to 15 mm, to a tenth");
  expect(api.asked("settings", "saveWorkshop")).toEqual([]);
  await fill("Rod end", "8");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Clearances saved");
  expect(api.asked("settings", "saveWorkshop").map(({ body }) => body)).toEqual([
    { clearances: { ...USUAL_CLEARANCES, hinge: 2.5, rodEnd: 8 } },
  ]);
  await waitFor(() => expect(rowsShown()).toContain("Hingebetween a panel and what it hangs on2.5 mm off"));
  expect(rowsShown()).toContain("Rod endof a rod beyond its first and last pin8 mm added");
});

test("a width more than 20 mm from the present one is asked about once", async () => {
  const { api, person: user } = openAs("supplier");
  await user.click(await screen.findByRole("button", { name: "Change sections" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Sections" }));
  await user.type(dialog.getByLabelText("Stiles: width"), "120");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("Stiles: 120 mm is 69 mm wider than now.");
  expect(api.asked("settings", "saveWorkshop")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Save anyway" }));
  await screen.findByText("Sections saved");
  expect(api.asked("settings", "saveWorkshop")).toHaveLength(1);
});

test("louvres narrower than their pitch, and much thicker ones, are asked about once", async () => {
  const { api, person: user } = openAs("supplier");
  await user.click(await screen.findByRole("button", { name: "Change sections" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Sections" }));
  await user.type(dialog.getByLabelText("Louvres 89 mm: width"), "70");
  await user.type(dialog.getByLabelText("Louvres 89 mm: thickness"), "30");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("Louvres 89 mm: 70 mm is narrower than their pitch of 76.2 mm, so closed blades gap.");
  dialog.getByText("Louvres 89 mm: 30 mm is 19 mm thicker than now.");
  expect(api.asked("settings", "saveWorkshop")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Save anyway" }));
  await screen.findByText("Sections saved");
});

test("a clearance more than 3 mm from the present one is asked about once", async () => {
  const { api, person: user } = openAs("supplier");
  await user.click(await screen.findByRole("button", { name: "Change clearances" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Clearances" }));
  await user.clear(dialog.getByLabelText("Louvre end"));
  await user.type(dialog.getByLabelText("Louvre end"), "15");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("Louvre end: 15 mm is 13.5 mm more than now.");
  expect(api.asked("settings", "saveWorkshop")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Save anyway" }));
  await screen.findByText("Clearances saved");
  expect(api.asked("settings", "saveWorkshop")).toHaveLength(1);
});

test("a corrected clearance is no longer asked about, and the button saves again", async () => {
  const { api, person: user } = openAs("supplier");
  await user.click(await screen.findByRole("button", { name: "Change clearances" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Clearances" }));
  const fill = async (label: string, typed: string) => {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), typed);
  };
  await fill("Louvre end", "15");
  await fill("Head", "14");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("Head: 14 mm is 10 mm more than now.");
  await fill("Louvre end", "1.5");
  expect(dialog.queryByText(/^Louvre end: 15 mm is/)).toBeNull();
  dialog.getByRole("button", { name: "Save anyway" });
  await fill("Head", "4.5");
  expect(dialog.queryByText("Is this right?")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Clearances saved");
  expect(api.asked("settings", "saveWorkshop")).toHaveLength(1);
});

test("each clearance is drawn beside its field", async () => {
  const { person: user } = openAs("supplier");
  await user.click(await screen.findByRole("button", { name: "Change clearances" }));
  const dialog = await screen.findByRole("dialog", { name: "Clearances" });
  const drawn = [...dialog.querySelectorAll<SVGElement>("svg[data-clearance]")].map((drawing) => drawing.dataset.clearance);
  expect(drawn).toEqual(Object.keys(USUAL_CLEARANCES));
});

test("a clearance that becomes 0 or less than half is asked about, and a smaller step is not", async () => {
  const { api, person: user } = openAs("supplier");
  await user.click(await screen.findByRole("button", { name: "Change clearances" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Clearances" }));
  const fill = async (label: string, typed: string) => {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), typed);
  };
  await fill("Hinge", "0");
  await fill("Head", "1.5");
  await fill("Meeting", "2");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("Hinge: 0 mm is 3 mm less than now: no clearance, the usual one is 3 mm.");
  dialog.getByText("Head: 1.5 mm is 2.5 mm less than now.");
  expect(dialog.queryByText(/Meeting: /)).toBeNull();
  expect(api.asked("settings", "saveWorkshop")).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Save anyway" }));
  await screen.findByText("Clearances saved");
});

test("sections have widths, rails also their purchased heights, lap and track can be chosen", async () => {
  const { api, person: user } = openAs("supplier");
  await user.click(await screen.findByRole("button", { name: "Change sections" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Sections" }));
  await user.type(dialog.getByLabelText("Stiles: thickness"), "28");
  await user.type(dialog.getByLabelText(/^Top and bottom rails: heights/), "90, 80");
  await user.selectOptions(dialog.getByLabelText("Where two panels meet"), "The left one lies over the right");
  await user.clear(dialog.getByLabelText("Depth of a bypass track"));
  await user.type(dialog.getByLabelText("Depth of a bypass track"), "150 mm");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("Heights must be 1 to 20 rising figures from 40 to 300 mm, to a tenth");
  expect(api.asked("settings", "saveWorkshop")).toEqual([]);
  await user.clear(dialog.getByLabelText(/^Top and bottom rails: heights/));
  await user.type(dialog.getByLabelText(/^Top and bottom rails: heights/), "80, 90.5 mm");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Sections saved");
  expect(api.asked("settings", "saveWorkshop").map(({ body }) => body)).toEqual([
    {
      sections: [
        { profile: "stile", widthMm: 51, thicknessMm: 28 },
        { profile: "rail", widthMm: 135, thicknessMm: 27, heightsMm: [80, 90.5] },
      ],
      lap: "left",
      trackDepthMm: 150,
    },
  ]);
  await waitFor(() => expect(rowsShown()).toContain("Top and bottom railsbought 80, 90.5 mm high135 × 27 mm"));
  screen.getByText("Where two panels meet: the left one lies over the right. A bypass track is 150 mm deep.");
});

test("a table that would make an order unmakeable is saved by a second press, and kept orders are named", async () => {
  const { api, person: user } = openAs("supplier");
  await user.click(await screen.findByRole("button", { name: "Change sections" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Sections" }));
  await user.type(dialog.getByLabelText("Stiles: width"), "57");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("1 order could not be made with these figures");
  dialog.getByText("Bay: Panel B would be 96 mm wide; two stiles need 114 mm");
  dialog.getByText(/Patel, bay \(open, no workshop's yet\)/);
  dialog.getByText("3 orders without a cut part were checked.");
  expect(dialog.getByRole("link", { name: "ORD-38" }).getAttribute("href")).toBe("/workshop/38");
  expect(api.asked("settings", "saveWorkshop")).toEqual([]);
  // Another figure is checked first, too.
  await user.type(dialog.getByLabelText("Stiles: thickness"), "28");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(api.asked("settings", "checkWorkshop")).toHaveLength(2));
  expect(api.asked("settings", "saveWorkshop")).toEqual([]);
  await user.click(await dialog.findByRole("button", { name: "Save anyway" }));
  await screen.findByText("2 orders in progress keep their measures: ORD-38, ORD-41");
  expect(api.asked("settings", "saveWorkshop")).toHaveLength(1);
});

test("only a supplier has the workshop's tab", async () => {
  openAs("super_admin");
  await screen.findByRole("tab", { name: "Company" });
  expect(screen.queryByRole("tab", { name: "Workshop" })).toBeNull();
});

test("a supplier sets lead time and weekly capacity; blank restores the default or unsets it", async () => {
  const { api, person: user } = openAs("supplier");
  await screen.findByText("10 working days");
  screen.getByText("Not stated");
  const open = async () => {
    await user.click(screen.getByRole("button", { name: "Change time and capacity" }));
    return within(await screen.findByRole("dialog", { name: "Time and capacity" }));
  };
  let dialog = await open();
  await user.clear(dialog.getByLabelText("Lead time"));
  await user.type(dialog.getByLabelText("Lead time"), "61");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("Lead time must be whole working days from 1 to 60");
  await user.clear(dialog.getByLabelText("Lead time"));
  await user.type(dialog.getByLabelText("Lead time"), "1");
  await user.type(dialog.getByLabelText("In a week"), "1,250");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("1 working day");
  screen.getByText("1,250 m²");
  dialog = await open();
  await user.clear(dialog.getByLabelText("Lead time"));
  await user.clear(dialog.getByLabelText("In a week"));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("10 working days");
  expect(api.asked("settings", "saveWorkshop").map(({ body }) => body)).toEqual([
    { leadDays: 1, weeklyM2: 1250 },
    { leadDays: 10, weeklyM2: null },
  ]);
});

test("Undo after a save sends the former figures, and the sentence about kept measures goes", async () => {
  const { api, person: user } = openAs("supplier");
  await user.click(await screen.findByRole("button", { name: "Change sections" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Sections" }));
  await user.type(dialog.getByLabelText("Stiles: thickness"), "28");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("2 orders in progress keep their measures: ORD-38, ORD-41");
  await waitFor(() => expect(rowsShown()).toContain("Stiles51 × 28 mm"));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(rowsShown()).toContain("Stiles51 × 27 mm"));
  expect(api.asked("settings", "saveWorkshop").at(-1)?.body).toEqual({
    ...{ sections: [], lap: "right", trackDepthMm: 100 },
    undoes: { sections: [{ profile: "stile", widthMm: 51, thicknessMm: 28 }], lap: "right", trackDepthMm: 100 },
    undoesSaveOf: SAVED_AT,
  });
  expect(screen.queryByText(/keep their measures/)).toBeNull();
});

test("Undo after a colleague's save says who saved, and displays the colleague's figures", async () => {
  const { colleagueSaves, person: user } = openAs("supplier");
  await user.click(await screen.findByRole("button", { name: "Change time and capacity" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Time and capacity" }));
  await user.clear(dialog.getByLabelText("Lead time"));
  await user.type(dialog.getByLabelText("Lead time"), "12");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("12 working days");
  colleagueSaves({ leadDays: 15 });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText(OTHERS_SAVED);
  await screen.findByText("15 working days");
});

test("a step of the checklist returns there with its Undo", async () => {
  const { api, history, person: user } = openAs("supplier", [], [], "/settings?tab=workshop&change=capacity&from=setup");
  const dialog = within(await screen.findByRole("dialog", { name: "Time and capacity" }));
  await user.clear(dialog.getByLabelText("Lead time"));
  await user.type(dialog.getByLabelText("Lead time"), "12");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(history.at(-1)).toBe("/workshop"));
  await screen.findByText("Time and capacity saved");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(api.asked("settings", "saveWorkshop").at(-1)?.body).toMatchObject({ leadDays: 10, undoes: { leadDays: 12 } }));
});

test("former tables list when and by whom which measure changed, and nothing before the first change", async () => {
  const { unmount } = openAs("supplier");
  await screen.findByText("10 working days");
  expect(screen.queryByRole("heading", { name: "Former tables" })).toBeNull();
  unmount();
  const measures = [{ measure: "Stiles, width", before: "51 mm", after: "120 mm" }];
  openAs("supplier", [], [{ id: 7, at: "2026-11-28T14:05:00.000Z", by: "Morgan Whitlock", measures }]);
  await screen.findByRole("heading", { name: "Former tables" });
  screen.getByText("28 Nov 2026, 14:05, Morgan Whitlock");
  expect(screen.getByText("Stiles, width").parentElement?.textContent).toBe("Stiles, width51 mm → 120 mm");
});
