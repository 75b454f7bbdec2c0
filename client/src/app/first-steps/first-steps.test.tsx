import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { orderCounts, quoteCounts } from "#client/testing/rows.ts";
import { FIRST_STEPS, type FirstStep } from "#shared/domain/first-steps.ts";
import type { Role } from "#shared/domain/roles.ts";
import { FirstSteps } from "./first-steps.tsx";

type Counts = ReturnType<typeof orderCounts>;

function open(
  role: Role,
  finished: readonly FirstStep[] = [],
  { open = 0, draft = 0, placed = 0, counts = () => orderCounts({ open }) as Counts | Promise<Counts>, isSent = true } = {},
) {
  const done = new Set(finished);
  const read = () => {
    const steps = FIRST_STEPS[role].map((step) => ({ step, done: done.has(step) }));
    return { complete: steps.every((step) => step.done), steps };
  };
  const confirm = ({ body }: { body: { step: FirstStep } }) => {
    done.add(body.step);
    return read();
  };
  const api = fakeApi({
    firstSteps: { read, confirm },
    orders: { counts },
    quotes: { counts: () => quoteCounts({ draft, placed }) },
    settings: { readMail: () => ({ isSent }) },
  });
  return { api, ...renderPage(<FirstSteps />, { user: person(role) }) };
}

test.each([
  ["super_admin", "Set up your portal", "/settings?tab=company&from=start", 8],
  ["admin", "Your first day", "/clients?approvalStatus=pending&from=start", 2],
  ["customer", "Your first steps", "/range?from=start", 5],
] as const)("the checklist of a new %s names each step with a link that leads back", async (role, title, place, count) => {
  open(role);
  const list = within(await screen.findByRole("region", { name: title }));
  list.getByText(`0 of ${count} done.`);
  const places = list.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(places).toHaveLength(count);
  expect(places).toContain(place);
  expect(places.filter((each) => !each?.endsWith("from=start"))).toEqual([]);
});

test("a done step keeps its title without a link, and the checklist disappears with the last one", async () => {
  const { api, person: user } = open("customer", ["address", "range", "business", "quote"]);
  const list = within(await screen.findByRole("region", { name: "Your first steps" }));
  list.getByText("4 of 5 done.");
  expect(list.getAllByRole("link").map((link) => link.textContent)).toEqual(["Invite: Colleagues"]);
  await user.click(list.getByRole("button", { name: "I work alone" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Your first steps" })).toBeNull());
  expect(api.asked("firstSteps", "confirm").map(({ body }) => body.step)).toEqual(["colleagues"]);
});

test("a step that must have data has no button that confirms it", async () => {
  open("super_admin");
  const list = within(await screen.findByRole("region", { name: "Set up your portal" }));
  const buttons = list.getAllByRole("button").map((button) => button.textContent);
  expect(buttons).toEqual(["We take no transfers", "No cards for now", "I have tried it"]);
});

test("opening the place of a step that only displays a list is the step", async () => {
  const { api, person: user } = open("admin");
  const list = within(await screen.findByRole("region", { name: "Your first day" }));
  await user.click(list.getByRole("link", { name: "See what waits: What waits" }));
  await waitFor(() => expect(api.asked("firstSteps", "confirm").map(({ body }) => body.step)).toEqual(["what-waits"]));
});

test.each([
  ["Make a quote", "/quotes?new=quote&from=start", {}],
  ["Open the quote", "/quotes?from=start", { draft: 1 }],
  ["Open the quote", "/quotes?from=start", { placed: 1 }],
  ["Open the order", "/orders?from=start", { open: 1 }],
] as const)("the step of the first order names its next part: %s", async (words, place, counts) => {
  open("super_admin", [], counts);
  const link = await screen.findByRole("link", { name: `${words}: One order, from quote to shipped` });
  expect(link.getAttribute("href")).toBe(place);
});

test("the checklist waits for the counts of the first order, so that no link changes under the pointer", async () => {
  let arrive = (_counts: Counts) => {};
  const counts = new Promise<Counts>((resolve) => {
    arrive = resolve;
  });
  const { api } = open("super_admin", [], { counts: () => counts });
  await waitFor(() => expect(api.asked("firstSteps", "read")).toHaveLength(1));
  await waitFor(() => expect(api.asked("quotes", "counts")).toHaveLength(1));
  expect(screen.queryByRole("region", { name: "Set up your portal" })).toBeNull();
  arrive(orderCounts({ open: 1 }));
  await screen.findByRole("link", { name: "Open the order: One order, from quote to shipped" });
});

test("the checklist appears without the counts if they cannot be read", async () => {
  open("super_admin", [], { counts: fails(500) });
  await screen.findByRole("link", { name: "Make a quote: One order, from quote to shipped" });
});

test("the owner reads above the steps that no email is sent, and what to do", async () => {
  open("super_admin", [], { isSent: false });
  const list = within(await screen.findByRole("region", { name: "Set up your portal" }));
  expect(list.getByRole("status").textContent).toBe(
    "No email is sentEmails stay in the folder outbox under DATA_DIR on the server until SMTP_URL names your mail server and the portal is restarted.",
  );
});

test.each(["super_admin", "admin"] as const)("a %s of a portal that sends emails reads no note about them", async (role) => {
  const { api } = open(role);
  await screen.findByRole("region");
  expect(screen.queryByText("No email is sent")).toBeNull();
  expect(api.asked("settings", "readMail")).toHaveLength(role === "super_admin" ? 1 : 0);
});
