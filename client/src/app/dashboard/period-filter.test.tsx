import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { readAddress } from "#client/lib/address.ts";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import DashboardPage from "./dashboard-page.tsx";
import { statsReply } from "./dashboard-samples.ts";
import { PARTS, readPeriod } from "./dashboard-view.ts";

const open = (path = "/") => {
  const server = fakeApi({ stats: { read: () => statsReply() } });
  return { ...server, ...renderPage(<DashboardPage />, { user: person("admin"), path }) };
};
const period = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Period" });

test("the periods match the specification, all time first, and each requests its figures", async () => {
  const { person: hand, asked } = open();
  expect([...period().options].map(({ text }) => text)).toEqual(["All Time", "Today", "Last 7 Days", "Last 30 Days", "Custom Range"]);
  for (const value of ["daily", "weekly", "monthly", "all_time"]) await hand.selectOptions(period(), value);
  expect(asked("stats", "read").map(({ query }) => query.period)).toEqual(["all_time", "daily", "weekly", "monthly"]);
});

test("a custom range opens a dialog for its two days, and can be changed afterwards", async () => {
  const { person: hand, asked, history } = open();
  await hand.selectOptions(period(), "custom");
  await hand.click(await screen.findByRole("button", { name: "Show range" }));
  expect(screen.getByRole("alert").textContent).toBe("Please choose a start date and an end date");
  await hand.type(screen.getByLabelText("Start date"), "9 Nov 2026");
  await hand.type(screen.getByLabelText("End date"), "2/11/26{Enter}");
  expect(screen.getByRole("alert").textContent).toBe("Start date cannot be after the end date");
  await hand.clear(screen.getByLabelText("End date"));
  await hand.type(screen.getByLabelText("End date"), "12.11.2026");
  await hand.click(screen.getByRole("button", { name: "Show range" }));
  expect(await screen.findByRole("button", { name: "9 Nov 2026 – 12 Nov 2026" })).toBeTruthy();
  expect(history?.at(-1)).toBe("/?period=custom&startDate=2026-11-09&endDate=2026-11-12");
  expect(asked("stats", "read").at(-1)?.query).toEqual({ period: "custom", startDate: "2026-11-09", endDate: "2026-11-12" });
});

test("days picked from the calendar with two months are the pressed days", async () => {
  const { person: hand, history } = open("/?period=custom&startDate=2026-03-29&endDate=2026-03-29");
  await hand.click(await screen.findByRole("button", { name: "29 Mar 2026" }));
  expect(await screen.findAllByRole("grid")).toHaveLength(2);
  // Summer time begins on this day: a calendar that counts hours would be off by one day.
  await hand.click(screen.getByRole("button", { name: /^Saturday, 28 March 2026/ }));
  await hand.click(screen.getByRole("button", { name: /^Monday, 30 March 2026/ }));
  await hand.click(screen.getByRole("button", { name: "Show range" }));
  expect(history?.at(-1)).toBe("/?period=custom&startDate=2026-03-28&endDate=2026-03-30");
});

test("cancelling the range dialog leaves the period unchanged", async () => {
  const { person: hand, asked } = open("/?period=weekly");
  await hand.selectOptions(period(), "custom");
  await hand.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(period().value).toBe("weekly");
  expect(asked("stats", "read")).toHaveLength(1);
});

test.each(["period=custom", "period=custom&startDate=2026-11-09&endDate=2026-11-01", "period=custom&startDate=x&endDate=y", "period=soon"])(
  "an address with %s displays all time",
  (address) => expect(readPeriod(readAddress(new URLSearchParams(address), PARTS))).toEqual({ period: "all_time" }),
);
