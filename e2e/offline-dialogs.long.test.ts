import { expect, test } from "@playwright/test";
import { demoPerson, goTo } from "./testing/demo-people.ts";
import { type Person, PHONE, TABLET } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";
import {
  BOARD,
  isAtHand,
  isKept,
  isOnceOnTheServer,
  marks,
  onDevice,
  opens,
  ordersToMake,
  repliesOf,
  signInAsOffice,
  waits,
} from "./testing/tablet.ts";

/** A tablet displays the changes that it stores (rule W52). */

const { portal, signedIn } = stories({ DEMO: "1" });

test("waiting and rejected changes are readable on a tablet and a phone, and persistence is requested once", async () => {
  const office = await signInAsOffice(portal());
  const bench = await signedIn(demoPerson("supplier"), { device: TABLET, expected: [/^409 PATCH/] });
  const { page } = bench;
  await goTo(bench, "Workshop");
  const [order, other] = await ordersToMake(page);
  await isKept(page, [...BOARD, ...[order, other].flatMap(repliesOf)]);
  await isAtHand(page);
  let asked = 0;
  await page.exposeFunction("askedToKeep", () => {
    asked += 1;
  });
  await page.evaluate(() => {
    Object.assign(StorageManager.prototype, {
      persist: async () => (globalThis as unknown as { askedToKeep(): void }).askedToKeep(),
    });
  });
  await isOnceOnTheServer(office, other, await marks(page, other, 1));
  await expect.poll(async () => (await onDevice(page)).databases.flat()).toEqual([]);
  expect(asked).toBe(0);

  await page.context().setOffline(true);
  await marks(page, order, 3);
  await waits(page, 3);
  expect(asked).toBe(1);
  await page.getByRole("button", { name: "3 changes wait for the network" }).tap();
  const dialog = page.getByRole("dialog", { name: "Changes on this device" });
  await dialog.getByText("Waiting (3)").waitFor();
  await readsWell(bench, "what waits");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().tap();

  await office.patch(`/api/orders/${order.id}/status`, { data: { status: "cancelled" } });
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "3 changes were refused" }).tap();
  await dialog.getByText("Refused (3)").waitFor();
  await readsWell(bench, "what was refused");
  await opens(page, other);
  await dialog
    .getByRole("link", { name: `ORD-${order.id}` })
    .first()
    .tap();
  await page.getByRole("heading", { level: 1, name: `ORD-${order.id}` }).waitFor();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "3 changes were refused" }).tap();
  await dialog.getByRole("button", { name: "Discard all" }).tap();
  const question = page.getByRole("alertdialog", { name: "Discard 3 changes?" });
  await readsWell(bench, "discarding them");
  await question.getByRole("button", { name: "Discard" }).tap();
  await dialog.getByText("Everything has reached the server.").waitFor();
  await bench.close();
});

async function readsWell(bench: Person, what: string): Promise<void> {
  for (const { viewport } of [PHONE, TABLET]) {
    await bench.page.setViewportSize(viewport);
    await bench.looksRight(`supplier: ${what}, ${viewport.width} px`);
    await bench.isForThumbs(`supplier: ${what}, ${viewport.width} px`);
  }
}
