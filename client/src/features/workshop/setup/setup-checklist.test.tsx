import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";
import { SETUP_STEPS, type SetupStep } from "#shared/domain/workshop-setup.ts";
import SetupChecklist from "./setup-checklist.tsx";

function open(reviewed: readonly SetupStep[]) {
  const done = new Set(reviewed);
  const setup = () => ({
    complete: done.size === SETUP_STEPS.length,
    steps: SETUP_STEPS.map((step) => ({ step, reviewedAt: done.has(step) ? "2026-11-24T10:00:00.000Z" : null })),
  });
  const own = { stock: [], sections: [{ profile: "stile", widthMm: 57, thicknessMm: 30 }], weeklyM2: null } as const;
  const api = fakeApi({
    workshop: {
      setup,
      reviewSetup: ({ body }) => {
        done.add(body.step);
        return setup();
      },
    },
    settings: {
      readWorkshop: () => ({
        ...own,
        stock: [],
        sections: [...own.sections],
        clearances: USUAL_CLEARANCES,
        lap: "right",
        trackDepthMm: 100,
        leadDays: 10,
      }),
    },
  });
  return { api, ...renderPage(<SetupChecklist from="setup" />, { user: person("supplier"), path: "/workshop" }) };
}

test("a new workshop sees each step drawn with its own figures and a link to the place of each", async () => {
  open(["lead-days"]);
  const list = within(await screen.findByRole("region", { name: "Set up your workshop" }));
  list.getByText(/^1 of 7 reviewed\./);
  list.getByRole("img", { name: "A bar of 3000 mm with trim, kerf and rest" });
  expect(list.getByRole("img", { name: /^Cross sections/ }).textContent).toContain("57 × 30");
  const clearances = within(list.getByRole("list", { name: "The clearances" })).getAllByRole("listitem");
  expect(clearances.map(({ textContent }) => textContent)).toEqual([
    ...[
      "Hinge 3",
      "Meeting 3",
      "Rebate 0",
      "Head 4",
      "Foot 4",
      "Track head 4",
      "Track foot 4",
      "Louvre end 1.5",
      "Blade to rail 2",
      "Rod end 10",
    ],
  ]);
  expect(clearances.every((item) => item.querySelector("svg"))).toBe(true);
  const places = list.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(places).toContain("/settings?tab=workshop&change=sections&from=setup");
  expect(places).toContain("/settings?tab=people&from=setup");
  expect(places).toContain("/api/workshop/test-card.pdf");
});

test("a reviewed step folds, and the checklist disappears with the last one", async () => {
  const { api, person: user } = open(SETUP_STEPS.filter((step) => step !== "sections"));
  await user.click(await screen.findByRole("button", { name: "These are our sections" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Set up your workshop" })).toBeNull());
  expect(api.asked("workshop", "reviewSetup").map(({ body }) => body.step)).toEqual(["sections"]);
});
