import { expect, test } from "vitest";
import { deliveryInWords } from "./delivery.ts";

test("a delivery is named by its weekday, its day and the part of the day", () => {
  expect(deliveryInWords("2026-12-03", "am")).toBe("Thu 3 December, morning");
  expect(deliveryInWords("2027-06-30", "pm")).toBe("Wed 30 June, afternoon");
});
