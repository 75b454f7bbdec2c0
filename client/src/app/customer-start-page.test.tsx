import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { quoteRow } from "#client/features/quotes/quote-samples.ts";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { orderCounts, quoteCounts } from "#client/testing/rows.ts";
import CustomerStart from "./customer-start-page.tsx";

const NO_QUOTES = quoteCounts();
const reply = (id: number, relatedId: number, read = false) => ({
  id,
  relatedId,
  read,
  title: "New reply",
  message: "It leaves on Monday",
  type: "remake_reply",
  createdAt: "2026-11-20T10:00:00.000Z",
});

function open(calls: Parameters<typeof fakeApi>[0], user = person("customer")) {
  const api = fakeApi({
    ...calls,
    quotes: { list: () => [quoteRow()], counts: () => NO_QUOTES, ...calls.quotes },
    orders: { counts: () => orderCounts(), ...calls.orders },
    notifications: { list: () => [], ...calls.notifications },
  });
  return { api, ...renderPage(<CustomerStart />, { user }) };
}

const shown = async () =>
  within(await screen.findByRole("region", { name: "Waiting for you" }))
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);

test("the waiting tasks are above the quotes, most urgent first, each with its link", async () => {
  open({
    quotes: {
      list: ({ query }) =>
        query.quoteStatus === "draft" ? [quoteRow({ id: 12 }), quoteRow({ id: 11, placedAt: "2026-11-10T10:00:00.000Z" })] : [quoteRow()],
      counts: () => ({ ...NO_QUOTES, draft: 2, placed: 1, sent: 1, sentAmount: 99.5, expiring: 3, expiringAmount: 420 }),
    },
    orders: { counts: () => orderCounts({ late: 1, lateAmount: 700.5, unpaid: 2, unpaidAmount: 8003.72, unpaidDueNowAmount: 5000 }) },
    notifications: { list: () => [reply(6, 8), reply(5, 9), reply(4, 8), reply(3, 7, true)] },
  });
  await waitFor(async () =>
    expect(await shown()).toEqual([
      ["1 order is late · £700.50", "/orders?view=late&sort=due"],
      ["2 orders to pay · £5,000.00 due now · £3,003.72 due later", "/orders?view=unpaid"],
      ["Q-12 to place · £1,200.00", "/?quote=12"],
      ["1 quote to answer · £99.50", "/quotes?status=sent"],
      ["3 quotes expire within 7 days · £420.00", "/quotes?view=expiring"],
      ["A new reply about RMK-8 and 1 more", "/remakes?remake=8"],
    ]),
  );
});

test.each([
  ["all within a page are counted", 199, 7, "192 drafts to place · £230,400.00"],
  ["a full page whose last has expired has them all", 200, 200, "199 drafts to place · £238,800.00"],
  ["a full page that is still valid is not all", 200, 7, "193+ drafts to place"],
])("the task of many drafts counts a long list: %s", async (_, count, placedOrExpired, words) => {
  const drafts = Array.from({ length: count }, (_, at) =>
    quoteRow({
      id: 1000 - at,
      ...(placedOrExpired === count
        ? at === count - 1 && { validUntil: "2020-01-01T00:00:00.000Z" }
        : at < placedOrExpired && { placedAt: "2026-11-10T10:00:00.000Z" }),
    }),
  );
  const { api } = open({
    quotes: { list: ({ query }) => (query.quoteStatus ? drafts : []), counts: () => ({ ...NO_QUOTES, draft: count }) },
  });
  await waitFor(async () => expect(await shown()).toEqual([[words, "/quotes?status=draft"]]));
  expect(api.asked("quotes", "list").map(({ query }) => query.limit)).toContain("200");
});

test("a colleague who may not order has no tasks of paying or placing", async () => {
  const { api } = open(
    {
      quotes: { counts: () => ({ ...NO_QUOTES, draft: 2, sent: 1 }) },
      orders: { counts: () => orderCounts({ late: 2, unpaid: 2 }) },
    },
    person("customer", { mayOrder: false }),
  );
  expect(await shown()).toEqual([["2 orders are late", "/orders?view=late&sort=due"]]);
  expect(api.asked("quotes", "list").map(({ query }) => query.quoteStatus)).toEqual([undefined]);
});

test.each([
  ["nothing waits", {}],
  ["nothing can be counted", { quotes: { counts: fails(500) }, orders: { counts: fails(500) } }],
])("the start page has only the quotes if %s", async (_, calls) => {
  const { api } = open(calls);
  await screen.findByText("Q-12");
  await waitFor(() => expect(api.asked("orders", "counts")).toHaveLength(1));
  expect(screen.queryByRole("region", { name: "Waiting for you" })).toBeNull();
});

test("a reply opened from the start page is marked as read, like from the bell", async () => {
  const read = new Set<string>();
  const {
    api,
    person: user,
    history,
  } = open({
    notifications: {
      list: () => [reply(5, 8, read.has("5")), reply(4, 8, read.has("4"))],
      markRead: ({ params }) => {
        read.add(params.id);
        return reply(Number(params.id), 8, true);
      },
    },
  });
  await user.click(await screen.findByRole("link", { name: "A new reply about RMK-8" }));
  expect(history.at(-1)).toBe("/remakes?remake=8");
  await waitFor(() => expect(api.asked("notifications", "markRead").map(({ params }) => params.id)).toEqual(["5", "4"]));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Waiting for you" })).toBeNull());
});
