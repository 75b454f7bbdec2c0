import { type APIRequestContext, expect, test } from "@playwright/test";
import { arrived, demoPerson } from "./testing/demo-people.ts";
import { stories } from "./testing/stories.ts";

/** The stories find and open things with only the keyboard, in the demo's data. */

const { signedIn } = stories({ DEMO: "1" });

test("a customer finds an order, walks through the list and reads the list of keys by keyboard alone", async () => {
  const helen = await signedIn(demoPerson("customer"));
  const { page } = helen;
  const press = (key: string) => page.keyboard.press(key);
  await arrived(helen, "Quotes");

  await press("/");
  const field = page.getByRole("combobox", { name: /^Find/ });
  await expect(field).toBeFocused();
  await helen.looksRight("customer: the palette");
  await page.keyboard.type("orders");
  await press("Enter");
  await arrived(helen, "Orders");
  const first = /^ORD-\d+/.exec((await page.locator("[data-opener]").first().textContent()) ?? "")?.[0] ?? "";

  await press("j");
  await press("j");
  await press("k");
  await press("Enter");
  const order = page.getByRole("dialog", { name: new RegExp(`${first}\\b`) });
  await order.waitFor();
  // An open dialog ignores the screen's keys.
  await press("/");
  expect(await field.count()).toBe(0);
  await press("Escape");
  await order.waitFor({ state: "detached" });

  await press("Control+k");
  await expect(field).toBeFocused();
  await page.keyboard.type(first);
  await page.getByRole("option", { name: new RegExp(`\\b${first}\\b`) }).waitFor();
  await press("Enter");
  await order.waitFor();
  await press("Escape");
  await order.waitFor({ state: "detached" });

  await press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await keys.waitFor();
  await helen.looksRight("customer: the list of keys");
  await press("Escape");
  await keys.waitFor({ state: "detached" });
  await press("n");
  await page.getByRole("dialog", { name: /Quote/ }).waitFor();
  await helen.close();
});

test("the details return the focus to their row; a draft is placed and a colleague invited by keyboard", async () => {
  const helen = await signedIn(demoPerson("customer"));
  const { page } = helen;
  const press = (key: string) => page.keyboard.press(key);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  const labelOfFocused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  const findAndGo = async (words: string, found: RegExp) => {
    await press("/");
    await expect(page.getByRole("combobox", { name: /^Find/ })).toBeFocused();
    await page.keyboard.type(words);
    await page.getByRole("option", { name: found, selected: true }).waitFor();
    await press("Enter");
  };
  await arrived(helen, "Quotes");

  const { id } = await page.request
    .post("/api/quotes", { data: { jobName: "Tabley Mews", items: [await anyWindow(page.request)] } })
    .then((made) => made.json());
  await press("r");
  await page.getByRole("row", { name: /Tabley Mews/ }).waitFor();
  await press("j");
  await expect.poll(focused).toBe(`Q-${id}`);
  await press("Enter");
  const details = page.getByRole("dialog", { name: "Quote Details" });
  const toPlace = details.getByRole("button", { name: "Place order" });
  await toPlace.waitFor();
  await expect.poll(() => details.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  // The header's button is first, the main action is last, and the Tab key stays inside.
  await press("Tab");
  await expect.poll(labelOfFocused).toBe("Close");
  await press("Shift+Tab");
  await expect.poll(focused).toBe("Place order");
  await press("Escape");
  await details.waitFor({ state: "detached" });
  await expect.poll(focused).toBe(`Q-${id}`);

  await findAndGo("tabley", new RegExp(`\\bQ-${id}\\b`));
  await toPlace.waitFor();
  await press("Control+Enter");
  const place = page.getByRole("dialog", { name: "Place order" });
  await place.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await helen.looksRight("customer: place an order", "[role=dialog]:last-of-type");
  await press("Control+Enter");
  await helen.isTold("Order placed");
  await place.waitFor({ state: "detached" });
  await press("Escape");
  await details.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Fold the menu" }).focus();
  await press("Enter");
  await expect.poll(labelOfFocused).toBe("Open the menu");

  await findAndGo("people", /^People/);
  await arrived(helen, "Settings");
  const invite = page.getByRole("button", { name: "Invite a person" });
  await invite.waitFor();
  for (let presses = 0; presses < 30 && (await focused()) !== "Invite a person"; presses++) await press("Tab");
  await press("Enter");
  await expect(page.getByRole("dialog", { name: "Invite a person" }).getByLabel("Email")).toBeFocused();
  await page.keyboard.type("ben@ashdown.example");
  await press("Tab");
  await page.keyboard.type("Ben Hart");
  await press("Enter");
  await helen.isTold("We have emailed ben@ashdown.example a link");
  await page.getByRole("row", { name: /Ben Hart/ }).waitFor();
  await expect.poll(focused).toBe("Invite a person");
  await helen.close();
});

async function anyWindow(asked: APIRequestContext): Promise<object> {
  const [type] = await (await asked.get("/api/products")).json();
  const { id: shutterTypeId, standardLouverSizes, colorOptions } = type;
  return { shutterTypeId, widthM: 1.2, heightM: 1.5, louverSize: standardLouverSizes[0], colorSelection: colorOptions[0] };
}
