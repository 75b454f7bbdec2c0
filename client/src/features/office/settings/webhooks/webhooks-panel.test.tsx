import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type FakeCalls, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import type { Role } from "#shared/domain/roles.ts";
import SettingsPage from "../settings-page.tsx";

const WEBHOOK = {
  id: 4,
  url: "https://hooks.example.com/orders",
  types: ["order.created" as const, "order.shipped" as const],
  active: true,
  stopped: null,
  createdAt: "2026-11-27T08:00:00.000Z",
};
const DELIVERY = {
  id: 9,
  messageId: "msg_1",
  type: "order.shipped" as const,
  number: "ORD-12",
  state: "failed" as const,
  attempts: 10,
  lastStatus: 500,
  lastFault: "Replied 500",
  dueAt: null,
  createdAt: "2026-11-27T08:00:00.000Z",
};
const open = (webhooks: FakeCalls["webhooks"], role: Role = "customer", facts = {}) => {
  const user = person(role, facts);
  const api = fakeApi({ accounts: { current: () => ({ user }) }, ...(webhooks && { webhooks }) });
  return { api, ...renderPage(<SettingsPage />, { user, path: "/settings?tab=webhooks" }) };
};

test("a workshop adds a webhook for its orders, and the secret is displayed once", async () => {
  const secret = "whsec_abc";
  const { api, person: hand } = open({ list: () => [], create: () => ({ ...WEBHOOK, secret }) }, "supplier");
  await hand.click(await screen.findByRole("button", { name: "Add a webhook" }));
  const dialog = within(await screen.findByRole("dialog"));
  await hand.type(dialog.getByLabelText(/Address/), WEBHOOK.url);
  expect(dialog.queryByLabelText("Invoice issued")).toBeNull();
  await hand.click(dialog.getByLabelText("Remake replied"));
  await hand.click(dialog.getByRole("button", { name: "Add the webhook" }));
  await screen.findByText(secret);
  const types = [
    "order.created",
    "order.status_changed",
    "order.dates_changed",
    "order.shipped",
    "remake.created",
    "remake.status_changed",
  ];
  expect(api.asked("webhooks", "create").map(({ body }) => body)).toEqual([{ url: WEBHOOK.url, types }]);
  await hand.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByText(secret)).toBeNull();
});

test("a webhook is switched off, and a failed delivery is sent again", async () => {
  const { api, person: hand } = open({
    list: () => [WEBHOOK],
    change: () => ({ ...WEBHOOK, active: false }),
    deliveries: () => [DELIVERY],
    replay: () => ({ ...DELIVERY, state: "waiting" as const }),
  });
  const row = within(await screen.findByRole("row", { name: /hooks\.example\.com/ }));
  row.getByText("Order created, Order shipped");
  await hand.click(row.getByRole("button", { name: `More actions for ${WEBHOOK.url}` }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual(["Change…", "Switch off", "Delete…"]);
  await hand.click(screen.getByRole("menuitem", { name: "Switch off" }));
  await expect.poll(() => api.asked("webhooks", "change").map(({ body }) => body)).toEqual([{ active: false }]);
  await hand.click(row.getByRole("button", { name: "Deliveries" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("Replied 500");
  await hand.click(dialog.getByRole("button", { name: "Send Order shipped ORD-12 again" }));
  await expect.poll(() => api.asked("webhooks", "replay").map(({ params }) => params)).toEqual([{ id: "9" }]);
});

test("a webhook that the portal switched off says why", async () => {
  open({ list: () => [{ ...WEBHOOK, active: false, stopped: "gone" as const }] }, "super_admin");
  await screen.findByText("Its address replied that it is gone.");
});

test.each<[Role, object]>([
  ["admin", {}],
  ["customer", { mayManage: false, managedBy: "Dawn Okafor" }],
  ["supplier", { isImpersonating: true }],
])("%s with %j has no tab of webhooks", async (role, facts) => {
  open(undefined, role, facts);
  await screen.findByRole("tab", { name: "Security" });
  expect(screen.queryByRole("tab", { name: "Webhooks" })).toBeNull();
});
