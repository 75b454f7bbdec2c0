import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { OpenScreens } from "#client/components/page/page-header.tsx";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { passToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { clientRow } from "#client/testing/rows.ts";
import type { Role } from "#shared/domain/roles.ts";
import ClientsPage from "./clients-page.tsx";

const terms = { discountPercent: 12.5, paymentDays: 30, creditLimit: 5000, accountsName: "HARBOUR" };
function open(role: Role) {
  const api = fakeApi({ clients: { list: () => [clientRow({ terms })], changeTerms: () => clientRow() } });
  const screens = (
    <OpenScreens value={() => true}>
      <ClientsPage />
    </OpenScreens>
  );
  return { api, ...renderPage(screens, { user: person(role), path: "/clients" }) };
}
async function openTerms(view: ReturnType<typeof open>) {
  await view.person.click(await screen.findByRole("button", { name: "More actions for Harbour Blinds" }));
  await view.person.click(await screen.findByRole("menuitem", { name: "Terms" }));
  return within(await screen.findByRole("dialog", { name: "Terms" }));
}

test("the owner sets a client's terms; blank is no discount, no limit and the company's own name", async () => {
  const view = open("super_admin");
  const dialog = await openTerms(view);
  for (const label of ["Discount", "Credit limit", "Name in the accounts"])
    await view.person.clear(dialog.getByLabelText(new RegExp(`^${label}`)));
  await view.person.selectOptions(dialog.getByLabelText("Invoices are due"), "60 days after issue");
  await view.person.click(dialog.getByRole("button", { name: "Save terms" }));
  await screen.findByText("The terms of Harbour Blinds are saved");
  expect(view.api.asked("clients", "changeTerms")[0]).toMatchObject({
    params: { id: "3" },
    body: { discountPercent: 0, paymentDays: 60, creditLimit: null, accountsName: null },
  });
});

test("invalid terms display an error at their field, and a refusal the server's sentence", async () => {
  const view = open("super_admin");
  const dialog = await openTerms(view);
  const discount = dialog.getByLabelText(/^Discount/);
  await view.person.clear(discount);
  await view.person.type(discount, "61");
  await view.person.click(dialog.getByRole("button", { name: "Save terms" }));
  await dialog.findByText("Discount must be between 0 and 60 percent");
  await view.person.clear(discount);
  await view.person.type(discount, "10 %");
  view.api.answer({ clients: { changeTerms: fails(409, "Kestrel Homes has this name already") } });
  await view.person.click(dialog.getByRole("button", { name: "Save terms" }));
  await passToast("Error: Kestrel Homes has this name already");
  expect(view.api.asked("clients", "changeTerms")[0]?.body).toEqual({ ...terms, discountPercent: 10 });
});

test("an admin reads the terms in the details and cannot change them", async () => {
  const view = open("admin");
  await view.person.click(await screen.findByText("Harbour Blinds"));
  const dialog = within(await screen.findByRole("dialog", { name: /Harbour Blinds/ }));
  for (const fact of ["12.5 %", "30 days after issue", "£5,000.00", "HARBOUR"]) dialog.getByText(fact);
  expect(dialog.queryByRole("button", { name: "Terms" })).toBeNull();
});
