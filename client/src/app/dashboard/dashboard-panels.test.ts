import { expect, test } from "vitest";
import { listFigures } from "./dashboard-panels.tsx";
import { statsReply } from "./dashboard-samples.ts";

test("customers have no revenue card and only super admins see unpaid orders, whatever the reply", () => {
  const labels = (role: Parameters<typeof listFigures>[0]) => listFigures(role, statsReply()).map(({ label }) => label);
  expect(labels("customer")).toEqual(["Total Orders", "Pending Orders", "Total Remakes"]);
  expect(labels("admin")).toContain("Total Revenue");
  expect(labels("admin")).not.toContain("Unpaid Orders");
  expect(labels("super_admin")).toContain("Unpaid Orders");
});
