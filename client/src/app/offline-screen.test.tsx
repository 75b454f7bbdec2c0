import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { LoadError, StoredScreensContext } from "#client/components/loading/states.tsx";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { OfflineScreen, StoredScreens } from "./offline-screen.tsx";

test("a screen without its data leads to the screens that the device stores, and a part of a screen does not", async () => {
  const user = person("supplier");
  const notHere = (leadsOn: boolean) => (
    <StoredScreensContext value={<StoredScreens user={user} />}>
      <LoadError
        error={null}
        sentence=""
        awayTitle="The scrap is not on this device"
        leadsOn={leadsOn}
        onRetry={() => {}}
        retrying={false}
      />
    </StoredScreensContext>
  );
  const { unmount } = renderPage(notHere(true), { user });
  screen.getByRole("button", { name: "Try again" });
  screen.getByText(/These screens work without the network:$/);
  expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Workshop", "Orders", "Remakes"]);
  unmount();
  renderPage(notHere(false), { user });
  screen.getByRole("button", { name: "Try again" });
  expect(screen.queryAllByRole("link")).toEqual([]);
});

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
