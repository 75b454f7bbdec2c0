import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { formatListed } from "#client/lib/format.ts";
import { type FakeCalls, fails, fakeApi } from "#client/testing/fake-api.ts";
import { findFailure, passToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import type { Role } from "#shared/domain/roles.ts";
import ReferralsPage from "./referrals-page.tsx";

type Referral = Reply<"referrals", "list">[number];
const referral = (facts: Partial<Referral> = {}): Referral => ({
  id: 3,
  referredUserId: 9,
  referredUser: { companyName: "Oak Shutters" },
  paidOut: false,
  commissionEarned: 1059.5,
  createdAt: "2026-11-02T09:30:00.000Z",
  ...facts,
});
const open = (role: Role, calls: FakeCalls["referrals"] = {}) => {
  const server = fakeApi({
    referrals: { list: () => [referral(), referral({ id: 2, paidOut: true }), referral({ id: 1, commissionEarned: 0 })], ...calls },
  });
  return { ...server, server, ...renderPage(<ReferralsPage />, { user: person(role), path: "/referrals" }) };
};
const cells = async (name: RegExp) =>
  within(await screen.findByRole("row", { name }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

test("a customer sees their referrals, commissions with a dollar sign", async () => {
  open("customer");
  expect(await cells(/REF-3/)).toEqual(["REF-3", "Oak Shutters", "Pending", "$1,059.50", formatListed("2026-11-02")]);
  expect((await cells(/REF-2/))[2]).toBe("Paid");
  expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
    "Referral #",
    "Referred Company",
    "Status",
    "Commission",
    "Date",
  ]);
  expect(screen.queryByRole("button", { name: /Mark as paid/ })).toBeNull();
});

test("the code is read-only and can be copied, and so can the sign-up link", async () => {
  const { person: hand } = open("customer");
  const write = vi.spyOn(navigator.clipboard, "writeText");
  expect(screen.getByLabelText<HTMLInputElement>("Referral code").readOnly).toBe(true);
  await hand.click(screen.getByRole("button", { name: "Copy code" }));
  expect(await screen.findByText("Referral code copied to clipboard")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Copy link" }));
  expect(write.mock.calls.map(([text]) => text)).toEqual(["KESTREL7", `${window.location.origin}/?ref=KESTREL7`]);
});

test("the super admin sees each unpaid commission and marks it as paid once", async () => {
  const {
    person: hand,
    server,
    asked,
  } = open("super_admin", {
    list: () => [
      referral({ referrer: { id: 4, companyName: "Elm Blinds" } }),
      referral({ id: 2, paidOut: true }),
      referral({ id: 1, commissionEarned: 0 }),
    ],
    payOut: fails(409, "This referral was already paid out on 1 Nov 2026"),
  });
  expect((await cells(/REF-3/))[2]).toBe("Elm Blinds");
  expect(screen.getAllByRole("button", { name: /Mark as paid/ })).toHaveLength(1);
  await hand.click(screen.getByRole("button", { name: "Mark as paid: REF-3" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(/\$1,059\.50 to Elm Blinds/)).toBeTruthy();
  await hand.click(dialog.getByRole("button", { name: "Mark as paid" }));
  await passToast("Error: This referral was already paid out on 1 Nov 2026");
  expect((await dialog.findByRole("alert")).textContent).toBe("This referral was already paid out on 1 Nov 2026");
  server.answer({ referrals: { payOut: () => referral({ paidOut: true }) } });
  await hand.click(dialog.getByRole("button", { name: "Mark as paid" }));
  expect(await screen.findByText("REF-3 is marked as paid")).toBeTruthy();
  expect(asked("referrals", "payOut").at(-1)?.params).toEqual({ id: "3" });
});

test.each(["supplier", "admin"] as const)("a %s sees their own code and referrals without commissions", async (role) => {
  open(role);
  expect(screen.getByLabelText("Referral code")).toBeTruthy();
  expect((await cells(/REF-3/)).slice(0, 3)).toEqual(["REF-3", "Oak Shutters", "Pending"]);
  expect(screen.queryByText(/percent of the first quote/)).toBeNull();
  expect(screen.queryByRole("columnheader", { name: "Commission" })).toBeNull();
});

test("a customer reads the sentence about the commission", async () => {
  open("customer");
  expect(await screen.findByText(/You earn 5 percent of the first quote/)).toBeTruthy();
});

test("an empty list and a failed load of referrals display different messages", async () => {
  const { unmount } = open("customer", { list: () => [] });
  expect(await screen.findByText("No referrals yet")).toBeTruthy();
  unmount();
  open("customer", { list: fails(500) });
  await findFailure("Failed to fetch referrals");
});
