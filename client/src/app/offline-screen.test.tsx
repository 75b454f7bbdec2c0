import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { OfflineScreen } from "./offline-screen.tsx";

test.each([
  ["supplier", ["Workshop", "Orders", "Remakes"]],
  ["customer", ["Dashboard", "Quotes", "Orders"]],
] as const)("without a network a %s is led only to the screens that the device stores", (role, names) => {
  fakeApi({});
  const user = person(role);
  const { container } = renderPage(<OfflineScreen user={user} title="Settings" />, { user });
  screen.getByText("No network");
  expect(
    within(container)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(names);
});
