import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { REMAKE_STATUS_LABEL } from "#shared/domain/trade/status.ts";
import { RemakeStatusBadge } from "./remake-status.tsx";

/** The class of the badge with the given label. */
const badge = (word: string) => screen.getByText(word).parentElement?.className;

test.each([
  ["pending", "outline"],
  ["approved", "default"],
  ["denied", "destructive"],
  ["in_progress", "secondary"],
  ["completed", "outline"],
] as const)("the status %s has the badge %s", (status, look) => {
  render(
    <>
      <RemakeStatusBadge status={status} />
      <StatusBadge look={look} word="model" />
    </>,
  );
  expect(badge(REMAKE_STATUS_LABEL[status])).toBe(badge("model"));
});
