import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { kindsFor, NOTICE_KINDS } from "#shared/domain/notifications.ts";
import type { Role } from "#shared/domain/roles.ts";
import SettingsPage from "../settings-page.tsx";

const ORDER_MESSAGE = "Messages about orders";

function open(role: Role, { isImpersonating = false, refuses = false } = {}) {
  const user = person(role, { isImpersonating });
  let rows = kindsFor(user).map((kind) => ({ kind, ...NOTICE_KINDS[kind].usual }));
  const save = ({ body }: { body?: unknown }) => {
    rows = rows.map((row) => (body as typeof rows).find(({ kind }) => kind === row.kind) ?? row);
    return rows;
  };
  const api = fakeApi({
    accounts: { current: () => ({ user }) },
    notifications: { preferences: () => rows, savePreferences: refuses ? fails(500, "") : save },
  });
  return { api, ...renderPage(<SettingsPage />, { user, path: "/settings?tab=notifications" }) };
}
const bell = async (label: string) => screen.findByRole<HTMLInputElement>("checkbox", { name: `${label} in the portal` });
const mail = async (label: string) => screen.findByRole<HTMLSelectElement>("combobox", { name: `${label} by email` });

test("each change of a notification is saved at once, and leaves the others", async () => {
  const { api, person: hand } = open("customer");
  await hand.click(await bell(ORDER_MESSAGE));
  await hand.selectOptions(await mail(ORDER_MESSAGE), "In the 17:00 digest");
  await waitFor(() =>
    expect(api.asked("notifications", "savePreferences").map(({ body }) => body)).toEqual([
      [{ kind: "order_message", bell: false, mail: "now" }],
      [{ kind: "order_message", bell: false, mail: "digest" }],
    ]),
  );
  await waitFor(async () => expect([(await bell(ORDER_MESSAGE)).checked, (await mail(ORDER_MESSAGE)).value]).toEqual([false, "digest"]));
  expect((await mail("New orders")).value).toBe("now");
});

test("a change that the server refuses is displayed as it was, with the reason", async () => {
  const { person: hand } = open("customer", { refuses: true });
  await hand.click(await bell(ORDER_MESSAGE));
  await findToast("Error: Failed to save your notifications");
  await waitFor(async () => expect((await bell(ORDER_MESSAGE)).checked).toBe(true));
});

test.each<[Role, number]>([
  ["supplier", 0],
  ["admin", 0],
  ["super_admin", 7],
])("a %s chooses the bell of %i kinds, and reads no kind of another role", async (role, bells) => {
  open(role);
  await screen.findAllByRole("combobox");
  expect(screen.queryAllByRole("checkbox")).toHaveLength(bells);
  expect(screen.getAllByRole("combobox")).toHaveLength(kindsFor(person(role)).length);
  expect(screen.queryByText("Quotes that are ready for you")).toBeNull();
});

test("a super admin reads the notifications of the viewed person and cannot change them", async () => {
  open("customer", { isImpersonating: true });
  expect((await mail(ORDER_MESSAGE)).disabled).toBe(true);
  expect((await bell(ORDER_MESSAGE)).disabled).toBe(true);
});
