import { expect, test } from "@playwright/test";
import { counting } from "./testing/counting.ts";
import { arrived, demoPerson } from "./testing/demo-people.ts";
import type { Person } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/**
 * The test enters a house of twelve windows from notes by keyboard alone: four pairs, two recesses,
 * a window mounted outside, and a door that needs a mid rail. Text that is copied from the notes is
 * not counted. Every question is answered, none is skipped.
 */

const { signedIn } = stories({ DEMO: "1" });

const MOST_KEYS = 120;
const ROOMS = ["Hall", "Kitchen", "Bay left", "Bay middle", "Bay right", "Landing", "Bath", "Loft", "Study", "Door", "Back room", "WC"];
const PAIRS = ["Loft", "Landing", "Bay left", "Kitchen"];
const RECESSES = ["Bath", "WC"];
const NOTES = ROOMS.map((name, at) => ({ name, width: 610 + 35 * at, height: name === "Door" ? 2100 : 950 + 15 * at }));

async function newQuote(): Promise<{ fitter: Person; keys: ReturnType<typeof counting> }> {
  const fitter = await signedIn(demoPerson("customer"));
  await arrived(fitter, "Quotes");
  const keys = counting(fitter);
  await keys.press("n");
  await fitter.page.getByRole("option", { name: "Basswood Classic" }).waitFor({ state: "attached" });
  await keys.copy("Featherstone, 12 Elm Road");
  await keys.press("Enter", "Enter");
  return { fitter, keys };
}

/** Fixes each question with its own button and continues with the list's filled button. */
async function answered(fitter: Person, { press, tabTo }: ReturnType<typeof counting>): Promise<void> {
  await press("Control+Enter");
  const question = fitter.page.getByRole("alertdialog", { name: "Are these measures right?" });
  await question.getByText("Door").waitFor();
  await tabTo(/^Set 1 mid rail/);
  await press("Enter");
  await tabTo(/^Create Quote/);
  await press("Enter");
  await fitter.isTold("Quote created successfully");
}

async function isAsNoted({ page }: Person): Promise<void> {
  const [quote] = await (await page.request.get("/api/quotes")).json();
  const items: Record<string, unknown>[] = await (await page.request.get(`/api/quotes/${quote.id}/items`)).json();
  const made = items.map(({ name, widthM, heightM, layoutCode, sizeBasis, mountType, numberOfMidRails, overriddenChecks }) => ({
    ...{ name, width: Number(widthM) * 1000, height: Number(heightM) * 1000 },
    ...{ layoutCode, sizeBasis, mountType, numberOfMidRails, overriddenChecks },
  }));
  expect(made).toEqual(
    NOTES.map((note) => ({
      ...note,
      layoutCode: PAIRS.includes(note.name) ? "LR" : null,
      sizeBasis: RECESSES.includes(note.name) ? "recess" : "make",
      mountType: note.name === "Study" ? "outside" : "inside",
      numberOfMidRails: note.name === "Door" ? 1 : 0,
      overriddenChecks: [],
    })),
  );
}

test(`twelve windows are entered from notes in ${MOST_KEYS} keys`, async () => {
  const { fitter, keys } = await newQuote();
  const { press, copy, tabTo, focused } = keys;
  for (const [at, { name, width, height }] of NOTES.entries()) {
    expect(await focused()).toBe(`windows.${at}.name`);
    await copy(name);
    await press("Enter");
    // A select finds its options by their first letters.
    if (at === 0) await press("b", "Enter");
    await copy(width);
    await press("Enter");
    await copy(height);
    await press("Enter");
    if (at === 0) await press("7", "Enter", "w", "Enter");
  }
  await tabTo(/^Whole house/, "Shift+Tab");
  await press("Enter");
  const choose = async (...names: string[]) => {
    for (const name of names) {
      const to = ROOMS.indexOf(name);
      for (let at = await row(); at !== to; at = await row()) await press(at < to ? "ArrowDown" : "ArrowUp");
      await press("Space");
    }
  };
  const row = async () => {
    const name = (await focused()).replace("Choose ", "");
    return ROOMS.includes(name) ? ROOMS.indexOf(name) : ROOMS.length;
  };
  /** Enter returns to the list of windows without a selection. */
  const set = async (field: RegExp, ...value: string[]) => {
    await tabTo(field);
    await press(...value, "Enter");
  };
  await choose(...PAIRS);
  await set(/^Layout$/, "l", "r");
  await choose(...RECESSES);
  await set(/^Size$/, "r");
  await choose("Study");
  await fitter.looksRight("new quote: the whole house by keyboard");
  await set(/^Mount$/, "o");
  await answered(fitter, keys);
  await isAsNoted(fitter);
  expect(keys.presses()).toBeLessThanOrEqual(MOST_KEYS);
  await fitter.close();
});

test("twelve pasted rows with another name of the type are entered in 20 keys", async () => {
  const { fitter, keys } = await newQuote();
  const { press, tabTo } = keys;
  const { page } = fitter;
  const rows = NOTES.map(({ name, width, height }) => [
    ...[name, width, height, "Range 7", 76, "white"],
    ...[PAIRS.includes(name) ? "LR" : "", RECESSES.includes(name) ? "recess" : "", name === "Study" ? "out" : ""],
  ]);
  const headings = ["Room", "W", "H", "Type", "Slat", "Paint", "Layout", "Size", "Mount"];
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), [headings, ...rows].map((cells) => cells.join("\t")).join("\n"));
  await press("Control+v");
  const dialog = page.getByRole("dialog", { name: "Paste rows" });
  await dialog.getByText("12 rows can be added, 12 with faults").waitFor();
  await tabTo(/^Shutter type of row 2$/);
  await press("b");
  await dialog.getByText("12 rows can be added, 1 to check").waitFor();
  await fitter.looksRight("paste: a word that was mended once");
  await press("Control+Enter");
  await dialog.waitFor({ state: "detached" });
  await answered(fitter, keys);
  await isAsNoted(fitter);
  expect(keys.presses()).toBeLessThanOrEqual(20);
  await fitter.close();
});
