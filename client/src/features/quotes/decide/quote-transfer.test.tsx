import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { findToast, passToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { londonDay } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import { quoteItem, quoteRow } from "../quote-samples.ts";
import QuotesPage from "../quotes-page.tsx";

type Server = NonNullable<Parameters<typeof fakeApi>[0]>;
type Details = ReturnType<NonNullable<NonNullable<Server["quotes"]>["read"]>>;

const open = (role: Role, facts: Parameters<typeof quoteRow>[0] & object = {}, payments: Server["payments"] = {}) => {
  const row = quoteRow({ quoteStatus: "sent", ...facts });
  const details = { ...row, items: [quoteItem], note: null, refunded: 0, ...facts } as unknown as Details;
  const server = fakeApi({ quotes: { list: () => [row], read: () => details, items: () => [quoteItem] }, payments });
  return { server, ...renderPage(<QuotesPage />, { user: person(role), path: "/quotes?quote=12" }) };
};

test("the owner records a bank transfer for a quote, with its day and the bank's reference", async () => {
  const { server, person: hand } = open("super_admin", {}, { payByTransfer: () => quoteRow({ paymentStatus: "paid" }) });
  const details = await screen.findByRole("dialog", { name: "Quote Details Q-12" });
  await hand.click(await within(details).findByRole("button", { name: "More actions for Q-12" }));
  await hand.click(await screen.findByRole("menuitem", { name: "Paid by bank transfer" }));
  const dialog = await screen.findByRole("dialog", { name: "Paid by bank transfer Q-12" });
  await hand.type(within(dialog).getByLabelText(/Reference/), "KESTREL 12");
  await hand.click(within(dialog).getByRole("button", { name: "Mark as paid" }));
  await findToast("Success: Q-12 is paid");
  expect(server.asked("payments", "payByTransfer")[0]).toMatchObject({
    params: { id: "12" },
    body: { receivedOn: londonDay(new Date()), reference: "KESTREL 12", amount: quoteRow({}).finalTotal },
  });
});

test("the transfer of a partly paid quote is its rest", async () => {
  const { person: hand } = open("super_admin", { quoteStatus: "accepted", owed: 40 });
  const details = await screen.findByRole("dialog", { name: "Quote Details Q-12" });
  await within(details).findByText("Still to be paid");
  await within(details).findByRole("button", { name: "Pay £40.00, Q-12" });
  await hand.click(await within(details).findByRole("button", { name: "More actions for Q-12" }));
  await hand.click(await screen.findByRole("menuitem", { name: "Paid by bank transfer" }));
  const dialog = await screen.findByRole("dialog", { name: "Paid by bank transfer Q-12" });
  expect(dialog.textContent).toContain("All of the £40.00 that is still owed of it came.");
});

test("a refusal is displayed in the dialog, and a future day is refused at once", async () => {
  const { person: hand, server } = open("super_admin", {}, { payByTransfer: fails(409, "A payment for this is on its way") });
  const details = await screen.findByRole("dialog", { name: "Quote Details Q-12" });
  await hand.click(await within(details).findByRole("button", { name: "More actions for Q-12" }));
  await hand.click(await screen.findByRole("menuitem", { name: "Paid by bank transfer" }));
  const dialog = await screen.findByRole("dialog", { name: "Paid by bank transfer Q-12" });
  const day = within(dialog).getByLabelText("Received on");
  await hand.clear(day);
  await hand.type(day, "1 Jan 2099{Tab}");
  await hand.click(within(dialog).getByRole("button", { name: "Mark as paid" }));
  expect(await within(dialog).findByText("The day cannot be in the future")).toBeTruthy();
  expect(server.asked("payments", "payByTransfer")).toEqual([]);
  await hand.clear(day);
  await hand.type(day, "1 Nov 2026{Tab}");
  await hand.click(within(dialog).getByRole("button", { name: "Mark as paid" }));
  await passToast("Error: A payment for this is on its way");
  await waitFor(() => expect(within(dialog).getByText("A payment for this is on its way")).toBeTruthy());
});

test.each([
  ["customer", /A payment of it is on its way. We will notify you when it arrives: there is no need to pay again./],
  ["super_admin", /A payment of it is on its way.$/],
] as const)("a %s reads that a payment is on its way, and has no button to pay", async (role, sentence) => {
  open(role, { paymentPending: true });
  const details = await screen.findByRole("dialog", { name: "Quote Details Q-12" });
  await within(details).findByText(sentence);
  expect(within(details).getByText("On its way")).toBeTruthy();
  expect(within(details).queryByRole("button", { name: /^Pay/ })).toBeNull();
});

test("the office reads failed payment attempts in Stripe's words", async () => {
  const attempts = [
    { at: "2026-11-20T10:00:00Z", outcome: "abandoned", reason: null },
    { at: "2026-11-19T10:00:00Z", outcome: "failed", reason: "Your card has insufficient funds. — insufficient_funds" },
  ];
  open("admin", { attempts } as object);
  const details = await screen.findByRole("dialog", { name: "Quote Details Q-12" });
  await within(details).findByText(/Left at Stripe's page/);
  expect(within(details).getByText(/Refused: Your card has insufficient funds. — insufficient_funds/)).toBeTruthy();
});
