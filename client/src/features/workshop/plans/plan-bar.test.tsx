import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { SawnRun } from "./plan-bar.tsx";
import type { Sawing } from "./use-sawing.ts";

const BY = { companyName: "", contactName: "", role: "supplier" as const };
const run = [{ bar: 1, offcutId: null, lengthMm: 3000, pieces: [], offcutMm: 461, sawn: { at: "2026-11-24T10:05:00.000Z", by: BY } }];
const names = { windowOf: () => "", notMade: [], isChanged: () => false };

test("a bar that waits on the device says so, but not while Undo of its press is offered", () => {
  const waiting: Sawing = {
    press: undefined,
    undo: () => {},
    lastPress: [1],
    outcomeOf: () => undefined,
    waits: () => true,
    failureOf: () => undefined,
  };
  const { rerender } = render(<SawnRun run={run} names={names} sawing={waiting} />);
  screen.getByRole("button", { name: "Undo, bar 1" });
  expect(screen.queryByText("on this device, not sent yet")).toBeNull();
  rerender(<SawnRun run={run} names={names} sawing={{ ...waiting, lastPress: [] }} />);
  screen.getByText("on this device, not sent yet");
});
