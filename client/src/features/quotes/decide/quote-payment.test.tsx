import { screen, waitFor, within } from "@testing-library/react";
import { StrictMode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { fails, fakeApi, hangs } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { quoteRow } from "../quote-samples.ts";
import QuotesPage from "../quotes-page.tsx";

const sent = quoteRow({ quoteStatus: "sent" });
const open = (path = "/quotes") =>
  renderPage(
    <StrictMode>
      <QuotesPage />
    </StrictMode>,
    { user: person("customer"), path },
  );

const assign = vi.fn();
beforeEach(() => {
  assign.mockClear();
  vi.stubGlobal("location", { ...window.location, origin: window.location.origin, assign });
});

const ACCOUNT = {
  company: { id: 3, name: "Seaview Shutters" },
  terms: { discountPercent: 0, paymentDays: 30, creditLimit: null },
  ...{ balance: 0, credit: 0, owed: 0, overdue: 0, notInvoiced: 100, available: null },
  ageing: { notDue: 0, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0, disputed: 0 },
};

test("Pay Now opens Stripe's page; a double press sends one request", async () => {
  const api = fakeApi({ quotes: { list: () => [sent] }, payments: { pay: () => ({ checkoutUrl: "https://checkout.example/1" }) } });
  const { person: user } = open();
  await user.dblClick(await screen.findByRole("button", { name: "Pay Now, Q-12" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("https://checkout.example/1"));
  await user.click(screen.getByRole("button", { name: "Pay Now, Q-12" }));
  expect(api.asked("payments", "pay")).toHaveLength(1);
  expect(api.asked("payments", "pay")[0]?.idempotencyKey).toBeTruthy();
});

test.each([
  [fails(409, "Card payments are not set up yet"), "Card payments are not set up yet"],
  [fails(500), "Payment processing failed"],
])("a payment that can't begin displays the reason, and can be tried again", async (pay, sentence) => {
  fakeApi({ quotes: { list: () => [sent] }, payments: { pay } });
  const { person: user } = open();
  const button = await screen.findByRole("button", { name: "Pay Now, Q-12" });
  await user.click(button);
  await screen.findByText(sentence);
  expect(button.getAttribute("aria-busy")).toBeNull();
});

test("a customer of a seller without card payments is led to the invoices with the bank account", async () => {
  fakeApi({ quotes: { list: () => [sent] }, payments: { pay: fails(409, "Card payments are not set up yet") } });
  const { person: user, history } = open();
  await user.click(await screen.findByRole("button", { name: "Pay Now, Q-12" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Pay by bank transfer" });
  await user.click(within(dialog).getByRole("link", { name: "Open statement and invoices" }));
  await waitFor(() => expect(history.at(-1)).toBe("/invoices"));
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test.each([
  [
    "the bank account",
    { payee: "Alder & Reed", bankName: "", sortCode: "123456", accountNumber: "12345678" },
    /Please pay to this account.*12-34-56/s,
  ],
  ["to ask without a bank account", null, /Please ask us how to pay/],
])("a customer of a seller without card payments reads %s", async (_, bank, words) => {
  fakeApi({
    quotes: { list: () => [sent] },
    payments: { pay: fails(409, "Card payments are not set up yet") },
    account: { read: () => ({ ...ACCOUNT, bank }) },
  });
  const { person: user } = open();
  await user.click(await screen.findByRole("button", { name: "Pay Now, Q-12" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Pay by bank transfer" });
  expect(dialog.textContent).toMatch(words);
});

test("a payment is not reported as a success before Stripe has confirmed it", async () => {
  fakeApi({ quotes: { list: () => [sent] }, payments: { confirm: hangs } });
  open("/quotes?paid=12");
  await screen.findByText("Checking your payment of Q-12");
  expect(screen.queryByText("Payment processed successfully")).toBeNull();
});

test("the return from Stripe confirms once, displays the result, and clears the address", async () => {
  const paid = quoteRow({ quoteStatus: "accepted", paymentStatus: "paid" });
  const api = fakeApi({ quotes: { list: () => [paid] }, payments: { confirm: () => paid } });
  const { history } = open("/quotes?paid=12");
  await screen.findByText("Payment processed successfully");
  await waitFor(() => expect(history.at(-1)).toBe("/quotes"));
  expect(api.asked("payments", "confirm").map(({ params }) => params.id)).toEqual(["12"]);
});

test.each([
  ["the server's sentence", fails(409, "This payment was not completed"), /This payment was not completed/],
  ["a fault", fails(500), /If your card was charged/],
  ["no payment at Stripe", () => sent, /Stripe has not confirmed a payment of Q-12/],
])("%s leads to instructions, and the payment can be checked again", async (_, confirm, sentence) => {
  const api = fakeApi({ quotes: { list: () => [sent] }, payments: { confirm } });
  const { person: user, history } = open("/quotes?paid=12");
  expect((await screen.findByRole("alert")).textContent).toMatch(sentence);
  expect(screen.queryByText("Payment processed successfully")).toBeNull();
  await waitFor(() => expect(history.at(-1)).toBe("/quotes"));
  api.answer({ payments: { confirm: () => quoteRow({ quoteStatus: "accepted", paymentStatus: "paid" }) } });
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await screen.findByText("Payment processed successfully");
});

test("the receipt of a delivered order has no next step", async () => {
  const paid = quoteRow({ quoteStatus: "accepted", paymentStatus: "paid", orderId: 4, orderStatus: "completed" });
  fakeApi({
    quotes: { list: () => [paid], read: () => ({ ...paid, items: [], refunded: 0, note: null }) },
    payments: { confirm: () => paid },
  });
  open("/quotes?paid=12");
  const receipt = await screen.findByRole("region", { name: "Receipt" });
  within(receipt).getByText("A receipt comes by email. Your order ORD-4 was delivered.");
});

test("the receipt displays the paid amount and the next step until it is closed", async () => {
  const paid = quoteRow({ quoteStatus: "accepted", paymentStatus: "paid", orderId: 4, orderStatus: "pending", jobName: "Plot 7" });
  fakeApi({
    quotes: { list: () => [paid], read: () => ({ ...paid, items: [], refunded: 0, note: null }) },
    payments: { confirm: () => paid },
  });
  const { person: user } = open("/quotes?paid=12");
  const receipt = await screen.findByRole("region", { name: "Receipt" });
  await waitFor(() => expect(document.activeElement).toBe(receipt));
  within(receipt).getByRole("heading", { name: "£1,200.00 paid for Q-12, Plot 7" });
  within(receipt).getByText("A receipt comes by email. Your order ORD-4 is pending; we will notify you of its progress.");
  expect(within(receipt).getByRole("link", { name: "Invoice (PDF)" }).getAttribute("href")).toBe("/api/orders/4/invoice.pdf");
  expect(within(receipt).getByRole("link", { name: "Open ORD-4" }).getAttribute("href")).toBe("/orders?order=4");
  await user.click(within(receipt).getByRole("button", { name: "Close the receipt" }));
  expect(screen.queryByRole("region", { name: "Receipt" })).toBeNull();
});

test("a quote paid before its placing is placed from the receipt", async () => {
  const paid = quoteRow({ quoteStatus: "accepted", paymentStatus: "paid" });
  fakeApi({
    quotes: { list: () => [paid], read: () => ({ ...paid, items: [], refunded: 0, note: null }) },
    payments: { confirm: () => paid },
  });
  const { person: user } = open("/quotes?paid=12");
  const receipt = await screen.findByRole("region", { name: "Receipt" });
  await user.click(within(receipt).getByRole("button", { name: "Place order" }));
  await screen.findByRole("dialog", { name: "Place order Q-12" });
});
