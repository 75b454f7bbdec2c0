import { expect, type Locator, test } from "@playwright/test";
import { aColleagueJoins } from "./testing/colleague.ts";
import { demoPerson } from "./testing/demo-people.ts";
import { DEVICES, type Person } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";
import { turnedTo } from "./testing/survey.ts";

/**
 * Several people of a company work on a laptop, a tablet and a phone: a colleague joins, and two
 * people change one draft.
 */

const stage = stories({ DEMO: "1" });
const { signedIn } = stage;

const NAMES = { laptop: "Ben Hart", tablet: "Ada Quill", phone: "Sol Vance" };

for (const [name, device] of Object.entries(DEVICES))
  test(`a colleague joins, quotes, sees the company's orders, and orders with the right to: ${name}`, async () => {
    const contact = NAMES[name as keyof typeof NAMES];
    await aColleagueJoins(stage, { email: `${name}@ashdown.example`, password: "plumb line and oak", contact }, device);
  });

for (const [name, device] of Object.entries(DEVICES))
  test(`the second of two people who change a draft reads by whom, loses nothing and has three choices: ${name}`, async () => {
    const expected = [/^409 PUT \/api\/quotes\/\d+$/];
    const helen = await signedIn(demoPerson("customer"), { device, expected });
    const callum = await signedIn(demoPerson("fitter"), { device, expected });
    const draft = await aDraft(helen, name);

    await bothOpen(draft, helen, callum);
    await saves(helen, draft, { width: "1010" });
    await isRefused(callum, draft, "Helen Ashdown", { height: "1400", job: `Callum's, ${name}` });
    await callum.looksRight(`a draft that somebody else has changed: ${name}`);
    await choose(callum, "Save both");
    await callum.isTold(`Q-${draft} saved`);
    expect(await stored(helen, draft)).toEqual({ jobName: `Callum's, ${name}`, sizes: ["1010 × 1400", "900 × 1000"], version: 3 });

    await bothOpen(draft, helen, callum);
    await saves(callum, draft, { width: "1020" });
    await isRefused(helen, draft, "Callum Reyes", { width: "1500", height: "1600", job: `Helen's, ${name}` });
    await choose(helen, "Keep mine as a new quote");
    await helen.isTold("Quote created successfully");
    const [newest] = await (await helen.page.request.get("/api/quotes")).json();
    expect(newest.id).not.toBe(draft);
    expect(await stored(helen, newest.id)).toEqual({ jobName: `Helen's, ${name}`, sizes: ["1500 × 1600", "900 × 1000"], version: 1 });
    expect(await stored(helen, draft)).toEqual({ jobName: `Callum's, ${name}`, sizes: ["1020 × 1400", "900 × 1000"], version: 4 });

    await bothOpen(draft, helen, callum);
    await saves(helen, draft, { width: "1025", job: "Helen's again" });
    await isRefused(callum, draft, "Helen Ashdown", { width: "1900" });
    await callum.looksRight(`a draft of which both changed the same: ${name}`);
    await choose(callum, "Save both, mine where they clash");
    await callum.isTold(`Q-${draft} saved`);
    expect(await stored(helen, draft)).toEqual({ jobName: "Helen's again", sizes: ["1900 × 1400", "900 × 1000"], version: 6 });

    await bothOpen(draft, helen, callum);
    await saves(helen, draft, { width: "1030" });
    await isRefused(callum, draft, "Helen Ashdown", { width: "1700", height: "1800", job: "Not kept" });
    await choose(callum, "Discard mine and change theirs");
    const form = formOf(callum, draft);
    await expect(form.getByLabel("Width")).toHaveValue("1030");
    await expect(await turnedTo(form, "Job name")).toHaveValue("Helen's again");
    await saves(callum, draft, { height: "1450" });
    expect(await stored(helen, draft)).toEqual({ jobName: "Helen's again", sizes: ["1030 × 1450", "900 × 1000"], version: 8 });
    await helen.close();
    await callum.close();
  });

interface Changes {
  readonly width?: string;
  readonly height?: string;
  readonly job?: string;
}

const LABELS = { width: "Width", height: "Height", job: "Job name" } as const;
const fieldsOf = (changes: Changes) => Object.entries(changes).map(([key, value]) => [LABELS[key as keyof Changes], value] as const);

const formOf = ({ page }: Person, draft: number): Locator => page.getByRole("dialog", { name: `Edit Quote Q-${draft}` });

async function aDraft({ page }: Person, jobName: string): Promise<number> {
  const [type] = await (await page.request.get("/api/products")).json();
  const choices = { shutterTypeId: type.id, louverSize: type.standardLouverSizes[0], colorSelection: type.colorOptions[0] };
  const items = [
    { name: "Bay", widthM: 0.8, heightM: 1, ...choices },
    { name: "Hall", widthM: 0.9, heightM: 1, ...choices },
  ];
  const made = await page.request.post("/api/quotes", { data: { jobName, items } });
  expect(made.status(), await made.text()).toBe(201);
  return (await made.json()).id;
}

async function bothOpen(draft: number, ...people: Person[]): Promise<void> {
  for (const person of people) {
    await person.page.goto(`/quotes?quote=${draft}`);
    await person.page
      .getByRole("dialog", { name: `Quote Details Q-${draft}` })
      .getByRole("button", { name: "Edit", exact: true })
      .click();
    await formOf(person, draft).getByLabel("Width").waitFor();
  }
}

async function types(person: Person, draft: number, changes: Changes): Promise<void> {
  for (const [label, value] of fieldsOf(changes)) await (await turnedTo(formOf(person, draft), label)).fill(value);
  await formOf(person, draft).getByRole("button", { name: "Save changes" }).click();
}

async function saves(person: Person, draft: number, changes: Changes): Promise<void> {
  await types(person, draft, changes);
  await person.isTold(`Q-${draft} saved`);
  await formOf(person, draft).waitFor({ state: "detached" });
}

async function isRefused(person: Person, draft: number, by: string, changes: Changes): Promise<void> {
  await types(person, draft, changes);
  const form = formOf(person, draft);
  await form.getByText(`This quote was changed by ${by} while you were editing it`).waitFor();
  await form.getByText("Your changes are not saved, and all of them are still here.").waitFor();
  for (const [label, value] of fieldsOf(changes)) await expect(await turnedTo(form, label)).toHaveValue(value);
}

async function choose(person: Person, way: string): Promise<void> {
  await person.page.getByRole("button", { name: way, exact: true }).click();
}

async function stored({ page }: Person, quoteId: number) {
  const { jobName, version, items } = await (await page.request.get(`/api/quotes/${quoteId}`)).json();
  const mm = (metres: number) => Math.round(metres * 1000);
  const sizes = items.map(({ widthM, heightM }: { widthM: number; heightM: number }) => `${mm(widthM)} × ${mm(heightM)}`);
  return { jobName, version, sizes };
}
