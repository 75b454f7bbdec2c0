import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { type User, userQuery } from "#client/lib/session.ts";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { forgetCrashes, ReportingBoundary, StrayFaults } from "./crash-reports.tsx";

beforeEach(forgetCrashes);

function open(user: User | null, screenOf: () => React.ReactNode = () => null) {
  const server = fakeApi({ errors: { report: () => null } });
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, user);
  const Screen = () => screenOf();
  render(
    <QueryClientProvider client={client}>
      <StrayFaults />
      <ReportingBoundary>
        <Screen />
      </ReportingBoundary>
    </QueryClientProvider>,
  );
  // The contract module loads with the first call.
  const reports = async () => {
    await vi.dynamicImportSettled();
    return server.asked("errors", "report").map(({ body }) => body);
  };
  return { ...server, reports };
}
const crash = (message: string) => () => {
  throw new TypeError(message);
};
const reject = (reason: unknown) =>
  window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason, promise: Promise.resolve() }));

test("a crashed screen displays a sentence and a way on, and is reported with its location", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { reports } = open(person("customer"), crash("louvre is not a function"));
  expect(screen.getByRole("alert").textContent).toContain("This screen stopped working");
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  const [report, ...others] = await reports();
  expect(others).toEqual([]);
  expect(report).toMatchObject({ errorType: "TypeError", errorMessage: "louvre is not a function", requestPath: "/" });
  expect(report?.stack).toContain("at Screen");
});

test("an unhandled rejection is reported once per message, and at most ten times in all", async () => {
  const { reports } = open(person("supplier"));
  for (const message of ["one", "one", "two"]) reject(new Error(message));
  reject("three");
  expect((await reports()).map(({ errorMessage }) => errorMessage)).toEqual(["one", "two", "three"]);
  for (let number = 0; number < 20; number += 1) reject(new Error(`again ${number}`));
  expect(await reports()).toHaveLength(10);
});

test("errors that the server already knows and aborted calls are not reported", async () => {
  const { reports } = open(person("admin"));
  reject(new ApiError(500, "Internal Server Error", {}));
  reject(new DOMException("gone", "AbortError"));
  expect(await reports()).toEqual([]);
});

test("a crash without a session is not reported, because the server would refuse the report", async () => {
  const { reports } = open(null);
  reject(new Error("on the sign-in screen"));
  expect(await reports()).toEqual([]);
});

test("a failed crash report causes no further error", async () => {
  const { answer, reports } = open(person("admin"));
  answer({ errors: { report: fails(429, "Too many error reports. Please wait a minute.") } });
  reject(new Error("long ".repeat(1000)));
  expect((await reports())[0]?.errorMessage).toHaveLength(2000);
});
