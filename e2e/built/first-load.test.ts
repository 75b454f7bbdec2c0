import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { firstLoads } from "#tools/bench/bundles.ts";

const loads = firstLoads(fileURLToPath(new URL("../../dist/client", import.meta.url)));

test("every page is among those measured", () => {
  const measured = loads.map(({ route }) => route);
  expect(measured).toEqual(expect.arrayContaining(["quotes-page", "orders-page", "dashboard-page", "audit-page", "reset-password-screen"]));
});

// Brotli, kB. What is loaded before any page is what a person gets who is not signed in; the sign-in screen is part of it.
// A page that grows over the bound has taken in what a dialog should bring: react-hook-form, zod with a schema, a drawing.
const SIGNED_OUT = 100;
const ANY_PAGE = 150;

test.each(loads)("$route is light to load first", ({ route, js, css }) => {
  expect(js).toBeLessThanOrEqual(route === "(before any page)" || route.endsWith("-screen") ? SIGNED_OUT : ANY_PAGE);
  expect(css).toBeLessThanOrEqual(12);
});
