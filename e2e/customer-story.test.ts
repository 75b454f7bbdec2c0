import { expect, type Locator, test } from "@playwright/test";
import sharp from "sharp";
import { arrived, demoPerson, goTo, signIn } from "./testing/demo-people.ts";
import type { Person } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/**
 * The story follows a customer with faulty shutters through the demo's data: the remake request,
 * its replies, and the customer's own Settings.
 */

const { portal, signedIn } = stories({ DEMO: "1" });
let helen: Person;
const NEW_PASSWORD = "sea glass and oak";
let marked: string;
const REASON = "Two louvres of the bay are cracked";

test("a customer requests a remake with photos, reads of the reply in the bell, and edits their account", async () => {
  helen = await signedIn(demoPerson("customer"), { expected: [/^400 PATCH \/api\/users\/\d+\/password$/] });
  await arrived(helen, "Quotes");
  const menu = helen.page.getByRole("navigation", { name: "Main" }).getByRole("link");
  expect(await menu.allTextContents()).toEqual(["Dashboard", "Quotes", "Orders", "Remakes", "Settings", "Invoices"]);
  await readsQuotesAndOrders();
  const remake = await requestsRemake();
  await writesInItsThread(remake);
  await hearsByTheBell(remake);
  await sharesTheCode();
  await changesProfileAndPassword();
  await helen.close();
});

