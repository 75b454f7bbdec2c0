import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { quoteItem, quoteRow } from "../quote-samples.ts";
import QuotesPage from "../quotes-page.tsx";

test("a late PO number is saved alone by Enter, and displayed in head and list", async () => {
  let quote = quoteRow({ quoteStatus: "accepted", jobName: "Hartley" });
  const api = fakeApi({
    quotes: {
      list: () => [quote],
      read: () => ({ ...quote, items: [quoteItem], refunded: 0, note: null }),
      items: () => [quoteItem],
      // A colleague has changed the name meanwhile.
      changeJob: ({ body }) => {
        quote = { ...quote, jobName: "Hartley annexe", poNumber: body.poNumber ?? null };
        return quote;
      },
    },
  });
  const { person: hand } = renderPage(<QuotesPage />, { user: person("customer"), path: "/quotes?quote=12" });
  const details = within(await screen.findByRole("dialog", { name: "Quote Details Q-12" }));
  const menu = await details.findByRole("button", { name: "More actions for Q-12" });
  await hand.click(menu);
  await hand.click(await screen.findByRole("menuitem", { name: "Change job or PO" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change job or PO Q-12" }));
  dialog.getByDisplayValue("Hartley");
  await hand.type(dialog.getByLabelText(/^PO number/), "PO-9{Enter}");
  await screen.findByText("Job and PO number saved");
  expect(api.asked("quotes", "changeJob")).toMatchObject([{ params: { id: "12" }, body: { poNumber: "PO-9" } }]);
  expect(api.asked("quotes", "changeJob")[0]?.body).not.toHaveProperty("jobName");
  await details.findByText("Hartley annexe");
  details.getByText(/PO-9/);
  expect(await screen.findAllByText("Hartley annexe")).toHaveLength(2);
  expect(document.activeElement).toBe(menu);
});
