import { expect, test } from "vitest";
import { isComplete } from "./install.mjs";

const locked = {
  "": { name: "tiltrod" },
  "node_modules/pg": { version: "8.0.0" },
  "node_modules/vite": { version: "8.0.0", dev: true },
  "node_modules/typescript": { version: "7.0.0", devOptional: true },
  "node_modules/@other/system": { version: "1.0.0", optional: true, os: ["none"], cpu: ["none"] },
};
const pg = { "node_modules/pg": { version: "8.0.0" } };
const vite = { "node_modules/vite": { version: "8.0.0" } };
const typescript = { "node_modules/typescript": { version: "7.0.0" } };

test("an installation without packages for development suffices to run and not to build", () => {
  expect(isComplete(locked, pg, { toRunOnly: true })).toBe(true);
  expect(isComplete(locked, { ...pg, ...typescript }, { toRunOnly: true })).toBe(true);
  expect(isComplete(locked, pg, { toRunOnly: false })).toBe(false);
  expect(isComplete(locked, { ...pg, ...vite, ...typescript }, { toRunOnly: false })).toBe(true);
});

test.each([
  ["what runs is missing", {}],
  ["what runs is of another version", { "node_modules/pg": { version: "7.0.0" } }],
  ["what is for development is of another version", { ...pg, "node_modules/vite": { version: "7.0.0" } }],
  ["something is there that is not locked", { ...pg, "node_modules/left": { version: "1.0.0" } }],
])("an incomplete installation does not even suffice to run: %s", (_what, there) => {
  expect(isComplete(locked, there, { toRunOnly: true })).toBe(false);
});