async function readsQuotesAndOrders(): Promise<void> {
  const { page } = helen;
  await page
    .getByRole("button", { name: /^View Q-/ })
    .first()
    .click();
  await page.getByRole("dialog").getByText("VAT (20%)").waitFor();
  await helen.looksRight("customer: a quote");
  await page.keyboard.press("Escape");
  await goTo(helen, "Orders");
  // The list is read-only (rule O1): it has no select and no editable date.
  expect(await page.getByRole("table").getByRole("combobox").count()).toBe(0);
  await page
    .getByRole("button", { name: /^View Details of ORD-/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("heading", { name: "History" }).waitFor();
  await helen.looksRight("customer: an order");
  await page.keyboard.press("Escape");
}

const photo = async (name: string, background: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

async function requestsRemake(): Promise<number> {
  const { page } = helen;
  await goTo(helen, "Remakes");
  await page.getByRole("button", { name: "Request Remake" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Request Remake" });
  await dialog.getByRole("option", { name: /^ORD-/ }).first().waitFor({ state: "attached" });
  await dialog.getByRole("button", { name: "Request Remake" }).click();
  await dialog.getByText("Please select an order").waitFor();
  await dialog.getByText("Please provide a reason for the remake request").waitFor();
  await helen.looksRight("customer: a remake request that lacks everything");
  await dialog.getByLabel("Order").selectOption({ index: 1 });
  await marksThePlace(dialog);
  await dialog.getByLabel("Reason").fill(REASON);
  const pictures = [photo("bay.jpg", "#885522"), photo("by mistake.jpg", "#222222"), photo("louvre.jpg", "#cccccc")];
  await dialog.getByLabel(/^Photos/).setInputFiles(await Promise.all(pictures));
  await dialog.getByRole("button", { name: "Remove by mistake.jpg" }).click();
  await dialog.getByText("2 of 10").waitFor();
  await helen.looksRight("customer: a remake request with photos");
  const [reply] = await Promise.all([
    page.waitForResponse((each) => each.request().method() === "POST" && each.url().endsWith("/api/remakes")),
    dialog.getByRole("button", { name: "Request Remake" }).click(),
  ]);
  await helen.isTold("Remake request submitted successfully");
  expect(reply.status()).toBe(201);
  const { id } = (await reply.json()) as { id: number };
  await page
    .getByRole("row")
    .filter({ hasText: `RMK-${id}` })
    .getByText("2 photos")
    .waitFor();
  await expect
    .poll(async () => (await portal().mailsTo(demoPerson("supplier").email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(new RegExp(`^Remake RMK-${id} requested \\(.+\\) – Tiltrod$`)));
  return id;
}

/**
 * Marks a place with the mouse, half way across and a quarter down, and moves it one step down with
 * the keyboard.
 */
async function marksThePlace(dialog: Locator): Promise<void> {
  await dialog.getByRole("checkbox").first().check();
  await dialog.getByRole("button", { name: /^Mark the place/ }).click();
  const place = dialog.getByRole("slider");
  // The position is relative to the drawing, because the dialog may still grow to make room for it.
  const position = await place.evaluate((drawing) => {
    const [all, frame] = [drawing.getBoundingClientRect(), drawing.querySelector("svg > rect")?.getBoundingClientRect()];
    return { x: (frame?.x ?? 0) - all.x + (frame?.width ?? 0) / 2, y: (frame?.y ?? 0) - all.y + (frame?.height ?? 0) / 4 };
  });
  await place.click({ position });
  const [, , across = "", down = ""] =
    /^(Marked) about ([\d,]+) mm from the left, ([\d,]+) mm from the top$/.exec((await place.getAttribute("aria-valuetext")) ?? "") ?? [];
  const mm = (text: string) => Number(text.replace(",", ""));
  const size = await dialog.getByRole("checkbox").first().locator("..").innerText();
  const [, width = "", height = ""] = /([\d,.]+) × ([\d,.]+) mm/.exec(size) ?? [];
  expect(Math.abs(mm(across) - mm(width) / 2)).toBeLessThanOrEqual(15);
  expect(Math.abs(mm(down) - mm(height) / 4)).toBeLessThanOrEqual(15);
  await place.press("ArrowDown");
  await dialog.getByText(`Marked about ${across} mm from the left, ${(mm(down) + 10).toLocaleString("en-GB")} mm from the top`).waitFor();
  marked = `Marked about ${across} mm from the left`;
}

async function writesInItsThread(remake: number): Promise<void> {
  const { page } = helen;
  await page.getByRole("button", { name: `View Details of RMK-${remake}` }).click();
  const dialog = page.getByRole("dialog", { name: `Remake Request Details RMK-${remake}` });
  await dialog.getByText(marked).waitFor();
  await dialog.getByRole("button", { name: `Photo 1 of RMK-${remake}` }).click();
  const viewer = page.getByRole("dialog", { name: "Photo 1 of 2" });
  await viewer.getByAltText("Photo 1").waitFor();
  // Suppliers and the super admin can download photos, but customers cannot (rule R3).
  expect(await viewer.getByRole("link", { name: "Download" }).count()).toBe(0);
  await page.keyboard.press("ArrowRight");
  await page.getByRole("dialog", { name: "Photo 2 of 2" }).waitFor();
  await helen.looksRight("customer: a photo");
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Send Reply" }).click();
  await dialog.getByText("Reply cannot be empty").waitFor();
  await dialog.getByLabel("Your reply").fill("The client moves in on Friday.");
  await dialog.getByRole("button", { name: "Send Reply" }).click();
  await helen.isTold("Reply sent successfully");
  await dialog.getByText("The client moves in on Friday.").first().waitFor();
  await helen.looksRight("customer: a remake's thread");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await dialog.waitFor({ state: "detached" });
}

async function hearsByTheBell(remake: number): Promise<void> {
  const bench = await signedIn(demoPerson("supplier"));
  const sent = await bench.page.request.post(`/api/remakes/${remake}/replies`, { data: { message: "It leaves on Monday" } });
  expect(sent.status()).toBe(201);
  await bench.close();

  const { page } = helen;
  await goTo(helen, "Quotes");
  // Opening the bell fetches notifications, so the test need not wait for the poll.
  await page.reload();
  const bell = page.getByRole("button", { name: /^Notifications, \d+ new$/ });
  await bell.waitFor();
  const unread = async () => Number(/\d+/.exec((await bell.getAttribute("aria-label")) ?? (await bell.textContent()) ?? "")?.[0]);
  const before = await unread();
  await bell.click();
  const newest = page.getByRole("dialog", { name: "Notifications" }).getByRole("listitem").first();
  await newest.getByText("New", { exact: true }).waitFor();
  await helen.looksRight("customer: the bell");
  await newest.getByRole("button").click();
  const dialog = page.getByRole("dialog", { name: `Remake Request Details RMK-${remake}` });
  await dialog.getByText("It leaves on Monday").waitFor();
  expect(new URL(page.url()).pathname).toBe("/remakes");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  if (before > 1) await expect.poll(unread).toBe(before - 1);
  else await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
}

async function sharesTheCode(): Promise<void> {
  const { page } = helen;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await goTo(helen, "Settings");
  await page.getByRole("link", { name: "Referrals" }).click();
  await arrived(helen, "Referrals");
  await page.getByRole("button", { name: "Copy code" }).click();
  await helen.isTold("Referral code copied to clipboard");
  const code = await page.getByLabel("Referral code").inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await page.getByRole("cell", { name: /^\$/ }).first().waitFor();
  await helen.looksRight("customer: referrals");
}

async function changesProfileAndPassword(): Promise<void> {
  const { page } = helen;
  await goTo(helen, "Settings");
  await page.getByLabel("Address").fill("1 A");
  await page.getByRole("button", { name: "Save profile" }).click();
  await page.getByText("Address must be at least 5 characters").waitFor();
  await page.getByLabel("Address").fill("15 Chapel Row, Lewes BN7 2AA");
  await page.getByRole("button", { name: "Save profile" }).click();
  await helen.isTold("Profile updated successfully");

  await page.getByRole("button", { name: "Change Password" }).click();
  const change = async (current: string, again: string) => {
    await page.getByLabel("Current password", { exact: true }).fill(current);
    await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel("Confirm new password", { exact: true }).fill(again);
    await page.getByRole("button", { name: "Update password" }).click();
  };
  await change("not my password", "something else");
  await page.getByText("Passwords do not match").waitFor();
  await helen.looksRight("customer: passwords that do not match");
  await change("not my password", NEW_PASSWORD);
  await helen.isTold("Current password is incorrect");
  await change(demoPerson("customer").password, NEW_PASSWORD);
  await helen.isTold("Password updated successfully");
  await helen.looksRight("customer: settings");

  await page.getByRole("button", { name: "Logout" }).click();
  await helen.isTold("Logged out successfully");
  await signIn(helen, { ...demoPerson("customer"), password: NEW_PASSWORD });
  await arrived(helen, "Quotes");
}
