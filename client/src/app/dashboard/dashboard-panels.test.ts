import { expect, test } from "vitest";
import { figuresFor } from "./dashboard-panels.tsx";
import { statsReply } from "./dashboard-samples.ts";

test("revenue is no customer's card, and unpaid orders are the super admin's alone, whatever the reply holds", () => {
  const labels = (role: Parameters<typeof figuresFor>[0]) => figuresFor(role, statsReply()).map(({ label }) => label);
  expect(labels("customer")).toEqual(["Total Orders", "Pending Orders", "Total Remakes"]);
  expect(labels("admin")).toContain("Total Revenue");
  expect(labels("admin")).not.toContain("Unpaid Orders");
  expect(labels("super_admin")).toContain("Unpaid Orders");
});
