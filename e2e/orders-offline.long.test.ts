import { expect, type Page, test } from "@playwright/test";
import { demoPerson } from "./testing/demo-people.ts";
import { PHONE } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";
import { isEmpty, isKept, repliesOnDevice } from "./testing/tablet.ts";

/** A fitter without a signal reads his open orders, with drawings and addresses (rule Q43). */

const { signedIn } = stories({ DEMO: "1" });
/** The device stores no photos and no messages. */
const AWAY = /^request failed: GET \S+ net::(ERR_INTERNET_DISCONNECTED|ERR_FAILED)$/;
/** A request of the fetching ahead that the sign-out overtakes. */
const SIGNED_OUT = /^401 GET \/api\/orders\/\d+$/;

interface Order {
  readonly id: number;
  readonly windows: number;
  readonly shippingAddress: string | null;
  readonly quote: { readonly items: readonly { readonly name: string }[] };
}
const openOrders = async ({ request }: Page): Promise<Order[]> =>
  (await (await request.get("/api/orders?status=pending&status=processing&status=shipped&limit=100")).json()) as Order[];

test("a fitter without a network reads an open order that he never opened: its windows, drawings and address", async () => {
  const fitter = await signedIn(demoPerson("customer"), { device: PHONE, expected: [AWAY, SIGNED_OUT] });
  const { page } = fitter;
  const open = await openOrders(page);
  await page.goto("/orders");
  await isKept(page, ["/api/user", "/api/orders", "/api/orders/counts", ...open.map(({ id }) => `/api/orders/${id}`)]);
  const row = open.find(({ windows, shippingAddress }) => windows > 1 && shippingAddress);
  if (!row) throw new Error("The demo's customer has such an order");
  const order = (await (await page.request.get(`/api/orders/${row.id}`)).json()) as Order;

  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
  await page.getByRole("tab", { name: /^Open/ }).tap();
  await page
    .getByRole("row")
    .filter({ hasText: `ORD-${order.id}` })
    .getByRole("button", { name: /^View/ })
    .first()
    .tap();
  const details = page.getByRole("dialog", { name: new RegExp(`ORD-${order.id}\\b`) });
  const [street = ""] = (order.shippingAddress ?? "").split(/[,\n]/);
  await details.getByText(street).first().waitFor();
  const [window] = order.quote.items;
  await details
    .getByText(window?.name ?? "", { exact: true })
    .first()
    .tap();
  await expect(details.getByRole("button", { name: `Enlarge the drawing of ${window?.name}` })).toBeVisible();
  await fitter.looksRight("a fitter's order without a network");

  await page.context().setOffline(false);
  await page.goto("/settings");
  await page.getByRole("button", { name: /menu/i }).first().tap();
  await page.getByRole("button", { name: "Logout" }).tap();
  await page.getByRole("tab", { name: "Login" }).waitFor();
  await isEmpty(page);
  await fitter.close();
});

test("a colleague's phone keeps no orders of another person, and the list names no other company", async () => {
  const fitter = await signedIn(demoPerson("customer"), { device: PHONE, expected: [AWAY] });
  await fitter.page.goto("/orders");
  await isKept(fitter.page, ["/api/user", "/api/orders"]);
  const replies = await repliesOnDevice(fitter.page);
  const lists = replies.filter(({ path }) => path === "/api/orders");
  expect(lists.length).toBeGreaterThan(0);
  for (const { body } of lists)
    for (const { user } of JSON.parse(body) as { user: { companyName: string } }[])
      expect(user.companyName).toBe("Ashdown & Vale Interiors");
  await fitter.close();
});
