import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fails, fakeApi, hangs } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { bay, detailsOf, orderDetailsOf, orderOf, remakeOf } from "../remake-samples.ts";
import RemakesPage from "../remakes-page.tsx";

/**
 * Opens the details of an approved remake of an order with one bay and three doors, and the dialog
 * that orders it again.
 */
async function open(
  facts: Parameters<typeof detailsOf>[1] = {},
  order: NonNullable<Parameters<typeof fakeApi>[0]["remakes"]>["order"] = () => orderOf(90),
) {
  const remake = detailsOf(7, { status: "approved", madeAsOrderId: null, ...facts });
  const api = fakeApi({
    remakes: { list: () => [], read: () => remake, order },
    orders: { read: ({ params }) => orderDetailsOf(Number(params.id)) },
  });
  const view = renderPage(<RemakesPage />, { user: person("super_admin"), path: "/remakes?remake=7" });
  await view.person.click(await screen.findByRole("button", { name: "Make free of charge" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Make RMK-7 again" }));
  await dialog.findByRole("checkbox", { name: /^Door/ });
  const submit = () => view.person.click(dialog.getByRole("button", { name: "Make the order" }));
  return { ...view, api, dialog, submit };
}

test("ticked windows are remade with a chosen number of pieces, up to the ordered number", async () => {
  const { api, dialog, submit, person: actor } = await open();
  expect(dialog.getAllByRole("checkbox", { checked: false })).toHaveLength(2);
  // The order has one bay, so there is no number to choose.
  expect(dialog.queryByLabelText("How many of Bay left")).toBeNull();
  const doors = dialog.getByLabelText<HTMLSelectElement>("How many of Door");
  expect(doors.disabled).toBe(true);
  await actor.click(dialog.getByRole("checkbox", { name: /^Door/ }));
  expect([...doors.options].map(({ value }) => value)).toEqual(["1", "2", "3"]);
  await actor.selectOptions(doors, "2");
  await actor.click(dialog.getByRole("checkbox", { name: /^Bay left/ }));
  await submit();
  expect(await screen.findByText("Order ORD-90 was made, free of charge")).toBeTruthy();
  expect(api.asked("remakes", "order").map(({ params, body }) => [params.id, body])).toEqual([
    [
      "7",
      {
        items: [
          { itemId: 31, quantity: 1 },
          { itemId: 32, quantity: 2 },
        ],
      },
    ],
  ]);
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Make RMK-7 again" })).toBeNull());
});

test("the remake's requested windows are ticked at first", async () => {
  const asked = { ...bay({ id: 32, name: "Door", quantity: 3 }), densityKgM3: null, pieces: 2, mark: { xMm: 10, yMm: 10 } };
  const { api, dialog, submit } = await open({ windows: [asked] });
  expect(dialog.getByRole("checkbox", { name: /^Door.*marked in the request.*To make: Whole window$/ })).toHaveProperty("checked", true);
  await submit();
  await waitFor(() => expect(api.asked("remakes", "order")[0]?.body).toEqual({ items: [{ itemId: 32, quantity: 2 }] }));
});

test("panels and parts of a window are chosen before its order is made", async () => {
  const asked = {
    ...bay({ id: 32, name: "Door", quantity: 3, layoutCode: "LR" }),
    densityKgM3: null,
    mark: null,
    pieces: 1,
    panels: ["A"],
    parts: [],
  };
  const { api, dialog, submit, person: actor } = await open({ windows: [asked] });
  await actor.click(dialog.getByRole("button", { name: "Choose parts of Door" }));
  await actor.click(dialog.getByRole("checkbox", { name: "Louvre" }));
  await submit();
  await waitFor(() =>
    expect(api.asked("remakes", "order")[0]?.body).toEqual({
      items: [{ itemId: 32, quantity: 1, panels: ["A"], parts: ["louvre"], counts: { louvre: 1 } }],
    }),
  );
});

test("an open request of another remake for the same panel is named before the order is made", async () => {
  const asked = { ...bay({ id: 32, name: "Door", layoutCode: "LR" }), densityKgM3: null, mark: null, pieces: 1, panels: ["A"], parts: [] };
  const { api, dialog } = await open({ orderId: 12, windows: [asked] });
  expect(dialog.queryByText(/asks for/)).toBeNull();
  const make = { panels: ["A"], words: "Panel A: top rail" };
  const windows = [{ id: 32, name: "Door", pieces: 1, make }];
  const facts = { orderId: 12, createdAt: "2026-11-18T10:00:00.000Z", windows };
  // The remake itself is among the open requests.
  api.answer({ remakes: { list: () => [remakeOf(7, facts), remakeOf(5, facts)] } });
  cleanup();
  renderPage(<RemakesPage />, { user: person("super_admin"), path: "/remakes?remake=7" });
  await userEvent.click(await screen.findByRole("button", { name: "Make free of charge" }));
  await screen.findByText("RMK-5 of 18 Nov also asks for this panel: Door, Panel A: top rail");
  expect(screen.queryByText(/RMK-7 of/)).toBeNull();
});

test("a selection without a window sends nothing, and displays an error until one is ticked", async () => {
  const { api, dialog, submit, person: actor } = await open();
  await submit();
  expect((await dialog.findByRole("alert")).textContent).toBe("Please choose the windows to make again");
  expect(api.asked("remakes", "order")).toEqual([]);
  await actor.click(dialog.getByRole("checkbox", { name: /^Bay left/ }));
  await waitFor(() => expect(dialog.queryByRole("alert")).toBeNull());
});

test("a refusal displays the server's sentence, and the selection remains", async () => {
  const { dialog, submit, person: actor } = await open({}, fails(409, "This remake already has order ORD-88"));
  await actor.click(dialog.getByRole("checkbox", { name: /^Bay left/ }));
  await submit();
  expect(await dialog.findByText("This remake already has order ORD-88")).toBeTruthy();
  expect(dialog.getByRole("checkbox", { name: /^Bay left/ })).toHaveProperty("checked", true);
});

test("a remake can't be ordered twice during the request", async () => {
  const { api, dialog, submit, person: actor } = await open({}, hangs);
  await actor.click(dialog.getByRole("checkbox", { name: /^Bay left/ }));
  await submit();
  await submit();
  expect(api.asked("remakes", "order")).toHaveLength(1);
});
