import { expect, test } from "vitest";
import { jobWords } from "./job.tsx";

const company = { companyName: "Kestrel Homes", contactName: "Ada Marsh" };

test.each([
  ["by its own name, even if the customer is known", { jobName: "Plot 7", customerName: "Mr Bell" }, ["Plot 7", "Kestrel Homes"]],
  ["by its customer without a name of its own", { jobName: null, customerName: "Mr Bell" }, ["Mr Bell", "Kestrel Homes"]],
  ["by the company and its contact without both", { jobName: null, customerName: null }, ["Kestrel Homes", "Ada Marsh"]],
])("a job is known %s", (_, job, words) => {
  expect(jobWords({ ...job, poNumber: null, company })).toEqual(words);
});
