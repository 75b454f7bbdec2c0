import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { formatDate } from "#client/lib/format.ts";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { orderDetails, orderRow } from "#client/testing/rows.ts";
import { addDays, londonDay } from "#shared/domain/period.ts";
import OrderDetailsDialog from "./order-details-dialog.tsx";

type Message = Reply<"orders", "messages">[number];
const ADA = { companyName: "Kestrel Homes", contactName: "Ada Marsh", role: "customer" } as const;
const said = (message: string, user: Message["user"] = ADA): Message => ({ id: 5, message, createdAt: "2026-11-23T10:00:00.000Z", user });
const LATE = { orderStatus: "processing", shippingDate: "2026-11-02", dueOn: "2026-11-02", late: "shipping" } as const;

/** Opens the details of an order and stores its thread as the server would. */
async function openThread(user: ReturnType<typeof person>, facts: Partial<Reply<"orders", "list">[number]>, thread: Message[] = []) {
  const details = () => orderDetails(orderRow({ ...facts, messages: thread.length }));
  const api = fakeApi({
    orders: {
      read: details,
      messages: () => thread,
      changeDates: details,
      sendMessage: ({ body }) => {
        const sent = { ...said(body.message), id: 7 + thread.length };
        thread.push(sent);
        return sent;
      },
    },
  });
  const { person: hand } = renderPage(<OrderDetailsDialog id={12} onClose={vi.fn()} />, { user });
  const dialog = within(await screen.findByRole("dialog", { name: "Order Details ORD-12" }));
  await dialog.findByText(/^Messages/);
  return { api, hand, dialog };
}

test("a late order's one button asks for a date, beside paying, then displays the question", async () => {
  const { api, hand, dialog } = await openThread(person("customer"), LATE);
  expect(dialog.getByRole("button", { name: /^Pay £1,234.50/ }).dataset.look).toBe("secondary");
  await hand.click(dialog.getByRole("button", { name: "Ask when it comes" }));
  await screen.findByText("We have received your question and will answer by email");
  expect(api.asked("orders", "sendMessage")[0]?.body.message).toMatch(/^When does it come\? It is \d+ days late: to ship 2 Nov( 2026)?\.$/);
  const asked = await dialog.findByRole<HTMLButtonElement>("button", { name: /^Asked on/ });
  expect(asked.disabled).toBe(true);
  await dialog.findByText("Messages (1)");
});

test("the office answers with a new date in one press, which saves and sends it", async () => {
  const { api, hand, dialog } = await openThread(person("super_admin"), LATE, [said("When does it come?")]);
  const day = addDays(londonDay(new Date()), 7);
  await hand.click(dialog.getByRole("button", { name: `Answer: We send it off on ${formatDate(day)}.` }));
  await screen.findByText("Date set, and the customer notified by email");
  expect(api.asked("orders", "changeDates")[0]?.body).toEqual({ shippingDate: day });
  expect(api.asked("orders", "sendMessage")[0]?.body).toEqual({ message: `We send it off on ${formatDate(day)}.`, to: "customer" });
});

test("a customer reads the thread without the workshop's name, and leaving a message is confirmed", async () => {
  const workshop = { companyName: "Workshop", contactName: "Workshop", role: "supplier" } as const;
  const thread = [said("When does it come?"), { ...said("On Friday", workshop), id: 6 }];
  const { hand, dialog } = await openThread(person("customer", { sellerPhone: "01273 555 010" }), {}, thread);
  await dialog.findByText("On Friday");
  expect(dialog.getByRole("link", { name: "01273 555 010" }).getAttribute("href")).toBe("tel:01273555010");
  await hand.click(dialog.getByRole("button", { name: "Write a message" }));
  await hand.type(dialog.getByRole("textbox", { name: /Your message/ }), "Thank you");
  await hand.keyboard("{Escape}");
  await hand.click(await screen.findByRole("button", { name: "Keep writing" }));
  await hand.click(dialog.getByRole("button", { name: "Send message" }));
  await screen.findByText("Message sent");
  await dialog.findByText("Thank you");
});

test("the office's answer to the workshop's question is for the workshop", async () => {
  const tomasz = { companyName: "Northmoor", contactName: "Tomasz", role: "supplier" } as const;
  const asked = { ...said("Which side has the hinges?", tomasz), to: "office" as const };
  const { api, hand, dialog } = await openThread(person("admin"), {}, [asked]);
  await dialog.findByText("Which side has the hinges?");
  await hand.click(dialog.getByRole("button", { name: "Write a message" }));
  await hand.type(dialog.getByRole("textbox", { name: /Your message/ }), "The left");
  await hand.click(dialog.getByRole("button", { name: "Send message" }));
  await screen.findByText("Message sent");
  expect(api.asked("orders", "sendMessage").map(({ body }) => body)).toEqual([{ message: "The left", to: "office" }]);
});
