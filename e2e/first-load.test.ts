import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { firstLoads } from "#tools/bench/bundles.ts";

const loads = firstLoads(fileURLToPath(new URL("../dist/client", import.meta.url)));

test("every page is among those measured", () => {
  const measured = loads.map(({ route }) => route);
  expect(measured).toEqual(expect.arrayContaining(["quotes-page", "orders-page", "dashboard-page", "audit-page", "reset-password-screen"]));
});

// Brotli, kB. What is loaded before any page is what somebody gets who is not signed in; the sign-in screen is part of it. The goal for
// the pages is 125 (docs/operating.md, Speed, says by how much they miss it): this keeps them from growing meanwhile.
const SIGNED_OUT = 90;
const ANY_PAGE = 190;

test.each(loads)("$route is light to load first", ({ route, js, css }) => {
  expect(js).toBeLessThanOrEqual(route === "(before any page)" || route.endsWith("-screen") ? SIGNED_OUT : ANY_PAGE);
  expect(css).toBeLessThanOrEqual(12);
});
