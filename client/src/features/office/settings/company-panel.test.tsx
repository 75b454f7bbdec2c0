import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { Route } from "wouter";
import { fakeApi } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { UNNAMED_OFFICE } from "#shared/domain/first-steps.ts";
import SettingsPage from "./settings-page.tsx";

const EMPTY = {
  name: "",
  address: "",
  vatNumber: "",
  companyNumber: "",
  email: "",
  phone: "",
  directOrders: false,
  bankName: "",
  sortCode: "",
  accountNumber: "",
  reminders: false,
  mailInvoices: true,
  xeroAccount: "200",
  xeroTaxType: "20% (VAT on Income)",
  sageNominal: "4000",
  sageTaxCode: "T1",
  xeroBadDebt: "429",
  sageBadDebt: "8100",
};

test("the seller's details are displayed and saved, and a wrong email has an error at its field", async () => {
  const user = person("super_admin");
  const saved = { ...EMPTY, name: "Alder & Reed", vatNumber: "GB123456789" };
  const api = fakeApi({
    accounts: { current: () => ({ user }) },
    settings: { readCompany: () => ({ ...EMPTY, name: "Alder" }), saveCompany: () => saved },
  });
  const { person: typist } = renderPage(<SettingsPage />, { user, path: "/settings?tab=company" });
  await typist.type(await screen.findByLabelText("Name"), " & Reed");
  await typist.type(screen.getByLabelText("VAT number"), "GB123456789");
  await typist.type(screen.getByLabelText(/^Email \(/), "nobody");
  await typist.click(screen.getByRole("button", { name: "Save company" }));
  await screen.findByText("Please enter a valid email address");
  await typist.clear(screen.getByLabelText(/^Email \(/));
  await typist.click(screen.getByRole("button", { name: "Save company" }));
  await findToast("Success: Company details saved");
  expect(api.asked("settings", "saveCompany").map(({ body }) => body)).toEqual([saved]);
});

test("orders go straight to the workshop once the switch is saved", async () => {
  const user = person("super_admin");
  const api = fakeApi({
    accounts: { current: () => ({ user }) },
    settings: { readCompany: () => EMPTY, saveCompany: () => ({ ...EMPTY, directOrders: true }) },
  });
  const { person: typist } = renderPage(<SettingsPage />, { user, path: "/settings?tab=company" });
  await typist.click(await screen.findByRole("checkbox", { name: /^Orders go straight to the workshop/ }));
  await typist.click(screen.getByRole("button", { name: "Save company" }));
  await findToast("Success: Company details saved");
  expect(api.asked("settings", "saveCompany")[0]?.body.directOrders).toBe(true);
});

test("invoices are emailed until the switch is saved as off", async () => {
  const user = person("super_admin");
  const api = fakeApi({
    accounts: { current: () => ({ user }) },
    settings: { readCompany: () => EMPTY, saveCompany: () => ({ ...EMPTY, mailInvoices: false }) },
  });
  const { person: typist } = renderPage(<SettingsPage />, { user, path: "/settings?tab=company" });
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: /^Email invoices when they are issued/ });
  expect(box.checked).toBe(true);
  await typist.click(box);
  await typist.click(screen.getByRole("button", { name: "Save company" }));
  await findToast("Success: Company details saved");
  expect(api.asked("settings", "saveCompany")[0]?.body.mailInvoices).toBe(false);
  expect(box.checked).toBe(false);
});

test("bank numbers are displayed in pairs and stored as digits; an invalid one has an error", async () => {
  const user = { ...person("super_admin"), companyName: UNNAMED_OFFICE };
  const saved = { ...EMPTY, bankName: "Larkfield Bank", sortCode: "123456", accountNumber: "12345678", reminders: true };
  const api = fakeApi({
    accounts: { current: () => ({ user }) },
    settings: { readCompany: () => ({ ...EMPTY, sortCode: "112233" }), saveCompany: () => saved },
  });
  const { person: typist } = renderPage(<SettingsPage />, { user, path: "/settings?tab=company" });
  const sortCode = await screen.findByLabelText<HTMLInputElement>("Sort code");
  expect(sortCode.value).toBe("11-22-33");
  await typist.type(screen.getByLabelText(/^Bank name/), "Larkfield Bank");
  await typist.clear(sortCode);
  await typist.type(sortCode, "12-34-5");
  await typist.type(screen.getByLabelText("Account number"), "1234 567");
  await typist.click(screen.getByRole("button", { name: "Save company" }));
  await screen.findByText("Sort code must be 6 digits");
  await screen.findByText("Account number must be 8 digits");
  await typist.type(sortCode, "6");
  await typist.type(screen.getByLabelText("Account number"), "8");
  await typist.click(screen.getByRole("checkbox", { name: /^Remind customers of unpaid invoices/ }));
  await typist.click(screen.getByRole("button", { name: "Save company" }));
  await findToast("Success: Company details saved");
  expect(api.asked("settings", "saveCompany").map(({ body }) => body)).toEqual([saved]);
  expect(sortCode.value).toBe("12-34-56");
});

test("the step of the bank account saves what the step of the company saved before it", async () => {
  const user = { ...person("super_admin"), companyName: UNNAMED_OFFICE };
  let stored = EMPTY;
  const api = fakeApi({
    accounts: { current: () => ({ user }) },
    settings: {
      readCompany: () => stored,
      saveCompany: ({ body }) => {
        stored = { ...EMPTY, ...body };
        return stored;
      },
    },
  });
  const place = "/settings?tab=company&from=start";
  const page = (
    <>
      <Route path="/">The checklist</Route>
      <Route path="/settings">
        <SettingsPage />
      </Route>
    </>
  );
  const { person: typist, navigate } = renderPage(page, { user, path: place });
  await typist.type(await screen.findByLabelText("Name"), "Alder");
  await typist.click(screen.getByRole("button", { name: "Save company" }));
  await screen.findByText("The checklist");
  navigate(`${place}&part=bank`);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Bank name/)));
  await typist.keyboard("Larkfield Bank");
  await typist.click(screen.getByRole("button", { name: "Save company" }));
  await screen.findByText("The checklist");
  expect(api.asked("settings", "saveCompany").map(({ body }) => body)).toEqual([
    { ...EMPTY, name: "Alder" },
    { ...EMPTY, name: "Alder", bankName: "Larkfield Bank" },
  ]);
});

test("the owner's profile is proposed as the company's name and address until they are saved", async () => {
  const owner = { ...person("super_admin"), companyName: "Alder & Reed", address: "4 Quay Street, Bristol" };
  for (const [company, expected] of [
    [EMPTY, ["Alder & Reed", "4 Quay Street, Bristol"]],
    [{ ...EMPTY, name: "Alder Ltd" }, ["Alder Ltd", ""]],
  ] as const) {
    fakeApi({ accounts: { current: () => ({ user: owner }) }, settings: { readCompany: () => company } });
    const { unmount } = renderPage(<SettingsPage />, { user: owner, path: "/settings?tab=company" });
    const name = await screen.findByLabelText<HTMLInputElement>("Name");
    expect([name.value, screen.getByLabelText<HTMLTextAreaElement>("Address").value]).toEqual(expected);
    unmount();
  }
});
