import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { Dialog } from "#client/components/ui/overlay/dialog.tsx";
import { query, useCall } from "#client/lib/api.ts";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { PageHeader } from "./page-header.tsx";

const user = person("super_admin");
const errorsQuery = query("errors", "list", { query: {} });
const auditQuery = query("audit", "list", { query: {} });
const statsQuery = query("stats", "read", { query: {} });

/** A screen with a list and, optionally, an open dialog that should block the key. */
function Screen({ dialog = false }: { dialog?: boolean }) {
  const errors = useQuery(errorsQuery);
  const remove = useCall("orders", "delete", { failure: "Failed to delete order" });
  return (
    <>
      <PageHeader title="Error Tracking" />
      <p>{errors.data ? "here" : "waiting"}</p>
      <input aria-label="Search" />
      <button type="button" onClick={() => remove.mutate({ params: { id: 1 } })}>
        Delete an order
      </button>
      {dialog && (
        <Dialog open onCloseRequest={() => {}} title="Over it">
          Something
        </Dialog>
      )}
    </>
  );
}
async function open(dialog = false, remove: () => null = () => null) {
  const api = fakeApi({ accounts: { current: () => ({ user }) }, errors: { list: () => [] }, orders: { delete: remove } });
  const view = renderPage(<Screen dialog={dialog} />, { user });
  await screen.findByText("here");
  return { ...view, asked: () => api.asked("errors", "list").length };
}

test("Refresh fetches the screen's queries again, by a press and by the key R", async () => {
  const { person: hand, asked } = await open();
  await hand.click(screen.getByRole("button", { name: "Refresh (R)" }));
  await waitFor(() => expect(asked()).toBe(2));
  await hand.click(screen.getByText("here"));
  await hand.keyboard("r");
  await waitFor(() => expect(asked()).toBe(3));
});

test("the key R in a field, with Ctrl or over an open dialog is no refresh", async () => {
  const { person: hand, asked, unmount } = await open();
  await hand.type(screen.getByLabelText("Search"), "Rory");
  await hand.click(screen.getByText("here"));
  await hand.keyboard("{Control>}r{/Control}");
  expect(asked()).toBe(1);
  unmount();
  const over = await open(true);
  await over.person.keyboard("r");
  expect(over.asked()).toBe(1);
});

test("a change marks the trail, the errors and the figures as stale, and refetches the visible ones", async () => {
  const { person: hand, client, asked } = await open();
  for (const { queryKey } of [auditQuery, statsQuery]) client.setQueryData(queryKey, [] as never);
  await hand.click(screen.getByRole("button", { name: "Delete an order" }));
  await waitFor(() => expect(asked()).toBe(2));
  for (const { queryKey } of [auditQuery, statsQuery]) expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

test("a fault of the server refetches the list of errors at once", async () => {
  const { person: hand, asked } = await open(false, fails(500));
  await hand.click(screen.getByRole("button", { name: "Delete an order" }));
  await waitFor(() => expect(asked()).toBe(2));
});
