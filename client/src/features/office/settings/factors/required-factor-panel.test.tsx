import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { RequiredFactorPanel } from "./required-factor-panel.tsx";

/** The setting on a server; `refusal` replaces the reply to a change. */
function startPanel(refusal?: () => never) {
  let requireSecondFactor: "nobody" | "staff" | "everyone" = "nobody";
  const api = fakeApi({
    security: {
      read: () => ({ requireSecondFactor }),
      save: ({ body }) => {
        refusal?.();
        ({ requireSecondFactor } = body);
        return body;
      },
    },
  });
  const { person: hand } = renderPage(<RequiredFactorPanel />, { user: person("super_admin") });
  return { api, hand };
}

test("a requirement is saved after a question, and taken back without one", async () => {
  const { api, hand } = startPanel();
  const staff = await screen.findByRole("radio", { name: /Staff and workshops/ });
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  await hand.click(staff);
  await hand.click(screen.getByRole("button", { name: "Save" }));
  const question = await screen.findByRole("alertdialog");
  within(question).getByText("Require a second factor of staff and workshops?");
  expect(api.asked("security", "save")).toHaveLength(0);
  await hand.click(within(question).getByRole("button", { name: "Require it" }));
  await findToast("Success: Saved");
  expect(api.asked("security", "save")[0]?.body).toEqual({ requireSecondFactor: "staff" });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
  await hand.click(screen.getByRole("radio", { name: /Nobody/ }));
  await hand.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(api.asked("security", "save")[1]?.body).toEqual({ requireSecondFactor: "nobody" }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("a super admin without a factor reads the reason in the question", async () => {
  const { hand } = startPanel(fails(409, "Add a second factor to your own account first"));
  await hand.click(await screen.findByRole("radio", { name: /Everyone/ }));
  await hand.click(screen.getByRole("button", { name: "Save" }));
  const question = await screen.findByRole("alertdialog");
  await hand.click(within(question).getByRole("button", { name: "Require it" }));
  await within(question).findByText("Add a second factor to your own account first");
});
