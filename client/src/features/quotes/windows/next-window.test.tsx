import { beforeEach, expect, test, vi } from "vitest";
import { fillWindow, openQuoteForm } from "../testing-quote-form.tsx";

const phone = (query: string) => ({ matches: query.includes("width"), addEventListener: vi.fn(), removeEventListener: vi.fn() });
beforeEach(() => void vi.stubGlobal("matchMedia", phone));

test("on a phone the main button goes to the next window, past the last one to a new one, and no further while that is new", async () => {
  const { user, form } = await openQuoteForm();
  const main = () => [...document.querySelectorAll("[role=dialog] [data-look=primary]")].map(({ textContent }) => textContent);
  expect(main()).toEqual(["Next window"]);
  const next = () => user.click(form.getByRole("button", { name: "Next window" }));
  await next();
  form.getByRole("region", { name: "Window 1 of 1" });
  fillWindow(form);
  await next();
  form.getByRole("region", { name: "Window 2 of 2" });
  expect(document.activeElement).toBe(form.getByDisplayValue("Window 2"));
  await next();
  form.getByRole("region", { name: "Window 2 of 2" });
  await user.click(form.getByRole("button", { name: /^Window 1/ }));
  await next();
  form.getByRole("region", { name: "Window 2 of 2" });
  expect(document.activeElement).toBe(form.getByDisplayValue("Window 2"));
  // Of the whole house there is no next one.
  await user.click(form.getAllByRole("button", { name: "Whole house" })[0] as HTMLElement);
  expect(main()).toEqual(["Create Quote"]);
});

test("the keyboard of the screen stays: pressing the button leaves the focus in its field until the next one has it", async () => {
  const { user, form } = await openQuoteForm();
  fillWindow(form);
  const height = form.getByLabelText("Height");
  await user.click(height);
  const button = form.getByRole("button", { name: "Next window" });
  await user.pointer({ keys: "[MouseLeft>]", target: button });
  expect(document.activeElement).toBe(height);
  await user.pointer({ keys: "[/MouseLeft]", target: button });
  expect(document.activeElement).toBe(form.getByDisplayValue("Window 2"));
});
