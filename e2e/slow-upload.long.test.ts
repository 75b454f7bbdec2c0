import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, test } from "@playwright/test";
import { heavyPhoto, picture, pngThatClaims } from "#server/testing/photos.ts";
import { demoPerson, goTo } from "./testing/demo-people.ts";
import type { Person } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/**
 * A fitter on a building site sends photos straight from the phone over a slow connection, and
 * sometimes a file that is not a photo.
 */

const { portal, signedIn } = stories({ DEMO: "1" });

const TEN_MB = 10 * 1024 * 1024;
/**
 * The rate in bytes per second makes the upload take ten seconds, so that its progress is visible.
 */
const SLOW_LINE = TEN_MB;
const REASON = "Three louvres are cracked, see the photos";

let helen: Person;
let folder: string;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tiltrod-photos-"));
  helen = await signedIn(demoPerson("customer"), { expected: [/^41[35] POST \/api\/remakes$/] });
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const storedFiles = () =>
  ["photos", "uploads"].flatMap((name) => {
    try {
      return readdirSync(join(portal().dataDir, name));
    } catch {
      return [];
    }
  });

function onDisk(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** Fills in the dialog except for the photos. */
async function aRequest(): Promise<Locator> {
  const { page } = helen;
  await goTo(helen, "Remakes");
  await page.getByRole("button", { name: "Request Remake" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Request Remake" });
  await dialog.getByRole("option", { name: /^ORD-/ }).first().waitFor({ state: "attached" });
  await dialog.getByLabel("Order").selectOption({ index: 1 });
  await dialog.getByLabel("Reason").fill(REASON);
  return dialog;
}

test("ten photos of 10 MB on a slow line show progress, make one request and all arrive", async () => {
  const { page } = helen;
  const dialog = await aRequest();
  const photo = await heavyPhoto(TEN_MB);
  const paths = Array.from({ length: 10 }, (_, n) => onDisk(`window-${n + 1}.jpg`, photo));
  await dialog.getByLabel(/^Photos/).setInputFiles(paths);
  await dialog.getByText("10 of 10").waitFor();
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 100,
    downloadThroughput: SLOW_LINE,
    uploadThroughput: SLOW_LINE,
  });
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/remakes")) posts += 1;
  });
  const answered = page.waitForResponse((each) => each.request().method() === "POST" && each.url().endsWith("/api/remakes"), {
    timeout: 120_000,
  });
  const submit = dialog.getByRole("button", { name: "Request Remake" });
  await submit.click();
  const progress = dialog.getByRole("progressbar");
  await progress.waitFor();
  // The person presses again during the upload, by mouse and by keyboard.
  await submit.click({ force: true, noWaitAfter: true }).catch(() => {});
  await submit.press("Enter").catch(() => {});

  const seen: { percent: number; words: string }[] = [];
  const watching = (async () => {
    while (await progress.isVisible().catch(() => false)) {
      const percent = Number(await progress.getAttribute("aria-valuenow", { timeout: 1000 }).catch(() => Number.NaN));
      const words = (await progress.getAttribute("aria-valuetext", { timeout: 1000 }).catch(() => null)) ?? "";
      if (!Number.isNaN(percent)) seen.push({ percent, words });
      await page.waitForTimeout(150);
    }
  })();
  const reply = await answered;
  expect(reply.status()).toBe(201);
  await helen.isTold("Remake request submitted successfully");
  await watching;

  const percents = seen.map(({ percent }) => percent);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(new Set(percents).size).toBeGreaterThan(4);
  expect(new Set(seen.map(({ words }) => words).filter((words) => / of 100\.0 MB$/.test(words))).size).toBeGreaterThan(3);
  expect(posts).toBe(1);
  const { photos } = (await reply.json()) as { photos: string[] };
  expect(photos).toHaveLength(10);
  for (const address of photos) expect((await page.request.get(address)).status()).toBe(200);
  await line.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  await line.detach();
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
for (const [what, name, bytes] of [
  ["an SVG", "drawing.svg", async () => Buffer.from(SVG)],
  ["an SVG that calls itself a JPEG", "drawing.jpg", async () => Buffer.from(SVG)],
  ["an HTML page that calls itself a JPEG", "page.jpg", async () => Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["a JPEG that was cut short", "half.jpg", async () => (await picture("jpeg", 2000, 1500)).bytes.subarray(0, 9000)],
  ["a picture of 64,250 × 64,250", "vast.png", async () => pngThatClaims(64_250, 64_250)],
] as const)
  test(`${what} is refused with a sentence that names it; the typed text stays, and no file is stored`, async () => {
    const { page } = helen;
    const before = storedFiles();
    const dialog = await aRequest();
    await dialog.getByLabel(/^Photos/).setInputFiles([onDisk("good.jpg", (await picture()).bytes), onDisk(name, await bytes())]);
    // A fault in the file's name is displayed when the file is chosen, other faults after the
    // server has read the file.
    const told = dialog
      .getByRole("alert")
      .filter({ hasText: name })
      .or(dialog.getByText(new RegExp(`^“${name.replace(".", "\\.")}”.*\\.$`)));
    if (!name.endsWith(".svg")) await dialog.getByRole("button", { name: "Request Remake" }).click();
    await told.first().waitFor();
    expect(await told.first().textContent()).toMatch(/pictures? |megapixels/);
    expect(await dialog.getByLabel("Reason").inputValue()).toBe(REASON);
    await expect.poll(storedFiles).toEqual(before);
    await page.goto("/remakes");
  });
