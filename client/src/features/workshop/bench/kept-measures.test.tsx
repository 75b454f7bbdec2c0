import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { KeptMeasures } from "./kept-measures.tsx";

test.each([
  [1, 1, "The shutter is already cut. The card and the labels would then show lengths that the wood does not have."],
  [4, 4, "All 4 shutters are already cut. The card and the labels would then show lengths that the wood does not have."],
  [1, 4, "1 of 4 shutters is already cut. It has the former lengths; the rest is cut to the present ones."],
  [2, 4, "2 of 4 shutters are already cut. They have the former lengths; the rest is cut to the present ones."],
])("with %i of %i shutters cut, the dialog says what the present measures change", async (cut, shutters, sentence) => {
  const kept = { orderId: 12, keptAt: "2026-11-25T10:00:00.000Z", changes: ["stile 57 × 27"], remakeId: null };
  const progress = { cut, assembled: 0, finished: 0, packed: 0 };
  const { person: user } = renderPage(<KeptMeasures {...kept} progress={progress} shutters={shutters} />, {
    user: person("supplier"),
  });
  await user.click(screen.getByRole("button", { name: "Use the present measures" }));
  expect(await screen.findByText(sentence)).toBeDefined();
});
