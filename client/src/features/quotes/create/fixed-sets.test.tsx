import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { product } from "../quote-samples.ts";
import QuotesPage from "../quotes-page.tsx";

test("a window's choices are the specification's fixed sets, and those of its type", async () => {
  fakeApi({ quotes: { list: () => [] }, products: { list: () => [product()] } });
  const { person: user } = renderPage(<QuotesPage />, { user: person("customer"), path: "/quotes" });
  await user.click(screen.getAllByRole("button", { name: "New Quote" })[0] as HTMLElement);
  const form = within(await screen.findByRole("dialog", { name: "Create New Quote" }));
  await user.selectOptions(form.getByLabelText("Shutter type"), await form.findByRole("option", { name: "Basswood" }));
  const choices = (label: string) =>
    [...form.getByLabelText<HTMLSelectElement>(label).options].map(({ value }) => value).filter((value) => value !== "");
  expect(choices("Tilt rod")).toEqual(["center", "offset", "hidden"]);
  expect(choices("Frame")).toEqual(["l-frame", "z-frame", "t-post"]);
  expect(choices("Mount")).toEqual(["inside", "outside"]);
  expect(choices("Opening direction")).toEqual(["left-hinge", "right-hinge", "bi-fold", "bypass"]);
  expect(form.getAllByRole("radio").map((unit) => unit.getAttribute("value"))).toEqual(["mm", "cm", "m"]);
  expect(choices("Louver size")).toEqual(product().standardLouverSizes.map(String));
  expect(choices("Colour")).toEqual(product().colorOptions);
});
