import { expect, test } from "@playwright/test";
import { arrived, demoPerson } from "./testing/demo-people.ts";
import { stories } from "./testing/stories.ts";

/** Finding and opening things by the keyboard alone, with the demo's data. */

const { signedIn } = stories({ DEMO: "1" });

test("a customer finds an order, walks through the list and reads the keys without touching the mouse", async () => {
  const helen = await signedIn(demoPerson("customer"));
  const { page } = helen;
  const press = (key: string) => page.keyboard.press(key);
  await arrived(helen, "Quotes");

  await press("/");
  const field = page.getByRole("combobox", { name: /^Find/ });
  await field.waitFor();
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
  // Over a dialog the keys mean nothing.
  await press("/");
  expect(await field.count()).toBe(0);
  await press("Escape");
  await order.waitFor({ state: "detached" });

  await press("Control+k");
  await page.keyboard.type(first);
  await page.getByRole("option", { name: new RegExp(`^${first}\\b`) }).waitFor();
  await press("Enter");
  await order.waitFor();
  await press("Escape");
  await order.waitFor({ state: "detached" });

  await press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await helen.looksRight("customer: the list of keys");
  await press("Escape");
  await press("n");
  await page.getByRole("dialog", { name: /Quote/ }).waitFor();
  await helen.close();
});
