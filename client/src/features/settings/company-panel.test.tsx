import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import SettingsPage from "./settings-page.tsx";

const EMPTY = { name: "", address: "", vatNumber: "", companyNumber: "", email: "", phone: "", directOrders: false };

test("the seller's details are shown, saved, and a wrong e-mail is said beside its field", async () => {
  const user = person("super_admin");
  const saved = { ...EMPTY, name: "Alder & Reed", vatNumber: "GB123456789" };
  const api = fakeApi({
    accounts: { current: () => ({ user }) },
    settings: { readCompany: () => ({ ...EMPTY, name: "Alder" }), saveCompany: () => saved },
  });
  const { person: typist } = renderPage(<SettingsPage />, { user, path: "/settings?tab=company" });
  await typist.type(await screen.findByLabelText("Name"), " & Reed");
  await typist.type(screen.getByLabelText("VAT number"), "GB123456789");
  await typist.type(screen.getByLabelText("Email"), "nobody");
  await typist.click(screen.getByRole("button", { name: "Save company" }));
  await screen.findByText("Please enter a valid email address");
  await typist.clear(screen.getByLabelText("Email"));
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
