import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import type { Role } from "#shared/domain/roles.ts";
import { readDraft, writeDraft } from "../form/quote-draft.ts";
import { product, quoteItem, quoteRow, windowValues } from "../quote-samples.ts";
import QuotesPage from "../quotes-page.tsx";

const two = { userId: null, windows: [windowValues({ name: "Kitchen" }), windowValues({ name: "Bay" })] };

async function pressNewQuote(role: Role = "customer") {
  fakeApi({
    products: { list: () => [product()] },
    clients: { list: () => [] },
    quotes: { list: () => [], create: () => ({ ...quoteRow(), items: [quoteItem] }) },
  });
  const view = renderPage(<QuotesPage />, { user: person(role), path: "/quotes" });
  await view.person.click(screen.getAllByRole("button", { name: "New Quote" })[0] as HTMLElement);
  return view;
}
const form = async () => within(await screen.findByRole("dialog", { name: "Create New Quote" }));

test("what is typed is kept once typing pauses, or at once when the form is taken away", async () => {
  const { person: user, unmount } = await pressNewQuote();
  await user.type((await form()).getByLabelText("Width"), "1200");
  await waitFor(() => expect(readDraft(7)?.values.windows[0]?.width).toBe("1200"));
  await user.type((await form()).getByLabelText("Height"), "900");
  unmount();
  expect(readDraft(7)?.values.windows[0]?.height).toBe("900");
});

test("it is offered again, and Enter takes it up", async () => {
  writeDraft(7, two);
  const { person: user } = await pressNewQuote();
  await screen.findByText(/^You have an unfinished quote of 2 windows from \d\d:\d\d\.$/);
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Continue"));
  await user.keyboard("{Enter}");
  const dialog = await form();
  dialog.getByDisplayValue("Kitchen");
  dialog.getByRole("button", { name: /^Bay/ });
  await dialog.findByRole("option", { name: "Basswood" });
  await user.click(dialog.getByRole("button", { name: "Create Quote" }));
  await screen.findByText("Quote created successfully");
  expect(readDraft(7)).toBeNull();
});

test("discarding it starts empty and it is gone; closing the question decides nothing", async () => {
  writeDraft(7, two);
  const { person: user } = await pressNewQuote();
  await user.keyboard("{Escape}");
  expect(readDraft(7)).not.toBeNull();
  await user.click(screen.getAllByRole("button", { name: "New Quote" })[0] as HTMLElement);
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  (await form()).getByDisplayValue("Window 1");
  expect(readDraft(7)).toBeNull();
});

test("work that is given up in the form is not offered again", async () => {
  const { person: user } = await pressNewQuote();
  await user.type((await form()).getByLabelText("Width"), "1200");
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(readDraft(7)).toBeNull();
});

test("another person's is not shown", async () => {
  writeDraft(8, two);
  await pressNewQuote();
  (await form()).getByDisplayValue("Window 1");
});

test("for staff, the customer comes back by name", async () => {
  writeDraft(7, { ...two, userId: 31, customerName: "Harbour Blinds" });
  const { person: user } = await pressNewQuote("admin");
  await screen.findByText(/of 2 windows for Harbour Blinds from/);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect((await form()).getByRole<HTMLInputElement>("combobox", { name: "Customer" }).value).toBe("Harbour Blinds");
});
