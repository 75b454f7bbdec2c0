import { cleanup, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { business } from "../quote-samples.ts";
import { fillWindow, openNewQuote, openQuoteForm, set } from "../testing-quote-form.tsx";

/** Fakes a phone: a narrow touch screen. */
const phone = (query: string) => ({ matches: /width|coarse/.test(query), addEventListener: vi.fn(), removeEventListener: vi.fn() });
beforeEach(() => void vi.stubGlobal("matchMedia", phone));

const here = () => document.querySelector("[data-page]")?.getAttribute("aria-label") ?? "The job";

test("the phone's main button goes to the next window, then to one new window, and no further", async () => {
  const { user, form } = await openQuoteForm();
  const main = () => [...document.querySelectorAll("[role=dialog] [data-look=primary]")].map(({ textContent }) => textContent);
  expect(main()).toEqual(["Next window"]);
  const next = () => user.click(form.getByRole("button", { name: "Next window" }));
  await next();
  expect(here()).toBe("Window 1 of 1");
  fillWindow(form);
  await next();
  expect(here()).toBe("Window 2 of 2");
  expect(document.activeElement).toBe(form.getByDisplayValue("Window 2"));
  await next();
  expect(here()).toBe("Window 2 of 2");
  await user.click(form.getByRole("button", { name: "Back" }));
  expect(here()).toBe("Window 1 of 2");
  await next();
  expect(document.activeElement).toBe(form.getByDisplayValue("Window 2"));
});

test("the survey's first window goes back to the job, whose errors come before the windows'", async () => {
  const { api, user, form, submit } = await openQuoteForm();
  fillWindow(form);
  expect(form.queryByLabelText(/^Job name/)).toBeNull();
  await user.click(form.getByRole("button", { name: "Back" }));
  expect([here(), form.queryByLabelText("Width")]).toEqual(["The job", null]);
  set(form, /^Email/, "no address");
  await user.click(form.getByRole("button", { name: "To the windows" }));
  await submit();
  expect(here()).toBe("The job");
  set(form, /^Email/, "hughes@mail.example");
  await submit();
  await vi.waitFor(() => expect(api.asked("quotes", "create")).toHaveLength(1));
});

test("the bar displays the current window, and leads to each window, the job and the house", async () => {
  const { user, form } = await openQuoteForm();
  fillWindow(form);
  set(form, "Window name", "Hall");
  await user.click(form.getByRole("button", { name: "Duplicate" }));
  await user.click(form.getByRole("button", { name: "Window 2 of 2 Hall copy" }));
  const list = () => within(screen.getByRole("dialog", { name: "Windows" }));
  await user.click(list().getByRole("button", { name: /^Hall£/ }));
  expect(here()).toBe("Window 1 of 2");
  await user.click(form.getByRole("button", { name: /^Window 1 of 2/ }));
  await user.click(list().getByRole("button", { name: "The job" }));
  expect(here()).toBe("The job");
  await user.click(form.getByRole("button", { name: "The job 2 windows" }));
  await user.click(list().getByRole("button", { name: "Whole house" }));
  await form.findByRole("region", { name: "Whole house" });
});

test("the survey's keypad types a measure, preserves the focus, and moves to the next field", async () => {
  const { user, form } = await openQuoteForm();
  const width = form.getByLabelText<HTMLInputElement>("Width");
  expect(form.queryByRole("group", { name: "Keys for the measure" })).toBeNull();
  await user.click(width);
  expect(width.inputMode).toBe("none");
  const keys = within(form.getByRole("group", { name: "Keys for the measure" }));
  const press = async (...names: string[]) => {
    for (const name of names) await user.click(keys.getByRole("button", { name }));
  };
  await press("1", "2", "3", "Delete", "0", "Point", "5");
  expect([width.value, document.activeElement === width]).toEqual(["120.5", true]);
  // Typing replaces the selection.
  width.setSelectionRange(0, 3);
  await press("9");
  expect(width.value).toBe("9.5");
  set(form, "Shutter type", "1");
  await press("Next field");
  expect(document.activeElement).toBe(form.getByLabelText("Height"));
  await press("Hide the keys");
  expect(form.queryByRole("group", { name: "Keys for the measure" })).toBeNull();
});

test("the screen keyboard stays open: a button leaves the focus until the next field has it", async () => {
  const { user, form } = await openQuoteForm();
  fillWindow(form);
  const name = form.getByLabelText("Window name");
  await user.click(name);
  const button = form.getByRole("button", { name: "Next window" });
  await user.pointer({ keys: "[MouseLeft>]", target: button });
  expect(document.activeElement).toBe(name);
  await user.pointer({ keys: "[/MouseLeft]", target: button });
  expect(document.activeElement).toBe(form.getByDisplayValue("Window 2"));
});

test("a press hides every price from the homeowner beside the fitter, and the device stores that", async () => {
  const { user, form } = await openQuoteForm();
  fillWindow(form);
  const dialog = () => document.body.textContent ?? "";
  expect(dialog()).toContain("£");
  await user.click(form.getByRole("button", { name: "Hide my prices" }));
  expect(dialog()).not.toContain("£");
  await user.click(form.getByRole("button", { name: /^Window 1 of 1/ }));
  within(screen.getByRole("dialog", { name: "Windows" })).getByText("1,200 × 900 mm");
  expect(dialog()).not.toContain("£");
  await user.keyboard("{Escape}");
  cleanup();

  const again = openNewQuote();
  await again.user.click(await screen.findByRole("button", { name: "Discard" }));
  await screen.findByRole("dialog", { name: "Create New Quote" });
  expect(dialog()).not.toContain("£");
  await again.user.click(screen.getByRole("button", { name: "Show my prices" }));
  expect(dialog()).toContain("£");
});

test("a further press shows what the homeowner pays, if the company has retail prices", async () => {
  const { user, form } = await openQuoteForm({ retail: { business: () => business } });
  fillWindow(form);
  const dialog = () => document.body.textContent ?? "";
  const trade = dialog().match(/£[\d.,]+/g) ?? [];
  await user.click(form.getByRole("button", { name: "Hide my prices" }));
  await user.click(await form.findByRole("button", { name: "Show the homeowner's prices" }));
  // 1.2 m × 0.9 m at £150.50 is £162.54; with 50 % £243.81, with VAT £292.57; fitting £60, with VAT £72.
  form.getByText("£364.57");
  form.getByText("£292.57");
  form.getByText("£72.00");
  for (const price of trade) expect(dialog()).not.toContain(price);
  await user.click(form.getByRole("button", { name: "Show my prices" }));
  expect(dialog().match(/£[\d.,]+/g)).toEqual(trade);
});

test("without retail prices a press leads from hidden prices to the fitter's own", async () => {
  const { user, form } = await openQuoteForm({ retail: { business: () => ({ ...business, saved: false }) } });
  await user.click(form.getByRole("button", { name: "Hide my prices" }));
  await user.click(form.getByRole("button", { name: "Show my prices" }));
  form.getByRole("button", { name: "Hide my prices" });
});

test("the bar's camera adds a photo to the window on screen in one tap, and counts it", async () => {
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:sill", revokeObjectURL: vi.fn() }));
  const { user, form } = await openQuoteForm();
  fillWindow(form);
  await user.click(form.getByLabelText("Width"));
  await user.upload(form.getByLabelText("Photograph Window 1"), new File(["sill"], "sill.jpg", { type: "image/jpeg" }));
  await form.findByRole("button", { name: "Remove sill.jpg" });
  expect(form.getByLabelText("Photograph Window 1").closest("span")?.textContent).toBe("1");
  await user.click(form.getByRole("button", { name: "Add window" }));
  expect(form.getByLabelText("Photograph Window 2").closest("span")?.textContent).toBe("");
});
