import { screen, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { expect, test } from "vitest";
import { OpenScreens } from "#client/components/page/page-header.tsx";
import ClientsPage from "#client/features/clients/clients-page.tsx";
import OrdersPage from "#client/features/orders/orders-page.tsx";
import { quoteRow } from "#client/features/quotes/quote-samples.ts";
import QuotesPage from "#client/features/quotes/quotes-page.tsx";
import { remakeOf } from "#client/features/remakes/remake-samples.ts";
import RemakesPage from "#client/features/remakes/remakes-page.tsx";
import { close, type FakeCalls, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { clientRow, orderRow } from "#client/testing/rows.ts";

/** Answers the misspelt search with a close match only (rule O17). */
const answer = <T,>(query: { readonly search?: string }, rows: T) => (query.search === "kestral" ? close(rows) : rows);

const PAGES: readonly (readonly [path: string, Page: ComponentType, calls: FakeCalls])[] = [
  ["/orders", OrdersPage, { orders: { list: ({ query }) => answer(query, [orderRow()]) } }],
  ["/quotes", QuotesPage, { quotes: { list: ({ query }) => answer(query, [quoteRow()]) } }],
  ["/remakes", RemakesPage, { remakes: { list: ({ query }) => answer(query, [remakeOf(2)]) } }],
  ["/clients", ClientsPage, { clients: { list: ({ query }) => answer(query, [clientRow()]) } }],
];

test.each(PAGES)("%s states above its rows that the matches are close only, until the search changes", async (path, Page, calls) => {
  fakeApi(calls);
  const screens = (
    <OpenScreens value={() => true}>
      <Page />
    </OpenScreens>
  );
  const { person: user } = renderPage(screens, { user: person("super_admin"), path: `${path}?search=kestral` });
  const note = await screen.findByText("Nothing exactly like that. Close to it:");
  expect(note.getAttribute("role")).toBe("status");
  expect(note.compareDocumentPosition(screen.getByRole("table")) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Clear search" }));
  await waitFor(() => expect(screen.queryByText(note.textContent)).toBeNull());
  screen.getByRole("table");
});
